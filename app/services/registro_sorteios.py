"""Draws as the log has them: every draw, attempt, refusal and end of one, newest first.

From the log and not from the colony's tables, so that nothing which was published can be missing
from the list. Names and protocols come from the projections and may be missing. No Qt, no SQL.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import msgspec

from app.services.conselheiros import find_conselheiro_id
from app.services.exportacao import Perfil, write_csv
from app.services.leitura import Leitor, Leitura
from app.services.linha_do_tempo import find_demand_id
from app.services.progresso import Progress, ignore_progress
from app.services.unidades import identificar_unidade
from app.settings.tempo import FormatoTempo
from core.colonies.d4_ranking import queries as ranking
from core.colonies.d6a_sorteio.queries import read_desfechos, read_fila
from core.colonies.d7_transparencia.queries import nomes
from core.kernel.clock import parse_timestamp
from core.kernel.observability import log_queries
from core.kernel.observability.log_queries import LogFilter, LogRow

SORTEADO: Final = "conselheiro.sorteado"
SEM_CANDIDATOS: Final = "sorteio.sem_candidatos"
RECUSA: Final = "conselheiro.atribuicao_recusada"
CICLO: Final = "conselheiro.ciclo_concluído"
SUSPENSAO: Final = "conselheiro.suspensao_expirada"

TIPOS: Final[dict[str, str]] = {
    SORTEADO: "Sorteio",
    SEM_CANDIDATOS: "Tentativa sem ninguém",
    RECUSA: "Recusa",
    CICLO: "Fim da atribuição",
    SUSPENSAO: "Fim de suspensão",
}
"""What is listed, and what it is called."""

MOTIVOS: Final[dict[str, str]] = {
    "nenhum_cadastrado": "ninguém cadastrado",
    "todos_ocupados": "todos ocupados",
    "todos_inativos": "ocupados, afastados ou já a deixaram",
    "recusa_explicita": "sem dizer por quê",
    "timeout_resposta": "sem resposta no prazo",
    "fora_do_territorio": "fora do território",
    "risco_pessoal": "risco pessoal",
    "demanda_concluida": "demanda concluída",
    "desistencia": "desistência",
    "fim_mandato": "fim do mandato",
    "demanda_retirada": "demanda retirada",
    "conclusao_coletiva": "conclusão coletiva",
}
"""Why there was nobody, why it was refused, why it ended."""

SITUACOES: Final[dict[str, str]] = {
    "ativa": "em andamento",
    "recusada": "recusada",
    "concluida": "encerrada",
}
"""What became of a draw."""

FILA: Final = 2_000
"""Waiting demands that are listed."""
_CHUNK: Final = 512
_RANKING_PAGE: Final = 500
_UNITS: Final = 1_000_000


def motivo_em_palavras(motivo: str | None) -> str:
    """A motive's words; an unknown one as it is."""
    return "" if motivo is None else MOTIVOS.get(motivo, motivo.replace("_", " "))


@dataclass(frozen=True, slots=True)
class FiltroSorteios:
    """What to show; empty fields do not restrict.

    Args:
        tipos: keys of ``TIPOS``.
        demanda_id: of this demand.
        conselheiro_id: of this councillor.
        unidade_id: for demands of this very unit.
        desde_ms: earliest moment, inclusive, Unix milliseconds.
        ate_ms: latest moment, exclusive.
    """

    tipos: tuple[str, ...] = ()
    demanda_id: str | None = None
    conselheiro_id: str | None = None
    unidade_id: str | None = None
    desde_ms: int | None = None
    ate_ms: int | None = None


@dataclass(frozen=True, slots=True)
class LinhaDoRegistro:
    """One line of the list.

    Args:
        numero: position in the log.
        situacao: of a draw: ``ativa``, ``recusada`` or ``concluida``; None where not known.
        motivo: of a refusal or an end why, of an attempt why nobody, of a draw why it ended.
    """

    numero: int
    carimbo: str
    tipo: str
    quando_ms: int
    demanda_id: str | None
    protocolo: str | None
    unidade_id: str | None
    unidade: str | None
    conselheiro_id: str | None
    conselheiro: str | None
    elegiveis: int | None
    situacao: str | None
    motivo: str | None

    @property
    def is_sorteio(self) -> bool:
        """Whether there is a story of five cards behind it."""
        return self.tipo in {SORTEADO, SEM_CANDIDATOS}


@dataclass(frozen=True, slots=True)
class LinhaDaFila:
    """A demand that waits for a draw."""

    demanda_id: str
    protocolo: str | None
    unidade: str | None
    categoria_id: str
    motivo: str | None
    tentativas: int
    desde_ms: int


class RegistroDeSorteiosService:
    """Over one office.

    Args:
        leitor: reads.
        tempo: moments of exported files.
    """

    def __init__(self, leitor: Leitor, tempo: FormatoTempo) -> None:
        self._leitor = leitor
        self._tempo = tempo

    def posicoes(self, filtro: FiltroSorteios) -> Sequence[int]:
        """Positions of everything that passes, newest first."""
        with self._leitor.ler() as leitura:
            return _positions(leitura, filtro)

    def linhas(self, posicoes: Sequence[int]) -> list[LinhaDoRegistro]:
        """The lines at these positions."""
        with self._leitor.ler() as leitura:
            return _lines(leitura, log_queries.page(*leitura, list(posicoes)))

    def sorteio_de(self, linha: LinhaDoRegistro) -> str | None:
        """Stamp of the draw that a refusal or an end came after; None where there was none."""
        if linha.is_sorteio:
            return linha.carimbo
        if linha.tipo not in {RECUSA, CICLO}:
            return None
        wanted = FiltroSorteios((SORTEADO,), demanda_id=linha.demanda_id)
        with self._leitor.ler() as leitura:
            before = [at for at in _positions(leitura, wanted) if at < linha.numero]
            found = _lines(leitura, log_queries.page(*leitura, before[:1]))
        return found[0].carimbo if found else None

    def entender(
        self, filtro: FiltroSorteios, demanda: str = "", conselheiro: str = "", unidade: str = ""
    ) -> FiltroSorteios:
        """The filter with what a person typed: protocol, beginning of an id, name of a unit.

        Raises:
            UserFacingError: as ``find_demand_id``, ``find_conselheiro_id``, ``identificar_unidade``.
        """
        leitor = self._leitor
        return replace(
            filtro,
            demanda_id=find_demand_id(leitor, demanda) if demanda.strip() else None,
            conselheiro_id=find_conselheiro_id(leitor, conselheiro)
            if conselheiro.strip()
            else None,
            unidade_id=identificar_unidade(leitor, unidade) if unidade.strip() else None,
        )

    def fila(self, limite: int = FILA) -> tuple[LinhaDaFila, ...]:
        """Demands that wait for a draw, the longest waiting first."""
        with self._leitor.ler() as leitura:
            found = read_fila(*leitura, limite=limite)
            units = nomes.unit_names(*leitura, {one.unidade_civica_id for one in found})
            known = nomes.protocols(*leitura, {one.demanda_id for one in found})
        return tuple(
            LinhaDaFila(
                one.demanda_id,
                known.get(one.demanda_id),
                units.get(one.unidade_civica_id),
                one.categoria_id,
                one.motivo_espera,
                one.tentativas_sorteio,
                parse_timestamp(one.data_entrada),
            )
            for one in found
        )

    def exportar(
        self,
        filtro: FiltroSorteios,
        arquivo: Path,
        perfil: Perfil,
        progress: Progress = ignore_progress,
    ) -> int:
        """Write all that passes as CSV; how many lines.

        Raises:
            EnvironmentFault: ``exportacao.nao_gravou``.
            Cancelled: nothing is left behind.
        """
        head = (
            "numero_no_registro", "carimbo", "tipo", f"quando ({self._tempo.zona})", "protocolo",
            "demanda_id", "unidade", "unidade_civica_id", "conselheiro", "conselheiro_id",
            "elegiveis", "situacao", "motivo",
        )  # fmt: skip
        ids = self.posicoes(filtro)

        def rows() -> Iterator[tuple[object, ...]]:
            for start in range(0, len(ids), _CHUNK):
                progress(start, len(ids))
                for one in self.linhas(ids[start : start + _CHUNK]):
                    yield (
                        one.numero, one.carimbo, TIPOS.get(one.tipo, one.tipo),
                        self._tempo.iso(one.quando_ms), one.protocolo, one.demanda_id,
                        one.unidade, one.unidade_id, one.conselheiro, one.conselheiro_id,
                        one.elegiveis, SITUACOES.get(one.situacao or "", one.situacao),
                        motivo_em_palavras(one.motivo),
                    )  # fmt: skip
            progress(len(ids), len(ids))

        return write_csv(arquivo, head, rows(), perfil)

    def exportar_rankings(
        self, arquivo: Path, perfil: Perfil, progress: Progress = ignore_progress
    ) -> int:
        """Write every unit's ranking as it stands now, with the factors; how many lines.

        Raises:
            EnvironmentFault: ``exportacao.nao_gravou``.
            Cancelled: nothing is left behind.
        """
        head = (
            "unidade", "unidade_civica_id", "posicao", "protocolo", "demanda_id", "categoria_id",
            "nivel_precedencia", "peso_nacional", "peso_situacional", "score_horizontal",
            "score_final", "versao_parametros", "calculado_em",
        )  # fmt: skip
        with self._leitor.ler() as leitura:
            units = ranking.read_units(*leitura, _UNITS)
        total = sum(count for _unit, count in units)

        def rows() -> Iterator[tuple[object, ...]]:
            done = 0
            for unit, _count in units:
                for line in self._ranking_of(unit):
                    if done % _RANKING_PAGE == 0:
                        progress(min(done, total), total)
                    done += 1
                    yield line
            progress(total, total)

        return write_csv(arquivo, head, rows(), perfil)

    def _ranking_of(self, unit: str) -> Iterator[tuple[object, ...]]:
        point: ranking.Continuacao | None = None
        while True:
            with self._leitor.ler() as leitura:
                page = ranking.read_page(*leitura, unit, point, _RANKING_PAGE)
                name = nomes.unit_names(*leitura, [unit]).get(unit)
                known = nomes.protocols(*leitura, [one.demanda_id for one in page.itens])
            for one in page.itens:
                moment = self._tempo.iso(parse_timestamp(one.calculado_em))
                yield (
                    name, unit, one.posicao, known.get(one.demanda_id), one.demanda_id,
                    one.categoria_id, one.nivel_precedencia, one.peso_nacional,
                    one.peso_situacional, one.score_horizontal, one.score_final,
                    one.versao_parametros, moment,
                )  # fmt: skip
            if page.proxima is None:
                return
            point = page.proxima


def _positions(leitura: Leitura, filtro: FiltroSorteios) -> list[int]:
    asked = (filtro.demanda_id, filtro.conselheiro_id, filtro.unidade_id)
    subjects = [one for one in asked if one is not None]
    found: set[int] | None = None
    for subject in subjects or (None,):
        wanted = LogFilter(
            tipos=filtro.tipos or tuple(TIPOS),
            desde_ms=filtro.desde_ms,
            ate_ms=filtro.ate_ms,
            assunto=subject,
        )
        ids = log_queries.list_ids(*leitura, wanted)
        if found is None and len(subjects) <= 1:
            return list(reversed(ids))
        found = set(ids) if found is None else found.intersection(ids)
    return sorted(found or (), reverse=True)


def _lines(leitura: Leitura, rows: Sequence[LogRow]) -> list[LinhaDoRegistro]:
    told = [(row, _payload(row)) for row in rows]

    def ids(field: str) -> set[str]:
        return {one for _row, core in told if isinstance(one := core.get(field), str)}

    units = nomes.unit_names(*leitura, ids("unidade_civica_id"))
    people = nomes.councillor_names(*leitura, ids("conselheiro_id"))
    known = nomes.protocols(*leitura, ids("demanda_id"))
    ends = read_desfechos(*leitura, [row.event_hash for row in rows if row.tipo == SORTEADO])
    found = []
    for row, core in told:
        state, ended = ends.get(row.event_hash, (None, None))
        demand, unit = core.get("demanda_id"), core.get("unidade_civica_id")
        who = core.get("conselheiro_id")
        found.append(
            LinhaDoRegistro(
                numero=row.sequence_number,
                carimbo=row.event_hash,
                tipo=row.tipo,
                quando_ms=row.timestamp_ms,
                demanda_id=demand,
                protocolo=known.get(demand or ""),
                unidade_id=unit,
                unidade=units.get(unit or ""),
                conselheiro_id=who,
                conselheiro=people.get(who or ""),
                elegiveis=core.get("total_elegiveis"),
                situacao=state,
                motivo=core.get("motivo") or core.get("motivo_encerramento") or ended,
            )
        )
    return found


def _payload(row: LogRow) -> dict[str, Any]:
    """The public core; empty where it is not there."""
    if row.nucleo is None:
        return {}
    try:
        found = msgspec.json.decode(row.nucleo)
    except msgspec.DecodeError:
        return {}
    return found if isinstance(found, dict) else {}
