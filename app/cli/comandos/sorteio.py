"""``sorteio``: order a list as the draw does, and verify draws from the log alone."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.saida import Resultado
from app.services.auditoria import ordenar_linhas
from core.base.sorteio import Sorteio


def ordenar(_ambiente: Ambiente, _args: argparse.Namespace) -> Resultado:
    """One object a line on standard input, one answer a line; no office is opened."""
    answers = ordenar_linhas(sys.stdin)
    return Resultado(None, fluxo=((_order(one), _order_in_words(one)) for one in answers))


def _order(drawn: Sorteio) -> dict[str, Any]:
    return {
        "seed_publico": drawn.seed_publico,
        "ordem": list(drawn.ordem),
        "lista_elegiveis_hash": drawn.lista_elegiveis_hash,
    }


def _order_in_words(drawn: Sorteio) -> str:
    return (
        f"sorteado {drawn.conselheiro_id} entre {len(drawn.ordem)}  "
        f"seed {drawn.seed_publico}  hash {drawn.lista_elegiveis_hash}"
    )


VERBOS = (
    Verbo(
        ("sorteio", "ordenar"),
        "refaz a ordem de um sorteio a partir do que foi publicado",
        ordenar,
        descricao="Lê da entrada padrão um objeto por linha, com ultimo_event_id, timestamp e "
        "elegiveis (em qualquer ordem), e responde seed_publico, ordem e lista_elegiveis_hash. "
        "Não precisa de escritório.",
    ),
)
