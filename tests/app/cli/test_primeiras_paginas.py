"""What README and LEIAME show of the command line does what they say, word by word."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.support.command_line import Answer, CommandLine

NOT_HERE = ("iniciar --nome", "rede pedir", "rede convidar", "rede aceitar", "pacote importar")
"""The office is founded already; what needs a second one is shown with blanks to fill in."""


def shown(document: str) -> list[list[str]]:
    """The words of every command that the document shows, comments left out."""
    text = (ROOT / document).read_text("utf-8")
    blocks = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL)).replace("\\\n", " ")
    lines = [shlex.split(line, comments=True) for line in blocks.splitlines()]
    return [words[1:] for words in lines if words and words[0] == "formigueiro"]


def filled_in(words: list[str], known: dict[str, str], folder: Path) -> list[str]:
    """As a person types it: what stands in capitals is what the office said, globs are files."""
    typed: list[str] = []
    for word in words:
        place = word.replace("~", str(folder)).replace("/media", str(folder))
        if "*" in place:
            base = folder / "pendrive" if place.startswith("civico") else Path(place).parent
            typed += [str(one) for one in sorted(base.glob(Path(place).name))]
        else:
            typed.append(known.get(place, place))
    return typed


@pytest.mark.parametrize("document", ["README.md", "LEIAME.md"])
def test_every_command_of_the_first_pages_goes_through(
    founded_cli: CommandLine, document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    (tmp_path / "pendrive").mkdir()
    known: dict[str, str] = {}
    told: dict[str, Answer] = {}
    for words in shown(document):
        verb = " ".join(words[:2])
        if verb in NOT_HERE:
            continue
        answer = founded_cli(*filled_in(words, known, tmp_path))
        assert answer.code == 0, f"{' '.join(words)}: {answer.out}{answer.err}"
        told[verb] = answer
        if person := re.search(r"Cadastro feito: (\S+)", answer.out):
            known["ID"] = person[1]
        if protocol := re.search(r"[A-Z2-9]{4}-\d{6}-\d{2}", answer.out):
            known["PROTOCOLO"] = protocol[0]
    assert len(told) >= 15
    assert "Terminou o acompanhamento" in told["linha-do-tempo PROTOCOLO"].out
    assert "CONFERE" in told["pacote verificar"].out
