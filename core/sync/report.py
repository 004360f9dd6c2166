"""What the verification of a bundle found: values only, the same as any other verifier's (8.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from core.sync.limits import MAX_FINDINGS
from core.sync.manifest import Manifest
from core.sync.reasons import CLASSES

FORMAT: Final = "civico/relatorio-pacote/v1"
ACCEPTED: Final = "aceito"
PARTLY: Final = "aceito_em_parte"
REFUSED: Final = "recusado"
EXIT_OK: Final = 0
EXIT_REFUSED: Final = 4

Sentence = Callable[[str], str]
"""Reason code -> its sentence."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something without effect, or dropped, or proven against an author."""

    codigo: str
    no: str | None = None
    epoca: int | None = None
    seq: int | None = None
    event_hash: str | None = None
    onde: str | None = None


@dataclass(slots=True)
class FeedReport:
    """What was found of one feed; ``motivo`` is the code that refused it."""

    no: str
    epoca: int
    de: int
    ate: int
    raiz: str | None = None
    motivo: str | None = None
    eventos: int = 0
    folhas_invalidas: int = 0
    alem_do_selo: int = 0
    partes: int = 0
    partes_descartadas: int = 0


@dataclass(slots=True)
class BundleReport:
    """The whole finding.

    Args:
        sha256: of the file.
        tamanho: of the file.
        motivo: code that refused everything.
        onde: entry that was being looked at then.
        manifesto: once its signature held.
        raizes: fingerprints of the genesis roots.
    """

    sha256: str
    tamanho: int
    motivo: str | None = None
    onde: str | None = None
    manifesto: Manifest | None = None
    raizes: tuple[str, ...] = ()
    feeds: list[FeedReport] = field(default_factory=list)
    tipos: Counter[str] = field(default_factory=Counter)
    anexos_aceitos: int = 0
    anexos_descartados: int = 0
    evidencias_validas: int = 0
    evidencias_invalidas: int = 0
    achados: list[Finding] = field(default_factory=list)

    @property
    def veredito(self) -> str:
        """``aceito``, ``aceito_em_parte`` or ``recusado``."""
        if self.motivo is not None:
            return REFUSED
        return PARTLY if any(feed.motivo for feed in self.feeds) else ACCEPTED

    @property
    def saida(self) -> int:
        """The exit code that goes with the verdict."""
        return EXIT_OK if self.veredito == ACCEPTED else EXIT_REFUSED

    def refuse(self, codigo: str, onde: str | None) -> None:
        """Nothing of the file counts."""
        self.motivo, self.onde = codigo, onde
        self.feeds, self.achados, self.tipos = [], [], Counter()
        self.anexos_aceitos = self.anexos_descartados = 0
        self.evidencias_validas = self.evidencias_invalidas = 0

    def add(self, finding: Finding) -> None:
        """Name a finding, while there is room."""
        if len(self.achados) < MAX_FINDINGS:
            self.achados.append(finding)

    def value(self, sentence: Sentence) -> dict[str, Any]:
        """The report as JSON, in the shape that every verifier gives."""
        return {
            "formato": FORMAT,
            "veredito": self.veredito,
            "saida": self.saida,
            "arquivo": {"sha256": self.sha256, "tamanho": self.tamanho},
            "motivo": None
            if self.motivo is None
            else {**_reason(self.motivo, sentence), "onde": self.onde},
            "manifesto": None if self.manifesto is None else _manifest(self.manifesto),
            "raizes": list(self.raizes),
            "feeds": [_feed(feed, sentence) for feed in self.feeds],
            "tipos": dict(sorted(self.tipos.items())),
            "anexos": {"aceitos": self.anexos_aceitos, "descartados": self.anexos_descartados},
            "evidencias": {
                "validas": self.evidencias_validas,
                "invalidas": self.evidencias_invalidas,
            },
            "achados": [_finding(item, sentence) for item in self.achados],
        }


def _reason(codigo: str, sentence: Sentence) -> dict[str, Any]:
    return {"codigo": codigo, "classe": CLASSES[codigo], "frase": sentence(codigo)}


def _manifest(manifest: Manifest) -> dict[str, Any]:
    return {
        "classe": manifest.classe,
        "criado_em": manifest.criado_em,
        "demonstracao": manifest.demonstracao,
        "destinatarios": list(manifest.destinatarios),
        "modo": manifest.modo,
        "no": manifest.no,
        "programa": manifest.programa,
        "rede": manifest.rede,
        "rede_versao": manifest.rede_versao,
    }


def _feed(feed: FeedReport, sentence: Sentence) -> dict[str, Any]:
    is_refused = feed.motivo is not None
    return {
        "no": feed.no,
        "epoca": feed.epoca,
        "de": feed.de,
        "ate": feed.ate,
        "raiz": feed.raiz,
        "veredito": REFUSED if is_refused else ACCEPTED,
        "motivo": None if feed.motivo is None else _reason(feed.motivo, sentence),
        "eventos": 0 if is_refused else feed.eventos,
        "folhas_invalidas": 0 if is_refused else feed.folhas_invalidas,
        "alem_do_selo": 0 if is_refused else feed.alem_do_selo,
        "partes": 0 if is_refused else feed.partes,
        "partes_descartadas": 0 if is_refused else feed.partes_descartadas,
    }


def _finding(item: Finding, sentence: Sentence) -> dict[str, Any]:
    return {
        **_reason(item.codigo, sentence),
        "no": item.no,
        "epoca": item.epoca,
        "seq": item.seq,
        "event_hash": item.event_hash,
        "onde": item.onde,
    }
