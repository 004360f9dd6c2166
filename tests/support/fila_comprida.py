"""A unit with as many waiting demands as wanted, written straight into the colonies' tables."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, Final

from sqlalchemy import Table, insert

from core.colonies.d5_agenda.tables import AGENDA, ESPERA, items, scores
from core.colonies.d7_transparencia.tables import snapshots, unidades
from core.kernel.store.database import Writer
from core.kernel.store.statement import Statement

UNIT: Final = "11111111-0000-5000-8000-000000000001"
MOMENT: Final = "2026-05-28T20:26:40.000Z"
HELD: Final = 10
_LOT: Final = 5_000
_WEIGHTS: Final = {1: 100.0, 2: 80.0, 3: 60.0, 4: 40.0, 5: 20.0}
_Rows = Iterator[tuple[Table, dict[str, Any]]]


def demanda_id(number: int, rng: random.Random) -> str:
    """Spread as real ones are."""
    return f"{rng.getrandbits(32):08x}-0000-4000-8000-{number:012x}"


def encher(writer: Writer, quantas: int) -> list[str]:
    """Fill unit ``UNIT`` with ``quantas`` waiting demands, and ``HELD`` on its agenda; their ids."""
    rng = random.Random(quantas)
    ids = [demanda_id(n, rng) for n in range(quantas + HELD)]
    _write(writer, unidades, [_unit()])
    for start in range(0, len(ids), _LOT):
        lot = ids[start : start + _LOT]
        held: list[dict[str, Any]] = []
        scored: list[dict[str, Any]] = []
        shown: list[dict[str, Any]] = []
        for at, one in enumerate(lot, start):
            is_held = at < HELD
            level = rng.randrange(1, 6)
            share, value = rng.randrange(10, 101) / 100, rng.randrange(1, 101)
            score = round(_WEIGHTS[level] * share * value, 2)
            lugar = AGENDA if is_held else ESPERA
            scored.append(_score(one, level, (_WEIGHTS[level], share, value), score, lugar))
            shown.append(_snapshot(one, at, level, score, is_held=is_held))
            if is_held:
                held.append(_item(one, at + 1, level, score))
        for table, rows in ((scores, scored), (snapshots, shown), (items, held)):
            _write(writer, table, rows)
    return ids


def _write(writer: Writer, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    if not rows:
        return
    columns = [column.name for column in table.columns]
    statement = Statement(insert(table), columns)
    writer.begin()
    empty = dict.fromkeys(columns)
    statement.run_many(writer.cursor, writer.dialect, [{**empty, **row} for row in rows])
    writer.commit()


def _unit() -> dict[str, Any]:
    return {
        "unidade_civica_id": UNIT,
        "nivel": 2,
        "nome": "Jardim das Flores",
        "nome_busca": "jardim das flores",
        "fonte": "teste",
        "importacao_id": "x",
    }


def _score(
    one: str, level: int, factors: tuple[float, float, int], score: float, lugar: str
) -> dict[str, Any]:
    return {
        "demanda_id": one,
        "unidade_civica_id": UNIT,
        "categoria_id": f"{level}.1",
        "nivel_precedencia": level,
        "score_final": score,
        "peso_nacional": factors[0],
        "peso_situacional": factors[1],
        "score_horizontal": factors[2],
        "posicao_ranking": 1,
        "versao_parametros": "mvp-v1",
        "lugar": lugar,
        "event_id": one,
        "correlacao_id": one,
        "criado_em": MOMENT,
    }


def _item(one: str, ordem: int, level: int, score: float) -> dict[str, Any]:
    return {
        "demanda_id": one,
        "unidade_civica_id": UNIT,
        "ordem": ordem,
        "score": score,
        "status": "disponivel",
        "categoria_id": f"{level}.1",
        "nivel_precedencia": level,
        "event_id": one,
        "entrou_em": MOMENT,
        "atualizado_em": MOMENT,
        "anunciado_em": MOMENT,
    }


def _snapshot(one: str, at: int, level: int, score: float, *, is_held: bool) -> dict[str, Any]:
    flags = ("oculta", "conteudo_removido", "suspeito", "texto_corrigido", "local_pendente")
    more = ("contestada", "aguarda_conselheiro", "total_sorteios", "total_atualizacoes")
    last = ("ratificacao_pendente", "total_conclusoes", "total_confirmacoes")
    return {
        **dict.fromkeys((*flags, *more, *last), 0),
        "demanda_id": one,
        "situacao": "disponivel" if is_held else "aguardando_vaga",
        "situacao_desde": MOMENT,
        "visto_em": MOMENT,
        "protocolo": f"ABCD-{at:06d}-11",
        "recebida_em": MOMENT,
        "titulo": f"Buraco na Rua das Acácias, {at}",
        "titulo_busca": f"buraco na rua das acacias {at}",
        "descricao": "A água junta na frente da escola e ninguém passa.",
        "unidade_civica_id": UNIT,
        "confianca_geo": "alta",
        "categoria_id": f"{level}.1",
        "nivel_precedencia": level,
        "ordem_score": -round(score * 100),
        "ranqueada_em": MOMENT,
        "ranking_unidade_id": UNIT,
        "fila_unidade_id": UNIT,
    }
