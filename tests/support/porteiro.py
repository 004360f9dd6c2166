"""A way into a network that answers as a test wants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.services.entrada_rede import (
    ChaveRaiz,
    ConviteGravado,
    ConviteLido,
    PedidoDeEntrada,
    PedidoGravado,
)

RAW = b"convite"
REQUEST = PedidoDeEntrada(
    impressao="T5EJ-UYGO-BX2N-7CKA-LW4P-D3ZR-MV",
    nome="Regional Beira-Rio",
    no="2a960a83" * 4,
    unidades=("Beira-Rio",),
    protocolo="7QK4",
)
INVITATION = ConviteLido(
    rede="563a05a0" * 8,
    versao=4,
    escritorios=("Regional Centro", "Regional da Serra"),
    raizes=("QK7M-3FZA-2LTX-9WQP-6HDN-4RVC-SB",),
    is_entrada=True,
    novas=4,
    epoca=1,
    protocolo_atual="3MWX",
    protocolo="7QK4",
    unidades=("Beira-Rio",),
)


class FakePorteiro:
    """Remembers what it was asked for; ``fault`` is raised by the next call."""

    def __init__(self) -> None:
        self.request: PedidoDeEntrada = REQUEST
        self.invitation: ConviteLido = INVITATION
        self.served: Sequence[tuple[str, str]] = (("u-1", "Beira-Rio"), ("u-2", "Cais"))
        self.asked: list[tuple[Any, ...]] = []
        self.fault: Exception | None = None

    def preparar_troca(self, raiz: ChaveRaiz, senha: bytes | None, /) -> None:
        self._take("preparar", raiz, senha)

    def atendidas(self) -> Sequence[tuple[str, str]]:
        return self.served

    def pedir(
        self, unidades: Sequence[str], pasta: Path, senha: bytes | None, pular: int, /
    ) -> PedidoGravado:
        self._take("pedir", tuple(unidades), pasta, senha, pular)
        return PedidoGravado(pasta / "nosso.entrada", self.request)

    def ler_pedido(self, arquivo: Path, /) -> PedidoDeEntrada:
        self._take("ler_pedido", arquivo)
        return self.request

    def convidar(
        self, arquivo: Path, impressao: str, pasta: Path, raiz: ChaveRaiz, /
    ) -> ConviteGravado:
        self._take("convidar", arquivo, impressao, pasta, raiz)
        roots = self.invitation.raizes
        return ConviteGravado(pasta / "dele.convite", self.request.nome, 5, roots)

    def ler_convite(self, arquivo: Path, /) -> tuple[bytes, ConviteLido]:
        self._take("ler_convite", arquivo)
        return RAW, self.invitation

    def atualizar(self, convite: bytes, /) -> int:
        self._take("atualizar", convite)
        return self.invitation.novas

    def conferir(self, convite: bytes, impressoes: Sequence[str], senha: bytes | None, /) -> None:
        self._take("conferir", convite, tuple(impressoes), senha)

    def of_own_network(self, novas: int) -> None:
        """The invitation only brings versions of the own network."""
        self.invitation = replace(INVITATION, is_entrada=False, novas=novas)

    def _take(self, *asked: Any) -> None:
        if self.fault is not None:
            raise self.fault
        self.asked.append(asked)
