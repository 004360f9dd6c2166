from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.canonical import MAX_INT, to_nfc
from core.kernel.clock import ManualClock
from core.kernel.errors import UserFacingError
from core.kernel.event import NewAttachment, NewEvent
from core.kernel.header import event_hash, verify_header
from core.kernel.ids import SeededIds
from core.kernel.parts import attachment_commitment, join_parts, verify_part
from core.kernel.sealed import SealedEvent
from core.kernel.sealing import FeedHead, Sealer

NOW_MS = 1_796_031_663_123
CIDADAO = "0d0e9b1c-6e7b-4a51-8f2e-6a1f6f1b0a11"
CONTA = "7a4f0a5e-0b3f-4a9e-9a7c-0e9a9a0f1c22"
CORRELACAO = "6ba7b810-9dad-41d1-80b4-00c04fd430c8"
EMPTY = FeedHead("cd" * 16, 0, 0, None)


@dataclass(frozen=True)
class Contract:
    tipo: str = "demanda.recebida"
    versao: str = "1.2.0"
    part_of: Mapping[str, str] = field(
        default_factory=lambda: {
            "demanda_id": "publica.nucleo",
            "score": "publica.nucleo",
            "titulo": "publica.texto",
            "descricao": "publica.texto.cidadao",
            "texto_bruto": "restrita.texto.cidadao",
            "cidadao_id": "restrita.pessoa.cidadao",
        }
    )
    titular_field: Mapping[str, str] = field(default_factory=lambda: {"cidadao": "cidadao_id"})


def new(payload: dict[str, Any], **others: Any) -> NewEvent:
    return NewEvent("demanda.recebida", payload, "sujeito", **others)


def seal(event: NewEvent, contract: Contract | None = None, **others: Any) -> SealedEvent:
    sealer = Sealer("ab" * 32, ManualClock(NOW_MS), SeededIds(1))
    given_args: dict[str, Any] = {
        "origem": "D-1",
        "regra_versao": 1,
        "feed": EMPTY,
        "causa": None,
        "chave_derivacao": "comando/x/0",
        "correlacao_id": None,
        **others,
    }
    return sealer.seal(event, contract or Contract(), **given_args)


def check(sealed: SealedEvent) -> None:
    """What every sealed event must satisfy, by the verifier's rules."""
    assert verify_header(sealed.raw) == sealed.header
    assert event_hash(sealed.raw) == sealed.event_hash
    assert tuple(part.entry for part in sealed.parts) == sealed.header.partes
    for part in sealed.parts:
        verify_part(part.entry, part.salt, part.content)


def contents(sealed: SealedEvent) -> dict[str, Any]:
    return {part.entry.nome: json.loads(part.content) for part in sealed.parts}


def refused(event: NewEvent, **others: Any) -> tuple[str, dict[str, object]]:
    with pytest.raises(UserFacingError) as refusal:
        seal(event, **others)
    return refusal.value.code, refusal.value.params


def test_a_whole_event() -> None:
    payload = {"demanda_id": "d", "titulo": "Açaí", "texto_bruto": "t", "cidadao_id": CIDADAO}
    sealed = seal(
        new(payload, ator={"conta_id": CONTA, "papel": "atendente"}, critico=True),
        feed=FeedHead("cd" * 16, 3, 9, b"\x01" * 32),
        causa="02" * 32,
        chave_derivacao="D-1/demanda.recebida/d",
        correlacao_id=CORRELACAO,
    )
    check(sealed)
    header = sealed.header
    assert (header.rede, header.no, header.epoca, header.seq) == ("ab" * 32, "cd" * 16, 3, 9)
    assert (header.prev, header.causa) == ("01" * 32, "02" * 32)
    assert (header.tipo, header.versao_schema) == ("demanda.recebida", "1.2.0")
    assert (header.origem, header.regra_versao, header.critico) == ("D-1", 1, True)
    assert header.chave_derivacao == "D-1/demanda.recebida/d"
    assert header.correlacao_id == CORRELACAO
    assert header.timestamp == "2026-11-30T09:41:03.123Z"
    assert contents(sealed) == {
        "publica.nucleo": {"demanda_id": "d"},
        "publica.texto": {"titulo": "Açaí"},
        "restrita.ator": {"conta_id": CONTA, "papel": "atendente"},
        "restrita.pessoa.cidadao": {"cidadao_id": CIDADAO},
        "restrita.texto.cidadao": {"texto_bruto": "t"},
    }
    stored = {part.entry.nome: part.content for part in sealed.parts}
    joined = join_parts(header.partes, stored)
    assert (joined.payload, joined.ator) == (payload, {"conta_id": CONTA, "papel": "atendente"})


def test_a_chain_of_events() -> None:
    sealer = Sealer("ab" * 32, ManualClock(NOW_MS), SeededIds(1))
    feed = EMPTY
    hashes: list[str | None] = [None]
    for seq in range(4):
        sealed = sealer.seal(
            new({"demanda_id": "d"}),
            Contract(),
            origem="D-1",
            regra_versao=1,
            feed=feed,
            causa=None,
            chave_derivacao=None,
            correlacao_id=None,
        )
        check(sealed)
        assert (sealed.header.seq, sealed.header.prev) == (seq, hashes[-1])
        hashes.append(sealed.event_hash.hex())
        feed = feed.advanced(sealed.event_hash)
    assert feed.last_hash is not None
    assert (feed.size, feed.last_hash.hex()) == (4, hashes[-1])
    assert len(set(hashes)) == 5


def test_one_label_for_a_role_and_a_new_one_in_every_event() -> None:
    payload = {"texto_bruto": "t", "descricao": "d", "cidadao_id": CIDADAO}
    sealer = Sealer("ab" * 32, ManualClock(NOW_MS), SeededIds(1))
    labels = []
    for _ in range(2):
        sealed = sealer.seal(
            new(payload),
            Contract(),
            origem="D-1",
            regra_versao=1,
            feed=EMPTY,
            causa=None,
            chave_derivacao=None,
            correlacao_id=None,
        )
        (label,) = {part.entry.titular for part in sealed.parts}
        assert label is not None
        assert sealed.titulares == {label: CIDADAO}
        assert label not in sealed.titulares.values()
        assert CIDADAO not in sealed.raw.decode()
        labels.append(label)
    assert labels[0] != labels[1]


def test_who_a_role_stands_for() -> None:
    named = seal(new({"texto_bruto": "t"}, titulares={"cidadao": CIDADAO}))
    assert list(named.titulares.values()) == [CIDADAO]
    unknown = seal(new({"texto_bruto": "t", "cidadao_id": None}))
    check(unknown)
    assert unknown.titulares == {}
    unused = seal(new({"titulo": "t"}, titulares={"cidadao": CIDADAO}))
    assert unused.titulares == {}
    assert refused(new({"titulo": "t"}, titulares={"vizinho": CIDADAO})) == (
        "selo.titular_desconhecido",
        {"titular": "vizinho"},
    )
    assert refused(new({"cidadao_id": CIDADAO}, titulares={"cidadao": CONTA})) == (
        "selo.titular_divergente",
        {"titular": "cidadao", "campo": "cidadao_id"},
    )


def test_text_without_consent_is_sealed_restricted() -> None:
    payload = {"titulo": "t", "descricao": "d", "cidadao_id": CIDADAO}
    sealed = seal(new(payload, restrito=frozenset({"titulo", "descricao"})))
    check(sealed)
    assert contents(sealed) == {
        "restrita.pessoa.cidadao": {"cidadao_id": CIDADAO},
        "restrita.texto": {"titulo": "t"},
        "restrita.texto.cidadao": {"descricao": "d"},
    }


def test_attachments_are_committed_to_and_opened_in_a_part() -> None:
    public = NewAttachment("aa" * 32, 10, "image/jpeg", "publica")
    restricted = NewAttachment("bb" * 32, 20, "audio/ogg")
    sealed = seal(new({"titulo": "t"}, anexos=(restricted, public, restricted)))
    check(sealed)
    anexos = sealed.header.anexos
    assert [(a.classe, a.tam, a.tipo) for a in anexos] == [
        ("restrita", 20, "audio/ogg"),
        ("publica", 10, "image/jpeg"),
        ("restrita", 20, "audio/ogg"),
    ]
    opened = contents(sealed)
    assert [item["i"] for item in opened["restrita.anexos"]["anexos"]] == [0, 2]
    assert [item["i"] for item in opened["publica.anexos"]["anexos"]] == [1]
    for nome in ("restrita.anexos", "publica.anexos"):
        for item in opened[nome]["anexos"]:
            salt, digest = bytes.fromhex(item["sal"]), bytes.fromhex(item["sha256"])
            assert attachment_commitment(salt, digest).hex() == anexos[item["i"]].h
    assert anexos[0].h != anexos[2].h  # the same file twice does not show
    assert "bb" * 32 not in sealed.raw.decode()
    assert contents(seal(new({"titulo": "t"}))) == {"publica.texto": {"titulo": "t"}}


@pytest.mark.parametrize(
    "wrong",
    [
        NewAttachment("AA" * 32, 1, "image/jpeg"),
        NewAttachment("aa" * 32, -1, "image/jpeg"),
        NewAttachment("aa" * 32, 67_108_865, "image/jpeg"),
        NewAttachment("aa" * 32, 1, "image/jpeg; a=b"),
        NewAttachment("aa" * 32, 1, "image/jpeg", "secreta"),
    ],
)
def test_wrong_attachments(wrong: NewAttachment) -> None:
    right = NewAttachment("aa" * 32, 1, "image/jpeg")
    assert refused(new({}, anexos=(right, wrong))) == ("selo.anexo_invalido", {"anexo": 2})


def test_texts_are_sealed_in_nfc() -> None:
    payload = {
        "titulo": "Acai\u0301",
        "novo": {"cha\u0303o": ["\n\u0301", {"x": "e\u0301"}], "n": 1.5},
        "score": 2.0,
    }
    sealed = seal(new(payload), chave_derivacao="comando/e\u0301/0")
    check(sealed)
    assert sealed.header.chave_derivacao == "comando/é/0"
    assert contents(sealed) == {
        "publica.texto": {"titulo": "Acaí"},
        "restrita.texto": {"novo": {"chão": ["\n\u0301", {"x": "é"}], "n": 1.5}},
        "publica.nucleo": {"score": 2},
    }
    assert payload["titulo"] == "Acai\u0301"  # what the caller gave is his
    for part in sealed.parts:
        for text in json.loads(part.content).values():
            assert to_nfc(text) == text


@given(st.dictionaries(st.sampled_from(["titulo", "descricao", "novo"]), st.text()))
def test_whatever_is_sealed_verifies(payload: dict[str, Any]) -> None:
    sealed = seal(new(payload))
    check(sealed)
    stored = {part.entry.nome: part.content for part in sealed.parts}
    expected = {key: unicodedata.normalize("NFC", text) for key, text in payload.items()}
    assert join_parts(sealed.header.partes, stored).payload == expected


def deep(levels: int) -> Any:
    value: Any = "x"
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("\ud800", "selo.texto_invalido"),
        (["a", {"b": "\udfff"}], "selo.texto_invalido"),
        (float("nan"), "selo.numero_invalido"),
        ([float("-inf")], "selo.numero_invalido"),
        (MAX_INT + 1, "selo.numero_invalido"),
        (deep(16), "selo.profundidade"),
        (deep(1000), "selo.profundidade"),
        ({1: 2}, "selo.chave_invalida"),
        (b"bytes", "selo.valor_invalido"),
        ({"e\u0301": 1, "é": 2}, "selo.chave_repetida"),
    ],
)
def test_what_no_bytes_can_carry_is_refused_with_its_field(value: Any, code: str) -> None:
    event = new({"demanda_id": "d", "titulo": "é", "texto_bruto": "ok", "novo": value, "b": "á"})
    assert refused(event) == (code, {"campo": "novo", "parte": "restrita.texto"})
    assert refused(new({"titulo": value}))[0] == code


def test_a_strange_field_name_is_named_readably() -> None:
    code, params = refused(new({"a\ud800": 1}))
    assert (code, params["campo"]) == ("selo.texto_invalido", "a\\ud800")
    code, params = refused(new({"é": 1, "e\u0301": 2}))
    assert (code, params["campo"]) == ("selo.chave_repetida", "e\\u0301")


def test_fifteen_levels_below_the_part_are_allowed() -> None:
    check(seal(new({"novo": deep(15)})))


def test_the_largest_field_of_a_part_too_large_is_named() -> None:
    limit = 262_144
    exact = "x" * (limit - len('{"titulo":""}'))
    check(seal(new({"titulo": exact})))
    assert refused(new({"titulo": exact + "x"})) == (
        "selo.parte_grande",
        {"parte": "publica.texto", "campo": "titulo", "bytes": limit + 1, "limite": limit},
    )
    ten_megabytes = {"novo": "x" * 10_000_000, "outro": "y" * 10}
    assert refused(new(ten_megabytes))[1]["campo"] == "novo"


def test_limits_of_the_header() -> None:
    roles = {f"f{i}": f"restrita.texto.p{i}" for i in range(33)}
    payload: dict[str, Any] = dict.fromkeys(roles, 1)
    contract = Contract(part_of=roles, titular_field={})
    assert refused(new(payload), contract=contract) == ("selo.partes_demais", {"limite": 32})
    del payload["f32"]
    check(seal(new(payload), contract))
    photo = NewAttachment("aa" * 32, 1, "image/" + "x" * 64)
    assert refused(new({}, anexos=(photo,) * 33)) == ("selo.anexos_demais", {"limite": 32})
    del payload["f31"], payload["f30"]
    assert refused(new(payload, anexos=(photo,) * 32), contract=contract) == (
        "selo.cabecalho_grande",
        {"limite": 8192},
    )


@pytest.mark.parametrize(
    ("others", "campo"),
    [
        ({"origem": "D 1"}, "origem"),
        ({"contract": Contract(tipo="conselheiro.atualizac\u0327a\u0303o")}, "tipo"),
        ({"contract": Contract(versao="1.2")}, "versao_schema"),
        ({"contract": Contract(part_of={"titulo": "publica.titulo"})}, "publica.titulo"),
        ({"feed": FeedHead("cd", 0, 0, None)}, "no"),
        ({"feed": FeedHead("cd" * 16, -1, 0, None)}, "epoca"),
        ({"regra_versao": -1}, "regra_versao"),
        ({"correlacao_id": "x"}, "correlacao_id"),
        ({"chave_derivacao": ""}, "chave_derivacao"),
        ({"chave_derivacao": "a\ud800"}, "chave_derivacao"),
    ],
)
def test_what_would_not_verify_is_not_sealed(others: dict[str, Any], campo: str) -> None:
    assert refused(new({"titulo": "t"}), **others) == ("selo.campo_invalido", {"campo": campo})


def test_a_feed_without_a_last_hash_is_empty() -> None:
    for feed in (FeedHead("cd" * 16, 0, 1, None), FeedHead("cd" * 16, 0, 0, b"\x01" * 32)):
        with pytest.raises(ValueError, match="last hash"):
            seal(new({}), feed=feed)
    with pytest.raises(ValueError, match="64 hex"):
        Sealer("ab", ManualClock(0), SeededIds(1))


def test_correlation_own_inherited_or_fresh() -> None:
    own = new({}, correlacao_id=CORRELACAO)
    assert seal(own, correlacao_id=CONTA).header.correlacao_id == CORRELACAO
    assert seal(new({}), correlacao_id=CONTA).header.correlacao_id == CONTA
    fresh = seal(new({}))
    check(fresh)
    assert fresh.header.correlacao_id not in (None, fresh.header.event_id)


def test_a_given_moment_goes_before_the_clock() -> None:
    assert seal(new({}), timestamp_ms=0).header.timestamp == "1970-01-01T00:00:00.000Z"
