"""The manifest: written and read as one value; anything else named and refused."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.canonical import encode_canonical
from core.sync.manifest import FULL, INCREMENTAL, FeedSpan, encode_manifest, parse_manifest
from core.sync.reasons import Refusal
from tests.support.corpus_pacotes.caso import base

RIGHT = base()[3].bytes_do_manifesto()

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["v", "no", "de", "ate", "epoca"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def test_what_is_written_is_what_is_read() -> None:
    manifest = parse_manifest(RIGHT)
    assert encode_manifest(manifest) == RIGHT
    assert manifest.modo == FULL
    assert {feed.ate for feed in manifest.feeds} == {5, 8}


def test_the_mode_follows_from_the_feeds() -> None:
    manifest = parse_manifest(RIGHT)
    feed = manifest.feeds[0]

    partial = replace(manifest, feeds=(FeedSpan(feed.no, feed.epoca, 2, feed.ate),))
    assert parse_manifest(encode_manifest(partial)).modo == INCREMENTAL


@given(field=st.sampled_from(sorted(json.loads(RIGHT))), value=JSON)
def test_any_value_in_any_field_is_read_or_refused(field: str, value: Any) -> None:

    said = {**json.loads(RIGHT), field: value}
    try:
        manifest = parse_manifest(encode_canonical(said))
    except Refusal:
        return
    assert encode_manifest(manifest) == encode_canonical(said)


@given(st.binary(max_size=300))
def test_any_bytes_are_refused(raw: bytes) -> None:
    with pytest.raises(Refusal):
        parse_manifest(raw)
