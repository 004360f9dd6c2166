"""Feeds: links, heights, causes, notes, stored ends - and epochs that follow one another."""

from __future__ import annotations

import pytest
from sqlalchemy import insert

from core.kernel.identity.keystore import LOG_KEY
from core.kernel.identity.note import Checkpoint, sign_checkpoint
from core.kernel.store import installation as facts
from core.kernel.store import tables as t
from core.kernel.store.statement import Statement
from core.kernel.verification import feed_check
from core.kernel.verification.report import Report
from tests.support.founded import Founded
from tests.support.office import entrou, pedido, retirado

NOTE = Statement(insert(t.kernel_checkpoints), [c.name for c in t.kernel_checkpoints.columns])


def codes(report: Report) -> list[str]:
    return [finding.codigo for finding in report.achados]


def add_note(office: Founded, size: int, root: bytes, *, seed: bytes | None = None) -> None:
    identity = office.office.identity
    checkpoint = Checkpoint(identity.origin(0), size, root)
    note = sign_checkpoint(checkpoint, seed or office.keys.get(LOG_KEY))
    writer = office.database.open_writer(checkpoints=True)
    writer.begin()
    params = {"no": bytes.fromhex(identity.no), "epoca": 0, "tamanho": size, "raiz": root}
    NOTE.run(writer.cursor, writer.dialect, {**params, "nota": note})
    writer.commit()
    writer.close()


def test_signed_notes_on_the_way_are_compared(founded: Founded) -> None:
    founded.append(entrou(1), entrou(2))
    head = founded.open().cabeca
    add_note(founded, head.tamanho, head.raiz)
    founded.append(pedido(1))
    assert codes(founded.verify()) == []


def test_a_note_over_another_history_is_found(founded: Founded) -> None:
    founded.append(entrou(1), entrou(2))
    add_note(founded, 1, b"\x07" * 32)
    assert codes(founded.verify()) == ["ponto.raiz_divergente"]


def test_a_note_beyond_the_feed_or_of_another_key_is_found(founded: Founded) -> None:
    founded.append(entrou(1))
    head = founded.open().cabeca
    add_note(founded, 9, head.raiz)
    add_note(founded, 1, head.raiz, seed=b"\x05" * 32)
    found = founded.verify()
    assert sorted(codes(found)) == ["ponto.alem_do_ramo", "ponto.nota_invalida"]
    motives = [finding.params.get("motivo") for finding in found.achados]
    assert "nota.chave_desconhecida" in motives


def test_a_cause_far_back_is_looked_up(founded: Founded, monkeypatch: pytest.MonkeyPatch) -> None:
    first = founded.append(pedido(1))[0]
    founded.append(*[entrou(n) for n in range(8)])
    founded.append(retirado(1), causa=first)
    monkeypatch.setattr(feed_check, "REMEMBERED", 2)
    assert codes(founded.verify()) == []


def test_an_own_event_without_its_cause_is_found(founded: Founded) -> None:
    first = founded.append(pedido(1))[0]
    founded.append(entrou(1))
    last = founded.append(retirado(1), causa=first)[0]
    is_server = founded.database.dialect == "postgresql"
    zeros = f"'\\x{'00' * 32}'" if is_server else f"x'{'00' * 32}'"
    founded.sql(f"UPDATE event_log SET causa = {zeros} WHERE sequence_number = 3")
    found = founded.verify()
    assert {(f.codigo, f.sequence_number) for f in found.achados} == {
        ("evento.coluna_divergente", 3), ("evento.causa_ausente", last.sequence_number),
    }  # fmt: skip


def test_an_epoch_begins_above_the_one_before_it(founded: Founded) -> None:
    founded.append(entrou(1), entrou(2), entrou(3))
    writer = founded.database.open_writer(checkpoints=True)
    writer.begin()
    facts.open_feed(writer.cursor, writer.dialect, founded.office.identity.no, 1)
    facts.set_fact(writer.cursor, writer.dialect, "epoca", "1")
    writer.cursor.execute("UPDATE kernel_feeds SET estado = 'selada' WHERE epoca = 0")
    writer.commit()
    writer.close()
    fourth, fifth = founded.append(entrou(4), entrou(5))
    assert [(e.epoca, e.seq, e.altura) for e in (fourth, fifth)] == [(1, 0, 4), (1, 1, 5)]
    report = founded.verify()
    assert (codes(report), report.ramos) == ([], 2)
