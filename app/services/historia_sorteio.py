"""One draw told in five cards – list, base, seed, shuffle, result – each with its verdict.

What is told comes from ``core.audit``, which rebuilds the moment of the draw from the log and asks
no table; only names and protocols are looked up beside it. No Qt, no SQL. Source: ui.md, Auditoria
do sorteio; design.md 8.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.services.auditoria import AuditoriaService
from app.services.cartoes_sorteio import Cartao, cartoes_de
from app.services.leitura import Leitor, Leitura
from app.services.mensagens import Mensagens
from app.services.progresso import Progress, ignore_progress
from core.audit.draw_audit import DrawAudit, Judged
from core.audit.log_source import StoredLog
from core.base.sorteio import Passo, passos
from core.colonies.d7_transparencia.queries import nomes
from core.kernel.errors import UserFacingError
from core.kernel.store.log_read import header_of

POR_QUE_NAO: Final[dict[str, str]] = {
    "nao_cadastrado": "não estava cadastrado",
    "outra_unidade": "de um degrau a que o sorteio não chegou",
    "sem_capacitacao": "não tinha concluído a capacitação",
    "inativo": "estava inativo",
    "suspenso": "estava suspenso",
    "ocupado": "já tinha uma demanda em mãos",
    "recusou": "já tinha devolvido esta demanda",
}
"""Why somebody could not be drawn."""


@dataclass(frozen=True, slots=True)
class Degrau:
    """A unit that the draw looked at, from the demand's own upwards."""

    unidade_id: str
    unidade: str | None
    cadastrados: int
    ocupados: int
    elegiveis: int


@dataclass(frozen=True, slots=True)
class Fora:
    """Somebody who could not be drawn, and why; ``detalhe`` says with what or until when."""

    conselheiro_id: str
    conselheiro: str | None
    unidade: str | None
    motivo: str
    demanda: str | None
    suspenso_ate_ms: int | None

    @property
    def por_que(self) -> str:
        """In words."""
        return POR_QUE_NAO.get(self.motivo, self.motivo)


@dataclass(frozen=True, slots=True)
class Entradas:
    """What a third party needs to draw again, and what they should come to.

    Args:
        elegiveis: in the order that is shuffled.
        ordem: as it comes out of these inputs; empty where there is no base.
        cabecalho: of the draw, exact bytes.
        cabecalho_anterior: of the event that ``prev`` names; None for the first of a feed.
    """

    base: str | None
    timestamp: str
    elegiveis: tuple[str, ...]
    seed: str | None
    ordem: tuple[str, ...]
    lista_hash: str | None
    conselheiro_id: str | None
    cabecalho: bytes | None = None
    cabecalho_anterior: bytes | None = None


@dataclass(frozen=True, slots=True)
class Historia:
    """A draw or an attempt with everything that is known of its moment.

    Args:
        numero: position in the log.
        is_tentativa: nobody could be drawn.
        entradas: None for an attempt.
        fora: of the demand's units, everybody who could not be drawn.
        outros: how many serve other units.
        nomes: councillors who agreed to be named.
        eventos: how far the log was read.
    """

    numero: int
    carimbo: str
    event_id: str
    timestamp: str
    is_tentativa: bool
    demanda_id: str | None
    protocolo: str | None
    unidade_id: str | None
    unidade: str | None
    cartoes: tuple[Cartao, ...]
    degraus: tuple[Degrau, ...]
    entradas: Entradas | None
    fora: tuple[Fora, ...]
    outros: int
    nomes: Mapping[str, str]
    eventos: int

    @property
    def is_right(self) -> bool:
        """Whether everything matches."""
        return all(one.veredito in {"confere", "sem_dado"} for one in self.cartoes)

    @property
    def conselheiro_id(self) -> str | None:
        """Who was drawn, as published."""
        return None if self.entradas is None else self.entradas.conselheiro_id


@dataclass(frozen=True, slots=True)
class Divergente:
    """A draw, an attempt or the end of a suspension that does not match, and what differs."""

    carimbo: str
    numero: int
    timestamp: str
    protocolo: str | None
    demanda_id: str | None
    frase: str


@dataclass(frozen=True, slots=True)
class Conferidos:
    """What verifying all draws came to; see ``SorteiosConferidos``."""

    eventos: int
    sorteios: int
    tentativas: int
    suspensoes: int
    divergentes: int
    em_espera: int
    linhas: tuple[Divergente, ...]


class HistoriaService:
    """Over one office, or over a copy.

    Args:
        leitor: reads.
        mensagens: sentences for what differs.
    """

    def __init__(self, leitor: Leitor, mensagens: Mensagens) -> None:
        self._leitor = leitor
        self._mensagens = mensagens

    def contar(self, carimbo: str, progress: Progress = ignore_progress) -> Historia:
        """The story of the draw or attempt with this event hash (64 hex).

        Raises:
            UserFacingError: ``sorteio.nao_e_sorteio``.
            Cancelled: by ``progress``.
        """
        with self._leitor.ler() as leitura:
            source = StoredLog(*leitura, progress=progress)
            audit = DrawAudit(source, carimbo)
            judged = next((one for one in audit.run() if one.event.event_hash == carimbo), None)
            if judged is None:
                raise UserFacingError("sorteio.nao_e_sorteio", carimbo=carimbo[:12])
            return self._story(leitura, audit, judged, source.upto)

    def conferir_todos(self, progress: Progress = ignore_progress) -> Conferidos:
        """Every draw, attempt and end of a suspension of the log, in one pass.

        Raises:
            Cancelled: by ``progress``.
        """
        found = AuditoriaService(self._leitor).verificar_sorteios(progress=progress)
        demands = [_text(one.event.publico(), "demanda_id") for one in found.mostrados]
        with self._leitor.ler() as leitura:
            known = nomes.protocols(*leitura, {one for one in demands if one is not None})
        return Conferidos(
            found.eventos,
            found.sorteios,
            found.tentativas,
            found.suspensoes,
            found.divergentes,
            len(found.em_espera),
            tuple(
                Divergente(
                    one.event.event_hash,
                    one.event.sequence_number,
                    one.event.timestamp,
                    known.get(demand or ""),
                    demand,
                    " ".join(self._mensagens.sentence(f.codigo, f.params) for f in one.findings),
                )
                for one, demand in zip(found.mostrados, demands, strict=True)
            ),
        )

    def _story(self, leitura: Leitura, audit: DrawAudit, judged: Judged, upto: int) -> Historia:
        event, payload = judged.event, judged.event.publico()
        hierarchy = audit.state.hierarchy
        around = judged.surroundings
        left = () if around is None else around.left_out
        pool = () if judged.pool is None else judged.pool.ids
        demand = _text(payload, "demanda_id")
        people = {*pool, *(one.who for one in left), *_known(payload)}
        known = nomes.protocols(
            *leitura, {*(one.demand for one in left if one.demand), *([demand] if demand else [])}
        )
        names = nomes.councillor_names(*leitura, people)
        return Historia(
            numero=event.sequence_number,
            carimbo=event.event_hash,
            event_id=event.event_id,
            timestamp=event.timestamp,
            is_tentativa=event.tipo == "sorteio.sem_candidatos",
            demanda_id=demand,
            protocolo=known.get(demand or ""),
            unidade_id=judged.unit,
            unidade=None if judged.unit is None else hierarchy.name(judged.unit),
            cartoes=cartoes_de(judged, hierarchy.name, names, self._mensagens),
            degraus=tuple(
                Degrau(s.unit, hierarchy.name(s.unit), s.registered, s.busy, s.eligible)
                for s in (() if judged.pool is None else judged.pool.steps)
            ),
            entradas=_inputs(leitura, judged),
            fora=tuple(
                Fora(
                    one.who,
                    names.get(one.who),
                    hierarchy.name(one.unit),
                    one.because,
                    None if one.demand is None else known.get(one.demand, one.demand),
                    one.suspended_until_ms,
                )
                for one in left
            ),
            outros=0 if around is None else around.elsewhere,
            nomes=names,
            eventos=upto,
        )


def passos_do_embaralhamento(entradas: Entradas) -> tuple[Passo, ...]:
    """The exchanges of the shuffle, for whoever steps through it."""
    if entradas.seed is None:
        return ()
    return tuple(passos(len(entradas.elegiveis), entradas.seed))


def lista_no_passo(
    elegiveis: Sequence[str], feitos: Sequence[Passo], quantos: int
) -> tuple[str, ...]:
    """How the list stands after the first ``quantos`` exchanges."""
    lista = list(elegiveis)
    for passo in feitos[:quantos]:
        lista[passo.ate], lista[passo.sorteada] = lista[passo.sorteada], lista[passo.ate]
    return tuple(lista)


def _text(payload: Mapping[str, Any], field: str) -> str | None:
    value = payload.get(field)
    return value if isinstance(value, str) else None


def _known(payload: Mapping[str, Any]) -> Iterable[str]:
    """Councillors that the event itself names."""
    told = payload.get("elegiveis")
    yield from (one for one in (told if isinstance(told, list) else ()) if isinstance(one, str))
    winner = _text(payload, "conselheiro_id")
    if winner is not None:
        yield winner


def _inputs(leitura: Leitura, judged: Judged) -> Entradas | None:
    """As published, and where the event does not say, as rebuilt."""
    told, rebuilt = judged.published, judged.rebuilt
    if told is None or rebuilt is None:
        return None
    prev = judged.event.prev
    return Entradas(
        base=told.base or rebuilt.base,
        timestamp=told.timestamp or rebuilt.timestamp,
        elegiveis=rebuilt.pool if told.pool is None else told.pool,
        seed=told.seed,
        ordem=rebuilt.order,
        lista_hash=told.digest or rebuilt.digest,
        conselheiro_id=told.winner,
        cabecalho=header_of(*leitura, judged.event.event_hash),
        cabecalho_anterior=None if prev is None else header_of(*leitura, prev),
    )
