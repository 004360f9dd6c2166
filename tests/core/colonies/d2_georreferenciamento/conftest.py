"""An office with the territory and D-2, and demands as D-1b hands them on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from core.base.territorio.unidade import Territorio
from core.colonies.d2_georreferenciamento.colony import GEORREFERENCIAMENTO
from core.colonies.geo_territorio.colony import TERRITORIO
from core.kernel.colony import Colony, no_keys
from core.kernel.engine.engine import Engine
from core.kernel.event import Event, NewEvent
from tests.support.office import Office, demanda
from tests.support.territorio import MemoryStore, import_into

D1B = Colony(
    id="D-1b",
    prefixo="d1b",
    nome="Normalização",
    publica=("demanda.normalizada", "demanda.retirada"),
    apply={},
    chaves=no_keys,
)
CORRELACAO = "44444444-0000-4000-8000-{:012x}"


def normalizada(n: int, point: tuple[float, float] | None, **more: Any) -> NewEvent:
    """A demand in clean form, at (lat, lng)."""
    place = None if point is None else {"lat": point[0], "lng": point[1]}
    payload = {
        "demanda_id": demanda(n),
        "titulo": f"Buraco {n}",
        "descricao_limpa": "Um buraco na rua.",
        "tipo_midia_processada": "texto",
        "coordenadas_validadas": place,
        "confianca_normalizacao": 1.0,
        "origem_normalizacao": "automatico",
        "conteudo_suspeito": False,
        **more,
    }
    return NewEvent(
        "demanda.normalizada", payload, sujeito=demanda(n), correlacao_id=CORRELACAO.format(n)
    )


def retirada(n: int) -> NewEvent:
    """The demand is withdrawn."""
    payload = {"demanda_id": demanda(n), "motivo": "engano"}
    return NewEvent("demanda.retirada", payload, sujeito=demanda(n))


@dataclass
class Place:
    """The office under test, and what is asked of it."""

    office: Office
    store: MemoryStore = field(default_factory=MemoryStore)

    @property
    def engine(self) -> Engine:
        """The running engine; started at the first question."""
        return self.office.engines[-1] if self.office.engines else self.office.engine()

    def importar(self, territorio: Territorio, limite: int = 1_000) -> int:
        """Import, and let everything follow."""
        published = import_into(self.engine.executar, self.store, territorio, limite)
        self.engine.aguardar_ocioso()
        return published

    def normalizar(self, *events: NewEvent) -> None:
        """Publish as D-1b, and let everything follow."""
        for event in events:
            self.engine.publicar("D-1b", event)
        self.engine.aguardar_ocioso()

    def answers(self) -> list[Event]:
        """What D-2 published."""
        return [e for e in self.office.events() if e.tipo == "demanda.georreferenciada"]

    def rows(self, table: str, *columns: str) -> list[tuple[Any, ...]]:
        """Rows of one of D-2's tables, by demand."""
        key = "unidade_civica_id" if table == "d2_unidades" else "demanda_id"
        return self.office.rows(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {key}")

    def outcomes(self) -> list[str]:
        """How the processed events ended."""
        return sorted(row[0] for row in self.rows("d2_eventos_processados", "resultado"))

    def dead_letters(self) -> list[tuple[Any, ...]]:
        """What is parked."""
        return self.office.rows("SELECT consumidor, fase, tipo, erro FROM dead_letter_queue")

    def rebuilt(self) -> bytes:
        """The projections, folded again from nothing."""
        self.engine.reconstruir().result()
        self.engine.aguardar_ocioso()
        return self.office.dump()


@pytest.fixture
def place(office: Office) -> Iterator[Place]:
    """An office on each of the two databases."""
    found = Place(office)
    office.colonies = (D1B, TERRITORIO, GEORREFERENCIAMENTO)
    office.attachments = found.store
    yield found
    office.stop()
