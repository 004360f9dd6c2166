"""What an audit counts of a bundle is what an office counts that imports it, for any draw forged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from core.audit.draw_audit import DrawAudit
from core.audit.ranking_audit import RankingAudit
from core.colonies.d6a_sorteio.colony import SORTEIO
from core.contracts.catalogo import MODELS
from core.kernel.event import SealPoint
from core.kernel.header import decode_header
from core.kernel.identity.network_document import Seal
from core.kernel.merkle import inclusion_proof, root
from core.kernel.registry import Registry
from core.sync.bundle_log import BundleLog
from core.sync.evidence import Evidence, Side, encode_evidence, evidence_name
from core.sync.source import BytesSource
from core.sync.verification import verify_bundle
from tests.support.office import conselheiro, demanda, unidade
from tests.support.pacotes import Feed, Pacote
from tests.support.postos import NoCustody, Posto, nova_versao
from tests.support.sorteios import Made, Story

REGISTRY = Registry(MODELS)
DRAWS = 40
POOL = 3


@dataclass
class FeedLog:
    """A story written into a feed."""

    feed: Feed
    now_ms: int = 0

    def put(self, tipo: str, made: Made, causa: str | None = None, **change: Any) -> str:
        """See ``Log.put``."""
        feed = self.feed
        last = decode_header(feed.folhas[-1]) if feed.folhas else None
        prev = feed.hashes()[-1].hex() if feed.folhas else None
        point = SealPoint(prev, None if last is None else last.event_id, feed.cabecalho().timestamp)
        said = made(point) if callable(made) else made
        version = REGISTRY.for_publishing(tipo).versao
        feed.mais(said, tipo=tipo, versao_schema=version, causa=causa, **change)
        return feed.hashes()[-1].hex()


def story(posto: Posto) -> tuple[Feed, Story]:
    """``DRAWS`` units of ``POOL`` councillors, each with a demand that waits."""
    feed = Feed("eco", posto.rede.rede)
    told = Story(FeedLog(feed))
    told.territory(dict.fromkeys(range(1, DRAWS + 1)))
    for unit in range(1, DRAWS + 1):
        for who in pool(unit):
            told.register(who, unit)
        told.announce(unit, unit)
    return feed, told


def pool(unit: int) -> range:
    """Who serves in a unit."""
    return range(unit * POOL, unit * POOL + POOL)


def forged(random: Random, unit: int) -> dict[str, Any]:
    """One value told otherwise, or left out; rarely nothing."""
    other = conselheiro(random.randrange(POOL, (DRAWS + 1) * POOL))
    values: dict[str, tuple[Any, ...]] = {
        "conselheiro_id": (*map(conselheiro, pool(unit)), other, "0" * 12),
        "seed_publico": ("ab" * 32, ...),
        "lista_elegiveis_hash": ("cd" * 32, None, ...),
        "posicao_sorteada": (1, None, -1),
        "total_elegiveis": (POOL + 1, None, 0),
        "timestamp": ("2026-11-30T12:00:00.001Z", None, "ontem"),
        "elegiveis": (
            [conselheiro(pool(unit)[0])],
            [*map(conselheiro, reversed(pool(unit)))],
            [],
            [other],
        ),
        "seed_base_event_id": (demanda(unit), None),
        "degrau_unidade_id": (unidade(unit % DRAWS + 1), None),
        "metodo_sorteio": ("dado",),
    }
    field = random.choice([*values, None])
    return {} if field is None else {field: random.choice(values[field])}


def bundle_log(raw: bytes) -> BundleLog:
    """As an auditor reads it."""
    bundle = verify_bundle(BytesSource(raw)).bundle
    assert bundle is not None
    return BundleLog(bundle, REGISTRY)


def in_hand(raw: bytes) -> set[tuple[str, str]]:
    """Who has which demand after all draws, as the audit sees it."""
    log = bundle_log(raw)
    audit = DrawAudit(log, has_effect=log.has_effect)
    for judged in audit.run():
        assert log.has_effect(judged.event) or not judged.is_right
    demands = audit.state.demands
    known = ((demanda(n), demands.get(demanda(n))) for n in range(1, DRAWS + 1))
    return {(one, of.councillor) for one, of in known if of is not None and of.councillor}


def imported(posto: Posto, raw: bytes) -> set[tuple[str, str]]:
    """The same by the projection of an office that imports the bundle."""
    posto.colonias = (SORTEIO,)
    posto.custodia = lambda _posto: NoCustody()
    posto.importa(raw)
    rows = posto.linhas(
        "SELECT demanda_id, conselheiro_id FROM d6a_atribuicoes WHERE status = 'ativa'"
    )
    return {(row[0], row[1]) for row in rows}


@pytest.mark.parametrize("seed", range(2))
def test_any_draw_forged_counts_for_the_audit_as_for_the_import(
    tres: list[Posto], seed: int
) -> None:
    random = Random(f"forjados {seed}")
    feed, told = story(tres[0])
    for unit in random.sample(range(1, DRAWS + 1), DRAWS):
        change: Mapping[str, Any] = forged(random, unit)
        told.draw(unit, unit, pool(unit), **change)
    raw = Pacote.de(tres[0].forja(), "eco", feed).bytes()
    found = imported(tres[0], raw)
    assert found == in_hand(raw)
    assert 0 < len(found) < DRAWS


def test_of_two_draws_with_one_identity_the_first_counts(tres: list[Posto]) -> None:
    feed, told = story(tres[0])
    told.draw(1, 1, pool(1))
    first = decode_header(feed.folhas[-1])
    log = told.log
    assert isinstance(log, FeedLog)
    twice = FeedLog(feed)
    Story(_Copying(twice, first.event_id)).draw(2, 2, pool(2))
    raw = Pacote.de(tres[0].forja(), "eco", feed).bytes()
    found = imported(tres[0], raw)
    assert {one for one, _who in found} == {demanda(1)}
    assert found == in_hand(raw)


def test_what_a_seal_cuts_off_may_be_the_first_of_an_identity_all_the_same(
    tres: list[Posto],
) -> None:
    feed, told = story(tres[0])
    told.draw(1, 1, pool(1))
    size = len(feed.folhas)
    told.draw(2, 2, pool(2))
    cut_off = decode_header(feed.folhas[-1])
    after = Feed("eco", feed.rede, 1)
    filler = {"epoca_anterior": 0, "tamanho_restaurado": size}
    for _ in range(3):
        after.mais(filler, tipo="epoca.aberta")
    again = Story(_Copying(FeedLog(after), cut_off.event_id))
    again.draw(2, 2, pool(2))
    end = Seal(feed.no, 0, size, root(feed.hashes()[:size]).hex())
    nova_versao(tres, tres[0], seals=[end])
    raw = Pacote.de(tres[0].forja(), "eco", feed, after).bytes()
    found = imported(tres[0], raw)
    assert {one for one, _who in found} == {demanda(1)}
    assert found == in_hand(raw)


@dataclass
class _Copying:
    """Gives what is written an id that another event has."""

    log: FeedLog
    event_id: str
    now_ms: int = 0

    def put(self, tipo: str, made: Made, causa: str | None = None) -> str:
        """See ``Log.put``."""
        return self.log.put(tipo, made, causa, event_id=self.event_id)


def test_what_a_feed_of_two_stories_says_from_there_on_counts_for_nobody(
    tres: list[Posto],
) -> None:
    feed, told = story(tres[0])
    told.draw(1, 1, pool(1))
    fork = len(feed.folhas)
    other = feed.copia()
    other.mais({"demanda_id": demanda(9)}, tipo="teste.fato")
    told.draw(2, 2, pool(2))
    first, second = sorted(
        (
            Side(
                one.nota(fork + 1),
                one.folhas[fork],
                tuple(inclusion_proof(one.hashes()[: fork + 1], fork)),
            )
            for one in (feed, other)
        ),
        key=lambda side: side.nota,
    )
    evidence = encode_evidence(Evidence(feed.no, 0, (first, second)))
    made = Pacote.de(tres[0].forja(), "eco", feed)
    raw = made.com(evidence_name(evidence), evidence).bytes()
    found = imported(tres[0], raw)
    assert {one for one, _who in found} == {demanda(1)}
    assert found == in_hand(raw)


def test_a_score_without_effect_is_named_and_moves_nothing(tres: list[Posto]) -> None:
    feed = Feed("eco", tres[0].rede.rede)
    feed.mais({"demanda_id": demanda(1)}, tipo="demanda.ranqueada", versao_schema="1.0.0")
    log = bundle_log(Pacote.de(tres[0].forja(), "eco", feed).bytes())
    audit = RankingAudit(log, has_effect=log.has_effect)
    (one,) = audit.run()
    assert [finding.entrada for finding in one.findings] == ["sem_efeito"]
    assert audit.state.units() == []
