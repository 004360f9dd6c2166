"""Folds what was flagged, what was decided, and what a model said of media.

An item is named by the event that flagged it, so a decision finds it whichever of the two came
first. It publishes nothing by itself: people decide. Source: Apêndice B D-1d, design.md 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from core.colonies.d1d_moderacao import rows
from core.colonies.d1d_moderacao.rules import REMOVIDO
from core.kernel.colony import EVERYTHING, ApplyDb
from core.kernel.event import Event
from core.kernel.ids import derived_uuid

TABLE: Final = "d1d_fila_moderacao"
CAPTURED: Final = "captura"
CORRECTED: Final = "hibrido"
"""``origem_normalizacao`` of a text that a correction led to."""


def apply_processado(event: Event, db: ApplyDb) -> None:
    """A file that a person has to look at; one that nobody flagged leaves no row."""
    public, payload = event.publico(), event.payload
    judged = public.get("moderacao_status")
    if judged == "aprovado" and not public.get("possui_dado_sensivel"):
        return
    via = public.get("via") or CAPTURED
    reasons = (payload.get("categoria_sensivel"), payload.get("motivo_sensivel"))
    address = _stored(payload.get("url_acesso"))
    _queue(
        event,
        db,
        "anexo",
        public["anexo_id"],
        {
            "bloqueio_provisorio": int(judged == "bloqueado"),
            "tipo_mime": _stored(public.get("tipo_mime")),
            # Descriptions are found by the place in the capture, and no other place is one.
            "indice": public.get("indice") if via == CAPTURED else None,
            "via": via,
            "midia_object_key": _stored(payload.get("object_key_temp")),
            "url_acesso": address,
            "motivo": _json([_stored(one) for one in reasons if one]),
            "tem_conteudo": int(address is not None),
        },
    )


def apply_removido(event: Event, db: ApplyDb) -> None:
    """A copy of a removed file is gone: nothing is left to decide on."""
    public = event.publico()
    for one in rows.files_of(db, public["demanda_id"], public["anexo_id"]):
        if one["indice"] is not None:
            rows.drop_description(db, public["demanda_id"], one["indice"])
        if not one["removido_junto"]:
            rows.settle(
                db,
                {**one, "removido_junto": 1, "decidido_em": one["decidido_em"] or event.timestamp},
            )


def apply_normalizada(event: Event, db: ApplyDb) -> None:
    """A flagged text; and what a model said of the media, flagged or not."""
    public, payload = event.publico(), event.payload
    demanda = public["demanda_id"]
    described = payload.get("midias_descritas")
    if described is not None:
        rows.set_descriptions(db, demanda, _descriptions(demanda, described))
    is_flagged = bool(public.get("conteudo_suspeito"))
    if not is_flagged and public.get("origem_normalizacao") != CORRECTED:
        return
    standing = [one for one in rows.texts_of(db, demanda) if one["vigente"]]
    if not is_flagged:
        for one in standing:
            # The same text, which nothing holds back any more unless somebody decided so.
            if not rows.decisions(db, one["item_id"]):
                rows.settle(db, {**one, "vigente": 0})
        return
    words = _words(payload, "titulo", "descricao_limpa")
    if standing:
        # Another place for the same text: what was decided of it stands.
        rows.settle(db, {**standing[-1], **words})
        return
    _queue(event, db, "texto", demanda, words)


def apply_corrigida(event: Event, db: ApplyDb) -> None:
    """Another text stands in the place of the one that was judged, and is judged anew."""
    public = event.publico()
    if "texto" not in (public.get("campos") or ()):
        return
    for one in rows.texts_of(db, public["demanda_id"]):
        if one["vigente"]:
            rows.settle(db, {**one, "vigente": 0})


def apply_publicada(event: Event, db: ApplyDb) -> None:
    """A councillor's report that was flagged."""
    public = event.publico()
    if public.get("conteudo_suspeito"):
        words = _words(event.payload, None, "descricao_sanitizada")
        _queue(event, db, "relato", public["atualizacao_id"], words)


def apply_decidida(event: Event, db: ApplyDb) -> None:
    """A person's word: appended to the history, and the item follows."""
    public, payload = event.publico(), event.payload
    demanda, item_id = public.get("demanda_id"), public["item_id"]
    takes_text = public["decisao"] == REMOVIDO and bool(public.get("remover_texto_demanda"))
    added = rows.add_decision(
        db,
        {
            "item_id": item_id,
            "evento": bytes.fromhex(event.event_hash),
            "altura": event.altura,
            "event_id": event.event_id,
            "chave_dobra": demanda or EVERYTHING,
            "tipo": public["tipo"],
            "referencia_id": public["referencia_id"],
            "decisao": public["decisao"],
            "reaberto": int(bool(public.get("reaberto"))),
            "remover_texto_demanda": int(takes_text),
            "motivo": _stored(payload.get("motivo")),
            "moderador_id": payload.get("moderador_id"),
            "data": event.timestamp,
        },
    )
    if not added:
        return
    item = rows.read_item(db, item_id)
    if item is not None:
        rows.settle(db, item)
    if takes_text and demanda is not None:
        for one in rows.texts_of(db, demanda):
            if one["vigente"]:
                rows.settle(db, {**one, "removido_junto": 1})


def apply_denylist(event: Event, db: ApplyDb) -> None:
    """An office's whole list; a list that is not here leaves the one before."""
    terms = event.payload.get("termos")
    if terms is None and rows.read_list(db, event.no) is not None:
        return
    rows.set_list(
        db,
        {
            "no": event.no,
            "versao": event.payload.get("versao"),
            "termos": None if terms is None else _json([_stored(one) for one in terms]),
            "motivo": _stored(event.payload.get("motivo")),
            "atualizada_em": event.timestamp,
        },
    )


def _queue(event: Event, db: ApplyDb, tipo: str, referencia: str, found: Mapping[str, Any]) -> None:
    item_id = derived_uuid(event.event_hash, TABLE, 0)
    if rows.read_item(db, item_id) is not None:
        return
    item: dict[str, Any] = {
        **dict.fromkeys(rows.ITEM),
        "vigente": 1,
        "removido_junto": 0,
        "bloqueio_provisorio": 0,
        **found,
        "item_id": item_id,
        "demanda_id": event.payload["demanda_id"],
        "tipo": tipo,
        "referencia_id": referencia,
        "evento": bytes.fromhex(event.event_hash),
        "evento_id": event.event_id,
        "causa": None if event.causa is None else bytes.fromhex(event.causa),
        "versao_vista": event.event_hash,
        "entrou_em": event.timestamp,
    }
    rows.settle(db, item, is_new=True)


def _words(payload: Mapping[str, Any], title: str | None, text: str) -> dict[str, Any]:
    head = None if title is None else _stored(payload.get(title))
    body = _stored(payload.get(text))
    return {
        "titulo": head,
        "trecho": body,
        "motivo": _json([_stored(one) for one in payload.get("termos_suspeitos") or ()]),
        "tem_conteudo": int(head is not None or body is not None),
    }


def _descriptions(demanda: str, told: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    by_place = {
        one["indice"]: {
            "demanda_id": demanda,
            "indice": one["indice"],
            "descricao": _stored(one.get("descricao")),
            "descricao_original": _stored(one.get("descricao_original")),
            "traduzida": int(bool(one.get("traduzida"))),
            "modelo": _stored(one.get("modelo")),
        }
        for one in told
    }
    return list(by_place.values())


def keys(event: Event) -> frozenset[str]:
    """A demand's events follow each other, and so do an office's lists."""
    return frozenset({event.payload.get("demanda_id") or event.payload.get("item_id") or event.no})


def fold_keys(event: Event) -> frozenset[str]:
    """The demand; a list, or a decision that names none, is folded with everything."""
    return frozenset({event.payload.get("demanda_id") or EVERYTHING})


def _stored(text: str | None) -> str | None:
    """Text that came from another office may hold what PostgreSQL cannot."""
    return None if text is None else text.replace("\x00", "")


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
