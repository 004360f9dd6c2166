"""From a resident's words to the clean form: pure, deterministic, versioned (G-041).

Nothing is guessed and nothing is looked up. Source: Apêndice B D-1b; design.md 4 (what is sealed
restricted from the start); the heuristics are described in this colony's README.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.base.territorio.distancia import BRASIL, Ponto
from core.base.texto.cleaning import clean
from core.base.texto.denylist import Denylist
from core.base.texto.entities import Entidades, extract
from core.base.texto.language import guess
from core.base.texto.suspicion import judge
from core.base.texto.title import title_of
from core.base.texto.tokens import is_content, words

VERSAO_CONFIANCA: Final = "confianca-2"
MAX_DESCRIPTION: Final = 50_000
MAX_SHORT: Final = 300
ENOUGH_WORDS: Final = 3

UNTRANSLATED: Final = 0.5
"""What a description that stayed in English counts for."""

# Where there are no words, and no description that may be shown.
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
        midias: how many came with it that can be described.
        ponto: the place, None where only a unit was picked.
        descritas: what was made of them, as in ``midias_descritas``; in order.
        exibe_midias: pictures and what is said of them may be shown: the resident agreed, and
            none of them is held for a moderator.
    """

    texto: str | None
    publica_texto: bool
    tipo_midia: str
    midias: int
    ponto: Ponto | None
    descritas: Sequence[Mapping[str, Any]] = ()
    exibe_midias: bool = False


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

    The description is the resident's alone: what they wrote, else what they said. What a model
    sees in their pictures gives the title where there are no words, and counts for entities and
    confidence; it is never mixed into the description.

    Args:
        bruta: what came in.
        denylist: terms as last told.
    """
    description = clean(bruta.texto or "").texto[:MAX_DESCRIPTION]
    if not description:
        description = clean(_said(bruta.descritas)).texto[:MAX_DESCRIPTION]
    captions = [one["descricao"] for one in bruta.descritas if is_caption(one)]
    shows_media = bruta.exibe_midias and not judge(denylist, *captions).conteudo_suspeito
    title = title_of(description)
    if not title and shows_media and captions:
        title = title_of(captions[0])
    title = title or UNTITLED.get(bruta.tipo_midia, UNTITLED["texto"])
    read = "\n".join([description, *captions]) if captions else description
    entities = _short(extract(read))
    language = guess(description)
    point = bruta.ponto if bruta.ponto is not None and BRASIL.contem(bruta.ponto) else None
    suspicion = judge(denylist, title, description)
    is_sealed = suspicion.conteudo_suspeito or not bruta.publica_texto
    hidden = set(SEALABLE if is_sealed else ())
    if captions and not shows_media:
        hidden.add("midias_descritas")
        # What was read off a held picture is no more public than the picture.
        if entities != _short(extract(description)):
            hidden.add("entidades_extraidas")
    return Normalizada(
        titulo=title,
        descricao_limpa=description,
        entidades=entities,
        termos_suspeitos=tuple(term[:MAX_SHORT] for term in suspicion.termos),
        confianca=confidence(
            read, entities, language, point, described(bruta.midias, bruta.descritas)
        ),
        idioma=language,
        ponto=point,
        restrito=frozenset(hidden),
    )


def is_caption(descrita: Mapping[str, Any]) -> bool:
    """Whether it says what a picture shows; else it is what a recording says."""
    return descrita.get("traduzida") is not None


def _said(descritas: Sequence[Mapping[str, Any]]) -> str:
    return "\n".join(one["descricao"] for one in descritas if not is_caption(one))


def described(midias: int, descritas: Sequence[Mapping[str, Any]]) -> float | None:
    """How much of the media is described, 0-1; None where there are none."""
    if not midias:
        return None
    worth = sum(UNTRANSLATED if one.get("traduzida") is False else 1.0 for one in descritas)
    return min(1.0, worth / midias)


def confidence(
    read: str,
    entities: Entidades,
    language: str | None,
    point: Ponto | None,
    media: float | None,
) -> float:
    """Fields present of those expected, to two places (``confianca-2``).

    Expected: something to read, at least three words of it that say something, Portuguese, a
    point, an address or CEP in it, and a description of the media where there are any: a share of
    it where some are missing, half where one stayed in English.

    Args:
        read: the resident's words and the descriptions of their pictures.
        entities: found in it.
        language: of the resident's words; where there are none, of what was read.
        point: the place.
        media: how much of them is described, None where there are none.
    """
    present = [
        bool(read),
        sum(is_content(word) for word in words(read)) >= ENOUGH_WORDS,
        (language or guess(read)) == "pt",
        point is not None,
        bool(entities),
    ]
    expected = len(present) + (0 if media is None else 1)
    return round((sum(present) + (media or 0.0)) / expected, 2)


def _short(entities: Entidades) -> Entidades:
    """The entities within the contract's limits; a name of absurd length is none."""
    kept: Entidades = {}
    if len(entities.get("endereco", "")) <= MAX_SHORT:
        kept = entities
    elif "cep" in entities:
        kept["cep"] = entities["cep"]
    return kept
