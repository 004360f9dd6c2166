from __future__ import annotations

import multiprocessing
import sys
import threading
from uuid import NAMESPACE_URL, UUID, uuid5

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.ids import (
    ROW_NAMESPACE,
    Ids,
    SeededIds,
    SystemIds,
    derived_uuid,
    uuid_bytes,
    uuid_text,
)


@pytest.mark.parametrize("ids", [SystemIds(), SeededIds(1)])
def test_shapes(ids: Ids) -> None:
    for _ in range(600):  # more than one pool
        text = ids.new_uuid()
        parsed = UUID(text)
        assert (str(parsed), parsed.version, parsed.variant) == (text, 4, "specified in RFC 4122")
        assert len(bytes.fromhex(ids.new_label())) == 16
    for size in (0, 1, 8, 16, 17, 32, 33, 64):
        assert len(ids.random_bytes(size)) == size


def test_seeded_ids_repeat_and_differ_by_seed() -> None:
    one, same, other = SeededIds(7), SeededIds(7), SeededIds(8)
    drawn = [one.new_uuid(), one.random_bytes(32), one.new_label(), one.random_bytes(100)]
    assert drawn == [
        same.new_uuid(),
        same.random_bytes(32),
        same.new_label(),
        same.random_bytes(100),
    ]
    assert other.new_uuid() != drawn[0]


def test_nothing_comes_twice() -> None:
    for ids in (SystemIds(), SeededIds(3)):
        drawn = [ids.random_bytes(16) for _ in range(1000)]
        drawn += [part for _ in range(500) for part in _halves(ids.random_bytes(32))]
        assert len(set(drawn)) == len(drawn)


def _halves(raw: bytes) -> tuple[bytes, bytes]:
    return raw[:16], raw[16:]


def test_uuids_made_in_a_row_stand_together() -> None:
    ids, other = SystemIds(), SystemIds()
    drawn = [ids.new_uuid() for _ in range(10_000)]
    runs = [{text[:3] for text in drawn[at : at + 1_000]} for at in range(0, len(drawn), 1_000)]
    assert [len(run) for run in runs] == [1] * 10
    assert len({text[9:] for text in drawn}) == len(drawn)
    assert len({run.pop() for run in runs} | {other.new_uuid()[:3]}) > 5


def test_every_digit_of_a_run_is_drawn_but_those_that_say_version_and_variant() -> None:
    ids = SystemIds()
    drawn = [ids.new_uuid() for _ in range(1_000)]
    columns = ["".join(sorted(set(column))) for column in zip(*drawn, strict=True)]
    assert [len(column) for column in columns[:3]] == [1, 1, 1]
    assert [columns[place] for place in (8, 13, 18, 23)] == ["-"] * 4
    assert (columns[14], columns[19]) == ("4", "89ab")
    drawn_freely = [columns[n] for n in range(3, 36) if n not in {8, 13, 14, 18, 19, 23}]
    assert set(drawn_freely) == {"0123456789abcdef"}


def test_people_can_name_one_by_its_first_eight_digits() -> None:
    ids = SystemIds()
    drawn = [ids.new_uuid() for _ in range(10_000)]
    assert len({text[:8] for text in drawn}) > 9_900


def test_labels_and_salts_share_nothing() -> None:
    ids = SystemIds()
    uuids = {ids.new_uuid()[:3] for _ in range(200)}
    labels = {ids.new_label()[:3] for _ in range(200)}
    salts = {ids.random_bytes(32).hex()[:3] for _ in range(200)}
    assert len(uuids) == 1
    assert min(len(labels), len(salts)) > 150


def test_threads_share_no_randomness() -> None:
    ids = SystemIds()
    found: list[list[str]] = [[] for _ in range(4)]

    def draw(mine: list[str]) -> None:
        mine.extend(ids.new_uuid() for _ in range(3000))

    threads = [threading.Thread(target=draw, args=(mine,)) for mine in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    drawn = [text for mine in found for text in mine]
    assert len(set(drawn)) == 12_000


def _child(ids: SystemIds, sender: multiprocessing.connection.Connection) -> None:
    sender.send([ids.new_uuid() for _ in range(10)])


@pytest.mark.skipif(sys.platform == "win32", reason="no fork on Windows")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_draws_its_own() -> None:
    ids = SystemIds()
    ids.new_uuid()  # the pool is filled, and the child would inherit it
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_child, args=(ids, sender))
    child.start()
    theirs = receiver.recv()
    child.join()
    receiver.close()
    sender.close()
    assert child.exitcode == 0
    assert not set(theirs) & {ids.new_uuid() for _ in range(300)}


def test_forgetting_the_pool_only_costs_a_new_one() -> None:
    ids = SystemIds()
    ids.new_uuid()
    ids._forget()
    assert UUID(ids.new_uuid()).version == 4


@given(st.binary(min_size=16, max_size=16))
def test_text_and_bytes_of_an_identifier(raw: bytes) -> None:
    text = uuid_text(raw)
    assert text == str(UUID(bytes=raw))
    assert uuid_bytes(text) == raw


@pytest.mark.parametrize(
    "text",
    [
        "",
        "6BA7B810-9DAD-41D1-80B4-00C04FD430C8",
        "6ba7b8109dad41d180b400c04fd430c8",
        "{6ba7b810-9dad-41d1-80b4-00c04fd430c8}",
        "6ba7b810-9dad-41d1-80b4-00c04fd430c",
        "6ba7b810-9dad-41d1-80b4-00c04fd430c8\n",
        "6ba7b8 10-9dad-41d1-80b4-00c04fd430c8",
        "6ba7b81-09dad-41d1-80b4-00c04fd430c8",
        "gba7b810-9dad-41d1-80b4-00c04fd430c8",
    ],
)
def test_other_spellings_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a lower-case UUID"):
        uuid_bytes(text)


@pytest.mark.parametrize("size", [0, 15, 17])
def test_an_identifier_has_16_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        uuid_text(b"\x00" * size)


def test_row_identifiers_are_fixed_for_ever() -> None:
    assert uuid5(NAMESPACE_URL, "civico/linha/v1") == ROW_NAMESPACE
    first = derived_uuid("ab" * 32, "d5_agenda", 0)
    assert first == str(uuid5(ROW_NAMESPACE, "ab" * 32 + "/d5_agenda/0"))
    assert first == "4485f454-f26e-526d-9c7b-57a08e40106d"
    others = {
        derived_uuid("ab" * 32, "d5_agenda", 1),
        derived_uuid("ab" * 32, "d5_agend", 0),
        derived_uuid("ac" * 32, "d5_agenda", 0),
    }
    assert len(others | {first}) == 4
