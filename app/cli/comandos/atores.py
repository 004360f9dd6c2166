"""Who acts from the command line, until there are accounts: the person at the machine."""

from __future__ import annotations

import argparse
from typing import Final

from app.bootstrap.motor import OPERATOR
from app.services.escrita import Ator

ROLES: Final = ("atendente", "moderador", "operador")


def actor(args: argparse.Namespace) -> Ator:
    """The account and the role it acts in."""
    return {"conta_id": OPERATOR["conta_id"], "papel": args.papel}


def role_argument(parser: argparse.ArgumentParser) -> None:
    """``--papel``, for verbs whose rules ask for the role."""
    parser.add_argument(
        "--papel", choices=ROLES, default="atendente", help="papel de quem age (padrão atendente)"
    )
