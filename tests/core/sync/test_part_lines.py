"""Part lines: one spelling each, and attachments only by their commitment."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.kernel.canonical import encode_canonical
from core.kernel.header import decode_header
from core.sync.part_lines import PartLine, encode_part_line, named_attachments, parse_part_line
from tests.support.corpus_pacotes.caso import IMAGEM, base

LINE = PartLine(b"\x01" * 32, "publica.texto", '{"a":"ção \\n \\" 𝒳"}'.encode(), b"\x02" * 32)


def test_a_line_is_read_as_it_was_written() -> None:
    raw = encode_part_line(LINE)
    assert parse_part_line(raw) == LINE
    assert raw == encode_canonical(json.loads(raw))


@given(st.text().filter(lambda text: text.isprintable() or True))
@example('\x00\x1f\x7f\u2028"\\/')
@example("\U0010ffff\ud7ff\ue000")
def test_any_content_is_canonical_and_comes_back(text: str) -> None:
    try:
        content = text.encode("utf-8")
    except UnicodeEncodeError:
        return
    raw = encode_part_line(LINE._replace(content=content))
    assert raw == encode_canonical(json.loads(raw))
    parsed = parse_part_line(raw)
    assert parsed is not None
    assert parsed.content == content


@given(st.binary(max_size=200))
@example(b'{"event_hash":1}')
@example(b"[" * 5_000)
def test_any_bytes_are_refused(raw: bytes) -> None:
    assert parse_part_line(raw) is None


@pytest.mark.parametrize(
    "content",
    [
        b"nada",
        b"[]",
        b'{"anexos":[]}',
        b'{"anexos":{}}',
        b'{"anexos":[1]}',
        b'{"anexos":[{"i":0}],"x":1}',
    ],
)
def test_a_part_of_another_form_names_nothing(content: bytes) -> None:
    header = decode_header(base()[1].folhas[-1])
    assert named_attachments(header, LINE._replace(nome="publica.anexos", content=content)) == set()


def test_only_what_keeps_its_commitment_is_named() -> None:
    feed = base()[1]
    header = decode_header(feed.folhas[-1])
    part = next(part for part in feed.partes[-1] if part.nome == "publica.anexos")
    line = PartLine(b"\x01" * 32, part.nome, part.conteudo, part.sal)
    sha256 = next(iter(feed.anexos))
    assert named_attachments(header, line) == {(sha256, len(IMAGEM))}
    assert named_attachments(header, line._replace(nome="publica.texto")) == set()
    assert named_attachments(header, line._replace(nome="restrita.anexos")) == set()
    item = json.loads(part.conteudo)["anexos"][0]
    for wrong in (
        [item, item],
        [{**item, "i": 1}],
        [{**item, "sal": "00" * 32}],
        [{**item, "i": "0"}],
    ):
        content = encode_canonical({"anexos": wrong})
        assert named_attachments(header, line._replace(content=content)) == set()
    assert msgspec.structs.asdict(header)["anexos"]
