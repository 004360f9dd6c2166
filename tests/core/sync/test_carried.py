"""Files of an exchange are told apart by what they say, whatever they are called."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.identity.network import NetworkChain
from core.kernel.identity.network_document import make_successor
from core.sync.carried import kind_of
from core.sync.entry_files import MAX_FILE, make_invitation
from core.sync.proposal import propose
from core.sync.request import Request, make_request
from tests.support.corpus_pacotes.caso import base
from tests.support.entradas import sozinho
from tests.support.pacote_bytes import seed
from tests.support.pacotes import Pacote, no_of

REDE, A, B, _ = base()
NORTE = sozinho("Norte")
CHAIN = NetworkChain.load(REDE.documentos)
PROPOSED = propose(CHAIN, make_successor(CHAIN.current), seed("raiz")).written()
FILES = {
    "pedido": make_request(Request(REDE.id, 2, no_of("b"), ()), seed("transporte-b")),
    "entrada": NORTE.pedido(),
    "versao": PROPOSED,
    "convite": make_invitation(NORTE.no, NORTE.chain.rede, NORTE.versions),
}


@pytest.mark.parametrize("kind", FILES)
def test_each_is_known_under_any_name(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "pacote.zip"
    path.write_bytes(FILES[kind])
    assert kind_of(path) == kind


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"{}", b"[]", b'{"tipo":1}', b'{"tipo":"civico/outro"}\n', b"\xff" * 40,
        Pacote.de(REDE, "a", A, B).bytes(), b"{" * (MAX_FILE + 5),
    ],
    ids=range(9),
)  # fmt: skip
def test_anything_else_is_left_to_the_import(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.pedido"
    path.write_bytes(content)
    assert kind_of(path) is None


@given(st.binary(max_size=60).map(lambda rest: b"{" + rest))
def test_no_bytes_make_it_fail(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("x") / "x"
    path.write_bytes(content)
    assert kind_of(path) is None
