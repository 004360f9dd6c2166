"""What new polygons, missing polygons, corrections and withdrawals do to demands."""

from __future__ import annotations

import pytest

from core.colonies.d2_georreferenciamento import queries
from core.colonies.d2_georreferenciamento.api import reavaliar
from core.kernel.errors import EnvironmentFault, UserFacingError
from tests.core.colonies.d2_georreferenciamento.conftest import (
    CORRELACAO,
    Place,
    normalizada,
    retirada,
)
from tests.support.office import TEST_NO, conselheiro, demanda
from tests.support.territorio import (
    AT_SEA,
    BAIRRO,
    CIDADE,
    CITY,
    IN_CITY,
    IN_QUARTER,
    QUARTER,
    ROWS,
    SMALL,
    chave,
    territory,
    unit,
)

ISLAND = unit(4, "3520400", "Ilhabela", chave(5, "35"), (-41.0, -24.0, 1.0))
ILHA = chave(4, "3520400")
WIDER = unit(2, "355030801", "Jardim São João", CIDADE, (-47.0, -24.0, 0.6))


def units_of(place: Place) -> dict[str, str]:
    return dict(place.rows("d2_resolucoes_geo", "demanda_id", "unidade_civica_id"))


def changes(place: Place) -> list[queries.Mudanca]:
    reader = place.office.database.open_reader()
    try:
        found = queries.read_changes(reader.cursor, reader.dialect)
        assert len(found) == queries.count_changes(reader.cursor, reader.dialect)
    finally:
        reader.close()
    return found


# -- precision of the place --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("point", "more", "expected"),
    [
        (IN_QUARTER, {"precisao_local": "ponto"}, (BAIRRO, "gps", "alta")),
        (IN_QUARTER, {"precisao_local": "rua"}, (BAIRRO, "endereco", "media")),
        (
            None,
            {"precisao_local": "unidade", "unidade_informada_id": BAIRRO},
            (BAIRRO, "inferencia", "baixa"),
        ),
        # The mesh's coast is rough: the picked unit stands where the point falls into the water.
        (
            AT_SEA,
            {"precisao_local": "ponto", "unidade_informada_id": CIDADE},
            (CIDADE, "inferencia", "baixa"),
        ),
    ],
)
def test_method_and_confidence_follow_the_precision(
    place: Place,
    point: tuple[float, float] | None,
    more: dict[str, str],
    expected: tuple[str, str, str],
) -> None:
    place.importar(SMALL)
    place.normalizar(normalizada(1, point, **more))
    columns = ("unidade_civica_id", "metodo_resolucao", "confianca_geo")
    assert place.rows("d2_resolucoes_geo", *columns) == [expected]
    payload = place.answers()[0].payload
    assert (payload["coordenadas_lat"], payload["coordenadas_lng"]) == (point or (None, None))
    assert payload["municipio_id"] == CIDADE


def test_a_picked_unit_that_nobody_imported_waits_for_it(place: Place) -> None:
    place.normalizar(normalizada(1, None, precisao_local="unidade", unidade_informada_id=ILHA))
    assert place.rows("d2_revisoes_geo_pendentes", "unidade_informada_id") == [(ILHA,)]
    place.importar(territory(*ROWS, ISLAND))
    assert units_of(place) == {demanda(1): ILHA}


# -- new polygons ------------------------------------------------------------------------------


def test_new_polygons_resolve_what_waited(place: Place) -> None:
    """G-062; before any map there is nothing to lie in, and nothing is lost either."""
    place.normalizar(normalizada(1, AT_SEA), normalizada(2, IN_QUARTER))
    assert place.answers() == []
    place.importar(SMALL)
    assert units_of(place) == {demanda(2): BAIRRO}
    place.importar(territory(*ROWS, ISLAND))
    assert units_of(place) == {demanda(1): ILHA, demanda(2): BAIRRO}
    assert place.rows("d2_revisoes_geo_pendentes", "demanda_id") == []
    imports = [e for e in place.office.events() if e.tipo == "territorio.importado"]
    answer = place.answers()[1]
    assert answer.causa == imports[-1].event_hash
    assert answer.correlacao_id == CORRELACAO.format(1)
    assert place.rows("d2_resolucoes_geo", "event_id")[0] == (
        next(e.event_id for e in place.office.events() if e.tipo == "demanda.normalizada"),
    )
    live = place.office.dump()
    assert place.rebuilt() == live


def test_an_import_of_several_events_is_judged_whole(place: Place) -> None:
    """The city's event comes before the neighbourhood's: in between nobody is resolved."""
    place.normalizar(normalizada(1, IN_QUARTER))
    assert place.importar(SMALL, limite=1) == 5
    (answer,) = place.answers()
    assert answer.payload["unidade_civica_id"] == BAIRRO


def test_new_outlines_flag_and_move_nobody(place: Place) -> None:
    place.importar(SMALL)
    place.normalizar(normalizada(1, IN_CITY), normalizada(2, IN_QUARTER), normalizada(3, IN_CITY))
    place.normalizar(retirada(3))
    place.importar(territory(WIDER))
    imports = [e for e in place.office.events() if e.tipo == "territorio.importado"]
    assert changes(place) == [
        queries.Mudanca(
            demanda(1),
            CIDADE,
            BAIRRO,
            2,
            imports[-1].payload["versao_fronteira"],
            imports[-1].timestamp,
        )
    ]
    assert units_of(place)[demanda(1)] == CIDADE
    live = place.office.dump()
    assert place.rebuilt() == live
    # Confirmed as a correction of the place (design.md 11).
    place.normalizar(normalizada(1, IN_CITY))
    assert units_of(place)[demanda(1)] == BAIRRO
    assert changes(place) == []
    # And taken back by the old outline.
    place.importar(territory(QUARTER))
    assert [(c.demanda_id, c.unidade_nova_id) for c in changes(place)] == [(demanda(1), CIDADE)]


def test_a_point_that_new_outlines_leave_outside_is_flagged_too(place: Place) -> None:
    place.importar(territory(*ROWS, ISLAND))
    place.normalizar(normalizada(1, AT_SEA))
    place.importar(territory(unit(4, "3520400", "Ilhabela", chave(5, "35"), (-41.0, -24.0, 0.1))))
    assert [(c.unidade_atual_id, c.unidade_nova_id) for c in changes(place)] == [(ILHA, None)]


def test_a_unit_named_without_outline_keeps_the_one_it_had(place: Place) -> None:
    place.importar(SMALL)
    city = unit(4, "3550308", "Cidade de São Paulo", chave(5, "35"))
    place.importar(territory(city))
    place.normalizar(normalizada(1, IN_CITY))
    assert units_of(place) == {demanda(1): CIDADE}


def test_the_same_import_twice_takes_no_event(place: Place) -> None:
    assert place.importar(SMALL) == 2
    place.normalizar(normalizada(1, IN_CITY))
    assert place.importar(SMALL) == 0
    place.importar(territory(WIDER))
    assert place.importar(territory(WIDER)) == 0
    # One that another import replaced in between is news.
    assert place.importar(SMALL) == 2
    assert changes(place) == []


# -- missing polygons --------------------------------------------------------------------------


def test_a_missing_attachment_is_named_and_nothing_is_made_up(place: Place) -> None:
    """Without the neighbourhood's outline the city would be an answer, and a wrong one."""
    place.importar(territory(*ROWS, CITY))
    before = set(place.store.held)
    place.importar(territory(QUARTER))
    (quarter,) = set(place.store.held) - before
    bytes_of = place.store.held.pop(quarter)
    place.normalizar(
        normalizada(1, IN_QUARTER),
        normalizada(2, None, precisao_local="unidade", unidade_informada_id=CIDADE),
    )
    assert units_of(place) == {demanda(2): CIDADE}  # a picked unit needs no outline
    ((who, phase, tipo, error),) = place.dead_letters()
    assert (who, phase, tipo) == ("D-2", "react", "demanda.normalizada")
    assert "territorio.anexo_ausente" in error
    assert place.rows("d2_revisoes_geo_pendentes", "demanda_id") == [(demanda(1),)]
    with pytest.raises(UserFacingError) as refused:
        place.engine.executar("D-2", reavaliar(TEST_NO)).result()
    assert refused.value.code == "territorio.anexo_ausente"
    assert refused.value.params["anexo"] == quarter[:12]
    place.store.held[quarter] = bytes_of
    place.office.restart().aguardar_ocioso()
    assert units_of(place) == {demanda(1): BAIRRO, demanda(2): CIDADE}
    assert place.dead_letters() == []


def test_a_damaged_attachment_counts_as_missing(place: Place) -> None:
    place.importar(SMALL)
    (sha256,) = place.store.held
    place.store.held[sha256] = b"civico/geometrias/v1\nnada"
    place.normalizar(normalizada(1, IN_CITY))
    assert "territorio.anexo_ausente" in place.dead_letters()[0][3]
    # New outlines judge nobody while others are missing.
    place.importar(territory(WIDER))
    assert changes(place) == []


@pytest.mark.parametrize("phase", ["apply", "react"])
def test_a_file_that_cannot_be_read_now_parks_nothing(
    place: Place, monkeypatch: pytest.MonkeyPatch, phase: str
) -> None:
    """design.md 2: a fault of the environment stops the engine with its reason until it is over."""
    place.importar(SMALL)
    if phase == "apply":  # judging what the new outline changes
        place.normalizar(normalizada(1, IN_CITY))
    place.office.restart()

    def act() -> None:
        if phase == "apply":
            place.importar(territory(WIDER))
        else:
            place.normalizar(normalizada(1, IN_CITY))

    def unreadable(_sha256: str) -> bytes:
        raise EnvironmentFault("anexo.nao_lido", anexo="x")

    with monkeypatch.context() as broken:
        broken.setattr(place.store, "get", unreadable)
        with pytest.raises(EnvironmentFault) as stopped:
            act()
        assert stopped.value.code == "anexo.nao_lido"
        assert place.dead_letters() == []
    place.office.restart()
    act()
    assert units_of(place) == {demanda(1): CIDADE}
    assert len(changes(place)) == (1 if phase == "apply" else 0)


def test_looking_again_by_hand(place: Place) -> None:
    place.importar(SMALL)
    place.normalizar(normalizada(1, AT_SEA))
    assert place.engine.executar("D-2", reavaliar(TEST_NO)).result().resposta == 0
    assert place.engine.executar("D-2", reavaliar("00" * 16)).result().resposta == 0
    (sha256,) = place.store.held
    held = place.store.held.pop(sha256)
    place.office.restart()
    place.normalizar(normalizada(2, IN_CITY))
    place.store.held[sha256] = held
    place.office.stop()
    ator = {"conta_id": conselheiro(1), "papel": "operador"}
    engine = place.office.engine(start=True)
    engine.aguardar_ocioso()
    assert units_of(place) == {demanda(2): CIDADE}
    assert engine.executar("D-2", reavaliar(TEST_NO, ator=ator)).result().resposta == 0


# -- corrections, withdrawals, erasure ---------------------------------------------------------


def test_a_correction_to_a_place_outside_waits_again(place: Place) -> None:
    place.importar(SMALL)
    place.normalizar(normalizada(1, IN_CITY), normalizada(1, AT_SEA))
    assert units_of(place) == {}
    assert place.rows("d2_revisoes_geo_pendentes", "demanda_id") == [(demanda(1),)]
    assert place.outcomes() == ["aguardando", "georreferenciada"]


def test_a_corrected_event_that_waits_is_not_answered_any_more(place: Place) -> None:
    place.importar(SMALL)
    place.engine.desativar("D-2").result()
    place.normalizar(normalizada(1, IN_QUARTER), normalizada(1, IN_CITY))
    place.engine.ativar("D-2").result()
    place.engine.aguardar_ocioso()
    assert [a.payload["unidade_civica_id"] for a in place.answers()] == [CIDADE]
    assert place.outcomes() == ["georreferenciada", "substituida"]


def test_a_withdrawn_demand_waits_for_nothing(place: Place) -> None:
    place.normalizar(normalizada(1, IN_CITY), normalizada(2, IN_CITY), retirada(1))
    assert place.rows("d2_revisoes_geo_pendentes", "demanda_id") == [(demanda(2),)]
    # A late normalisation does not bring it back.
    place.normalizar(normalizada(1, IN_CITY))
    place.importar(SMALL)
    assert [a.payload["demanda_id"] for a in place.answers()] == [demanda(2)]
    assert place.outcomes() == ["georreferenciada", "retirada", "retirada", "retirada"]


def test_folding_one_demand_anew_changes_nothing(place: Place) -> None:
    """What an erasure sets going: the demand's rows from its events, flags included."""
    place.importar(SMALL)
    place.normalizar(normalizada(1, IN_CITY), normalizada(2, AT_SEA), normalizada(3, IN_CITY))
    place.importar(territory(WIDER))
    place.normalizar(retirada(3))
    live = place.office.dump()
    assert len(changes(place)) == 1
    engine = place.engine

    def mark() -> None:
        engine.cycle.begin()
        engine.cycle.refolder.mark("D-2", [demanda(1), demanda(2), demanda(3)])
        engine.cycle.commit()

    engine.call(mark).result()
    engine.aguardar_ocioso()
    assert place.office.dump() == live


def test_erased_words_leave_the_place(place: Place) -> None:
    """Title and text go; ids and coordinates are nucleus and stay (design.md 4)."""
    place.importar(SMALL)
    place.normalizar(normalizada(1, IN_CITY))
    live = place.office.dump()
    engine = place.engine

    def erase() -> None:
        engine.cycle.begin()
        cursor = engine.writer.cursor
        cursor.execute("SELECT parte_id, conteudo FROM event_parts")
        for part, content in cursor.fetchall():
            if b"Buraco" in bytes(content):
                cursor.execute(f"DELETE FROM event_parts WHERE parte_id = {part}")
        engine.cycle.commit()

    engine.call(erase).result()
    asked = next(e for e in place.office.events() if e.tipo == "demanda.normalizada")
    assert len(asked.ausentes) == 1
    assert "titulo" not in asked.payload
    assert place.rebuilt() == live
