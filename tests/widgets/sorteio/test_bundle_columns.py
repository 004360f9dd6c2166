"""What the columns of an opened bundle say."""

from __future__ import annotations

from app.settings.tempo import DEFAULT_ZONE, FormatoTempo
from widgets.sorteio.bundle_columns import (
    draw_columns,
    feed_columns,
    finding_columns,
    ranking_columns,
    score_columns,
)
from widgets.sorteio.spec import _SAMPLE

TEMPO = FormatoTempo(DEFAULT_ZONE, lambda: 0)


def test_feeds_and_draws_say_their_verdict_with_a_shape_and_copy_whole_identifiers() -> None:
    feeds = {column.key: column for column in feed_columns(TEMPO)}
    (feed,) = _SAMPLE.fluxos
    assert feeds["resultado"].shown(feed) == "✓ confere"
    assert feeds["faixa"].shown(feed) == "0 a 1.487"
    assert feeds["raiz"].copy_text(feed) == feed.raiz
    assert _SAMPLE.refeito is not None
    wrong, right = _SAMPLE.refeito.lista[:2]
    draws = {column.key: column for column in draw_columns(TEMPO)}
    assert draws["veredito"].shown(wrong) == "✗ não confere"
    assert draws["veredito"].tone is not None
    assert (draws["veredito"].tone(wrong), draws["veredito"].tone(right)) == ("danger", "ok")
    assert draws["carimbo"].copy_text(wrong) == wrong.carimbo
    assert draws["quando"].shown(wrong) == "29/05/2026 09:00:00"


def test_rankings_count_and_every_list_has_keys_of_its_own() -> None:
    assert _SAMPLE.refeito is not None
    (unit,) = _SAMPLE.refeito.unidades
    told = {column.key: column.shown(unit) for column in ranking_columns()}
    assert (told["veredito"], told["unidade"], told["pontuacoes"]) == (
        "✓ confere",
        "Boa Vista",
        "90",
    )
    for columns in (score_columns(TEMPO), finding_columns(), draw_columns(TEMPO)):
        keys = [column.key for column in columns]
        assert len(keys) == len(set(keys))
