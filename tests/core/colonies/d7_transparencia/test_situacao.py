"""One vocabulary of state, whatever comes in whatever order."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from core.colonies.d7_transparencia.rules.situacao import (
    ABERTAS,
    FINAIS,
    SITUACOES,
    is_oculta,
    situacao,
)
from core.kernel.event import NewEvent
from tests.core.colonies.d7_transparencia import conftest as eventos
from tests.core.colonies.d7_transparencia.conftest import Vitrine

# Every fact that decides, and the values that differ.
FACTS: dict[str, tuple[Any, ...]] = {
    "retirada_em": (None, "x"),
    "concluida_em": (None, "x"),
    "agregado_representante_id": (None, "d"),
    "conselheiro_id": (None, "c"),
    "iniciada_em": (None, "x"),
    "texto_evento": (None, b"x"),
    "unidade_civica_id": (None, "u", "v"),
    "local_pendente": (0, 1),
    "categoria_id": (None, "3.1"),
    "agenda_unidade_id": (None, "u"),
    "aguarda_conselheiro": (0, 1),
}


def test_every_combination_of_facts_has_exactly_one_word() -> None:
    found = {
        situacao(dict(zip(FACTS, values, strict=True)))
        for values in itertools.product(*FACTS.values())
    }
    assert found == set(SITUACOES)
    assert len(SITUACOES) == 11
    assert set(ABERTAS) | FINAIS == set(SITUACOES)


def test_an_end_wins_over_all_that_was_before() -> None:
    rest = {name: values for name, values in FACTS.items() if name != "retirada_em"}
    for values in itertools.product(*rest.values()):
        facts = dict(zip(rest, values, strict=True))
        assert situacao({**facts, "retirada_em": "x"}) == "retirada"
        if facts["concluida_em"]:
            assert situacao({**facts, "retirada_em": None}) == "concluida"


@pytest.mark.parametrize(
    ("suspeito", "veredito", "oculta"),
    [
        (0, None, False),
        (1, None, True),
        (1, "aprovado", False),
        (0, "bloqueado", True),
        (1, "bloqueado", True),
        (0, "removido", False),
    ],
)
def test_what_hides_a_text(suspeito: int, veredito: str | None, oculta: bool) -> None:
    assert is_oculta({"suspeito": suspeito, "veredito": veredito}) is oculta


e = eventos
STORY: list[tuple[NewEvent, str]] = [
    (e.recebida(1), "em_normalizacao"),
    (e.normalizada(1), "aguardando_territorio"),
    (e.georreferenciada(1), "aguardando_categoria"),
    (e.categorizada(1), "aguardando_vaga"),
    (e.ranqueada(1), "aguardando_vaga"),
    (e.item(1), "disponivel"),
    (e.sem_candidatos(1), "aguardando_conselheiro"),
    (e.sorteado(1, 1), "atribuida"),
    (e.recusada(1, 2), "atribuida"),
    (e.recusada(1, 1), "aguardando_conselheiro"),
    (e.sorteado(1, 2), "atribuida"),
    (e.iniciada(1, 2), "em_progresso"),
    (e.atualizacao(1, c=2), "em_progresso"),
    (e.ciclo(1, 1, motivo="desistencia"), "em_progresso"),
    (e.ciclo(1, 2, motivo="fim_mandato"), "aguardando_conselheiro"),
    (e.sorteado(1, 3), "atribuida"),
    (e.iniciada(1, 3), "em_progresso"),
    (e.confirmada_por_moradores(1, ratificacao=True), "em_progresso"),
    (e.concluida(1, 3), "concluida"),
    (e.ciclo(1, 3), "concluida"),
    (e.sorteado(1, 4), "concluida"),
    (e.item(1), "concluida"),
]


def test_a_life_from_the_counter_to_its_end(vitrine: Vitrine) -> None:
    for event, wanted in STORY:
        vitrine.publicar(event)
        assert vitrine.situacao(1) == wanted
    snapshot = vitrine.snapshot(1)
    assert (snapshot["total_sorteios"], snapshot["total_atualizacoes"]) == (4, 1)
    assert snapshot["conclusao_via"] == "conselheiro"
    vitrine.check()


def test_residents_close_a_demand_that_nobody_works_on(vitrine_sqlite: Vitrine) -> None:
    vitrine_sqlite.publicar(*e.pronta(1), e.confirmada_por_moradores(1))
    assert vitrine_sqlite.situacao(1) == "concluida"
    assert vitrine_sqlite.snapshot(1)["conclusao_via"] == "coletiva"


def test_residents_end_it_at_once_or_after_its_councillor_was_asked(
    vitrine_sqlite: Vitrine,
) -> None:
    vitrine = vitrine_sqlite
    asked = e.confirmada_por_moradores(1, ratificacao=True)
    vitrine.publicar(*e.pronta(1), e.sorteado(1), e.iniciada(1), asked)
    assert vitrine.situacao(1) == "em_progresso"
    assert vitrine.snapshot(1)["ratificacao_pendente"] == 1
    vitrine.publicar(e.concluida(1))
    assert vitrine.situacao(1) == "concluida"
    vitrine.publicar(*e.pronta(2), e.sorteado(2, 2), e.iniciada(2, 2))
    vitrine.publicar(e.confirmada_por_moradores(2))
    assert vitrine.situacao(2) == "concluida"
    vitrine.check()


# For every open state an event that leads out of it, besides withdrawal and aggregation.
WAYS_OUT: dict[str, tuple[list[NewEvent], NewEvent]] = {
    "em_normalizacao": ([e.recebida(1)], e.normalizada(1)),
    "aguardando_territorio": ([e.recebida(1), e.normalizada(1)], e.georreferenciada(1)),
    "aguardando_categoria": (e.pronta(1)[:3], e.categorizada(1)),
    "aguardando_vaga": (e.pronta(1), e.item(1)),
    "disponivel": ([*e.pronta(1), e.item(1)], e.sorteado(1)),
    "aguardando_conselheiro": ([*e.pronta(1), e.item(1), e.sem_candidatos(1)], e.sorteado(1)),
    "atribuida": ([*e.pronta(1), e.sorteado(1)], e.iniciada(1)),
    "em_progresso": ([*e.pronta(1), e.sorteado(1), e.iniciada(1)], e.concluida(1)),
}


@pytest.mark.parametrize("state", ABERTAS)
def test_no_open_state_is_a_dead_end(vitrine_sqlite: Vitrine, state: str) -> None:
    road, way_out = WAYS_OUT[state]
    vitrine_sqlite.publicar(*road)
    assert vitrine_sqlite.situacao(1) == state
    vitrine_sqlite.publicar(way_out)
    assert vitrine_sqlite.situacao(1) != state


def test_members_of_an_aggregate_leave_their_representative_behind(
    vitrine_sqlite: Vitrine,
) -> None:
    vitrine_sqlite.publicar(*e.pronta(1), *e.pronta(2), *e.pronta(3), e.agregada(1, 2, 3))
    vitrine_sqlite.publicar(e.item(1))
    assert [vitrine_sqlite.situacao(n) for n in (1, 2, 3)] == ["disponivel", "agregada", "agregada"]
    vitrine_sqlite.check()


def test_another_place_waits_for_its_unit_and_another_unit_for_its_agenda(
    vitrine_sqlite: Vitrine,
) -> None:
    vitrine = vitrine_sqlite
    vitrine.publicar(*e.pronta(1), e.item(1), e.corrigida(1, "local"))
    assert vitrine.situacao(1) == "disponivel"
    vitrine.publicar(e.normalizada(1, coordenadas_validadas={"lat": -23.6, "lng": -46.7}))
    assert vitrine.situacao(1) == "aguardando_territorio"
    vitrine.publicar(e.georreferenciada(1, 2))
    assert vitrine.situacao(1) == "aguardando_vaga"
    vitrine.publicar(e.item(1, 2))
    assert vitrine.situacao(1) == "disponivel"
    vitrine.check()


def test_a_withdrawn_demand_stays_withdrawn(vitrine_sqlite: Vitrine) -> None:
    vitrine_sqlite.publicar(*e.pronta(1), e.item(1), e.sorteado(1), e.retirada(1))
    vitrine_sqlite.publicar(e.iniciada(1), e.concluida(1))
    assert vitrine_sqlite.situacao(1) == "retirada"
    assert vitrine_sqlite.snapshot(1)["fila_unidade_id"] is None
