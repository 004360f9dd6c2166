"""Requests and invitations: read in one form only, every key proven, nothing changed unseen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.crypto import ed25519
from core.kernel.canonical import decode_canonical, encode_canonical
from core.kernel.errors import IntegrityFault
from core.kernel.identity.network_document import Seal
from core.kernel.identity.node_entry import FormerNetwork
from core.kernel.ids import SeededIds
from core.sync import minisign
from core.sync.entry_files import (
    MAX_FILE,
    make_entry_request,
    make_invitation,
    read_entry_request,
    read_invitation,
)
from tests.support.entradas import Sozinho, sozinho
from tests.support.office import unidade

NORTE, SUL = sozinho("Norte"), sozinho("Sul do rio")
PEDIDO = NORTE.pedido()
CONVITE = make_invitation(NORTE.no, SUL.chain.rede, SUL.versions)
FLIPS = st.tuples(st.integers(0, 1 << 20), st.integers(0, 7))


def code(call: Callable[[], object]) -> str:
    with pytest.raises(IntegrityFault) as fault:
        call()
    return fault.value.code


def resigned(office: Sozinho, **change: Any) -> bytes:
    """A request that says something else, properly signed by the transport key."""
    value = decode_canonical(PEDIDO.partition(b"\n")[0], 1 << 20)
    line = encode_canonical({**value, **change})
    rede = change.get("rede", office.chain.rede)
    no = change.get("no", office.no)
    rede, no = (one if isinstance(one, str) else "00" * 32 for one in (rede, no))
    return line + b"\n" + minisign.sign(minisign.ENTRY, office.transport, rede, no, line)


def test_a_request_says_who_wants_what_and_from_where() -> None:
    request = read_entry_request(PEDIDO)
    entry = request.entry
    assert (request.no, request.nome, request.epoca) == (NORTE.no, "Norte", 0)
    assert entry.antes == FormerNetwork(0, NORTE.chain.rede)
    assert entry.custodia == (unidade(5),)
    assert entry.chave_log == NORTE.founding.identity.log_public_key.hex()
    assert (entry.destinatario_age, entry.nome) == (NORTE.recipient, "Norte")
    assert request.selos == ()
    assert NORTE.pedido() == PEDIDO


@pytest.mark.parametrize(
    "change",
    [
        {"v": 2}, {"v": True}, {"tipo": "civico/pedido"}, {"no": "00"}, {"no": 7}, {"rede": "x"},
        {"epoca": -1}, {"epoca": 10_000}, {"epoca": True}, {"nome": ""}, {"nome": "x" * 81},
        {"nome": "a\nb"}, {"nome": None}, {"custodia": []}, {"custodia": ["x"]},
        {"custodia": [unidade(2), unidade(1)]}, {"custodia": [unidade(1)] * 2},
        {"custodia": "*"}, {"nota": None}, {"versoes": []}, {"versoes": [{}]}, {"versoes": "x"},
        {"versoes": [{"documento": 1, "assinaturas": "[]"}]}, {"outro": 1},
    ],
)  # fmt: skip
def test_another_form_is_refused_even_if_it_is_signed(change: dict[str, Any]) -> None:
    assert code(lambda: read_entry_request(resigned(NORTE, **change))) == "entrada.invalida"


def test_every_key_has_to_prove_itself() -> None:
    """Transport by the signature, log by the note, root by the versions."""
    assert code(lambda: read_entry_request(resigned(SUL))) == "entrada.assinatura"
    notes = {
        "of another key": SUL.nota(),
        "of a later epoch": NORTE.nota(1),
        "not a note": b"nota",
    }
    for raw in notes.values():
        with pytest.raises(IntegrityFault, match="assinatura"):
            read_entry_request(resigned(NORTE, nota=raw.decode()))
    unsigned = [
        {"documento": raw.decode(), "assinaturas": SUL.versions[0][1].decode()}
        for raw, _ in NORTE.versions
    ]
    found = code(lambda: read_entry_request(resigned(NORTE, versoes=unsigned)))
    assert found == "entrada.rede_invalida"


def test_a_network_of_one_is_what_it_has_to_come_from() -> None:
    genesis = [
        {"documento": NORTE.versions[0][0].decode(), "assinaturas": NORTE.versions[0][1].decode()}
    ]
    no_exchange = resigned(NORTE, versoes=genesis)
    assert code(lambda: read_entry_request(no_exchange)) == "entrada.assinatura"
    assert code(lambda: read_entry_request(resigned(NORTE, no=SUL.no))) == "entrada.rede_invalida"


def test_a_request_that_would_be_refused_is_not_made() -> None:
    wanted = replace(NORTE.quer(), nome="")
    assert (
        code(lambda: make_entry_request(wanted, NORTE.chain.rede, NORTE.transport))
        == "entrada.invalida"
    )


def test_seals_and_keys_of_former_epochs_come_along() -> None:
    office = sozinho("Antigo")
    office.nova_versao(
        log_seed=ed25519.generate(SeededIds("nova").random_bytes),
        seals=[Seal(office.no, 0, 3, "11" * 32)],
    )
    request = read_entry_request(office.pedido(1))
    assert request.selos == (Seal(office.no, 0, 3, "11" * 32),)
    assert request.entry.chave_log == ed25519.public_key(office.log_seeds[1]).hex()


@given(FLIPS)
def test_no_flipped_bit_of_a_request_passes(flip: tuple[int, int]) -> None:
    place, bit = flip
    raw = bytearray(PEDIDO)
    raw[place % len(raw)] ^= 1 << bit
    assert code(lambda: read_entry_request(bytes(raw))).startswith("entrada.")


@given(st.integers(0, 1 << 20))
def test_a_truncated_file_is_refused(size: int) -> None:
    for raw, read in ((PEDIDO, read_entry_request), (CONVITE, read_invitation)):
        cut = raw[: size % len(raw)]
        assert code(lambda: read(cut)) in ("entrada.invalida", "convite.invalido")  # noqa: B023 # called here
    assert code(lambda: read_entry_request(PEDIDO + b"\n")) == "entrada.invalida"
    assert code(lambda: read_invitation(CONVITE + b"\n")) == "convite.invalido"


@given(FLIPS)
def test_a_flipped_bit_of_an_invitation_changes_no_network(flip: tuple[int, int]) -> None:
    """Only whom it names is not signed; the network itself either holds or is refused."""
    place, bit = flip
    raw = bytearray(CONVITE)
    raw[place % len(raw)] ^= 1 << bit
    try:
        no, chain, versions = read_invitation(bytes(raw))
    except IntegrityFault as fault:
        assert fault.code.startswith(("convite.", "rede."))  # noqa: PT017 # some flips pass
        return
    assert no != NORTE.no
    assert [one.raw for one in chain.documents] == [raw for raw, _ in SUL.versions]
    assert versions == SUL.versions


def test_an_invitation_carries_the_whole_network() -> None:
    no, chain, versions = read_invitation(CONVITE)
    assert (no, chain.rede, versions) == (NORTE.no, SUL.chain.rede, SUL.versions)
    other = make_invitation(NORTE.no, NORTE.chain.rede, SUL.versions)
    assert code(lambda: read_invitation(other)) == "rede.outra_rede"
    assert code(lambda: read_invitation(b"x" * (MAX_FILE + 1))) == "convite.invalido"
