"""The territory as a person meets it: import maps, find units, resolve points, see what waits.

Shapely is slow to load and most calls need none of it: everything that reads outlines is
imported where it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from app.services.leitura import Leitor
from app.services.permissoes import Ato, exigir
from core.base.territorio.ibge import codigo_uf
from core.base.territorio.mapeamento import Mapeamento
from core.base.territorio.montagem import Montado, montar
from core.base.territorio.resumo import Resumo
from core.base.territorio.unidade import TIPO_ANEXO, Unidade
from core.colonies.d2_georreferenciamento import queries as d2
from core.colonies.d2_georreferenciamento.api import reavaliar
from core.colonies.geo_territorio import queries as geo
from core.colonies.geo_territorio.api import LotePronto, importar
from core.colonies.geo_territorio.rules import Diferenca, diferenca
from core.kernel.colony import Context, Decisao, Recibo
from core.kernel.errors import UserFacingError
from core.kernel.event import NewAttachment
from core.kernel.store.attachments import Attachments

if TYPE_CHECKING:
    from core.base.territorio.importacao import Leitura, Progresso
    from core.base.territorio.leitura.feicao import AbrirSql
    from core.base.territorio.resolvedor import Resolvedor


class Executor(Protocol):
    """Has a colony decide and waits for the receipt."""

    def __call__(self, colony_id: str, decide: Callable[[Context], Decisao], /) -> Recibo: ...


@dataclass(frozen=True, slots=True)
class Importacao:
    """What an import did.

    Args:
        resumo: the account of the files.
        novas: units that were not here.
        alteradas: units with another name, parent or outline than before.
        iguais: units that were here already as they are; no event speaks of them.
        eventos: events published.
    """

    resumo: Resumo
    novas: int
    alteradas: int
    iguais: int
    eventos: int


@dataclass(frozen=True, slots=True)
class Espera:
    """Demands that the territory keeps waiting, or would move."""

    sem_unidade: int
    mudariam: int


class TerritorioService:
    """Territory for command line and screens.

    Args:
        leitor: lends cursors.
        anexos: the office's content store.
        no: this node, 32 hex.
        executar: runs a command; None in an office opened for reading only.
        abrir_sql: opens GeoPackages, in the reader's process: a module's function.
        ator: account and role of whoever acts, where that never changes.
        quem: asked at each act instead: of a window people take turns at.
        depois: called when an import is in force, e.g. to prepare what a map draws.
    """

    def __init__(
        self,
        leitor: Leitor,
        anexos: Attachments,
        no: str,
        *,
        executar: Executor | None = None,
        abrir_sql: AbrirSql | None = None,
        ator: Mapping[str, str] | None = None,
        quem: Callable[[], Mapping[str, str]] | None = None,
        depois: Callable[[], object] | None = None,
    ) -> None:
        self._depois = depois
        self._leitor = leitor
        self._anexos = anexos
        self._no = no
        self._executar = executar
        self._abrir_sql = abrir_sql
        self._ator = ator
        self._quem = quem

    # -- import ----------------------------------------------------------------------------

    def importar(
        self,
        arquivos: Sequence[Path | str],
        *,
        mapeamento: Mapeamento | None = None,
        trocar_eixos: bool = False,
        progresso: Progresso | None = None,
        cancelado: Callable[[], bool] | None = None,
    ) -> Importacao:
        """Read files in a process of their own and publish what is new in them.

        Args:
            arquivos: GeoJSON (also .gz), zips of shapefiles, GeoPackages.
            mapeamento: what the columns mean, where their names do not say it.
            trocar_eixos: the files have latitude first.
            progresso: told file and features read.
            cancelado: asked some times a second.

        Raises:
            UserFacingError: ``territorio.*``: nothing was changed.
            EnvironmentFault: ``anexo.nao_gravado``: no event was published.
        """
        from core.base.territorio.indice import gravar_indice  # noqa: PLC0415 # see the module
        from core.base.territorio.processo import (  # noqa: PLC0415 # as above
            Pedido,
            caminhos,
            ler_em_processo,
        )

        self._actor()
        atual = self._montado()
        pedido = Pedido(
            caminhos([str(arquivo) for arquivo in arquivos]),
            mapeamento=mapeamento,
            conhecido=gravar_indice(atual.territorio) if atual.territorio.unidades else None,
            abrir_sql=self._abrir_sql,
            trocar_eixos=trocar_eixos,
        )
        leitura = ler_em_processo(pedido, progresso=progresso, cancelado=cancelado)
        return self._publicar(leitura, atual)

    def importar_demonstracao(self, arquivo: Path) -> Importacao:
        """Import the territory that the program ships (``resources/territorio``).

        It is our own file: it is read here, without a process of its own.
        """
        from core.base.territorio.importacao import ler_territorio  # noqa: PLC0415 # see the module

        return self._publicar(ler_territorio([arquivo]), self._montado())

    def _publicar(self, leitura: Leitura, atual: Montado) -> Importacao:
        actor = self._actor()
        achada = diferenca(leitura.territorio, atual.territorio)
        eventos = 0
        if achada.territorio.unidades:
            lotes = self._lotes(achada, leitura.resumo.versao_fronteira)
            eventos = int(self._run("GEO", importar(lotes, ator=actor)))
            if eventos and self._depois is not None:
                self._depois()
        return Importacao(leitura.resumo, achada.novas, achada.alteradas, achada.iguais, eventos)

    def _lotes(self, achada: Diferenca, versao: str) -> list[LotePronto]:
        """The events' payloads; their outlines are in the store when this returns."""
        from core.base.territorio.lotes import cortar, importacao_id  # noqa: PLC0415 # see the module
        from core.base.territorio.unidade import versao_fronteira  # noqa: PLC0415 # as above

        importacao = importacao_id(versao_fronteira(achada.territorio))
        prontos = []
        for lote in cortar(achada.territorio):
            anexo = None
            if lote.anexo is not None:
                sha256 = self._anexos.put(lote.anexo)
                anexo = NewAttachment(sha256, len(lote.anexo), TIPO_ANEXO, "publica")
            prontos.append(LotePronto(lote.payload(importacao, versao), anexo))
        return prontos

    def reavaliar(self) -> int:
        """Look again at the demands that wait for their unit; how many have it now.

        Raises:
            UserFacingError: ``territorio.anexo_ausente``.
        """
        return int(self._run("D-2", reavaliar(self._no, ator=self._actor())))

    def _actor(self) -> Mapping[str, str] | None:
        actor = self._ator if self._quem is None else self._quem()
        if actor is not None:
            exigir(actor, Ato.TERRITORIO)
        return actor

    def _run(self, colony_id: str, decide: Callable[[Context], Decisao]) -> Any:
        if self._executar is None:
            raise UserFacingError("motor.so_leitura")
        return self._executar(colony_id, decide).resposta

    # -- points ----------------------------------------------------------------------------

    def resolvedor(self) -> Resolvedor:
        """Point-in-polygon over everything imported; a new one for the present state.

        Raises:
            UserFacingError: ``territorio.anexo_ausente``: outlines are missing, so that no answer
                is sure.
        """
        from core.base.territorio.resolvedor import Resolvedor  # noqa: PLC0415 # see the module

        montado = self._montado()
        if montado.faltas:
            raise UserFacingError("territorio.anexo_ausente", anexo=montado.faltas[0][:12])
        return Resolvedor(montado.territorio)

    def resolver_linhas(self, linhas: Iterable[str]) -> Iterator[tuple[str, dict[str, Any]]]:
        """Each line ``lat,lng`` with its answer: see ``core.base.territorio.saida``.

        Raises:
            UserFacingError: as ``resolvedor``, before the first line is read.
        """
        from core.base.territorio.saida import resolver_linha  # noqa: PLC0415 # see the module

        resolvedor = self.resolvedor()
        return ((linha, resolver_linha(resolvedor, linha)) for linha in linhas)

    def _montado(self) -> Montado:
        with self._leitor.ler() as (cursor, dialect):
            linhas = geo.read_all(cursor, dialect)
        return montar(linhas, self._anexos.get)

    # -- units -----------------------------------------------------------------------------

    def todas(self) -> tuple[Unidade, ...]:
        """Every unit of the office."""
        return self._montado().territorio.unidades

    def caixa_de(self, unidades: Sequence[str]) -> dict[str, float] | None:
        """The box around units and all below them; None where they have no outline."""
        from core.base.territorio.caixa import caixa_de  # noqa: PLC0415 # see the module

        return caixa_de(self._montado().territorio, unidades)

    def resumo(self) -> list[geo.NivelFonte]:
        """Units by level and source."""
        with self._leitor.ler() as (cursor, dialect):
            return geo.read_summary(cursor, dialect)

    def importacoes(self) -> list[geo.ImportacaoFeita]:
        """Imports, newest first."""
        with self._leitor.ler() as (cursor, dialect):
            return geo.read_imports(cursor, dialect)

    def buscar(
        self, filtro: geo.Filtro, limite: int = geo.LIMIT, inicio: int = 0
    ) -> tuple[int, list[geo.UnidadeLida]]:
        """How many units pass the filter, and a page of them."""
        with self._leitor.ler() as (cursor, dialect):
            total = geo.count_units(cursor, dialect, filtro)
            return total, geo.find_units(cursor, dialect, filtro, limite, inicio)

    def uf(self, texto: str) -> str:
        """The identifier of a state by letters (``SP``), code or name.

        Raises:
            UserFacingError: ``territorio.uf_desconhecida``.
        """
        with self._leitor.ler() as (cursor, dialect):
            found = geo.find_uf(cursor, dialect, codigo_uf(texto), texto)
        if found is None:
            raise UserFacingError("territorio.uf_desconhecida", texto=texto[:40])
        return found

    def cadeia(self, unidade_civica_id: str) -> list[geo.UnidadeLida]:
        """From the unit to the highest one known."""
        with self._leitor.ler() as (cursor, dialect):
            return geo.read_chain(cursor, dialect, unidade_civica_id)

    def filhos(self, unidade_civica_id: str) -> list[geo.UnidadeLida]:
        """The units directly below."""
        with self._leitor.ler() as (cursor, dialect):
            return geo.read_children(cursor, dialect, unidade_civica_id)

    # -- demands ---------------------------------------------------------------------------

    def espera(self) -> Espera:
        """How many demands wait for their unit, and how many new outlines would move."""
        with self._leitor.ler() as (cursor, dialect):
            return Espera(d2.count_reviews(cursor, dialect), d2.count_changes(cursor, dialect))

    def revisoes(self, limite: int = d2.LIMIT, inicio: int = 0) -> list[d2.Revisao]:
        """Demands that wait for their unit, oldest first."""
        with self._leitor.ler() as (cursor, dialect):
            return d2.read_reviews(cursor, dialect, limite, inicio)

    def mudancas(self, limite: int = d2.LIMIT, inicio: int = 0) -> list[d2.Mudanca]:
        """Demands whose unit would change."""
        with self._leitor.ler() as (cursor, dialect):
            return d2.read_changes(cursor, dialect, limite, inicio)

    def resolucao(self, demanda_id: str) -> d2.ResolucaoLida | None:
        """Where a demand belongs; None while it waits."""
        with self._leitor.ler() as (cursor, dialect):
            return d2.read_resolution(cursor, dialect, demanda_id)
