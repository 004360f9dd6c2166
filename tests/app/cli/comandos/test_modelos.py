"""``modelos``: taken in from a folder, listed with their licence, refused with the reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.ia.modelos import PASTA
from tests.support.command_line import CommandLine


@pytest.fixture
def without_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.ia.modelos.has_extra", lambda: False)


def vit(at: Path) -> Path:
    at.mkdir()
    said = {"architectures": ["ViTForImageClassification"], "model_type": "vit"}
    (at / "config.json").write_text(json.dumps(said))
    (at / "model.safetensors").write_bytes(b"weights")
    (at / "README.md").write_text("---\nlicense: apache-2.0\n---\n")
    return at


@pytest.mark.usefixtures("without_extra")
def test_an_import_is_listed_and_waits_for_the_extra(
    founded_cli: CommandLine, tmp_path: Path
) -> None:
    empty = founded_cli("modelos", "listar")
    assert "Sem modelos o programa funciona" in empty.out
    done = founded_cli("modelos", "importar", str(vit(tmp_path / "vit-nsfw")))
    assert done.code == 0, done.err
    assert "Importado para imagem imprópria: vit-nsfw@" in done.out
    assert "licença apache-2.0" in done.out
    assert "Não foi provado" in done.out
    listed = founded_cli("modelos", "listar", "--json").json
    assert listed["extra_instalado"] is False
    states = {row["tarefa"]: row["estado"] for row in listed["modelos"]}
    assert states["nsfw"] == "sem_extra"
    assert states["pessoa"] == "ausente"
    (founded_cli.folder / PASTA / "nsfw" / "model.safetensors").write_bytes(b"weightz")
    assert "danificado: importe de novo" in founded_cli("modelos", "listar", "--conferir").out


@pytest.mark.usefixtures("without_extra")
def test_refusals_are_sentences(cli: CommandLine, tmp_path: Path) -> None:
    nowhere = cli("modelos", "importar", str(tmp_path), "--json")
    assert (nowhere.code, nowhere.json["erro"]["codigo"]) == (2, "modelos.sem_escritorio")
    cli.folder.mkdir()
    refused = cli("modelos", "importar", str(tmp_path / "nada"))
    assert refused.code == 2
    assert "Não há pasta" in refused.err
