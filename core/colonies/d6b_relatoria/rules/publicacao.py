"""What of a report everybody may read: pure, deterministic, versioned (``relato-1``).

Persons that a report names are taken out of its public words; a denylist term or a pattern of
personal data holds the words back until a person approves. Source: design.md 4; Apêndice B D-6b.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from core.base.texto.cleaning import clean
from core.base.texto.denylist import Denylist
from core.base.texto.people import without_people
from core.base.texto.suspicion import judge
from core.colonies.d6b_relatoria.rules.relato import CAMPOS
from core.kernel.event import Payload

VERSAO: Final = "relato-1"
MAX_SHORT: Final = 300
ERASED: Final = "O texto desta atualização foi eliminado."
HELD: Final = frozenset({"descricao_sanitizada"})
"""Public fields that quote the report, sealed restricted while it is suspect."""

_AUTOMATIC: Final = "transcricao_automatica"


@dataclass(frozen=True, slots=True)
class Escrita:
    """A report as registered; None where it was erased meanwhile."""

    tipo: str
    texto: str | None
    campos: Mapping[str, Any] | None
    sugestao: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Publicavel:
    """A report's public form: contract version, payload fields, what to seal restricted."""

    versao: str
    campos: Payload
    restrito: frozenset[str]

    @property
    def publica(self) -> str | None:
        """The words that are public at once, None while they are held."""
        return None if self.restrito else str(self.campos["descricao_sanitizada"])


def publishable(escrita: Escrita, denylist: Denylist) -> Publicavel:
    """The public form of a report.

    Args:
        escrita: as the councillor or a clerk wrote it.
        denylist: terms as last told.
    """
    given = {k: v for k, v in (escrita.campos or {}).items() if isinstance(v, str)}
    named = [given[name] for name, field in _fields(escrita.tipo) if field.sight == "pessoa"
             and name in given]  # fmt: skip
    text = ERASED if escrita.texto is None else clean(escrita.texto).texto
    words = without_people(text, named)
    shown = {
        name: given[name] if field.kind != "texto" else without_people(given[name], named)
        for name, field in _fields(escrita.tipo)
        if name in given and field.sight == "publico"
    }
    suspicion = judge(denylist, text, *given.values())
    is_automatic = bool((escrita.sugestao or {}).get(_AUTOMATIC))
    payload: Payload = {
        "descricao_sanitizada": words,
        "texto_estruturado": structured(escrita.tipo, given, text),
        "origem_estruturacao": _origin(escrita, given),
        "campos_estruturados": shown,
    }
    versao = "1.1.0" if is_automatic else "1.0.0"
    if is_automatic:
        payload["transcricao_automatica"] = True
    if suspicion.conteudo_suspeito:
        versao = "1.2.0"
        payload["conteudo_suspeito"] = True
        payload["termos_suspeitos"] = [term[:MAX_SHORT] for term in suspicion.termos]
        # What is no free text cannot be suspect, and a deadline must be known.
        payload["campos_estruturados"] = {
            name: value
            for name, value in shown.items()
            if CAMPOS[escrita.tipo][name].kind != "texto"
        }
    return Publicavel(versao, payload, HELD if suspicion.conteudo_suspeito else frozenset())


def structured(tipo: str, campos: Mapping[str, str], texto: str) -> str:
    """The whole report in one form for all of its kind, persons and files included; restricted."""
    said = "; ".join(f"{name}: {campos[name]}" for name in CAMPOS.get(tipo, {}) if name in campos)
    return f"[{tipo}] {said}. {texto}" if said else f"[{tipo}] {texto}"


def _fields(tipo: str) -> list[tuple[str, Any]]:
    return list(CAMPOS.get(tipo, {}).items())


def _origin(escrita: Escrita, given: Mapping[str, str]) -> str:
    """Who put the report into fields: a person alone, a suggestion confirmed, or one mended."""
    suggested = escrita.sugestao
    if suggested is None or "campos" not in suggested:
        return "manual"
    is_same = suggested.get("tipo") == escrita.tipo and suggested["campos"] == given
    return "sugestao_confirmada" if is_same else "sugestao_editada"
