from __future__ import annotations

import pytest

from app.bootstrap.titulares import DireitosDoMotor
from core.kernel.errors import UserFacingError
from tests.support.moderados import BIA, OPERADORA, registrar
from tests.support.vivo import Vivo


def test_the_kernel_erases_by_every_id_that_is_named(vivo: Vivo) -> None:
    registrar(vivo, "Poste caído na ladeira", n=7)
    person = f"33333333-0000-4000-8000-{7:012x}"
    unknown = "33333333-0000-4000-8000-00000000beef"
    rights = DireitosDoMotor(vivo.app.engine)
    done = rights.eliminar((unknown, person), "LGPD", "a pedido", OPERADORA, BIA["conta_id"])
    assert done.eventos > 0
    assert done.partes >= done.eventos
    with pytest.raises(UserFacingError, match=r"direitos\.nada_encontrado"):
        rights.eliminar((person,), "LGPD", "a pedido", OPERADORA, BIA["conta_id"])
