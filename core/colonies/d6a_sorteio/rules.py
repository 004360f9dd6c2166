"""Who may be drawn, what a refusal costs, and the draws of one reaction. Values in, values out.

Source: D-6a 3.12, 4.3, 4.4, 4.6; G-101, G-128, G-130, G-131, G-136, G-138, G-139; design.md 8.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from core.base.sorteio import sortear
from core.kernel.clock import MAX_MS, format_timestamp, parse_timestamp
from core.kernel.event import Payload, SealPoint

CADASTRADO: Final = "conselheiro.cadastrado"
RECUSADA: Final = "conselheiro.atribuicao_recusada"
SORTEADO: Final = "conselheiro.sorteado"
SEM_CANDIDATOS: Final = "sorteio.sem_candidatos"
EXPIRADA: Final = "conselheiro.suspensao_expirada"
INATIVADO: Final = "conselheiro.inativado"
REATIVADO: Final = "conselheiro.reativado"
INICIADA: Final = "conselheiro.demanda_iniciada"

LIMITE_RECUSAS_SUSPENSAO: Final = 3
"""One more than these, one after the other, suspends."""

PERIODO_SUSPENSAO_DIAS: Final = 90
TIMEOUT_RESPOSTA_HORAS: Final = 72
"""How long a councillor has to answer; an operator frees the demand after it, nothing does by
itself (G-140)."""

CANAIS: Final = ("pessoalmente", "telefone", "mensagem", "email", "carta")
"""How a councillor may be told of a draw."""

MAX_POR_UNIDADE: Final = 5_000
"""Councillors of one unit: a pool has to fit into the public part of one event."""

SORTEIOS_POR_UNIDADE: Final = 50
"""Draws that one reaction makes for one unit; the rest follows from these."""

_DAY_MS: Final = 86_400_000
_HOUR_MS: Final = 3_600_000

Status = Literal["disponivel", "ocupado", "suspenso", "inativo"]
MotivoFalta = Literal["nenhum_cadastrado", "todos_ocupados", "todos_inativos"]

RECUSA_EXPLICITA: Final = "recusa_explicita"
RISCO_PESSOAL: Final = "risco_pessoal"
TIMEOUT: Final = "timeout_resposta"
MOTIVOS_RECUSA: Final = (RECUSA_EXPLICITA, RISCO_PESSOAL, "fora_do_territorio")
"""What a councillor may say; the fourth is the operator's."""

CONCLUIDA: Final = "demanda_concluida"
RETIRADA: Final = "demanda_retirada"
COLETIVA: Final = "conclusao_coletiva"
AGREGADA: Final = "agregada"
_NOT_AGAIN: Final = frozenset({"desistencia", "fim_mandato"})


def status_of(*, is_ativa: bool, is_inativo: bool, is_suspenso: bool) -> Status:
    """The status that the rest adds up to.

    Whoever has a demand is busy until it ends, whatever was decided meanwhile (4.6: nobody goes
    from ``ocupado`` to ``suspenso``).
    """
    if is_ativa:
        return "ocupado"
    if is_inativo:
        return "inativo"
    return "suspenso" if is_suspenso else "disponivel"


def is_counted(motivo: str) -> bool:
    """Whether a refusal counts towards a suspension: all do but a personal risk (G-131)."""
    return motivo != RISCO_PESSOAL


def suspends(recusas_consecutivas: int) -> bool:
    """Whether the last refusal suspends: strictly more than the limit."""
    return recusas_consecutivas > LIMITE_RECUSAS_SUSPENSAO


def suspended_until(timestamp: str) -> str:
    """The end of a suspension that begins at ``timestamp``."""
    end = parse_timestamp(timestamp) + PERIODO_SUSPENSAO_DIAS * _DAY_MS
    return format_timestamp(min(end, MAX_MS))


def may_refuse(motivo: str, *, is_iniciada: bool) -> bool:
    """Whether a demand may still be refused for this reason.

    The first report accepts it (G-144): who wants to leave afterwards gives up, which is another
    act. A risk to the person ends an assignment at any time (D-6a 3.12).
    """
    return not is_iniciada or motivo == RISCO_PESSOAL


def answer_due(data_sorteio: str) -> str:
    """The moment from which a demand whose councillor did not begin may be freed (G-140)."""
    end = parse_timestamp(data_sorteio) + TIMEOUT_RESPOSTA_HORAS * _HOUR_MS
    return format_timestamp(min(end, MAX_MS))


def hours_left(data_sorteio: str, agora: str) -> int:
    """Full hours, rounded up, until ``answer_due``; 0 where it has come."""
    left = parse_timestamp(answer_due(data_sorteio)) - parse_timestamp(agora)
    return max(0, -(-left // _HOUR_MS))


def is_departure(motivo_encerramento: str) -> bool:
    """Whether the end of a cycle leaves the demand without anybody: it is drawn again (G-101)."""
    return motivo_encerramento in _NOT_AGAIN


def lack(*, is_alguem: bool, is_alguem_livre: bool) -> MotivoFalta:
    """Why nobody can be drawn (G-138).

    ``todos_inativos`` stands for any other reason: suspended, inactive, or gave this demand back.

    Args:
        is_alguem: somebody is registered along the chain of units.
        is_alguem_livre: one of them has no demand.
    """
    if not is_alguem:
        return "nenhum_cadastrado"
    return "todos_inativos" if is_alguem_livre else "todos_ocupados"


@dataclass(frozen=True, slots=True)
class Degrau:
    """A unit of the chain with those of its councillors who may be drawn for a demand."""

    unidade_id: str
    elegiveis: tuple[str, ...]


class Rodada:
    """The draws of one reaction: each is planned here, and drawn where it is sealed.

    Who wins a draw is known only when it is sealed, so the pool of the next one is cut then: the
    kernel seals the events of a reaction in their order. What is planned can always be drawn.
    """

    def __init__(self) -> None:
        self._planned = 0
        self._may_win: set[str] = set()
        self._drawn: set[str] = set()

    @property
    def planned(self) -> int:
        """How many draws were planned so far."""
        return self._planned

    def plan(
        self, degraus: Sequence[Degrau], reserva_event_id: str
    ) -> Callable[[SealPoint], Payload] | None:
        """Plan a draw; None where draws planned before may leave nobody for it.

        Args:
            degraus: nearest unit first, none empty; as many as ``enough`` asks for.
            reserva_event_id: base of the seed where the feed has no event before the draw.
        """
        could = {one for degrau in degraus for one in degrau.elegiveis}
        if len(could) <= self._planned and could <= self._may_win:
            return None
        self._planned += 1
        self._may_win |= could

        def at_seal(point: SealPoint) -> Payload:
            return self._draw(degraus, point, reserva_event_id)

        return at_seal

    def enough(self, degraus: Sequence[Degrau]) -> bool:
        """Whether no larger unit has to be looked at: somebody is left whoever wins before."""
        return sum(len(degrau.elegiveis) for degrau in degraus) > self._planned

    def _draw(self, degraus: Sequence[Degrau], point: SealPoint, reserva: str) -> Payload:
        left = (
            (degrau.unidade_id, [one for one in degrau.elegiveis if one not in self._drawn])
            for degrau in degraus
        )
        unidade, pool = next((unit, ids) for unit, ids in left if ids)
        base = point.prev_event_id or reserva
        drawn = sortear(pool, base, point.timestamp)
        self._drawn.add(drawn.conselheiro_id)
        return {
            "conselheiro_id": drawn.conselheiro_id,
            "seed_publico": drawn.seed_publico,
            "lista_elegiveis_hash": drawn.lista_elegiveis_hash,
            "posicao_sorteada": drawn.posicao_sorteada,
            "total_elegiveis": len(drawn.elegiveis),
            "timestamp": point.timestamp,
            "elegiveis": list(drawn.elegiveis),
            "seed_base_event_id": base,
            "degrau_unidade_id": unidade,
        }
