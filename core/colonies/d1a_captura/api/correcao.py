"""Correct and withdraw a demand. Source: design.md 11 (Correction and withdrawal)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from core.colonies.d1a_captura import queries as q
from core.colonies.d1a_captura.rules import (
    WITHDRAWAL_MS,
    Lugar,
    Motivo,
    checked_category,
    checked_place,
    checked_short,
    checked_text,
    checked_unit,
    point_payload,
)
from core.kernel.clock import parse_timestamp
from core.kernel.colony import Context, Decisao
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent, Payload

Ator = Mapping[str, str]
Decide = Callable[[Context], Decisao]


@dataclass(frozen=True, slots=True, kw_only=True)
class Correcao:
    """What changes of a demand; None leaves it as it is.

    Args:
        motivo: why, restricted.
        texto: the words as they should read.
        lugar: the right place; with a unit alone it is confirmed by hand.
        categoria: (categoria_id, subcategoria_id); (None, None) leaves it to D-3.
        lugar_confirmado: the place stands; its unit is looked for anew in the outlines of today.
        unidade_escolhida: the place stands; this is its unit, by hand.
        correcoes_vistas: how many corrections the person had before their eyes; None does not ask.
    """

    motivo: str
    texto: str | None = None
    lugar: Lugar | None = None
    categoria: tuple[str | None, str | None] | None = None
    lugar_confirmado: bool = False
    unidade_escolhida: str | None = None
    correcoes_vistas: int | None = None


def corrigir_demanda(
    no: str, demanda_id: str, correcao: Correcao, ator: Ator | None = None
) -> Decide:
    """Correct text, place or category; only what differs goes into the event.

    The answer is ``{"demanda_id", "protocolo", "campos"}``.

    Raises:
        UserFacingError: ``captura.nao_encontrada``, ``captura.ja_retirada``,
            ``captura.sem_motivo``, ``captura.nada_a_corrigir``, ``captura.ja_corrigida``,
            ``captura.*``, ``coordenada.*``.
    """

    def decide(context: Context) -> Decisao:
        now = _living(context, demanda_id)
        if correcao.correcoes_vistas not in {None, now.correcoes}:
            raise UserFacingError("captura.ja_corrigida")
        reason = checked_short(correcao.motivo, "motivo")
        if reason is None:
            raise UserFacingError("captura.sem_motivo")
        payload: Payload = {"demanda_id": demanda_id, "campos": [], "motivo": reason}
        _correct_text(payload, correcao, now)
        _correct_place(payload, correcao, now, q.area_of(context.db, no))
        _correct_category(payload, correcao, now)
        if not payload["campos"]:
            raise UserFacingError("captura.nada_a_corrigir")
        answer = {
            "demanda_id": demanda_id,
            "protocolo": now.protocolo,
            "campos": payload["campos"],
        }
        return Decisao(
            answer, (NewEvent("demanda.corrigida", payload, sujeito=demanda_id, ator=ator),)
        )

    return decide


def _living(context: Context, demanda_id: str) -> q.DemandaRecebida:
    found = q.present_demand(context.db, demanda_id)
    if found is None:
        raise UserFacingError("captura.nao_encontrada")
    if found.status == "retirada":
        raise UserFacingError("captura.ja_retirada", protocolo=found.protocolo)
    return found


def _correct_text(payload: Payload, correcao: Correcao, now: q.DemandaRecebida) -> None:
    if correcao.texto is None:
        return
    text = checked_text(correcao.texto, has_media=bool(now.midia_urls))
    if text == now.texto_bruto:
        return
    payload["campos"].append("texto")
    payload["texto"] = text
    if now.cidadao_id is not None:
        payload["cidadao_id"] = now.cidadao_id


def _correct_place(
    payload: Payload, correcao: Correcao, now: q.DemandaRecebida, area: q.Area
) -> None:
    if correcao.lugar is None:
        _stand_by_place(payload, correcao, now)
        return
    lugar = checked_place(correcao.lugar, area.caixa, None)
    if (lugar.precisao, lugar.ponto, lugar.unidade_id) == (
        now.precisao_local,
        now.ponto,
        now.unidade_informada_id,
    ):
        return
    payload["campos"].append("local")
    payload["localizacao"] = point_payload(lugar)
    payload["precisao_local"] = lugar.precisao
    if lugar.unidade_id is not None:
        payload["unidade_civica_id"] = lugar.unidade_id


def _stand_by_place(payload: Payload, correcao: Correcao, now: q.DemandaRecebida) -> None:
    """The place as it is, told once more: for another unit by hand or by the outlines of today."""
    point = None if now.ponto is None else {"lat": now.ponto.lat, "lng": now.ponto.lng}
    if correcao.unidade_escolhida is not None:
        chosen = checked_unit(correcao.unidade_escolhida)
        if (now.precisao_local, now.unidade_informada_id) == ("unidade", chosen):
            return
        told: Payload = {"precisao_local": "unidade", "unidade_civica_id": chosen}
    elif correcao.lugar_confirmado and point is not None:
        # A unit that was held by hand is not what is to be looked for.
        told = {"precisao_local": "rua" if now.precisao_local == "rua" else "ponto"}
    else:
        return
    payload["campos"].append("local")
    payload |= {"localizacao": point, **told}


def _correct_category(payload: Payload, correcao: Correcao, now: q.DemandaRecebida) -> None:
    if correcao.categoria is None:
        return
    checked_category(*correcao.categoria)
    if correcao.categoria == (now.categoria_id, now.subcategoria_id):
        return
    payload["campos"].append("categoria")
    payload["categoria_id"], payload["subcategoria_id"] = correcao.categoria


def retirar_demanda(
    demanda_id: str,
    motivo: Motivo,
    ator: Ator,
    *,
    repetida_de: str | None = None,
    observacao: str | None = None,
) -> Decide:
    """Withdraw a demand for good: its registrant within 24 hours, a moderator at any time.

    Raises:
        UserFacingError: ``captura.nao_encontrada``, ``captura.ja_retirada``,
            ``captura.retirada_de_outro``, ``captura.retirada_tarde``,
            ``captura.repetida_sem_qual``, ``captura.repetida_de_si``,
            ``captura.repetida_desconhecida``.
    """

    def decide(context: Context) -> Decisao:
        now = _living(context, demanda_id)
        if ator["papel"] != "moderador":
            _check_registrant(now, ator, context.now())
        payload: Payload = {"demanda_id": demanda_id, "motivo": motivo}
        if motivo == "repetida":
            payload["repetida_de"] = _original(context, demanda_id, repetida_de)
        note = checked_short(observacao, "observação")
        if note is not None:
            payload["observacao"] = note
        answer = {"demanda_id": demanda_id, "protocolo": now.protocolo, "motivo": motivo}
        return Decisao(
            answer, (NewEvent("demanda.retirada", payload, sujeito=demanda_id, ator=ator),)
        )

    return decide


def _check_registrant(now: q.DemandaRecebida, ator: Ator, moment: str) -> None:
    if now.conta_id is None or now.conta_id != ator["conta_id"]:
        raise UserFacingError("captura.retirada_de_outro")
    if parse_timestamp(moment) - parse_timestamp(now.recebida_em) > WITHDRAWAL_MS:
        raise UserFacingError("captura.retirada_tarde", horas=WITHDRAWAL_MS // 3_600_000)


def _original(context: Context, demanda_id: str, repetida_de: str | None) -> str:
    """The demand that this one repeats."""
    if repetida_de is None:
        raise UserFacingError("captura.repetida_sem_qual")
    if repetida_de == demanda_id:
        raise UserFacingError("captura.repetida_de_si")
    found = q.present_demand(context.db, repetida_de)
    if found is None or found.status == "retirada":
        raise UserFacingError("captura.repetida_desconhecida")
    return repetida_de
