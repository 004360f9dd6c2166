"""What the composition root hands to a window: every service, built and ready.

Holds values and nothing else, so that ``app.bootstrap`` can build it without Qt.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.services.acessos import AcessosService
from app.services.agenda import AgendaService
from app.services.atendimento import AtendimentoService
from app.services.auditoria import AuditoriaService
from app.services.auditoria_pacote import AuditoriaDePacotes
from app.services.backlog import BacklogService
from app.services.busca import BuscaService
from app.services.cadastro_conselheiro import CadastroDeConselheiro
from app.services.categorias import CategoriasService
from app.services.cidadaos import CidadaosService
from app.services.conselheiros import ConselheirosService
from app.services.contas import ContasService
from app.services.copias import CopiaService
from app.services.demanda_atos import DemandaAtosService
from app.services.demanda_detalhe import DemandaDetalheService
from app.services.demanda_lista import DemandaListaService
from app.services.demandas import DemandasService
from app.services.denylist import DenylistService
from app.services.designacoes import DesignacoesService
from app.services.entrada_rede import EntradaService
from app.services.eventos import EventosService
from app.services.fila_revisao import FilaDeRevisaoService
from app.services.fio import FioDaJanela
from app.services.gabinete import GabineteService
from app.services.historia_sorteio import HistoriaService
from app.services.importacao import ImportacaoService
from app.services.linha_do_tempo import LinhaDoTempoService
from app.services.mapa_pagina import MapaPagina
from app.services.mensagens import Mensagens
from app.services.midias import MidiasService
from app.services.modelos_ia import ModelosService
from app.services.moderacao import ModeracaoService
from app.services.painel import PainelService
from app.services.parametros import ParametrosService
from app.services.ranking import RankingService
from app.services.recebimento import RecebimentoService
from app.services.registro_sorteios import RegistroDeSorteiosService
from app.services.relatoria import RelatoriaService
from app.services.revisoes import RevisoesService
from app.services.ruas import RuasService
from app.services.saude import SaudeService
from app.services.sessao import Sessao
from app.services.sincronizacao import SincronizacaoService
from app.services.sorteio import SorteioService
from app.services.territorio import TerritorioService
from app.services.titulares import TitularesService
from app.services.transparencia import TransparenciaService
from app.services.unidades import UnidadesService
from app.services.versao_rede import VersaoService
from app.settings.configuracao import Configuracao
from app.settings.recursos import Recursos
from app.settings.tempo import FormatoTempo

Unsubscribe = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Escritorio:
    """Who this office is, for the frame.

    Args:
        nome: its name.
        impressao_no: the node's fingerprint in groups, as the printed card shows it.
        is_demo: the demonstration office.
        data_dir: the local data folder, which also keeps the view settings.
        atende: names of the units that it serves; empty where it named none.
    """

    nome: str
    impressao_no: str
    is_demo: bool
    data_dir: Path
    atende: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Servicos:
    """The services of one open office.

    Args:
        sessao: who sits at the window.
        fio: refuses screens that would wait for the store.
        observar: registers a listener for commits; it is called from any thread with the names of
            what changed (``eventos``, ``colonias``, ``parados``, ``trabalhos``, ``copias``,
            ``avisos``) and must return at once. Gives back how to stop listening.
        encerrar: stop the engine and close every connection; may wait for a running step.
        versao: the program's version.
    """

    escritorio: Escritorio
    sessao: Sessao
    fio: FioDaJanela
    acessos: AcessosService
    agenda: AgendaService
    atendimento: AtendimentoService
    auditoria: AuditoriaService
    auditoria_pacotes: AuditoriaDePacotes
    backlog: BacklogService
    cadastro_conselheiro: CadastroDeConselheiro
    busca: BuscaService
    categorias: CategoriasService
    cidadaos: CidadaosService
    conselheiros: ConselheirosService
    contas: ContasService
    copias: CopiaService
    demanda_atos: DemandaAtosService
    demanda_detalhe: DemandaDetalheService
    demanda_lista: DemandaListaService
    demandas: DemandasService
    denylist: DenylistService
    designacoes: DesignacoesService
    entrada: EntradaService
    eventos: EventosService
    gabinete: GabineteService
    fila_revisao: FilaDeRevisaoService
    historias: HistoriaService
    importacao: ImportacaoService
    linha_do_tempo: LinhaDoTempoService
    mapa: MapaPagina
    moderacao: ModeracaoService
    midias: MidiasService
    modelos: ModelosService
    painel: PainelService
    parametros: ParametrosService
    ranking: RankingService
    registro_sorteios: RegistroDeSorteiosService
    recebimento: RecebimentoService
    relatoria: RelatoriaService
    revisoes: RevisoesService
    ruas: RuasService
    saude: SaudeService
    sincronizacao: SincronizacaoService
    sorteio: SorteioService
    territorio: TerritorioService
    titulares: TitularesService
    transparencia: TransparenciaService
    unidades: UnidadesService
    versoes: VersaoService
    configuracao: Configuracao
    mensagens: Mensagens
    recursos: Recursos
    tempo: FormatoTempo
    observar: Callable[[Callable[[frozenset[str]], None]], Unsubscribe]
    encerrar: Callable[[], None]
    versao: str
