"""Who may propose and sign versions of the network."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.services.entrada_rede import ChaveRaiz
from app.services.versao_rede import Pedida, VersaoService
from core.kernel.errors import UserFacingError
from tests.app.services.test_entrada_rede import as_role
from tests.support.proponente import PROPOSED, FakeProponente

HERE = Path("pendrive")
ACTS: tuple[Callable[[VersaoService], Any], ...] = (
    lambda service: service.chave(ChaveRaiz()),
    lambda service: service.propor(Pedida(limiar=2), HERE, ChaveRaiz()),
    lambda service: service.propor_entrada(HERE / "a.entrada", "XXXX", HERE, ChaveRaiz()),
    lambda service: service.assinar(b"versao", "XXXX", HERE, ChaveRaiz()),
)


@pytest.mark.parametrize("act", ACTS)
def test_only_the_operator_touches_root_keys(act: Callable[[VersaoService], Any]) -> None:
    for papel in ("atendente", "moderador", "conselheiro", "auditor"):
        proponente = FakeProponente()
        with pytest.raises(UserFacingError, match=r"conta\.sem_permissao"):
            act(VersaoService(proponente, as_role(papel)))
        assert proponente.asked == []
    proponente = FakeProponente()
    act(VersaoService(proponente, as_role("operador")))
    assert len(proponente.asked) == 1


def test_anybody_may_read_what_a_version_changes() -> None:
    proponente = FakeProponente()
    assert VersaoService(proponente, as_role("auditor")).ler(HERE / "a.versao") == PROPOSED
