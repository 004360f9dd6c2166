from __future__ import annotations

from pathlib import Path

from app.bootstrap.ambito import whole_scope
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
