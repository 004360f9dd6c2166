"""The demonstration office: founded on first use, the same every time after."""

from __future__ import annotations

from typing import Final

from app.bootstrap.abertura import Aplicacao, atualizar, open_database
from app.bootstrap.captura import servico_importacao
from app.bootstrap.fundacao import Escolhas, fundar
from app.bootstrap.motor import OPERATOR
from app.bootstrap.territorio import importar_demonstracao
from app.cli.ambiente import Ambiente
from app.services.demandas import TERMOS_VERSAO
from app.services.importacao_linhas import Opcoes
from app.settings.tempo import DEFAULT_ZONE
from core.colonies.d1a_captura.queries import count_demandas
from core.colonies.d1a_captura.rules import Consentimentos
from core.kernel.clock import SystemClock
from core.kernel.identity.keystore_choice import KeyMode
from core.kernel.store.founding import holds_office

NOME: Final = "Escritório de demonstração"
DEMANDAS: Final = "demonstracao/demandas.csv"


def ensure_demonstration(ambiente: Ambiente) -> None:
    """Found the demonstration office where there is none, on the fictional territory.

    Its demands come in by the path that every table takes.
    """
    if not ambiente.is_demo:
        return
    if not holds_office(open_database(ambiente.lugar)):
        choices = Escolhas(
            nome=NOME, fuso=DEFAULT_ZONE, modo=KeyMode.SEM_SENHA, senha=None, is_demo=True
        )
        fundar(ambiente.lugar, choices, ambiente.mensagens, ambiente.recursos)
    atualizar(ambiente.lugar, SystemClock())
    with ambiente.abrir_leitura() as office, office.leitor.ler() as (cursor, dialect):
        is_filled = bool(count_demandas(cursor, dialect))
    if not is_filled:  # new, or stopped before it was filled: both steps know what is there
        with ambiente.abrir() as office:
            importar_demonstracao(office)
            _register(office)


def _register(office: Aplicacao) -> None:
    consents = Consentimentos(
        tratamento=True, publicacao_texto=True, publicacao_imagem=False, contato=False
    )
    options = Opcoes(consentimentos=consents, termos_versao=TERMOS_VERSAO, fonte="demonstracao")
    path = office.recursos.path(DEMANDAS)
    servico_importacao(office).importar(path, options, OPERATOR, relatorio=None)
    office.engine.aguardar_ocioso()
