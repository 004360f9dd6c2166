"""``--consente``: what the resident agreed to, one word each time it is given."""

from __future__ import annotations

import argparse
from typing import Final

from core.colonies.d1a_captura.rules import Consentimentos

WORDS: Final = ("tratamento", "publicacao_texto", "publicacao_imagem", "contato")


def consent_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--consente``."""
    parser.add_argument(
        "--consente",
        action="append",
        choices=WORDS,
        help="o que a pessoa consente (pode repetir); sem isto nada do texto é público",
    )


def consents(args: argparse.Namespace) -> Consentimentos | None:
    """What was said; None where nothing was."""
    if not args.consente:
        return None
    return Consentimentos(**{word: word in args.consente for word in WORDS})
