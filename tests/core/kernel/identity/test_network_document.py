"""One content, one form; anything else is refused with the field named."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from core.crypto import ed25519
from core.kernel.canonical import encode_canonical
from core.kernel.errors import IntegrityFault
from core.kernel.identity import network_document as nd
from core.kernel.identity.names import node_id
from core.kernel.identity.network_document import Seal
from core.kernel.identity.node_entry import NodeEntry

ROOT_SEED, OTHER_SEED, LOG_SEED, LOG_SEED_2 = (bytes([n]) * 32 for n in range(1, 5))
ROOT, OTHER, LOG, LOG_2 = (
    ed25519.public_key(seed) for seed in (ROOT_SEED, OTHER_SEED, LOG_SEED, LOG_SEED_2)
)
NONCE = b"\x07" * 32
GENESIS = nd.make_genesis([ROOT], [LOG], NONCE)
NO = node_id(LOG)


def fault_of(call: Callable[[], object]) -> tuple[str, dict[str, object]]:
    with pytest.raises(IntegrityFault) as fault:
        call()
    return fault.value.code, fault.value.params


def altered(change: Callable[[dict[str, Any]], object], raw: bytes = GENESIS) -> bytes:
    value = json.loads(raw)
    change(value)
    return encode_canonical(value)


def test_genesis_bytes_are_fixed_for_ever() -> None:
    assert (
        b'{"anterior":null,"limiar":1,"nonce":"' + b"07" * 32 + b'","nos":[{"chave_log":"'
        b"ed4928c628d1c2c6eae90338905995612959273a5c63f93636c14614ac8737d1"
        b'","no":"' + NO.encode() + b'"}],"raizes":[{"alg":"ed25519","chave":"'
        b"8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c"
        b'"}],"tipo":"civico/rede","v":1,"versao":1}'
    ) == GENESIS


def test_genesis_says_what_went_into_it() -> None:
    document = nd.parse_document(GENESIS)
    assert document.raw == GENESIS
    assert document.sha256 == hashlib.sha256(GENESIS).hexdigest()
    assert (document.versao, document.anterior, document.limiar) == (1, None, 1)
    assert document.raizes == (ROOT.hex(),)
    assert document.nos == (NodeEntry(NO, LOG.hex()),)
    assert document.nonce == NONCE.hex()
    assert document.selos == ()
    assert document.node(NO) == NodeEntry(NO, LOG.hex())
    assert document.node("0" * 32) is None


def test_lists_are_sorted_whatever_the_order_given() -> None:
    one = nd.make_genesis([ROOT, OTHER], [LOG, LOG_2], NONCE)
    assert one == nd.make_genesis([OTHER, ROOT], [LOG_2, LOG], NONCE)
    assert list(nd.parse_document(one).raizes) == sorted([ROOT.hex(), OTHER.hex()])


def test_successor_carries_everything_over_and_adds_seals() -> None:
    genesis = nd.parse_document(GENESIS)
    seal = Seal(NO, 0, 12, "ab" * 32)
    second = nd.parse_document(nd.make_successor(genesis, seals=[seal]))
    assert (second.versao, second.anterior, second.nonce) == (2, genesis.sha256, None)
    assert (second.raizes, second.nos, second.limiar) == (genesis.raizes, genesis.nos, 1)
    assert second.seal(NO, 0) == seal
    assert second.seal(NO, 1) is None
    later = Seal(NO, 1, 0, "cd" * 32)
    third = nd.parse_document(nd.make_successor(second, seals=[later, seal]))
    assert third.selos == (seal, later)
    plain = nd.parse_document(nd.make_successor(genesis))
    assert plain.selos == ()
    assert "selos" not in json.loads(plain.raw)


def test_two_seals_of_one_feed_make_no_document() -> None:
    genesis = nd.parse_document(GENESIS)
    seals = [Seal(NO, 0, 12, "ab" * 32), Seal(NO, 0, 13, "ab" * 32)]
    fault = fault_of(lambda: nd.make_successor(genesis, seals=seals))
    assert fault == ("rede.documento_invalido", {"campo": "selos"})


CHANGES: list[tuple[str, Callable[[dict[str, Any]], object]]] = [
    ("v", lambda d: d.update(v=2)),
    ("v", lambda d: d.update(v=True)),
    ("v", lambda d: d.pop("v")),
    ("tipo", lambda d: d.update(tipo="civico/outra")),
    ("versao", lambda d: d.update(versao=0)),
    ("versao", lambda d: d.update(versao=True)),
    ("versao", lambda d: d.update(versao="1")),
    ("versao", lambda d: d.pop("versao")),
    ("anterior", lambda d: d.update(anterior="0" * 64)),
    ("anterior", lambda d: d.pop("anterior")),
    ("limiar", lambda d: d.update(limiar=0)),
    ("limiar", lambda d: d.update(limiar=2)),
    ("limiar", lambda d: d.update(limiar=True)),
    ("nonce", lambda d: d.pop("nonce")),
    ("nonce", lambda d: d.update(nonce="07" * 31)),
    ("nonce", lambda d: d.update(nonce="0A" * 32)),
    ("nonce", lambda d: d.update(nonce="07" * 32 + "\n")),
    ("ext", lambda d: d.update(ext={})),
    ("selos", lambda d: d.update(selos=[])),
    ("raizes", lambda d: d.update(raizes=[])),
    ("raizes", lambda d: d.update(raizes={})),
    ("raizes", lambda d: d.update(raizes=["x"])),
    ("raizes", lambda d: d["raizes"].append(d["raizes"][0])),
    ("raizes", lambda d: d["raizes"][0].update(nome="x")),
    ("alg", lambda d: d["raizes"][0].update(alg="rsa")),
    ("chave", lambda d: d["raizes"][0].update(chave="AB" * 32)),
    ("nos", lambda d: d.update(nos=[])),
    ("nos", lambda d: d["nos"].append(d["nos"][0])),
    ("nos", lambda d: d["nos"][0].update(papel="x")),
    ("no", lambda d: d["nos"][0].update(no="0" * 32)),
    ("no", lambda d: d["nos"][0].update(no=1)),
    ("no", lambda d: d["nos"][0].update(chave_log=LOG_2.hex())),
    ("chave_log", lambda d: d["nos"][0].update(chave_log="00")),
]


@pytest.mark.parametrize(("field", "change"), CHANGES)
def test_what_is_not_a_genesis_names_the_field(
    field: str, change: Callable[[dict[str, Any]], object]
) -> None:
    raw = altered(change)
    fault = fault_of(lambda: nd.parse_document(raw))
    assert fault == ("rede.documento_invalido", {"campo": field})


LATER_CHANGES: list[tuple[str, Callable[[dict[str, Any]], object]]] = [
    ("anterior", lambda d: d.update(anterior=None)),
    ("nonce", lambda d: d.update(nonce="07" * 32)),
    ("selos", lambda d: d.update(selos=[])),
    ("selos", lambda d: d["selos"].append(d["selos"][0])),
    ("selos", lambda d: d["selos"].reverse()),
    ("selos", lambda d: d["selos"][0].update(motivo="x")),
    ("epoca", lambda d: d["selos"][0].update(epoca=-1)),
    ("tamanho", lambda d: d["selos"][0].update(tamanho=-1)),
    ("raiz", lambda d: d["selos"][0].update(raiz="x")),
    ("no", lambda d: d["selos"][0].update(no="x")),
]


@pytest.mark.parametrize(("field", "change"), LATER_CHANGES)
def test_what_is_not_a_later_version_names_the_field(
    field: str, change: Callable[[dict[str, Any]], object]
) -> None:
    seals = [Seal(NO, 0, 1, "ab" * 32), Seal(NO, 1, 1, "ab" * 32)]
    second = nd.make_successor(nd.parse_document(GENESIS), seals=seals)
    raw = altered(change, second)
    fault = fault_of(lambda: nd.parse_document(raw))
    assert fault == ("rede.documento_invalido", {"campo": field})


def test_a_root_key_never_serves_as_a_log_key() -> None:
    fault = fault_of(lambda: nd.make_genesis([ROOT], [ROOT], NONCE))
    assert fault == ("rede.documento_invalido", {"campo": "chave_log"})


@pytest.mark.parametrize("weak", sorted(ed25519.LOW_ORDER_ENCODINGS), ids=bytes.hex)
def test_weak_keys_are_not_enrolled(weak: bytes) -> None:
    assert fault_of(lambda: nd.make_genesis([weak], [LOG], NONCE)) == (
        "rede.chave_fraca",
        {"campo": "chave"},
    )
    assert fault_of(lambda: nd.make_genesis([ROOT], [weak], NONCE)) == (
        "rede.chave_fraca",
        {"campo": "chave_log"},
    )


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"[]",
        b"null",
        GENESIS + b"\n",
        b"\xef\xbb\xbf" + GENESIS,
        GENESIS.replace(b":1,", b":1.0,"),
        GENESIS.replace(b'{"anterior"', b'{"anterior":null,"anterior"'),
        GENESIS.decode().encode("utf-16"),
        b"[" * 100_000,
        b" " * (nd.MAX_DOCUMENT_BYTES + 1),
    ],
)
def test_bytes_that_are_not_canonical_json(raw: bytes) -> None:
    fault = fault_of(lambda: nd.parse_document(raw))
    assert fault == ("rede.documento_invalido", {"campo": "json"})


def test_signature_file_is_canonical_and_sorted() -> None:
    raw = nd.sign_document(GENESIS, [ROOT_SEED, OTHER_SEED])
    assert raw == nd.sign_document(GENESIS, [OTHER_SEED, ROOT_SEED])
    signatures = nd.parse_signatures(raw)
    assert list(signatures) == sorted([ROOT.hex(), OTHER.hex()])
    assert all(ed25519.verify(bytes.fromhex(key), GENESIS, signatures[key]) for key in signatures)


def test_signature_file_in_another_form_is_refused() -> None:
    good = json.loads(nd.sign_document(GENESIS, [ROOT_SEED, OTHER_SEED]))
    values: list[Any] = [
        [],
        {},
        good[::-1],
        [good[0], good[0]],
        [{**good[0], "alg": "ed25519"}],
        [{"chave": good[0]["chave"]}],
        [{**good[0], "assinatura": good[0]["assinatura"].upper()}],
        [{**good[0], "chave": 1}],
        ["x"],
        good * 9,
    ]
    for value in values:
        raw = encode_canonical(value)
        assert fault_of(partial(nd.parse_signatures, raw)) == (
            "rede.assinaturas_invalidas",
            {},
        )
    assert fault_of(lambda: nd.parse_signatures(b"[ ]")) == ("rede.assinaturas_invalidas", {})
