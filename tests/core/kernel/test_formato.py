"""The product meets the known answers of the second implementation, and disagrees with it nowhere."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel import merkle
from core.kernel.canonical import CanonicalError, decode_canonical, encode_canonical, encode_jcs
from core.kernel.errors import IntegrityFault
from core.kernel.header import PartEntry, decode_header, encode_header, event_hash, verify_header
from core.kernel.identity.names import network_id, node_id
from core.kernel.parts import attachment_commitment, commitment, verify_part
from tests.vectors import segunda_implementacao as segunda

ROOT = Path(__file__).parents[3]
FILE = ROOT / "tests" / "vectors" / "formato.json"
ANSWERS: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
HEADERS: list[bytes] = [item["bytes"].encode() for item in ANSWERS["cabecalhos"]]
LEAVES = [bytes.fromhex(item["event_hash"]) for item in ANSWERS["cabecalhos"][:8]]


def test_making_the_answers_again_gives_the_same_bytes() -> None:
    made = subprocess.run(
        [sys.executable, "-m", "tests.vectors.gerar_formato", "--mostrar"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    assert made.stdout == FILE.read_bytes()


def test_the_second_implementation_imports_nothing_of_the_product() -> None:
    code = (
        "import sys, tests.vectors.gerar_formato\n"
        "print([m for m in sys.modules if m.partition('.')[0] in"
        " ('core', 'app', 'msgspec', 'rfc8785', 'cryptography')])"
    )
    seen = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, check=True, text=True
    )
    assert seen.stdout.strip() == "[]"


def test_network_and_node() -> None:
    genesis = ANSWERS["rede"]["genese"].encode()
    assert encode_canonical(decode_canonical(genesis, 8192)) == genesis
    assert network_id(genesis) == ANSWERS["rede"]["rede"]
    assert node_id(bytes.fromhex(ANSWERS["no"]["chave_log"])) == ANSWERS["no"]["no"]


@pytest.mark.parametrize("answer", ANSWERS["partes"])
def test_part(answer: dict[str, Any]) -> None:
    salt, content = bytes.fromhex(answer["sal"]), answer["conteudo"].encode()
    assert encode_jcs(answer["valor"]) == content
    assert commitment(salt, content).hex() == answer["h"]
    verify_part(
        PartEntry("publica", answer["h"], "publica.nucleo", answer["tam"], None), salt, content
    )


@pytest.mark.parametrize("answer", ANSWERS["anexos"])
def test_attachment(answer: dict[str, Any]) -> None:
    digest = segunda.sha256(bytes.fromhex(answer["arquivo"]))
    assert digest.hex() == answer["sha256"]
    found = attachment_commitment(bytes.fromhex(answer["sal"]), digest)
    assert found.hex() == answer["h"]


@pytest.mark.parametrize("place", range(len(HEADERS)))
def test_header(place: int) -> None:
    raw = HEADERS[place]
    header = verify_header(raw)
    assert encode_header(header) == raw
    assert decode_header(raw) == header
    assert encode_canonical(json.loads(raw)) == raw
    assert event_hash(raw).hex() == ANSWERS["cabecalhos"][place]["event_hash"]
    assert merkle.leaf(raw) == event_hash(raw)


def test_chain() -> None:
    before: str | None = None
    for seq, raw in enumerate(HEADERS[:8]):
        header = verify_header(raw)
        assert (header.seq, header.prev) == (seq, before)
        before = event_hash(raw).hex()


def test_roots_of_0_to_8_events() -> None:
    tree = merkle.CompactRange()
    found = [tree.root().hex()]
    for leaf_hash in LEAVES:
        tree.append(leaf_hash)
        found.append(tree.root().hex())
    assert found == ANSWERS["raizes"]


def test_proofs() -> None:
    for item in ANSWERS["inclusao"]:
        leaves = LEAVES[: item["tamanho"]]
        proof = [bytes.fromhex(h) for h in item["prova"]]
        assert merkle.inclusion_proof(leaves, item["indice"]) == proof
        root = bytes.fromhex(ANSWERS["raizes"][item["tamanho"]])
        merkle.verify_inclusion(
            LEAVES[item["indice"]], item["indice"], item["tamanho"], proof, root
        )
    for item in ANSWERS["consistencia"]:
        proof = [bytes.fromhex(h) for h in item["prova"]]
        assert merkle.consistency_proof(LEAVES[: item["ate"]], item["de"]) == proof
        old, new = (bytes.fromhex(ANSWERS["raizes"][item[end]]) for end in ("de", "ate"))
        merkle.verify_consistency(item["de"], old, item["ate"], new, proof)


@pytest.mark.parametrize("raw", ANSWERS["recusas"]["perfil"])
def test_refused_as_profile(raw: str) -> None:
    with pytest.raises(CanonicalError):
        decode_canonical(bytes.fromhex(raw), 8192)


@pytest.mark.parametrize("raw", ANSWERS["recusas"]["cabecalho"])
def test_refused_as_header(raw: str) -> None:
    with pytest.raises(IntegrityFault, match=r"^cabecalho\."):
        verify_header(raw.encode())


def is_header_for_the_product(raw: bytes) -> bool:
    try:
        verify_header(raw)
    except IntegrityFault:
        return False
    return True


def is_header_for_the_second(raw: bytes) -> bool:
    try:
        segunda.conferir_cabecalho(raw)
    except segunda.RecusaError:
        return False
    return True


@given(
    raw=st.sampled_from(HEADERS),
    place=st.integers(min_value=0, max_value=8191),
    length=st.integers(min_value=0, max_value=6),
    patch=st.one_of(
        st.binary(max_size=6),
        st.sampled_from([b"null", b"0", b"-1", b"1.0", b'""', b"[]", b"\\u0000", b"\xc3\xa9"]),
    ),
)
def test_both_give_the_same_verdict_on_damaged_headers(
    raw: bytes, place: int, length: int, patch: bytes
) -> None:
    place %= len(raw)
    damaged = raw[:place] + patch + raw[place + length :]
    assert is_header_for_the_product(damaged) == is_header_for_the_second(damaged)


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.text(max_size=5),
    st.sampled_from(["0" * 64, "0" * 32, "1.0.0", "D-1", "restrita", "\u00a0", "\u2029", "\x7f"]),
    st.just([]),
    st.just({}),
)


@given(raw=st.sampled_from(HEADERS), data=st.data())
def test_both_give_the_same_verdict_on_changed_values(raw: bytes, data: st.DataObject) -> None:
    value = json.loads(raw)
    target = value
    if value["partes"] and data.draw(st.booleans()):
        target = data.draw(st.sampled_from(value["partes"]))
    field = data.draw(st.sampled_from(sorted(target)))
    target[field] = data.draw(JUNK)
    changed = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    assert is_header_for_the_product(changed) == is_header_for_the_second(changed)
