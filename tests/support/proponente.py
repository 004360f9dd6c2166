"""Versions of a network that answer as a test wants."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.services.entrada_rede import ChaveRaiz
from app.services.versao_rede import ChaveMostrada, Pedida, Proposta, VersaoGravada

PROPOSED = Proposta(
    versao=5,
    impressao="T5EJ-UYGO-BX2N-7CKA-LW4P-D3ZR-MV",
    faltam=1,
    mudancas=("cada versão seguinte precisa de 2 de 2 assinaturas (agora 1 de 1)",),
    arquivo=b"versao",
    adotada=False,
)


class FakeProponente:
    """Remembers what it was asked for; ``fault`` is raised by the next call."""

    def __init__(self) -> None:
        self.found = PROPOSED
        self.asked: list[tuple[Any, ...]] = []
        self.fault: Exception | None = None

    def chave(self, raiz: ChaveRaiz, /) -> ChaveMostrada:
        self._take("chave", raiz)
        return ChaveMostrada("ab" * 32, PROPOSED.impressao)

    def propor(self, pedida: Pedida, pasta: Path, raiz: ChaveRaiz, /) -> VersaoGravada:
        return self._written(pasta, "propor", pedida, pasta, raiz)

    def propor_entrada(
        self, arquivo: Path, impressao: str, pasta: Path, raiz: ChaveRaiz, /
    ) -> VersaoGravada:
        return self._written(pasta, "propor_entrada", arquivo, impressao, pasta, raiz)

    def ler(self, arquivo: Path, /) -> Proposta:
        self._take("ler", arquivo)
        return self.found

    def assinar(
        self, versao: bytes, impressao: str, pasta: Path, raiz: ChaveRaiz, /
    ) -> VersaoGravada:
        return self._written(pasta, "assinar", versao, impressao, pasta, raiz)

    def _written(self, pasta: Path, *asked: Any) -> VersaoGravada:
        self._take(*asked)
        return VersaoGravada(pasta / "civico_5.versao", self.found)

    def _take(self, *asked: Any) -> None:
        if self.fault is not None:
            raise self.fault
        self.asked.append(asked)
