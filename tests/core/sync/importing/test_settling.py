"""What becomes of a single event: forged feeds of a node that no office stands behind."""

from __future__ import annotations

from typing import Any

import pytest

from core.sync.importing.outcome import MAX_NAMED, ImportOutcome
from tests.support.office import demanda, pedido, unidade
from tests.support.pacotes import Feed, Pacote, no_of
from tests.support.postos import Posto

FEITO = "brinquedo.pedido_feito"
ECO = no_of("eco")


def request(n: int, **more: Any) -> dict[str, Any]:
    return {"demanda_id": demanda(n), "unidade_civica_id": unidade(1), **more}


def feed_of(posto: Posto, nome: str = "eco") -> Feed:
    return Feed(nome, posto.rede.rede)


def take(posto: Posto, *feeds: Feed, **how: Any) -> ImportOutcome:
    return posto.importa(Pacote.de(posto.forja(), "eco", *feeds, **how).bytes())


def test_unknown_types_are_kept_opaque_and_relayed(tres: list[Posto]) -> None:
    """Rows 38, 39 and 67: what this program does not know passes through it whole."""
    norte, sul, _leste = tres
    feed = feed_of(norte).mais(request(1), tipo=FEITO)
    feed.mais({"x": 1}, {"segredo": "y"}, tipo="futuro.decisao", critico=True)
    feed.mais(request(2), tipo=FEITO, versao_schema="7.0.0").mais(request(3), tipo=FEITO)
    outcome = take(norte, feed)
    assert outcome.estados == {"aplicado": 2, "adiado": 2}
    assert outcome.criticos == 1
    assert norte.estados(ECO) == [
        None, ("adiado", "evento.adiado_critico"), ("adiado", "evento.adiado"), None
    ]  # fmt: skip
    sul.importa(norte.exporta())
    raw = f"SELECT header FROM event_log WHERE hex(no) = '{ECO.upper()}' ORDER BY seq"
    assert [bytes(row[0]) for row in sul.linhas(raw)] == feed.folhas
    assert norte.retrato() == sul.retrato()
    for posto in (norte, sul):
        report = posto.escritorio.verify()
        assert report.achados == []
        assert sum(report.desconhecidos.values()) == 2


def test_content_that_its_type_refuses_has_no_effect(tres: list[Posto]) -> None:
    """Row 40."""
    norte = tres[0]
    feed = feed_of(norte).mais({"demanda_id": 7}, tipo=FEITO).mais(request(1), tipo=FEITO)
    take(norte, feed)
    assert norte.estados(ECO) == [("sem_efeito", "evento.conteudo"), None]
    assert norte.escritorio.verify().achados == []


def test_a_leaf_that_breaks_the_format_does_not_stop_its_feed(tres: list[Posto]) -> None:
    """Row 32, also where it repeats another event's bytes and where something names it as cause."""
    norte, sul, _leste = tres
    norte.publica(pedido(9))
    other = bytes(norte.linhas("SELECT header FROM event_log ORDER BY 1 LIMIT 1")[0][0])
    feed = feed_of(norte).mais(request(1), tipo=FEITO)
    broken = feed.hashes
    feed.folha(b'{"nada": 1}').folha(b'{"nada": 1}').folha(other)
    feed.mais(request(2), tipo=FEITO, causa=broken()[1].hex(), chave_derivacao="T-1/x/y")
    outcome = take(norte, feed)
    assert outcome.estado == "importado"
    assert "folha.invalida" in outcome.alarmes
    without = ("sem_efeito", "folha.invalida")
    assert norte.estados(ECO) == [None, without, without, without, None]
    assert norte.escritorio.verify().achados == []
    sul.importa(norte.exporta())
    assert sul.estados(ECO) == norte.estados(ECO)
    assert sul.retrato() == norte.retrato()
    assert sul.escritorio.verify().achados == []


@pytest.mark.parametrize("flip", [False, True])
def test_of_two_events_with_one_id_the_first_in_fold_order_counts(
    tres: list[Posto], flip: bool
) -> None:
    """Row 41, whichever comes first."""
    norte = tres[0]
    early = feed_of(norte).mais(request(1, titulo="cedo"), tipo=FEITO)
    same = early.cabecalho().event_id
    early = feed_of(norte).mais(request(1, titulo="cedo"), tipo=FEITO, event_id=same)
    late = feed_of(norte, "alva").mais(request(5), tipo=FEITO)
    late.mais(request(2, titulo="tarde"), tipo=FEITO, event_id=same)
    order = [late, early] if flip else [early, late]
    for feed in order:
        take(norte, feed)
    assert norte.estados(ECO) == [None]
    assert norte.estados(no_of("alva")) == [None, ("sem_efeito", "evento.repetido")]
    assert norte.linhas("SELECT titulo FROM t1_pedidos ORDER BY demanda_id") == [
        ("cedo",), (None,)
    ]  # fmt: skip
    assert norte.escritorio.verify().achados == []


@pytest.mark.parametrize("flip", [False, True])
def test_one_answer_to_one_cause(tres: list[Posto], flip: bool) -> None:
    """Row 42: the same derivation key twice, by two nodes."""
    norte = tres[0]
    cause = feed_of(norte).mais(request(1), tipo=FEITO)
    answer: dict[str, Any] = {
        "causa": cause.hashes()[0].hex(),
        "chave_derivacao": "T-1/brinquedo/1",
    }
    cause.mais(request(2, titulo="um"), tipo=FEITO, **answer)
    other = feed_of(norte, "alva").mais(request(7), tipo=FEITO).mais(request(8), tipo=FEITO)
    other.mais(request(3, titulo="outro"), tipo=FEITO, **answer)
    take(norte, cause) if not flip else take(norte, other)
    take(norte, cause, other)
    assert norte.estados(ECO) == [None, None]
    assert norte.estados(no_of("alva")) == [None, None, ("sem_efeito", "evento.repetido")]
    assert norte.escritorio.verify().achados == []


def test_clocks_say_nothing(tres: list[Posto]) -> None:
    """Row 48: far future, far past, backwards – all applied, in the order of the feed."""
    norte = tres[0]
    feed = feed_of(norte)
    for n, moment in enumerate(("2099-01-01", "1970-01-01", "2026-01-01"), start=1):
        feed.mais(request(n), tipo=FEITO, timestamp=f"{moment}T00:00:00.000Z")
    assert take(norte, feed).estados == {"aplicado": 3}
    rows = norte.linhas("SELECT demanda_id FROM t1_pedidos ORDER BY 1")
    assert [row[0] for row in rows] == [demanda(1), demanda(2), demanda(3)]


def receipt(feed: Feed, *heads: tuple[str, int, str]) -> Feed:
    feeds = [{"no": no, "epoca": 0, "tamanho": size, "raiz": root} for no, size, root in heads]
    return feed.mais({"feeds": feeds}, tipo="recibo.importacao", origem="N-0a")


def test_a_receipt_beyond_what_is_held_makes_its_own_feed_wait(tres: list[Posto]) -> None:
    """Row 49; nobody else waits."""
    norte = tres[0]
    feed = receipt(feed_of(norte).mais(request(1), tipo=FEITO), (no_of("alva"), 2, "ab" * 32))
    feed.mais(request(2), tipo=FEITO)
    alva = feed_of(norte, "alva").mais(request(3), tipo=FEITO)
    outcome = take(norte, feed, alva)
    held = {one.no: one for one in outcome.feeds}
    assert (held[ECO].novos, held[ECO].motivo) == (1, "evento.espera")
    assert (held[no_of("alva")].novos, held[no_of("alva")].motivo) == (1, None)
    alva.mais(request(4), tipo=FEITO)
    assert take(norte, alva).resolvidos == [outcome.sha256]
    assert norte.estados(ECO) == [None, ("sem_efeito", "evento.recibo_divergente"), None]


def test_a_receipt_of_a_root_that_never_was_has_no_effect_and_is_said(tres: list[Posto]) -> None:
    """Row 50."""
    norte = tres[0]
    alva = feed_of(norte, "alva").mais(request(3), tipo=FEITO)
    feed = receipt(feed_of(norte), (no_of("alva"), 1, "ab" * 32))
    outcome = take(norte, feed, alva)
    assert "evento.recibo_divergente" in outcome.alarmes
    assert norte.estados(ECO) == [("sem_efeito", "evento.recibo_divergente")]
    right = receipt(feed_of(norte), (no_of("alva"), 1, alva.hashes()[0].hex()))
    assert "evento.recibo_divergente" not in take(tres[1], right, alva).alarmes
    assert norte.escritorio.verify().achados == []


def test_a_cycle_of_causes_never_settles_and_harms_nobody(tres: list[Posto]) -> None:
    """Row 47: what waits for itself waits for ever; the rest goes on."""
    norte = tres[0]
    feed = feed_of(norte).mais(request(1), tipo=FEITO)
    feed.mais(request(2), tipo=FEITO, causa="ab" * 32, chave_derivacao="T-1/x/y")
    for _ in range(2):
        outcome = take(norte, feed)
        assert outcome.estado == "pendente"
        assert norte.estados(ECO) == [None]
    norte.publica(pedido(8))
    assert norte.escritorio.verify().achados == []


def test_only_the_author_erases(tres: list[Posto]) -> None:
    """Row 35."""
    norte = tres[0]
    alva = feed_of(norte, "alva").mais(request(3, titulo="fica"), tipo=FEITO)
    named = {"event_hash": alva.hashes()[0].hex(), "partes": ["publica.nucleo"]}
    said = {"eventos": [named], "base_legal": "LGPD art. 18, VI"}
    feed = feed_of(norte).mais(said, {"motivo": "x"}, tipo="titular.eliminado", origem="N-0d")
    outcome = take(norte, alva, feed)
    assert outcome.estados == {"aplicado": 1, "sem_efeito": 1}
    assert norte.estados(ECO) == [("sem_efeito", "evento.eliminacao_alheia")]
    assert norte.linhas("SELECT titulo FROM t1_pedidos") == [("fica",)]


def test_odd_clocks_are_told_and_change_nothing(tres: list[Posto]) -> None:
    """Row 48: 2099, 1970 and a clock that goes back; I14: another office shows the same."""
    norte, sul, _leste = tres
    feed = feed_of(norte)
    moments = [feed.cabecalho().timestamp, "2099-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z"]
    for n, moment in enumerate([*moments, moments[0]], start=1):
        feed.mais(request(n), tipo=FEITO, timestamp=moment)
    raw = Pacote.de(norte.forja(), "eco", feed).bytes()
    rehearsed = norte.importa(raw, ensaio=True)
    outcome = take(norte, feed)
    assert outcome.estados == {"aplicado": 4}
    assert outcome.marcados == rehearsed.marcados == {
        "evento.relogio_adiantado": 1, "evento.relogio_antigo": 1, "evento.relogio_recua": 1
    }  # fmt: skip
    assert [(one.codigo[7:], one.seq) for one in outcome.nomeados] == [
        ("relogio_adiantado", 1), ("relogio_antigo", 2), ("relogio_recua", 2)
    ]  # fmt: skip
    assert outcome.alarmes == set()
    feed.mais(request(5), tipo=FEITO, timestamp=moments[2])
    assert take(norte, feed).marcados == {"evento.relogio_antigo": 1, "evento.relogio_recua": 1}
    sul.importa(norte.exporta())
    assert norte.retrato() == sul.retrato()
    assert norte.escritorio.verify().achados == []


def test_only_the_first_are_named_all_are_counted(tres: list[Posto]) -> None:
    feed = feed_of(tres[0])
    for n in range(MAX_NAMED + 5):
        feed.mais(request(n), tipo=FEITO, timestamp="1970-01-01T00:00:00.000Z")
    outcome = take(tres[0], feed)
    assert outcome.marcados == {"evento.relogio_antigo": MAX_NAMED + 5}
    assert len(outcome.nomeados) == MAX_NAMED
