from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.cli import demonstracao
from app.cli.principal import main


def test_without_a_display_the_demonstration_opens_in_the_terminal(
    tmp_path: Path,
    settings_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "dados"))
    monkeypatch.setattr(demonstracao, "DIAS", 30)
    for _ in range(2):  # founded once, opened again
        assert main(["--demonstracao"]) == 0
        out = capsys.readouterr().out
        assert "Não há tela neste computador" in out
        assert "Escritório de demonstração" in out
        assert "Território" in out
        assert "A história de uma demanda" in out
        assert "Os seus sorteios, refeitos só com o registro" in out
        assert "-m app --ajuda" in out
    assert main(["--demonstracao", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["escritorio"] == "Escritório de demonstração"
    drawn = tmp_path / "dados" / "formigueiro" / "demonstracao" / "telas"
    assert (drawn / "eventos.png").is_file()
    assert str(drawn / "eventos.png") in answer["telas"]
