"""The six kinds of report and what each says in fields. Values in, values out.

Source: Apêndice B D-6b, "Tipos de atualização (estruturados)". A field is public or names a person
or a file; only words of a closed list and days are public whatever the text around them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal, get_args

from core.base.texto.cleaning import clean
from core.contracts.d1a_conselheiros import TipoAtualizacao
from core.kernel.errors import UserFacingError

MAX_TEXT: Final = 10_000
MAX_FIELD: Final = 300
MIN_LETTERS: Final = 3

TIPOS: Final[tuple[TipoAtualizacao, ...]] = get_args(TipoAtualizacao)
CONCLUIDO: Final = "concluido"
STATUS: Final = ("pendente", "em_andamento", "aguardando", CONCLUIDO, "bloqueado")
CANAIS: Final = (
    "telefone",
    "presencial",
    "email",
    "mensagem",
    "oficio",
    "reuniao",
    "site",
    "outro",
)
DOCUMENTOS: Final = ("oficio", "foto", "laudo", "resposta", "ata", "orcamento", "outro")

_UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")
_PAPER_DAY: Final = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")

Kind = Literal["texto", "codigo", "dia"]
Sight = Literal["publico", "pessoa", "arquivo"]


@dataclass(frozen=True, slots=True)
class Campo:
    """A field of a report.

    Args:
        kind: free text, a word of ``opcoes``, or a day.
        sight: whether everybody may see it; persons and file names are restricted (design.md 4).
        obrigatorio: the report says nothing without it.
        quando: a day that must not be before (``futuro``) or after (``passado``) today.
    """

    kind: Kind = "texto"
    sight: Sight = "publico"
    opcoes: tuple[str, ...] = ()
    obrigatorio: bool = True
    quando: Literal["futuro", "passado"] | None = None


CAMPOS: Final[Mapping[str, Mapping[str, Campo]]] = {
    "contato_realizado": {
        "com_quem": Campo(sight="pessoa"),
        "canal": Campo("codigo", opcoes=CANAIS),
        "resultado": Campo(),
    },
    "protocolo_aberto": {
        "numero": Campo(),
        "orgao": Campo(),
        "data": Campo("dia", quando="passado"),
    },
    "documento_anexado": {
        "tipo_documento": Campo("codigo", opcoes=DOCUMENTOS),
        "descricao": Campo(),
        "referencia": Campo(sight="arquivo"),
    },
    "entrave_registrado": {
        "descricao": Campo(),
        "orgao": Campo(obrigatorio=False),
    },
    "status_atualizado": {"status": Campo("codigo", opcoes=STATUS)},
    "prazo_registrado": {
        "data": Campo("dia", quando="futuro"),
        "fonte": Campo(),
    },
}


@dataclass(frozen=True, slots=True)
class Relato:
    """A report that may be registered. Texts and days in stored form."""

    tipo: TipoAtualizacao
    texto: str
    campos: Mapping[str, str]


def concludes(tipo: str, campos: Mapping[str, Any] | None) -> bool:
    """Whether a report says that the demand is done."""
    return tipo == "status_atualizado" and (campos or {}).get("status") == CONCLUIDO


def checked_report(tipo: str, texto: str, campos: Mapping[str, str], hoje: date) -> Relato:
    """A report that says everything its kind has to say.

    Args:
        tipo: one of the six.
        texto: the councillor's words.
        campos: by name; blank ones count as not given; days as ``2026-11-30`` or ``30/11/2026``.
        hoje: in the office's zone.

    Raises:
        UserFacingError: ``relatoria.tipo_desconhecido``, ``relatoria.texto_vazio``,
            ``relatoria.texto_longo``, ``relatoria.campo_*``, ``relatoria.dia_*``.
    """
    known = next((one for one in TIPOS if one == tipo), None)
    if known is None:
        raise UserFacingError("relatoria.tipo_desconhecido", dito=_short(tipo), tipos=_list(TIPOS))
    words = checked_words(texto)
    fields = CAMPOS[known]
    given = {name: _storable(value).strip() for name, value in campos.items()}
    for name in given:
        if name not in fields:
            raise UserFacingError(
                "relatoria.campo_desconhecido", campo=_short(name), tipo=known, campos=_list(fields)
            )
    kept = {}
    for name, field in fields.items():
        value = given.get(name, "")
        if value:
            kept[name] = _checked(name, field, value, hoje)
        elif field.obrigatorio:
            raise UserFacingError("relatoria.campo_faltando", campo=name, tipo=known)
    return Relato(known, words, kept)


def checked_words(texto: str) -> str:
    """The words of a report, untouched but for what cannot be stored.

    Raises:
        UserFacingError: ``relatoria.texto_vazio``, ``relatoria.texto_longo``.
    """
    kept = _storable(texto)
    if len(kept) > MAX_TEXT:
        raise UserFacingError("relatoria.texto_longo", tem=len(kept), limite=MAX_TEXT)
    if sum(char.isalpha() for char in clean(kept).texto) < MIN_LETTERS:
        raise UserFacingError("relatoria.texto_vazio")
    return kept


def _checked(name: str, field: Campo, value: str, hoje: date) -> str:
    if len(value) > MAX_FIELD:
        raise UserFacingError("relatoria.campo_longo", campo=name, limite=MAX_FIELD)
    if field.kind == "codigo":
        word = value.lower().replace(" ", "_").replace("-", "_")
        if word not in field.opcoes:
            raise UserFacingError(
                "relatoria.campo_opcao",
                campo=name,
                dito=_short(value),
                opcoes=_list(field.opcoes),
            )
        return word
    if field.kind == "dia":
        return _checked_day(name, field, value, hoje).isoformat()
    return value


def _checked_day(name: str, field: Campo, value: str, hoje: date) -> date:
    day = read_day(value)
    if day is None:
        raise UserFacingError("relatoria.dia_invalido", campo=name, dito=_short(value))
    if field.quando == "futuro" and day < hoje:
        raise UserFacingError("relatoria.dia_no_passado", campo=name, dito=f"{day:%d/%m/%Y}")
    if field.quando == "passado" and day > hoje:
        raise UserFacingError("relatoria.dia_no_futuro", campo=name, dito=f"{day:%d/%m/%Y}")
    return day


def read_day(text: str) -> date | None:
    """The day of ``2026-11-30`` or ``30/11/2026``; None for any other text."""
    paper = _PAPER_DAY.fullmatch(text)
    try:
        if paper is not None:
            day, month, year = map(int, paper.groups())
            return date(year, month, day)
        if len(text) != len("2026-11-30"):
            return None
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if found.isoformat() == text else None


def _storable(text: str) -> str:
    return unicodedata.normalize("NFC", _UNSTORABLE.sub("", text))


def _short(text: str) -> str:
    return " ".join(_storable(text).split())[:40]


def _list(names: Any) -> str:
    return ", ".join(names)
