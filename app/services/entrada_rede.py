"""How an office comes into a network: values, rules and the port.

Three files and two comparisons: a request, an invitation, and a fingerprint each way that people
read to each other. No Qt, no SQL. Source: sync.md 2.7; issue "Signed bundles", Sincronização.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.services.escrita import Ator
from app.services.permissoes import Ato


@dataclass(frozen=True, slots=True)
class PedidoDeEntrada:
    """What an office asks for.

    Args:
        impressao: of the request, in groups; read aloud.
        nome: what the office calls itself.
        no: 32 hex.
        unidades: what it wants in its custody, in words.
        protocolo: how its protocols are going to begin.
        is_dentro: the network lists it already.
    """

    impressao: str
    nome: str
    no: str
    unidades: tuple[str, ...]
    protocolo: str
    is_dentro: bool = False


@dataclass(frozen=True, slots=True)
class PedidoGravado:
    """A request that was written."""

    arquivo: Path
    pedido: PedidoDeEntrada


@dataclass(frozen=True, slots=True)
class ChaveRaiz:
    """The root key's file and its password.

    Args:
        arquivo: None takes the one beside the settings.
        senha: None where it has none.
    """

    arquivo: Path | None = None
    senha: bytes | None = None


@dataclass(frozen=True, slots=True)
class ConviteGravado:
    """An invitation that was written; ``raizes`` are the fingerprints to read aloud with it."""

    arquivo: Path
    nome: str
    versao: int
    raizes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConviteLido:
    """An invitation as this office finds it.

    Args:
        rede: 64 hex.
        versao: newest version of the document that it brings.
        escritorios: names of the other offices in it.
        raizes: fingerprints of the keys that signed the network's first document.
        is_entrada: this office would join; otherwise it is its own network's newer document.
        novas: versions that are new here.
        epoca: the epoch that would begin.
        protocolo_atual: how protocols begin now.
        protocolo: how they would begin.
        unidades: what this office would decide about, in words.
    """

    rede: str
    versao: int
    escritorios: tuple[str, ...]
    raizes: tuple[str, ...]
    is_entrada: bool
    novas: int
    epoca: int
    protocolo_atual: str
    protocolo: str
    unidades: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntradaDecidida:
    """A joining that is carried out once the office is closed.

    Args:
        convite: the invitation's bytes.
        impressoes: of its roots, as they were typed and compared.
    """

    convite: bytes
    impressoes: tuple[str, ...]


class Porteiro(Protocol):
    """Makes and reads the files; implemented by the composition root over network and keys."""

    def preparar_troca(self, raiz: ChaveRaiz, senha: bytes | None, /) -> None:
        """Have the root key list this office's exchange keys."""

    def atendidas(self) -> Sequence[tuple[str, str]]:
        """(id, name) of the units that this office serves."""

    def pedir(
        self, unidades: Sequence[str], pasta: Path, senha: bytes | None, pular: int, /
    ) -> PedidoGravado:
        """Sign what is owed and write the request."""

    def ler_pedido(self, arquivo: Path, /) -> PedidoDeEntrada:
        """Read somebody's request; nothing is written."""

    def convidar(
        self, arquivo: Path, impressao: str, pasta: Path, raiz: ChaveRaiz, /
    ) -> ConviteGravado:
        """Sign the office in and write its invitation."""

    def ler_convite(self, arquivo: Path, /) -> tuple[bytes, ConviteLido]:
        """Read an invitation to this office; nothing is written."""

    def atualizar(self, convite: bytes, /) -> int:
        """Take over newer versions of the own network; how many."""

    def conferir(self, convite: bytes, impressoes: Sequence[str], senha: bytes | None, /) -> None:
        """Refuse what joining would refuse; sign the end of the epoch that is left."""


class EntradaService:
    """Over one office.

    Args:
        porteiro: does it.
        quem: who acts; refuses whoever may not.
    """

    def __init__(self, porteiro: Porteiro, quem: Callable[[Ato], Ator]) -> None:
        self._porteiro = porteiro
        self._quem = quem
        self.decidida: EntradaDecidida | None = None
        """What whoever closes the office carries out before it is opened again."""

    def preparar_troca(self, raiz: ChaveRaiz, senha: bytes | None) -> None:
        """Have the root key list this office's exchange keys: from then on it exports.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``rede.*``, ``chaves.*``, ``chave_raiz.*``.
            EnvironmentFault: a file cannot be read or kept.
        """
        self._quem(Ato.ESCRITORIO)
        self._porteiro.preparar_troca(raiz, senha)

    def atendidas(self) -> Sequence[tuple[str, str]]:
        """See ``Porteiro.atendidas``."""
        return self._porteiro.atendidas()

    def pedir(
        self, unidades: Sequence[str], pasta: Path, senha: bytes | None, pular: int = 0
    ) -> PedidoGravado:
        """Write the request by which this office asks to be let in.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``entrada.*``, ``rede.*``, ``chaves.*``,
                ``convite.ja_em_rede``.
            EnvironmentFault: ``arquivo.recusado``, ``pacote.pasta_recusada``.
        """
        self._quem(Ato.ESCRITORIO)
        return self._porteiro.pedir(unidades, pasta, senha, pular)

    def ler_pedido(self, arquivo: Path) -> PedidoDeEntrada:
        """See ``Porteiro.ler_pedido``.

        Raises:
            UserFacingError: ``rede.*``, ``entrada.*``.
            IntegrityFault: ``entrada.*``: not a request, or a changed one.
            EnvironmentFault: ``pacote.nao_lido``.
        """
        return self._porteiro.ler_pedido(arquivo)

    def convidar(
        self, arquivo: Path, impressao: str, pasta: Path, raiz: ChaveRaiz
    ) -> ConviteGravado:
        """Let an office in whose fingerprint was heard and typed.

        Raises:
            UserFacingError: as ``ler_pedido``; ``conta.sem_permissao``, ``rede.mudou``,
                ``rede.impressao_diferente``, ``chave_raiz.*``.
            IntegrityFault: as ``ler_pedido``. Nothing was written.
            EnvironmentFault: a file cannot be read or written.
        """
        self._quem(Ato.ESCRITORIO)
        return self._porteiro.convidar(arquivo, impressao, pasta, raiz)

    def ler_convite(self, arquivo: Path) -> tuple[bytes, ConviteLido]:
        """The invitation's bytes, to be accepted as they were read, and what they say.

        Raises:
            UserFacingError: ``rede.demonstracao``, ``convite.*``.
            IntegrityFault: ``convite.invalido``, ``rede.*``.
            EnvironmentFault: ``pacote.nao_lido``.
        """
        return self._porteiro.ler_convite(arquivo)

    def atualizar(self, convite: bytes) -> int:
        """Take over newer versions of the own network; how many were new.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``rede.mudou``.
            IntegrityFault: ``convite.invalido``, ``rede.*``.
        """
        self._quem(Ato.ESCRITORIO)
        return self._porteiro.atualizar(convite)

    def decidir(
        self, convite: bytes, impressoes: Sequence[str], senha: bytes | None
    ) -> EntradaDecidida:
        """Decide to join: everything is compared and signed, and done once the office is closed.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``rede.*``, ``convite.*``, ``chaves.*``.
            IntegrityFault: ``convite.invalido``, ``rede.*``.
        """
        self._quem(Ato.ESCRITORIO)
        self._porteiro.conferir(convite, impressoes, senha)
        self.decidida = EntradaDecidida(convite, tuple(impressoes))
        return self.decidida
