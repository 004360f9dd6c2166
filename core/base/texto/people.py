"""Takes persons' names out of a text that everybody may read. A heuristic, versioned (G-041).

Names are found where the text itself says that a person comes: after a title or a trade ("dona",
"engenheiro"), after "falei com" and the like; and wherever a name occurs that is known from a
field. Offices and companies stay, they are what a report is about. What it misses a moderator
finds; nothing is looked up. Source: design.md 4 (persons named in updates are restricted).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from core.base.texto.folding import fold

VERSAO_PESSOAS: Final = "pessoas-1"
OMITTED: Final = "[nome omitido]"
READ_CHARS: Final = 100_000
MIN_NAME: Final = 3

_JOIN: Final = r"(?:d[aeo]s?|e)"
_CAPITAL: Final = r"[A-ZÀ-ÖØ-Ý][a-zà-öø-ÿ][\w'’-]*"
_NAME: Final = rf"{_CAPITAL}(?:[ \t]+(?:{_JOIN}[ \t]+)?{_CAPITAL}){{0,4}}"
_SHORT_TITLE: Final = r"(?:sr|sra|srta|dr|dra|eng|prof|profa|ver)"
# "secretaria" without the accent is the office.
_LONG_TITLE: Final = (
    r"(?:seu|dona|senhora?|doutora?|engenheir[oa]|professora?|vereadora?|secret[aá]rio|secretária"
    r"|prefeit[oa]|servidora?|funcion[aá]ri[oa]|atendente|fiscal|t[eé]cnic[oa]|gerente|diretora?"
    r"|coordenadora?|supervisora?|assistente|assessora?|encarregad[oa]|arquitet[oa]|moradora?"
    r"|vizinh[oa]|s[ií]ndic[oa]|zeladora?|comerciante|presidente|respons[aá]vel|agente|operadora?"
    r"|chefe|delegad[oa])"
)
_TITLE: Final = rf"(?:{_SHORT_TITLE}\b\.?|{_LONG_TITLE}\b)"
_TITLE_ALONE = re.compile(rf"(?:{_SHORT_TITLE}|{_LONG_TITLE})", re.IGNORECASE)
_TITLED = re.compile(rf"(?P<lead>\b(?i:{_TITLE})[ \t]+)(?P<name>{_NAME})")
_TALKED = re.compile(
    r"(?P<lead>\b(?i:fal(?:ei|amos|ou|ar)|convers(?:ei|amos|ou|ar)|trat(?:ei|amos|ou)|reuni(?:ão)?"
    r"|lig(?:uei|amos|ou)|contato|atendid[oa]s?|recebid[oa]s?|procur(?:ei|amos|ou)|nome|se chama)"
    r"[ \t]+(?i:(?:com|por|pel[oa]|para|a|é|de)[ \t]+)?(?i:(?:[oa]s?)[ \t]+)?)"
    rf"(?P<name>{_NAME})"
)
# What is named after a person is a place: "Rua Doutor Barros", "Escola Professora Alba".
_PLACE_BEFORE = re.compile(
    r"\b(?:rua|r\.|avenida|av\.?|travessa|alameda|rodovia|estrada|beco|viela|ladeira|largo|pra[cç]a"
    r"|ponte|viaduto|t[uú]nel|escola|creche|col[eé]gio|hospital|posto|ubs|est[aá]dio|terminal|parque"
    r"|jardim|vila|bairro|conjunto|residencial|edif[ií]cio|loteamento|gin[aá]sio|teatro|c[oó]rrego"
    r"|cemit[eé]rio|munic[ií]pio|cidade|distrito|fundamental|infantil|emef|emei|cmei|plano)"
    r"[.:]?[ \t]+(?-i:[A-ZÀ-ÖØ-Ý][\w.]*[ \t]+){0,2}(?:d[aeo]s?[ \t]+)?\Z",
    re.IGNORECASE,
)
_LOOK_BACK: Final = 60
_OFFICES: Final = (
    "prefeitura subprefeitura secretaria superintendencia ouvidoria camara assembleia ministerio "
    "governo estado municipio uniao defesa policia bombeiros corpo guarda companhia "
    "empresa autarquia departamento diretoria gerencia coordenadoria regional administracao "
    "central sabesp cagepa copasa sanepar corsan caesb embasa compesa cedae casan saneago enel "
    "light cemig copel cpfl energisa equatorial coelba celpe neoenergia eletropaulo edp detran "
    "cet der dnit ibama funasa anatel aneel conselho associacao ubs posto hospital escola "
    "creche unidade zeladoria correios caixa banco vivo claro tim oi procon tribunal promotoria "
    "defensoria igreja paroquia rua avenida praca bairro vila jardim parque centro setor servico "
    "servicos obras transito saude educacao habitacao meio municipal estadual federal especial geral "
    "competente plano tunel ponte viaduto cemiterio call art artigo vice exmo exma"
)
_NO_PERSON: Final = frozenset(_OFFICES.split())


def without_people(text: str, named: Iterable[str] = ()) -> str:
    """``text`` with every name that is found replaced by one fixed mark.

    Args:
        text: clean text.
        named: names known from elsewhere; each is found whole, and by its single capitalised
            words of three letters and more. One that names an office is left alone.
    """
    found = text[:READ_CHARS]
    for pattern in _known(named):
        found = pattern.sub(OMITTED, found)
    found = _TITLED.sub(_omit, found)
    found = _TALKED.sub(_omit, found)
    return found + text[READ_CHARS:]


def first_person(text: str) -> str | None:
    """The first name that the text announces; None where it announces nobody."""
    found = [
        match
        for pattern in (_TITLED, _TALKED)
        for match in pattern.finditer(text[:READ_CHARS])
        if _is_person(match)
    ]
    first = min(found, key=lambda match: match.start("name"), default=None)
    return None if first is None else " ".join(first["name"].split())


def is_office(name: str) -> bool:
    """Whether a name begins as an office, a company or a place does."""
    first = name.split()[:1]
    return bool(first) and (fold(first[0]).strip(".,;:") in _NO_PERSON or _is_acronym(first[0]))


def _is_acronym(word: str) -> bool:
    letters = word.strip(".,;:()")
    return len(letters) > 1 and letters.isupper()


def _is_person(match: re.Match[str]) -> bool:
    before = match.string[max(0, match.start() - _LOOK_BACK) : match.start()]
    is_title = _TITLE_ALONE.fullmatch(match["name"].split()[0]) is not None
    return not (is_title or is_office(match["name"]) or _PLACE_BEFORE.search(before))


def _omit(match: re.Match[str]) -> str:
    return f"{match['lead']}{OMITTED}" if _is_person(match) else match.group()


def _known(named: Iterable[str]) -> list[re.Pattern[str]]:
    """Patterns for whole names first, then for their words."""
    whole, single = [], []
    for name in named:
        clean = " ".join(name.split())
        if len(clean) < MIN_NAME or is_office(clean):
            continue
        whole.append(clean)
        single += [
            word
            for word in re.findall(r"[\w'’-]+", clean)
            if len(word) >= MIN_NAME and word[:1].isupper() and fold(word) not in _NOT_NAMES
        ]
    patterns = [re.compile(rf"(?<!\w){re.escape(one)}(?!\w)", re.IGNORECASE) for one in whole]
    patterns += [re.compile(rf"(?<!\w){re.escape(one)}(?!\w)") for one in single]
    return patterns


_TITLE_WORD = (
    "senhor senhora dona seu doutor doutora engenheiro engenheira professor professora vereador "
    "vereadora secretario secretaria prefeito prefeita servidor servidora funcionario funcionaria "
    "atendente fiscal tecnico tecnica gerente diretor diretora coordenador coordenadora morador "
    "moradora vizinho vizinha sindico sindica dos das"
)
_NOT_NAMES: Final = frozenset(_TITLE_WORD.split()) | _NO_PERSON
