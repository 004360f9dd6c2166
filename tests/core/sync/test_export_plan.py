"""What goes in: every feed, every version, every attachment that a public part names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.kernel.errors import IntegrityFault, UserFacingError
from core.kernel.store.attachments import NoAttachments
from core.sync import export_plan, limits
from core.sync.export_plan import contents_of, make_plans
from core.sync.stored_feeds import stored_feeds
from tests.support.vivo import Vivo


def told(_stage: str, _done: int, _total: int) -> None:
    """Nobody listens."""


def test_entries_are_those_of_the_format(vivo: Vivo) -> None:
    reader = vivo.app.database.open_reader()
    reader.hold()
    plans = make_plans(reader, None, told)
    found = contents_of(reader, plans, NoAttachments(), None)
    no = vivo.app.aberto.installation.no
    assert set(found) == {
        f"feeds/{no}-e0/checkpoint",
        f"feeds/{no}-e0/eventos.jsonl",
        f"partes/{no}-e0.jsonl",
        "rede/rede-1.json",
        "rede/rede-1.sigs",
    }
    for content in found.values():
        assert b"".join(content()) == b"".join(content())
    public = b"".join(found[f"partes/{no}-e0.jsonl"]())
    every = b"".join(contents_of(reader, plans, NoAttachments(), no)[f"partes/{no}-e0.jsonl"]())
    reader.close()
    assert b'"nome":"restrita.' not in public
    assert len(every) > len(public)


def test_too_many_events_or_none_signed_are_said_so(
    vivo: Vivo, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = vivo.app.database.open_reader()
    monkeypatch.setattr(limits, "MAX_EVENTS", 3)
    with pytest.raises(UserFacingError) as fault:
        make_plans(reader, None, told)
    assert fault.value.code == "pacote.grande_demais"
    monkeypatch.setattr(export_plan, "stored_feeds", lambda _reader: [])
    with pytest.raises(UserFacingError) as fault:
        make_plans(reader, None, told)
    assert fault.value.code == "pacote.nada_assinado"
    reader.close()


def test_what_is_not_what_was_signed_is_not_exported(
    vivo: Vivo, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = vivo.app.database.open_reader()
    feeds = stored_feeds(reader)
    flipped = [replace(feed, raiz=b"\x01" * 32) for feed in feeds]
    monkeypatch.setattr(export_plan, "stored_feeds", lambda _reader: flipped)
    with pytest.raises(IntegrityFault) as fault:
        make_plans(reader, None, told)
    assert fault.value.code == "pacote.registro_divergente"
    reader.close()
