"""Versions of the network document that several holders of root keys sign: values, rules and the port.

One proposes, the file goes round on a stick, each of the others reads what it changes, compares the
fingerprint and signs; with the last signature it counts. No Qt, no SQL. Source: sync.md 2.7;
FORMATO.md 13.4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.services.entrada_rede import ChaveRaiz
from app.services.escrita import Ator
from app.services.permissoes import Ato


@dataclass(frozen=True, slots=True)
class Pedida:
    """What is to be changed.

    Args:
        raizes: root public keys to be listed beside those of now, 64 hex.
        limiar: how many have to sign from then on; None leaves it.
        entrada: an office's request to be let in; None for none.
        impressao: of that request, as it was read aloud.
    """

    raizes: Sequence[str] = ()
    limiar: int | None = None
    entrada: bytes | None = None
    impressao: str = ""


@dataclass(frozen=True, slots=True)
class Proposta:
    """A version on its way.

    Args:
        impressao: of the document, for two people to compare.
        faltam: signatures that are missing.
        mudancas: what it changes, in sentences.
        arquivo: the file's bytes.
        adotada: this office works by it now.
        passo: of an entry that takes several versions, which one this is.
        passos: how many it takes; 1 for anything else.
    """

    versao: int
    impressao: str
    faltam: int
    mudancas: tuple[str, ...]
    arquivo: bytes
    adotada: bool
    passo: int = 1
    passos: int = 1


@dataclass(frozen=True, slots=True)
class VersaoGravada:
    """A version whose file was written."""

    arquivo: Path
    proposta: Proposta


@dataclass(frozen=True, slots=True)
class ChaveMostrada:
    """The public side of a root key: 64 hex, and its fingerprint."""

    chave: str
    impressao: str


class Proponente(Protocol):
    """Makes, reads and signs versions; implemented by the composition root over network and keys."""

    def chave(self, raiz: ChaveRaiz, /) -> ChaveMostrada:
        """The public side of a root key's file."""

    def propor(self, pedida: Pedida, pasta: Path, raiz: ChaveRaiz, /) -> VersaoGravada:
        """Make the next version, sign it first and write the file."""

    def propor_entrada(
        self, arquivo: Path, impressao: str, pasta: Path, raiz: ChaveRaiz, /
    ) -> VersaoGravada:
        """As ``propor``, for the office whose request this is."""

    def ler(self, arquivo: Path, /) -> Proposta:
        """Look at a proposed version; nothing is written."""

    def assinar(
        self, versao: bytes, impressao: str, pasta: Path, raiz: ChaveRaiz, /
    ) -> VersaoGravada:
        """Sign what was looked at, write the file, and work by it once it counts."""


class VersaoService:
    """Over one office.

    Args:
        proponente: does it.
        quem: who acts; refuses whoever may not.
    """

    def __init__(self, proponente: Proponente, quem: Callable[[Ato], Ator]) -> None:
        self._proponente = proponente
        self._quem = quem

    def chave(self, raiz: ChaveRaiz) -> ChaveMostrada:
        """What is told to whoever is to list this key; nothing of it is secret.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``chave_raiz.*``, ``chaves.senha_errada``.
        """
        self._quem(Ato.ESCRITORIO)
        return self._proponente.chave(raiz)

    def propor(self, pedida: Pedida, pasta: Path, raiz: ChaveRaiz) -> VersaoGravada:
        """Propose who signs from now on.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``versao.*``, ``rede.*``, ``chave_raiz.*``.
            EnvironmentFault: a file cannot be read or written. Nothing was signed.
        """
        self._quem(Ato.ESCRITORIO)
        return self._proponente.propor(pedida, pasta, raiz)

    def propor_entrada(
        self, arquivo: Path, impressao: str, pasta: Path, raiz: ChaveRaiz
    ) -> VersaoGravada:
        """Propose that an office comes in, whose fingerprint was heard and typed.

        Raises:
            UserFacingError: as ``propor``; ``entrada.*``, ``rede.impressao_diferente``.
            IntegrityFault: ``entrada.*``.
            EnvironmentFault: as ``propor``.
        """
        self._quem(Ato.ESCRITORIO)
        return self._proponente.propor_entrada(arquivo, impressao, pasta, raiz)

    def ler(self, arquivo: Path) -> Proposta:
        """See ``Proponente.ler``.

        Raises:
            IntegrityFault: ``versao.*``, ``rede.*``.
            EnvironmentFault: ``pacote.nao_lido``.
        """
        return self._proponente.ler(arquivo)

    def assinar(self, versao: bytes, impressao: str, pasta: Path, raiz: ChaveRaiz) -> VersaoGravada:
        """Sign what was read and compared, or take over what is signed by all who must.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``rede.*``, ``chave_raiz.*``.
            IntegrityFault: ``versao.*``, ``rede.*``.
            EnvironmentFault: a file cannot be written.
        """
        self._quem(Ato.ESCRITORIO)
        return self._proponente.assinar(versao, impressao, pasta, raiz)
