"""Whatever happens, a demand that was normalised and placed is categorised or in review."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.colonies.d3_categorizacao.colony import d3_colony
from core.kernel.errors import UserFacingError
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.core.colonies.d3_categorizacao.conftest import (
    MUTE,
    SAMPLED,
    SOURCE,
    SURE,
    UNSURE,
    Desk,
    georreferenciada,
    normalizada,
    retirada,
)
from tests.support.office import Office, demanda

DEMANDS = st.integers(1, 2)
ACTS = st.one_of(
    st.tuples(
        st.just("texto"), DEMANDS, st.sampled_from([SURE, SAMPLED, UNSURE, MUTE, ""]),
        st.sampled_from([-23.0, -24.5]), st.sampled_from([None, "3.4", "2.99"]),
    ),
    st.tuples(st.just("unidade"), DEMANDS, st.integers(1, 2)),
    st.tuples(st.just("decidir"), DEMANDS, st.sampled_from(["3.1", "3.4", "8.8"])),
    st.tuples(st.just("contestar"), DEMANDS),
    st.tuples(st.just("desfazer"), DEMANDS),
    st.tuples(st.just("retirar"), DEMANDS),
)  # fmt: skip


def act(desk: Desk, what: str, n: int, *more: object) -> None:
    """One act; a refused command changes nothing."""
    try:
        if what == "texto":
            text, lat, choice = more
            place = {"lat": lat, "lng": -46.5}
            desk.publicar(
                normalizada(n, str(text), titulo="Demanda", coordenadas_validadas=place)
                if choice is None
                else normalizada(
                    n, str(text), titulo="D", coordenadas_validadas=place, categoria_id=choice
                )
            )
        elif what == "unidade":
            desk.publicar(georreferenciada(n, u=int(str(more[0]))))
        elif what == "decidir":
            desk.decidir(n, str(more[0]))
        elif what == "contestar":
            desk.contestar(n)
        elif what == "desfazer":
            history = desk.history(n)
            desk.desfazer(n, history[-1].dita.event_id if history else "nenhum")
        else:
            desk.publicar(retirada(n))
    except UserFacingError:
        return


def check(desk: Desk, n: int, acts: list[tuple[object, ...]]) -> None:
    """The demand is in exactly the lists it belongs to."""
    mine = [one for one in acts if one[1] == n]
    has_text = any(one[0] == "texto" for one in mine)
    has_unit = any(one[0] == "unidade" for one in mine)
    is_withdrawn = any(one[0] == "retirar" for one in mine)
    waits = dict(desk.waiting()).get(str(n))
    history, item = desk.history(n), desk.item(n)
    if is_withdrawn:
        assert waits is None
        assert item is None
        return
    if has_text or has_unit:
        assert waits or history or item
    if has_text and has_unit and waits is None:
        assert history or item
    # Nothing is left to react to, so no text is without its outcome.
    assert waits != "categoria"
    assert sum(one.is_atual for one in history) == (1 if history else 0)
    if history and history[-1].dita.confianca < 0.85:
        assert item is not None


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(acts=st.lists(ACTS, min_size=2, max_size=9))
def test_no_demand_is_lost(sqlite_template: Path, acts: list[tuple[object, ...]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        shutil.copy(sqlite_template, Path(name) / FILE_NAME)
        office = Office(SqliteDatabase(Path(name)))
        desk = Desk(office)
        office.colonies = (SOURCE, d3_colony(lambda: desk.files))
        try:
            for number, one in enumerate(acts, start=1):
                act(desk, str(one[0]), int(str(one[1])), *one[2:])
                for n in (1, 2):
                    check(desk, n, acts[:number])
            desk.check()
        finally:
            office.stop()


def test_a_missing_model_parks_and_is_made_up_for(desk: Desk) -> None:
    """A reaction that cannot run leaves the demand visible, and answers when it can."""
    good = desk.files

    def missing() -> None:
        raise UserFacingError("categoria.modelo_invalido")

    office = desk.office
    office.colonies = (SOURCE, d3_colony(missing))  # type: ignore[arg-type] # never returns
    desk.publicar(normalizada(1), georreferenciada(1))
    assert desk.waiting() == [("1", "categoria")]
    assert [row[:3] for row in desk.dead_letters()] == [
        ("D-3", "react", "demanda.georreferenciada")
    ]
    office.colonies = (SOURCE, d3_colony(lambda: good))
    office.restart().aguardar_ocioso()
    assert desk.waiting() == []
    assert desk.history(1)[0].dita.categoria_id == "3.1"
    assert desk.item(1) is None
    assert demanda(1) in str(desk.said()[0].payload)
    desk.check()
