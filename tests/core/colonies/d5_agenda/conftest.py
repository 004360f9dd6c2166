"""An office with D-5 alone: rankings, draws and ends as the other colonies tell them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import pytest

from core.base.parametros.conjunto import PADRAO, para_payload
from core.colonies.d5_agenda import api
from core.colonies.d5_agenda.colony import AGENDA
from core.kernel.colony import Colony, no_keys
from core.kernel.engine.consumer_offset import Offset, consumer_offsets
from core.kernel.engine.engine import Engine
from core.kernel.event import Event, NewEvent
from tests.support.office import Office, conselheiro, demanda, unidade

SOURCE = Colony(
    id="FONTE",
    prefixo="fonte",
    nome="Fonte",
    publica=tuple(tipo for tipo in AGENDA.apply if tipo not in AGENDA.publica),
    apply={},
    chaves=no_keys,
)
MOMENT = "2026-05-28T20:26:40.000Z"
PESOS = {1: "0.85", 2: "0.60", 3: "0.75", 4: "0.40", 5: "0.20"}
"""Of the document's test unit: level 1 is not covered."""
CORRELACAO = "44444444-0000-4000-8000-{:012x}"
GERADA, DISPONIVEL = "agenda.gerada", "agenda.item_disponível"


def ranqueada(
    n: int, score: float, u: int = 1, nivel: int = 1, categoria: str | None = None
) -> NewEvent:
    """A demand ranked in a unit."""
    return NewEvent(
        "demanda.ranqueada",
        {
            "demanda_id": demanda(n),
            "unidade_civica_id": unidade(u),
            "categoria_id": categoria or f"{nivel}.1",
            "nivel_precedencia": nivel,
            "score_final": score,
            "breakdown": {"peso_nacional": 100, "peso_situacional": 0.85, "score_horizontal": 95},
            "posicao_no_ranking": 1,
            "total_demandas_na_uc": 1,
            "versao_parametros": "mvp-v1",
            "timestamp_calculo": MOMENT,
        },
        sujeito=demanda(n),
        correlacao_id=CORRELACAO.format(n),
    )


def ranking(u: int = 1, n: int = 1) -> NewEvent:
    """The top of a unit's ranking changed."""
    payload = {
        "unidade_civica_id": unidade(u),
        "motivo": "demanda_top10",
        "demanda_id_gatilho": demanda(n),
        "top_10": [],
        "total_demandas": 1,
        "versao_parametros": "mvp-v1",
        "timestamp": MOMENT,
    }
    return NewEvent("ranking.atualizado", payload, sujeito=unidade(u))


def georreferenciada(n: int, lat: float | None, lng: float | None, u: int = 1) -> NewEvent:
    """A demand placed."""
    payload = {
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(u),
        "nivel_minimo_resolvido": 2,
        "cadeia_ucs": [unidade(u)],
        "metodo_resolucao": "gps",
        "confianca_geo": "alta",
        "coordenadas_lat": lat,
        "coordenadas_lng": lng,
    }
    return NewEvent("demanda.georreferenciada", payload, sujeito=demanda(n))


def sorteado(n: int, c: int = 1, u: int = 1) -> NewEvent:
    """A councillor drawn for a demand."""
    payload = {
        "conselheiro_id": conselheiro(c),
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(u),
        "metodo_sorteio": "fisher_yates",
        "seed_publico": "ab" * 32,
        "elegiveis": [conselheiro(c)],
        "seed_base_event_id": demanda(900),
    }
    return NewEvent("conselheiro.sorteado", payload, sujeito=demanda(n))


def iniciada(n: int, c: int = 1, u: int = 1) -> NewEvent:
    """The councillor's first contact."""
    payload = {
        "demanda_id": demanda(n),
        "conselheiro_id": conselheiro(c),
        "unidade_civica_id": unidade(u),
        "timestamp_inicio": MOMENT,
    }
    return NewEvent("conselheiro.demanda_iniciada", payload, sujeito=demanda(n))


def recusada(n: int, c: int = 1, u: int = 1, motivo: str = "recusa_explicita") -> NewEvent:
    """The councillor gives it back at once."""
    payload = {
        "conselheiro_id": conselheiro(c),
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(u),
        "motivo": motivo,
        "timestamp": MOMENT,
    }
    return NewEvent("conselheiro.atribuicao_recusada", payload, sujeito=demanda(n))


def sem_candidatos(n: int, u: int = 1) -> NewEvent:
    """A draw that found nobody."""
    payload = {
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(u),
        "total_elegiveis": 0,
        "motivo": "todos_ocupados",
    }
    return NewEvent("sorteio.sem_candidatos", payload, sujeito=demanda(n))


def ciclo(n: int, c: int = 1, motivo: str = "desistencia", u: int = 1) -> NewEvent:
    """The councillor's work on it ends."""
    payload = {
        "conselheiro_id": conselheiro(c),
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(u),
        "motivo_encerramento": motivo,
        "total_atualizacoes": 1,
        "data_inicio": MOMENT,
        "data_fim": MOMENT,
    }
    return NewEvent("conselheiro.ciclo_concluído", payload, sujeito=demanda(n))


def concluida(n: int, c: int = 1, u: int = 1, **more: Any) -> NewEvent:
    """Done, by its councillor."""
    payload = {
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(u),
        "data_conclusao": MOMENT,
        "conselheiro_id": conselheiro(c),
        **more,
    }
    return NewEvent("demanda.concluída", payload, sujeito=demanda(n))


def confirmada(n: int, u: int = 1, *, ratificar: bool = False, data: str = MOMENT) -> NewEvent:
    """Done, say three residents."""
    payload = {
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(u),
        "conclusao_id": demanda(800),
        "total_conclusoes": 3,
        "data_conclusao": data,
        "mecanismo": "confirmacao_coletiva",
        "ratificacao_necessaria": ratificar,
    }
    return NewEvent("demanda.conclusao_confirmada", payload, sujeito=demanda(n))


def agregada(representante: int, *membros: int) -> NewEvent:
    """Demands joined under one."""
    payload = {
        "agregado_id": demanda(700 + representante),
        "representante_demanda_id": demanda(representante),
        "membros": [{"demanda_id": demanda(n)} for n in membros],
        "mecanismo": "confirmacao_coletiva",
        "confirmacoes_gatilho": 3,
        "criterios": {},
    }
    return NewEvent("duplicidade.agregada", payload, sujeito=demanda(representante))


def retirada(n: int) -> NewEvent:
    """The demand is withdrawn."""
    payload = {"demanda_id": demanda(n), "motivo": "engano"}
    return NewEvent("demanda.retirada", payload, sujeito=demanda(n))


def parametros(
    versao: str = "teste-1",
    pesos: Mapping[int, Mapping[int, str]] | None = None,
    capacidades: Mapping[int, int] | None = None,
    padrao: int = 10,
) -> NewEvent:
    """A parameter set: unit -> level -> weight, unit -> items."""
    loaded = replace(
        PADRAO,
        versao=versao,
        pesos_situacionais={
            unidade(u): {nivel: Decimal(peso) for nivel, peso in of_unit.items()}
            for u, of_unit in (pesos or {}).items()
        },
        capacidades={unidade(u): itens for u, itens in (capacidades or {}).items()},
        capacidade_padrao=padrao,
    )
    return NewEvent("parametros.carregados", para_payload(loaded), sujeito=versao)


def number_of(demanda_id: str) -> int:
    """The n of ``demanda(n)``."""
    return int(demanda_id[-12:], 16)


@dataclass
class Bench:
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

    def juntos(self, *events: NewEvent) -> None:
        """Publish all before anything reacts."""
        self.engine.publicar("FONTE", *events)
        self.engine.aguardar_ocioso()

    def agenda(self, u: int = 1) -> api.Agenda:
        """A unit's agenda as services read it."""
        reader = self.office.database.open_reader()
        try:
            return api.ler_agenda(reader.cursor, reader.dialect, unidade(u))
        finally:
            reader.close()

    def itens(self, u: int = 1) -> list[tuple[int, int, str]]:
        """(position, demand, state) of what holds a place."""
        return [(i.posicao, number_of(i.demanda_id), i.status) for i in self.agenda(u).itens]

    def disponiveis(self, u: int = 1) -> list[int]:
        """The demands that are available, in order."""
        return [n for _posicao, n, status in self.itens(u) if status == "disponivel"]

    def status(self, n: int) -> str | None:
        """A demand's state; None where it has no item."""
        found = self.item(n, "status")
        return None if found is None else str(found[0])

    def item(self, n: int, *columns: str) -> tuple[Any, ...] | None:
        """Columns of a demand's item."""
        rows = self.office.rows(
            f"SELECT {', '.join(columns)} FROM d5_backlog_items WHERE demanda_id = '{demanda(n)}'"
        )
        return rows[0] if rows else None

    def count(self, table: str) -> int:
        """Rows of a table."""
        return int(self.office.rows(f"SELECT COUNT(*) FROM {table}")[0][0])

    def said(self, tipo: str) -> list[Event]:
        """What D-5 published of a type."""
        return [event for event in self.office.events() if event.tipo == tipo]

    def anunciadas(self, u: int | None = None) -> list[int]:
        """The demands that were announced, in order."""
        return [
            number_of(event.payload["demanda_id"])
            for event in self.said(DISPONIVEL)
            if u is None or event.payload["unidade_civica_id"] == unidade(u)
        ]

    def offset(self, tipo: str) -> Offset:
        """How far D-5 is with a type."""
        reader = self.office.database.open_reader()
        try:
            found = consumer_offsets(reader.cursor, reader.dialect, AGENDA)
        finally:
            reader.close()
        return next(row for row in found if row.tipo == tipo)

    def last(self, tipo: str) -> int:
        """Position of the last event of a type."""
        return [e.sequence_number for e in self.office.events() if e.tipo == tipo][-1]

    def dead_letters(self) -> list[tuple[Any, ...]]:
        """What is parked."""
        return self.office.rows("SELECT consumidor, fase, tipo, erro FROM dead_letter_queue")

    def check(self) -> None:
        """Nothing is parked, and folding from nothing gives the very same rows."""
        assert self.dead_letters() == []
        live = self.office.dump()
        self.engine.reconstruir().result()
        self.engine.aguardar_ocioso()
        assert self.office.dump() == live


def ranked(*scores: float, u: int = 1) -> Sequence[NewEvent]:
    """Demands 1, 2, 3 … of level 1 with these scores."""
    return [ranqueada(n, score, u) for n, score in enumerate(scores, start=1)]


@pytest.fixture
def bench(office: Office) -> Bench:
    """An office on each of the two databases."""
    office.colonies = (SOURCE, AGENDA)
    return Bench(office)


@pytest.fixture
def sqlite_bench(sqlite_office: Office) -> Bench:
    """An office on SQLite."""
    sqlite_office.colonies = (SOURCE, AGENDA)
    return Bench(sqlite_office)
