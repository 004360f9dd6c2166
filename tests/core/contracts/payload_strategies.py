"""Payloads made from the contracts' own types: valid ones, and all ways to spoil them."""

from __future__ import annotations

import copy
import re
import types
import typing
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Union

import msgspec
from hypothesis import strategies as st

from core.kernel.registry import Contract

LONG = "a" * 50_001
ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    6,
    8,
    101,
    1.0,
    0.0,
    -0.0,
    0.5,
    90.5,
    1e21,
    1e300,
    5e-324,
    2**53 - 1,
    2**53,
    float(2**53),
    2**63,
    2**70,
    "",
    "\n",
    "x",
    "1",
    "não",
    "nao\u0303",
    "😀",
    LONG,
    [],
    [None],
    [1.0],
    [""],
    {},
    {"a": 1},
    [{}],
)
"""What any field is replaced by in turn."""


def payloads(contract: Contract) -> st.SearchStrategy[dict[str, Any]]:
    """Valid payloads of one contract, optional fields sometimes missing, sometimes null."""
    required = {n: values(i.tipo) for n, i in contract.campos.items() if i.obrigatorio}
    optional = {n: values(i.tipo) for n, i in contract.campos.items() if not i.obrigatorio}
    return st.fixed_dictionaries(required, optional=optional)


def values(tipo: Any) -> st.SearchStrategy[Any]:
    """Valid values of one wire type, as JSON values."""
    base, meta = _unwrap(tipo)
    if base in (str, int, float, bool, type(None), Any):
        return _scalars(base, meta)
    origin = typing.get_origin(base)
    if origin is Literal:
        return st.sampled_from(typing.get_args(base))
    if origin in (Union, types.UnionType):
        return st.one_of([values(arg) for arg in typing.get_args(base)])
    if origin is list:
        (item,) = typing.get_args(base)
        most = min(meta.max_length or 3, 3)
        return st.lists(values(item), min_size=meta.min_length or 0, max_size=most)
    if origin is dict:
        return st.dictionaries(st.text(max_size=5), values(typing.get_args(base)[1]), max_size=3)
    return _objects(base)


def _scalars(base: Any, meta: msgspec.Meta) -> st.SearchStrategy[Any]:
    if base is str:
        return _strings(meta)
    if base is bool:
        return st.booleans()
    if base is type(None):
        return st.none()
    if base is Any:
        return st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5)
    whole = st.integers(_bound(meta.ge), _bound(meta.le))
    return whole if base is int else whole | st.floats(meta.ge, meta.le, allow_nan=False)


def _bound(limit: float | None) -> int:
    assert limit is not None, "numbers of the wire have both bounds"
    return int(limit)


def _objects(struct: type[msgspec.Struct]) -> st.SearchStrategy[dict[str, Any]]:
    hints = typing.get_type_hints(struct, include_extras=True)
    fields = msgspec.structs.fields(struct)
    return st.fixed_dictionaries(
        {f.encode_name: values(hints[f.name]) for f in fields if f.required},
        optional={f.encode_name: values(hints[f.name]) for f in fields if not f.required},
    )


def _strings(meta: msgspec.Meta) -> st.SearchStrategy[str]:
    if meta.pattern:
        return st.from_regex(meta.pattern.removesuffix(r"(?!\n)"), fullmatch=True)
    letters = st.characters(exclude_categories=["Cs"])
    return st.text(letters, min_size=meta.min_length or 0, max_size=12)


def _unwrap(tipo: Any) -> tuple[Any, msgspec.Meta]:
    if typing.get_origin(tipo) is not Annotated:
        return tipo, msgspec.Meta()
    base, *metas = typing.get_args(tipo)
    return base, next(item for item in metas if isinstance(item, msgspec.Meta))


def sample(contract: Contract) -> dict[str, Any]:
    """One valid payload with every field filled in, always the same."""
    return {name: sample_value(info.tipo) for name, info in contract.campos.items()}


def sample_value(tipo: Any) -> Any:
    """One valid value that is not null."""
    base, meta = _unwrap(tipo)
    origin = typing.get_origin(base)
    if base is str:
        return _sample_string(meta)
    if base in (int, float):
        return min(max(1, _bound(meta.ge)), _bound(meta.le))
    if base is bool:
        return True
    if origin is Literal:
        return typing.get_args(base)[0]
    if origin in (Union, types.UnionType):
        return sample_value(next(a for a in typing.get_args(base) if a is not type(None)))
    if origin is list:
        return [sample_value(typing.get_args(base)[0])]
    if origin is dict:
        return {"chave": "valor"}
    hints = typing.get_type_hints(base, include_extras=True)
    return {f.encode_name: sample_value(hints[f.name]) for f in msgspec.structs.fields(base)}


_SAMPLES = (
    "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "ab" * 32,
    "cd" * 16,
    "ef" * 64,
    "2026-03-01T12:00:00.000Z",
    "2026-03-01",
    "1.2",
    "1.2.3",
    "ABCD-000001-97",
    "balcao",
)


def _sample_string(meta: msgspec.Meta) -> str:
    if not meta.pattern:
        return "Buraco na calçada"
    return next(text for text in _SAMPLES if re.search(meta.pattern, text))


def spoiled(payload: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every place of a payload replaced, bent, removed and doubled; (what was done, payload).

    Some results are still valid: what matters is that all judges say the same.
    """
    for path in list(_paths(payload)):
        where = ".".join(map(str, path))
        old = _at(payload, path)
        for value in (*ODD_VALUES, *_bent(old)):
            yield f"{where} = {value!r:.40}", _with(payload, path, value)
        yield f"without {where}", _without(payload, path)
    yield "extra", {**payload, "campo_do_futuro": [1.5, {"á": None}]}


def _bent(old: Any) -> Iterator[Any]:
    """Values that look nearly like the old one."""
    if isinstance(old, str):
        yield from (old + "\n", "\n" + old, old + " ", old.upper(), old + "\u0301", old + "\x00")
        yield old.replace("0", "\u0660").replace("1", "\uff11").replace("2", "\u0968")
        yield old.replace("a", "\u0430")
    elif isinstance(old, bool):
        yield from (int(old), str(old))
    elif isinstance(old, int | float):
        yield from (float(old), old + 0.5, str(old), -old, bool(old))
    elif isinstance(old, list):
        yield from (old * 2, old * 11, old * 1_001, [*old, None], [old], dict(enumerate("")))
    elif isinstance(old, dict):
        yield from ({**old, "campo_do_futuro": 1}, [old], list(old))


def _paths(node: Any, prefix: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items: Any = ()
    if isinstance(node, dict):
        items = node.items()
    elif isinstance(node, list):
        items = enumerate(node)
    for key, value in items:
        yield (*prefix, key)
        yield from _paths(value, (*prefix, key))


def _at(node: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        node = node[key]
    return node


def _with(payload: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(payload)
    _at(changed, path[:-1])[path[-1]] = value
    return changed


def _without(payload: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    changed = copy.deepcopy(payload)
    del _at(changed, path[:-1])[path[-1]]
    return changed
