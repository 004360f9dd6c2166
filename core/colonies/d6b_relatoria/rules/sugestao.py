"""Suggests how to structure a report: kind and fields, read out of free words (``sugestao-1``).

Deterministic, explained by fixed patterns, and only a suggestion: it stores nothing and a person
confirms or mends it. Source: Apêndice B D-6b, "IA na relatoria" (fallback by heuristics), G-041.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from core.base.texto.cleaning import clean
from core.base.texto.folding import fold
from core.base.texto.people import first_person
from core.colonies.d6b_relatoria.rules.datas import VERSAO_DATAS, first_day
from core.colonies.d6b_relatoria.rules.relato import CAMPOS, MAX_FIELD, TIPOS
from core.contracts.d1a_conselheiros import TipoAtualizacao

VERSAO: Final = f"sugestao-1+{VERSAO_DATAS}"
READ_CHARS: Final = 10_000
MORE: Final = 2
"""Further cues of a kind that still count."""

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n+")

# Words that speak for a kind, without accents, in lower case.
_CUES: Final[dict[TipoAtualizacao, tuple[re.Pattern[str], ...]]] = {
    "protocolo_aberto": (
        re.compile(r"\bprotocol(?:o|os|ei|amos|ad[oa]|izei|izamos)\b"),
        re.compile(r"\b(?:abri|abrimos|aberto|registrei|gerado) (?:um |o |uma )?(?:chamado|solicitacao|ordem de servico|processo)\b"),
    ),
    "prazo_registrado": (
        re.compile(r"\b(?:prazo|previsao|prevista?|previsto|estimativa|cronograma)\b"),
        re.compile(r"\b(?:prometer?am?|prometeu|ficou|ficaram|agendad[oa]|marcad[oa]|dev(?:e|em|era)|va[io]|vao) (?:\w+ ){0,5}?(?:ate|em|para|dentro de)\b"),
    ),
    "entrave_registrado": (
        re.compile(r"\b(?:entrave|impedimento|impasse|embargad[oa]|paralisad[oa]|emperrad[oa])\b"),
        re.compile(r"\b(?:falta|sem|nao (?:ha|tem|tinham?|existe)) (?:de )?(?:verba|recursos?|dinheiro|orcamento|material|equipe|maquina|licenca|autorizacao|projeto|previsao)\b"),
        re.compile(r"\b(?:aguard\w+|depend\w+|esper\w+) (?:de |da |a |por )?(?:autorizacao|licenca|liberacao|licitacao|aprovacao)\b"),
        re.compile(r"\b(?:recus(?:ou|aram)|neg(?:ou|aram)|indefer\w+)\b"),
    ),
    "documento_anexado": (
        re.compile(r"\b(?:anex(?:o|os|ei|amos|ad[oa]s?)|juntei|juntamos|em anexo)\b"),
        re.compile(r"\b(?:envi(?:ei|amos)|segue|seguem) (?:a |o |as |os |uma? )?(?:fotos?|copia|oficio|documentos?|laudo|ata|orcamento)\b"),
        re.compile(r"\.(?:pdf|jpe?g|png|docx?|odt|xlsx?)\b"),
    ),
    "status_atualizado": (),
    "contato_realizado": (
        re.compile(r"\b(?:falei|falamos|conversei|conversamos|liguei|ligamos|telefonei|visit(?:ei|amos|a)|procurei|contatei|contato|atendid[oa]|compareci|fui (?:a|ao|na|no))\b"),
        re.compile(r"\b(?:mandei|enviei|mandamos|enviamos) (?:uma? )?(?:mensagem|e-?mail|whats\w*)\b"),
        re.compile(r"\breuni(?:ao|mos|)\b"),
    ),
}  # fmt: skip
_STATUS: Final = (
    ("concluido", re.compile(r"\b(?:conclui?d[oa]s?|concluiram|resolvid[oa]s?|resolveram|consertad[oa]s?|consertaram|terminad[oa]s?|terminaram|finalizad[oa]s?|finalizaram|tapad[oa]s?|taparam|executad[oa]s?|(?:servico|obra) (?:foi |esta )?(?:feit[oa]|pront[oa])|(?:foi|foram|esta|estao|ja) (?:ja )?(?:trocad|instalad|recapead|pintad|podad|removid|recolhid|desobstruid|asfaltad|substituid|limp)[oa]s?)\b")),
    ("bloqueado", re.compile(r"\b(?:bloquead[oa]|parou|parad[oa]|suspens[oa]|interrompid[oa])\b")),
    ("em_andamento", re.compile(r"\b(?:em andamento|comec(?:ou|aram)|inici(?:ou|aram|ada)|equipe (?:esta )?trabalhando|em execucao)\b")),
    ("aguardando", re.compile(r"\b(?:aguard\w+|sem resposta|esper(?:ando|amos|o) (?:a |uma )?resposta)\b")),
    ("pendente", re.compile(r"\b(?:pendente|ainda nao|mesmo jeito|nada mudou|sem mudanca)\b")),
)  # fmt: skip
# A work that is not done yet, or is only going to be.
_NOT_DONE = re.compile(
    r"\b(?:nao|nem|nunca|ainda|ser[aá]|sera|vai|vao|deve|devem|quando|ate|se|prazo|previsao"
    r"|para ser)\b[^.!?;]{0,40}\Z"
)

_VALUE: Final = r"(?P<value>(?:[a-z]{1,6}[-/ ]?)?\d[\da-z]*(?:[./-][\da-z]+)*)"
_NUMBER = re.compile(
    r"\b(?:protocolo|chamado|oficio|processo|solicitacao|ordem de servico|o\.?s\.?|sei|numero)"
    rf"[\s:.#–-]*(?:(?:de )?(?:numero|n[º°o]?\.?))?[\s:.#–-]*{_VALUE}"
)
# Folded, "nº" would be "no".
_MARKED_NUMBER = re.compile(rf"\bn[º°.][\s:.#–-]*{_VALUE}", re.IGNORECASE)
_OFFICE = re.compile(
    r"\b(?:subprefeitura(?: d[aeo]s? \w+(?: \w+)?)?|prefeitura(?: municipal)?"
    r"|secretaria(?: municipal| estadual)?(?: d[aeo]s? \w+(?: e (?:d[aeo]s? )?\w+)?)?|ouvidoria"
    r"|camara municipal|defesa civil|ministerio publico|corpo de bombeiros|guarda municipal"
    r"|conselho tutelar|zeladoria|sabesp|cagepa|copasa|sanepar|corsan|caesb|embasa|compesa|caern"
    r"|cedae|casan|enel|light|cemig|copel|cpfl|energisa|equatorial|coelba|neoenergia|edp|detran"
    r"|dnit|ibama|procon)\b"
)
_ACRONYM = re.compile(r"\b[A-Z]{3,8}\b")
_NO_OFFICE: Final = frozenset({"CEP", "CPF", "CNPJ", "CNH", "UBS", "SMS", "PDF", "SUS"})
_CHANNELS: Final = (
    ("mensagem", re.compile(r"\b(?:whats\w*|zap|mensagem|sms|telegram)\b")),
    ("email", re.compile(r"\be-?mail\b")),
    ("telefone", re.compile(r"\b(?:liguei|ligamos|telefon\w+|ligacao|0800|156)\b")),
    ("reuniao", re.compile(r"\breuni(?:ao|mos)\b")),
    ("oficio", re.compile(r"\boficio\b")),
    ("site", re.compile(r"\b(?:site|portal|aplicativo|app|internet)\b")),
    ("presencial", re.compile(r"\b(?:fui|fomos|visit\w+|pessoalmente|presencial\w*|compareci|no local)\b")),
)  # fmt: skip
_PAPERS: Final = (
    ("foto", re.compile(r"\b(?:fotos?|imagem|imagens)\b|\.(?:jpe?g|png)\b")),
    ("laudo", re.compile(r"\b(?:laudo|parecer)\b")),
    ("ata", re.compile(r"\bata\b")),
    ("orcamento", re.compile(r"\borcamento\b")),
    ("resposta", re.compile(r"\bresposta\b")),
    ("oficio", re.compile(r"\boficio\b")),
)
_FILE = re.compile(r"[\w.-]+\.(?:pdf|jpe?g|png|docx?|odt|xlsx?)\b|\banexo \d+\b")
_RESULT = re.compile(
    r"\b(?:promete\w+|diss\w+|inform\w+|confirm\w+|respond\w+|agend\w+|marc\w+|vistoria|ficou de"
    r"|ficaram de|vai|vao|nao atend\w+|sem resposta|encaminh\w+|orient\w+)\b"
)
_OPINION = re.compile(
    r"\b(?:ach[oa]|acredito|creio|parece\w*|provavelmente|talvez|infelizmente|absurd\w+|vergonh\w+"
    r"|descaso|lamentavel\w*|na minha opiniao|suponho|pelo visto|deve ser|revoltante)\b"
)


@dataclass(frozen=True, slots=True)
class Sugestao:
    """A way to structure a report.

    Args:
        tipo: None where the words speak for no kind.
        campos: what was found of that kind's fields, in stored form.
        confianca: share of what the kind has to say that was found, two places.
        alternativas: further kinds that the words speak for, the likelier first.
        fatos: the sentences that tell what happened.
        interpretacoes: the sentences that tell what somebody thinks of it.
        versao: of the method.
    """

    tipo: TipoAtualizacao | None
    campos: dict[str, str]
    confianca: float
    alternativas: tuple[TipoAtualizacao, ...]
    fatos: tuple[str, ...]
    interpretacoes: tuple[str, ...]
    versao: str = VERSAO

    def as_payload(self) -> dict[str, Any]:
        """As it is kept with the report (``sugestao_original``)."""
        return {
            "tipo": self.tipo,
            "campos": dict(self.campos),
            "confianca": self.confianca,
            "alternativas": list(self.alternativas),
            "versao": self.versao,
        }


@dataclass(frozen=True, slots=True)
class _Leitura:
    """A text to read fields from; ``folded`` has the same places as ``texto``."""

    texto: str
    folded: str
    hoje: date

    def original(self, match: re.Match[str], group: str | int = 0) -> str:
        return " ".join(self.texto[match.start(group) : match.end(group)].split())[:MAX_FIELD]

    def sentence(self, *patterns: re.Pattern[str]) -> str | None:
        """The first sentence that one of the patterns is found in."""
        for sentence in _SENTENCE_END.split(self.texto):
            folded = fold(sentence)
            if any(pattern.search(folded) for pattern in patterns):
                return " ".join(sentence.split())[:MAX_FIELD].rstrip(".;") or None
        return None


def suggest(texto: str, hoje: date) -> Sugestao:
    """How the words of a report might be structured.

    Args:
        texto: as spoken or typed.
        hoje: in the office's zone.
    """
    text = clean(texto).texto[:READ_CHARS]
    folded = fold(text)
    if len(folded) != len(text):
        # Ligatures and the like: places in the folded text must be places in the text.
        text = folded
    reading = _Leitura(text, folded, hoje)
    found = {tipo: _fields(tipo, reading) for tipo in TIPOS}
    scores = {tipo: _score(tipo, reading, found[tipo]) for tipo in TIPOS}
    ranked = sorted((tipo for tipo in TIPOS if scores[tipo]), key=lambda one: -scores[one])
    facts, opinions = _told_apart(text)
    if not ranked:
        return Sugestao(None, {}, 0.0, (), facts, opinions)
    best = ranked[0]
    return Sugestao(
        best, found[best], _confidence(best, found[best]), tuple(ranked[1:]), facts, opinions
    )


def _score(tipo: TipoAtualizacao, reading: _Leitura, fields: dict[str, str]) -> float:
    """How much speaks for a kind; 0 where no word does."""
    if tipo == "status_atualizado":
        # A word of status alone is the weakest sign, that of an end the strongest.
        return {"concluido": 2.2, None: 0.0}.get(fields.get("status"), 0.8)
    cues = sum(pattern.search(reading.folded) is not None for pattern in _CUES[tipo])
    if not cues:
        return 0.0
    if tipo == "prazo_registrado" and "data" not in fields:
        return 0.1
    return 1 + min(cues - 1, MORE) / 4 + _confidence(tipo, fields)


def _confidence(tipo: TipoAtualizacao, fields: dict[str, str]) -> float:
    needed = [name for name, field in CAMPOS[tipo].items() if field.obrigatorio]
    return round(sum(name in fields for name in needed) / len(needed), 2)


def _told_apart(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    sentences = [one for part in _SENTENCE_END.split(text) if (one := " ".join(part.split()))]
    opinions = tuple(one for one in sentences if _OPINION.search(fold(one)))
    return tuple(one for one in sentences if one not in opinions), opinions


# -- fields --------------------------------------------------------------------------------------


def _fields(tipo: TipoAtualizacao, reading: _Leitura) -> dict[str, str]:
    found = {name: read(reading) for name, read in _READERS[tipo].items()}
    return {name: value for name, value in found.items() if value}


def _coded(table: tuple[tuple[str, re.Pattern[str]], ...]) -> Callable[[_Leitura], str | None]:
    def read(reading: _Leitura) -> str | None:
        return next((word for word, said in table if said.search(reading.folded)), None)

    return read


def _status(reading: _Leitura) -> str | None:
    for word, said in _STATUS:
        for match in said.finditer(reading.folded):
            if word != "concluido" or not _NOT_DONE.search(reading.folded[: match.start()]):
                return word
    return None


def _number(reading: _Leitura) -> str | None:
    match = _NUMBER.search(reading.folded) or _MARKED_NUMBER.search(reading.texto)
    return None if match is None else reading.original(match, "value").upper().rstrip(".-/")


def _office(reading: _Leitura) -> str | None:
    match = _OFFICE.search(reading.folded)
    if match is not None:
        name = reading.original(match)
        return name[:1].upper() + name[1:]
    return next((one for one in _ACRONYM.findall(reading.texto) if one not in _NO_OFFICE), None)


def _whom(reading: _Leitura) -> str | None:
    return first_person(reading.texto) or _office(reading)


def _day_before(reading: _Leitura) -> str | None:
    day = first_day(reading.folded, reading.hoje, "antes") or reading.hoje
    return day.isoformat()


def _day_after(reading: _Leitura) -> str | None:
    day = first_day(reading.folded, reading.hoje, "depois")
    return None if day is None else day.isoformat()


def _result(reading: _Leitura) -> str | None:
    return reading.sentence(_RESULT)


def _hindrance(reading: _Leitura) -> str | None:
    return reading.sentence(*_CUES["entrave_registrado"])


def _paper(reading: _Leitura) -> str | None:
    return reading.sentence(*_CUES["documento_anexado"])


def _file(reading: _Leitura) -> str | None:
    match = _FILE.search(reading.folded)
    return None if match is None else reading.original(match)


_READERS: Final[dict[TipoAtualizacao, dict[str, Callable[[_Leitura], str | None]]]] = {
    "contato_realizado": {"com_quem": _whom, "canal": _coded(_CHANNELS), "resultado": _result},
    "protocolo_aberto": {"numero": _number, "orgao": _office, "data": _day_before},
    "documento_anexado": {
        "tipo_documento": _coded(_PAPERS),
        "descricao": _paper,
        "referencia": _file,
    },
    "entrave_registrado": {"descricao": _hindrance, "orgao": _office},
    "status_atualizado": {"status": _status},
    "prazo_registrado": {"data": _day_after, "fonte": _office},
}
