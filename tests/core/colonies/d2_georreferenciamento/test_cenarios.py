"""The 27 scenarios of the D-2 document, on the real bus and both databases.

Where design.md changes a row, its id stands with the new expectation and the reason. Three changes
run through all of them: apply writes and react publishes (design.md 3), so a step is whole or not
there (2); the same answer is never published twice (3, Identity), so nothing is republished; and
the cache of rounded places is the memory of polygons itself (rules.py), so "no point-in-polygon"
reads "no polygon is loaded again".
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
import shapely

from core.base.territorio.geometria import para_wkb
from core.base.territorio.resolvedor import Resolvedor
from core.colonies.d2_georreferenciamento import rules
from core.colonies.d2_georreferenciamento.colony import GEORREFERENCIAMENTO
from core.colonies.geo_territorio.colony import TERRITORIO
from core.kernel.colony import Authority, Reaction
from core.kernel.engine.consumer_offset import Offset, consumer_offsets
from core.kernel.errors import UserFacingError
from tests.conformidade.test_comportamento import TwiceStepper
from tests.core.colonies.d2_georreferenciamento.conftest import (
    CORRELACAO,
    D1B,
    Place,
    normalizada,
)
from tests.support.office import demanda
from tests.support.territorio import (
    AT_SEA,
    BAIRRO,
    CIDADE,
    CITY,
    ESTADO,
    IN_CITY,
    IN_QUARTER,
    PAIS,
    QUARTER,
    REGIAO,
    ROWS,
    SMALL,
    territory,
    unit,
)

CHAIN = [BAIRRO, CIDADE, ESTADO, REGIAO, PAIS]
RESOLVED = ("demanda_id", "unidade_civica_id", "confianca_geo")


def offset(place: Place, tipo: str = "demanda.normalizada") -> Offset:
    reader = place.office.database.open_reader()
    try:
        found = consumer_offsets(reader.cursor, reader.dialect, GEORREFERENCIAMENTO)
    finally:
        reader.close()
    return next(row for row in found if row.tipo == tipo)


def fails_to_answer(_event: Any, _context: Any) -> Any:
    raise ValueError("the answer cannot be published")


def with_reaction(place: Place, fn: Any) -> None:
    """Restart with another reaction to demanda.normalizada."""
    reaction = {"demanda.normalizada": Reaction(Authority.AUTOR, fn)}
    broken = replace(GEORREFERENCIAMENTO, react={**GEORREFERENCIAMENTO.react, **reaction})
    place.office.colonies = (D1B, TERRITORIO, broken)
    place.office.restart()


def healed(place: Place) -> None:
    """Restart as it should be: what is parked is delivered again."""
    place.office.colonies = (D1B, TERRITORIO, GEORREFERENCIAMENTO)
    place.office.restart().aguardar_ocioso()


@pytest.mark.cenario("D-2/T1")
@pytest.mark.cenario("D-2/T11")
def test_a_point_in_a_unit_is_answered(place: Place) -> None:
    place.importar(SMALL)
    place.normalizar(normalizada(1, IN_QUARTER))
    (answer,) = place.answers()
    assert answer.payload == {
        "demanda_id": demanda(1),
        "unidade_civica_id": BAIRRO,
        "nivel_minimo_resolvido": 2,
        "cadeia_ucs": CHAIN,
        "metodo_resolucao": "gps",
        "confianca_geo": "alta",
        "coordenadas_lat": IN_QUARTER[0],
        "coordenadas_lng": IN_QUARTER[1],
        "municipio_id": CIDADE,  # G-016
    }
    assert answer.correlacao_id == CORRELACAO.format(1)
    asked = next(e for e in place.office.events() if e.tipo == "demanda.normalizada")
    assert (answer.causa, answer.chave_derivacao) == (
        asked.event_hash,
        f"D-2/demanda.georreferenciada/{demanda(1)}",
    )
    columns = (*RESOLVED, "cadeia_ucs", "event_id", "correlacao_id", "criado_em")
    assert place.rows("d2_resolucoes_geo", *columns) == [
        (
            demanda(1),
            BAIRRO,
            "alta",
            json.dumps(CHAIN, separators=(",", ":")),
            asked.event_id,
            CORRELACAO.format(1),
            answer.timestamp,
        )
    ]
    assert place.outcomes() == ["georreferenciada"]
    position = asked.sequence_number
    assert offset(place) == Offset("demanda.normalizada", position, position)


@pytest.mark.cenario("D-2/T2")
def test_a_first_start_reacts_from_the_head_of_the_log(place: Place) -> None:
    """G-001 and design.md 3: apply takes the whole log, reactions begin at the installation."""
    place.office.colonies = (D1B, TERRITORIO)
    place.importar(SMALL)
    place.normalizar(normalizada(1, IN_QUARTER))
    place.office.stop()
    place.office.colonies = (D1B, TERRITORIO, GEORREFERENCIAMENTO)
    place.engine.aguardar_ocioso()
    assert place.answers() == []
    assert place.rows("d2_revisoes_geo_pendentes", "demanda_id") == [(demanda(1),)]
    place.normalizar(normalizada(2, IN_QUARTER))
    assert [a.payload["demanda_id"] for a in place.answers()] == [demanda(2)]
    # The operator's historical load takes up what stood there before.
    place.engine.carregar_historico("D-2").result()
    place.engine.aguardar_ocioso()
    assert [a.payload["demanda_id"] for a in place.answers()] == [demanda(2), demanda(1)]


@pytest.mark.cenario("D-2/T3")
def test_events_missed_while_standing_still_are_made_up_for(place: Place) -> None:
    place.importar(SMALL)
    place.engine.desativar("D-2").result()
    place.normalizar(*(normalizada(n, IN_QUARTER) for n in (1, 2, 3)))
    assert place.answers() == []
    place.office.restart()
    place.engine.ativar("D-2").result()
    place.engine.aguardar_ocioso()
    assert [a.payload["demanda_id"] for a in place.answers()] == [demanda(n) for n in (1, 2, 3)]


@pytest.mark.cenario("D-2/T4")
@pytest.mark.cenario("D-2/T13")
def test_the_same_place_twice_loads_no_polygon_again(place: Place) -> None:
    place.importar(SMALL)
    place.normalizar(normalizada(1, IN_QUARTER))
    reads = place.store.reads
    assert reads > 0
    place.normalizar(normalizada(2, IN_QUARTER))
    assert place.store.reads == reads
    assert [row[1] for row in place.rows("d2_resolucoes_geo", *RESOLVED)] == [BAIRRO, BAIRRO]


@pytest.mark.cenario("D-2/T5")
@pytest.mark.cenario("D-2/E3.4-1")
def test_an_event_delivered_again_is_answered_once(place: Place) -> None:
    """design.md 3, Identity: the answer stands in the log; it is not published a second time."""
    place.office.engine(stepper=TwiceStepper)
    place.importar(SMALL)
    place.normalizar(normalizada(1, IN_QUARTER))
    place.engine.carregar_historico("D-2").result()
    place.engine.aguardar_ocioso()
    assert len(place.answers()) == 1
    assert len(place.rows("d2_resolucoes_geo", "demanda_id")) == 1
    assert place.dead_letters() == []


@pytest.mark.cenario("D-2/T6")
@pytest.mark.cenario("D-2/E3.4-2")
@pytest.mark.cenario("D-2/B4.5-1")
def test_without_a_place_nothing_is_made_up(place: Place) -> None:
    """G-059: an address in words is not resolved; the demand waits for no map either."""
    place.importar(SMALL)
    place.normalizar(normalizada(1, None, entidades_extraidas={"endereco": "Rua A, 10"}))
    assert place.outcomes() == ["sem_coordenadas"]
    assert place.rows("d2_resolucoes_geo", "demanda_id") == []
    assert place.rows("d2_revisoes_geo_pendentes", "demanda_id") == []
    assert place.answers() == []
    assert offset(place).reagido_ate == offset(place).aplicado_ate > 0


@pytest.mark.cenario("D-2/T7")
@pytest.mark.cenario("D-2/E3.4-3")
@pytest.mark.parametrize("lat", [200.0, -90.5])
def test_a_latitude_that_does_not_exist_never_enters_the_log(place: Place, lat: float) -> None:
    """design.md 2 and 5: publishing validates, and names the field; nothing is written."""
    place.importar(SMALL)
    with pytest.raises(UserFacingError) as refused:
        place.normalizar(normalizada(1, (lat, -46.95)))
    assert "coordenadas_validadas" in str(refused.value.params["campo"])
    assert place.rows("d2_eventos_processados", "demanda_id") == []
    assert place.rows("d2_resolucoes_geo", "demanda_id") == []


@pytest.mark.cenario("D-2/T7")
@pytest.mark.parametrize(
    "raw",
    [
        {"lat": 200, "lng": -46.9},
        {"lat": -23.5, "lng": 181},
        {"lat": float("nan"), "lng": -46.9},
        {"lat": "-23,5", "lng": -46.9},
        {"lat": True, "lng": -46.9},
        {"lat": -23.5},
        "-23.5,-46.9",
    ],
)
def test_the_last_line_of_defence_tells_wrong_from_missing(raw: Any) -> None:
    """G-063: what is no number goes the way of what is out of range."""
    assert rules.read_place({"coordenadas_validadas": raw}) == ("coordenadas_invalidas", None)


@pytest.mark.cenario("D-2/T8")
@pytest.mark.cenario("D-2/E3.4-4")
@pytest.mark.cenario("D-2/B4.5-2")
def test_a_point_outside_everything_waits_where_it_is_seen(place: Place) -> None:
    """The counter of the warning is the number of rows that wait (queries.count_reviews)."""
    place.importar(SMALL)
    place.normalizar(normalizada(1, AT_SEA), normalizada(2, AT_SEA), normalizada(3, IN_CITY))
    waiting = place.rows(
        "d2_revisoes_geo_pendentes", "demanda_id", "coordenadas_lat", "coordenadas_lng"
    )
    assert waiting == [(demanda(1), *AT_SEA), (demanda(2), *AT_SEA)]
    assert [a.payload["demanda_id"] for a in place.answers()] == [demanda(3)]
    assert place.outcomes() == ["aguardando", "aguardando", "georreferenciada"]
    assert place.dead_letters() == []
    # Delivered again (G-054): one row still.
    place.engine.carregar_historico("D-2").result()
    place.engine.aguardar_ocioso()
    assert len(place.rows("d2_revisoes_geo_pendentes", "demanda_id")) == 2
    assert place.rebuilt() == place.office.dump()


@pytest.mark.cenario("D-2/T9")
@pytest.mark.cenario("D-2/E3.4-6")
def test_an_answer_that_cannot_be_published_is_made_up_for(place: Place) -> None:
    """design.md 2: no resolution without its event. The reason stands in the queue, the position
    does not move, the demand waits where it is seen; after the retry there is one of each.
    """
    place.importar(SMALL)
    before = offset(place)
    with_reaction(place, fails_to_answer)
    place.normalizar(normalizada(1, IN_QUARTER))
    assert place.rows("d2_resolucoes_geo", "demanda_id") == []
    assert place.rows("d2_revisoes_geo_pendentes", "demanda_id") == [(demanda(1),)]
    ((who, phase, tipo, error),) = place.dead_letters()
    assert (who, phase, tipo) == ("D-2", "react", "demanda.normalizada")
    assert error.startswith("ValueError em test_cenarios.py:")
    assert offset(place).reagido_ate == before.reagido_ate
    # G-002: the next event is not held back, and does not make the failed one forgotten.
    healed(place)
    place.normalizar(normalizada(2, IN_CITY))
    assert place.dead_letters() == []
    assert [row[:2] for row in place.rows("d2_resolucoes_geo", *RESOLVED)] == [
        (demanda(1), BAIRRO),
        (demanda(2), CIDADE),
    ]
    assert len(place.answers()) == 2


@pytest.mark.cenario("D-2/T10")
@pytest.mark.cenario("D-2/E3.4-7")
@pytest.mark.cenario("D-2/B4.5-5")
def test_a_restart_loads_the_polygons_again_and_answers_alike(place: Place) -> None:
    place.importar(SMALL)
    place.normalizar(normalizada(1, IN_QUARTER))
    reads = place.store.reads
    place.office.restart()
    assert place.store.reads == reads  # nothing is read before it is needed
    place.normalizar(normalizada(2, IN_QUARTER))
    assert place.store.reads > reads
    assert [row[1] for row in place.rows("d2_resolucoes_geo", *RESOLVED)] == [BAIRRO, BAIRRO]


@pytest.mark.cenario("D-2/T12")
def test_three_events_of_which_one_was_answered(place: Place) -> None:
    """G-020 and design.md 3: two are answered after the restart, the third is not repeated."""
    place.importar(SMALL)
    place.normalizar(normalizada(1, IN_QUARTER))
    with_reaction(place, fails_to_answer)
    place.normalizar(normalizada(2, IN_CITY), normalizada(3, IN_CITY))
    assert len(place.answers()) == 1
    healed(place)
    assert len(place.rows("d2_resolucoes_geo", "demanda_id")) == 3
    assert sorted(a.payload["demanda_id"] for a in place.answers()) == [
        demanda(n) for n in (1, 2, 3)
    ]


@pytest.mark.cenario("D-2/T14")
def test_where_only_the_city_is_known_the_chain_begins_with_it(place: Place) -> None:
    place.importar(territory(*ROWS, CITY))
    place.normalizar(normalizada(1, IN_QUARTER))
    (answer,) = place.answers()
    assert answer.payload["nivel_minimo_resolvido"] == 4
    assert answer.payload["cadeia_ucs"] == [CIDADE, ESTADO, REGIAO, PAIS]
    assert answer.payload["municipio_id"] == CIDADE


@pytest.mark.cenario("D-2/E3.4-5")
def test_a_second_event_of_a_demand_is_a_correction(place: Place) -> None:
    """G-061 and design.md 11: not impossible, but how a demand is corrected. It is resolved anew;
    the key keeps one row per demand.
    """
    place.importar(SMALL)
    place.normalizar(normalizada(1, IN_QUARTER), normalizada(1, IN_CITY))
    assert [a.payload["unidade_civica_id"] for a in place.answers()] == [BAIRRO, CIDADE]
    asked = [e for e in place.office.events() if e.tipo == "demanda.normalizada"]
    assert [a.causa for a in place.answers()] == [e.event_hash for e in asked]
    assert place.rows("d2_resolucoes_geo", "unidade_civica_id", "event_id") == [
        (CIDADE, asked[1].event_id)
    ]
    assert place.dead_letters() == []
    assert place.rebuilt() == place.office.dump()


@pytest.mark.cenario("D-2/B4.5-3")
def test_an_outline_that_cannot_be_used_is_left_out_and_named(place: Place) -> None:
    """An import keeps invalid outlines out (D-2 8.5); one that got in answers nothing wrong."""
    bow = shapely.Polygon([(-47, -24), (-46.9, -23.9), (-46.9, -24), (-47, -23.9)])
    broken = unit(2, "355030801", "Jardim São João", CIDADE)[0]
    crossed = territory(*ROWS, CITY, (broken, para_wkb(bow)))
    place.importar(crossed)
    place.normalizar(normalizada(1, IN_CITY))
    assert [row[1] for row in place.rows("d2_resolucoes_geo", *RESOLVED)] == [CIDADE]
    assert place.dead_letters() == []
    empty = territory(*ROWS, CITY, (broken, shapely.to_wkb(shapely.Polygon())))
    assert Resolvedor(empty).ignoradas == (BAIRRO,)


@pytest.mark.cenario("D-2/B4.5-4")
def test_a_parent_that_is_not_known_ends_the_chain(place: Place) -> None:
    place.importar(territory(CITY, QUARTER))
    place.normalizar(normalizada(1, IN_QUARTER))
    (answer,) = place.answers()
    assert answer.payload["cadeia_ucs"] == [BAIRRO, CIDADE]
    place.importar(
        territory(unit(2, "99", "Ilha", "99999999-0000-5000-8000-000000000001", (-40, -23.6, 0.2)))
    )
    place.normalizar(normalizada(2, (-23.5, -39.9)))
    assert place.answers()[1].payload["municipio_id"] is None


@pytest.mark.cenario("D-2/B4.5-6")
def test_one_writer_handles_an_event_and_its_key_is_its_hash(place: Place) -> None:
    """design.md 2: one writer per office. A second window on it does not react (E3.4-1)."""
    place.importar(SMALL)
    place.normalizar(normalizada(1, IN_QUARTER))
    second = place.office.engine(start=True)
    second.aguardar_ocioso()
    assert len(place.answers()) == 1
    assert len(place.rows("d2_eventos_processados", "event_id")) == 1
