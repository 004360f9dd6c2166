"""Taking in what another office registered: rehearsed first, in words that a clerk can read.

Values, rules and the port; no Qt, no SQL. Source: issue "Signed bundles", Sincronização; sync.md 2.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Protocol

from app.services.escrita import Ator
from app.services.permissoes import Ato
from app.services.progresso import Progress, ignore_progress

Estado = Literal["importado", "em_parte", "pendente", "ja_importado", "recusado"]

DEMANDAS: Final = frozenset({"demanda.recebida"})
SORTEIOS: Final = frozenset({"conselheiro.sorteado"})
DECISOES: Final = frozenset(
    {
        "moderacao.decidida",
        "anexo.moderado",
        "anexo.removido",
        "demanda.corrigida",
        "demanda.retirada",
        "demanda.unidade_mantida",
        "demanda.concluída",
        "conselheiro.ciclo_concluído",
        "conselheiro.atribuicao_recusada",
    }
)
"""What people decided, of all that a bundle brings."""


@dataclass(frozen=True, slots=True)
class FluxoRecebido:
    """What became of one feed of the bundle.

    Args:
        nome: of the author; empty where the network does not say.
        novos: events that were not here.
        frase: why it was refused, waits, or what is odd; empty where nothing is.
        espera: from which event on it waits; None where it does not.
        falta: what it waits for, as the record names it.
    """

    no: str
    nome: str
    epoca: int
    novos: int
    frase: str
    espera: int | None
    falta: str


@dataclass(frozen=True, slots=True)
class Marcados:
    """New events that share something odd.

    Args:
        frase: what it is.
        quantos: how many.
        carimbos: the first of them, by hash.
    """

    frase: str
    quantos: int
    carimbos: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recebido:
    """An import, or its rehearsal.

    Args:
        is_ensaio: nothing was written.
        frase: why all of it was refused; empty where it was not.
        tipos: type -> new events with effect.
        com_efeito: new events that count; beside them those that do not, and why.
        fluxos: every feed.
        alarmes: what a person has to be told.
        marcados: events of which something is to be known, by what it is.
        completados: kept bundles that this one completed.
    """

    sha256: str
    is_ensaio: bool
    estado: Estado
    frase: str
    tipos: Mapping[str, int]
    com_efeito: int
    sem_efeito: int
    adiados: int
    contestados: int
    pendentes: int
    criticos: int
    fluxos: tuple[FluxoRecebido, ...]
    alarmes: tuple[str, ...]
    marcados: tuple[Marcados, ...]
    completados: int

    def quantos(self, tipos: frozenset[str]) -> int:
        """How many new events of these types have effect."""
        return sum(count for tipo, count in self.tipos.items() if tipo in tipos)

    @property
    def is_util(self) -> bool:
        """Whether importing it would change anything."""
        return self.estado not in ("recusado", "ja_importado")


@dataclass(frozen=True, slots=True)
class PacoteRecebido:
    """A bundle that came, once or more often."""

    sha256: str
    no: str
    nome: str
    estado: str
    eventos: int
    vezes: int
    primeira_ms: int
    ultima_ms: int


@dataclass(frozen=True, slots=True)
class NaQuarentena:
    """A refused file; ``guardado`` says whether its bytes are here."""

    sha256: str
    nome: str
    frase: str
    onde: str
    tamanho: int
    guardado: bool
    desde_ms: int


@dataclass(frozen=True, slots=True)
class Espera:
    """A feed of a kept bundle that waits."""

    sha256: str
    no: str
    nome: str
    epoca: int
    seq: int
    ate: int
    frase: str
    falta: str
    desde_ms: int


@dataclass(frozen=True, slots=True)
class Chegadas:
    """What came, what was refused, what waits."""

    recebidos: tuple[PacoteRecebido, ...]
    quarentena: tuple[NaQuarentena, ...]
    esperas: tuple[Espera, ...]


class Recebedor(Protocol):
    """Imports; implemented by the composition root over the importer."""

    def receber(self, arquivo: Path, progress: Progress, /, *, ensaio: bool) -> Recebido:
        """Import a file, or rehearse it."""

    def chegadas(self) -> Chegadas:
        """What came so far."""

    def liberar(self, sha256: str, progress: Progress, /) -> Recebido:
        """Verify a refused file anew; it leaves quarantine only where it is imported now."""

    def descartar(self, sha256: str, /) -> None:
        """Delete a refused file."""


class RecebimentoService:
    """Over one office.

    Args:
        recebedor: does it.
        quem: who acts; refuses whoever may not.
    """

    def __init__(self, recebedor: Recebedor, quem: Callable[[Ato], Ator]) -> None:
        self._recebedor = recebedor
        self._quem = quem

    def chegadas(self) -> Chegadas:
        """See ``Recebedor.chegadas``."""
        return self._recebedor.chegadas()

    def ensaiar(self, arquivo: Path, progress: Progress = ignore_progress) -> Recebido:
        """What importing would come to; nothing is written.

        Raises:
            UserFacingError: ``conta.sem_permissao``.
            EnvironmentFault: ``pacote.nao_lido``, the disk is full.
            Cancelled: by ``progress``.
        """
        self._quem(Ato.TROCAR)
        return self._recebedor.receber(arquivo, progress, ensaio=True)

    def importar(self, arquivo: Path, progress: Progress = ignore_progress) -> Recebido:
        """Import; all of it in one transaction, or nothing. Faults as ``ensaiar``."""
        self._quem(Ato.TROCAR)
        return self._recebedor.receber(arquivo, progress, ensaio=False)

    def liberar(self, sha256: str, progress: Progress = ignore_progress) -> Recebido:
        """See ``Recebedor.liberar``.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``quarentena.*``.
        """
        self._quem(Ato.TROCAR)
        return self._recebedor.liberar(sha256, progress)

    def descartar(self, sha256: str) -> None:
        """See ``Recebedor.descartar``; faults as ``liberar``."""
        self._quem(Ato.TROCAR)
        self._recebedor.descartar(sha256)


def primeiras(linhas: Sequence[str], quantas: int) -> list[str]:
    """The first lines, and how many more there are."""
    rest = len(linhas) - quantas
    return [*linhas[:quantas], *([f"… e mais {rest}"] if rest > 0 else [])]
