"""Claims: the most specific wins; where nobody claims, nobody decides; alone, everything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from core.kernel.event import Event
from core.kernel.identity.network_document import NetworkDocument
from core.kernel.identity.node_entry import NodeEntry
from core.sync.custody import Claims, NetworkCustody
from tests.support.office import demanda, unidade
from tests.support.sorteios import MemoryLog
from tests.support.toy_colonies import T1

A, B, C = "aa" * 16, "bb" * 16, "cc" * 16
RUA, BAIRRO, CIDADE, ESTADO, OUTRA = (unidade(n) for n in range(1, 6))
PARENT = {RUA: BAIRRO, BAIRRO: CIDADE, CIDADE: ESTADO, OUTRA: ESTADO}


def document(**claims: Iterable[str]) -> NetworkDocument:
    """A version whose nodes claim; nothing else of it matters here."""
    names = {"a": A, "b": B, "c": C}
    nodes = tuple(
        NodeEntry(names[name], names[name] * 2, custodia=tuple(of)) for name, of in claims.items()
    )
    return NetworkDocument(b"", 2, "00" * 32, 1, ("ff" * 32,), nodes, None, ())


def chain(unit: str) -> list[str]:
    """The unit and those above it."""
    found = [unit]
    while found[-1] in PARENT:
        found.append(PARENT[found[-1]])
    return found


def event(no: str = A, **payload: Any) -> Event:
    """An event of a node."""
    log = MemoryLog()
    log.put("brinquedo.x", payload)
    (made,) = log.log
    made.no = no
    return made


@dataclass
class Told:
    """The projections of a test."""

    demands: Mapping[str, str] = field(default_factory=dict)

    def chain(self, unidade: str, /) -> Iterable[str]:
        return chain(unidade)

    def of_demand(self, demanda: str, /) -> str | None:
        return self.demands.get(demanda)


def custody(
    no: str, found: NetworkDocument, demands: Mapping[str, str] | None = None
) -> NetworkCustody:
    """What a node asks."""
    return NetworkCustody(no, lambda: found, Told(demands or {}))


def test_the_most_specific_claim_wins() -> None:
    claims = Claims(document(a=["*"], b=[CIDADE], c=[RUA]))
    holders = {unit: claims.holder(chain(unit)) for unit in (RUA, BAIRRO, CIDADE, ESTADO, OUTRA)}
    assert holders == {RUA: C, BAIRRO: B, CIDADE: B, ESTADO: A, OUTRA: A}


def test_what_nobody_claims_nobody_decides() -> None:
    claims = Claims(document(a=[BAIRRO], b=[OUTRA]))
    assert claims.holder(chain(CIDADE)) is None
    assert not any(custody(no, document(a=[BAIRRO], b=[OUTRA])).holds_unit(CIDADE) for no in (A, B))


def test_a_network_of_one_holds_everything_whatever_it_declares() -> None:
    held = custody(A, document(a=[RUA]))
    assert held.holds_unit(OUTRA)
    assert held.holds(T1, event(B, demanda_id=demanda(1)))
    assert not custody(B, document(a=[RUA])).holds_unit(RUA)


def test_exactly_one_node_decides_about_each_unit() -> None:
    found = document(a=["*"], b=[CIDADE], c=[RUA, OUTRA])
    for unit in (RUA, BAIRRO, CIDADE, ESTADO, OUTRA):
        assert sum(custody(no, found).holds_unit(unit) for no in (A, B, C)) == 1


def test_an_event_is_decided_by_its_unit_then_by_its_demands() -> None:
    found = document(a=["*"], b=[CIDADE])
    held = custody(B, found, {demanda(1): BAIRRO, demanda(2): OUTRA})
    assert held.holds(T1, event(A, unidade_civica_id=RUA, demanda_id=demanda(2)))
    assert held.holds(T1, event(A, demanda_id=demanda(1)))
    assert not held.holds(T1, event(B, demanda_id=demanda(2)))
    assert held.holds(T1, event(A, representante_demanda_id=demanda(1), membros=[]))


def test_a_demand_without_a_unit_is_its_authors_and_the_rest_is_everybodys() -> None:
    held = custody(B, document(a=["*"], b=[CIDADE]))
    assert held.holds(T1, event(B, demanda_id=demanda(9)))
    assert not held.holds(T1, event(A, demanda_id=demanda(9)))
    assert held.holds(T1, event(A, versao="parametros"))


def test_a_new_version_counts_after_a_reset() -> None:
    now = [document(a=["*"], b=[CIDADE])]
    held = NetworkCustody(B, lambda: now[0], Told())
    assert held.holds_unit(RUA)
    now[0] = replace(now[0], nos=document(a=["*"], b=[OUTRA]).nos)
    assert held.holds_unit(RUA)
    held.reset()
    assert not held.holds_unit(RUA)
