"""What ``python -m app`` does where no window can be shown: the same office in the terminal.

It says so, tells how the office stands, and draws the screens to files.
"""

from __future__ import annotations

import sys

from app.cli.ambiente import Ambiente
from app.cli.comandos.saude import lines_of
from app.cli.demonstracao import ensure_demonstration


def run_without_display(ambiente: Ambiente) -> int:
    """Open the office, report, and draw its screens into ``telas/`` of the data folder."""
    from app.desktop import render_screens  # noqa: PLC0415 # Qt is loaded only for drawing

    out = sys.stdout
    print("Não há tela neste computador: o escritório abre aqui, no terminal.\n", file=out)
    ensure_demonstration(ambiente)
    with ambiente.abrir() as office:
        print(f"{office.escritorio.nome} · nó {office.escritorio.impressao_no}", file=out)
        for line in lines_of(office.saude.overview()):
            print(line, file=out)
        folder = ambiente.lugar.dados / "telas"
        written = render_screens(office.servicos(), folder)
    print(f"\n{len(written)} telas desenhadas em {folder}", file=out)
    print("Para ver tudo o que se pode fazer daqui: python -m app --ajuda", file=out)
    return 0
