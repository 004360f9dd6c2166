"""Reads of D-1a: one demand, a page of them, what decides a new one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, bindparam, collate, func, or_, select

from core.base.protocolo import looks_like_protocol, read_protocol, refuse_slip
from core.base.territorio.distancia import Caixa, Ponto
from core.colonies.d1a_captura.tables import area, demandas
from core.kernel.colony import ReadDb
from core.kernel.errors import UserFacingError
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

MIN_ID_CHARS: Final = 8

_D = demandas.c
_FIELDS: Final = (
    "demanda_id",
    "protocolo",
    "canal",
    "tipo_midia",
    "status",
    "lat",
    "lng",
    "precisao_local",
    "unidade_informada_id",
    "categoria_id",
    "subcategoria_id",
    "data_formulario",
    "criada_em",
    "recebida_em",
    "correcoes",
    "corrigida_em",
    "retirada_em",
    "motivo_retirada",
    "repetida_de",
    "texto_bruto",
    "endereco_informado",
    "cidadao_id",
    "consentimentos",
    "termos_versao",
    "midia_urls",
    "id_externo",
    "conta_id",
)
_SHOWN = [_D[name] for name in _FIELDS]
_BY_ID = Statement(select(*_SHOWN).where(_D.demanda_id == bindparam("k_demanda")))
_BY_PROTOCOL = Statement(select(*_SHOWN).where(_D.protocolo == bindparam("k_protocolo")))
_PAGE = Statement(
    select(*_SHOWN)
    .where(
        or_(
            _D.recebida_em < bindparam("antes_de"),
            (_D.recebida_em == bindparam("antes_de")) & (_D.demanda_id < bindparam("antes_id")),
        ),
        or_(bindparam("status_todos") == 1, _D.status == bindparam("status")),
    )
    .order_by(_D.recebida_em.desc(), _D.demanda_id.desc())
    .limit(bindparam("limite"))
)
_MINE = Statement(
    select(*_SHOWN)
    .where(_D.recebida_em >= bindparam("desde"), _D.conta_id == bindparam("k_conta"))
    .order_by(_D.recebida_em.desc(), _D.demanda_id.desc())
    .limit(bindparam("limite"))
)
_OF_CITIZEN = Statement(
    select(*_SHOWN)
    .where(_D.cidadao_id == bindparam("k_cidadao"))
    .order_by(_D.recebida_em.desc(), _D.demanda_id.desc())
    .limit(bindparam("limite"))
)
_COUNT = Statement(select(_D.status, func.count()).group_by(_D.status))
_LAST = Statement(
    select(func.max(_D.numero)).where(_D.no == bindparam("k_no"), _D.epoca == bindparam("k_epoca"))
)
_KNOWN = (_D.demanda_id, _D.protocolo, _D.hash_relato, _D.hash_conteudo)
_SAME_CONTENT = Statement(
    select(*_KNOWN)
    .where(_D.hash_conteudo == bindparam("k_hash"), _D.status != "retirada")
    .order_by(_D.recebida_em, _D.demanda_id)
    .limit(1)
)
_SAME_ROW = Statement(
    select(*_KNOWN)
    .where(_D.id_externo == bindparam("k_externo"))
    .order_by(_D.recebida_em, _D.demanda_id)
    .limit(1)
)
_SAME_ID = Statement(select(*_KNOWN).where(_D.demanda_id == bindparam("k_demanda")))
_A = area.c
_AREA = Statement(
    select(_A.fuso, _A.sul, _A.oeste, _A.norte, _A.leste).where(_A.no == bindparam("k_no"))
)
TOP: Final = "\U0010ffff"
"""Sorts after everything that is stored."""

_LATEST: Final = ("9999-12-31T23:59:59.999Z", "ffffffff-ffff-ffff-ffff-ffffffffffff")


def in_range(column: ColumnElement[str]) -> dict[Dialect, ColumnElement[bool]]:
    """``de`` <= column < ``antes`` by code points, whatever a server collates by."""
    by_bytes = collate(column, "C")
    return {
        "sqlite": (column >= bindparam("de")) & (column < bindparam("antes")),
        "postgresql": (by_bytes >= bindparam("de")) & (by_bytes < bindparam("antes")),
    }


_BY_START: Final = {
    dialect: Statement(select(*_SHOWN).where(clause).order_by(_D.demanda_id).limit(2))
    for dialect, clause in in_range(_D.demanda_id).items()
}

_BY_NUMBER: Final = {
    dialect: Statement(
        select(_D.demanda_id).where(clause).order_by(_D.protocolo).limit(bindparam("limite"))
    )
    for dialect, clause in in_range(_D.protocolo).items()
}


@dataclass(frozen=True, slots=True)
class DemandaRecebida:
    """A demand as D-1a has it; fields of erased parts are None. Times are UTC timestamps."""

    demanda_id: str
    protocolo: str | None
    canal: str
    tipo_midia: str
    status: str
    lat: float | None
    lng: float | None
    precisao_local: str | None
    unidade_informada_id: str | None
    categoria_id: str | None
    subcategoria_id: str | None
    data_formulario: str | None
    criada_em: str
    recebida_em: str
    correcoes: int
    corrigida_em: str | None
    retirada_em: str | None
    motivo_retirada: str | None
    repetida_de: str | None
    texto_bruto: str | None
    endereco_informado: str | None
    cidadao_id: str | None
    consentimentos: dict[str, bool] | None
    termos_versao: str | None
    midia_urls: tuple[str, ...]
    id_externo: str | None
    conta_id: str | None

    @property
    def ponto(self) -> Ponto | None:
        """The place, where it is known as one."""
        return None if self.lat is None or self.lng is None else Ponto(self.lat, self.lng)


@dataclass(frozen=True, slots=True)
class Conhecida:
    """A demand that is already there."""

    demanda_id: str
    protocolo: str | None
    hash_relato: str | None
    hash_conteudo: str | None


@dataclass(frozen=True, slots=True)
class Area:
    """The office's zone and box; ``caixa`` None is the whole country (G-064)."""

    fuso: str
    caixa: Caixa | None


def _demand(row: Row) -> DemandaRecebida:
    values = dict(zip(_FIELDS, row, strict=True))
    consents, media = values["consentimentos"], values["midia_urls"]
    values["consentimentos"] = msgspec.json.decode(consents) if consents else None
    values["midia_urls"] = tuple(msgspec.json.decode(media)) if media else ()
    return DemandaRecebida(**values)


def read_demanda(cursor: Cursor, dialect: Dialect, demanda_id: str) -> DemandaRecebida | None:
    """A demand by its whole id."""
    row = _BY_ID.run(cursor, dialect, {"k_demanda": demanda_id}).fetchone()
    return None if row is None else _demand(row)


def find_demanda(cursor: Cursor, dialect: Dialect, who: str) -> DemandaRecebida:
    """A demand by protocol number, or by its id or at least its first eight characters.

    Raises:
        UserFacingError: ``captura.nao_encontrada``, ``captura.varias_encontradas``,
            ``captura.busca_curta``, ``protocolo.digitos``.
    """
    typed = who.strip().lower()
    if looks_like_protocol(typed):
        params: dict[str, Any] = {"k_protocolo": read_protocol(typed).texto}
        rows = _BY_PROTOCOL.run(cursor, dialect, params).fetchall()
    elif not _is_hex(typed):
        rows = []
    elif len(typed) < MIN_ID_CHARS:
        raise UserFacingError("captura.busca_curta", minimo=MIN_ID_CHARS)
    else:
        rows = (
            _BY_START[dialect].run(cursor, dialect, {"de": typed, "antes": typed + TOP}).fetchall()
        )
    if not rows:
        refuse_slip(typed)
        raise UserFacingError("captura.nao_encontrada")
    if len(rows) > 1:
        raise UserFacingError("captura.varias_encontradas")
    return _demand(rows[0])


def find_by_beginning(cursor: Cursor, dialect: Dialect, beginning: str, limite: int) -> list[str]:
    """Demands whose protocol number, as it is written, begins so; by number."""
    params = {"de": beginning, "antes": beginning + TOP, "limite": limite}
    return [row[0] for row in _BY_NUMBER[dialect].run(cursor, dialect, params).fetchall()]


def _is_hex(typed: str) -> bool:
    return bool(typed) and set(typed) <= set("0123456789abcdef-")


def list_demandas(
    cursor: Cursor,
    dialect: Dialect,
    *,
    limite: int,
    status: str | None = None,
    antes: tuple[str, str] | None = None,
) -> list[DemandaRecebida]:
    """Demands, newest first.

    Args:
        cursor: of any connection.
        dialect: of that connection.
        limite: at most so many.
        status: only these.
        antes: (recebida_em, demanda_id) of the last one of the page before.
    """
    before, before_id = antes or _LATEST
    params = {
        "antes_de": before,
        "antes_id": before_id,
        "status": status or "",
        "status_todos": int(status is None),
        "limite": limite,
    }
    return [_demand(row) for row in _PAGE.run(cursor, dialect, params).fetchall()]


def list_registered(
    cursor: Cursor, dialect: Dialect, conta_id: str, *, desde: str, limite: int
) -> list[DemandaRecebida]:
    """What an account has registered since a moment, newest first."""
    params = {"k_conta": conta_id, "desde": desde, "limite": limite}
    return [_demand(row) for row in _MINE.run(cursor, dialect, params).fetchall()]


def list_of_citizen(
    cursor: Cursor, dialect: Dialect, cidadao_id: str, *, limite: int
) -> list[DemandaRecebida]:
    """What one citizen's id has asked for, newest first; merged ids are asked one by one."""
    params = {"k_cidadao": cidadao_id, "limite": limite}
    return [_demand(row) for row in _OF_CITIZEN.run(cursor, dialect, params).fetchall()]


def count_demandas(cursor: Cursor, dialect: Dialect) -> dict[str, int]:
    """How many demands there are per status."""
    return {row[0]: int(row[1]) for row in _COUNT.run(cursor, dialect).fetchall()}


# -- what decides a new one: read at the head of the log -----------------------------------------


def last_number(db: ReadDb, no: str, epoca: int) -> int:
    """The last protocol number of this feed; 0 before the first."""
    row = db.one(_LAST, {"k_no": no, "k_epoca": epoca})
    return int(row[0]) if row is not None and row[0] is not None else 0


def same_content(db: ReadDb, hash_conteudo: str) -> Conhecida | None:
    """The first demand of this citizen, content and place that was not withdrawn."""
    row = db.one(_SAME_CONTENT, {"k_hash": hash_conteudo})
    return None if row is None else Conhecida(*row)


def same_row(db: ReadDb, id_externo: str) -> Conhecida | None:
    """The demand that an import made of this row, withdrawn or not."""
    row = db.one(_SAME_ROW, {"k_externo": id_externo})
    return None if row is None else Conhecida(*row)


def same_id(db: ReadDb, demanda_id: str) -> Conhecida | None:
    """The demand that this draft became."""
    row = db.one(_SAME_ID, {"k_demanda": demanda_id})
    return None if row is None else Conhecida(*row)


def present_demand(db: ReadDb, demanda_id: str) -> DemandaRecebida | None:
    """A demand at the head of the log."""
    row = db.one(_BY_ID, {"k_demanda": demanda_id})
    return None if row is None else _demand(row)


def area_of(db: ReadDb, no: str) -> Area:
    """Zone and box of a node; the country's where nothing was configured."""
    row = db.one(_AREA, {"k_no": no})
    if row is None:
        return Area("America/Sao_Paulo", None)
    fuso, *sides = row
    return Area(fuso, None if None in sides else Caixa(*sides))
