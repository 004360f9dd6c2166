"""What an office should be told of itself that neither engine nor keys know."""

from __future__ import annotations

from app.ia.modelos import NOMES, ModelosDoEscritorio
from app.services.leitura import Leitor
from app.services.motor import Aviso, ModeloLocal
from core.colonies.escritorio.queries import count_accounts
from core.kernel.engine.suspension import critical_unknown


def account_warnings(leitor: Leitor, *, is_demo: bool) -> list[Aviso]:
    """That nobody is asked who it is. A demonstration is meant to be like that."""
    if is_demo:
        return []
    with leitor.ler() as (cursor, dialect):
        has_some = count_accounts(cursor, dialect) > 0
    return [] if has_some else [Aviso("aviso.sem_contas")]


def suspension_warnings(leitor: Leitor) -> list[Aviso]:
    """That decisions are held back, and what ends it."""
    with leitor.ler() as (cursor, dialect):
        count = critical_unknown(cursor, dialect)
    return [Aviso("aviso.decisoes_suspensas", {"eventos": count})] if count else []


def office_warnings(leitor: Leitor, *, is_demo: bool) -> list[Aviso]:
    """All that the database says."""
    return [*suspension_warnings(leitor), *account_warnings(leitor, is_demo=is_demo)]


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
