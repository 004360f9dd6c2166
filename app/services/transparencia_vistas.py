"""What the public reads answer with: values with names in the place of identifiers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from app.services.linha_do_tempo import LinhaDoTempo
from app.services.situacoes import Situacao
from core.base.taxonomia.taxonomy import Esfera
from core.colonies.d7_transparencia.queries import listas
from core.colonies.d7_transparencia.queries import painel as paineis
from core.colonies.d7_transparencia.queries import relatorio as relatorios
from core.colonies.d7_transparencia.queries import unidades as territorio
from core.colonies.d7_transparencia.queries.demanda import Caminho, Evidencia


@dataclass(frozen=True, slots=True)
class Responsaveis:
    """Who answers for a category at each federative level, in the order of ``ESFERAS``."""

    esfera: Esfera
    orgao: str
    papel: str


@dataclass(frozen=True, slots=True)
class DemandaVista:
    """A demand as everybody may see it; words that are held back are None.

    Args:
        dias_em_aberto: calendar days in the office's zone, to the end or until now.
        score: with ``breakdown``, its three factors; None before it was ranked.
        posicao: in its unit's ranking now; None where no ranking lists it.
        total_na_fila: how many that ranking lists.
    """

    demanda_id: str
    protocolo: str | None
    titulo: str | None
    descricao: str | None
    situacao: Situacao
    situacao_desde: str
    is_oculta: bool
    conteudo_removido_em: str | None
    categoria_id: str | None
    categoria: str | None
    area: str | None
    nivel_precedencia: int | None
    subcategoria_id: str | None
    subcategoria: str | None
    subcategoria_descricao: str | None
    metodo_categoria: str | None
    unidade_civica_id: str | None
    unidade: str | None
    municipio: str | None
    confianca_geo: str | None
    lat: float | None
    lng: float | None
    canal: str | None
    recebida_em: str | None
    concluida_em: str | None
    conclusao_via: str | None
    dias_em_aberto: int | None
    score: float | None
    breakdown: Mapping[str, Any] | None
    versao_parametros: str | None
    posicao: int | None
    total_na_fila: int | None
    conselheiro_id: str | None
    conselheiro: str | None
    prazo_estimado: str | None
    total_atualizacoes: int
    ultima_atualizacao_em: str | None
    texto_ultima_atualizacao: str | None
    total_confirmacoes: int
    agregado_representante_id: str | None
    membros: Sequence[str]
    repetida_de: str | None
    evidencias: Sequence[Evidencia]
    resumo_agregado: str | None
    resumo_ciclo: str | None
    resumos_atualizado_em: str | None
    caminho: Caminho | None


@dataclass(frozen=True, slots=True)
class RelatorioDeDemanda:
    """All that may be known of a demand; the timeline whole, oldest first."""

    demanda: DemandaVista
    responsaveis: tuple[Responsaveis, ...]
    linha_do_tempo: LinhaDoTempo


@dataclass(frozen=True, slots=True)
class PainelDeUnidade:
    """A unit's indicators; ``unidade`` is None for the whole office."""

    unidade: territorio.Unidade | None
    so_esta: bool
    painel: paineis.Painel
    agenda: paineis.AgendaDaUnidade | None


@dataclass(frozen=True, slots=True)
class CategoriaNoRelatorio:
    """A category of a unit's report; ``nome`` is None for demands without one yet."""

    nome: str | None
    linha: relatorios.LinhaDeCategoria
    mais_antiga_dias: int | None
    responsaveis: tuple[Responsaveis, ...]


@dataclass(frozen=True, slots=True)
class RelatorioDeUnidade:
    """A unit's demands by category."""

    unidade: territorio.Unidade | None
    so_esta: bool
    categorias: tuple[CategoriaNoRelatorio, ...]


@dataclass(frozen=True, slots=True)
class Pedido:
    """What a report or history is asked for; days are the office's, both included.

    Args:
        unidade: id or name; None for the whole office.
        so_esta: without the units below it.
        situacao: a state; reports only.
        titulo: part of the title; histories only.
    """

    unidade: str | None = None
    so_esta: bool = False
    categoria: str | None = None
    situacao: str | None = None
    titulo: str | None = None
    de: date | None = None
    ate: date | None = None


@dataclass(frozen=True, slots=True)
class PaginaDoHistorico:
    """What was resolved, the latest first; ``depois`` asks for the next page."""

    unidade: territorio.Unidade | None
    so_esta: bool
    demandas: Sequence[listas.DemandaListada]
    categorias: Mapping[str, str]
    unidades: Mapping[str, str]
    depois: str | None
