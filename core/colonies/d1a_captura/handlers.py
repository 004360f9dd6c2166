"""Folds captures, corrections and withdrawals. Total over valid events, erased parts included."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update

from core.base.protocolo import looks_like_protocol, read_protocol
from core.base.territorio.distancia import Ponto
from core.base.territorio.nome import nome_busca
from core.colonies.d1a_captura.rules import Lugar, content_hashes
from core.colonies.d1a_captura.tables import area, demandas, rascunhos
from core.kernel.colony import EVERYTHING, ApplyDb
from core.kernel.event import Event, Payload
from core.kernel.store.statement import Statement

_D = demandas.c
_IS = _D.demanda_id == bindparam("k_demanda")
_GONE = Statement(delete(demandas).where(_IS))
_NEW = Statement(insert(demandas), [column.name for column in demandas.columns])
_DRAFT_DONE = Statement(delete(rascunhos).where(rascunhos.c.rascunho_id == bindparam("k_demanda")))
_CORRECTABLE = ("texto_bruto", "lat", "lng", "precisao_local", "unidade_informada_id")
_CATEGORY = ("categoria_id", "subcategoria_id")
_COUNTED = ("correcoes", "corrigida_por")
_NOW = Statement(select(*(_D[name] for name in (*_CORRECTABLE, *_CATEGORY, *_COUNTED))).where(_IS))
_CORRECTED = Statement(
    update(demandas)
    .where(_IS)
    .values({name: bindparam(f"n_{name}") for name in (*_CORRECTABLE, *_CATEGORY)})
    .values({name: bindparam(f"n_{name}") for name in (*_COUNTED, "corrigida_em")})
)
_WITHDRAWN = Statement(
    update(demandas)
    .where(_IS, _D.status != "retirada")
    .values(
        status="retirada",
        retirada_em=bindparam("n_em"),
        motivo_retirada=bindparam("n_motivo"),
        repetida_de=bindparam("n_repetida"),
    )
)
_AREA_GONE = Statement(delete(area).where(area.c.no == bindparam("k_no")))
_AREA_NEW = Statement(insert(area), [column.name for column in area.columns])


def apply_recebida(event: Event, db: ApplyDb) -> None:
    """The row of a capture; closes the draft it came from in the same transaction."""
    payload = event.payload
    demanda = payload["demanda_id"]
    db.run(_GONE, {"k_demanda": demanda})
    db.run(_NEW, _row(event))
    db.run(_DRAFT_DONE, {"k_demanda": demanda})


def _row(event: Event) -> dict[str, Any]:
    payload = event.payload
    text = _stored(payload.get("texto_bruto"))
    cidadao = payload.get("cidadao_id")
    lugar = place_of(payload)
    media = payload.get("midia_urls")
    address = _stored(payload.get("endereco_informado"))
    protocol = payload.get("protocolo")
    hashes: tuple[str | None, str | None] = (None, None)
    if text is not None and cidadao is not None:
        came = [one["hash_origem"] for one in payload.get("midias_recebidas") or ()]
        hashes = content_hashes(text, lugar, came or media or (), cidadao)
    return {
        "demanda_id": payload["demanda_id"],
        "no": event.no,
        "epoca": event.epoca,
        "numero": _number(protocol),
        "protocolo": protocol,
        "canal": payload["canal"],
        "tipo_midia": payload["tipo_midia"],
        "status": "pendente_normalizacao",
        "lat": lugar.ponto.lat if lugar.ponto else None,
        "lng": lugar.ponto.lng if lugar.ponto else None,
        "precisao_local": payload.get("precisao_local"),
        "unidade_informada_id": lugar.unidade_id,
        "categoria_id": payload.get("categoria_id"),
        "subcategoria_id": payload.get("subcategoria_id"),
        "data_formulario": payload.get("data_formulario"),
        "criada_em": payload["timestamp_criacao"],
        "recebida_em": event.timestamp,
        "correcoes": 0,
        "corrigida_em": None,
        "corrigida_por": None,
        "retirada_em": None,
        "motivo_retirada": None,
        "repetida_de": None,
        "texto_bruto": text,
        "endereco_informado": address,
        "endereco_busca": nome_busca(address) if address else None,
        "cidadao_id": cidadao,
        "consentimentos": _json(payload.get("consentimentos")),
        "termos_versao": payload.get("termos_versao"),
        "midia_urls": _json(media),
        "id_externo": _stored(payload.get("id_externo")),
        "hash_relato": hashes[0],
        "hash_conteudo": hashes[1],
        "conta_id": event.ator["conta_id"] if event.ator else None,
    }


def place_of(payload: Payload) -> Lugar:
    """The place of a capture's payload, whatever is missing."""
    point = payload.get("localizacao_bruta")
    return Lugar(
        payload.get("precisao_local") or ("ponto" if point else "unidade"),
        Ponto(float(point["lat"]), float(point["lng"])) if point else None,
        payload.get("unidade_informada_id"),
    )


def _number(protocol: str | None) -> int | None:
    if protocol is None or not looks_like_protocol(protocol):
        return None
    return read_protocol(protocol).numero


def _stored(text: str | None) -> str | None:
    """Text that came from another office may hold what PostgreSQL cannot."""
    return None if text is None else text.replace("\x00", "")


def _json(value: Any) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


def apply_corrigida(event: Event, db: ApplyDb) -> None:
    """Put the corrected fields in place; of an erased text nothing is left."""
    payload = event.payload
    row = db.one(_NOW, {"k_demanda": payload["demanda_id"]})
    if row is None:
        return
    values = dict(zip((*_CORRECTABLE, *_CATEGORY, *_COUNTED), row, strict=True))
    if values["corrigida_por"] == event.event_hash:
        return
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
    params = {f"n_{name}": values[name] for name in (*_CORRECTABLE, *_CATEGORY)}
    params.update(
        n_correcoes=values["correcoes"] + 1,
        n_corrigida_por=event.event_hash,
        n_corrigida_em=event.timestamp,
    )
    db.run(_CORRECTED, {"k_demanda": payload["demanda_id"], **params})


def apply_retirada(event: Event, db: ApplyDb) -> None:
    """Terminal: the first withdrawal stands."""
    payload = event.payload
    db.run(
        _WITHDRAWN,
        {
            "k_demanda": payload["demanda_id"],
            "n_em": event.timestamp,
            "n_motivo": payload["motivo"],
            "n_repetida": payload.get("repetida_de"),
        },
    )


def apply_configurado(event: Event, db: ApplyDb) -> None:
    """The area and zone of a node, as last configured."""
    box: dict[str, Any] = event.payload.get("caixa") or {}
    db.run(_AREA_GONE, {"k_no": event.no})
    db.run(
        _AREA_NEW,
        {
            "no": event.no,
            "fuso": event.payload["fuso"],
            "sul": box.get("sul"),
            "oeste": box.get("oeste"),
            "norte": box.get("norte"),
            "leste": box.get("leste"),
        },
    )


def keys(event: Event) -> frozenset[str]:
    """A demand's events follow each other, and so do an office's configurations."""
    return frozenset({event.payload.get("demanda_id") or event.no})


def fold_keys(event: Event) -> frozenset[str]:
    """The demand; a configuration is folded with everything, and is rare."""
    demanda = event.payload.get("demanda_id")
    return frozenset({demanda or EVERYTHING})
