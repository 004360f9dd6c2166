"""Models of older versions, partial models, and subjects taken from whole and torn payloads."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
import pytest

from core.kernel.contract import (
    NUCLEO,
    TEXTO,
    Antes,
    Assunto,
    ContractSpec,
    Desde,
    EventModel,
    Texto,
    TextoCheio,
    Uuid,
    fields_of,
)
from core.kernel.contract_lines import partial_model, subject_extractor, version_model

A, B, C = (f"{n}f2504e0-4f89-41d3-9a0c-0305e82c3301" for n in "123")


class Membro(msgspec.Struct, kw_only=True):
    demanda_id: Uuid


class Uniao(EventModel, kw_only=True):
    SPEC: ClassVar[ContractSpec] = ContractSpec("uniao.feita", ("1.0.0", "1.1.0"), ("X-1",))

    chefe_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    membros: Annotated[list[Membro], NUCLEO, Assunto("demanda", "demanda_id")]
    unidades: Annotated[list[Uuid] | None, NUCLEO, Assunto("unidade")] = None
    nota: Annotated[Texto, TEXTO, Antes("1.1.0", TextoCheio)]
    depois: Annotated[bool, NUCLEO, Desde("1.1.0")]


def test_the_current_version_is_the_declared_model() -> None:
    assert version_model(Uniao, "1.1.0", fields_of(Uniao, "1.1.0")) is Uniao


def test_an_older_version_has_its_own_types_and_fields() -> None:
    old: type[Any] = version_model(Uniao, "1.0.0", fields_of(Uniao, "1.0.0"))
    payload = {"chefe_id": A, "membros": [], "nota": "x"}
    assert msgspec.convert(payload, old).unidades is None
    with pytest.raises(msgspec.ValidationError, match=r"\$\.nota"):
        msgspec.convert({**payload, "nota": ""}, old)
    with pytest.raises(msgspec.ValidationError, match="depois"):
        msgspec.convert(payload, Uniao)


def test_the_partial_model_demands_nothing_and_checks_what_is_there() -> None:
    partial: type[Any] = partial_model(Uniao, "1.1.0", fields_of(Uniao, "1.1.0"))
    assert msgspec.convert({}, partial).chefe_id is msgspec.UNSET
    with pytest.raises(msgspec.ValidationError, match=r"\$\.chefe_id"):
        msgspec.convert({"chefe_id": "x"}, partial)


def test_subjects_come_once_each_in_field_order() -> None:
    extract = subject_extractor(fields_of(Uniao, "1.1.0"))
    whole = {"membros": [{"demanda_id": B}, {"demanda_id": A}], "chefe_id": A, "unidades": [C]}
    assert extract(whole) == [A, B, C]
    assert extract({"membros": [{"demanda_id": B}], "unidades": None}) == [B]
    assert extract({}) == []
    assert extract({"chefe_id": 3, "membros": {"demanda_id": C}, "unidades": "x"}) == [C, "x"]
