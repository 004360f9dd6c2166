"""From capture to the agenda, all colonies on: every demand of one unit, as the log grows.

The product as a window opens it (engine thread, ``synchronous=FULL``), fed as the bulk import feeds
it. Each demand is told with its category, so that none waits for a reviewer: a figure ends when the
engine is idle, and every demand is ranked, scheduled or waiting for a place, announced and drawn for
as far as councillors are free. Then all colonies are folded again from the whole log.
"""

from __future__ import annotations

import os
import random
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from app.bootstrap.abertura import Aplicacao, abrir, opened
from app.bootstrap.captura import servico_cidadaos, servico_demandas
from app.bootstrap.conselheiros import servico_conselheiros
from app.bootstrap.demonstracao.dado import Dado
from app.bootstrap.demonstracao.elenco import ARQUIVO, TERRITORIO, Bairros, ler_elenco
from app.bootstrap.fundacao import Escolhas, fundar
from app.bootstrap.territorio import importar_demonstracao
from app.services.demandas import COLONY, TERMOS_VERSAO
from app.services.importacao import CHUNK, IN_FLIGHT
from app.services.mensagens import Mensagens
from app.settings.lugares import Lugar as Folder
from app.settings.recursos import Recursos
from app.settings.tempo import DEFAULT_ZONE
from core.base.territorio.unidade import unidade_id
from core.colonies.c1_cidadaos.rules import Cadastro
from core.colonies.d1a_captura.api.registro import Pedido
from core.colonies.d1a_captura.rules import Consentimentos, Lugar
from core.kernel.colony import Recibo
from core.kernel.identity.keystore_choice import KeyMode
from core.kernel.ids import SystemIds
from tests.bench.harness import Figure, Report

GROUP: Final = "Ciclo"
UNIT: Final = "DM-11001-01"
AIM: Final = 250
AIM_POSTGRES: Final = 60
"""Demands a second, at least."""

AIM_REBUILD: Final = 5_000
"""Events a second, at least."""

BLOCK: Final = 500
FILLED: Final = 5_000
COUNCILLORS: Final = 20
_CLERK: Final = {"conta_id": "33333333-0000-4000-8000-000000000001", "papel": "atendente"}
_ASKED: Final = Consentimentos(tratamento=True, publicacao_texto=True)


class Counter:
    """An open office whose demands all belong to one quarter."""

    def __init__(self, app: Aplicacao) -> None:
        self.app = app
        importar_demonstracao(app)
        self._ids = SystemIds()
        self._wanted = self._pedidos()
        self._service = servico_demandas(app)
        self.registered = 0
        _register_councillors(app)

    def _pedidos(self) -> Iterator[Pedido]:
        recursos, die = self.app.recursos, Dado("ciclo")
        cast = ler_elenco(recursos.read_bytes(ARQUIVO))
        quarters = Bairros(recursos.read_bytes(TERRITORIO))
        places = [quarters.ponto(UNIT, die) for _ in range(2_000)]
        draw = random.Random(1)
        number = 0
        while True:
            number += 1
            categoria, subcategoria, sentence = draw.choice(cast.pedidos)
            yield Pedido(
                texto=f"{cast.frase(sentence, die)} Aviso número {number}.",
                lugar=Lugar("ponto", draw.choice(places)),
                canal="importacao",
                anonimo_id=self._ids.new_uuid(),
                consentimentos=_ASKED,
                termos_versao=TERMOS_VERSAO,
                categoria_id=categoria,
                subcategoria_id=subcategoria,
            )

    def bulk(self, count: int) -> float:
        """Register ``count`` demands and wait for all that follows; seconds a demand."""
        chunks = [
            [next(self._wanted) for _ in range(min(CHUNK, count - start))]
            for start in range(0, count, CHUNK)
        ]
        engine = self.app.engine
        flying = deque[Future[Recibo]]()
        started = perf_counter()
        for chunk in chunks:
            flying.append(
                engine.executar(COLONY, self._service.decidir_lote(chunk, _CLERK), paciente=True)
            )
            if len(flying) >= IN_FLIGHT:
                flying.popleft().result()
        while flying:
            flying.popleft().result()
        engine.aguardar_ocioso(trabalhos=True)
        took = perf_counter() - started
        self.registered += count
        return took / count

    def fill(self, count: int) -> None:
        """Register many, waiting now and then, as an import of many files does."""
        for start in range(0, count, FILLED):
            self.bulk(min(FILLED, count - start))

    def count(self, sql: str) -> Any:
        """One number."""
        with self.app.leitor.ler() as (cursor, _dialect):
            cursor.execute(sql)
            return cursor.fetchone()[0]

    def outcome(self) -> str:
        """Where the demands are, in a few words."""
        ranked = self.count("SELECT count(*) FROM d4_rankings")
        offered = self.count("SELECT count(*) FROM d5_backlog_items")
        drawn = self.count("SELECT count(*) FROM d6a_atribuicoes")
        return f"{ranked} no ranking, {offered} na agenda, {drawn} sorteios"


def _register_councillors(app: Aplicacao) -> None:
    unit = unidade_id("demonstracao", 2, UNIT, None, "")
    citizens, councillors = servico_cidadaos(app), servico_conselheiros(app)
    for number in range(COUNCILLORS):
        record = Cadastro(
            nome=f"Pessoa {number}",
            verificado_presencialmente=True,
            consentimentos={"tratamento": True},
            termos_versao="1.0",
        )
        councillors.cadastrar(citizens.registrar(record, _CLERK), unit, _CLERK)
    app.engine.aguardar_ocioso()


def measure(report: Report, disk: Path, postgres: str | None, demands: int) -> None:
    """All figures of this group.

    Args:
        report: where they go.
        disk: a folder on the disk to measure.
        postgres: URL of an empty database; None where there is no server.
        demands: how many the unit holds in the end.
    """
    _measure_in(report, Folder(disk / "dados", None, disk / "chaves"), "SQLite", AIM, demands)
    if postgres is None:
        report.add(Figure(GROUP, "PostgreSQL", "demandas/s", None, nota="sem servidor aqui"))
        return
    place = Folder(disk / "pg-dados", postgres, disk / "pg-chaves")
    _measure_in(report, place, "PostgreSQL", AIM_POSTGRES, demands // 10)


def _measure_in(report: Report, place: Folder, name: str, aim: int, demands: int) -> None:
    recursos = Recursos()
    mensagens = Mensagens(recursos.messages_toml())
    choices = Escolhas("Medição", DEFAULT_ZONE, KeyMode.SEM_SENHA, None, is_demo=True)
    fundar(place, choices, mensagens, recursos)
    with ExitStack() as closing:
        desk = Counter(closing.enter_context(opened(abrir(place, mensagens, recursos))))
        desk.bulk(CHUNK)  # loads model, map and memories
        young = 0.0
        for size in sorted({1_000, demands // 10, demands}):
            if size > desk.registered + BLOCK:
                desk.fill(size - desk.registered - BLOCK)
            took = desk.bulk(BLOCK)
            young = young or took
            _rate(report, f"{name}, até {desk.registered} demandas", took, aim, desk, took / young)
        _rebuild(report, name, desk)
        report.add(Figure(GROUP, f"{name}, memória do processo", "MB", _resident_mb()))


def _rate(
    report: Report, name: str, seconds: float, aim: int, desk: Counter, growth: float
) -> None:
    reached = "sim" if 1 / seconds >= aim else "NÃO"
    note = f"meta ao menos {aim}: {reached}; {growth:.2f} x o começo; {desk.outcome()}"
    report.add(Figure(GROUP, name, "demandas/s", 1 / seconds, nota=note))


def _rebuild(report: Report, name: str, desk: Counter) -> None:
    events = desk.count("SELECT count(*) FROM event_log")
    started = perf_counter()
    desk.app.engine.reconstruir().result()
    rate = events / (perf_counter() - started)
    reached = "sim" if rate >= AIM_REBUILD else "NÃO"
    note = f"meta ao menos {AIM_REBUILD}: {reached}; {events} eventos, todas as colônias"
    report.add(Figure(GROUP, f"{name}, reconstruir", "eventos/s", rate, nota=note))


def _resident_mb() -> float | None:
    path = Path("/proc/self/statm")
    if not path.exists():
        return None
    return int(path.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
