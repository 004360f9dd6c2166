"""An office with D-6a alone: demands as D-5 announces them, cycles as D-6b ends them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from core.colonies.d6a_sorteio import api, queries
from core.colonies.d6a_sorteio.colony import SORTEIO
from core.kernel.clock import format_timestamp
from core.kernel.colony import Colony, Decisao, Recibo, no_keys
from core.kernel.engine.engine import Engine
from core.kernel.event import Event, NewEvent
from tests.support.office import Office, conselheiro, demanda, unidade

SOURCE = Colony(
    id="FONTE",
    prefixo="fonte",
    nome="Fonte",
    publica=(*SORTEIO.consome,),
    apply={},
    chaves=no_keys,
)
OPERADOR = {"conta_id": "55555555-0000-4000-8000-000000000001", "papel": "operador"}
ATENDENTE = {"conta_id": "55555555-0000-4000-8000-000000000002", "papel": "atendente"}
DAY_MS = 86_400_000
# The units of most tests: two quarters of a city of a state.
BAIRRO, OUTRO_BAIRRO, CIDADE, ESTADO = 1, 2, 3, 4


def cidadao(n: int) -> str:
    """A citizen id for tests."""
    return f"33333333-0000-4000-8000-{n:012x}"


def territorio(*units: tuple[int, int, int | None]) -> NewEvent:
    """(unit, level, parent) of every unit of an import."""
    lines = [
        {
            "unidade_civica_id": unidade(n),
            "nivel": level,
            "codigo": str(n),
            "nome": f"Unidade {n}",
            "parent_uc_id": None if parent is None else unidade(parent),
        }
        for n, level, parent in units
    ]
    payload = {
        "importacao_id": demanda(9_000 + len(units)),
        "fonte": "ibge",
        "lote": 1,
        "lotes": 1,
        "unidades": lines,
    }
    return NewEvent("territorio.importado", payload, sujeito=unidade(0))


SMALL = territorio(
    (BAIRRO, 2, CIDADE), (OUTRO_BAIRRO, 2, CIDADE), (CIDADE, 4, ESTADO), (ESTADO, 5, None)
)


def disponivel(n: int, u: int = BAIRRO, **more: Any) -> NewEvent:
    """A demand announced."""
    payload = {
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(u),
        "posicao_no_backlog": 1,
        "score_final": 1234.56,
        "categoria_id": "3.1",
        "nivel_precedencia": 3,
        "grupo_id": None,
        **more,
    }
    return NewEvent("agenda.item_disponível", payload, demanda(n), correlacao_id=demanda(500 + n))


def cadastrado(n: int, u: int = BAIRRO, versao: str | None = None, **more: Any) -> NewEvent:
    """A councillor registered."""
    payload = {
        "conselheiro_id": conselheiro(n),
        "cidadao_id": cidadao(n),
        "unidade_civica_id": unidade(u),
        "nivel_atuacao": 2,
        "status": "disponivel",
        "capacitacao_concluida": True,
        **more,
    }
    if versao == "1.0.0":
        del payload["capacitacao_concluida"]
    return NewEvent("conselheiro.cadastrado", payload, conselheiro(n), versao=versao)


def recusada(c: str, n: int, motivo: str | None = None, u: int = BAIRRO) -> NewEvent:
    """A refusal, whoever has the demand."""
    payload: dict[str, Any] = {
        "conselheiro_id": c,
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(u),
        "timestamp": "2026-05-28T20:26:40.000Z",
    }
    if motivo is not None:
        payload["motivo"] = motivo
    return NewEvent("conselheiro.atribuicao_recusada", payload, demanda(n))


def iniciada(c: str, n: int, u: int = BAIRRO) -> NewEvent:
    """A councillor's first report on a demand."""
    payload = {
        "demanda_id": demanda(n),
        "conselheiro_id": c,
        "unidade_civica_id": unidade(u),
        "timestamp_inicio": "2026-05-28T21:26:40.000Z",
    }
    return NewEvent("conselheiro.demanda_iniciada", payload, demanda(n))


def ciclo(c: str, n: int, motivo: str = "demanda_concluida", u: int = BAIRRO) -> NewEvent:
    """A cycle that ended."""
    payload = {
        "conselheiro_id": c,
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(u),
        "motivo_encerramento": motivo,
        "total_atualizacoes": 2,
        "data_inicio": "2026-05-28T20:26:40.000Z",
        "data_fim": "2026-05-29T20:26:40.000Z",
    }
    return NewEvent("conselheiro.ciclo_concluído", payload, demanda(n))


def concluida(c: str, n: int, u: int = BAIRRO) -> NewEvent:
    """A demand concluded by its councillor."""
    payload = {
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(u),
        "data_conclusao": "2026-05-29T20:26:40.000Z",
        "conselheiro_id": c,
    }
    return NewEvent("demanda.concluída", payload, demanda(n))


def conclusao_confirmada(n: int, *, ratificacao: bool, u: int = BAIRRO) -> NewEvent:
    """A demand that residents say is done."""
    payload = {
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(u),
        "conclusao_id": demanda(700 + n),
        "total_conclusoes": 3,
        "data_conclusao": "2026-05-29T20:26:40.000Z",
        "mecanismo": "confirmacao_coletiva",
        "ratificacao_necessaria": ratificacao,
    }
    return NewEvent("demanda.conclusao_confirmada", payload, demanda(n))


def retirada(n: int) -> NewEvent:
    """A demand withdrawn."""
    payload = {"demanda_id": demanda(n), "motivo": "engano"}
    return NewEvent("demanda.retirada", payload, demanda(n))


def agregada(representante: int, *membros: int) -> NewEvent:
    """Demands joined under one."""
    payload = {
        "agregado_id": demanda(800 + representante),
        "representante_demanda_id": demanda(representante),
        "membros": [{"demanda_id": demanda(n)} for n in membros],
        "mecanismo": "confirmacao_coletiva",
        "confirmacoes_gatilho": 3,
        "criterios": {},
    }
    return NewEvent("duplicidade.agregada", payload, demanda(representante))


def number(identifier: str) -> int:
    """The number that a test gave an id."""
    return int(identifier[-12:], 16)


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

    def juntos(self, *events: NewEvent) -> None:
        """Publish in one transaction: all are applied before anybody reacts."""
        self.engine.executar("FONTE", lambda _context: Decisao(None, events)).result()
        self.engine.aguardar_ocioso()

    def agir(self, decide: api.Decide) -> Recibo:
        """A command of D-6a."""
        receipt = self.engine.executar("D-6a", decide).result()
        self.engine.aguardar_ocioso()
        return receipt

    def adiantar(self, days: float) -> None:
        """Let time pass, and what falls due happen."""
        self.office.clock.advance(round(days * DAY_MS))
        self.engine.aguardar_ocioso()

    def now(self) -> str:
        """The office clock."""
        return format_timestamp(self.office.clock.now_ms())

    def said(self, tipo: str = "conselheiro.sorteado") -> list[Event]:
        """What was published of a type."""
        return [event for event in self.office.events() if event.tipo == tipo]

    def pairs(self) -> list[tuple[int, int]]:
        """(demand, councillor) of every draw, by their numbers, in order."""
        return [
            (number(e.payload["demanda_id"]), number(e.payload["conselheiro_id"]))
            for e in self.said()
        ]

    def lacks(self) -> list[tuple[int, str]]:
        """(demand, motive) of every draw that found nobody."""
        return [
            (number(e.payload["demanda_id"]), e.payload["motivo"])
            for e in self.said("sorteio.sem_candidatos")
        ]

    def read(self, function: Any, *args: Any, **more: Any) -> Any:
        """One of D-6a's queries."""
        reader = self.office.database.open_reader()
        try:
            return function(reader.cursor, reader.dialect, *args, **more)
        finally:
            reader.close()

    def row(self, n: int) -> queries.Conselheiro:
        """A councillor as the queries show it."""
        found = self.read(queries.read_conselheiro, conselheiro(n))
        assert isinstance(found, queries.Conselheiro)
        return found

    def status(self, *councillors: int) -> list[str]:
        """Their status."""
        return [self.row(n).status for n in councillors]

    def read_count(self) -> dict[str, int]:
        """Status -> how many councillors have it."""
        found: dict[str, int] = self.read(queries.count_conselheiros)
        return found

    def waiting(self) -> list[int]:
        """The queue in order, by number."""
        return [number(one.demanda_id) for one in self.read(queries.read_fila)]

    def winner(self, n: int) -> str:
        """The councillor who has a demand now."""
        found = self.read(queries.read_ativa, demanda(n))
        assert found is not None, f"nobody has demand {n}"
        return str(found.conselheiro_id)

    def assignments(self, n: int) -> list[tuple[int, str, str | None]]:
        """(councillor, status, motive) of a demand's draws, oldest first."""
        found = self.read(queries.read_sorteios, demanda_id=demanda(n))
        return [
            (number(one.conselheiro_id), one.status, one.motivo_encerramento)
            for one in reversed(found)
        ]

    def refusals(self, n: int) -> list[int]:
        """The counts that a councillor's refusals came to."""
        rows = self.office.rows(
            "SELECT recusas_consecutivas FROM d6a_contador_recusas "
            f"WHERE conselheiro_id = '{conselheiro(n)}' ORDER BY altura"
        )
        return [row[0] for row in rows]

    def dead_letters(self) -> list[tuple[Any, ...]]:
        """What is parked."""
        return self.office.rows("SELECT consumidor, fase, tipo, erro FROM dead_letter_queue")

    def check(self) -> None:
        """Nothing is parked, no councillor idles beside a demand, and folding gives the same."""
        assert self.dead_letters() == []
        live = self.office.dump()
        self.engine.reconstruir().result()
        self.engine.aguardar_ocioso()
        assert self.office.dump() == live


@pytest.fixture
def desk(office: Office) -> Desk:
    """An office on each of the two databases, with a small territory."""
    return started(office)


@pytest.fixture
def sqlite_desk(sqlite_office: Office) -> Desk:
    """An office on SQLite, with a small territory."""
    return started(sqlite_office)


def started(office: Office) -> Desk:
    """The desk over an office."""
    office.colonies = (SOURCE, SORTEIO)
    found = Desk(office)
    found.publicar(SMALL)
    return found
