"""The colonies under test, in the company they live in, and offices for them to run in."""

from __future__ import annotations

import shutil
import tempfile
import typing
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from core.colonies.catalogo import colony_metadata
from core.contracts.catalogo import MODELS
from core.kernel.colony import Colony, no_keys
from core.kernel.contract import Uuid
from core.kernel.engine.nucleo import NUCLEO
from core.kernel.event import Event, NewEvent
from core.kernel.registry import Contract, Registry
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.core.contracts.payload_strategies import payloads, values
from tests.support.categorias import real_colonies
from tests.support.office import Office, create_schema
from tests.support.toy_colonies import TOY_COLONIES, metadata
from tests.support.toy_contracts import TOY_MODELS

POOL = 3
PREFIX = "{:08x}-0000-4000-8000-{:012x}"


@dataclass(frozen=True, eq=False)
class Conjunto:
    """Colonies that live together."""

    nome: str
    colonies: tuple[Colony, ...]
    registry: Registry

    @property
    def publishers(self) -> tuple[Colony, ...]:
        """Everybody who may publish there."""
        return (*NUCLEO, *self.colonies)


CONJUNTOS = (
    Conjunto("brinquedos", TOY_COLONIES, Registry((*MODELS, *TOY_MODELS))),
    Conjunto("reais", real_colonies(), Registry(MODELS)),
)
CASOS = [(group, colony) for group in CONJUNTOS for colony in group.colonies]
every_colony = pytest.mark.parametrize(
    ("group", "colony"), CASOS, ids=[colony.id for _group, colony in CASOS]
)


def source(group: Conjunto) -> Colony:
    """Publishes whatever the group consumes: events come from anywhere."""
    types = {tipo for colony in group.colonies for tipo in colony.consome}
    return Colony(
        id="FONTE", prefixo="fonte", nome="Fonte", publica=tuple(types), apply={}, chaves=no_keys
    )


def uuid_of(name: str, n: int) -> str:
    """The n-th id of those that fields of one name share."""
    return PREFIX.format(sum(name.encode()), n)


@cache
def any_payloads(group: Conjunto, tipo: str) -> st.SearchStrategy[dict[str, Any]]:
    """All valid payloads of a type's current version."""
    return payloads(group.registry.contract(tipo))


@cache
def related_payloads(group: Conjunto, tipo: str) -> st.SearchStrategy[dict[str, Any]]:
    """Valid payloads whose ids come from a small pool, so that events speak of the same things."""
    fields = group.registry.contract(tipo).campos.items()
    required = {name: _related(name, info.tipo) for name, info in fields if info.obrigatorio}
    optional = {name: _related(name, info.tipo) for name, info in fields if not info.obrigatorio}
    return st.fixed_dictionaries(required, optional=optional)


def _related(name: str, tipo: Any) -> st.SearchStrategy[Any]:
    if name.endswith("_id") and _is_uuid(tipo):
        return st.sampled_from([uuid_of(name, n) for n in range(1, POOL + 1)])
    if typing.get_origin(tipo) is list and _is_uuid(typing.get_args(tipo)[0]):
        return st.lists(st.sampled_from([uuid_of(name, n) for n in range(1, POOL + 1)]), max_size=3)
    return values(tipo)


def _is_uuid(tipo: Any) -> bool:
    """A UUID, or one that may be null (then it never is)."""
    return tipo == Uuid or Uuid in typing.get_args(tipo)


@cache
def streams(group: Conjunto, types: tuple[str, ...]) -> st.SearchStrategy[list[NewEvent]]:
    """At most ten valid events of some types, in any order."""
    one = st.one_of(
        [
            related_payloads(group, tipo).map(
                lambda payload, tipo=tipo: NewEvent(tipo, payload, sujeito="x")  # type: ignore[misc] # mypy cannot infer a lambda with a default
            )
            for tipo in types
        ]
    )
    return st.lists(one, min_size=1, max_size=10)


@contextmanager
def running(template: Path, group: Conjunto) -> Iterator[Office]:
    """An office of its own for one example, with the group and the source."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(template, folder / FILE_NAME)
        office = Office(SqliteDatabase(folder), registry=group.registry)
        office.colonies = (source(group), *group.colonies)
        try:
            yield office
        finally:
            office.stop()


def make_template(folder: Path) -> Path:
    """A founded office with the tables of all colonies under test."""
    path = folder / FILE_NAME
    create_schema(f"sqlite:///{path}", metadata, colony_metadata())
    return path


def bare_event(contract: Contract, payload: dict[str, Any], *, whole: bool) -> Event:
    """An event as handlers see it, without a log; not ``whole``: only what public parts tell."""
    if not whole:
        payload = {k: v for k, v in payload.items() if k in contract.public_fields}
    absent = () if whole else ("restrita.texto",)
    return Event(
        1, "ab" * 32, "cd" * 16, 0, 0, PREFIX.format(1, 1), contract.tipo, contract.versao, 1,
        False, "2026-05-28T20:26:40.000Z", contract.origem[0], PREFIX.format(2, 2), None, None, 1,
        None, payload, None, absent, (),
        tuple(name for name in payload if name not in contract.public_fields),
    )  # fmt: skip
