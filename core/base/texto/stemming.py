"""A light stemmer for Brazilian Portuguese, on folded words.

Lighter than RSLP on purpose: "calçada" and "calçamento", "poste" and "posto" must stay apart,
"buracos", "buracão" and "buraquinho" must meet. Wrong stems are harmless for classification as
long as they are always the same. Source: G-041 (deterministic, versioned, with its own test).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

VERSAO_RADICAL = "radical-1"

# Nouns that look like participles, diminutives or plurals.
_WHOLE_WORDS: Final = (
    "calcada estrada escada lampada parada entrada camada fachada enxurrada morada "
    "pedra mercado estado lado cuidado sabado soldado gado feriado advogado prado onibus "
    "lapis pires virus gratis mais tres mes gas luz pus atras cao chao mao pao vao grao "
    "limao sabao fogao portao pulmao cartao botao verao lixao valao calcadao caminhao "
    "orgao corrimao plantao cidadao irmao galpao padrao vinho caminho vizinho carinho "
    "linha minha cozinha farinha galinha campainha passarinho morrinho posto poste pasta"
)
_WHOLE: Final = frozenset(_WHOLE_WORDS.split())
# (ending, replacement, letters that must remain); the longest ending wins.
_PLURALS = (
    ("coes", "cao", 2),
    ("oes", "ao", 2),
    ("aes", "ao", 2),
    ("ais", "al", 1),
    ("eis", "el", 2),
    ("ois", "ol", 2),
    ("les", "l", 3),
    ("res", "r", 3),
    ("zes", "z", 2),
    ("ns", "m", 1),
    ("s", "", 2),
)
_SIZES = (
    ("quinhos", "c", 3),
    ("quinho", "c", 3),
    ("quinha", "c", 3),
    ("zinho", "", 3),
    ("zinha", "", 3),
    ("inho", "", 3),
    ("inha", "", 3),
    ("issimo", "", 3),
    ("issima", "", 3),
    ("ozao", "", 3),
    ("racao", "rac", 2),
)
_ENDINGS = (
    ("ariamos", "", 3),
    ("aremos", "", 3),
    ("assem", "", 3),
    ("avamos", "", 3),
    ("ando", "", 3),
    ("endo", "", 3),
    ("indo", "", 3),
    ("aram", "", 3),
    ("eram", "", 3),
    ("iram", "", 3),
    ("avam", "", 3),
    ("asse", "", 3),
    ("aria", "", 4),
    ("acao", "", 3),
    ("icao", "", 4),
    ("ados", "", 3),
    ("adas", "", 3),
    ("ado", "", 3),
    ("ada", "", 3),
    ("ido", "", 3),
    ("ida", "", 3),
    ("ava", "", 3),
    ("ara", "", 4),
    ("era", "", 4),
    ("ira", "", 4),
    ("mente", "", 4),
    ("ou", "", 3),
    ("eu", "", 3),
    ("iu", "", 3),
    ("am", "", 3),
    ("em", "", 3),
    ("ar", "", 3),
    ("er", "", 3),
    ("ir", "", 3),
    ("oso", "", 4),
    ("osa", "", 4),
    ("a", "", 3),
    ("e", "", 3),
    ("o", "", 3),
)


def _replace(word: str, rules: tuple[tuple[str, str, int], ...]) -> str:
    for ending, replacement, remain in rules:
        if word.endswith(ending) and len(word) - len(ending) >= remain:
            return word[: len(word) - len(ending)] + replacement
    return word


@lru_cache(maxsize=8_192)
def stem(word: str) -> str:
    """The stem of a folded word of at least four letters; shorter ones stay as they are."""
    if len(word) < 4 or word in _WHOLE:
        return word
    singular = _replace(word, _PLURALS)
    if singular in _WHOLE:
        return singular
    return _replace(_replace(singular, _SIZES), _ENDINGS)
