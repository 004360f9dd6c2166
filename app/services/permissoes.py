"""Which role may do what: one table, asked by screens before they show and by services before they act.

An actor is the account and the role it acts in. A service that writes calls ``exigir`` first; a
screen asks ``pode`` and leaves out what would be refused. Source: design.md 9, Accounts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from core.kernel.errors import UserFacingError


class Papel(StrEnum):
    """What an account may be, by the name under which an event records it."""

    ATENDENTE = "atendente"
    MODERADOR = "moderador"
    CONSELHEIRO = "conselheiro"
    AUDITOR = "auditor"
    OPERADOR = "operador"


class Ato(StrEnum):
    """What a person does, in the words of a refusal ("… não pode <ato>")."""

    REGISTRAR = "registrar demandas"
    IMPORTAR = "importar demandas"
    CORRIGIR = "corrigir demandas"
    RETIRAR = "retirar demandas"
    CONTESTAR = "contestar uma categoria"
    CIDADAOS = "abrir e mudar dados de moradores"
    VER_TEXTO_BRUTO = "ver o texto como foi dito"
    REVISAR = "decidir revisões"
    MODERAR = "moderar"
    DENYLIST = "mudar a denylist"
    CADASTRAR_CONSELHEIRO = "cadastrar conselheiros"
    AVISAR_CONSELHEIRO = "marcar avisos a conselheiros"
    EM_NOME_DE = "agir em nome de um conselheiro"
    TRABALHAR = "relatar o trabalho de uma demanda"
    GERIR_CONSELHEIROS = "inativar, reativar e liberar conselheiros"
    LIBERAR = "liberar entregas paradas"
    CONTAS = "gerir contas"
    TERRITORIO = "importar território"
    PARAMETROS = "carregar parâmetros"
    CATEGORIAS = "trocar o modelo de categorias"
    MODELOS = "importar modelos de inteligência artificial"
    ESCRITORIO = "configurar o escritório"
    COPIAS = "fazer cópias"
    EXPORTAR = "exportar pacotes"
    ELIMINAR = "eliminar os dados de uma pessoa"
    TROCAR = "importar pacotes de outros escritórios"
    VER_RESTRITO = "ver partes restritas de eventos"


_A, _M, _C, _O = Papel.ATENDENTE, Papel.MODERADOR, Papel.CONSELHEIRO, Papel.OPERADOR
PAPEIS_DO_ATO: Final[Mapping[Ato, frozenset[Papel]]] = {
    Ato.REGISTRAR: frozenset({_A}),
    Ato.IMPORTAR: frozenset({_A}),
    Ato.CORRIGIR: frozenset({_A, _M}),
    Ato.RETIRAR: frozenset({_A, _M}),
    Ato.CONTESTAR: frozenset({_A, _M}),
    Ato.CIDADAOS: frozenset({_A}),
    Ato.VER_TEXTO_BRUTO: frozenset({_A, _M}),
    Ato.REVISAR: frozenset({_M}),
    Ato.MODERAR: frozenset({_M}),
    Ato.DENYLIST: frozenset({_O}),
    Ato.CADASTRAR_CONSELHEIRO: frozenset({_A, _O}),
    Ato.AVISAR_CONSELHEIRO: frozenset({_A}),
    Ato.EM_NOME_DE: frozenset({_A}),
    Ato.TRABALHAR: frozenset({_C, _A}),
    Ato.GERIR_CONSELHEIROS: frozenset({_O}),
    Ato.LIBERAR: frozenset({_O}),
    Ato.CONTAS: frozenset({_O}),
    Ato.TERRITORIO: frozenset({_O}),
    Ato.PARAMETROS: frozenset({_O}),
    Ato.CATEGORIAS: frozenset({_O}),
    Ato.MODELOS: frozenset({_O}),
    Ato.ESCRITORIO: frozenset({_O}),
    Ato.COPIAS: frozenset({_O}),
    Ato.EXPORTAR: frozenset({_O}),
    Ato.ELIMINAR: frozenset({_O}),
    Ato.TROCAR: frozenset({_O}),
    Ato.VER_RESTRITO: frozenset({_M}),
}


def pode(papeis: Iterable[Papel], ato: Ato) -> bool:
    """Whether one of these roles permits the act."""
    return not PAPEIS_DO_ATO[ato].isdisjoint(papeis)


def papel_para(papeis: Iterable[Papel], ato: Ato) -> Papel | None:
    """The role that permits the act, the first in the order of ``Papel``; None where none does."""
    held = PAPEIS_DO_ATO[ato].intersection(papeis)
    return next((papel for papel in Papel if papel in held), None)


def exigir(ator: Mapping[str, str], ato: Ato) -> None:
    """Refuse an actor whose role does not permit the act.

    Raises:
        UserFacingError: ``conta.sem_permissao`` with ``ato`` and ``papeis``.
    """
    if ator.get("papel") not in {papel.value for papel in PAPEIS_DO_ATO[ato]}:
        raise sem_permissao(ato)


def sem_permissao(ato: Ato) -> UserFacingError:
    """The refusal, naming the roles that may."""
    papeis = " ou ".join(papel.value for papel in Papel if papel in PAPEIS_DO_ATO[ato])
    return UserFacingError("conta.sem_permissao", ato=ato.value, papeis=papeis)
