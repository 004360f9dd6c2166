"""An office with D-3 alone: texts and units as D-1b and D-2 hand them on."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from typing_extensions import override

from core.base.taxonomia.classifier import Alternativa, Classificacao, Classifier
from core.base.taxonomia.loading import Categorizacao
from core.colonies.d3_categorizacao import api, queries
from core.colonies.d3_categorizacao.colony import d3_colony
from core.kernel.colony import Colony, Recibo, no_keys
from core.kernel.engine.engine import Engine
from core.kernel.event import Event, NewEvent
from tests.support.categorias import shipped_files
from tests.support.office import Office, demanda, unidade

SOURCE = Colony(
    id="FONTE",
    prefixo="fonte",
    nome="Fonte",
    publica=("demanda.normalizada", "demanda.georreferenciada", "demanda.retirada"),
    apply={},
    chaves=no_keys,
)
SURE = "buraco na rua [3.1.1 0.96]"
SAMPLED = "mato alto na praça [3.9.1 0.78 3.3 0.15]"
UNSURE = "poste sem luz na esquina [3.4.1 0.55 1.3 0.44]"
MUTE = "oi"

_ANSWER = re.compile(r"\[([0-9.]+) ([0-9.]+)(?: ([0-9.]+) ([0-9.]+))?\]")


class ScriptedClassifier(Classifier):
    """Answers what the text itself says in brackets, else as the shipped model does.

    ``[3.4.1 0.55 1.3 0.44]``: 3.4, subcategory 3.4.1, at 0.55, and 1.3 at 0.44.
    """

    def __init__(self, shipped: Classifier) -> None:
        self.__dict__.update(vars(shipped))

    @override
    def classificar(self, texto: str, idioma: str | None = None) -> Classificacao:
        found = _ANSWER.search(texto)
        if found is None:
            return super().classificar(texto, idioma)
        said, score, other, other_score = found.groups()
        parts = said.split(".")
        return Classificacao(
            ".".join(parts[:2]),
            said if len(parts) == 3 else None,
            float(score),
            () if other is None else (Alternativa(other, float(other_score)),),
            (),
            self.versao_classificador,
            self.versao_taxonomia,
        )


def scripted_files() -> Categorizacao:
    """The shipped taxonomy with the scripted classifier."""
    shipped = shipped_files()
    return replace(shipped, classifier=ScriptedClassifier(shipped.classifier))


MODERADORA = {"conta_id": "55555555-0000-4000-8000-000000000001", "papel": "moderador"}
OUTRO = {"conta_id": "55555555-0000-4000-8000-000000000002", "papel": "moderador"}


def normalizada(n: int, texto: str = SURE, **more: Any) -> NewEvent:
    """A demand in clean form."""
    payload = {
        "demanda_id": demanda(n),
        "titulo": texto[:80],
        "descricao_limpa": texto,
        "tipo_midia_processada": "texto",
        "coordenadas_validadas": {"lat": -23.0, "lng": -46.5},
        "confianca_normalizacao": 1.0,
        "origem_normalizacao": "automatico",
        "conteudo_suspeito": False,
        "idioma_detectado": "pt",
        **more,
    }
    return NewEvent("demanda.normalizada", payload, sujeito=demanda(n))


def georreferenciada(n: int, u: int = 1, nivel: int = 2) -> NewEvent:
    """A demand placed."""
    payload = {
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(u),
        "nivel_minimo_resolvido": nivel,
        "cadeia_ucs": [unidade(u)],
        "metodo_resolucao": "gps",
        "confianca_geo": "alta",
        "coordenadas_lat": -23.0,
        "coordenadas_lng": -46.5,
    }
    return NewEvent("demanda.georreferenciada", payload, sujeito=demanda(n))


def retirada(n: int) -> NewEvent:
    """A demand withdrawn."""
    payload = {"demanda_id": demanda(n), "motivo": "engano"}
    return NewEvent("demanda.retirada", payload, sujeito=demanda(n))


@dataclass
class Desk:
    """The office under test, and what is asked of it."""

    office: Office
    files: Categorizacao = field(default_factory=scripted_files)

    @property
    def engine(self) -> Engine:
        """The running engine; started at the first question."""
        return self.office.engines[-1] if self.office.engines else self.office.engine()

    def publicar(self, *events: NewEvent) -> None:
        """Publish one by one, letting everything follow each."""
        for event in events:
            self.engine.publicar("FONTE", event)
            self.engine.aguardar_ocioso()

    def pronta(self, n: int, texto: str = SURE, **more: Any) -> None:
        """A demand with text and unit."""
        self.publicar(normalizada(n, texto, **more), georreferenciada(n))

    def decidir(
        self,
        n: int,
        categoria: str,
        vista: str | None = None,
        ator: dict[str, str] = MODERADORA,
        comando: str | None = None,
    ) -> Recibo:
        """Decide on an item."""
        choice = api.Escolha(demanda_id=demanda(n), categoria_id=categoria, versao_vista=vista)
        decide = api.decidir_revisao(choice, lambda: self.files, ator)
        return self.engine.executar("D-3", decide, comando_id=comando).result()

    def contestar(self, n: int, sugerida: str | None = None, motivo: str | None = None) -> Recibo:
        """Contest a category."""
        decide = api.contestar(
            demanda(n),
            lambda: self.files,
            categoria_sugerida=sugerida,
            motivo=motivo,
            ator=MODERADORA,
        )
        return self.engine.executar("D-3", decide).result()

    def desfazer(self, n: int, event_id: str) -> Recibo:
        """Take a decision back."""
        decide = api.desfazer_decisao(demanda(n), event_id, motivo="engano", ator=MODERADORA)
        return self.engine.executar("D-3", decide).result()

    def said(self, tipo: str = "demanda.categorizada") -> list[Event]:
        """What D-3 published of a type."""
        return [event for event in self.office.events() if event.tipo == tipo]

    def types(self) -> list[str]:
        """What D-3 published, in order, without the common first word."""
        found = [event for event in self.office.events() if event.origem == "D-3"]
        return [event.tipo.partition(".")[2] for event in found]

    def read(self, function: Any, *args: Any) -> Any:
        """One of D-3's queries."""
        reader = self.office.database.open_reader()
        try:
            return function(reader.cursor, reader.dialect, *args)
        finally:
            reader.close()

    def item(self, n: int) -> queries.ItemDaFila | None:
        """A demand in the queue."""
        found: queries.ItemDaFila | None = self.read(queries.read_item, demanda(n))
        return found

    def queue(self) -> list[str]:
        """The demands of the queue in order, by their number, with the motive."""
        items = self.read(queries.read_queue)
        return [f"{int(item.demanda_id[-12:], 16)} {item.motivo}" for item in items]

    def waiting(self) -> list[tuple[str, str]]:
        """(demand's number, what it lacks)."""
        return [
            (str(int(row.demanda_id[-12:], 16)), row.falta)
            for row in self.read(queries.read_waiting)
        ]

    def history(self, n: int) -> list[queries.VersaoLida]:
        """All versions of a demand."""
        found: list[queries.VersaoLida] = self.read(queries.read_history, demanda(n))
        return found

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


@pytest.fixture
def desk(office: Office) -> Desk:
    """An office on each of the two databases."""
    found = Desk(office)
    office.colonies = (SOURCE, d3_colony(lambda: found.files))
    return found
