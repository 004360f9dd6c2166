"""Fork evidence beyond the corpus: what is written is read, anything else is nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.kernel.identity.network import NetworkChain
from core.sync.evidence import (
    Evidence,
    Side,
    check_evidence,
    encode_evidence,
    evidence_name,
    parse_evidence,
)
from tests.support.corpus_pacotes.caso import base

REDE, A, _B, _ = base()


def test_two_notes_of_one_size_are_written_read_and_hold() -> None:
    branch = A.copia()
    branch.folhas.pop()
    branch.partes.pop()
    branch.mais({"outra": 1})
    sides = sorted([Side(A.nota()), Side(branch.nota())], key=lambda side: side.nota)
    evidence = Evidence(A.no, 0, (sides[0], sides[1]))
    raw = encode_evidence(evidence)
    assert parse_evidence(raw) == evidence
    assert encode_evidence(Evidence(A.no, 0, (sides[1], sides[0]))) == raw
    assert check_evidence(evidence, NetworkChain.load(REDE.documentos))
    assert evidence_name(raw).startswith("evidencias/")


@given(st.binary(max_size=200))
def test_any_bytes_are_no_evidence(raw: bytes) -> None:
    assert parse_evidence(raw) is None
