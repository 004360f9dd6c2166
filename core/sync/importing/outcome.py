"""What an import came to, as values: for programs as JSON, for people as lines elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from core.sync.importing.codes import ALL_CLASSES, PENDING
from core.sync.report import BundleReport

FORMAT: Final = "civico/importacao/v1"
IMPORTED: Final = "importado"
PARTLY: Final = "em_parte"
AGAIN: Final = "ja_importado"
REFUSED: Final = "recusado"
WAITING: Final = "pendente"
MAX_NAMED: Final = 20


@dataclass(slots=True)
class FeedOutcome:
    """What became of one feed of the bundle.

    Args:
        no: 32 hex.
        epoca: of the feed.
        de: first event carried.
        ate: end of what is carried.
        novos: events that were not held before and are now.
        motivo: why it was refused or waits, or what is odd about it; None where nothing is.
        espera_em: seq of the first event that waits.
        falta: what it waits for: a hash, or ``no/epoca/size``.
    """

    no: str
    epoca: int
    de: int
    ate: int
    novos: int = 0
    motivo: str | None = None
    espera_em: int | None = None
    falta: str | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """An event that is told of: a code, and where the event stands.

    Args:
        codigo: what is odd about it.
        no: its author, 32 hex.
        epoca: of the feed.
        seq: in the feed.
        carimbo: its hash, 64 hex.
    """

    codigo: str
    no: str
    epoca: int
    seq: int
    carimbo: str


@dataclass(slots=True)
class ImportOutcome:
    """The whole import.

    Args:
        relatorio: of the verification; None for a bundle that was imported before.
        sha256: of the file.
        ensaio: nothing was written.
        is_retry: of a kept bundle; it is not counted as having come again.
        is_sealed: it came out of an age file; what waits in it is not kept.
        estado: ``importado``, ``em_parte``, ``pendente``, ``ja_importado`` or ``recusado``.
        motivo: code that refused everything.
        estados: state of an event -> how many are new.
        tipos: type -> how many new events have effect.
        criticos: new events that this program must know before it decides.
        suspensos: how many of these are held now, earlier ones included.
        is_released: earlier ones held decisions back, and none does any more.
        revelados: events held before that have their effect only now.
        rede_versao: newest version of the network document now.
        recibo: hash of the receipt, None where none was due.
        alarmes: codes that a person has to be told.
        marcados: code -> how many new events it is said of, effect or not.
        nomeados: the first of these, at most ``MAX_NAMED`` a code.
        anexos: attachments that came and were kept.
        recusados: attachments that this office's store did not take.
        partes: parts that events lacked which were held already.
        resolvidos: SHA-256 of kept bundles that this one completed.
    """

    sha256: str
    ensaio: bool = False
    is_retry: bool = False
    is_sealed: bool = False
    relatorio: BundleReport | None = None
    estado: str = IMPORTED
    motivo: str | None = None
    feeds: list[FeedOutcome] = field(default_factory=list)
    estados: Counter[str] = field(default_factory=Counter)
    tipos: Counter[str] = field(default_factory=Counter)
    criticos: int = 0
    suspensos: int = 0
    is_released: bool = False
    revelados: int = 0
    rede_versao: int | None = None
    recibo: str | None = None
    alarmes: set[str] = field(default_factory=set)
    marcados: Counter[str] = field(default_factory=Counter)
    nomeados: list[Named] = field(default_factory=list)
    anexos: int = 0
    recusados: int = 0
    partes: int = 0
    resolvidos: list[str] = field(default_factory=list)

    def mark(self, named: Named) -> None:
        """Count what is said of an event, and name it while there is room."""
        self.marcados[named.codigo] += 1
        if self.marcados[named.codigo] <= MAX_NAMED:
            self.nomeados.append(named)

    @property
    def novos(self) -> int:
        """Events that are in the log now and were not before."""
        return sum(count for state, count in self.estados.items() if state != PENDING)

    @property
    def saida(self) -> int:
        """Exit code: 0 where nothing was refused."""
        return 4 if self.estado in (REFUSED, PARTLY) else 0

    def value(self, sentence: Callable[[str], str]) -> dict[str, Any]:
        """As JSON."""

        def reason(codigo: str | None) -> dict[str, str] | None:
            if codigo is None:
                return None
            return {"codigo": codigo, "classe": ALL_CLASSES[codigo], "frase": sentence(codigo)}

        return {
            "formato": FORMAT,
            "estado": self.estado,
            "saida": self.saida,
            "ensaio": self.ensaio,
            "sha256": self.sha256,
            "motivo": reason(self.motivo),
            "eventos": self.novos,
            "estados": dict(sorted(self.estados.items())),
            "tipos": dict(sorted(self.tipos.items())),
            "criticos_desconhecidos": self.criticos,
            "decisoes_suspensas": self.suspensos > 0,
            "feeds": [
                {
                    "no": feed.no,
                    "epoca": feed.epoca,
                    "de": feed.de,
                    "ate": feed.ate,
                    "novos": feed.novos,
                    "motivo": reason(feed.motivo),
                    "espera_em": feed.espera_em,
                    "falta": feed.falta,
                }
                for feed in self.feeds
            ],
            "rede_versao": self.rede_versao,
            "recibo": self.recibo,
            "alarmes": [reason(codigo) for codigo in sorted(self.alarmes)],
            "marcados": [
                {"motivo": reason(codigo), "eventos": count}
                for codigo, count in sorted(self.marcados.items())
            ],
            "nomeados": [
                {
                    "codigo": one.codigo,
                    "no": one.no,
                    "epoca": one.epoca,
                    "seq": one.seq,
                    "event_hash": one.carimbo,
                }
                for one in self.nomeados
            ],
            "anexos": self.anexos,
            "anexos_recusados": self.recusados,
            "partes_completadas": self.partes,
            "resolvidos": list(self.resolvidos),
            "verificacao": None if self.relatorio is None else self.relatorio.value(sentence),
        }
