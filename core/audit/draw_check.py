"""One draw judged: every published value against the one that comes out of the log.

An input that differs is a finding of its own. A value that differs only because one of its inputs
does is told as following from it: so exactly what was changed is named. Pure.
Source: D-6a 3.7, 4.1-4.4; design.md 8; G-120, G-121, G-142, G-145.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.audit.council import WhyNot
from core.audit.findings import Finding
from core.base.sorteio import embaralhar, hash_da_lista, seed_publico

FIRST: int = 0
"""The winner stands first in the order (G-142)."""


@dataclass(frozen=True, slots=True)
class Published:
    """What ``conselheiro.sorteado`` says; None where it does not (1.0.0 has no pool)."""

    winner: str
    seed: str
    base: str | None
    timestamp: str | None
    pool: tuple[str, ...] | None
    unit_of_pool: str | None
    digest: str | None
    position: int | None
    total: int | None


@dataclass(frozen=True)
class Rebuilt:
    """What the log gives.

    Args:
        base: event_id behind the draw's ``prev``; None where the log lacks it.
        timestamp: the draw's own, from its header.
        pool: ascending.
        unit_of_pool: whose councillors these are; None for an empty pool.
    """

    base: str | None
    timestamp: str
    pool: tuple[str, ...]
    unit_of_pool: str | None

    @cached_property
    def seed(self) -> str | None:
        """The seed; None without a base."""
        return None if self.base is None else seed_publico(self.base, self.timestamp)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The pool as the seed orders it; empty without a seed."""
        return () if self.seed is None else embaralhar(self.pool, self.seed)

    @cached_property
    def digest(self) -> str | None:
        """Of the order."""
        return hash_da_lista(self.order) if self.order else None

    @property
    def winner(self) -> str | None:
        """Who had to be drawn."""
        return self.order[FIRST] if self.order else None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What differs, and what follows from it."""

    findings: tuple[Finding, ...]
    consequences: tuple[Finding, ...]


def judge(published: Published, rebuilt: Rebuilt, why_not: Callable[[str], WhyNot]) -> Verdict:
    """Compare.

    Args:
        published: what the event says.
        rebuilt: what the log gives.
        why_not: why somebody is not in the rebuilt pool.
    """
    inputs = [*_seed_inputs(published, rebuilt), *_pool(published, rebuilt, why_not)]
    seed = _seed(published, rebuilt, has_cause=bool(inputs))
    findings = list(inputs)
    consequences: list[Finding] = []
    for one, is_cause in seed:
        (findings if is_cause else consequences).append(one)
    ways = _Ways(published, rebuilt) if findings else None
    for one, is_cause in _outputs(published, rebuilt, ways):
        (findings if is_cause else consequences).append(one)
    return Verdict(tuple(findings), tuple(consequences))


def _seed_inputs(published: Published, rebuilt: Rebuilt) -> Iterator[Finding]:
    if rebuilt.base is None:
        yield Finding("base_ausente", published.base)
    elif published.base is not None and published.base != rebuilt.base:
        yield Finding("base", published.base, rebuilt.base)
    if published.timestamp is not None and published.timestamp != rebuilt.timestamp:
        yield Finding("timestamp", published.timestamp, rebuilt.timestamp)


def _pool(
    published: Published, rebuilt: Rebuilt, why_not: Callable[[str], WhyNot]
) -> Iterator[Finding]:
    if published.unit_of_pool is not None and published.unit_of_pool != rebuilt.unit_of_pool:
        yield Finding("degrau", published.unit_of_pool, rebuilt.unit_of_pool)
    if published.pool is None:
        return
    there, expected = set(published.pool), set(rebuilt.pool)
    for who in sorted(there - expected):
        yield Finding("elegivel_a_mais", who, None, {"por": why_not(who)})
    for who in sorted(expected - there):
        yield Finding("elegivel_a_menos", None, who)
    if len(there) != len(published.pool):
        twice = next(who for who in published.pool if published.pool.count(who) > 1)
        yield Finding("elegivel_repetido", twice)
    elif list(published.pool) != sorted(published.pool):
        yield Finding("elegiveis_fora_de_ordem", published.pool[0], min(published.pool))


def _seed(
    published: Published, rebuilt: Rebuilt, *, has_cause: bool
) -> Iterator[tuple[Finding, bool]]:
    if published.seed == rebuilt.seed:
        return
    base = published.base or rebuilt.base
    explained = (
        has_cause
        and base is not None
        and any(
            published.seed == seed_publico(base, moment)
            for moment in (rebuilt.timestamp, published.timestamp)
            if moment is not None
        )
    )
    yield Finding("semente", published.seed, rebuilt.seed), not explained


class _Ways:
    """The orders that follow from what was published in place of what the log gives."""

    def __init__(self, published: Published, rebuilt: Rebuilt) -> None:
        seeds = [one for one in (rebuilt.seed, published.seed) if one is not None]
        pools: list[Sequence[str]] = [rebuilt.pool]
        if published.pool is not None and len(set(published.pool)) == len(published.pool):
            pools.append(published.pool)
        self.orders = [
            embaralhar(pool, seed) for seed in dict.fromkeys(seeds) for pool in pools if pool
        ]
        self.digests = {hash_da_lista(order): order for order in self.orders}
        self.totals = {len(pool) for pool in pools}

    def winners(self, digest: str | None) -> set[str]:
        """Who would be drawn; by the order behind a digest where there is one."""
        order = None if digest is None else self.digests.get(digest)
        return {one[FIRST] for one in ([order] if order else self.orders)}


def _outputs(
    published: Published, rebuilt: Rebuilt, ways: _Ways | None
) -> Iterator[tuple[Finding, bool]]:
    """Position, total, digest and winner; each with whether it is a finding of its own."""
    if published.position not in {None, FIRST}:
        yield Finding("posicao", published.position, FIRST), True
    if published.total not in {None, len(rebuilt.pool)}:
        follows = ways is not None and published.total in ways.totals
        yield Finding("total", published.total, len(rebuilt.pool)), not follows
    if published.digest not in {None, rebuilt.digest}:
        follows = ways is not None and published.digest in ways.digests
        yield Finding("lista_hash", published.digest, rebuilt.digest), not follows
    if published.winner != rebuilt.winner:
        follows = ways is not None and published.winner in ways.winners(published.digest)
        yield Finding("vencedor", published.winner, rebuilt.winner), not follows
