"""An office with D-7 alone: events as the other colonies publish them, and what it shows of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from core.colonies.d7_transparencia.colony import TRANSPARENCIA
from core.kernel.colony import Colony, no_keys
from core.kernel.engine.engine import Engine
from core.kernel.event import NewEvent
from tests.support.office import Office, conselheiro, demanda, unidade

SOURCE = Colony(
    id="FONTE",
    prefixo="fonte",
    nome="Fonte",
    publica=TRANSPARENCIA.consome,
    apply={},
    chaves=no_keys,
)
ATUALIZACAO = "66666666-0000-4000-8000-{:012x}"
MODERADOR = "77777777-0000-4000-8000-000000000001"
ITEM = "88888888-0000-4000-8000-{:012x}"
ANEXO = "99999999-0000-4000-8000-{:012x}"
MOMENTO = "2026-05-28T20:26:40.000Z"


def evento(
    tipo: str, /, *, sujeito: str = "x", restrito: tuple[str, ...] = (), **payload: Any
) -> NewEvent:
    """Any event."""
    return NewEvent(tipo, payload, sujeito=sujeito, restrito=frozenset(restrito))


def recebida(n: int, **more: Any) -> NewEvent:
    """A demand as the counter took it."""
    payload = {
        "demanda_id": demanda(n),
        "texto_bruto": "tem um buraco enorme na rua",
        "tipo_midia": "texto",
        "localizacao_bruta": {"lat": -23.55, "lng": -46.63},
        "cidadao_id": conselheiro(900 + n),
        "canal": "balcao",
        "timestamp_criacao": MOMENTO,
        "protocolo": f"ABCD-{n:06d}-11",
        **more,
    }
    return NewEvent(
        "demanda.recebida", payload, sujeito=demanda(n), titulares={"cidadao": conselheiro(900 + n)}
    )


def normalizada(
    n: int, titulo: str = "Buraco na rua", *, restrito: tuple[str, ...] = (), **more: Any
) -> NewEvent:
    """A demand in clean form."""
    payload = {
        "demanda_id": demanda(n),
        "titulo": titulo,
        "descricao_limpa": f"{titulo}, bem em frente à escola",
        "tipo_midia_processada": "texto",
        "coordenadas_validadas": {"lat": -23.55, "lng": -46.63},
        "confianca_normalizacao": 1.0,
        "origem_normalizacao": "automatico",
        "conteudo_suspeito": False,
        **more,
    }
    return NewEvent(
        "demanda.normalizada", payload, sujeito=demanda(n), restrito=frozenset(restrito)
    )


def georreferenciada(n: int, u: int = 1, confianca: str = "alta", **more: Any) -> NewEvent:
    """A demand placed."""
    payload = {
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(u),
        "nivel_minimo_resolvido": 2,
        "cadeia_ucs": [unidade(u), unidade(90)],
        "metodo_resolucao": "gps",
        "confianca_geo": confianca,
        "coordenadas_lat": -23.55,
        "coordenadas_lng": -46.63,
        "municipio_id": unidade(90),
        **more,
    }
    return NewEvent("demanda.georreferenciada", payload, sujeito=demanda(n))


def categorizada(n: int, categoria: str = "3.1", u: int = 1, **more: Any) -> NewEvent:
    """A demand with its category."""
    payload = {
        "demanda_id": demanda(n),
        "categoria_id": categoria,
        "subcategoria_id": f"{categoria}.1",
        "nivel_precedencia": int(categoria[0]),
        "score_horizontal": 80,
        "confianca_categorizacao": 0.9,
        "metodo": "automatico",
        "sugestoes_alternativas": [],
        "unidade_civica_id": unidade(u),
        "nivel_minimo_resolvido": 2,
        **more,
    }
    return NewEvent("demanda.categorizada", payload, sujeito=demanda(n))


def ranqueada(n: int, score: float = 4800.0, u: int = 1) -> NewEvent:
    """A demand with its score."""
    payload = {
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(u),
        "categoria_id": "3.1",
        "nivel_precedencia": 3,
        "score_final": score,
        "breakdown": {"peso_nacional": 60, "peso_situacional": 1, "score_horizontal": 80},
        "posicao_no_ranking": 1,
        "total_demandas_na_uc": 1,
        "versao_parametros": "padrao-1",
        "timestamp_calculo": MOMENTO,
    }
    return NewEvent("demanda.ranqueada", payload, sujeito=demanda(n))


def item(n: int, u: int = 1) -> NewEvent:
    """A demand on its unit's agenda."""
    payload = {
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(u),
        "posicao_no_backlog": 1,
        "score_final": 4800.0,
        "categoria_id": "3.1",
        "nivel_precedencia": 3,
        "grupo_id": None,
    }
    return NewEvent("agenda.item_disponível", payload, sujeito=demanda(n))


def sorteado(n: int, c: int = 1, u: int = 1) -> NewEvent:
    """A councillor drawn."""
    payload = {
        "conselheiro_id": conselheiro(c),
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(u),
        "metodo_sorteio": "fisher_yates",
        "seed_publico": "ab" * 32,
        "elegiveis": [conselheiro(c)],
        "total_elegiveis": 1,
        "seed_base_event_id": demanda(999),
    }
    return NewEvent("conselheiro.sorteado", payload, sujeito=demanda(n))


def sem_candidatos(n: int, u: int = 1) -> NewEvent:
    """Nobody could be drawn."""
    return evento(
        "sorteio.sem_candidatos",
        demanda_id=demanda(n),
        unidade_civica_id=unidade(u),
        total_elegiveis=0,
        motivo="nenhum_cadastrado",
    )


def recusada(n: int, c: int = 1, u: int = 1) -> NewEvent:
    """A councillor gave it back."""
    return evento(
        "conselheiro.atribuicao_recusada",
        conselheiro_id=conselheiro(c),
        demanda_id=demanda(n),
        unidade_civica_id=unidade(u),
        motivo="recusa_explicita",
        timestamp=MOMENTO,
    )


def iniciada(n: int, c: int = 1, u: int = 1) -> NewEvent:
    """The first act of a councillor."""
    return evento(
        "conselheiro.demanda_iniciada",
        demanda_id=demanda(n),
        conselheiro_id=conselheiro(c),
        unidade_civica_id=unidade(u),
        timestamp_inicio=MOMENTO,
    )


def atualizacao(
    n: int,
    k: int = 1,
    c: int = 1,
    texto: str = "Falei com a prefeitura",
    *,
    restrito: tuple[str, ...] = (),
    **more: Any,
) -> NewEvent:
    """A report."""
    payload = {
        "atualizacao_id": ATUALIZACAO.format(k),
        "demanda_id": demanda(n),
        "conselheiro_id": conselheiro(c),
        "tipo": "contato_realizado",
        "descricao_sanitizada": texto,
        "numero_sequencial": k,
        "conteudo_suspeito": bool(restrito),
        **more,
    }
    return NewEvent(
        "conselheiro.atualização_publicada",
        payload,
        sujeito=demanda(n),
        restrito=frozenset(restrito),
    )


def concluida(n: int, c: int = 1, u: int = 1, quando: str = MOMENTO) -> NewEvent:
    """Closed by its councillor."""
    return evento(
        "demanda.concluída",
        demanda_id=demanda(n),
        unidade_civica_id=unidade(u),
        data_conclusao=quando,
        conselheiro_id=conselheiro(c),
    )


def ciclo(n: int, c: int = 1, u: int = 1, motivo: str = "demanda_concluida") -> NewEvent:
    """A councillor's work ended."""
    return evento(
        "conselheiro.ciclo_concluído",
        conselheiro_id=conselheiro(c),
        demanda_id=demanda(n),
        unidade_civica_id=unidade(u),
        motivo_encerramento=motivo,
        total_atualizacoes=1,
        data_inicio=MOMENTO,
        data_fim=MOMENTO,
    )


def confirmada_por_moradores(n: int, *, ratificacao: bool = False, u: int = 1) -> NewEvent:
    """Residents say that it is done."""
    return evento(
        "demanda.conclusao_confirmada",
        demanda_id=demanda(n),
        unidade_civica_id=unidade(u),
        conclusao_id=ITEM.format(500 + n),
        total_conclusoes=3,
        data_conclusao=MOMENTO,
        mecanismo="confirmacao_coletiva",
        ratificacao_necessaria=ratificacao,
    )


def agregada(representante: int, *membros: int) -> NewEvent:
    """Demands under one of them."""
    return evento(
        "duplicidade.agregada",
        agregado_id=ITEM.format(700 + representante),
        representante_demanda_id=demanda(representante),
        membros=[{"demanda_id": demanda(n)} for n in membros],
        mecanismo="confirmacao_coletiva",
        confirmacoes_gatilho=3,
        criterios={},
    )


def retirada(n: int) -> NewEvent:
    """A demand withdrawn."""
    return evento("demanda.retirada", demanda_id=demanda(n), motivo="engano")


def corrigida(n: int, *campos: str) -> NewEvent:
    """A demand corrected."""
    return evento("demanda.corrigida", demanda_id=demanda(n), campos=list(campos), motivo="erro")


def decidida(tipo: str, referencia: str, decisao: str, **more: Any) -> NewEvent:
    """A moderator's decision."""
    return evento(
        "moderacao.decidida",
        item_id=ITEM.format(1),
        tipo=tipo,
        referencia_id=referencia,
        decisao=decisao,
        moderador_id=MODERADOR,
        **more,
    )


def pronta(n: int, u: int = 1, score: float = 4800.0, categoria: str = "3.1") -> list[NewEvent]:
    """From the counter to the ranking."""
    return [
        recebida(n),
        normalizada(n),
        georreferenciada(n, u),
        categorizada(n, categoria, u),
        ranqueada(n, score, u),
    ]


@dataclass
class Vitrine:
    """The office under test, and what D-7 shows."""

    office: Office

    @property
    def engine(self) -> Engine:
        """The running engine; started at the first question."""
        return self.office.engines[-1] if self.office.engines else self.office.engine()

    def publicar(self, *events: NewEvent) -> None:
        """Publish one by one."""
        for event in events:
            self.engine.publicar("FONTE", event)
        self.engine.aguardar_ocioso()

    def snapshot(self, n: int) -> dict[str, Any]:
        """A demand's row of columns."""
        columns = "*"
        names = [column.name for column in TRANSPARENCIA.tables[0].columns]
        rows = self.office.rows(
            f"SELECT {columns} FROM d7_demanda_snapshots WHERE demanda_id = '{demanda(n)}'"
        )
        assert len(rows) == 1
        return dict(zip(names, rows[0], strict=True))

    def situacao(self, n: int) -> str:
        """Where a demand stands."""
        return str(self.snapshot(n)["situacao"])

    def read(self, function: Any, *args: Any, **more: Any) -> Any:
        """One of D-7's queries."""
        reader = self.office.database.open_reader()
        try:
            return function(reader.cursor, reader.dialect, *args, **more)
        finally:
            reader.close()

    def mark(self, *keys: str) -> None:
        """Have some fold keys folded anew."""
        engine = self.engine

        def work() -> None:
            engine.cycle.begin()
            engine.cycle.refolder.mark("D-7", keys)
            engine.cycle.commit()

        engine.call(work).result()
        engine.aguardar_ocioso()

    def check(self) -> None:
        """Nothing is parked; a rebuild gives the same rows, and so does a refold of one demand."""
        assert self.office.rows("SELECT consumidor, erro FROM dead_letter_queue") == []
        live = self.office.dump()
        for (key,) in self.office.rows("SELECT demanda_id FROM d7_demanda_snapshots"):
            self.mark(str(key))
            assert self.office.dump() == live
        self.engine.reconstruir().result()
        self.engine.aguardar_ocioso()
        assert self.office.dump() == live


@pytest.fixture
def vitrine(office: Office) -> Vitrine:
    """An office on each of the two databases."""
    office.colonies = (SOURCE, TRANSPARENCIA)
    return Vitrine(office)


@pytest.fixture
def vitrine_sqlite(sqlite_office: Office) -> Vitrine:
    """An office on SQLite."""
    sqlite_office.colonies = (SOURCE, TRANSPARENCIA)
    return Vitrine(sqlite_office)
