"""The draw: known answers of another implementation, any order in, everybody the same chance."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from collections import Counter
from pathlib import Path
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.sorteio import (
    Sorteio,
    em_ordem,
    embaralhar,
    hash_da_lista,
    passos,
    seed_publico,
    sortear,
)

SHARED = Path(__file__).resolve().parents[4] / "shared" / "vectors" / "sorteio.json"
UM, DOIS, TRES = (
    "d2a826d1-fafa-45bc-aa47-c3a28eb09dfe",
    "ed255002-cf47-4258-a233-5a0536132cd2",
    "fe2b587d-7bc0-4cba-a27c-0549611605ef",
)
POOLS = st.lists(st.uuids().map(str), min_size=1, max_size=40, unique=True)
SEEDS = st.binary(min_size=32, max_size=32).map(bytes.hex)

# (base, moment, pool, seed, order, hash), computed by an implementation in JavaScript.
KNOWN = [
    (
        "d8c0d719-944a-4f1e-a7e8-43b26cabef03",
        "2026-01-01T00:00:00.000Z",
        ["862eea91-3e12-4864-ad64-b56b575f36e5"],
        "b5dd2dcf1e1190d5d5baefaa85cabbc07a58f85307dc2f7cd015ba500ab8ce90",
        ["862eea91-3e12-4864-ad64-b56b575f36e5"],
        "c6750fb94db1edbfe92da65464083a651b324d59669e089c2781bc6f74707792",
    ),
    (
        "19a32940-fa5c-4f30-ad38-50c47806a271",
        "2026-03-15T14:38:02.518Z",
        ["0da92dbe-bce6-4c89-afb3-ce58af9886a1", "4cb72aa3-3059-44f0-a61f-240412cae086"],
        "9a78d32150961a235f95addc4255fc9fffb26291baf9904353ece0bcf6993a0e",
        ["4cb72aa3-3059-44f0-a61f-240412cae086", "0da92dbe-bce6-4c89-afb3-ce58af9886a1"],
        "bbf375b2694637da8b6080878545a689935400ce6decf14ef6ebccbcd683232c",
    ),
    (
        "dd1c9555-f6e3-4859-a29d-22fbe0388705",
        "2026-03-03T02:14:26.074Z",
        [UM, DOIS, TRES],
        "6fad666345cbcbb3cb3d4b7558ae5beda525b465807b1ce620dd153450f5d433",
        [TRES, DOIS, UM],
        "bad9b1a6120c65ad892ebb2b43a31d791774853eb8e738dcaf9a3e1d90cc9c1b",
    ),
    (
        "03457742-337b-4615-a743-6fffaaadd328",
        "2026-04-16T15:45:15.555Z",
        [
            "092d2074-b77b-4808-a727-1a633ef1277f",
            "26d501b1-562b-4129-ad0c-b05b502b4ae9",
            "29f420ac-02a1-4dfc-a283-fa03f5353805",
        ],
        "e2734ed5adb9b003c3a550ad0331784e2903918f4228deae6c7983e244c22250",
        [
            "092d2074-b77b-4808-a727-1a633ef1277f",
            "29f420ac-02a1-4dfc-a283-fa03f5353805",
            "26d501b1-562b-4129-ad0c-b05b502b4ae9",
        ],
        "1913fe91db9a6c685ad6e94ccf9711d45b431cb22793a71a466e194c1fb81f32",
    ),
]


@pytest.mark.cenario("D-6a/T5")
@pytest.mark.parametrize(("base", "moment", "pool", "seed", "order", "digest"), KNOWN)
def test_another_implementation_gives_the_same(
    base: str, moment: str, pool: list[str], seed: str, order: list[str], digest: str
) -> None:
    for given_order in (pool, pool[::-1]):
        drawn = sortear(given_order, base, moment)
        assert drawn == Sorteio(seed, tuple(pool), tuple(order), digest)
        assert (drawn.conselheiro_id, drawn.posicao_sorteada) == (order[0], 0)


@pytest.mark.skipif(not SHARED.is_file(), reason="the full set of vectors is not in this checkout")
@pytest.mark.cenario("D-6a/T5")
def test_the_full_set_of_vectors_is_met() -> None:
    cases = json.loads(SHARED.read_text())["casos"]
    assert len(cases) == 39
    for case in cases:
        shuffled = random.Random(len(case["elegiveis"])).sample(
            case["elegiveis"], len(case["elegiveis"])
        )
        drawn = sortear(shuffled, case["ultimo_event_id"], case["timestamp"])
        assert drawn.seed_publico == case["seed_publico"]
        assert list(drawn.ordem) == case["ordem"]
        assert drawn.lista_elegiveis_hash == case["lista_elegiveis_hash"]
        assert drawn.conselheiro_id == case["conselheiro_id"]


def test_seed_and_hash_are_those_of_the_document() -> None:
    expected = hmac.new(b"d6a-sorteio", b"abc:2026-01-01T00:00:00.000Z", hashlib.sha256)
    assert seed_publico("abc", "2026-01-01T00:00:00.000Z") == expected.hexdigest()
    written = f'["{DOIS}","{UM}"]'
    assert hash_da_lista([DOIS, UM]) == hashlib.sha256(written.encode()).hexdigest()
    assert hash_da_lista([]) == hashlib.sha256(b"[]").hexdigest()


@given(POOLS, SEEDS, st.randoms(use_true_random=False))
def test_the_order_of_arrival_changes_nothing(
    pool: list[str], seed: str, chance: random.Random
) -> None:
    others = list(pool)
    chance.shuffle(others)
    assert embaralhar(pool, seed) == embaralhar(others, seed)
    assert sorted(embaralhar(pool, seed)) == sorted(pool)


def test_case_is_no_difference_and_a_second_chance_is_refused() -> None:
    assert em_ordem([TRES.upper(), UM]) == (UM, TRES)
    with pytest.raises(ValueError, match="twice"):
        em_ordem([UM, UM.upper()])


def test_nobody_is_not_drawn_from() -> None:
    assert embaralhar([], "00") == ()
    with pytest.raises(ValueError, match="nobody"):
        sortear([], UM, "2026-01-01T00:00:00.000Z")


@pytest.mark.parametrize("size", [2, 3, 7, 16])
def test_everybody_has_the_same_chance(size: int) -> None:
    draws, pool = 8_000, [str(UUID(int=place)) for place in range(size)]
    winners = Counter(
        sortear(pool, str(UUID(int=10_000 + draw)), "2026-01-01T00:00:00.000Z").conselheiro_id
        for draw in range(draws)
    )
    expected = draws / size
    chi_square = sum((winners[one] - expected) ** 2 / expected for one in pool)
    # Four standard deviations above the mean of a chi-square with size-1 degrees of freedom.
    assert chi_square < (size - 1) + 4 * (2 * (size - 1)) ** 0.5


def test_every_order_is_as_likely_as_another() -> None:
    orders = Counter(
        embaralhar([UM, DOIS, TRES], seed_publico(str(UUID(int=draw)), "")) for draw in range(6_000)
    )
    chi_square = sum((orders[order] - 1_000) ** 2 / 1_000 for order in orders)
    assert len(orders) == 6
    assert chi_square < 5 + 4 * 10**0.5


def test_the_exchanges_make_the_order_one_by_one() -> None:
    pool, seed = [UM, DOIS, TRES], seed_publico(UM, "2026-01-01T00:00:00.000Z")
    lista = sorted(pool)
    for place, passo in enumerate(passos(len(lista), seed)):
        assert (passo.contador, passo.texto) == (place, f"{seed}:{place}")
        assert passo.sorteada == int(passo.digest[:8], 16) % (passo.ate + 1)
        lista[passo.ate], lista[passo.sorteada] = lista[passo.sorteada], lista[passo.ate]
    assert tuple(lista) == embaralhar(pool, seed)
    assert list(passos(1, seed)) == list(passos(0, seed)) == []
