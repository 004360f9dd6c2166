"""``telas``: every screen as a PNG, without a display."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.saida import Resultado


def telas(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Draw the screens over the named office."""
    from app.cli.desenho import draw_screens, open_for_drawing  # noqa: PLC0415 # loads Qt

    with open_for_drawing(ambiente) as office:
        written = draw_screens(
            office, Path(args.saida), is_dark=args.escuro, scale_pct=round(args.escala * 100)
        )
    files = [str(path) for path in written]
    return Resultado({"arquivos": files}, files)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--saida", metavar="PASTA", required=True, help="onde gravar os PNG")
    parser.add_argument("--escuro", action="store_true", help="no esquema escuro")
    parser.add_argument("--escala", type=float, default=1.0, help="tamanho do texto, de 1 a 2")


VERBOS = (Verbo(("telas",), "desenha todas as telas em PNG", telas, _arguments),)
