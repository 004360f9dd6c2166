"""msgspec, the registry and the published JSON Schemas accept and refuse the same bytes."""

from __future__ import annotations

import copy
import json
from typing import Any

import jsonschema_rs
import msgspec
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.catalogo import MODELS
from core.kernel.errors import UserFacingError
from core.kernel.registry import Contract, Registry
from tests.core.contracts.payload_strategies import payloads, sample, spoiled

REGISTRY = Registry(MODELS)
CONTRACTS = [REGISTRY.contract(t, v) for t in REGISTRY.tipos() for v in REGISTRY.versions(t)]
every_contract = pytest.mark.parametrize(
    "contract", CONTRACTS, ids=[f"{c.tipo} {c.versao}" for c in CONTRACTS]
)


class Judges:
    """The three of them, on one contract."""

    def __init__(self, contract: Contract) -> None:
        self._contract = contract
        self._decoder = msgspec.json.Decoder(contract.modelo)
        published = json.loads(REGISTRY.schema_bytes(contract.tipo, contract.versao))
        jsonschema_rs.meta.validate(published)
        self._schema = jsonschema_rs.validator_for(published)

    def verdicts(self, payload: dict[str, Any]) -> tuple[bool, bool, bool]:
        """(registry, msgspec on the bytes, JSON Schema on the bytes)."""
        data = canonical(payload)
        return (
            self._registry_accepts(payload),
            self._decodes(data),
            self._schema.is_valid(json.loads(data)),
        )

    def _registry_accepts(self, payload: dict[str, Any]) -> bool:
        try:
            REGISTRY.validate(self._contract.tipo, self._contract.versao, payload)
        except UserFacingError as fault:
            if fault.code != "registro.payload_invalido":
                raise
            return False
        return True

    def _decodes(self, data: bytes) -> bool:
        try:
            self._decoder.decode(data)
        except msgspec.ValidationError:
            return False
        return True


def canonical(payload: dict[str, Any]) -> bytes:
    """RFC 8785 bytes; integers beyond its domain are written out, to be refused or not."""
    try:
        return rfc8785.dumps(payload)
    except rfc8785.IntegerDomainError:
        return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()


@every_contract
def test_every_way_to_spoil_a_full_payload_is_judged_alike(contract: Contract) -> None:
    judges = Judges(contract)
    full = sample(contract)
    assert judges.verdicts(full) == (True, True, True)
    refused = 0
    for what, payload in spoiled(full):
        verdicts = judges.verdicts(payload)
        assert len(set(verdicts)) == 1, f"{what}: {verdicts}"
        refused += not verdicts[0]
    assert refused > 0


@every_contract
@settings(max_examples=20)
@given(data=st.data())
def test_valid_payloads_are_accepted_and_left_alone(
    contract: Contract, data: st.DataObject
) -> None:
    payload = data.draw(payloads(contract))
    before = copy.deepcopy(payload)
    assert Judges(contract).verdicts(payload) == (True, True, True)
    assert payload == before
    assert rfc8785.dumps(payload) == rfc8785.dumps(before)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_numbers_that_json_does_not_have_are_refused(value: float) -> None:
    payload = {**sample(REGISTRY.contract("demanda.georreferenciada")), "coordenadas_lat": value}
    with pytest.raises(UserFacingError) as caught:
        REGISTRY.validate("demanda.georreferenciada", None, payload)
    assert caught.value.params["campo"] == "coordenadas_lat"
