"""Every service of an open office, put together for a window."""

from __future__ import annotations

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
    servico_registro_sorteios,
)
from app.bootstrap.captura import (
    servico_cidadaos,
    servico_demandas,
    servico_importacao,
    servico_ruas,
)
from app.bootstrap.conselheiros import (
    servico_cadastro,
    servico_conselheiros,
    servico_designacoes,
    servico_gabinete,
    servico_sorteio,
)
from app.bootstrap.mapa import pagina_do_mapa
from app.bootstrap.motor import OPERATOR
from app.bootstrap.ranking import servico_parametros, servico_ranking
from app.bootstrap.relatoria import servico_relatoria
from app.bootstrap.revisao import (
    servico_categorias,
    servico_fila_revisao,
    servico_linha_do_tempo,
    servico_revisoes,
)
from app.bootstrap.territorio import territorio_service
from app.bootstrap.transparencia import servico_transparencia
from app.services.composicao import Servicos
from app.services.permissoes import Papel
from app.services.sessao import Conta, Sessao
from app.settings.versao import VERSAO

# Who sits at the window of an office that has no accounts: the person at the machine.
SEM_CONTAS: Final = Conta(OPERATOR["conta_id"], "Operação", frozenset(Papel))


def servicos_da_janela(app: Aplicacao) -> Servicos:
    """What a window needs of an office opened for writing."""
    session = Sessao(SEM_CONTAS)
    return Servicos(
        escritorio=app.escritorio,
        sessao=session,
        fio=app.fio,
        agenda=servico_agenda(app),
        atendimento=servico_atendimento(app),
        auditoria=servico_auditoria(app),
        backlog=servico_backlog(app),
        cadastro_conselheiro=servico_cadastro(app),
        categorias=servico_categorias(app),
        cidadaos=servico_cidadaos(app),
        conselheiros=servico_conselheiros(app),
        copias=app.copias,
        demandas=servico_demandas(app),
        designacoes=servico_designacoes(app),
        eventos=app.eventos,
        gabinete=servico_gabinete(app, session),
        fila_revisao=servico_fila_revisao(app),
        historias=servico_historias(app),
        importacao=servico_importacao(app),
        linha_do_tempo=servico_linha_do_tempo(app),
        mapa=pagina_do_mapa(app),
        painel=servico_painel(app),
        parametros=servico_parametros(app),
        ranking=servico_ranking(app),
        registro_sorteios=servico_registro_sorteios(app),
        relatoria=servico_relatoria(app),
        revisoes=servico_revisoes(app),
        ruas=servico_ruas(app),
        saude=app.saude,
        sorteio=servico_sorteio(app),
        territorio=territorio_service(app),
        transparencia=servico_transparencia(app),
        unidades=servico_unidades(app),
        mensagens=app.mensagens,
        recursos=app.recursos,
        tempo=app.tempo,
        observar=app.observar,
        encerrar=app.fechar,
        versao=VERSAO,
    )
