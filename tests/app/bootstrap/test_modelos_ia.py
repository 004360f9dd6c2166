from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap.modelos_ia import ImportadorDaPasta
from app.ia.modelos import PASTA, ModelosDoEscritorio
from app.services.progresso import ignore_progress
from tests.app.ia.test_importacao import folder


def test_what_the_window_imports_is_what_the_office_uses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ia.modelos.has_extra", lambda: False)
    made = ImportadorDaPasta(tmp_path).importar(
        folder(tmp_path / "vit"), "olho", None, ignore_progress
    )
    assert (made.tarefa, made.licenca, made.is_provado) == ("imagem imprópria", "apache-2.0", False)
    (row,) = [one for one in ModelosDoEscritorio(tmp_path).linhas() if one.modelo]
    assert (row.modelo, row.estado, row.bytes) == (made.modelo, "sem_extra", made.bytes)
    assert [path.name for path in (tmp_path / PASTA).iterdir()] == ["nsfw"]
