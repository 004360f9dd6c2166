"""An author with two stories: both offices know, neither believes what lies behind the fork."""

from __future__ import annotations

import pytest

from core.sync.evidence import check_evidence, parse_evidence
from core.sync.importing.outcome import ImportOutcome
from tests.support.office import demanda, unidade
from tests.support.pacotes import Feed, Pacote, no_of
from tests.support.postos import Posto

FEITO = "brinquedo.pedido_feito"
ECO = no_of("eco")


def story(posto: Posto, *numbers: int) -> Feed:
    """A feed of requests; the same beginnings give the same bytes."""
    feed = Feed("eco", posto.rede.rede)
    for n in numbers:
        said = {"demanda_id": demanda(n), "unidade_civica_id": unidade(1)}
        feed.mais(said, tipo=FEITO)
    return feed


def take(posto: Posto, feed: Feed, **how: object) -> ImportOutcome:
    made = Pacote.de(posto.forja(), "alva", feed, **how)  # type: ignore[arg-type] # the forge's own words
    return posto.importa(made.bytes())


def contested(posto: Posto) -> list[bool]:
    return [state == ("contestado", "feed.bifurcado") for state in posto.estados(ECO)]


def evidence(posto: Posto) -> list[tuple[int | None, bytes]]:
    rows = posto.linhas("SELECT seq, conteudo FROM kernel_evidencias ORDER BY sha256")
    return [(seq, bytes(raw)) for seq, raw in rows]


def test_another_story_is_refused_proven_and_contested(tres: list[Posto]) -> None:
    """Rows 24 and 25: same size, other root; two headers of one place."""
    norte = tres[0]
    take(norte, story(norte, 1, 2, 3, 4))
    outcome = take(norte, story(norte, 1, 2, 7, 8, 9))
    assert (outcome.estado, outcome.saida) == ("em_parte", 4)
    assert outcome.feeds[0].motivo == "feed.bifurcado"
    assert "feed.bifurcado" in outcome.alarmes
    assert contested(norte) == [False, False, True, True]
    ((seq, raw),) = evidence(norte)
    parsed = parse_evidence(raw)
    assert seq == 2
    assert parsed is not None
    assert check_evidence(parsed, norte.rede)
    assert norte.linhas("SELECT demanda_id FROM t1_pedidos ORDER BY 1") == [
        (demanda(1),), (demanda(2),)
    ]  # fmt: skip
    assert norte.escritorio.verify().achados == []
    again = take(norte, story(norte, 1, 2, 7, 8, 9))
    assert again.feeds[0].motivo == "feed.bifurcado"
    assert evidence(norte) == [(seq, raw)]


def test_a_split_view_is_found_when_both_meet(tres: list[Posto]) -> None:
    """Row 26: each holds one of the stories; afterwards both contest the same."""
    norte, sul, leste = tres
    take(norte, story(norte, 1, 2, 3))
    take(sul, story(sul, 1, 2, 8, 9))
    met = norte.importa(sul.exporta())
    assert {feed.motivo for feed in met.feeds} == {None, "feed.bifurcado"}
    told = sul.importa(norte.exporta())
    assert "feed.bifurcado" in told.alarmes
    assert evidence(norte) == evidence(sul)
    assert contested(norte) == [False, False, True]
    assert contested(sul) == [False, False, True, True]
    assert norte.retrato() == sul.retrato()
    # Who comes later hears of it together with the story.
    leste.importa(sul.exporta())
    assert evidence(leste) == evidence(sul)
    assert leste.retrato() == sul.retrato()
    for posto in (norte, sul, leste):
        assert posto.escritorio.verify().achados == []


def test_what_comes_after_the_fork_is_contested_at_once(tres: list[Posto]) -> None:
    norte = tres[0]
    take(norte, story(norte, 1, 2, 3))
    take(norte, story(norte, 1, 7, 8))
    take(norte, story(norte, 1, 2, 3, 4, 5))
    assert contested(norte) == [False, True, True, True, True]


@pytest.mark.parametrize("start", [1, 3])
def test_a_fork_before_what_came_is_refused_all_the_same(tres: list[Posto], start: int) -> None:
    """The bundle begins behind the fork, or with it: the root that its proof tells is not ours."""
    norte = tres[0]
    take(norte, story(norte, 1, 2, 3, 4))
    other = story(norte, 7, 8, 9, 10, 11)
    outcome = take(norte, other, de={"eco": start})
    assert outcome.feeds[0].motivo == "feed.bifurcado"
    assert contested(norte) == [False] * 4  # nobody can say yet from where on
    assert norte.linhas("SELECT count(*) FROM event_log WHERE tipo = 'recibo.importacao'") == [(1,)]


def test_two_notes_of_one_size_are_enough(tres: list[Posto]) -> None:
    norte = tres[0]
    take(norte, story(norte, 1, 2, 3))
    outcome = take(norte, story(norte, 1, 2, 9), de={"eco": 3})
    assert outcome.feeds[0].motivo == "feed.bifurcado"
    ((seq, _raw),) = evidence(norte)
    assert seq is None
