from __future__ import annotations

from pathlib import Path

from tests.support.command_line import CommandLine


def test_screens_are_drawn_to_files(founded_cli: CommandLine, tmp_path: Path) -> None:
    answer = founded_cli("telas", "--saida", str(tmp_path / "telas"), "--escuro", "--json")
    assert answer.code == 0, answer.err
    files = [Path(name) for name in answer.json["arquivos"]]
    assert {"eventos.png", "saude.png"} <= {file.name for file in files}
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in files)
