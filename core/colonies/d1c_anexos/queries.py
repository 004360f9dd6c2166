"""Reads of D-1c: the files of a demand, what a file is, what may not come back.

For people of this office; what may be shown to everybody is D-7's to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import and_, bindparam, case, func, literal, or_, select, union

from core.colonies.d1c_anexos.rules import CAPTURA, Situacao, situacao
from core.colonies.d1c_anexos.tables import anexos, decisoes, entradas
from core.colonies.d1c_anexos.trabalhos import LAPIDE
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

_E, _A, _D = entradas.c, anexos.c, decisoes.c

# A file stands in what came in, or in what was made of it (by another office), or in both.
_KNOWN = union(select(_E.anexo_id), select(_A.anexo_id)).subquery("conhecidos")
_COLUMNS: Final = (
    _KNOWN.c.anexo_id,
    func.coalesce(_A.demanda_id, _E.demanda_id),
    func.coalesce(_A.via, _E.via),
    func.coalesce(_A.indice, _E.indice),
    func.coalesce(_A.tipo_mime, _E.tipo_mime),
    func.coalesce(_A.tamanho_bytes, _E.tamanho_bytes),
    func.coalesce(_A.hash_sha256, _E.hash_sha256),
    func.coalesce(_A.object_key_temp, _E.hash_origem),
    func.coalesce(_A.nome_arquivo, _E.nome_arquivo),
    func.coalesce(_A.processado_em, _E.recebida_em),
    func.coalesce(_A.possui_dado_sensivel, 0),
    _A.categoria_sensivel,
    _A.motivo_sensivel,
    func.coalesce(_E.publica_imagem, 1),
    func.coalesce(_A.atualizacao_id, _E.atualizacao_id),
    _A.moderacao_status,
    _D.status,
)
_NAMES: Final = (
    "anexo_id",
    "demanda_id",
    "via",
    "indice",
    "tipo_mime",
    "tamanho_bytes",
    "hash_sha256",
    "hash_origem",
    "nome_arquivo",
    "desde",
    "possui_dado_sensivel",
    "categoria_sensivel",
    "motivo_sensivel",
    "publica_imagem",
    "atualizacao_id",
    "inicial",
    "decidida",
)
_FROM = (
    _KNOWN.outerjoin(entradas, _E.anexo_id == _KNOWN.c.anexo_id)
    .outerjoin(anexos, _A.anexo_id == _KNOWN.c.anexo_id)
    .outerjoin(decisoes, _D.anexo_id == _KNOWN.c.anexo_id)
)
_ONE = Statement(
    select(*_COLUMNS).select_from(_FROM).where(_KNOWN.c.anexo_id == bindparam("k_anexo"))
)
_OF_DEMAND = Statement(
    select(*_COLUMNS)
    .select_from(_FROM)
    .where(or_(_A.demanda_id == bindparam("k_demanda"), _E.demanda_id == bindparam("k_demanda")))
    .order_by(
        case((func.coalesce(_A.via, _E.via) == CAPTURA, literal(0)), else_=literal(1)),
        # Reports one after the other, each with its files in their order.
        func.coalesce(_E.recebida_em, _A.processado_em),
        func.coalesce(_A.atualizacao_id, _E.atualizacao_id),
        func.coalesce(_A.indice, _E.indice),
        _KNOWN.c.anexo_id,
    )
)
_HERE = Statement(
    select(func.coalesce(_A.hash_sha256, _E.hash_sha256))
    .select_from(_FROM)
    .where(
        or_(_D.status.is_(None), _D.status != "removido"),
        or_(_A.hash_sha256.is_not(None), _E.hash_sha256.is_not(None)),
    )
    .distinct()
)
_COPIES = Statement(
    select(
        _KNOWN.c.anexo_id,
        func.coalesce(_A.demanda_id, _E.demanda_id),
        func.coalesce(_A.indice, _E.indice),
        func.coalesce(_A.via, _E.via),
    )
    .select_from(_FROM)
    .where(
        or_(
            _KNOWN.c.anexo_id == bindparam("k_anexo"),
            _A.hash_sha256 == bindparam("k_hash"),
            _E.hash_sha256 == bindparam("k_hash"),
            _A.object_key_temp == bindparam("k_origem"),
            _E.hash_origem == bindparam("k_origem"),
        )
    )
    .order_by(_KNOWN.c.anexo_id)
)
_IN_USE = Statement(
    select(_KNOWN.c.anexo_id)
    .select_from(_FROM)
    .where(
        or_(_D.status.is_(None), _D.status != "removido"),
        or_(_A.hash_sha256 == bindparam("k_hash"), _E.hash_sha256 == bindparam("k_hash")),
    )
    .limit(1)
)
_REMOVED_HASH = func.coalesce(_D.hash_sha256, _A.hash_sha256, _E.hash_sha256)
_FROM_DECIDED = decisoes.outerjoin(anexos, _A.anexo_id == _D.anexo_id).outerjoin(
    entradas, _E.anexo_id == _D.anexo_id
)
_REMOVED = Statement(
    # Another office's removal may not say of which object: what came in here does.
    select(_REMOVED_HASH)
    .select_from(_FROM_DECIDED)
    .where(and_(_D.status == "removido", _REMOVED_HASH.is_not(None)))
    .distinct()
)


@dataclass(frozen=True, slots=True)
class Copia:
    """Where a file lies: its demand, and its place in what it came with (None: nobody says)."""

    anexo_id: str
    demanda_id: str
    indice: int | None
    via: str

    @property
    def na_captura(self) -> int | None:
        """Its place in the capture, by which descriptions name it; None for any other file."""
        return self.indice if self.via == CAPTURA else None


@dataclass(frozen=True, slots=True)
class Anexo:
    """A file of a demand, as this office knows it.

    Args:
        hash_sha256: of the stored object; None where the part that names it is not here.
        hash_origem: of the bytes as they came.
        nome_arquivo: a label, restricted.
        desde: when it was processed, or came in.
        motivo_sensivel: restricted.
        publica_imagem: False where the resident did not agree to have it shown.
        atualizacao_id: the councillor's report that it came with; None for any other file.
        situacao: where it stands now.
    """

    anexo_id: str
    demanda_id: str
    via: str
    indice: int | None
    tipo_mime: str | None
    tamanho_bytes: int
    hash_sha256: str | None
    hash_origem: str | None
    nome_arquivo: str | None
    desde: str
    possui_dado_sensivel: bool
    categoria_sensivel: str | None
    motivo_sensivel: str | None
    publica_imagem: bool
    atualizacao_id: str | None
    situacao: Situacao


def anexos_da_demanda(cursor: Cursor, dialect: Dialect, demanda_id: str) -> list[Anexo]:
    """The files of a demand, those of the capture first, in the order they were given."""
    rows = _OF_DEMAND.run(cursor, dialect, {"k_demanda": demanda_id}).fetchall()
    return [_file(row) for row in rows]


def copias_do_anexo(cursor: Cursor, dialect: Dialect, anexo_id: str) -> list[Copia]:
    """A file and every other one that is the same object, or came as the same bytes."""
    found = anexo_por_id(cursor, dialect, anexo_id)
    if found is None:
        return []
    params = {
        "k_anexo": anexo_id,
        "k_hash": found.hash_sha256,
        "k_origem": found.hash_origem,
    }
    return [Copia(*row) for row in _COPIES.run(cursor, dialect, params).fetchall()]


def anexo_por_id(cursor: Cursor, dialect: Dialect, anexo_id: str) -> Anexo | None:
    """One file; None where nothing is known of it."""
    row = _ONE.run(cursor, dialect, {"k_anexo": anexo_id}).fetchone()
    return None if row is None else _file(row)


def foi_removido(
    cursor: Cursor, dialect: Dialect, demanda_id: str, sha256: str, hash_origem: str | None
) -> bool:
    """The file was removed from this demand for good: it does not come back to it."""
    params = {"k_demanda": demanda_id, "k_hash": sha256, "k_origem": hash_origem}
    return LAPIDE.run(cursor, dialect, params).fetchone() is not None


def objeto_em_uso(cursor: Cursor, dialect: Dialect, sha256: str) -> bool:
    """Some file that was not removed is stored as this object."""
    return _IN_USE.run(cursor, dialect, {"k_hash": sha256}).fetchone() is not None


def objetos_em_uso(cursor: Cursor, dialect: Dialect) -> frozenset[str]:
    """The objects of all files that were not removed."""
    return frozenset(row[0] for row in _HERE.run(cursor, dialect).fetchall() if row[0])


def objetos_removidos(cursor: Cursor, dialect: Dialect) -> frozenset[str]:
    """The objects of removed files; one of them may be in use again in another demand."""
    return frozenset(row[0] for row in _REMOVED.run(cursor, dialect).fetchall())


def _file(row: Row) -> Anexo:
    values = dict(zip(_NAMES, row, strict=True))
    initial, decided = values.pop("inicial"), values.pop("decidida")
    values["tamanho_bytes"] = values["tamanho_bytes"] or 0
    for name in ("possui_dado_sensivel", "publica_imagem"):
        values[name] = bool(values[name])
    return Anexo(**values, situacao=situacao(initial, decided))
