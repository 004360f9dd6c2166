"""An office with D-4 alone: categories as D-3 hands them on, aggregates as D-12 will."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import pytest

from core.base.parametros.conjunto import PADRAO, Parametros
from core.colonies.d4_ranking import api, queries
from core.colonies.d4_ranking.colony import RANKING
from core.kernel.colony import Colony, Recibo, no_keys
from core.kernel.engine.consumer_offset import Offset, consumer_offsets
from core.kernel.engine.engine import Engine
from core.kernel.event import Event, NewEvent
from tests.support.office import Office, demanda, unidade

SOURCE = Colony(
    id="FONTE",
    prefixo="fonte",
    nome="Fonte",
    publica=(
        "demanda.categorizada",
        "demanda.retirada",
        "duplicidade.agregada",
        "parâmetros.atualizados",
    ),
    apply={},
    chaves=no_keys,
)
OPERADOR = {"conta_id": "55555555-0000-4000-8000-000000000009", "papel": "operador"}
AGREGADO = "66666666-0000-4000-8000-{:012x}"
CORRELACAO = "44444444-0000-4000-8000-{:012x}"
TOPO, PRIMEIRA = "demanda_top10", "primeira_posicao_alterada"


def categorizada(n: int, u: int = 1, score: int = 95, nivel: int = 1, **more: Any) -> NewEvent:
    """A demand with its category: of level ``nivel``, at ``score`` within it."""
    payload = {
        "demanda_id": demanda(n),
        "categoria_id": f"{nivel}.1",
        "nivel_precedencia": nivel,
        "score_horizontal": score,
        "confianca_categorizacao": 0.97,
        "metodo": "automatico",
        "sugestoes_alternativas": [],
        "unidade_civica_id": unidade(u),
        "nivel_minimo_resolvido": 2,
        **more,
    }
    return NewEvent(
        "demanda.categorizada", payload, sujeito=demanda(n), correlacao_id=CORRELACAO.format(n)
    )


def retirada(n: int) -> NewEvent:
    """A demand withdrawn."""
    payload = {"demanda_id": demanda(n), "motivo": "engano"}
    return NewEvent("demanda.retirada", payload, sujeito=demanda(n))


def agregada(representante: int, *membros: int, agregado: int = 1, **more: Any) -> NewEvent:
    """Demands joined under one of them."""
    payload = {
        "agregado_id": AGREGADO.format(agregado),
        "representante_demanda_id": demanda(representante),
        "membros": [{"demanda_id": demanda(n)} for n in membros],
        "mecanismo": "confirmacao_coletiva",
        "confirmacoes_gatilho": 3,
        "criterios": {},
        **more,
    }
    return NewEvent("duplicidade.agregada", payload, sujeito=demanda(representante))


def conjunto(
    versao: str,
    nacionais: Mapping[int, str | int] | None = None,
    situacionais: Mapping[int, Mapping[int, str | int]] | None = None,
) -> Parametros:
    """A set that differs from the default in some national and situational weights."""
    changed = {nivel: Decimal(peso) for nivel, peso in (nacionais or {}).items()}
    return replace(
        PADRAO,
        versao=versao,
        pesos_nacionais={**PADRAO.pesos_nacionais, **changed},
        pesos_situacionais={
            unidade(u): {nivel: Decimal(peso) for nivel, peso in pesos.items()}
            for u, pesos in (situacionais or {}).items()
        },
    )


@dataclass
class Desk:
    """The office under test, and what is asked of it."""

    office: Office

    @property
    def engine(self) -> Engine:
        """The running engine; started at the first question."""
        return self.office.engines[-1] if self.office.engines else self.office.engine()

    def publicar(self, *events: NewEvent) -> None:
        """Publish one by one, letting everything follow each."""
        for event in events:
            self.engine.publicar("FONTE", event)
            self.engine.aguardar_ocioso()

    def carregar(self, novos: Parametros) -> Recibo:
        """Put a set in force, and let everything follow."""
        done = self.engine.executar("D-4", api.carregar_parametros(novos, OPERADOR)).result()
        self.engine.aguardar_ocioso()
        return done

    def said(self, tipo: str | None = None) -> list[Event]:
        """What D-4 published, of a type or at all."""
        return [
            event
            for event in self.office.events()
            if event.origem == "D-4" and tipo in (None, event.tipo)
        ]

    def ranked(self) -> list[tuple[int, float, int, int]]:
        """Every ``demanda.ranqueada``: (demand's number, score, position, total)."""
        return [
            (number(event.payload["demanda_id"]), *_place(event))
            for event in self.said("demanda.ranqueada")
        ]

    def told(self) -> list[tuple[int, str, int, list[int], int]]:
        """Every ``ranking.atualizado``: (unit, motive, trigger, demands of the top, total)."""
        return [
            (
                number(event.payload["unidade_civica_id"]),
                event.payload["motivo"],
                number(event.payload["demanda_id_gatilho"]),
                [number(item["demanda_id"]) for item in event.payload["top_10"]],
                event.payload["total_demandas"],
            )
            for event in self.said("ranking.atualizado")
        ]

    def read(self, function: Callable[..., Any], *args: Any) -> Any:
        """One of D-4's queries."""
        reader = self.office.database.open_reader()
        try:
            return function(reader.cursor, reader.dialect, *args)
        finally:
            reader.close()

    def ranking(self, u: int = 1) -> list[tuple[int, float]]:
        """(demand's number, score) in order, by the query that pages."""
        found: list[tuple[int, float]] = []
        after: queries.Continuacao | None = None
        while True:
            page: queries.Pagina = self.read(queries.read_page, unidade(u), after, 7)
            for item in page.itens:
                assert item.posicao == len(found) + 1
                found.append((number(item.demanda_id), item.score_final))
            after = page.proxima
            if after is None:
                assert page.total == len(found)
                return found

    def position(self, n: int) -> int | None:
        """A demand's position by the query that counts."""
        found: queries.Posicao | None = self.read(queries.read_position, demanda(n))
        return None if found is None else found.posicao

    def rows(self, table: str, *columns: str) -> list[tuple[Any, ...]]:
        """Rows of one of D-4's tables, by demand."""
        return self.office.rows(f"SELECT {', '.join(columns)} FROM {table} ORDER BY demanda_id")

    def offset(self, tipo: str) -> Offset:
        """How far D-4 has come with a type."""
        reader = self.office.database.open_reader()
        try:
            found = consumer_offsets(reader.cursor, reader.dialect, RANKING)
        finally:
            reader.close()
        return next(row for row in found if row.tipo == tipo)

    def dead_letters(self) -> list[tuple[Any, ...]]:
        """What is parked."""
        return self.office.rows("SELECT consumidor, fase, tipo FROM dead_letter_queue")

    def check(self) -> None:
        """Nothing is parked, and folding from nothing gives the very same rows."""
        assert self.dead_letters() == []
        live, published = self.office.dump(), len(self.office.events())
        self.engine.reconstruir().result()
        self.engine.aguardar_ocioso()
        assert self.office.dump() == live
        assert len(self.office.events()) == published


def fill(desk: Desk, count: int) -> None:
    """Demands with falling scores: the n-th stands at position n."""
    for n in range(1, count + 1):
        desk.engine.publicar("FONTE", categorizada(n, score=91 - n))
    desk.engine.aguardar_ocioso()


def number(identifier: str) -> int:
    """The number that an id of these tests stands for."""
    return int(identifier[-12:], 16)


def _place(event: Event) -> tuple[float, int, int]:
    payload = event.payload
    return (
        float(payload["score_final"]),
        payload["posicao_no_ranking"],
        payload["total_demandas_na_uc"],
    )


@pytest.fixture
def desk(office: Office) -> Desk:
    """An office on each of the two databases."""
    office.colonies = (SOURCE, RANKING)
    return Desk(office)


@pytest.fixture
def sqlite_desk(sqlite_office: Office) -> Desk:
    """An office on SQLite, where the database does not matter."""
    sqlite_office.colonies = (SOURCE, RANKING)
    return Desk(sqlite_office)
