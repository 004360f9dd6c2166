"""``resources/registro`` is what the contracts say today."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import gerar_registro
import pytest


def test_the_published_folder_has_not_drifted() -> None:
    assert gerar_registro.differences(gerar_registro.FOLDER) == []
    assert gerar_registro.main(["--verificar"]) == 0


def test_names_are_ascii_and_the_index_tells_all() -> None:
    files = gerar_registro.expected_files()
    assert all(name.isascii() and " " not in name for name in files)
    index = json.loads(files[gerar_registro.INDEX])["contratos"]
    assert {entry["arquivo"] for entry in index} == files.keys() - {gerar_registro.INDEX}
    for entry in index:
        content = files[entry["arquivo"]]
        assert hashlib.sha256(content).hexdigest() == entry["sha256"]
        schema = json.loads(content)
        assert (schema["x-tipo"], schema["x-versao"]) == (entry["tipo"], entry["versao"])


def test_drift_is_named_and_writing_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "registro"
    monkeypatch.setattr(gerar_registro, "FOLDER", folder)
    assert gerar_registro.main([]) == 0
    assert gerar_registro.main(["--verificar"]) == 0
    (folder / "agenda.gerada-1.0.0.json").write_bytes(b"{}\n")
    (folder / "anexo.moderado-1.0.0.json").unlink()
    (folder / "sobra-9.9.9.json").write_bytes(b"{}\n")
    assert gerar_registro.main(["--verificar"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "resources/registro: falta: anexo.moderado-1.0.0.json",
        "resources/registro: sobra: sobra-9.9.9.json",
        "resources/registro: difere: agenda.gerada-1.0.0.json",
        "Rode: python packaging/gerar_registro.py",
    ]
    assert gerar_registro.main([]) == 0
    assert gerar_registro.differences(folder) == []
