"""Who exchanges with this office, what was taken there, and taking it: values, rules and the port.

What another office has is learnt from its signed receipts alone, never from what was exported.
No Qt, no SQL. Source: issue "Signed bundles", Sincronização; sync.md 2.7 (last seen), 2.8.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Protocol

from app.services.escrita import Ator
from app.services.permissoes import Ato
from app.services.progresso import Progress, ignore_progress

Passo = Literal["criar_rede", "sozinho", "pronto"]

BYTES_POR_EVENTO: Final = 330
"""What an event weighs in a bundle, compressed, its public parts included (measured)."""
SUMIDO_DIAS: Final = 30
"""Without anything from an office for longer than this, the screen warns (sync.md 2.7, Freeze)."""


@dataclass(frozen=True, slots=True)
class Vizinho:
    """An office of the network, as its document and what we hold tell it.

    Args:
        no: 32 hex.
        nome: what the document calls it; may be empty.
        impressao_registro: fingerprint of its log key.
        impressao_troca: of its transport key; None where it does not exchange yet.
        custodia: ``*`` or identifiers of the units that it keeps.
        eventos: events of its feeds that are here.
        visto_ms: claimed moment of the newest of them; None where there is none.
        tem: of our own events, how many its newest receipt acknowledges; None without a receipt.
    """

    no: str
    nome: str
    is_este: bool
    impressao_registro: str
    impressao_troca: str | None
    custodia: tuple[str, ...]
    eventos: int
    visto_ms: int | None
    tem: int | None

    @property
    def troca(self) -> bool:
        """Whether bundles can be made for it."""
        return self.impressao_troca is not None

    def falta(self, nossos: int) -> int:
        """How many of our own events it has not acknowledged."""
        return max(0, nossos - (self.tem or 0))


@dataclass(frozen=True, slots=True)
class Situacao:
    """The network as this office has it.

    Args:
        raizes: fingerprints of the root keys.
        limiar: how many of them have to sign.
        vizinhos: every office, this one first.
        eventos: events of our own feeds.
        assinados: of these, under a signed note; only these travel.
        pede_senha: exporting asks for the password of the keys.
        criticos: events here that decisions depend on and this program does not know; while there
            is one, it decides nothing.
    """

    rede: str
    versao: int
    raizes: tuple[str, ...]
    limiar: int
    vizinhos: tuple[Vizinho, ...]
    eventos: int
    assinados: int
    is_demo: bool
    pede_senha: bool
    criticos: int = 0

    @property
    def este(self) -> Vizinho:
        """This office."""
        return self.vizinhos[0]

    @property
    def passo(self) -> Passo:
        """What is to be done next, where there is something."""
        if not self.este.troca:
            return "criar_rede"
        return "pronto" if len(self.vizinhos) > 1 else "sozinho"


@dataclass(frozen=True, slots=True)
class PacoteExportado:
    """A bundle that was taken out, read again and found right.

    Args:
        para: nodes that it was for; none: for anybody.
        restrito: name of the second file; empty without one.
        is_anotado: this computer's history took it down.
    """

    quando_ms: int
    arquivo: str
    sha256: str
    tamanho: int
    eventos: int
    para: tuple[str, ...]
    is_completo: bool
    restrito: str
    is_anotado: bool = True


@dataclass(frozen=True, slots=True)
class Desejo:
    """What is to be exported.

    Args:
        pasta: where to.
        para: nodes; none: for anybody.
        pedido: the reader's request file; None exports everything.
        restrito: also the second file, encrypted to the readers.
        senha: opens the keys; None where they are open.
    """

    pasta: Path
    para: tuple[str, ...] = ()
    pedido: Path | None = None
    restrito: bool = False
    senha: bytes | None = None


@dataclass(frozen=True, slots=True)
class Estimativa:
    """About how much an export would be.

    Args:
        eventos: how many travel.
        tamanho: bytes, roughly.
        livre: bytes that are free where it would go; None where the place cannot be asked.
        para: node that the request is from; None without one.
    """

    eventos: int
    tamanho: int
    livre: int | None
    para: str | None

    @property
    def cabe(self) -> bool:
        """Whether there seems to be room."""
        return self.livre is None or self.livre > self.tamanho


class Trocador(Protocol):
    """Exports and tells; implemented by the composition root over network, store and keys."""

    def situacao(self) -> Situacao:
        """The network as it stands now."""

    def estimar(self, desejo: Desejo, /) -> Estimativa:
        """Look, without reading every event.

        Raises:
            UserFacingError: ``pedido.*``, ``pacote.nada_assinado``.
            EnvironmentFault: ``pacote.nao_lido``.
        """

    def exportar(self, desejo: Desejo, progress: Progress, /) -> PacoteExportado:
        """Sign what is owed, write, read again; nothing is left where it fails or is stopped."""

    def pedido(self, pasta: Path, senha: bytes | None, /) -> Path:
        """Write the request file: what this office has."""

    def historico(self) -> Sequence[PacoteExportado]:
        """What was exported from this computer, newest first."""


class SincronizacaoService:
    """Over one office.

    Args:
        trocador: does it.
        quem: who acts; refuses whoever may not.
    """

    def __init__(self, trocador: Trocador, quem: Callable[[Ato], Ator]) -> None:
        self._trocador = trocador
        self._quem = quem

    def situacao(self) -> Situacao:
        """See ``Trocador.situacao``."""
        return self._trocador.situacao()

    def historico(self) -> Sequence[PacoteExportado]:
        """See ``Trocador.historico``."""
        return self._trocador.historico()

    def estimar(self, desejo: Desejo) -> Estimativa:
        """See ``Trocador.estimar``."""
        return self._trocador.estimar(desejo)

    def exportar(self, desejo: Desejo, progress: Progress = ignore_progress) -> PacoteExportado:
        """See ``Trocador.exportar``; per cent of the whole is told.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``pacote.*``, ``rede.*``, ``chaves.*``.
            EnvironmentFault: the stick is full or gone.
            IntegrityFault: ``pacote.registro_divergente``, ``pacote.nao_confere``.
            Cancelled: nothing is left.
        """
        self._quem(Ato.EXPORTAR)
        return self._trocador.exportar(desejo, progress)

    def gravar_pedido(self, pasta: Path, senha: bytes | None) -> Path:
        """Write the request file that another office exports by.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``rede.*``, ``chaves.*``.
            EnvironmentFault: ``arquivo.recusado``, ``pacote.pasta_recusada``.
        """
        self._quem(Ato.EXPORTAR)
        return self._trocador.pedido(pasta, senha)
