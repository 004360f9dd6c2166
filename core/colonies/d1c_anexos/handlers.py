"""Folds files and decisions on them; reacts to a decision by carrying it out.

A removal is carried out on every copy of the object, in whatever demand it lies: one event each,
and after the commit the object itself is deleted. Source: Apêndice B D-1c, design.md 3 and 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, delete, func, insert, literal, or_, select, update

from core.base.midia.entrega import Entregue, entregues
from core.base.midia.limpeza import referencia, sha_de
from core.colonies.d1c_anexos.rules import ATUALIZACAO, CAPTURA, MIME_DESCONHECIDO, anexo_id_de
from core.colonies.d1c_anexos.tables import anexos, decisoes, entradas, trabalhos
from core.colonies.d1c_anexos.trabalhos import EXAMINAR
from core.kernel.colony import ApplyDb, Context, Effect, ReadDb
from core.kernel.engine.framework_tables import JobRows
from core.kernel.event import Event, NewAttachment, NewEvent, Payload
from core.kernel.store.statement import Statement

APAGAR: Final = "apagar_objeto"
"""Effect: the object of a removed file is deleted, unless something else still needs it."""

_E, _A, _D = entradas.c, anexos.c, decisoes.c
_ROWS = JobRows(trabalhos)


def _names(table: Any) -> list[str]:
    return [column.name for column in table.columns]


_ENTERED_GONE = Statement(delete(entradas).where(_E.anexo_id == bindparam("k_anexo")))
_ENTERED_NEW = Statement(insert(entradas), _names(entradas))
_FILE_GONE = Statement(delete(anexos).where(_A.anexo_id == bindparam("k_anexo")))
_FILE_NEW = Statement(insert(anexos), _names(anexos))
_DECIDED = Statement(select(decisoes).where(_D.anexo_id == bindparam("k_anexo")))
_DECISION_NEW = Statement(insert(decisoes), _names(decisoes))
_DECISION_NOW = Statement(
    update(decisoes)
    .where(_D.anexo_id == bindparam("k_anexo"))
    .values({name: bindparam(f"n_{name}") for name in _names(decisoes)[1:]})
)
_COPY_COLUMNS: Final = (
    _A.anexo_id,
    _A.demanda_id,
    func.coalesce(_A.hash_sha256, _E.hash_sha256),
    func.coalesce(_A.object_key_temp, _E.hash_origem),
    _A.tipo_mime,
    _A.tamanho_bytes,
    _E.publica_imagem,
)
_FILE = Statement(
    select(*_COPY_COLUMNS)
    .select_from(anexos.outerjoin(entradas, _E.anexo_id == _A.anexo_id))
    .where(_A.anexo_id == bindparam("k_anexo"))
)
_COPIES = Statement(
    select(_A.anexo_id, _A.demanda_id, _A.hash_sha256, literal(0))
    .where(or_(_A.hash_sha256 == bindparam("k_hash"), _A.object_key_temp == bindparam("k_origem")))
    .order_by(_A.anexo_id)
)
_COPIES_ENTERED = Statement(
    select(_E.anexo_id, _E.demanda_id, _E.hash_sha256, _E.publica_imagem)
    .where(or_(_E.hash_sha256 == bindparam("k_hash"), _E.hash_origem == bindparam("k_origem")))
    .order_by(_E.anexo_id)
)


# -- apply ---------------------------------------------------------------------------------------


def apply_recebida(event: Event, db: ApplyDb) -> None:
    """The files of a capture; each gets its trabalho."""
    consents = event.payload.get("consentimentos") or {}
    is_public = bool(consents.get("publicacao_imagem"))
    for one in entregues(event.payload):
        _entered(event, db, one, via=CAPTURA, publica=is_public)


def apply_registrada(event: Event, db: ApplyDb) -> None:
    """The files of a councillor's report: given to be shown, each when it is approved."""
    for one in entregues(event.payload):
        _entered(event, db, one, via=ATUALIZACAO, publica=True, relato=event.event_id)


def apply_evidencia(event: Event, db: ApplyDb) -> None:
    """A file that came with a confirmation or a conclusion: given to be shown."""
    url = event.payload.get("url")
    if url is not None:
        via = str(event.payload.get("via") or "confirmacao")
        _entered(event, db, Entregue(0, url, None, None), via=via, publica=True)


def _entered(
    event: Event,
    db: ApplyDb,
    came: Entregue,
    *,
    via: str,
    publica: bool,
    relato: str | None = None,
) -> None:
    sha256 = sha_de(came.url)
    if sha256 is None:
        return
    anexo_id = anexo_id_de(event.event_hash, came.indice)
    stored = next((one for one in event.anexos if one.sha256 == sha256), None)
    row = {
        "anexo_id": anexo_id,
        "demanda_id": event.payload["demanda_id"],
        "via": via,
        "indice": came.indice,
        "hash_sha256": sha256,
        "hash_origem": came.hash_origem,
        "nome_arquivo": _plain(came.nome),
        "tipo_mime": None if stored is None else stored.mime,
        "tamanho_bytes": None if stored is None else stored.size_bytes,
        "publica_imagem": int(publica),
        "recebida_em": event.timestamp,
        "atualizacao_id": relato,
    }
    db.run(_ENTERED_GONE, {"k_anexo": anexo_id})
    db.run(_ENTERED_NEW, row)
    if not _is_removed(db, anexo_id):
        # Its name is nobody's to look at: it stands in one part, and goes with whoever sent it.
        given = {name: value for name, value in row.items() if name != "nome_arquivo"}
        _ROWS.open(db, EXAMINAR, anexo_id, event, msgspec.json.encode(given).decode())


def apply_processado(event: Event, db: ApplyDb) -> None:
    """What was made of a file."""
    payload = event.payload
    anexo_id = payload["anexo_id"]
    row = {
        "anexo_id": anexo_id,
        "demanda_id": payload["demanda_id"],
        "via": payload.get("via") or CAPTURA,
        "indice": payload.get("ordem", payload.get("indice")),
        "tipo_mime": payload["tipo_mime"],
        "tamanho_bytes": payload["tamanho_bytes"],
        "possui_dado_sensivel": int(payload["possui_dado_sensivel"]),
        "categoria_sensivel": payload.get("categoria_sensivel"),
        "moderacao_status": payload["moderacao_status"],
        "processado_em": event.timestamp,
        "hash_sha256": payload.get("hash_sha256") or _committed(event),
        "object_key_temp": _plain(payload.get("object_key_temp")),
        "nome_arquivo": _plain(payload.get("nome_arquivo")),
        "motivo_sensivel": _plain(payload.get("motivo_sensivel")),
        "atualizacao_id": payload.get("atualizacao_id"),
    }
    db.run(_FILE_GONE, {"k_anexo": anexo_id})
    db.run(_FILE_NEW, row)
    if event.causa is not None:
        _ROWS.close(db, EXAMINAR, anexo_id, event.causa)


def apply_decidida(event: Event, db: ApplyDb) -> None:
    """A moderator's word on a file; texts and reports are others' to obey."""
    if event.payload.get("tipo") != "anexo":
        return
    _decided(event, db, event.payload["referencia_id"], decisao=event.payload["decisao"])


def apply_moderado(event: Event, db: ApplyDb) -> None:
    """The word was carried out."""
    _decided(event, db, event.payload["anexo_id"], status=event.payload["status"])


def apply_removido(event: Event, db: ApplyDb) -> None:
    """A copy is gone for good; nothing is left to be done about it."""
    payload = event.payload
    _decided(
        event,
        db,
        payload["anexo_id"],
        status="removido",
        demanda_id=payload["demanda_id"],
        hash_sha256=payload.get("hash_sha256"),
    )
    _ROWS.forget(db, payload["anexo_id"])


def _decided(event: Event, db: ApplyDb, anexo_id: str, **told: str | None) -> None:
    row = db.one(_DECIDED, {"k_anexo": anexo_id})
    if row is None:
        values = dict.fromkeys(_names(decisoes), None)
        db.run(
            _DECISION_NEW,
            {**values, **told, "anexo_id": anexo_id, "decidido_em": event.timestamp},
        )
        return
    now = dict(zip(_names(decisoes), row, strict=True))
    if now["status"] == "removido":
        return
    now.update(told, decidido_em=event.timestamp)
    params = {f"n_{name}": value for name, value in now.items() if name != "anexo_id"}
    db.run(_DECISION_NOW, {"k_anexo": anexo_id, **params})


def _is_removed(db: ReadDb, anexo_id: str) -> bool:
    row = db.one(_DECIDED, {"k_anexo": anexo_id})
    return row is not None and row[_names(decisoes).index("status")] == "removido"


def _committed(event: Event) -> str | None:
    """The object that the header commits to: it is known when the part with its name is erased."""
    return next((one.sha256 for one in event.anexos), None)


def _plain(text: str | None) -> str | None:
    """Text that came from another office may hold what PostgreSQL cannot."""
    return None if text is None else text.replace("\x00", "")


# -- react ---------------------------------------------------------------------------------------


def react_decidida(event: Event, context: Context) -> Sequence[NewEvent]:
    """Carry out what a moderator decided on a file."""
    payload = event.payload
    if payload.get("tipo") != "anexo":
        return ()
    db, anexo_id, verdict = context.db, payload["referencia_id"], payload["decisao"]
    row = db.one(_FILE, {"k_anexo": anexo_id})
    if row is None or _is_removed(db, anexo_id):
        return ()
    _id, _demanda, sha256, origem, mime, size, may_show = row
    if verdict == "removido":
        return _removals(db, sha256, origem)
    shown: Payload = {}
    files: tuple[NewAttachment, ...] = ()
    if verdict == "aprovado" and may_show and sha256 is not None:
        shown = {"url_acesso": referencia(sha256), "hash_sha256": sha256}
        if mime != MIME_DESCONHECIDO:
            files = (NewAttachment(sha256, size, mime, "publica"),)
    made: Payload = {
        "anexo_id": anexo_id,
        "status": "ativo" if verdict == "aprovado" else "bloqueado",
        "moderacao_status": verdict,
        **shown,
    }
    return (NewEvent("anexo.moderado", made, sujeito=anexo_id, anexos=files),)


def _removals(db: ReadDb, sha256: str | None, origem: str | None) -> Sequence[NewEvent]:
    """One event for each copy that is still here, processed or about to be."""
    if sha256 is None:
        return ()
    params = {"k_hash": sha256, "k_origem": origem}
    copies = {
        anexo_id: (demanda_id, found or sha256, bool(may_show))
        for statement in (_COPIES, _COPIES_ENTERED)
        for anexo_id, demanda_id, found, may_show in db.all(statement, params)
    }
    return tuple(
        NewEvent(
            "anexo.removido",
            {"anexo_id": anexo_id, "demanda_id": demanda_id, "hash_sha256": found},
            sujeito=anexo_id,
            restrito=frozenset() if may_show else frozenset({"hash_sha256"}),
        )
        for anexo_id, (demanda_id, found, may_show) in sorted(copies.items())
        if not _is_removed(db, anexo_id)
    )


def effect_removido(event: Event, context: Context) -> Sequence[Effect]:
    """After the commit the object goes; where the part that names it is erased, it is gone."""
    sha256 = event.payload.get("hash_sha256")
    if sha256 is None:
        return ()
    return (Effect(f"{event.event_hash}/{sha256[:12]}", APAGAR, {"sha256": sha256}),)


def keys(event: Event) -> frozenset[str]:
    """A demand's events follow each other, and so do a file's."""
    payload = event.payload
    found = (payload.get(name) for name in ("demanda_id", "anexo_id", "referencia_id"))
    return frozenset(one for one in found if isinstance(one, str))


def fold_keys(event: Event) -> frozenset[str]:
    """What came in and what was made of it by demand; what was decided by file."""
    payload = event.payload
    if event.tipo == "moderacao.decidida":
        return frozenset({payload["referencia_id"]})
    if event.tipo in ("anexo.moderado", "anexo.removido"):
        return frozenset({payload["anexo_id"]})
    return frozenset({payload["demanda_id"]})
