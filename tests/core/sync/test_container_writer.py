"""What is written is what the text asks for, byte for byte, whatever the content."""

from __future__ import annotations

import io
import zipfile
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.kernel.errors import UserFacingError
from core.sync import limits
from core.sync.container import DEFLATED, STORED, Container
from core.sync.container_writer import BodyWriter, assemble, chunked
from core.sync.source import BytesSource
from tests.support.pacote_bytes import zip_de

NO = "0" * 32
EVENTS, PARTS = f"feeds/{NO}-e0/eventos.jsonl", f"partes/{NO}-e0.jsonl"
PICTURE = f"anexos/ab/ab{'0' * 62}"


def written(files: dict[str, bytes], manifest: bytes = b"{}", minisig: bytes = b"x") -> bytes:
    body, target = io.BytesIO(), io.BytesIO()
    writer = BodyWriter(body)
    for nome in sorted(files):
        writer.add(nome, partial(chunked, files[nome]))
    assemble(target, manifest, minisig, body, writer.written)
    return target.getvalue()


def test_the_bytes_are_those_of_the_second_hand() -> None:
    files = {EVENTS: b"uma linha\n" * 50, PARTS: b"curta\n"}
    head = [("manifesto.json", b"{}" * 90), ("manifesto.json.minisig", b"x")]
    made = written(files, b"{}" * 90)
    assert made == zip_de([*head, *sorted(files.items())])
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["manifesto.json", "manifesto.json.minisig", EVENTS, PARTS]


@settings(deadline=None)
@given(st.binary(max_size=3_000), st.binary(max_size=300), st.integers(1, 40))
def test_whatever_is_written_is_read(events: bytes, parts: bytes, times: int) -> None:
    raw = written({EVENTS: events * times, PARTS: parts})
    container = Container.open(BytesSource(raw))
    assert [container.read(entry) for entry in container.entries[2:]] == [events * times, parts]


def test_what_would_pass_the_ratio_and_pictures_are_stored() -> None:
    raw = written({PARTS: bytes(300_000), PICTURE: b"a" * 500, EVENTS: b"ab" * 100})
    methods = {entry.nome: entry.method for entry in Container.open(BytesSource(raw)).entries}
    assert (methods[PARTS], methods[PICTURE], methods[EVENTS]) == (STORED, STORED, DEFLATED)


def test_names_of_no_bundle_or_out_of_order_are_a_bug() -> None:
    writer = BodyWriter(io.BytesIO())
    with pytest.raises(ValueError, match="not the next name"):
        writer.add("../x", partial(chunked, b""))
    writer.add(PARTS, partial(chunked, b""))
    with pytest.raises(ValueError, match="not the next name"):
        writer.add(EVENTS, partial(chunked, b""))


def test_what_no_reader_would_accept_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_TOTAL_BYTES", 10)
    with pytest.raises(UserFacingError) as fault:
        written({PARTS: b"01234567890"})
    assert fault.value.code == "pacote.grande_demais"
    monkeypatch.undo()
    monkeypatch.setattr(limits, "MAX_FILE_BYTES", 10)
    with pytest.raises(UserFacingError):
        written({PARTS: b"0"})
