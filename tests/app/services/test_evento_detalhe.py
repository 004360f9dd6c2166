"""One event laid out: hashes checked, absence and damage said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from app.services.evento_detalhe import EventDetail, describe_event
from core.kernel.observability import log_queries
from core.kernel.observability.log_queries import StoredEvent
from tests.app.services.log_builder import LogBuilder, fixed_uuid


def _stored(path: Path, erased: frozenset[str] = frozenset()) -> StoredEvent:
    builder = LogBuilder(path / "log.db")
    builder.add(
        "demanda.recebida",
        "D-1a",
        {"demanda_id": fixed_uuid(1)},
        secret={"texto_bruto": "segredo"},
        erased=erased,
    )
    stored = log_queries.stored_event(builder.db.cursor(), "sqlite", 1)
    builder.close()
    assert stored is not None
    return stored


def _describe(stored: StoredEvent, *, reveal: bool = False) -> EventDetail:
    return describe_event(stored, colonia="D-1a Captura", may_reveal=True, reveal=reveal)


def test_a_whole_event_holds(tmp_path: Path) -> None:
    detail = _describe(_stored(tmp_path), reveal=True)
    assert detail.holds
    assert '"texto_bruto": "segredo"' in detail.conteudo
    assert {f.rotulo for f in detail.campos} >= {"Carimbo", "Causa", "Elo anterior", "Regra"}
    assert detail.cabecalho.startswith('{\n  "anexos": []')


def test_an_erased_part_is_absent_and_the_event_still_holds(tmp_path: Path) -> None:
    detail = _describe(_stored(tmp_path, frozenset({"restrita.texto"})), reveal=True)
    assert detail.holds
    assert [(p.nome, p.is_present, p.holds) for p in detail.partes] == [
        ("publica.nucleo", True, True),
        ("restrita.texto", False, None),
    ]
    assert "segredo" not in repr(detail)


def test_a_changed_part_or_header_does_not_hold(tmp_path: Path) -> None:
    stored = _stored(tmp_path)
    part = replace(stored.partes[0], conteudo=b'{"demanda_id":"outra"}')
    assert not _describe(replace(stored, partes=(part, *stored.partes[1:]))).holds
    header = stored.header.replace(b'"epoca":0', b'"epoca":1')
    assert not _describe(replace(stored, header=header)).holds


def test_an_unreadable_header_is_shown_not_raised(tmp_path: Path) -> None:
    detail = _describe(replace(_stored(tmp_path), header=b"\xff\x00"))
    assert not detail.holds
    assert detail.partes == ()
    assert detail.tipo == "demanda.recebida"
    assert detail.cabecalho == "\\xff\x00"


def test_an_odd_clock_and_a_lost_effect_are_shown(tmp_path: Path) -> None:
    stored = _stored(tmp_path)
    assert _describe(stored).relogio == ()
    row = replace(stored.row, timestamp_ms=0)
    odd = replace(stored, row=row, anterior_ms=5, sem_efeito=("sem_efeito", "evento.repetido"))
    shown = _describe(odd)
    fields = {field.rotulo: field.valor for field in shown.campos}
    assert shown.relogio == ("antigo", "recua")
    assert "em que este programa não existia; antes do evento" in fields["Relógio"]
    assert fields["Efeito"] == "nenhum, por regra da rede"
    draw = replace(stored, sem_efeito=("sem_efeito", "evento.sorteio_divergente"))
    fields = {field.rotulo: field.valor for field in _describe(draw).campos}
    assert "não se refaz" in fields["Efeito"]
    assert "Relógio" not in fields
