"""What ``python -m app`` does where no window can be shown: the same office in the terminal.

It says so, tells how the office stands – and of a demonstration the story of one demand –, and
draws the screens to files.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from app.cli.ambiente import Ambiente
from app.cli.comandos.demonstracao import story_of
from app.cli.comandos.saude import lines_of
from app.cli.demonstracao import ensure_demonstration
from app.cli.saida import OK, Resultado


def run_without_display(ambiente: Ambiente, tell: Callable[[str], None]) -> Resultado:
    """Open the office, report, and draw its screens into ``telas/`` of the data folder.

    Args:
        ambiente: the office.
        tell: says at once what takes a while.
    """
    from app.cli.desenho import draw_screens, open_for_drawing  # noqa: PLC0415 # loads Qt

    tell("Não há tela neste computador: o escritório abre aqui, no terminal.\n")
    ensure_demonstration(ambiente)
    with open_for_drawing(ambiente) as office:
        overview = office.saude.overview()
        name, mark = office.escritorio.nome, office.escritorio.impressao_no
        folder = ambiente.lugar.dados / "telas"
        written = draw_screens(office, folder)
        story = story_of(office, ambiente.mensagens) if office.escritorio.is_demo else None
    lines = [
        f"{name} · nó {mark}",
        *lines_of(overview),
        "",
        *((*story.linhas, "") if story else ()),
        f"{len(written)} telas desenhadas em {folder}",
        f"Para ver tudo o que se pode fazer daqui: {own_call()} --ajuda",
    ]
    answer = {"escritorio": name, "impressao_no": mark, **asdict(overview)}
    answer["telas"] = [str(path) for path in written]
    if story is None:
        return Resultado(answer, lines, OK)
    return Resultado({**answer, "demonstracao": story.dados}, lines, story.codigo)


def own_call() -> str:
    """How this very program is called again, ready to paste into the terminal."""
    own = Path(sys.executable)
    here = Path.cwd()
    place = str(own.relative_to(here)) if own.is_relative_to(here) else str(own)
    return f"{place} -m app" if os.name == "nt" else f"{shlex.quote(place)} -m app"
