from __future__ import annotations

import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.canonical import encode_jcs
from core.kernel.errors import IntegrityFault
from core.kernel.header import PartEntry
from core.kernel.parts import (
    attachment_commitment,
    commitment,
    cut_payload,
    decode_part,
    join_parts,
    verify_part,
)

PART_OF = {
    "demanda_id": "publica.nucleo",
    "titulo": "publica.texto",
    "descricao": "publica.texto.cidadao",
    "texto_bruto": "restrita.texto.cidadao",
    "cidadao_id": "restrita.pessoa.cidadao",
}
PAYLOAD = {
    "demanda_id": "d",
    "titulo": "Buraco",
    "descricao": "Buraco na rua",
    "texto_bruto": "buraco!!!",
    "cidadao_id": "c",
    "novo": {"x": 1},
}


def entry(nome: str, content: bytes = b"{}", salt: bytes = b"s" * 32) -> PartEntry:
    h = commitment(salt, content).hex()
    return PartEntry(nome.split(".", maxsplit=1)[0], h, nome, len(content), None)


def test_fields_go_where_the_contract_says_and_unknown_ones_are_restricted() -> None:
    assert cut_payload(PAYLOAD, PART_OF, frozenset()) == {
        "publica.nucleo": {"demanda_id": "d"},
        "publica.texto": {"titulo": "Buraco"},
        "publica.texto.cidadao": {"descricao": "Buraco na rua"},
        "restrita.texto.cidadao": {"texto_bruto": "buraco!!!"},
        "restrita.pessoa.cidadao": {"cidadao_id": "c"},
        "restrita.texto": {"novo": {"x": 1}},
    }


def test_fields_sealed_restricted_keep_group_and_role() -> None:
    cut = cut_payload(PAYLOAD, PART_OF, frozenset({"titulo", "descricao", "texto_bruto", "novo"}))
    assert cut == {
        "publica.nucleo": {"demanda_id": "d"},
        "restrita.texto": {"titulo": "Buraco", "novo": {"x": 1}},
        "restrita.texto.cidadao": {"descricao": "Buraco na rua", "texto_bruto": "buraco!!!"},
        "restrita.pessoa.cidadao": {"cidadao_id": "c"},
    }


def test_an_empty_payload_has_no_parts() -> None:
    assert cut_payload({}, PART_OF, frozenset()) == {}
    assert join_parts((), {}) == ({}, None, (), ())


NAMES = st.sampled_from(["publica.nucleo", "publica.texto", "restrita.texto", "restrita.pessoa.x"])
FIELDS = st.dictionaries(st.text("abcdef", min_size=1, max_size=3), st.integers() | st.text())


@given(FIELDS, st.dictionaries(st.text("abcdef", min_size=1, max_size=2), NAMES), st.data())
def test_cut_and_joined_is_the_same_payload(
    payload: dict[str, Any], part_of: dict[str, str], data: st.DataObject
) -> None:
    payload = {key: value for key, value in payload.items() if type(value) is str}
    restrito = data.draw(st.frozensets(st.sampled_from(sorted({*payload, "z"}))))
    cut = cut_payload(payload, part_of, restrito)
    contents = {nome: encode_jcs(fields) for nome, fields in cut.items()}
    entries = [entry(nome, contents[nome]) for nome in sorted(cut)]
    whole = join_parts(entries, contents)
    assert whole[:3] == (payload, None, ())
    public = {key for nome in cut if nome.startswith("publica.") for key in cut[nome]}
    assert set(whole.restritos) == payload.keys() - public
    missing = data.draw(st.sets(st.sampled_from(sorted(cut)))) if cut else set()
    left = {nome: raw for nome, raw in contents.items() if nome not in missing}
    joined = join_parts(entries, left)
    assert joined.ausentes == tuple(sorted(missing))
    assert joined.payload == {key: value for nome in left for key, value in cut[nome].items()}


def test_actor_and_attachments_are_no_payload() -> None:
    contents = {
        "publica.anexos": b'{"anexos":[]}',
        "publica.nucleo": b'{"a":1}',
        "restrita.ator": b'{"conta_id":"c","papel":"auditor"}',
        "restrita.texto": b'{"b":2}',
    }
    entries = [entry(nome) for nome in contents]
    joined = join_parts(entries, contents)
    assert joined == ({"a": 1, "b": 2}, {"conta_id": "c", "papel": "auditor"}, (), ("b",))
    del contents["restrita.ator"], contents["publica.anexos"]
    assert join_parts(entries, contents) == (
        {"a": 1, "b": 2},
        None,
        ("publica.anexos", "restrita.ator"),
        ("b",),
    )


def test_a_restricted_part_never_overrides_a_public_one() -> None:
    contents = {
        "publica.nucleo": b'{"categoria":"iluminacao"}',
        "restrita.texto": b'{"categoria":"outra","x":1}',
    }
    joined = join_parts([entry(nome) for nome in contents], contents)
    assert joined.payload == {"categoria": "iluminacao", "x": 1}


@pytest.mark.parametrize(
    "raw", [b"", b"[]", b"1", b"null", b"{", b'{"a":"\xff"}', b'{"a":' + b"[" * 100_000, b"{1:2}"]
)
def test_content_that_is_no_object_names_the_part(raw: bytes) -> None:
    with pytest.raises(IntegrityFault) as fault:
        join_parts([entry("publica.nucleo")], {"publica.nucleo": raw})
    assert fault.value.code == "parte.conteudo_invalido"
    assert fault.value.params == {"parte": "publica.nucleo"}
    with pytest.raises(IntegrityFault):
        decode_part("restrita.ator", raw)


def test_commitments() -> None:
    salt, content = bytes(range(32)), b'{"a":1}'
    assert (
        commitment(salt, content) == hashlib.sha256(b"civico/parte/v1\n" + salt + content).digest()
    )
    digest = hashlib.sha256(b"foto").digest()
    assert (
        attachment_commitment(salt, digest)
        == hashlib.sha256(b"civico/anexo/v1\n" + salt + digest).digest()
    )
    assert commitment(salt, digest) != attachment_commitment(salt, digest)


@given(st.binary(min_size=2, max_size=40), st.binary(min_size=32, max_size=32), st.data())
def test_any_changed_byte_is_found(content: bytes, salt: bytes, data: st.DataObject) -> None:
    sealed = entry("publica.nucleo", content, salt)
    verify_part(sealed, salt, content)
    whole = salt + content
    place = data.draw(st.integers(min_value=0, max_value=len(whole) - 1))
    flipped = bytearray(whole)
    flipped[place] ^= data.draw(st.integers(min_value=1, max_value=255))
    with pytest.raises(IntegrityFault) as fault:
        verify_part(sealed, bytes(flipped[:32]), bytes(flipped[32:]))
    assert fault.value.code == "parte.compromisso_divergente"


def test_moving_the_border_between_salt_and_content_is_found() -> None:
    sealed = entry("publica.nucleo", b'{"a":1}', b"s" * 32)
    for salt, content, code in [
        (b"s" * 31, b's{"a":1}', "parte.sal_invalido"),
        (b"s" * 32 + b"{", b'"a":1}', "parte.sal_invalido"),
        (b"s" * 32, b'{"a":1} ', "parte.tamanho_divergente"),
    ]:
        with pytest.raises(IntegrityFault) as fault:
            verify_part(sealed, salt, content)
        assert (fault.value.code, fault.value.params) == (code, {"parte": "publica.nucleo"})
