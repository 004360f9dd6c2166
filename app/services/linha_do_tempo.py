"""The public timeline of a demand: every event that speaks of it, in plain words.

Public parts only, whoever asks. Templates stand in one file that a translator can take. What a
moderator holds back or removes is quoted nowhere (peers.md 7). Source: Apêndice B D-7; design.md 4.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.services.categorias import category_name
from app.services.leitura import Leitor
from app.services.mensagens import placeholders
from core.base.protocolo import looks_like_protocol
from core.base.taxonomia.taxonomy import Taxonomy
from core.colonies.d1a_captura.queries import find_demanda
from core.colonies.geo_territorio.queries import read_unit
from core.kernel.errors import UserFacingError
from core.kernel.observability import log_queries
from core.kernel.observability.log_queries import LogFilter, StoredEvent
from core.kernel.parts import KERNEL_PARTS

MIN_DIGITS: Final = 8
ABSENT: Final = "ausente"
PRESENT: Final = "presente"
_PUBLIC: Final = "publica."
_CORE: Final = "publica.nucleo"
_HELD_BACK: Final = frozenset({"bloqueado", "removido"})
_HEX: Final = re.compile(r"[0-9a-f]+")


@dataclass(frozen=True, slots=True)
class Frase:
    """The template of an event type."""

    frase: str
    por: str | None
    valores: Mapping[str, str]
    mostra: bool

    def chosen(self, payload: Mapping[str, Any]) -> str:
        """The sentence for a payload, before its braces are filled."""
        if self.por is None:
            return self.frase
        value = payload.get(self.por)
        if value in {None, ""}:
            return self.valores.get(ABSENT, self.frase)
        return self.valores.get(str(value)) or self.valores.get(PRESENT, self.frase)


class Frases:
    """All templates of one language.

    Args:
        toml_text: the contents of the file.

    Raises:
        ValueError: no TOML, an unknown key, or a placeholder that is no plain name.
    """

    def __init__(self, toml_text: str) -> None:
        self._by_type: dict[str, Frase] = {}
        for tipo, table in tomllib.loads(toml_text).items():
            unknown = table.keys() - {"frase", "por", "valores", "mostra"}
            if unknown or "frase" not in table:
                raise ValueError(f"{tipo}: {sorted(unknown)}")
            values = table.get("valores", {})
            for sentence in (table["frase"], *values.values()):
                placeholders(sentence)
            self._by_type[tipo] = Frase(
                table["frase"], table.get("por"), values, table.get("mostra", True)
            )

    @property
    def tipos(self) -> frozenset[str]:
        """Types that have a template."""
        return frozenset(self._by_type)

    def of(self, tipo: str) -> Frase:
        """The template of a type; one of an unknown type names it."""
        return self._by_type.get(tipo) or Frase(f"Registro novo ({tipo}).", None, {}, True)


@dataclass(frozen=True, slots=True)
class Entrada:
    """One line. ``publico`` holds the event's public fields, for programs."""

    numero: int
    event_id: str
    carimbo: str
    tipo: str
    quando_ms: int
    frase: str
    publico: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LinhaDoTempo:
    """A demand's events, oldest first; ``titulo`` is None where none is public."""

    demanda_id: str
    titulo: str | None
    entradas: tuple[Entrada, ...]


@dataclass(frozen=True, slots=True)
class _Public:
    stored: StoredEvent
    core: Mapping[str, Any]
    text: Mapping[str, Any]

    @property
    def payload(self) -> Mapping[str, Any]:
        return {**self.text, **self.core}


def find_demand_id(leitor: Leitor, quem: str) -> str:
    """A demand by its protocol number, its id, or at least the first eight characters of it.

    Raises:
        UserFacingError: ``busca.nada_encontrado``, ``busca.curta``, ``captura.nao_encontrada``,
            ``protocolo.*``.
    """
    typed = quem.strip().lower()
    if looks_like_protocol(typed):
        with leitor.ler() as (cursor, dialect):
            return find_demanda(cursor, dialect, typed).demanda_id
    digits = typed.replace("-", "")
    if _HEX.fullmatch(digits) is None or len(digits) > 32:
        raise UserFacingError("busca.nada_encontrado", texto=quem.strip()[:64])
    if len(digits) < MIN_DIGITS:
        raise UserFacingError("busca.curta")
    with leitor.ler() as (cursor, dialect):
        found = log_queries.find_subject(cursor, dialect, digits[: len(digits) // 2 * 2])
    if found is None:
        raise UserFacingError("busca.nada_encontrado", texto=quem.strip()[:64])
    return found


class LinhaDoTempoService:
    """Over one office.

    Args:
        leitor: reads.
        frases: the templates.
        taxonomia: for the names of categories.
    """

    def __init__(self, leitor: Leitor, frases: Frases, taxonomia: Callable[[], Taxonomy]) -> None:
        self._leitor = leitor
        self._frases = frases
        self._taxonomia = taxonomia

    def ler(self, quem: str) -> LinhaDoTempo:
        """The timeline of a demand; faults as ``find_demand_id``."""
        demanda_id = find_demand_id(self._leitor, quem)
        with self._leitor.ler() as (cursor, dialect):
            ids = log_queries.list_ids(cursor, dialect, LogFilter(assunto=demanda_id))
            found = [log_queries.stored_event(cursor, dialect, number) for number in ids]
            events = _without_hidden([_public(one) for one in found if one is not None])
            units = {
                unit: None if (read := read_unit(cursor, dialect, unit)) is None else read.nome
                for unit in sorted(_units(events))
            }
        shown = [event for event in events if self._frases.of(event.stored.row.tipo).mostra]
        return LinhaDoTempo(
            demanda_id, _title(events), tuple(self._line(event, units) for event in shown)
        )

    def _line(self, event: _Public, units: Mapping[str, str | None]) -> Entrada:
        row = event.stored.row
        template = self._frases.of(row.tipo).chosen(event.payload)
        wanted = placeholders(template)
        words = {name: self._word(name, event.payload, units) for name in wanted}
        return Entrada(
            numero=row.sequence_number,
            event_id=row.event_id,
            carimbo=row.event_hash,
            tipo=row.tipo,
            quando_ms=row.timestamp_ms,
            frase=template.format_map(words),
            publico=event.payload,
        )

    def _word(self, name: str, payload: Mapping[str, Any], units: Mapping[str, str | None]) -> str:
        """What stands in a template's braces."""
        if name == "categoria":
            return category_name(self._taxonomia(), payload.get("categoria_id")) or "–"
        if name == "unidade":
            unit = payload.get("unidade_civica_id")
            return "–" if unit is None else units.get(unit) or f"unidade {unit[:8]}"
        if name == "confianca":
            return f"{int(round(payload.get('confianca_categorizacao', 0) * 100, 4))} %"
        value = payload.get(name)
        if isinstance(value, float):
            return f"{value:g}".replace(".", ",")
        if isinstance(value, list):
            return ", ".join(map(str, value))
        return "–" if value is None else " ".join(str(value).split())


def _public(stored: StoredEvent) -> _Public:
    core: dict[str, Any] = {}
    text: dict[str, Any] = {}
    for part in stored.partes:
        if not part.nome.startswith(_PUBLIC) or part.nome in KERNEL_PARTS:
            continue
        content = json.loads(part.conteudo)
        (core if part.nome == _CORE else text).update(content)
    return _Public(stored, core, text)


def _without_hidden(events: Sequence[_Public]) -> list[_Public]:
    """The events; where the last word of a moderator holds the text back, without any text."""
    verdict: str | None = None
    for event in events:
        if event.stored.row.tipo != "moderacao.decidida":
            continue
        if event.core.get("tipo") == "texto" or event.core.get("remover_texto_demanda"):
            verdict = event.core.get("decisao")
    if verdict not in _HELD_BACK:
        return list(events)
    return [_Public(event.stored, event.core, {}) for event in events]


def _title(events: Sequence[_Public]) -> str | None:
    """The newest public title, that which an approval released included."""
    for event in reversed(events):
        released = event.text.get("texto_liberado") or {}
        title = event.text.get("titulo") or released.get("titulo")
        if title and event.stored.row.tipo in {"demanda.normalizada", "moderacao.decidida"}:
            return str(title)
    return None


def _units(events: Sequence[_Public]) -> set[str]:
    found = {event.core.get("unidade_civica_id") for event in events}
    return {unit for unit in found if isinstance(unit, str)}
