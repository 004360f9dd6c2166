"""Folds what came in and what was made of it; reacts with the clean form.

The reaction looks at the demand as it stands at the head of the log, so a correction that came
meanwhile is in it already. A demand with media is answered by its trabalho instead, which apply
opens. Source: design.md 3 and 11.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update

from core.base.texto.denylist import Denylist
from core.colonies.d1b_normalizacao.api import formar
from core.colonies.d1b_normalizacao.tables import demandas, denylist, midias, trabalhos
from core.colonies.d1b_normalizacao.trabalhos import MIDIAS
from core.kernel.colony import EVERYTHING, ApplyDb, Context, ReadDb
from core.kernel.engine.framework_tables import JobRows
from core.kernel.event import Event, NewEvent
from core.kernel.store.statement import Statement

_D = demandas.c
_IS = _D.demanda_id == bindparam("k_demanda")
_COLUMNS: Final = [column.name for column in demandas.columns]
_RAW: Final = (
    "texto_bruto",
    "cidadao_id",
    "publica_texto",
    "publica_imagem",
    "midias",
    "tipo_midia",
    "lat",
    "lng",
    "precisao_local",
    "unidade_informada_id",
    "categoria_id",
    "subcategoria_id",
    "retirada",
)
_CORRECTABLE: Final = (
    "texto_bruto",
    "lat",
    "lng",
    "precisao_local",
    "unidade_informada_id",
    "categoria_id",
    "subcategoria_id",
)
_MADE: Final = (
    "titulo",
    "descricao_limpa",
    "entidades_extraidas",
    "termos_suspeitos",
    "conteudo_suspeito",
    "confianca_normalizacao",
    "origem_normalizacao",
    "tipo_midia_processada",
    "idioma_detectado",
    "midias_descritas",
)
_GONE = Statement(delete(demandas).where(_IS))
_NEW = Statement(insert(demandas), _COLUMNS)
_NOW = Statement(select(*(_D[name] for name in _RAW)).where(_IS))
_CORRECTED = Statement(
    update(demandas).where(_IS).values({name: bindparam(f"n_{name}") for name in _CORRECTABLE})
)
_NORMALISED = Statement(
    update(demandas)
    .where(_IS, _D.normalizada_por.is_distinct_from(bindparam("n_por")))
    .values({name: bindparam(f"n_{name}") for name in _MADE})
    .values(
        versao=_D.versao + 1, normalizada_em=bindparam("n_em"), normalizada_por=bindparam("n_por")
    )
)
_WITHDRAWN = Statement(update(demandas).where(_IS).values(retirada=1))
_JOBS = JobRows(trabalhos)
_M = midias.c
_SAME_FILE = (_M.demanda_id == bindparam("k_demanda")) & (_M.anexo_id == bindparam("k_anexo"))
_FILE_GONE = Statement(delete(midias).where(_SAME_FILE))
_FILE_NEW = Statement(insert(midias), [column.name for column in midias.columns])
_FILE_REMOVED = Statement(update(midias).where(_SAME_FILE).values(removida=1, liberada=0))
_L = denylist.c
_LISTS = Statement(select(_L.no, _L.termos).order_by(_L.no))
_LIST_GONE = Statement(delete(denylist).where(_L.no == bindparam("k_no")))
_LIST_NEW = Statement(insert(denylist), [column.name for column in denylist.columns])


class Memory:
    """The denylist ready to search with."""

    def __init__(self, db: ReadDb) -> None:
        self.denylist = Denylist(())
        self.reload(db)

    def reload(self, db: ReadDb) -> None:
        """Read the terms of every office again."""
        terms: list[str] = []
        for _no, listed in db.all(_LISTS):
            terms += msgspec.json.decode(listed, type=list[str]) if listed else []
        self.denylist = Denylist(terms)


# -- apply ---------------------------------------------------------------------------------------


def apply_recebida(event: Event, db: ApplyDb) -> None:
    """What came in."""
    payload = event.payload
    point = payload.get("localizacao_bruta") or {}
    consents = payload.get("consentimentos") or {}
    media = payload.get("midia_urls") or ()
    row = dict.fromkeys(_COLUMNS, None)
    row.update(
        demanda_id=payload["demanda_id"],
        texto_bruto=_stored(payload.get("texto_bruto")),
        cidadao_id=payload.get("cidadao_id"),
        publica_texto=int(bool(consents.get("publicacao_texto"))),
        publica_imagem=int(bool(consents.get("publicacao_imagem"))),
        midias=len(media),
        tipo_midia=payload["tipo_midia"],
        lat=point.get("lat"),
        lng=point.get("lng"),
        precisao_local=payload.get("precisao_local"),
        unidade_informada_id=payload.get("unidade_informada_id"),
        categoria_id=payload.get("categoria_id"),
        subcategoria_id=payload.get("subcategoria_id"),
        retirada=0,
        versao=0,
    )
    db.run(_GONE, {"k_demanda": payload["demanda_id"]})
    db.run(_NEW, row)
    if media:
        given = msgspec.json.encode({"urls": list(media)}).decode()
        _JOBS.open(db, MIDIAS, payload["demanda_id"], event, given)


def apply_corrigida(event: Event, db: ApplyDb) -> None:
    """What was corrected of it."""
    payload = event.payload
    row = db.one(_NOW, {"k_demanda": payload["demanda_id"]})
    if row is None:
        return
    values = dict(zip(_RAW, row, strict=True))
    changed = payload["campos"]
    if "texto" in changed:
        values["texto_bruto"] = _stored(payload.get("texto"))
    if "local" in changed:
        point = payload.get("localizacao") or {}
        values["lat"], values["lng"] = point.get("lat"), point.get("lng")
        values["precisao_local"] = payload.get("precisao_local")
        values["unidade_informada_id"] = payload.get("unidade_civica_id")
    if "categoria" in changed:
        values["categoria_id"] = payload.get("categoria_id")
        values["subcategoria_id"] = payload.get("subcategoria_id")
    params = {f"n_{name}": values[name] for name in _CORRECTABLE}
    db.run(_CORRECTED, {"k_demanda": payload["demanda_id"], **params})


def apply_retirada(event: Event, db: ApplyDb) -> None:
    """Nothing is made of it any more."""
    db.run(_WITHDRAWN, {"k_demanda": event.payload["demanda_id"]})
    _JOBS.forget(db, event.payload["demanda_id"])


def apply_normalizada(event: Event, db: ApplyDb) -> None:
    """What was made of it."""
    payload = event.payload
    made = {f"n_{name}": _column(payload.get(name)) for name in _MADE}
    made.update(n_em=event.timestamp, n_por=event.event_hash)
    db.run(_NORMALISED, {"k_demanda": payload["demanda_id"], **made})
    if event.causa is not None:
        _JOBS.close(db, MIDIAS, payload["demanda_id"], event.causa)


def apply_anexo(event: Event, db: ApplyDb) -> None:
    """A file of the demand was looked at: whether what is said of it may be shown."""
    payload = event.payload
    is_clear = payload["moderacao_status"] == "aprovado" and not payload["possui_dado_sensivel"]
    params = {"k_demanda": payload["demanda_id"], "k_anexo": payload["anexo_id"]}
    db.run(_FILE_GONE, params)
    db.run(
        _FILE_NEW,
        {
            "demanda_id": payload["demanda_id"],
            "anexo_id": payload["anexo_id"],
            "indice": None
            if payload.get("via") not in {None, "captura"}
            else payload.get("indice"),
            "tipo_mime": payload["tipo_mime"],
            "liberada": int(is_clear),
            "removida": 0,
        },
    )


def apply_removido(event: Event, db: ApplyDb) -> None:
    """A file is gone: what was said of it is not said again."""
    payload = event.payload
    params = {"k_demanda": payload["demanda_id"], "k_anexo": payload["anexo_id"]}
    db.run(_FILE_REMOVED, params)


def apply_denylist(event: Event, db: ApplyDb) -> None:
    """An office's whole list; a list that is not here leaves the one before."""
    terms = event.payload.get("termos")
    known = {row[0] for row in db.all(_LISTS)}
    if terms is None and event.no in known:
        return
    db.run(_LIST_GONE, {"k_no": event.no})
    db.run(_LIST_NEW, {"no": event.no, "termos": _column(terms)})
    db.memory.reload(db)


def _stored(text: str | None) -> str | None:
    """Text that came from another office may hold what PostgreSQL cannot."""
    return None if text is None else text.replace("\x00", "")


def _column(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str):
        return value.replace("\x00", "")
    if isinstance(value, dict | list):
        return msgspec.json.encode(value).decode()
    return value


# -- react ---------------------------------------------------------------------------------------


def react_recebida(event: Event, context: Context) -> Sequence[NewEvent]:
    """The first clean form of words alone; where there are media, their trabalho brings it."""
    if event.payload.get("midia_urls"):
        return ()
    return formar(event.payload["demanda_id"], context)


def react_corrigida(event: Event, context: Context) -> Sequence[NewEvent]:
    """The clean form anew: a person had a hand in it. Media are not described again."""
    return formar(event.payload["demanda_id"], context, corrigida=True)


def keys(event: Event) -> frozenset[str]:
    """A demand's events follow each other, and so do an office's lists."""
    return frozenset({event.payload.get("demanda_id") or event.no})


def fold_keys(event: Event) -> frozenset[str]:
    """The demand; a list is folded with everything, and is rare."""
    return frozenset({event.payload.get("demanda_id") or EVERYTHING})
