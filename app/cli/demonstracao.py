"""The demonstration office: founded on first use, the same every time after."""

from __future__ import annotations

from typing import Final

from app.bootstrap.abertura import open_database
from app.bootstrap.fundacao import Escolhas, fundar
from app.bootstrap.territorio import importar_demonstracao
from app.cli.ambiente import Ambiente
from app.settings.tempo import DEFAULT_ZONE
from core.kernel.identity.keystore_choice import KeyMode
from core.kernel.store.founding import holds_office

NOME: Final = "Escritório de demonstração"


def ensure_demonstration(ambiente: Ambiente) -> None:
    """Found the demonstration office where there is none, on the fictional territory."""
    if not ambiente.is_demo:
        return
    if not holds_office(open_database(ambiente.lugar)):
        choices = Escolhas(
            nome=NOME, fuso=DEFAULT_ZONE, modo=KeyMode.SEM_SENHA, senha=None, is_demo=True
        )
        fundar(ambiente.lugar, choices, ambiente.mensagens, ambiente.recursos)
        with ambiente.abrir() as office:
            importar_demonstracao(office)
