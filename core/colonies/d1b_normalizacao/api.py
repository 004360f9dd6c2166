"""The door for services and for the results of slow work.

D-1b reacts; its trabalho's result enters here, and the one command there is: to judge texts anew by
the denylist in force.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, select

from core.base.territorio.distancia import Ponto
from core.base.texto.denylist import Denylist
from core.colonies.d1b_normalizacao.queries import read_lists
from core.colonies.d1b_normalizacao.rules import Bruta, Normalizada, normalise
from core.colonies.d1b_normalizacao.tables import demandas, midias
from core.kernel.colony import Context, Decisao, ReadDb
from core.kernel.event import NewEvent, Payload
from core.kernel.store.statement import Cursor, Dialect, Statement

_D, _M = demandas.c, midias.c
_READ: Final = (
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
    "origem_normalizacao",
    "midias_descritas",
)
_NOW = Statement(
    select(*(_D[name] for name in _READ)).where(_D.demanda_id == bindparam("k_demanda"))
)
_FILES = Statement(
    select(_M.indice, _M.tipo_mime, _M.liberada, _M.removida)
    .where(_M.demanda_id == bindparam("k_demanda"), _M.indice.is_not(None))
    .order_by(_M.indice, _M.anexo_id)
)
_HELD = Statement(select(_D.conteudo_suspeito).where(_D.demanda_id == bindparam("k_demanda")))
_DESCRIBABLE: Final = ("image/", "audio/")


def prever(cursor: Cursor, dialect: Dialect, texto: str) -> Normalizada:
    """The clean form that a text would get, with the terms and patterns it would be held for."""
    terms = [term for listed in read_lists(cursor, dialect) for term in msgspec.json.decode(listed)]
    return normalise(Bruta(texto, True, "texto", 0, None), Denylist(terms))


def midias_descritas(
    sujeito: str, dados: Mapping[str, Any], resultado: Any, context: Context
) -> Sequence[NewEvent]:
    """The outcome of describing a demand's media: its first clean form, with what there is.

    Args:
        sujeito: the demand.
        dados: what the work was given.
        resultado: what ``trabalhos`` made, or None where it made nothing.
        context: the demand as it stands now.
    """
    return formar(sujeito, context, descritas=resultado or ())


def rejulgar(demandas_ids: Sequence[str], ator: Mapping[str, str]) -> Callable[[Context], Decisao]:
    """Send to moderation what the denylist in force catches and the one of its time did not.

    The text is published anew as flagged: it is hidden until a moderator decides. What is flagged
    already, or was withdrawn, stays as it is. The answer is ``{"enviadas"}``.

    Args:
        demandas_ids: the demands to look at.
        ator: account and role of whoever asks for it.
    """

    def decide(context: Context) -> Decisao:
        made: list[NewEvent] = []
        for demanda_id in demandas_ids:
            row = context.db.one(_HELD, {"k_demanda": demanda_id})
            if row is None or row[0] is None or row[0]:
                continue
            made += [
                replace(event, ator=ator)
                for event in formar(demanda_id, context)
                if event.payload["conteudo_suspeito"]
            ]
        return Decisao({"enviadas": len(made)}, tuple(made))

    return decide


def formar(
    demanda_id: str,
    context: Context,
    *,
    corrigida: bool = False,
    descritas: Sequence[Mapping[str, Any]] | None = None,
) -> Sequence[NewEvent]:
    """The clean form of a demand as it stands; nothing where it was withdrawn.

    Args:
        demanda_id: the demand.
        context: its state.
        corrigida: a person had a hand in it, from now on.
        descritas: what was made of its media; None: what was made before.
    """
    row = context.db.one(_NOW, {"k_demanda": demanda_id})
    if row is None:
        return ()
    now = dict(zip(_READ, row, strict=True))
    if now["retirada"]:
        return ()
    if descritas is None:
        before = now["midias_descritas"]
        descritas = msgspec.json.decode(before) if before else ()
    media, kept, is_clear = 0, descritas, False
    if now["midias"]:
        media, kept, is_clear = _media(context.db, demanda_id, now["midias"], descritas)
    bruta = Bruta(
        texto=now["texto_bruto"],
        publica_texto=bool(now["publica_texto"]),
        tipo_midia=now["tipo_midia"],
        midias=media,
        ponto=None if now["lat"] is None else Ponto(now["lat"], now["lng"]),
        descritas=kept,
        exibe_midias=is_clear and bool(now["publica_imagem"]),
    )
    made = normalise(bruta, context.db.memory.denylist)
    is_hybrid = corrigida or now["origem_normalizacao"] == "hibrido"
    payload: Payload = {
        "demanda_id": demanda_id,
        "titulo": made.titulo,
        "descricao_limpa": made.descricao_limpa,
        "tipo_midia_processada": now["tipo_midia"],
        "coordenadas_validadas": (
            None if made.ponto is None else {"lat": made.ponto.lat, "lng": made.ponto.lng}
        ),
        "confianca_normalizacao": made.confianca,
        "origem_normalizacao": "hibrido" if is_hybrid else "automatico",
        "conteudo_suspeito": made.conteudo_suspeito,
    }
    optional = {
        "cidadao_id": now["cidadao_id"],
        "entidades_extraidas": made.entidades or None,
        "idioma_detectado": made.idioma,
        "termos_suspeitos": list(made.termos_suspeitos) or None,
        "categoria_id": now["categoria_id"],
        "subcategoria_id": now["subcategoria_id"],
        "midias_descritas": [dict(one) for one in kept] or None,
        "precisao_local": now["precisao_local"],
        "unidade_informada_id": now["unidade_informada_id"],
    }
    payload.update({name: value for name, value in optional.items() if value is not None})
    return (NewEvent("demanda.normalizada", payload, sujeito=demanda_id, restrito=made.restrito),)


def _media(
    db: ReadDb, demanda_id: str, count: int, descritas: Sequence[Mapping[str, Any]]
) -> tuple[int, Sequence[Mapping[str, Any]], bool]:
    """How many can be described, what is said of those that are still there, and may it be shown.

    It may where every one that something is said of was looked at and not held.
    """
    clear: set[int] = set()
    silent: set[int] = set()
    for index, mime, is_released, is_removed in db.all(_FILES, {"k_demanda": demanda_id}):
        if is_removed or not mime.startswith(_DESCRIBABLE):
            silent.add(index)
        elif is_released:
            clear.add(index)
    kept = [one for one in descritas if one["indice"] not in silent]
    return max(0, count - len(silent)), kept, {one["indice"] for one in kept} <= clear
