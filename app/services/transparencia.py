"""What everybody may see, with names in the place of identifiers: demands, units, what was resolved.

Reads only, of D-7's projections and the taxonomy. The clock and the office's zone come in as a
value with each question. Source: Apêndice B D-7; design.md 7 and 11.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from app.services.categorias import category_name
from app.services.leitura import Leitor, Leitura
from app.services.linha_do_tempo import LinhaDoTempoService, find_demand_id
from app.services.situacoes import Situacoes
from app.services.transparencia_vistas import (
    CategoriaNoRelatorio,
    DemandaVista,
    PaginaDoHistorico,
    PainelDeUnidade,
    Pedido,
    RelatorioDeDemanda,
    RelatorioDeUnidade,
    Responsaveis,
)
from app.services.unidades import encontrar_unidade
from core.base.taxonomia.taxonomy import Esfera, Responsavel, Taxonomy
from core.colonies.d7_transparencia.queries import historico as resolvidas
from core.colonies.d7_transparencia.queries import painel as paineis
from core.colonies.d7_transparencia.queries import ranking as rankings
from core.colonies.d7_transparencia.queries import relatorio as relatorios
from core.colonies.d7_transparencia.queries import unidades as territorio
from core.colonies.d7_transparencia.queries.alcance import Alcance
from core.colonies.d7_transparencia.queries.demanda import (
    read_demand,
    read_position,
)
from core.colonies.d7_transparencia.queries.nomes import councillor_names, unit_names
from core.colonies.d7_transparencia.rules.prazos import Agora, dias_em_aberto
from core.colonies.d7_transparencia.rules.situacao import FINAIS
from core.kernel.clock import format_timestamp, parse_timestamp
from core.kernel.errors import UserFacingError

PAGE: Final = 50
ESFERAS: Final[tuple[Esfera, ...]] = ("municipal", "estadual", "federal")
_CURSOR: Final = re.compile(r"([0-9TZ:.-]{24})_([0-9a-f-]{36})")


class TransparenciaService:
    """Over one office.

    Args:
        leitor: reads.
        taxonomia: names of categories.
        responsaveis: category -> federative level -> body.
        situacoes: states in words.
        linhas: the timelines.
        agora: the moment and zone of a question.
    """

    def __init__(
        self,
        leitor: Leitor,
        taxonomia: Callable[[], Taxonomy],
        responsaveis: Callable[[], Mapping[str, Mapping[Esfera, Responsavel]]],
        situacoes: Situacoes,
        linhas: LinhaDoTempoService,
        agora: Callable[[], Agora],
    ) -> None:
        self._leitor = leitor
        self._taxonomia = taxonomia
        self._responsaveis = responsaveis
        self._situacoes = situacoes
        self._linhas = linhas
        self._agora = agora

    # -- a demand --------------------------------------------------------------------------

    def demanda(self, quem: str) -> DemandaVista:
        """A demand's summary.

        Raises:
            UserFacingError: as ``find_demand_id``; ``busca.nada_encontrado`` where nothing public
                is known of it yet.
        """
        demanda_id = find_demand_id(self._leitor, quem)
        with self._leitor.ler() as read:
            return self._view(read, demanda_id, quem)

    def relatorio_da_demanda(self, quem: str) -> RelatorioDeDemanda:
        """A demand's report; faults as ``demanda``."""
        found = self.demanda(quem)
        bodies = self._bodies(found.categoria_id)
        return RelatorioDeDemanda(found, bodies, self._linhas.historia(found.demanda_id))

    def _view(self, read: Leitura, demanda_id: str, quem: str) -> DemandaVista:
        found = read_demand(*read, demanda_id)
        if found is None:
            raise UserFacingError("busca.nada_encontrado", texto=quem.strip()[:64])
        c = found.colunas
        taxonomy = self._taxonomia()
        categoria = None if c["categoria_id"] is None else taxonomy.categoria(c["categoria_id"])
        sub = c["subcategoria_id"] and taxonomy.subcategoria(c["subcategoria_id"])
        units = [one for one in (c["unidade_civica_id"], c["municipio_id"]) if one]
        names = unit_names(*read, units)
        councillors = councillor_names(*read, [c["conselheiro_id"]] if c["conselheiro_id"] else [])
        queue = c["fila_unidade_id"]
        same = {
            name: c[name]
            for name in DemandaVista.__dataclass_fields__
            if name in c and name not in {"situacao", "breakdown"}
        }
        return DemandaVista(
            **same,
            situacao=self._situacoes.of(c["situacao"]),
            is_oculta=bool(c["oculta"]),
            categoria=category_name(taxonomy, c["categoria_id"]),
            area=categoria.area if categoria else None,
            subcategoria=sub.nome if sub else None,
            subcategoria_descricao=sub.descricao if sub else None,
            unidade=names.get(c["unidade_civica_id"]),
            municipio=names.get(c["municipio_id"]),
            lat=c["coordenada_lat"],
            lng=c["coordenada_lng"],
            dias_em_aberto=self._days_open(c),
            score=None if found.score is None else float(found.score),
            breakdown=found.breakdown,
            posicao=read_position(*read, found),
            total_na_fila=None if queue is None else rankings.count_ranking(*read, queue),
            conselheiro=councillors.get(c["conselheiro_id"]),
            membros=found.membros,
            evidencias=found.evidencias,
            caminho=found.caminho,
        )

    def _days_open(self, c: Mapping[str, Any]) -> int | None:
        now = self._agora()
        until = now.ms
        if c["situacao"] in FINAIS:
            end = c["concluida_em"] if c["situacao"] == "concluida" else c["situacao_desde"]
            try:
                until = parse_timestamp(end)
            except ValueError:
                return None
        return dias_em_aberto(c["recebida_em"], until, now.fuso)

    def _bodies(self, categoria_id: str | None) -> tuple[Responsaveis, ...]:
        found = self._responsaveis().get(categoria_id or "", {})
        return tuple(
            Responsaveis(esfera, found[esfera].orgao, found[esfera].papel)
            for esfera in ESFERAS
            if esfera in found
        )

    # -- units -----------------------------------------------------------------------------

    def unidades(
        self, filtro: territorio.FiltroUnidade, limite: int = PAGE
    ) -> list[territorio.Unidade]:
        """Units by name, state and parent."""
        if filtro.pai is not None:
            filtro = territorio.FiltroUnidade(
                filtro.nome, filtro.nivel, filtro.uf, self.unidade(filtro.pai).unidade_civica_id
            )
        with self._leitor.ler() as read:
            return territorio.find_units(*read, filtro, limite)

    def unidade(self, quem: str) -> territorio.Unidade:
        """A unit by its id, code or name; faults as ``encontrar_unidade``."""
        with self._leitor.ler() as read:
            return encontrar_unidade(read, quem)

    def _reach(
        self, quem: str | None, *, so_esta: bool
    ) -> tuple[territorio.Unidade | None, Alcance]:
        if quem is None:
            return None, Alcance()
        found = self.unidade(quem)
        return found, Alcance(found.unidade_civica_id, so_esta)

    def painel(self, unidade: str | None = None, *, so_esta: bool = False) -> PainelDeUnidade:
        """A unit's indicators, or the office's; faults as ``unidade``."""
        found, reach = self._reach(unidade, so_esta=so_esta)
        with self._leitor.ler() as read:
            shown = paineis.read_panel(*read, reach, self._agora())
            agenda = None if reach.unidade is None else paineis.read_agenda(*read, reach.unidade)
        return PainelDeUnidade(found, so_esta, shown, agenda)

    def relatorio_da_unidade(self, pedido: Pedido) -> RelatorioDeUnidade:
        """Demands by category.

        Raises:
            UserFacingError: as ``unidade``; ``transparencia.situacao_desconhecida``,
                ``transparencia.categoria_desconhecida``, ``transparencia.janela_invertida``.
        """
        self._check(pedido)
        found, reach = self._reach(pedido.unidade, so_esta=pedido.so_esta)
        de, before = self._window(pedido)
        wanted = relatorios.FiltroRelatorio(pedido.categoria, pedido.situacao, de, before)
        with self._leitor.ler() as read:
            rows = relatorios.read_report(*read, reach, wanted)
        taxonomy, now = self._taxonomia(), self._agora()
        lines = [
            CategoriaNoRelatorio(
                category_name(taxonomy, row.categoria_id or None),
                row,
                row.mais_antiga and dias_em_aberto(row.mais_antiga.recebida_em, now.ms, now.fuso),
                self._bodies(row.categoria_id),
            )
            for row in rows
        ]
        return RelatorioDeUnidade(found, pedido.so_esta, tuple(lines))

    def historico(
        self, pedido: Pedido, limite: int = PAGE, depois: str | None = None
    ) -> PaginaDoHistorico:
        """A page of what was resolved.

        Raises:
            UserFacingError: as ``relatorio_da_unidade``; ``transparencia.pagina_invalida``.
        """
        self._check(pedido)
        found, reach = self._reach(pedido.unidade, so_esta=pedido.so_esta)
        de, before = self._window(pedido)
        wanted = resolvidas.FiltroHistorico(pedido.categoria, pedido.titulo, de, before)
        point = None if depois is None else _point(depois)
        taxonomy = self._taxonomia()
        with self._leitor.ler() as read:
            rows = resolvidas.read_history(*read, reach, wanted, limite + 1, point)
            has_more, rows = len(rows) > limite, rows[:limite]
            names = unit_names(
                *read, [one.unidade_civica_id for one in rows if one.unidade_civica_id]
            )
        last = rows[-1] if has_more else None
        return PaginaDoHistorico(
            found,
            pedido.so_esta,
            rows,
            {
                one.categoria_id: category_name(taxonomy, one.categoria_id) or one.categoria_id
                for one in rows
                if one.categoria_id
            },
            names,
            None if last is None else f"{last.concluida_em}_{last.demanda_id}",
        )

    def _check(self, pedido: Pedido) -> None:
        if pedido.situacao is not None:
            known = [one.codigo for one in self._situacoes.todas()]
            if pedido.situacao not in known:
                raise UserFacingError(
                    "transparencia.situacao_desconhecida",
                    texto=pedido.situacao[:64],
                    situacoes=", ".join(known),
                )
        if pedido.categoria is not None and self._taxonomia().categoria(pedido.categoria) is None:
            raise UserFacingError(
                "transparencia.categoria_desconhecida", texto=pedido.categoria[:64]
            )
        if pedido.de is not None and pedido.ate is not None and pedido.ate < pedido.de:
            raise UserFacingError("transparencia.janela_invertida")

    def _window(self, pedido: Pedido) -> tuple[str | None, str | None]:
        """First moment of the first day, first moment after the last one."""
        until = None if pedido.ate is None else pedido.ate + timedelta(days=1)
        return self._moment(pedido.de), self._moment(until)

    def _moment(self, day: date | None) -> str | None:
        if day is None:
            return None
        start = datetime.combine(day, time.min, tzinfo=self._agora().fuso)
        return format_timestamp(int(start.timestamp() * 1000))


def _point(depois: str) -> resolvidas.PontoHistorico:
    found = _CURSOR.fullmatch(depois)
    if found is None:
        raise UserFacingError("transparencia.pagina_invalida", texto=depois[:64])
    return resolvidas.PontoHistorico(found[1], found[2])
