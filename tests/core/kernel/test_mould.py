from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.kernel.clock import ManualClock
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent
from core.kernel.ids import SeededIds
from core.kernel.mould import MAX_SHAPES, Mould
from core.kernel.parts import make_event
from core.kernel.sealed import SealedEvent
from core.kernel.sealing import FeedHead, Sealer

NOW_MS = 1_796_031_663_123
UUID = "6ba7b810-9dad-41d1-80b4-00c04fd430c8"
ATOR = {"conta_id": UUID, "papel": "atendente"}
PARTS = {
    "demanda_id": "publica.nucleo",
    "score": "publica.nucleo",
    "lugar": "publica.nucleo",
    "titulo": "publica.texto",
    "descrição": "publica.texto.cidadao",
    "cidadao_id": "restrita.pessoa.cidadao",
    "nome": "restrita.pessoa.vizinho",
}


@dataclass(frozen=True)
class Contract:
    tipo: str = 'item_disponível"\\'
    versao: str = "1.2.0"
    part_of: Mapping[str, str] = field(default_factory=lambda: PARTS)
    titular_field: Mapping[str, str] = field(default_factory=lambda: {"cidadao": "cidadao_id"})


@dataclass(frozen=True)
class Told:
    """Everything that sealing gave, in a form that tells apart 1, 1.0 and True."""

    raw: bytes
    digest: bytes
    rows: list[tuple[str, bytes, bytes]]
    titulares: Mapping[str, str]
    event: str
    error: tuple[str, str] | None = None


def told(sealed: SealedEvent) -> Told:
    rows, event = list(sealed.rows), repr(sealed.event)
    return Told(sealed.raw, sealed.event_hash, rows, dict(sealed.titulares), event)


def sealer() -> Sealer:
    return Sealer("ab" * 32, ManualClock(NOW_MS), SeededIds(1))


def sealed_by(made: Sealer, new: NewEvent, **others: Any) -> Told:
    given_args: dict[str, Any] = {
        "origem": "D-1",
        "regra_versao": 1,
        "feed": FeedHead("cd" * 16, 3, 9, b"\x01" * 32),
        "causa": None,
        "chave_derivacao": "comando/x/0",
        "correlacao_id": None,
        **others,
    }
    try:
        return told(made.seal(new, CONTRACT, **given_args))
    except UserFacingError as refusal:
        return Told(b"", b"", [], {}, "", (refusal.code, repr(refusal.params)))


CONTRACT = Contract()
SHORT = Mould.seal


def both_ways(new: NewEvent, **others: Any) -> bool:
    """Seal the short way twice (the shape learnt, then known) and the long way; was it short?"""
    taken: list[bool] = []

    def watched(self: Mould, *args: Any, **kwargs: Any) -> SealedEvent | None:
        result = SHORT(self, *args, **kwargs)
        taken.append(result is not None)
        return result

    with patch.object(Mould, "seal", watched):
        made = sealer()
        short = [sealed_by(made, new, **others) for _ in range(2)]
    with patch.object(Mould, "seal", lambda *_args, **_kwargs: None):
        made = sealer()
        long = [sealed_by(made, new, **others) for _ in range(2)]
    assert short == long
    return all(taken)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(2**53), 2**53)
    | st.floats()
    | st.floats(-1000, 1000)
    | st.sampled_from([0.0, -0.0, 1.0, 1e-5, 1e-7, 1e21])
    | st.text()
    | st.text(st.characters(categories=["L", "M", "N", "P", "Cs"]))
    | st.sampled_from(["é", "e\u0301", "\ud800", "\x00", "\u2028", "😀"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)
FIELDS = st.sampled_from([*PARTS, "outro", "e\u0301", "é", "\ud800", "😀", "z"])
TEXTS = st.sampled_from(
    ["comando/x/0", "", "a" * 512, "a" * 513, 'as"pas', "bar\\ra", "e\u0301", "é", "\n", "\x7f"]
)


@given(
    st.dictionaries(FIELDS, VALUES, max_size=6),
    st.frozensets(FIELDS),
    st.none() | st.just(ATOR) | st.builds(lambda a: {**ATOR, "conta_id": a}, st.text()),
    st.dictionaries(st.sampled_from(["cidadao", "vizinho", "x"]), st.just(UUID), max_size=2),
    st.none() | TEXTS,
    st.sampled_from([None, "02" * 32, 'x"']),
    st.sampled_from([None, UUID, "x"]),
    st.booleans(),
)
@example({"titulo": "Açaí", "demanda_id": "d"}, frozenset(), ATOR, {}, None, None, None, True)
@example({"lugar": {"z": 1, "a": 2.0}}, frozenset(), None, {}, None, None, None, False)
def test_the_short_way_gives_what_the_long_way_gives(
    payload: dict[str, Any],
    restrito: frozenset[str],
    ator: dict[str, str] | None,
    titulares: dict[str, str],
    chave: str | None,
    causa: str | None,
    correlacao: str | None,
    critico: bool,
) -> None:
    new = NewEvent(
        CONTRACT.tipo,
        payload,
        "sujeito",
        restrito=restrito,
        ator=ator,
        titulares=titulares,
        critico=critico,
    )
    both_ways(new, chave_derivacao=chave, causa=causa, correlacao_id=correlacao)


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"demanda_id": "d"},
        {"titulo": "Buraco na calçada", "demanda_id": "d", "score": 81.25, "lugar": None},
        {"score": 80.0, "lugar": {"lat": -3.5, "lng": 40.0, "de": ["x", {"y": 1}]}},
        {"cidadao_id": UUID, "descrição": "água", "nome": "Zé", "outro": True},
    ],
)
def test_ordinary_events_go_the_short_way(payload: dict[str, Any]) -> None:
    for ator in (None, ATOR):
        for causa in (None, "02" * 32):
            new = NewEvent(CONTRACT.tipo, payload, "sujeito", ator=ator)
            assert both_ways(new, causa=causa, correlacao_id=UUID)


@given(st.dictionaries(st.sampled_from([*PARTS, "outro"]), VALUES, max_size=6))
def test_the_event_is_what_its_bytes_read_back_as(payload: dict[str, Any]) -> None:
    new = NewEvent(CONTRACT.tipo, payload, "sujeito", ator=ATOR)
    try:
        one = sealer().seal(
            new,
            CONTRACT,
            origem="D-1",
            regra_versao=1,
            feed=FeedHead("cd" * 16, 3, 9, b"\x01" * 32),
            causa=None,
            chave_derivacao="comando/x/0",
            correlacao_id=None,
        )
    except UserFacingError:
        return
    contents = {nome: content for nome, _, content in one.rows}
    read = make_event(0, one.event_hash, 0, 0, one.header, contents)
    assert repr(one.event) == repr(read)  # repr: the order of the fields too


def test_what_is_too_large_is_refused_either_way() -> None:
    both_ways(NewEvent(CONTRACT.tipo, {"titulo": "a" * 262_144}, "s"))
    both_ways(NewEvent(CONTRACT.tipo, {"titulo": "a" * 262_131}, "s"))
    parts = {f"p{n}": f"publica.texto.papel_{'a' * 50}_{n:02}" for n in range(40)}
    contract = Contract(part_of=parts)
    for count in (30, 32, 33):
        new = NewEvent(CONTRACT.tipo, {f"p{n}": n for n in range(count)}, "s")
        with patch(f"{__name__}.CONTRACT", contract):
            both_ways(new, chave_derivacao="k" * 512)


def test_no_more_shapes_are_kept_than_there_is_room_for() -> None:
    made = sealer()
    for n in range(2 * MAX_SHAPES):
        sealed_by(made, NewEvent(CONTRACT.tipo, {f"campo_{n}": n}, "s"))
    (mould,) = made._moulds.values()
    assert len(mould._shapes) == MAX_SHAPES


def test_a_list_is_never_shared_with_who_asked() -> None:
    payload = {"lugar": {"lat": 1.5}, "outro": [1]}
    sealed = sealer().seal(
        NewEvent(CONTRACT.tipo, payload, "s"),
        CONTRACT,
        origem="D-1",
        regra_versao=1,
        feed=FeedHead("cd" * 16, 0, 0, None),
        causa=None,
        chave_derivacao=None,
        correlacao_id=None,
    )
    payload["outro"].append(2)  # type: ignore[attr-defined] # a list, as written above
    assert sealed.event.payload == {"outro": [1], "lugar": {"lat": 1.5}}
