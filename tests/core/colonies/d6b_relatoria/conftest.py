"""An office with D-6b: draws, refusals and residents' conclusions as other colonies hand them on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

import pytest

from core.colonies.d6b_relatoria import api, queries
from core.colonies.d6b_relatoria.colony import RELATORIA
from core.kernel.colony import Colony, Recibo, no_keys
from core.kernel.engine.engine import Engine
from core.kernel.errors import UserFacingError
from core.kernel.event import Event, NewEvent
from tests.support.office import TEST_NO, Office, conselheiro, demanda, unidade

SOURCE = Colony(
    id="FONTE",
    prefixo="fonte",
    nome="Fonte",
    publica=(
        "conselheiro.atribuicao_recusada",
        "conselheiro.atualização_registrada",
        "conselheiro.sorteado",
        "demanda.conclusao_confirmada",
        "demanda.ranqueada",
        "demanda.retirada",
        "denylist.atualizada",
        "escritorio.configurado",
        "moderacao.decidida",
    ),
    apply={},
    chaves=no_keys,
)
ATENDENTE = {"conta_id": "44444444-0000-4000-8000-000000000001", "papel": "atendente"}
CONSELHEIRA = {"conta_id": "44444444-0000-4000-8000-000000000002", "papel": "conselheiro"}
OPERADOR = {"conta_id": "44444444-0000-4000-8000-000000000003", "papel": "operador"}
DAY_MS = 86_400_000
"""A day of the clock; the office's clock starts at 2026-05-28, 17:26 in São Paulo."""

CONTATO = {"com_quem": "Maria Souza", "canal": "telefone", "resultado": "vistoria marcada"}


def ranqueada(n: int, categoria: str = "3.1") -> NewEvent:
    """A demand ranked."""
    payload = {
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(1),
        "categoria_id": categoria,
        "nivel_precedencia": 3,
        "score_final": 10,
        "breakdown": {"peso_nacional": 100, "peso_situacional": 0.5, "score_horizontal": 95},
        "posicao_no_ranking": 1,
        "total_demandas_na_uc": 1,
        "versao_parametros": "mvp-v1",
        "timestamp_calculo": "2026-05-28T20:26:40.000Z",
    }
    return NewEvent("demanda.ranqueada", payload, sujeito=demanda(n))


def sorteado(n: int, c: int = 1) -> NewEvent:
    """A councillor drawn for a demand."""
    payload = {
        "conselheiro_id": conselheiro(c),
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(1),
        "metodo_sorteio": "fisher_yates",
        "seed_publico": "ab" * 32,
        "elegiveis": [conselheiro(c)],
        "seed_base_event_id": demanda(999),
    }
    return NewEvent("conselheiro.sorteado", payload, sujeito=demanda(n))


def recusada(n: int, c: int = 1) -> NewEvent:
    """A demand given back."""
    payload = {
        "conselheiro_id": conselheiro(c),
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(1),
        "motivo": "risco_pessoal",
        "timestamp": "2026-05-28T20:26:40.000Z",
    }
    return NewEvent("conselheiro.atribuicao_recusada", payload, sujeito=demanda(n))


def retirada(n: int) -> NewEvent:
    """A demand withdrawn."""
    payload = {"demanda_id": demanda(n), "motivo": "engano"}
    return NewEvent("demanda.retirada", payload, sujeito=demanda(n))


def confirmada(n: int, *, ratificacao: bool, conclusao: int = 1) -> NewEvent:
    """Residents say that a demand is done."""
    payload = {
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(1),
        "conclusao_id": demanda(800 + conclusao),
        "total_conclusoes": 3,
        "data_conclusao": "2026-05-28T20:00:00.000Z",
        "mecanismo": "confirmacao_coletiva",
        "ratificacao_necessaria": ratificacao,
    }
    return NewEvent("demanda.conclusao_confirmada", payload, sujeito=demanda(n))


def negados(*termos: str, versao: int = 1) -> NewEvent:
    """A denylist."""
    payload = {"versao": versao, "termos": list(termos)}
    return NewEvent("denylist.atualizada", payload, sujeito="denylist")


def configurado(fuso: str) -> NewEvent:
    """The office's zone."""
    payload = {"nome": "Teste", "fuso": fuso, "unidades": []}
    return NewEvent("escritorio.configurado", payload, sujeito=TEST_NO)


def decidida(n: int, atualizacao_id: str, decisao: str, texto: str | None = None) -> NewEvent:
    """A moderator's word on a report."""
    payload: dict[str, Any] = {
        "item_id": demanda(700),
        "tipo": "relato",
        "referencia_id": atualizacao_id,
        "decisao": decisao,
        "moderador_id": demanda(701),
        "demanda_id": demanda(n),
    }
    if texto is not None:
        payload["texto_liberado"] = {"descricao_sanitizada": texto}
    people = {"moderador": demanda(701)}
    return NewEvent("moderacao.decidida", payload, sujeito=atualizacao_id, titulares=people)


def refused(code: str) -> pytest.RaisesExc[UserFacingError]:
    """Expect a refusal of this code."""
    return pytest.raises(UserFacingError, match=re.escape(code))


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

    def decidir(self, decide: api.Decide, comando: str | None = None) -> Recibo:
        """Run a command and let everything follow."""
        receipt = self.engine.executar("D-6b", decide, comando_id=comando).result()
        self.engine.aguardar_ocioso()
        return receipt

    def juntos(self, commands: Sequence[tuple[str, api.Decide]]) -> list[Any]:
        """Have commands (colony, decide) answered in one batch, before anything reacts to them.

        Returns:
            Each one's answer, or the code of its refusal.
        """
        engine = self.engine
        futures: list[Future[Recibo]] = []
        engine.call(
            lambda: futures.extend(engine.executar(*command) for command in commands)
        ).result()
        engine.aguardar_ocioso()
        answers: list[Any] = []
        for future in futures:
            error = future.exception()
            if error is not None and not isinstance(error, UserFacingError):
                raise error
            answers.append(error.code if error is not None else future.result().resposta)
        return answers

    def relatar(
        self,
        n: int,
        tipo: str = "contato_realizado",
        texto: str = "Falei com o setor de obras.",
        campos: dict[str, str] | None = None,
        ator: dict[str, str] = ATENDENTE,
        c: int | None = None,
        **more: Any,
    ) -> dict[str, Any]:
        """Register a report; the answer."""
        given = CONTATO if campos is None and tipo == "contato_realizado" else campos or {}
        pedido = api.Pedido(
            demanda_id=demanda(n),
            tipo=tipo,
            texto=texto,
            campos=given,
            conselheiro_id=None if c is None else conselheiro(c),
            **more,
        )
        answer = self.decidir(api.registrar_atualizacao(TEST_NO, pedido, ator)).resposta
        found: dict[str, Any] = answer
        return found

    def concluir(self, n: int, ator: dict[str, str] = ATENDENTE, c: int | None = None) -> Recibo:
        """Report that a demand is done."""
        who = None if c is None else conselheiro(c)
        decide = api.concluir(TEST_NO, demanda(n), "O buraco foi tapado.", ator, conselheiro_id=who)
        return self.decidir(decide)

    def desistir(self, n: int) -> Recibo:
        """Give a demand up."""
        return self.decidir(api.desistir(demanda(n), ATENDENTE))

    def ratificar(self, n: int, c: int | None = None) -> Recibo:
        """Confirm what residents said."""
        who = None if c is None else conselheiro(c)
        return self.decidir(api.ratificar(demanda(n), ATENDENTE, conselheiro_id=who))

    def said(self, tipo: str) -> list[Event]:
        """The events of a type, in log order."""
        return [event for event in self.office.events() if event.tipo == tipo]

    def told(self, tipo: str) -> list[dict[str, Any]]:
        """Their payloads."""
        return [event.payload for event in self.said(tipo)]

    def after(self, receipt: Recibo) -> list[str]:
        """Types of what came into the log since a command's first event, in order."""
        events = self.office.events()
        start = next(i for i, one in enumerate(events) if one.event_hash == receipt.eventos[0])
        return [event.tipo for event in events[start:]]

    def relatoria(self, n: int) -> queries.Relatoria:
        """All about the reports on a demand."""
        found: queries.Relatoria = self.read(queries.read_relatoria, demanda(n))
        return found

    def atualizacoes(self, n: int, *, publico: bool = True) -> list[queries.Atualizacao]:
        """A demand's published reports."""
        found: list[queries.Atualizacao] = self.read(
            queries.read_atualizacoes, demanda(n), publico=publico
        )
        return found

    def read(self, function: Any, *args: Any, **more: Any) -> Any:
        """One of D-6b's queries."""
        reader = self.office.database.open_reader()
        try:
            return function(reader.cursor, reader.dialect, *args, **more)
        finally:
            reader.close()

    def check(self) -> None:
        """Nothing is parked, and folding from nothing gives the very same rows."""
        rows = self.office.rows("SELECT consumidor, fase, tipo, erro FROM dead_letter_queue")
        assert rows == []
        live = self.office.dump()
        self.engine.reconstruir().result()
        self.engine.aguardar_ocioso()
        assert self.office.dump() == live


@pytest.fixture
def desk(office: Office) -> Desk:
    """An office on each of the two databases."""
    office.colonies = (SOURCE, RELATORIA)
    return Desk(office)
