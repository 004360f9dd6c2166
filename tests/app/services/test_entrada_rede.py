"""Who may bring offices into a network, and what is decided before the office closes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.services.entrada_rede import ChaveRaiz, EntradaDecidida, EntradaService
from app.services.escrita import NINGUEM, Ator
from app.services.permissoes import Ato, exigir
from core.kernel.errors import UserFacingError
from tests.support.porteiro import RAW, FakePorteiro

HERE = Path("pendrive")


def as_role(papel: str) -> Callable[[Ato], Ator]:
    """Somebody of this role, refused whatever it may not do."""

    def who(ato: Ato) -> Ator:
        actor = {"conta_id": NINGUEM, "papel": papel}
        exigir(actor, ato)
        return actor

    return who


WRITES: tuple[Callable[[EntradaService], Any], ...] = (
    lambda service: service.preparar_troca(ChaveRaiz(), None),
    lambda service: service.pedir(["u-1"], HERE, None),
    lambda service: service.convidar(HERE / "a.entrada", "XXXX", HERE, ChaveRaiz()),
    lambda service: service.atualizar(RAW),
    lambda service: service.decidir(RAW, ["XXXX"], None),
)


@pytest.mark.parametrize("write", WRITES)
def test_only_the_operator_writes(write: Callable[[EntradaService], Any]) -> None:
    for papel in ("atendente", "moderador", "conselheiro", "auditor"):
        porteiro = FakePorteiro()
        with pytest.raises(UserFacingError, match=r"conta\.sem_permissao"):
            write(EntradaService(porteiro, as_role(papel)))
        assert porteiro.asked == []
    porteiro = FakePorteiro()
    write(EntradaService(porteiro, as_role("operador")))
    assert len(porteiro.asked) == 1


def test_whoever_may_not_write_may_look() -> None:
    porteiro = FakePorteiro()
    service = EntradaService(porteiro, as_role("auditor"))
    assert service.ler_pedido(HERE) == porteiro.request
    assert service.ler_convite(HERE) == (RAW, porteiro.invitation)
    assert service.atendidas() == porteiro.served


def test_joining_is_decided_only_after_everything_was_compared() -> None:
    porteiro = FakePorteiro()
    service = EntradaService(porteiro, as_role("operador"))
    porteiro.fault = UserFacingError("rede.impressao_diferente")
    with pytest.raises(UserFacingError, match=r"rede\.impressao_diferente"):
        service.decidir(RAW, ["errada"], None)
    refused = service.decidida
    porteiro.fault = None
    decided = service.decidir(RAW, ["certa"], b"senha")
    assert (refused, service.decidida) == (None, decided)
    assert decided == EntradaDecidida(RAW, ("certa",))
    assert porteiro.asked == [("conferir", RAW, ("certa",), b"senha")]
