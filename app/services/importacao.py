"""Bulk import of demands from CSV: look first, then take every row that can be taken.

Rows go to the colony in commands of a hundred, each one transaction; what is refused is told row
by row with its reason and the way to mend it. The import may be stopped and run again: a row that
is there already is answered as such. Source: issue of part 2, peers.md (collect#1939).
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any, Final

from app.services.demandas import COLONY, TERMOS_VERSAO, DemandasService
from app.services.escrita import Ator, Escrita
from app.services.exportacao import Perfil, write_csv
from app.services.importacao_fotos import FotosDaTabela
from app.services.importacao_linhas import REPORT_COLUMNS, Leiaute, Opcoes, read_layout
from app.services.mensagens import Mensagens
from app.services.ordenacao import em_ordem
from app.services.progresso import Progress
from core.base.planilha import Linha, Planilha, open_sheet, rows_of
from core.colonies.d1a_captura.api.registro import Pedido
from core.colonies.d1a_captura.rules import Consentimentos
from core.kernel.colony import Recibo
from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from core.kernel.store.attachments import Attachments

CHUNK: Final = 100
CHUNK_WITH_FILES: Final = 10
"""Where each row may bring ten photos to clean: progress and stopping follow the person."""
IN_FLIGHT: Final = 2
SHOWN_REFUSALS: Final = 200
PREVIEW_ROWS: Final = 5
_BELOW_ZERO: Final = re.compile(r"-[0-9]{1,3}[.,][0-9]{1,15}")


@dataclass(frozen=True, slots=True)
class LinhaRecusada:
    """A row that was left out: its line, why, and its cells as they stand in the file."""

    linha: int
    codigo: str
    frase: str
    celulas: tuple[str, ...]


@dataclass(slots=True)
class Importacao:
    """What an import did, or would do.

    ``lidas`` = ``registradas`` + ``ja_registradas`` + ``recusadas`` + ``ignoradas``.

    Args:
        is_previa: nothing was written.
        colunas: field -> name of the column it is read from.
        nao_usadas: columns that nothing is read from.
        ignoradas: rows of totals.
        motivos: message code -> how many rows were refused for it, most frequent first.
        fotos: how many files the rows that could be read bring along.
        campos_ignorados: field -> how many of its values could not be used and were left out.
        amostra: the first rows as they are understood.
    """

    arquivo: str
    is_previa: bool
    codificacao: str
    separador: str
    colunas: dict[str, str]
    nao_usadas: tuple[str, ...]
    lidas: int = 0
    registradas: int = 0
    ja_registradas: int = 0
    recusadas: int = 0
    ignoradas: int = 0
    fotos: int = 0
    motivos: dict[str, int] = field(default_factory=dict)
    campos_ignorados: dict[str, int] = field(default_factory=dict)
    recusas: list[LinhaRecusada] = field(default_factory=list)
    amostra: list[dict[str, Any]] = field(default_factory=list)
    relatorio: Path | None = None


_Sent = tuple[list[tuple[Linha, Pedido]], "Future[Recibo]"]


def consentimento_de_todos(
    *, publica_texto: bool, publica_imagem: bool, fonte: str, colunas: Mapping[str, str]
) -> Opcoes:
    """Options for a table whose residents were all asked the same; their names stay out of it."""
    return Opcoes(
        colunas=colunas,
        consentimentos=Consentimentos(
            publicacao_texto=publica_texto, publicacao_imagem=publica_imagem
        ),
        termos_versao=TERMOS_VERSAO,
        fonte=fonte or None,
    )


class ImportacaoService:
    """Over one office.

    Args:
        demandas: makes the command of a hundred rows, finds streets.
        escrita: writes.
        mensagens: why a row was refused, in words.
        anexos: the content store.
    """

    def __init__(
        self,
        demandas: DemandasService,
        escrita: Escrita,
        mensagens: Mensagens,
        anexos: Attachments,
    ) -> None:
        self._anexos = anexos
        self._demandas = demandas
        self._escrita = escrita
        self._mensagens = mensagens

    def colunas(self, arquivo: Path) -> tuple[str, ...]:
        """The headings of a table; faults as ``importar``."""
        return open_sheet(arquivo).cabecalho

    def importar(
        self,
        arquivo: Path,
        opcoes: Opcoes,
        ator: Ator,
        *,
        is_previa: bool = False,
        relatorio: Path | None = None,
        progress: Progress = lambda _done, _total: None,
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> Importacao:
        """Import a file, or only say what would come of it.

        Args:
            arquivo: CSV.
            opcoes: mapping of columns and what holds for all rows.
            ator: account and role.
            is_previa: decide everything, write nothing.
            relatorio: where refused rows go, in a form that can be mended and imported again.
            progress: (rows done, 0) after every hundred.
            is_cancelled: asked after every hundred; what was taken stays.

        Raises:
            UserFacingError: ``planilha.*``, ``importacao.sem_coluna_texto``,
                ``importacao.coluna_desconhecida``, ``importacao.campo_desconhecido``.
            EnvironmentFault: the disk, the database: what was taken before stays.
        """
        sheet = open_sheet(arquivo)
        layout = read_layout(sheet, opcoes, self._demandas)
        done = Importacao(
            arquivo=arquivo.name,
            is_previa=is_previa,
            codificacao=sheet.codificacao,
            separador=sheet.separador,
            colunas={name: sheet.cabecalho[place] for name, place in layout.colunas.items()},
            nao_usadas=layout.nao_usadas,
        )
        refused: list[LinhaRecusada] = []
        flying: deque[_Sent] = deque()
        size = CHUNK_WITH_FILES if "fotos" in layout.colunas else CHUNK
        with FotosDaTabela(self._anexos, arquivo.parent, is_previa=is_previa) as fotos:
            for rows in _chunks(rows_of(sheet), size):
                wanted = self._understood(rows, layout, fotos, done, refused)
                if wanted:
                    decide = self._demandas.decidir_lote(
                        [pedido for _row, pedido in wanted], ator, ensaio=is_previa
                    )
                    sent = self._escrita.executar(COLONY, decide, paciente=True)
                    flying.append((wanted, sent))
                if len(flying) >= IN_FLIGHT:
                    self._land(flying.popleft(), ator, done, refused)
                    progress(done.lidas, 0)
                if is_cancelled():
                    break
        while flying:
            self._land(flying.popleft(), ator, done, refused)
        progress(done.lidas, done.lidas)
        # Refused while reading, or by the colony a hundred rows later: told in the file's order.
        refused = em_ordem(refused, lambda row: row.linha)
        done.campos_ignorados = dict(sorted(layout.ignorados.items()))
        done.motivos = dict(Counter(row.codigo for row in refused).most_common())
        done.recusadas = len(refused)
        done.recusas = refused[:SHOWN_REFUSALS]
        if relatorio is not None and refused:
            done.relatorio = relatorio
            _write_report(relatorio, sheet, refused)
        return done

    def _understood(
        self,
        rows: Sequence[Linha],
        layout: Leiaute,
        fotos: FotosDaTabela,
        done: Importacao,
        refused: list[LinhaRecusada],
    ) -> list[tuple[Linha, Pedido]]:
        """The rows that can be asked for."""
        wanted: list[tuple[Linha, Pedido]] = []
        for row in rows:
            done.lidas += 1
            try:
                pedido = layout.pedido(row)
                files = () if pedido is None else fotos.tomar(layout.fotos(row))
            except (EnvironmentFault, IntegrityFault):
                raise
            except UserFacingError as refusal:
                self._refuse(row, refusal.code, refusal.params, refused)
                continue
            if pedido is None:
                done.ignoradas += 1
                continue
            if files:
                pedido = replace(pedido, midias=files)
            wanted.append((row, pedido))
            done.fotos += len(layout.fotos(row))
            if len(done.amostra) < PREVIEW_ROWS:
                done.amostra.append(layout.amostra(row, pedido))
        return wanted

    def _land(
        self, sent: _Sent, ator: Ator, done: Importacao, refused: list[LinhaRecusada]
    ) -> None:
        """Count what became of a hundred rows."""
        wanted, future = sent
        try:
            answers = future.result().resposta
        except (EnvironmentFault, IntegrityFault):
            raise
        except UserFacingError:
            # One row cannot be sealed: the others must not suffer for it.
            answers = [self._alone(pedido, ator, done.is_previa) for _row, pedido in wanted]
        for (row, _pedido), answer in zip(wanted, answers, strict=True):
            if "codigo" in answer:
                self._refuse(row, answer["codigo"], answer["params"], refused)
            elif answer["ja_registrada"]:
                done.ja_registradas += 1
            else:
                done.registradas += 1

    def _alone(self, pedido: Pedido, ator: Ator, is_previa: bool) -> dict[str, Any]:
        decide = self._demandas.decidir_lote([pedido], ator, ensaio=is_previa)
        try:
            answer: dict[str, Any] = self._escrita.executar(COLONY, decide).result().resposta[0]
        except (EnvironmentFault, IntegrityFault):
            raise
        except UserFacingError as refusal:
            return {"codigo": refusal.code, "params": refusal.params}
        return answer

    def _refuse(
        self, row: Linha, code: str, params: dict[str, object], refused: list[LinhaRecusada]
    ) -> None:
        sentence = self._mensagens.sentence(code, params)
        if code.startswith("midia.") and "arquivo" in params:
            sentence = f"{params['arquivo']}: {sentence}"
        refused.append(LinhaRecusada(row.numero, code, sentence, row.celulas))


def _chunks(rows: Iterator[Linha], size: int) -> Iterator[list[Linha]]:
    while chunk := list(islice(rows, size)):
        yield chunk


def _write_report(path: Path, sheet: Planilha, refused: Sequence[LinhaRecusada]) -> None:
    """The refused rows with their columns, ready to be mended and imported again."""
    kept = [n for n, name in enumerate(sheet.cabecalho) if name not in REPORT_COLUMNS]
    write_csv(
        path,
        (*(sheet.cabecalho[place] for place in kept), *REPORT_COLUMNS),
        ((*(_value(row.celulas[n]) for n in kept), row.linha, row.frase) for row in refused),
        Perfil.EXCEL_PT_BR,
    )


def _value(cell: str) -> str | Decimal:
    """A coordinate as the number it is; every other cell as text."""
    return Decimal(cell.replace(",", ".")) if _BELOW_ZERO.fullmatch(cell) else cell
