"""Folds draws, reports and what ends a cycle. Deterministic, total, and the same when told twice.

A cycle belongs to the draw that opened it and ends once, by the first event that ends it. A closed
demand opens none and takes no report. Source: Apêndice B D-6b, G-101, G-132, G-160, design.md 11.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, select

from core.base.texto.denylist import Denylist
from core.colonies.d6b_relatoria import rows
from core.colonies.d6b_relatoria.rules.prazo import civil_day, remind_at
from core.colonies.d6b_relatoria.rules.relato import concludes
from core.colonies.d6b_relatoria.tables import denylist
from core.kernel.colony import EVERYTHING, ApplyDb, ReadDb
from core.kernel.event import Event
from core.kernel.store.statement import Statement

_L = denylist.c
_LISTS = Statement(select(_L.no, _L.termos).order_by(_L.no))
_LIST_GONE = Statement(delete(denylist).where(_L.no == bindparam("k_no")))
_LIST_NEW = rows.new(denylist)


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


# -- the demand ----------------------------------------------------------------------------------


def apply_ranqueada(event: Event, db: ApplyDb) -> None:
    """A demand asks for a place in the agenda: since when, and of which category now."""
    payload = event.payload
    rows.ranked(db, payload["demanda_id"], payload.get("categoria_id"), event.timestamp)


def apply_retirada(event: Event, db: ApplyDb) -> None:
    """Terminal (design.md 11); D-6a frees the councillor."""
    demanda = event.payload["demanda_id"]
    _close_demand(event, db, "retirada")
    rows.settle(db, demanda, "sem_efeito")
    _end(event, db, rows.active(db, demanda), "retirada")


def _close_demand(event: Event, db: ApplyDb, how: str) -> None:
    """The first word that closes a demand stands."""
    demanda = event.payload["demanda_id"]
    known = rows.demand(db, demanda)
    if known is None or known["encerrada"] is None:
        rows.change_demand(db, demanda, encerrada=how, encerrada_em=event.timestamp)


def _end(event: Event, db: ApplyDb, cycle: Mapping[str, Any] | None, motivo: str) -> None:
    if cycle is not None:
        rows.close_cycle(db, cycle, motivo, event.timestamp, bytes.fromhex(event.event_hash))


# -- the cycle -----------------------------------------------------------------------------------


def apply_sorteado(event: Event, db: ApplyDb) -> None:
    """A cycle begins; none for a demand that is closed (late draw)."""
    payload = event.payload
    demanda, own = payload["demanda_id"], bytes.fromhex(event.event_hash)
    if rows.cycle(db, own) is not None:
        return
    known = rows.demand(db, demanda)
    if known is not None and known["encerrada"] is not None:
        return
    _end(event, db, rows.active(db, demanda), "substituido")
    number = 1 if known is None else known["ciclos"] + 1
    rows.change_demand(db, demanda, ciclos=number)
    rows.open_cycle(
        db,
        {
            "evento": own,
            "demanda_id": demanda,
            "conselheiro_id": payload["conselheiro_id"],
            "unidade_civica_id": payload["unidade_civica_id"],
            "ciclo": number,
            "sorteado_em": event.timestamp,
        },
    )


def apply_recusada(event: Event, db: ApplyDb) -> None:
    """The councillor gave the demand back: the cycle ends without a report of its end."""
    _end(event, db, _of_councillor(event, db), "recusa")


def apply_ciclo_concluido(event: Event, db: ApplyDb) -> None:
    """The cycle ended; of one that had ended before nothing is left to do."""
    _end(event, db, _of_councillor(event, db), event.payload["motivo_encerramento"])


def _of_councillor(event: Event, db: ApplyDb) -> dict[str, Any] | None:
    """The running cycle, if it is the councillor's that the event names."""
    cycle = rows.active(db, event.payload["demanda_id"])
    if cycle is None or cycle["conselheiro_id"] != event.payload["conselheiro_id"]:
        return None
    return cycle


def apply_concluida(event: Event, db: ApplyDb) -> None:
    """Done; residents who said so before are confirmed."""
    demanda = event.payload["demanda_id"]
    _close_demand(event, db, "concluida")
    rows.settle(db, demanda, "ratificada")
    _end(event, db, rows.active(db, demanda), "demanda_concluida")


def apply_conclusao_confirmada(event: Event, db: ApplyDb) -> None:
    """Residents say it is done: closed, or waiting for a councillor's word (G-160)."""
    payload = event.payload
    demanda, own = payload["demanda_id"], bytes.fromhex(event.event_hash)
    if rows.is_known_conclusion(db, own):
        return
    known = rows.demand(db, demanda)
    if known is not None and known["encerrada"] is not None:
        effect = "sem_efeito"
    elif payload["ratificacao_necessaria"]:
        effect = "pendente"
    else:
        effect = "direta"
        rows.settle(db, demanda, effect)
        _close_demand(event, db, "conclusao_coletiva")
        _end(event, db, rows.active(db, demanda), "conclusao_coletiva")
    rows.add_conclusion(
        db,
        {
            "evento": own,
            "demanda_id": demanda,
            "conclusao_id": payload["conclusao_id"],
            "total_conclusoes": payload["total_conclusoes"],
            "data_conclusao": payload["data_conclusao"],
            "efeito": effect,
            "confirmada_em": event.timestamp,
        },
    )


# -- reports -------------------------------------------------------------------------------------


def apply_registrada(event: Event, db: ApplyDb) -> None:
    """A report is taken where its councillor works on the demand; any other leaves no row."""
    payload = event.payload
    cycle = _of_councillor(event, db)
    if cycle is None or rows.report(db, event.event_id) is not None:
        return
    count = cycle["total_atualizacoes"] + 1
    fields = payload.get("campos_estruturados")
    rows.add_report(
        db,
        {
            "atualizacao_id": event.event_id,
            "demanda_id": payload["demanda_id"],
            "conselheiro_id": payload["conselheiro_id"],
            "acompanhamento": cycle["evento"],
            "ordem_no_ciclo": count,
            "tipo": payload["tipo"],
            "registrada_em": event.timestamp,
            "texto": _stored(payload.get("texto")),
            "campos": _json(fields),
            "sugestao_original": _json(payload.get("sugestao_original")),
        },
    )
    rows.change_cycle(
        db,
        cycle,
        total_atualizacoes=count,
        iniciado_em=cycle["iniciado_em"] or event.timestamp,
        concluindo=int(bool(cycle["concluindo"]) or concludes(payload["tipo"], fields)),
    )


def apply_publicada(event: Event, db: ApplyDb) -> None:
    """The public form of a report; what it says of status and deadline holds for the cycle."""
    payload, public = event.payload, event.publico()
    report = rows.report(db, payload["atualizacao_id"])
    if (
        report is None
        or report["demanda_id"] != payload["demanda_id"]
        or report["numero_sequencial"] is not None
    ):
        return
    words = _stored(public.get("descricao_sanitizada"))
    fields = public.get("campos_estruturados")
    rows.change_report(
        db,
        report,
        numero_sequencial=payload["numero_sequencial"],
        publicada_em=event.timestamp,
        registrado_por=public.get("registrado_por"),
        origem_estruturacao=public.get("origem_estruturacao"),
        campos_publicos=_json(fields),
        descricao_sanitizada=words,
        descricao_retida=(_stored(payload.get("descricao_sanitizada")) if words is None else None),
        conteudo_suspeito=int(bool(public.get("conteudo_suspeito"))),
        termos_suspeitos=_json(payload.get("termos_suspeitos")),
        transcricao_automatica=int(bool(public.get("transcricao_automatica"))),
    )
    known = rows.demand(db, report["demanda_id"])
    rows.change_demand(
        db, report["demanda_id"], publicadas=1 if known is None else known["publicadas"] + 1
    )
    _reported(event, db, report, fields or {})


def _reported(
    event: Event, db: ApplyDb, report: Mapping[str, Any], fields: Mapping[str, Any]
) -> None:
    """What a published report changes of its cycle."""
    cycle = rows.cycle(db, report["acompanhamento"])
    if cycle is None:
        return
    tipo = event.payload["tipo"]
    counts = rows.counted(cycle["contagem"])
    changes: dict[str, Any] = {"contagem": _json({**counts, tipo: counts.get(tipo, 0) + 1})}
    status = fields.get("status")
    if tipo == "status_atualizado" and isinstance(status, str):
        changes["status_informado"] = _stored(status)
    day = civil_day(fields.get("data")) if tipo == "prazo_registrado" else None
    if day is not None and cycle["situacao"] == "ativo":
        own = bytes.fromhex(event.event_hash)
        changes |= {"prazo_estimado": day.isoformat(), "prazo_no": event.no, "prazo_evento": own}
    rows.change_cycle(db, cycle, **changes)
    if "prazo_no" in changes:
        _remind({**cycle, **changes}, db)


def _remind(cycle: Mapping[str, Any], db: ApplyDb) -> None:
    """Have the deadline that stands fall due; once only for the same day (G-165)."""
    day = civil_day(cycle["prazo_estimado"])
    if day is None or cycle["prazo_avisado"] == cycle["prazo_estimado"]:
        rows.drop_deadline(db, cycle["demanda_id"])
        return
    moment = remind_at(day, rows.zone_of(db, cycle["prazo_no"]))
    rows.set_deadline(db, cycle["demanda_id"], cycle["prazo_evento"], moment)


def apply_prazo_proximo(event: Event, db: ApplyDb) -> None:
    """The councillor was reminded of this deadline."""
    cycle = _of_councillor(event, db)
    if cycle is None:
        return
    told = event.payload["prazo_estimado"]
    rows.change_cycle(db, cycle, prazo_avisado=told)
    if told == cycle["prazo_estimado"]:
        rows.drop_deadline(db, cycle["demanda_id"])


def apply_resumo(event: Event, db: ApplyDb) -> None:
    """The public summary of the cycle that began then; an erased one leaves none."""
    payload = event.payload
    cycle = rows.cycle_begun(db, payload["demanda_id"], payload["data_inicio"])
    if cycle is not None:
        text = _stored(event.publico().get("resumo"))
        rows.change_cycle(db, cycle, texto_resumo_ciclo=text)


def apply_moderacao(event: Event, db: ApplyDb) -> None:
    """A person decided on a report that was held back; the words come with the approval."""
    payload = event.payload
    report = rows.report(db, payload["referencia_id"]) if payload["tipo"] == "relato" else None
    if report is None or report["demanda_id"] != payload.get("demanda_id"):
        return
    if not report["conteudo_suspeito"]:
        return
    released = event.publico().get("texto_liberado") or {}
    words = released.get("descricao_sanitizada") if payload["decisao"] == "aprovado" else None
    rows.change_report(
        db, report, moderacao=payload["decisao"], descricao_sanitizada=_stored(words)
    )


# -- the office ----------------------------------------------------------------------------------


def apply_configurado(event: Event, db: ApplyDb) -> None:
    """The zone of a node; its open deadlines are days of that zone from now on."""
    rows.set_zone(db, event.no, event.payload["fuso"])
    for cycle in rows.with_deadline_of(db, event.no):
        _remind(cycle, db)


def apply_denylist(event: Event, db: ApplyDb) -> None:
    """An office's whole list; a list that is not here leaves the one before."""
    terms = event.payload.get("termos")
    if terms is None and event.no in {row[0] for row in db.all(_LISTS)}:
        return
    db.run(_LIST_GONE, {"k_no": event.no})
    db.run(_LIST_NEW, {"no": event.no, "termos": _json(terms)})
    db.memory.reload(db)


def keys(event: Event) -> frozenset[str]:
    """A demand's events follow each other, and so do an office's."""
    return frozenset({event.payload.get("demanda_id") or event.no})


def fold_keys(event: Event) -> frozenset[str]:
    """The demand; an office's list or zone is folded with everything, and is rare."""
    return frozenset({event.payload.get("demanda_id") or EVERYTHING})


def _stored(text: str | None) -> str | None:
    """Text that came from another office may hold what PostgreSQL cannot."""
    return None if text is None else text.replace("\x00", "")


def _json(value: Any) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()
