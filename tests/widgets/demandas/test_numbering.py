from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from widgets.demandas.numbering import Numbering


def test_a_number_stands_for_one_identifier_whatever_the_order() -> None:
    numbering = Numbering()
    first = list(numbering.numbers(["a", "b", "c"]))
    assert list(numbering.numbers(["c", "a", "d"])) == [first[2], first[0], 3]
    assert numbering.identifiers(reversed(first)) == ["c", "b", "a"]
    assert (numbering.known("b"), numbering.known("z")) == (first[1], None)


def test_workers_at_once_give_no_number_twice() -> None:
    numbering = Numbering()
    names = [f"d{n}" for n in range(2_000)]
    with ThreadPoolExecutor(4) as pool:
        lists = list(pool.map(lambda _n: list(numbering.numbers(names)), range(4)))
    assert lists[0] == lists[1] == lists[2] == lists[3]
    assert len(set(lists[0])) == len(names)
    assert numbering.identifiers(lists[0]) == names
