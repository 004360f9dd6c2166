"""``atualizar``: bring an office of an older release to this one, after a copy."""

from __future__ import annotations

import argparse

from app.bootstrap.abertura import atualizar as upgrade
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.saida import Resultado
from core.kernel.clock import SystemClock


def atualizar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Upgrade the schema; opening for writing does the same by itself."""
    done = upgrade(ambiente.lugar, SystemClock(), confirmed=args.copia_do_servidor_feita)
    if done is None:
        return Resultado({"atualizado": False}, ["O escritório já é desta versão."])
    answer = {
        "atualizado": True,
        "de": done.before,
        "para": done.after,
        "copia": None if done.copia is None else str(done.copia),
    }
    lines = [f"Atualizado da versão {done.before} para a {done.after}."]
    if done.copia is not None:
        lines.append(f"Antes disso foi feita uma cópia: {done.copia}")
    return Resultado(answer, lines)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--copia-do-servidor-feita",
        action="store_true",
        help="confirma que há uma cópia do servidor (PostgreSQL sem pg_dump)",
    )


VERBOS = (Verbo(("atualizar",), "traz um escritório de versão anterior", atualizar, _arguments),)
