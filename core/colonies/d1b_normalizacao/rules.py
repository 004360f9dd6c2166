"""From a resident's words to the clean form: pure, deterministic, versioned (G-041).

Nothing is guessed and nothing is looked up. Source: Apêndice B D-1b; design.md 4 (what is sealed
restricted from the start); the heuristics are described in this colony's README.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from core.base.territorio.distancia import BRASIL, Ponto
from core.base.texto.cleaning import clean
from core.base.texto.denylist import Denylist
from core.base.texto.entities import Entidades, extract
from core.base.texto.language import guess
from core.base.texto.suspicion import judge
from core.base.texto.title import title_of
from core.base.texto.tokens import is_content, words

VERSAO_CONFIANCA: Final = "confianca-1"
MAX_DESCRIPTION: Final = 50_000
MAX_SHORT: Final = 300
ENOUGH_WORDS: Final = 3

# Where there are no words: text alone is normalised here, media are described elsewhere.
UNTITLED: Final = {
    "texto": "Demanda sem texto",
    "imagem": "Imagem enviada sem texto",
    "audio": "Áudio enviado sem texto",
}

SEALABLE: Final = frozenset(
    {"titulo", "descricao_limpa", "entidades_extraidas", "midias_descritas"}
)
"""Public fields that quote the resident."""


@dataclass(frozen=True, slots=True)
class Bruta:
    """A demand as it came in.

    Args:
        texto: None where it was erased.
        publica_texto: the resident agreed to its publication.
        midias: how many came with it.
        ponto: the place, None where only a unit was picked.
    """

    texto: str | None
    publica_texto: bool
    tipo_midia: str
    midias: int
    ponto: Ponto | None


@dataclass(frozen=True, slots=True)
class Normalizada:
    """The clean form. ``restrito`` names the public fields to seal restricted this time."""

    titulo: str
    descricao_limpa: str
    entidades: Entidades
    termos_suspeitos: tuple[str, ...]
    confianca: float
    idioma: str | None
    ponto: Ponto | None
    restrito: frozenset[str]

    @property
    def conteudo_suspeito(self) -> bool:
        """A moderator has to look first."""
        return bool(self.termos_suspeitos)


def normalise(bruta: Bruta, denylist: Denylist) -> Normalizada:
    """The clean form of a demand's text, and whether it may be shown.

    Args:
        bruta: what came in.
        denylist: terms as last told.
    """
    description = clean(bruta.texto or "").texto[:MAX_DESCRIPTION]
    title = title_of(description) or UNTITLED.get(bruta.tipo_midia, UNTITLED["texto"])
    entities = _short(extract(description))
    language = guess(description)
    point = bruta.ponto if bruta.ponto is not None and BRASIL.contem(bruta.ponto) else None
    suspicion = judge(denylist, title, description)
    is_sealed = suspicion.conteudo_suspeito or not bruta.publica_texto
    return Normalizada(
        titulo=title,
        descricao_limpa=description,
        entidades=entities,
        termos_suspeitos=tuple(term[:MAX_SHORT] for term in suspicion.termos),
        confianca=confidence(description, entities, language, point, bruta.midias),
        idioma=language,
        ponto=point,
        restrito=SEALABLE if is_sealed else frozenset(),
    )


def confidence(
    description: str, entities: Entidades, language: str | None, point: Ponto | None, media: int
) -> float:
    """Fields present of those expected, to two places (``confianca-1``).

    Expected: a description, at least three words that say something, Portuguese, a point, an
    address or CEP in the text, and a description of the media where there are any (there is none
    here).
    """
    present = [
        bool(description),
        sum(is_content(word) for word in words(description)) >= ENOUGH_WORDS,
        language == "pt",
        point is not None,
        bool(entities),
    ]
    expected = len(present) + (1 if media else 0)
    return round(sum(present) / expected, 2)


def _short(entities: Entidades) -> Entidades:
    """The entities within the contract's limits; a name of absurd length is none."""
    kept: Entidades = {}
    if len(entities.get("endereco", "")) <= MAX_SHORT:
        kept = entities
    elif "cep" in entities:
        kept["cep"] = entities["cep"]
    return kept
