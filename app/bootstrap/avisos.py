"""What an office should be told of itself that neither engine nor keys know."""

from __future__ import annotations

from app.ia.modelos import NOMES, ModelosDoEscritorio
from app.services.leitura import Leitor
from app.services.motor import Aviso, ModeloLocal
from core.colonies.escritorio.queries import count_accounts


def account_warnings(leitor: Leitor, *, is_demo: bool) -> list[Aviso]:
    """That nobody is asked who it is. A demonstration is meant to be like that."""
    if is_demo:
        return []
    with leitor.ler() as (cursor, dialect):
        has_some = count_accounts(cursor, dialect) > 0
    return [] if has_some else [Aviso("aviso.sem_contas")]


def model_warnings(modelos: ModelosDoEscritorio) -> list[Aviso]:
    """Models that were found damaged. One that was never imported is no fault."""
    return [
        Aviso("aviso.modelo_ia_danificado", {"tarefa": NOMES[task]})
        for task in modelos.danificados()
    ]


def model_lines(modelos: ModelosDoEscritorio) -> list[ModeloLocal]:
    """A line a task, for Saúde; sums are compared by whoever loads a model, not here."""
    return [
        ModeloLocal(row.tarefa, row.nome, row.modelo, row.licenca, row.bytes, row.estado)
        for row in modelos.linhas()
    ]
