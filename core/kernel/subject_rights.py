"""Rights of persons: erase what the log and the projections hold of one, or a removed content.

A part's content and salt are deleted; every hash, proof and position stays valid. What is said
publicly is ``titular.eliminado``: which parts of which events, on which legal basis, never whose.
Source: design.md 4.
Copies made before still hold the parts and are named; files of a PostgreSQL server's own
write-ahead log are out of this program's reach.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from time import perf_counter_ns
from typing import Final

from core.kernel.colony import Context, Decisao, Recibo
from core.kernel.engine.commands import Command
from core.kernel.engine.engine import Engine
from core.kernel.engine.nucleo import N0D
from core.kernel.engine.publishing import Outgoing
from core.kernel.erasing import Eraser, Found
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.event import Event, NewEvent
from core.kernel.header import PartEntry
from core.kernel.store.statement import Cursor, Dialect

# Events named by one ``titular.eliminado``: its public part holds 262,144 bytes.
EVENTS_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class Eliminacao:
    """What an erasure came to.

    Args:
        recibo: of the first ``titular.eliminado``.
        eventos: how many events lost parts.
        partes: how many parts are gone.
        copias: backups, made before, that still hold them.
        is_limpo: the freed pages are overwritten, too; False while a reader holds them back or the
            disk refuses: the erasure stands, and the next start overwrites them.
    """

    recibo: Recibo
    eventos: int
    partes: int
    copias: tuple[str, ...]
    is_limpo: bool


@dataclass(frozen=True, slots=True)
class _Act:
    """Why, and who says so."""

    base_legal: str
    motivo: str
    ator: Mapping[str, str]
    segunda_conta: str


@dataclass(frozen=True, slots=True)
class Redacao:
    """What a decision takes away.

    Args:
        devida: whether anything goes, told the colony's decision.
        assuntos: reads, with the act's own cursor, the ids that the events are indexed by.
        escolhe: (event, part) -> whether the part goes.
    """

    devida: Callable[[Decisao], bool]
    assuntos: Callable[[Cursor, Dialect], Iterable[str]]
    escolhe: Callable[[Event, PartEntry], bool]


@dataclass(frozen=True, slots=True)
class Companhia:
    """What goes along with a person although no part of it names them: their files.

    Args:
        assuntos: told what was found of the person, reads with the act's own cursor the ids that
            further events are indexed by.
        escolhe: (event, part) -> whether the part of such an event goes.
        locais: ids that events go on naming, and whose rows of this machine alone go.
    """

    assuntos: Callable[[Sequence[Found], Cursor, Dialect], Iterable[str]]
    escolhe: Callable[[Event, PartEntry], bool]
    locais: Collection[str] = ()


class SubjectRights:
    """Acts of the office's operator on a person's behalf, over a running engine.

    Every method waits for the engine's thread: call it from a worker or the command line.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._stepper = engine.cycle.stepper
        self._writer = engine.writer
        self._eraser = Eraser(engine)

    def eliminar(
        self,
        pessoa: str,
        base_legal: str,
        motivo: str,
        ator: Mapping[str, str],
        segunda_conta: str,
        outros_ids: Iterable[str] = (),
        companhia: Companhia | None = None,
    ) -> Eliminacao:
        """Erase every part that speaks of a person.

        Args:
            pessoa: the identifier that events name it by, e.g. ``cidadao_id``.
            base_legal: public, e.g. ``LGPD art. 18, VI``.
            motivo: sealed restricted.
            ator: ``{"conta_id", "papel"}`` of whoever does it.
            segunda_conta: account id of whoever checked it; another one than the actor's.
            outros_ids: other identifiers of the same person, e.g. of merged records.
            companhia: what goes along.

        Raises:
            UserFacingError: ``direitos.segunda_conta``, ``direitos.nada_encontrado``.
            EnvironmentFault: nothing was erased.
        """
        ids = frozenset({pessoa, *outros_ids})
        locais = () if companhia is None else companhia.locais
        return self._act(
            lambda: self._of_person(ids, companhia),
            lambda found: self._eraser.erase(ids, found, locais),
            _Act(base_legal, motivo, ator, segunda_conta),
        )

    def _of_person(self, ids: frozenset[str], companhia: Companhia | None) -> list[Found]:
        found = self._eraser.of_person(ids)
        if companhia is None or not found:
            return found
        subjects = companhia.assuntos(found, self._writer.cursor, self._writer.dialect)
        along = self._eraser.of_subjects(subjects, companhia.escolhe)
        joined = {one.event.event_hash: one for one in found}
        for one in along:
            known = joined.get(one.event.event_hash)
            parts = one.parts if known is None else {**known.parts, **one.parts}
            joined[one.event.event_hash] = Found(one.event, parts)
        return list(joined.values())

    def redigir(
        self,
        assunto: str,
        escolhe: Callable[[Event, PartEntry], bool],
        base_legal: str,
        motivo: str,
        ator: Mapping[str, str],
        segunda_conta: str,
    ) -> Eliminacao:
        """Erase parts of the events about a subject: a content that was removed for good.

        Args:
            assunto: demand, report or file: an id that events are indexed by.
            escolhe: (event, part) -> whether the part goes.
            base_legal: public.
            motivo: sealed restricted.
            ator: ``{"conta_id", "papel"}`` of whoever does it.
            segunda_conta: account id of whoever checked it; another one than the actor's.

        Raises:
            UserFacingError: ``direitos.segunda_conta``, ``direitos.nada_encontrado``.
            EnvironmentFault: nothing was erased.
        """
        return self._act(
            lambda: self._eraser.of_subjects([assunto], escolhe),
            lambda found: self._eraser.erase((), found),
            _Act(base_legal, motivo, ator, segunda_conta),
        )

    def decidir_e_redigir(
        self,
        decisao: Command,
        redacao: Redacao,
        base_legal: str,
        motivo: str,
        ator: Mapping[str, str],
        segunda_conta: str,
    ) -> tuple[Recibo, Eliminacao | None]:
        """Have a colony decide, and erase what the decision takes away, in one transaction.

        Either both stand or neither does: nothing has to be completed after a crash.

        Args:
            decisao: the colony's command; what waits for it here is set.
            redacao: which parts go, asked once the colony has decided.
            base_legal: public.
            motivo: sealed restricted.
            ator: ``{"conta_id", "papel"}`` of whoever decides.
            segunda_conta: account id of whoever checked it; another one than the actor's.

        Returns:
            The decision's receipt, and what was erased; None where there was nothing to erase.

        Raises:
            UserFacingError: ``direitos.segunda_conta``; whatever the colony refuses with.
            EnvironmentFault: nothing was decided and nothing erased.
        """
        act = _Act(base_legal, motivo, ator, segunda_conta)
        found: list[Found] = []
        told: list[Event] = []
        identity = ""

        def decide(context: Context) -> Decisao:
            nonlocal identity
            made = decisao.decide(context)
            found[:] = ()
            if redacao.devida(made):
                _check_second(act)
                identity = context.new_id()
                writer = self._writer
                subjects = redacao.assuntos(writer.cursor, writer.dialect)
                found[:] = self._eraser.of_subjects(subjects, redacao.escolhe)
            return made

        def along(_events: Sequence[Event]) -> None:
            if found:
                told[:] = self._announce(_announcements(found, act), identity)
                self._eraser.erase((), found)

        future: Future[Recibo] = Future()
        self._engine.submit(
            replace(
                decisao,
                decide=decide,
                along=along,
                settled=lambda command: _answer(future, command),
            )
        )
        receipt = future.result()
        if not found:
            return receipt, None
        at = Recibo(None, told[0].sequence_number, tuple(one.event_hash for one in told))
        return receipt, self._erased(at, found)

    def _announce(self, news: Sequence[NewEvent], identity: str) -> list[Event]:
        """Publish the kernel's own events inside another colony's act."""
        stepper, started = self._stepper, perf_counter_ns()
        outgoing = [Outgoing(new, f"comando/{identity}/{n}") for n, new in enumerate(news)]
        made = stepper.publisher.publish(stepper.runtime(N0D.id).colony, outgoing, None)
        stepper.published(N0D.id, made, started)
        return made

    def _act(
        self,
        find: Callable[[], list[Found]],
        erase: Callable[[Sequence[Found]], None],
        act: _Act,
    ) -> Eliminacao:
        _check_second(act)
        found: list[Found] = []

        def decide(_context: Context) -> Decisao:
            found[:] = find()
            if not found:
                raise UserFacingError("direitos.nada_encontrado")
            return Decisao(None, _announcements(found, act))

        future: Future[Recibo] = Future()
        self._engine.submit(
            Command(
                N0D.id,
                decide,
                along=lambda _events: erase(found),
                settled=lambda command: _answer(future, command),
            )
        )
        return self._erased(future.result(), found)

    def _erased(self, receipt: Recibo, found: Sequence[Found]) -> Eliminacao:
        """After the commit: overwrite what was freed, and say what it came to."""
        return Eliminacao(
            receipt,
            len(found),
            sum(len(one.parts) for one in found),
            self._engine.call(self._eraser.copies).result(),
            self._overwritten(),
        )

    def _overwritten(self) -> bool:
        """The erasure is committed: a disk that refuses now must not deny it."""
        try:
            return self.limpar_pendente()
        except EnvironmentFault:
            return False

    def limpar_pendente(self) -> bool:
        """Overwrite what an earlier erasure left in freed pages; True when nothing is left."""
        return bool(self._engine.call(self._eraser.clean).result())


def _check_second(act: _Act) -> None:
    if not act.segunda_conta or act.segunda_conta == act.ator["conta_id"]:
        raise UserFacingError("direitos.segunda_conta")


def _announcements(found: Sequence[Found], act: _Act) -> list[NewEvent]:
    """One author's events at a time: elsewhere only an author's word counts for its own events."""
    by_author: dict[str, list[Found]] = {}
    for one in found:
        by_author.setdefault(one.event.no, []).append(one)
    return [
        _announcement(of_author[start : start + EVENTS_AT_ONCE], act)
        for of_author in by_author.values()
        for start in range(0, len(of_author), EVENTS_AT_ONCE)
    ]


def _announcement(found: Sequence[Found], act: _Act) -> NewEvent:
    payload = {
        "eventos": [
            {"event_hash": one.event.event_hash, "partes": sorted(one.parts.values())}
            for one in found
        ],
        "base_legal": act.base_legal,
        "motivo": act.motivo,
        "conferente_id": act.segunda_conta,
    }
    return NewEvent("titular.eliminado", payload, sujeito="titular", ator=act.ator)


def _answer(future: Future[Recibo], command: Command) -> None:
    if command.error is not None:
        future.set_exception(command.error)
    elif command.recibo is not None:
        future.set_result(command.recibo)
