from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.canonical import MAX_INT, decode_canonical, encode_canonical
from core.kernel.clock import MAX_MS, MIN_MS, format_timestamp
from core.kernel.errors import IntegrityFault
from core.kernel.header import (
    MAX_EPOCH,
    MAX_HEADER_BYTES,
    MAX_INT32,
    AttachmentEntry,
    Header,
    PartEntry,
    decode_header,
    encode_header,
    event_hash,
    is_key,
    is_name,
    part_name,
    verify_header,
)

HEX32 = st.binary(min_size=16, max_size=16).map(bytes.hex)
HEX64 = st.binary(min_size=32, max_size=32).map(bytes.hex)
UUIDS = st.uuids().map(str)
NAMES = st.text(min_size=1, max_size=24).filter(is_name)
CLASSES = st.sampled_from(["publica", "restrita"])
GROUPS = st.sampled_from(["nucleo", "texto", "midia", "pessoa"])
ROLES = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)


@st.composite
def part_lists(draw: st.DrawFn) -> tuple[PartEntry, ...]:
    labels: dict[str, str] = {}
    entries = {}
    for _ in range(draw(st.integers(min_value=0, max_value=6))):
        classe = draw(CLASSES)
        papel = draw(st.none() | ROLES)
        nome = f"{classe}.{draw(GROUPS)}"
        if papel is not None:
            nome = f"{nome}.{papel}"
            labels.setdefault(papel, draw(HEX32))
        tam = draw(st.integers(min_value=2, max_value=262_144))
        entries[nome] = PartEntry(classe, draw(HEX64), nome, tam, labels.get(papel or ""))
    for nome in draw(st.sets(st.sampled_from(["restrita.ator", "publica.anexos"]))):
        entries[nome] = PartEntry(nome.split(".", maxsplit=1)[0], draw(HEX64), nome, 2, None)
    return tuple(entries[nome] for nome in sorted(entries))


ATTACHMENTS = st.builds(
    AttachmentEntry,
    classe=CLASSES,
    h=HEX64,
    tam=st.integers(min_value=0, max_value=67_108_864),
    tipo=st.sampled_from(["image/jpeg", "application/vnd.geo+json", "audio/ogg"]),
)


@st.composite
def headers(draw: st.DrawFn) -> Header:
    seq = draw(st.integers(min_value=0, max_value=MAX_INT))
    return Header(
        anexos=tuple(draw(st.lists(ATTACHMENTS, max_size=4))),
        causa=draw(st.none() | HEX64),
        chave_derivacao=draw(st.none() | st.text(min_size=1, max_size=24).filter(is_key)),
        correlacao_id=draw(st.none() | UUIDS),
        critico=draw(st.booleans()),
        epoca=draw(st.integers(min_value=0, max_value=MAX_EPOCH)),
        event_id=draw(UUIDS),
        no=draw(HEX32),
        origem=draw(NAMES),
        partes=draw(part_lists()),
        prev=None if seq == 0 else draw(HEX64),
        rede=draw(HEX64),
        regra_versao=draw(st.integers(min_value=0, max_value=MAX_INT32)),
        seq=seq,
        timestamp=format_timestamp(draw(st.integers(min_value=MIN_MS, max_value=MAX_MS))),
        tipo=draw(NAMES),
        v=1,
        versao_schema=draw(st.sampled_from(["1.0.0", "0.0.0", "1.20.3", "99999.0.10"])),
    )


@given(headers())
def test_the_structs_bytes_are_canonical_and_return(header: Header) -> None:
    raw = encode_header(header)
    value = json.loads(raw)
    assert encode_canonical(value) == raw
    assert decode_canonical(raw, MAX_HEADER_BYTES) == value
    assert verify_header(raw) == header == decode_header(raw)


def test_fields_stand_in_alphabetical_order() -> None:
    for struct in (Header, PartEntry, AttachmentEntry):
        names = [field.name for field in msgspec.structs.fields(struct)]
        assert names == sorted(names)


def make(**changes: Any) -> dict[str, Any]:
    return {
        "anexos": [],
        "causa": None,
        "chave_derivacao": None,
        "correlacao_id": None,
        "critico": False,
        "epoca": 0,
        "event_id": "6ba7b810-9dad-41d1-80b4-00c04fd430c8",
        "no": "0" * 32,
        "origem": "D-2",
        "partes": [],
        "prev": None,
        "rede": "0" * 64,
        "regra_versao": 1,
        "seq": 0,
        "timestamp": "2026-11-30T09:41:03.123Z",
        "tipo": "demanda.recebida",
        "v": 1,
        "versao_schema": "1.2.0",
        **changes,
    }


def refusal(raw: bytes) -> tuple[str, object]:
    with pytest.raises(IntegrityFault) as fault:
        verify_header(raw)
    return fault.value.code, fault.value.params.get("campo")


@pytest.mark.parametrize(
    ("changes", "campo"),
    [
        ({"v": 2}, "v"),
        ({"rede": "0" * 63}, "rede"),
        ({"no": "G" * 32}, "no"),
        ({"epoca": -1}, "epoca"),
        ({"epoca": MAX_EPOCH + 1}, "epoca"),
        ({"seq": -1}, "seq"),
        ({"seq": 1}, "prev"),
        ({"prev": "0" * 64}, "prev"),
        ({"event_id": "x"}, "event_id"),
        ({"correlacao_id": "x"}, "correlacao_id"),
        ({"tipo": ""}, "tipo"),
        ({"tipo": "a\u00a0b"}, "tipo"),
        ({"versao_schema": "1.2"}, "versao_schema"),
        ({"regra_versao": -1}, "regra_versao"),
        ({"origem": "D 2"}, "origem"),
        ({"causa": "x"}, "causa"),
        ({"chave_derivacao": "a" * 513}, "chave_derivacao"),
        ({"timestamp": "2026-02-30T00:00:00.000Z"}, "timestamp"),
        ({"partes": [{"classe": "x", "h": "", "nome": "", "tam": 1, "titular": None}]}, "partes"),
        ({"anexos": [{"classe": "publica", "h": "0", "tam": 1, "tipo": "a/b"}]}, "anexos"),
        (
            {"anexos": [{"classe": "publica", "h": "0" * 64, "tam": 1, "tipo": "a/b"}] * 33},
            "anexos",
        ),
    ],
)
def test_a_wrong_field_is_named(changes: dict[str, Any], campo: str) -> None:
    verify_header(encode_canonical(make()))
    assert refusal(encode_canonical(make(**changes))) == ("cabecalho.campo_invalido", campo)


def test_missing_unknown_and_mistyped_fields() -> None:
    values: list[Any] = [make(a_mais=1), make(critico=1), make(seq="0"), make(prev=5), [], "x", {}]
    for value in values:
        assert refusal(encode_canonical(value))[0] == "cabecalho.campos"
    without = make()
    del without["causa"]
    assert refusal(encode_canonical(without))[0] == "cabecalho.campos"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: raw + b"\n",
        lambda raw: b" " + raw,
        lambda raw: b"\xef\xbb\xbf" + raw,
        lambda raw: raw.replace(b'"v":1,', b'"v":1,"v":1,'),
        lambda raw: raw.replace(b'"seq":0', b'"seq":-0'),
        lambda raw: raw.replace(b'"epoca":0', b'"epoca":0.0'),
        lambda raw: raw.replace(b"demanda", b"d\\u0065manda"),
        lambda raw: raw.replace(b"demanda", b"\\ud800"),
        lambda raw: raw.replace(b"demanda", b"\xff"),
        lambda raw: raw.replace(b'"anexos":[]', b'"anexos":' + b"[" * 7000),
        lambda raw: raw.decode().encode("utf-16"),
        lambda raw: raw[:-1],
        lambda raw: b"",
    ],
)
def test_another_spelling_is_refused(spoil: Any) -> None:
    assert refusal(spoil(encode_canonical(make())))[0] in (
        "cabecalho.nao_canonico",
        "cabecalho.campos",  # what cannot even be read into the struct
    )


@pytest.mark.parametrize(
    "huge", [b"9" * 5000, b"9007199254740992", b"1e400", b"18446744073709551616"]
)
def test_huge_numbers_are_refused(huge: bytes) -> None:
    raw = encode_canonical(make()).replace(b'"epoca":0', b'"epoca":' + huge)
    assert refusal(raw)[0].startswith("cabecalho.")


def test_8192_bytes_are_the_limit_on_both_sides() -> None:
    entry = {"classe": "publica", "h": "0" * 64, "tam": 1, "tipo": "a/" + "b" * 64}
    base = make(anexos=[entry] * 32)
    free = MAX_HEADER_BYTES - len(encode_canonical({**base, "chave_derivacao": ""})) + 2
    exact = encode_canonical({**base, "chave_derivacao": "a" * (free - 2)})
    assert len(exact) == MAX_HEADER_BYTES
    assert encode_header(decode_header(exact)) == exact
    longer = decode_header(exact)
    longer = msgspec.structs.replace(longer, tipo=longer.tipo + "x")
    with pytest.raises(ValueError, match="8193 bytes"):
        encode_header(longer)
    assert refusal(msgspec.json.encode(longer)) == ("cabecalho.grande", None)


@pytest.mark.parametrize(
    ("nome", "expected"),
    [
        ("publica.nucleo", ("publica", None)),
        ("restrita.pessoa.cidadao", ("restrita", "cidadao")),
        ("publica.texto.p_1", ("publica", "p_1")),
        ("restrita.ator", ("restrita", None)),
        ("restrita.anexos", ("restrita", None)),
        ("publica.ator", None),
        ("restrita.ator.x", None),
        ("publica.anexos.x", None),
        ("publica.outro", None),
        ("publica.texto.", None),
        ("publica.texto.1a", None),
        ("publica.texto.a.b", None),
        ("publica.nucleo\n", None),
        ("publica", None),
        ("", None),
    ],
)
def test_part_names(nome: str, expected: tuple[str, str | None] | None) -> None:
    assert part_name(nome) == expected


def test_event_hash_known_answer() -> None:
    # printf '\0{}' | sha256sum
    assert (
        event_hash(b"{}").hex()
        == "28a3a18f6cd6406b086e9ffda1f9b8a13dbcf44b0f3f32cb9031a11fd053acf9"
    )
