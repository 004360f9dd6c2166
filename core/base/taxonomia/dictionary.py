"""The dictionary of terms: which words speak for which subcategory.

A term is one or more words; it is found where all its content words stand close together in one
sentence, in any order and in any inflection ("falta de água" finds "a água faltando"). Source:
Apêndice B D-3 ("dicionário de termos mapeados para categoria_id"), G-041.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.base.texto.spelling import Corrector
from core.base.texto.stemming import stem
from core.base.texto.tokens import Word, is_content, words

# Content words that may stand between the words of a term.
GAP = 2


@dataclass(frozen=True, slots=True)
class Term:
    """One entry: where it points, how people write it, its stems in sorted order."""

    subcategoria_id: str
    texto: str
    stems: tuple[str, ...]

    @property
    def categoria_id(self) -> str:
        """``N.M`` of ``N.M.K``."""
        return self.subcategoria_id.rpartition(".")[0]


@dataclass(frozen=True, slots=True)
class Hit:
    """A term found, with the words of the text that made it up."""

    term: Term
    folded: tuple[str, ...]


class Dictionary:
    """Terms, looked up by their stems.

    Args:
        versao: e.g. ``dicionario-1.0.0``.
        terms: subcategory id -> terms in ordinary spelling.
    """

    def __init__(self, versao: str, terms: Mapping[str, Iterable[str]]) -> None:
        self.versao = versao
        self._by_stem: dict[str, list[Term]] = {}
        known: set[str] = set()
        for subcategoria, texts in terms.items():
            for text in texts:
                content = [word for word in words(text) if is_content(word)]
                known.update(word.standard for word in content)
                stems = tuple(sorted({word.stem for word in content}))
                if stems:
                    term = Term(subcategoria, text, stems)
                    # The longest stem is the rarest: the fewest sentences are looked at twice.
                    self._by_stem.setdefault(max(stems, key=len), []).append(term)
        # Texts share their words.
        self._mended = lru_cache(maxsize=8_192)(Corrector(known).correct)

    def mend(self, sentence: Sequence[Word]) -> list[Word]:
        """The sentence's content words, slips of one letter mended towards the dictionary."""
        out = []
        for word in sentence:
            mended = self._mended(word.standard)
            if mended != word.standard:
                word = Word(word.folded, mended, stem(mended))  # noqa: PLW2901  the mended word
            if is_content(word):
                out.append(word)
        return out

    def hits(self, sentence: Sequence[Word]) -> list[Hit]:
        """Terms in one sentence of content words (as ``mend`` gives them), each once, sorted."""
        places: dict[str, list[int]] = {}
        for index, word in enumerate(sentence):
            places.setdefault(word.stem, []).append(index)
        found: list[Hit] = []
        for key in sorted(places):
            for term in self._by_stem.get(key, ()):
                window = _narrowest(term.stems, places)
                if window is not None:
                    found.append(Hit(term, tuple(sentence[index].folded for index in window)))
        return found


def _narrowest(stems: tuple[str, ...], places: Mapping[str, list[int]]) -> list[int] | None:
    """The first places where all ``stems`` stand within reach of each other, else None."""
    lists = []
    for one in stems:
        where = places.get(one)
        if where is None:
            return None
        lists.append(where)
    if len(lists) == 1:
        return [lists[0][0]]
    reach = len(stems) - 1 + GAP
    for anchor in lists[0]:
        chosen = [min(where, key=lambda index: abs(index - anchor)) for where in lists]
        if max(chosen) - min(chosen) <= reach:
            return sorted(chosen)
    return None
