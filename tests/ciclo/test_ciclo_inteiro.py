"""Everything together: seeded courses through all services and colonies, from capture to end.

The colonies' own courses stand beside them; here nothing is a stand-in.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.settings.lugares import CONFIG_VARIABLE, Lugar, place_of
from core.kernel.engine import cycle
from tests.ciclo.conferencia import check_end, check_step
from tests.ciclo.curso import Curso, found_office
from tests.ciclo.impressao import Impressao, copied, impressao

STEPS = 100
# SQL statements by which one demand goes its whole road, of 40 in three units without councillors.
STATEMENTS = 95


@pytest.fixture(scope="session")
def course_office(tmp_path_factory: pytest.TempPathFactory) -> Lugar:
    """An office with its territory, to be copied."""
    folder = tmp_path_factory.mktemp("ciclo")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CONFIG_VARIABLE, str(folder / "config"))
        original = place_of(folder / "dados", None)
        found_office(original)
    return original


@pytest.fixture
def place(course_office: Lugar, tmp_path: Path, settings_folder: Path) -> Lugar:
    """A copy of one's own."""
    assert settings_folder.parent == tmp_path
    own = place_of(tmp_path / "dados", None)
    shutil.copytree(course_office.dados, own.dados)
    shutil.copytree(course_office.configuracao, own.configuracao)
    return own


def run(place: Lugar, folder: Path, seed: int, steps: int) -> Curso:
    course = Curso(place, folder, seed)
    try:
        for _ in range(steps):
            course.step()
            course.clock.advance(60_000)
            check_step(course)
        check_end(course)
    except AssertionError as failure:
        failure.add_note(f"seed {seed}: {' '.join(course.history)}")
        raise
    finally:
        course.app.fechar()
    return course


@pytest.mark.parametrize("seed", range(2))
def test_a_seeded_course_of_everything(place: Lugar, tmp_path: Path, seed: int) -> None:
    course = run(place, tmp_path, seed, STEPS)
    assert course.done["conclude"]


@pytest.mark.lento
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", range(100, 130))
def test_many_seeded_courses_of_everything(place: Lugar, tmp_path: Path, seed: int) -> None:
    course = run(place, tmp_path, seed, 3 * STEPS)
    assert course.done["conclude"]


def test_a_run_leaves_the_same_bytes_however_its_batches_are_cut(
    course_office: Lugar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And costs no more statements a demand than it should: it grew once without being seen."""
    found: list[Impressao] = []
    monkeypatch.setattr(cycle, "UNHURRIED_NS", 10**15)
    for steps in (200, 3):
        monkeypatch.setattr(cycle, "UNHURRIED_STEPS", steps)
        found.append(impressao(copied(course_office, tmp_path / str(steps)), 40))
    whole, pieces = found
    assert pieces.eventos == whole.eventos
    assert pieces.projecoes == whole.projecoes
    assert whole.instrucoes < STATEMENTS
