"""What an entry may say from version 2 on, and what two entries may never share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from core.crypto import ed25519
from core.kernel.errors import IntegrityFault
from core.kernel.identity.names import node_id
from core.kernel.identity.node_entry import (
    FormerNetwork,
    NodeEntry,
    check_entries,
    parse_entry,
)

LOG, LOG_2, TRANSPORT, ROOT = (ed25519.public_key(bytes([n]) * 32) for n in range(1, 5))
AGE = "age1" + "q" * 58
UNIT = "8f14e45f-ceea-4d7a-9c3b-1f0e2d3c4b5a"
FULL = NodeEntry(
    no=node_id(LOG),
    chave_log=LOG.hex(),
    antes=FormerNetwork(2, "ab" * 32),
    chave_transporte=TRANSPORT.hex(),
    destinatario_age=AGE,
    custodia=("*", UNIT),
    nome="Regional Centro",
)


def refused(value: dict[str, Any], *, is_genesis: bool = False) -> tuple[str, object]:
    with pytest.raises(IntegrityFault) as fault:
        parse_entry(value, is_genesis=is_genesis)
    return fault.value.code, fault.value.params.get("campo")


def test_an_entry_is_read_as_it_was_written() -> None:
    assert parse_entry(FULL.value(), is_genesis=False) == FULL
    plain = NodeEntry(node_id(LOG), LOG.hex())
    assert plain.value() == {"no": plain.no, "chave_log": plain.chave_log}
    assert parse_entry(plain.value(), is_genesis=True) == plain


def test_genesis_knows_log_keys_alone() -> None:
    assert refused(FULL.value(), is_genesis=True) == ("rede.documento_invalido", "nos")


@pytest.mark.parametrize(
    ("change", "campo"),
    [
        (lambda v: v.pop("no"), "nos"),
        (lambda v: v.update(outro=1), "nos"),
        (lambda v: v.update(no=7), "no"),
        (lambda v: v.update(no="AB" * 16), "no"),
        (lambda v: v.update(chave_log="zz"), "chave_log"),
        (lambda v: v.pop("destinatario_age"), "destinatario_age"),
        (lambda v: v.pop("chave_transporte"), "destinatario_age"),
        (lambda v: v.update(destinatario_age="age1curto"), "destinatario_age"),
        (lambda v: v.update(destinatario_age=AGE + "\n"), "destinatario_age"),
        (lambda v: v.update(custodia=[]), "custodia"),
        (lambda v: v.update(custodia=[UNIT, "*"]), "custodia"),
        (lambda v: v.update(custodia=["*", "*"]), "custodia"),
        (lambda v: v.update(custodia=["centro"]), "custodia"),
        (lambda v: v.update(custodia=[["*"]]), "custodia"),
        (lambda v: v.update(nome=""), "nome"),
        (lambda v: v.update(nome="a\nb"), "nome"),
        (lambda v: v.update(nome="a" * 81), "nome"),
        (lambda v: v.update(antes={"rede": "ab" * 32}), "antes"),
        (lambda v: v.update(antes={"rede": "ab", "epoca": 0}), "antes"),
        (lambda v: v.update(antes={"rede": "ab" * 32, "epoca": True}), "antes"),
    ],
)
def test_what_is_not_of_the_form_is_refused(
    change: Callable[[dict[str, Any]], object], campo: str
) -> None:
    value = FULL.value()
    change(value)
    assert refused(value) == ("rede.documento_invalido", campo)


def test_a_weak_transport_key_is_not_enrolled() -> None:
    value = FULL.value() | {"chave_transporte": (1).to_bytes(32, "little").hex()}
    assert refused(value) == ("rede.chave_fraca", "chave_transporte")


@pytest.mark.parametrize(
    ("change", "campo"),
    [
        ({"chave_transporte": LOG.hex()}, "chave_transporte"),
        ({"chave_transporte": ROOT.hex()}, "chave_transporte"),
        ({"chave_log": LOG.hex()}, "chave_log"),
        ({"destinatario_age": AGE}, "destinatario_age"),
        ({"custodia": ("*",)}, "custodia"),
    ],
)
def test_nothing_serves_two(change: dict[str, Any], campo: str) -> None:
    other = NodeEntry(node_id(LOG_2), LOG_2.hex())
    check_entries([FULL, other], [ROOT.hex()])
    with pytest.raises(IntegrityFault) as fault:
        check_entries([FULL, replace(other, **change)], [ROOT.hex()])
    assert fault.value.params == {"campo": campo}


def test_epochs_from_before_are_of_the_former_network() -> None:
    assert [FULL.network_of(epoca, "cd" * 32) for epoca in (0, 2, 3)] == [
        "ab" * 32, "ab" * 32, "cd" * 32
    ]  # fmt: skip
    assert NodeEntry(FULL.no, FULL.chave_log).network_of(0, "cd" * 32) == "cd" * 32
