"""What a proposed version changes is told whole; the command line's tests walk the whole way."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap.rede_versao import Pedida, assinar, propor
from core.kernel.errors import IntegrityFault, UserFacingError
from tests.support.entradas import sozinho
from tests.support.vivo import Vivo


def test_one_thing_a_version_and_only_by_a_root_key(com_contas: Vivo, tmp_path: Path) -> None:
    app = com_contas.app
    wanted = Pedida(("ab" * 32,), 2, sozinho("Norte").pedido())
    with pytest.raises(UserFacingError, match=r"versao\.uma_coisa"):
        propor(app, wanted, None, None)
    with pytest.raises(UserFacingError, match=r"chave_raiz\.ausente"):
        propor(app, Pedida(limiar=1), tmp_path / "nada", None)
    with pytest.raises(IntegrityFault, match=r"versao\.invalida"):
        assinar(app, b"{}\n", None, None, None)
