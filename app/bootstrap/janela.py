"""Every service of an open office, put together for a window."""

from __future__ import annotations

from functools import partial
from typing import Final

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.agenda import (
    servico_agenda,
    servico_backlog,
    servico_painel,
    servico_unidades,
)
from app.bootstrap.atendimento import servico_atendimento
from app.bootstrap.auditoria import (
    servico_auditoria,
    servico_historias,
    servico_pacotes_do_escritorio,
    servico_registro_sorteios,
)
from app.bootstrap.captura import (
    servico_cidadaos,
    servico_demandas,
    servico_importacao,
    servico_midias,
    servico_ruas,
)
from app.bootstrap.conselheiros import (
    servico_cadastro,
    servico_conselheiros,
    servico_designacoes,
    servico_gabinete,
    servico_sorteio,
)
from app.bootstrap.contas import servico_contas
from app.bootstrap.demandas import (
    servico_busca,
    servico_demanda_atos,
    servico_demanda_detalhe,
    servico_demanda_lista,
)
from app.bootstrap.entrada_rede import PorteiroDoEscritorio
from app.bootstrap.mapa import pagina_do_mapa
from app.bootstrap.modelos_ia import servico_modelos
from app.bootstrap.moderacao import servico_denylist, servico_moderacao
from app.bootstrap.ranking import servico_parametros, servico_ranking
from app.bootstrap.recebimento import RecebedorDoEscritorio
from app.bootstrap.rede_versao import ProponenteDoEscritorio
from app.bootstrap.relatoria import servico_relatoria
from app.bootstrap.revisao import (
    servico_categorias,
    servico_fila_revisao,
    servico_linha_do_tempo,
    servico_revisoes,
)
from app.bootstrap.sincronizacao import TrocadorDoEscritorio
from app.bootstrap.territorio import territorio_service
from app.bootstrap.titulares import servico_titulares
from app.bootstrap.transparencia import servico_transparencia
from app.services.acessos import AcessosService
from app.services.composicao import Servicos
from app.services.entrada_rede import EntradaService
from app.services.escrita import NINGUEM
from app.services.permissoes import Ato, Papel
from app.services.recebimento import RecebimentoService
from app.services.sessao import Conta, Sessao
from app.services.sincronizacao import SincronizacaoService
from app.services.versao_rede import VersaoService
from app.settings.configuracao import Configuracao
from app.settings.versao import VERSAO

# Who sits at a window where nobody is asked: of an office from before accounts, of a demonstration.
SEM_CONTAS: Final = Conta(NINGUEM, "Operação", frozenset(Papel))
DEMONSTRACAO: Final = Conta(NINGUEM, "Demonstração", frozenset(Papel))


def servicos_da_janela(app: Aplicacao) -> Servicos:
    """What a window needs of an office opened for writing."""
    session = _session(app)
    return Servicos(
        escritorio=app.escritorio,
        sessao=session,
        fio=app.fio,
        acessos=AcessosService(app.leitor),
        agenda=servico_agenda(app),
        atendimento=servico_atendimento(app),
        auditoria=servico_auditoria(app),
        auditoria_pacotes=servico_pacotes_do_escritorio(app),
        backlog=servico_backlog(app),
        cadastro_conselheiro=servico_cadastro(app),
        busca=servico_busca(app),
        categorias=servico_categorias(app),
        cidadaos=servico_cidadaos(app),
        conselheiros=servico_conselheiros(app),
        contas=servico_contas(app),
        copias=app.copias,
        demanda_atos=servico_demanda_atos(app),
        demanda_detalhe=servico_demanda_detalhe(app),
        demanda_lista=servico_demanda_lista(app),
        demandas=servico_demandas(app),
        denylist=servico_denylist(app),
        designacoes=servico_designacoes(app),
        entrada=EntradaService(PorteiroDoEscritorio(app), session.ator),
        eventos=app.eventos,
        gabinete=servico_gabinete(app, session),
        fila_revisao=servico_fila_revisao(app),
        historias=servico_historias(app),
        importacao=servico_importacao(app),
        linha_do_tempo=servico_linha_do_tempo(app),
        mapa=pagina_do_mapa(app),
        moderacao=servico_moderacao(app),
        midias=servico_midias(app),
        modelos=servico_modelos(app),
        painel=servico_painel(app),
        parametros=servico_parametros(app),
        ranking=servico_ranking(app),
        registro_sorteios=servico_registro_sorteios(app),
        recebimento=RecebimentoService(RecebedorDoEscritorio(app), session.ator),
        relatoria=servico_relatoria(app),
        revisoes=servico_revisoes(app),
        ruas=servico_ruas(app),
        saude=app.saude,
        sincronizacao=SincronizacaoService(TrocadorDoEscritorio(app), session.ator),
        sorteio=servico_sorteio(app),
        territorio=territorio_service(app, quem=partial(session.ator, Ato.TERRITORIO)),
        titulares=servico_titulares(app),
        transparencia=servico_transparencia(app),
        unidades=servico_unidades(app),
        versoes=VersaoService(ProponenteDoEscritorio(app), session.ator),
        configuracao=Configuracao(app.lugar.configuracao),
        mensagens=app.mensagens,
        recursos=app.recursos,
        tempo=app.tempo,
        observar=app.observar,
        encerrar=app.fechar,
        versao=VERSAO,
    )


def _session(app: Aplicacao) -> Sessao:
    """Who sits there: nobody yet, where there are accounts. Engine and log follow who it is."""
    if app.escritorio.is_demo:
        session = Sessao(DEMONSTRACAO)
    else:
        session = Sessao(None if servico_contas(app).ha_contas() else SEM_CONTAS)
    app.motor.quem = session.ator

    def follow() -> None:
        app.eventos.sees_restricted = session.pode(Ato.VER_RESTRITO)

    follow()
    session.observar(follow)
    return session
