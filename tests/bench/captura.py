"""From a resident's words to a categorised demand in its unit: the whole office on SQLite.

The product as a window opens it (engine thread, ``synchronous=FULL``, all colonies, all polygons of
the real collection where it lies beside the checkout), fed as the bulk import feeds it: a hundred
rows a transaction, two in flight. Every figure ends when the engine is idle, so each demand is
normalised, placed and categorised or in review. Whether it is flat is measured on two offices in
turn, a young one and one that holds many demands. ``python -m tests.bench.captura`` runs it alone.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from app.bootstrap.abertura import Aplicacao, abrir, opened
from app.bootstrap.captura import servico_demandas
from app.bootstrap.territorio import territorio_service
from app.services.demandas import COLONY, TERMOS_VERSAO, DemandasService, NovaDemanda
from app.services.importacao import CHUNK, IN_FLIGHT
from app.services.mensagens import Mensagens
from app.settings.recursos import Recursos
from core.base.territorio.distancia import Ponto
from core.colonies.d1a_captura.api.registro import Pedido
from core.colonies.d1a_captura.rules import Consentimentos, Lugar
from core.colonies.d3_categorizacao.queries import count_queue, count_waiting
from core.kernel.colony import Recibo
from core.kernel.ids import SystemIds
from tests.bench.harness import Figure, Report, paired
from tests.bench.real_office import long_office
from tests.bench.territorio import files, scattered

GROUP: Final = "Captura"
AIM: Final = 400
"""Demands a second, at least."""

AFTER: Final = ("D-1d", "D-4", "D-5", "D-6a", "D-6b", "D-7")
"""Colonies that only come after the category, or beside it."""

FLAT: Final = 1.15
QUARTERS: Final = 4
BLOCK: Final = 200
_MICRO: Final = 1_000_000
_CLERK: Final = {"conta_id": "33333333-0000-4000-8000-000000000001", "papel": "atendente"}
_ASKED: Final = Consentimentos(tratamento=True, publicacao_texto=True)


class Desk:
    """An open office with a territory, and words without end to register in it.

    Args:
        app: the office.
        seed: of the words and places.
    """

    def __init__(self, app: Aplicacao, seed: int) -> None:
        self.app = app
        self.service: DemandasService = servico_demandas(app)
        territory = territorio_service(app)
        territory.importar(files())
        app.engine.aguardar_ocioso()
        self._ids = SystemIds()
        self.wanted = self._pedidos(scattered(territory.resolvedor(), 5_000), seed)
        self.registered = 0

    def _pedidos(self, places: list[tuple[float, float]], seed: int) -> Iterator[Pedido]:
        sentences = json.loads(self.app.recursos.read_text("taxonomia/frases-v1.json"))["frases"]
        texts = [text for category in sentences.values() for text in category]
        draw = random.Random(seed)
        number = 0
        while True:
            number += 1
            yield Pedido(
                texto=f"{draw.choice(texts)}, perto do número {number}",
                lugar=Lugar("ponto", Ponto(*draw.choice(places))),
                canal="importacao",
                anonimo_id=self._ids.new_uuid(),
                consentimentos=_ASKED,
                termos_versao=TERMOS_VERSAO,
            )

    def bulk(self, count: int) -> float:
        """Register ``count`` demands as an import does and wait for all that follows.

        Returns:
            Seconds a demand.
        """
        chunks = [
            [next(self.wanted) for _ in range(min(CHUNK, count - start))]
            for start in range(0, count, CHUNK)
        ]
        engine = self.app.engine
        flying = deque[Future[Recibo]]()
        started = perf_counter()
        for chunk in chunks:
            flying.append(
                engine.executar(COLONY, self.service.decidir_lote(chunk, _CLERK), paciente=True)
            )
            if len(flying) >= IN_FLIGHT:
                _landed(flying.popleft())
        while flying:
            _landed(flying.popleft())
        engine.aguardar_ocioso(trabalhos=True)
        took = perf_counter() - started
        self.registered += count
        return took / count

    def one(self) -> float:
        """Register one demand at the counter; seconds until it is categorised."""
        wanted = next(self.wanted)
        nova = NovaDemanda(
            texto=wanted.texto, lugar=wanted.lugar, canal="balcao", consentimentos=_ASKED
        )
        started = perf_counter()
        self.service.registrar(nova, _CLERK)
        self.app.engine.aguardar_ocioso(trabalhos=True)
        self.registered += 1
        return perf_counter() - started

    def outcome(self) -> str:
        """Where the demands are, in a few words."""
        with self.app.leitor.ler() as (cursor, dialect):
            review = sum(count_queue(cursor, dialect).values())
            waiting = sum(count_waiting(cursor, dialect).values())
        return f"{self.registered} demandas, {review} em revisão, {waiting} sem unidade"


def _landed(future: Future[Recibo]) -> None:
    for answer in future.result().resposta:
        assert "protocolo" in answer


def _open(folders: ExitStack, folder: Path, seed: int) -> Desk:
    folder.mkdir(parents=True)
    place = folders.enter_context(long_office(folder, 0))
    recursos = Recursos()
    app = abrir(place, Mensagens(recursos.messages_toml()), recursos)
    return Desk(folders.enter_context(opened(app)), seed)


def measure(report: Report, disk: Path, memory: Path | None, rounds: int, demands: int) -> None:
    """All figures of this group.

    Args:
        report: where they go.
        disk: a folder on the disk to measure.
        memory: a folder in memory, where only computing is left; None where there is none.
        rounds: pairs of blocks of 200 demands in the young and the full office.
        demands: how many the full office holds before.
    """
    _measure_half(report, disk / "metade", demands // QUARTERS)
    _measure_in(report, disk, "", rounds, demands)
    if memory is not None:
        _measure_in(report, memory, " (em memória)", rounds, demands)


def _measure_half(report: Report, folder: Path, demands: int) -> None:
    """The road to the category by itself: whatever only follows it is switched off."""
    with ExitStack() as folders:
        desk = _open(folders, folder, 3)
        for colony in AFTER:
            desk.app.engine.desativar(colony).result()
        desk.bulk(CHUNK)
        name = f"só até a categoria, até {demands + CHUNK} demandas"
        _per_second(report, name, desk.bulk(demands), desk.outcome())


def _measure_in(report: Report, folder: Path, where: str, rounds: int, demands: int) -> None:
    with ExitStack() as folders:
        young = _open(folders, folder / "novo", 1)
        full = _open(folders, folder / "cheio", 2)
        full.bulk(CHUNK)  # loads the model and the map
        for _ in range(QUARTERS):
            took = full.bulk(demands // QUARTERS)
            name = f"ao encher, até {full.registered} demandas{where}"
            _per_second(report, name, took, full.outcome())
        after, first, ratio = paired(rounds, partial(full.bulk, BLOCK), partial(young.bulk, BLOCK))
        _per_second(
            report, f"as primeiras {young.registered}{where}", first / _MICRO, young.outcome()
        )
        _per_second(report, f"depois de {demands}{where}", after / _MICRO, full.outcome())
        name = f"uma demanda depois de {demands} / no começo{where}"
        note = "lotes de 200 nos dois escritórios, um após o outro"
        figures = (after / 1_000, first / 1_000, ratio)
        report.add(Figure(GROUP, name, "ms", *figures, meta=FLAT, nota=note))
        if not where:
            one = median(full.one() for _ in range(10 * rounds))
            note = "uma a uma no balcão, com disco a cada confirmação"
            report.add(Figure(GROUP, "do registro à categoria", "ms", one * 1_000, nota=note))
            _classification(report, full, rounds)


def _per_second(report: Report, name: str, seconds: float, note: str) -> None:
    rate = 1 / seconds
    reached = "sim" if rate >= AIM else "NÃO"
    note = f"meta ao menos {AIM}: {reached}; {note}"
    report.add(Figure(GROUP, name, "demandas/s", rate, nota=note))


def _classification(report: Report, desk: Desk, rounds: int) -> None:
    """What the classifier takes of it."""
    classifier = desk.app.modelos().classifier
    texts = [pedido.texto for pedido in (next(desk.wanted) for _ in range(500))]
    times = []
    for _ in range(rounds):
        started = perf_counter()
        for text in texts:
            classifier.classificar(text)
        times.append((perf_counter() - started) / len(texts))
    figure = Figure(GROUP, "disto, classificar o texto", "µs", median(times) * _MICRO)
    report.add(figure)


def main() -> None:
    """This group alone."""
    with tempfile.TemporaryDirectory() as folder:
        measure(Report(), Path(folder), None, 5, 20_000)


if __name__ == "__main__":
    main()
