from __future__ import annotations

import pytest

from core.kernel.errors import UserFacingError
from tests.support.moderados import item_de, negar, registrar
from tests.support.vivo import Vivo


def test_terms_and_personal_data_are_marked_where_they_stand(vivo: Vivo) -> None:
    negar(vivo)
    one = registrar(vivo, "Essa z.u.r.r.a.p.a tem o CPF 529.982.247-25 na porta")
    item = item_de(vivo.servicos.moderacao, one)
    assert item.texto is not None
    assert [item.texto[start:end] for start, end in item.marcas] == [
        "z.u.r.r.a.p.a",
        "CPF 529.982.247-25",
    ]
    assert item.item.motivo == ("padrao:cpf", "zurrapa")


def test_an_unknown_item_is_refused(vivo: Vivo) -> None:
    with pytest.raises(UserFacingError, match=r"moderacao\.item_desconhecido"):
        vivo.servicos.moderacao.abrir("nada")
