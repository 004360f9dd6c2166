"""Every colony's README lists what its code does."""

from __future__ import annotations

from pathlib import Path

import gerar_leiame_colonias as gerador
import pytest

from core.colonies.catalogo import COLONIES
from tests.support.categorias import real_colonies
from tests.support.toy_colonies import T2, T3


def test_no_readme_has_drifted() -> None:
    assert gerador.differences() == []
    assert gerador.main(["--verificar"]) == 0


def test_a_colony_that_is_built_with_its_files_has_its_folder() -> None:
    folders = [gerador.folder_of(colony) for colony in (*real_colonies(), *COLONIES)]
    assert None not in folders
    assert len(set(folders)) == len(COLONIES)
    assert gerador.folder_of(T2) is None


def test_the_lists_name_events_tables_privacy_deadlines_and_trabalhos() -> None:
    text = gerador.lists(T3)
    for line in (
        "- `brinquedo.resumido`",
        "- `brinquedo.pedido_feito`: aplica; reage (efeito local)",
        "### `t3_resumos` (projecao)",
        "### `t3_trabalhos` (local)",
        "| `demanda_id` (chave) | publica |",
        "| `dados` | restrita |",
        "Prazos em `t3_prazos`: nó autor.",
        "Trabalho `contar`: no máximo 30 s.",
    ):
        assert line in text.splitlines()
    assert "- `brinquedo.sorteado`: aplica" in gerador.lists(T2).splitlines()


def test_only_what_stands_between_the_markers_is_renewed() -> None:
    first = gerador.renewed("# Sorteio\n\nPalavras.\n", T2)
    assert first.startswith("# Sorteio\n\nPalavras.\n\n" + gerador.BEGIN)
    assert gerador.renewed(first, T2) == first
    other = gerador.renewed(first + "\nDepois.\n", T3)
    assert other.startswith("# Sorteio\n\nPalavras.\n\n")
    assert other.endswith(gerador.END + "\n\nDepois.\n")
    assert "t2_fila" not in other


def test_drift_is_named_and_writing_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    colony = COLONIES[0]
    monkeypatch.setattr(gerador, "ROOT", tmp_path)
    monkeypatch.setattr(gerador, "COLONIES", (colony,))
    monkeypatch.setattr(gerador, "folder_of", lambda _colony: tmp_path)
    assert gerador.main(["--verificar"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "README.md: difere do código",
        "Rode: python packaging/gerar_leiame_colonias.py",
    ]
    assert gerador.main([]) == 0
    assert gerador.main(["--verificar"]) == 0
    assert (tmp_path / "README.md").read_text("utf-8").startswith(f"# {colony.nome}\n")


def test_a_colony_without_a_folder_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gerador, "COLONIES", (T2,))
    assert gerador.differences() == ["T-2: nenhuma pasta a declara"]
