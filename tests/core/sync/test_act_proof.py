"""The proof of one act, by the program and by the auditor's file: the same verdict on every bend."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path

import pytest
from auditor import verificar as v

from core.kernel.canonical import encode_canonical
from core.kernel.header import event_hash
from core.sync.act_proof import CODES, ProofFault, make_act_proof, verify_act_proof
from core.sync.source import BytesSource
from core.sync.verification import verify_bundle
from tests.support.pacotes import Feed, Pacote, Rede, cadeia

REDE = Rede.de("a")


def bundle_of(feed: Feed, **more: object) -> bytes:
    return Pacote.de(REDE, "a", feed, **more).bytes()  # type: ignore[arg-type] # of the forge


def proof_of(feed: Feed, seq: int) -> bytes:
    bundle = verify_bundle(BytesSource(bundle_of(feed))).bundle
    assert bundle is not None
    made = make_act_proof(bundle, feed.hashes()[seq])
    assert made is not None
    return made


def verdict(raw: bytes) -> str | None:
    """The program's code; the auditor's file must say the same."""
    try:
        verify_act_proof(raw)
        code = None
    except ProofFault as fault:
        code = fault.codigo
    report = v.conferir_prova(raw)
    assert (report["motivo"] or {}).get("codigo") == code
    assert report["saida"] == (0 if code is None else 4)
    return code


@pytest.mark.parametrize("size", range(1, 9))
def test_every_event_of_small_logs_is_proven(size: int) -> None:
    feed = cadeia("a", REDE, size)
    for seq in range(size):
        raw = proof_of(feed, seq)
        act = verify_act_proof(raw)
        assert (act.header.seq, act.digest, act.tamanho) == (seq, feed.hashes()[seq].hex(), size)
        assert act.partes == {"publica.nucleo": feed.partes[seq][0].conteudo}
        told = v.conferir_prova(raw, act.impressao)
        assert told["ato"] == {
            "no": feed.no,
            "epoca": 0,
            "seq": seq,
            "tamanho": size,
            "event_hash": act.digest,
            "tipo": "teste.fato",
            "timestamp": act.header.timestamp,
            "impressao": act.impressao,
            "partes": ["publica.nucleo"],
        }
        other = v.conferir_prova(raw, "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AA")
        assert other["motivo"]["codigo"] == "prova.chave"


def test_no_restricted_part_is_in_it() -> None:
    raw = proof_of(cadeia("a", REDE, 3), 1)
    told = base64.b64decode(raw.split(b"\n")[1].removeprefix(b"extra "))
    assert "só aqui" not in told.decode()
    assert "fato 1 de a" in told.decode()


def test_only_a_feed_from_its_beginning_proves_anything() -> None:
    feed = cadeia("a", REDE, 4)
    bundle = verify_bundle(BytesSource(bundle_of(feed, de={"a": 2}))).bundle
    assert bundle is not None
    assert make_act_proof(bundle, feed.hashes()[3]) is None
    assert make_act_proof(bundle, bytes(32)) is None


def with_act(raw: bytes, change: Callable[[dict[str, object]], object]) -> bytes:
    """The same file with another object in ``extra``."""
    lines = raw.split(b"\n")
    value = v.ler_json(base64.b64decode(lines[1].removeprefix(b"extra ")))
    change(value)
    lines[1] = b"extra " + base64.b64encode(encode_canonical(value))
    return b"\n".join(lines)


def _part(value: dict[str, object]) -> dict[str, str]:
    return value["partes"][0]  # type: ignore[index,no-any-return] # made by the forge


FEED = cadeia("a", REDE, 6)
OTHER = cadeia("a", REDE, 5)
GOOD = proof_of(FEED, 3)
LINES = GOOD.split(b"\n")
NOTE = GOOD.partition(b"\n\n")[2]
BENDS: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "prova.forma"),
    "a bundle": (bundle_of(FEED), "prova.forma"),
    "another mark": (GOOD.replace(b"@v1", b"@v2", 1), "prova.forma"),
    "no extra": (b"\n".join([LINES[0], *LINES[2:]]), "prova.forma"),
    "crlf": (GOOD.replace(b"\n", b"\r\n"), "prova.forma"),
    "leading zero": (GOOD.replace(b"index 3", b"index 03"), "prova.forma"),
    "negative index": (GOOD.replace(b"index 3", b"index -3"), "prova.forma"),
    "huge index": (GOOD.replace(b"index 3", b"index 9999999999999999"), "prova.forma"),
    "other index": (GOOD.replace(b"index 3", b"index 4"), "prova.cabecalho"),
    "short hash": (GOOD.replace(LINES[3], b"AAAA"), "prova.forma"),
    "loose base64": (GOOD.replace(LINES[3], LINES[3][:-2] + b"B="), "prova.forma"),
    "a hash less": (b"\n".join([*LINES[:3], *LINES[4:]]), "prova.inclusao"),
    "a hash more": (b"\n".join([*LINES[:4], LINES[3], *LINES[4:]]), "prova.inclusao"),
    "hashes turned": (
        b"\n".join([*LINES[:3], LINES[4], LINES[3], *LINES[5:]]), "prova.inclusao"
    ),
    "64 hashes": (b"\n".join([*LINES[:3], *[LINES[3]] * 64, b"", NOTE]), "prova.forma"),
    "no note": (GOOD.partition(b"\n\n")[0] + b"\n\n", "prova.nota"),
    "note of a smaller tree": (GOOD.replace(NOTE, OTHER.nota()), "prova.inclusao"),
    "note by another key": (GOOD.replace(NOTE, FEED.nota(key="log-b")), "prova.nota"),
    "note changed": (GOOD.replace(b"\n6\n", b"\n7\n"), "prova.nota"),
    "other key": (with_act(GOOD, lambda a: a.update(chave="11" * 32)), "prova.nota"),
    "no key": (with_act(GOOD, lambda a: a.pop("chave")), "prova.forma"),
    "one field more": (with_act(GOOD, lambda a: a.update(mais=1)), "prova.forma"),
    "version 2": (with_act(GOOD, lambda a: a.update(v=2)), "prova.forma"),
    "version true": (with_act(GOOD, lambda a: a.update(v=True)), "prova.forma"),
    "other kind": (with_act(GOOD, lambda a: a.update(tipo="civico/x")), "prova.forma"),
    "header of another event": (
        with_act(GOOD, lambda a: a.update(cabecalho=FEED.folhas[2].decode())), "prova.cabecalho"
    ),
    "header not canonical": (
        with_act(GOOD, lambda a: a.update(cabecalho=f" {a['cabecalho']}")), "prova.cabecalho"
    ),
    "another event in its place": (
        with_act(
            GOOD,
            lambda a: a.update(
                cabecalho=str(a["cabecalho"]).replace("teste.fato", "teste.farsa")
            ),
        ),
        "prova.inclusao",
    ),
    "other words": (with_act(GOOD, lambda a: _part(a).update(parte="{}")), "prova.parte"),
    "other salt": (with_act(GOOD, lambda a: _part(a).update(salt="00" * 32)), "prova.parte"),
    "unknown part": (
        with_act(GOOD, lambda a: _part(a).update(nome="publica.texto")), "prova.parte"
    ),
    "restricted part": (
        with_act(GOOD, lambda a: _part(a).update(nome="restrita.texto")), "prova.forma"
    ),
    "part twice": (
        with_act(GOOD, lambda a: a.update(partes=[_part(a), _part(a)])), "prova.forma"
    ),
    "parts no list": (with_act(GOOD, lambda a: a.update(partes={})), "prova.forma"),
}  # fmt: skip


@pytest.mark.parametrize("name", BENDS)
def test_a_bent_proof_is_refused_by_both_for_the_same_reason(name: str) -> None:
    raw, code = BENDS[name]
    assert verdict(raw) == code


def test_without_its_parts_a_proof_still_holds() -> None:
    assert verdict(with_act(GOOD, lambda a: a.update(partes=[]))) is None


def test_no_flipped_bit_and_no_cut_shows_anything_else() -> None:
    leaf = event_hash(FEED.folhas[3]).hex()
    for at in range(0, len(GOOD), 3):
        bent = bytearray(GOOD)
        bent[at] ^= 1
        if verdict(bytes(bent)) is None:
            assert verify_act_proof(bytes(bent)).digest == leaf
    for end in range(0, len(GOOD) - 1, 7):
        assert verdict(GOOD[:end]) is not None


def test_the_text_names_every_code() -> None:
    text = Path("packaging/auditor/FORMATO.md").read_text("utf-8")
    for code in (*CODES, "prova.chave"):
        assert f"| `{code}` |" in text
        assert f"| {v.FRASES_PROVA[code]} |" in text
    assert set(v.FRASES_PROVA) == {*CODES, "prova.chave"}
