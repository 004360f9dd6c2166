"""``reprocessar`` and ``reconstruir``: what was parked again, and projections from the log."""

from __future__ import annotations

import argparse

from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.saida import Resultado


def reprocessar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Try the dead letters again."""
    with ambiente.abrir() as office:
        done = office.engine.reprocessar(args.colonia).result()
        office.engine.aguardar_ocioso()
    answer = {
        "resolvidos": done.resolvidos,
        "restantes": done.restantes,
        "suspensos": done.suspensos,
    }
    lines = [f"{done.resolvidos} eventos resolvidos, {done.restantes} continuam parados"]
    if done.suspensos:
        lines.append(ambiente.mensagens.sentence("saude.decisao_suspensa"))
    return Resultado(answer, lines)


def reconstruir(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Put projections together again from the log."""
    with ambiente.abrir() as office:
        events = office.engine.reconstruir(args.colonia, ambiente.progresso("reconstruindo"))
        total = events.result()
        office.engine.aguardar_ocioso()
    lines = [f"reconstruído a partir do registro: {total} aplicações de eventos"]
    return Resultado({"colonia": args.colonia, "aplicados": total}, lines)


def _colony_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--colonia", metavar="ID", help="só esta colônia; sem ela, todas")


VERBOS = (
    Verbo(("reprocessar",), "tenta de novo os eventos parados", reprocessar, _colony_argument),
    Verbo(("reconstruir",), "refaz as tabelas a partir do registro", reconstruir, _colony_argument),
)
