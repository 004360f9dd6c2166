from __future__ import annotations

from pathlib import Path

from app.bootstrap.ambito import whole_scope, with_guard
from app.settings.lugares import place_of
from core.colonies.catalogo import COLONIES


def test_a_whole_verification_gives_all_that_the_program_knows(
    tmp_path: Path, settings_folder: Path
) -> None:
    scope = whole_scope(place_of(tmp_path, None))
    assert scope.registry is not None
    assert {table.name for table in scope.tables} >= {"esc_escritorio"}
    assert tuple(scope.colonies) == COLONIES
    assert scope.attachments is not None
    assert scope.guard is None  # a copy is judged by this too


def test_the_office_itself_is_held_against_its_guard(tmp_path: Path, settings_folder: Path) -> None:
    place = place_of(tmp_path, None)
    guard = with_guard(whole_scope(place), place).guard
    assert guard is not None
    assert guard.path.parent == place.configuracao
