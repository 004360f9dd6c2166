"""The exchange keys of an office, to a second place; the command line's tests walk the whole way."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap.chave_troca import exportar_troca, is_sem_senha
from core.kernel.errors import UserFacingError
from tests.support.vivo import Vivo


def test_an_office_that_does_not_exchange_has_none(com_contas: Vivo, tmp_path: Path) -> None:
    assert is_sem_senha(com_contas.app)
    with pytest.raises(UserFacingError, match=r"rede\.sem_troca"):
        exportar_troca(com_contas.app, tmp_path / "chave-troca.cofre", None, None)
    assert list(tmp_path.glob("chave-troca*")) == []
