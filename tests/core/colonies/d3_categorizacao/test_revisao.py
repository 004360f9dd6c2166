"""The review: who is first, what was seen, taking back, contests."""

from __future__ import annotations

import pytest

from core.colonies.d3_categorizacao import api, queries
from core.kernel.errors import UserFacingError
from tests.core.colonies.d3_categorizacao.conftest import (
    MODERADORA,
    OUTRO,
    SAMPLED,
    UNSURE,
    Desk,
    georreferenciada,
    normalizada,
    retirada,
)
from tests.support.office import demanda


def refusal(call: object, *args: object, **more: object) -> str:
    with pytest.raises(UserFacingError) as found:
        call(*args, **more)  # type: ignore[operator] # any command of the desk
    return found.value.code


def test_a_decision_publishes_and_leaves_the_queue(desk: Desk) -> None:
    desk.pronta(1, UNSURE)
    item = desk.item(1)
    assert item is not None
    answer = desk.decidir(1, "1.3", item.versao_vista).resposta
    assert (answer["decidida"], answer["decisao"]["categoria_id"]) == (True, "1.3")
    (said,) = desk.said()
    assert said.causa is None
    assert said.ator == MODERADORA
    assert (said.payload["metodo"], said.payload["confianca_categorizacao"]) == ("manual", 1)
    assert said.payload["sugestoes_alternativas"][0] == {
        "categoria_id": "3.4",
        "score_confianca": item.confianca,
    }
    assert said.payload["versao_classificador"] == item.versao_classificador
    assert desk.queue() == []
    desk.check()


def test_the_second_of_two_gets_what_the_first_did(desk: Desk) -> None:
    desk.pronta(1, UNSURE)
    item = desk.item(1)
    assert item is not None
    desk.decidir(1, "3.4", item.versao_vista)
    second = desk.decidir(1, "1.3", item.versao_vista, OUTRO).resposta
    assert second["decidida"] is False
    assert second["decisao"]["categoria_id"] == "3.4"
    assert second["decisao"]["event_id"] == desk.said()[0].event_id
    assert len(desk.said()) == 1


def test_a_repeated_click_gets_the_first_answer(desk: Desk) -> None:
    desk.pronta(1, UNSURE)
    command = "66666666-0000-4000-8000-000000000001"
    first = desk.decidir(1, "3.4", comando=command)
    assert desk.decidir(1, "3.4", comando=command) == first
    assert len(desk.said()) == 1


def test_what_changed_since_it_was_seen_is_not_decided(desk: Desk) -> None:
    desk.pronta(1, UNSURE)
    item = desk.item(1)
    assert item is not None
    desk.publicar(normalizada(1, UNSURE + ", favor ver"))
    assert refusal(desk.decidir, 1, "3.4", item.versao_vista) == "revisao.mudou"
    assert desk.said() == []


def test_only_what_exists_can_be_chosen(desk: Desk) -> None:
    desk.pronta(1, UNSURE)
    assert refusal(desk.decidir, 1, "7.7") == "categoria.desconhecida"
    choice = api.Escolha(demanda_id=demanda(1), categoria_id="3.4", subcategoria_id="3.1.1")
    decide = api.decidir_revisao(choice, lambda: desk.files)
    assert (
        refusal(desk.engine.executar("D-3", decide).result) == "categoria.subcategoria_desconhecida"
    )
    assert desk.queue() == ["1 confianca_baixa"]


def test_what_is_in_no_queue_is_not_decided(desk: Desk) -> None:
    desk.pronta(1)
    assert refusal(desk.decidir, 1, "3.4") == "revisao.fora_da_fila"
    assert refusal(desk.decidir, 2, "3.4") == "revisao.fora_da_fila"
    desk.publicar(retirada(1))
    assert refusal(desk.decidir, 1, "3.4") == "categoria.demanda_retirada"


def test_without_a_unit_a_decision_waits(desk: Desk) -> None:
    desk.pronta(1, UNSURE)
    desk.publicar(normalizada(1, UNSURE, coordenadas_validadas={"lat": -1.0, "lng": -48.0}))
    assert desk.waiting() == [("1", "unidade")]
    assert refusal(desk.decidir, 1, "3.4") == "revisao.sem_unidade"
    desk.publicar(georreferenciada(1, u=5))
    assert desk.queue() == ["1 confianca_baixa"]
    desk.decidir(1, "3.4")
    desk.check()


def test_contested_first_then_the_lowest(desk: Desk) -> None:
    desk.pronta(1, SAMPLED)
    desk.pronta(2, UNSURE)
    desk.pronta(3, "nada que se entenda [4.8 0.2]")
    desk.pronta(4)
    desk.contestar(4, "3.7", "é sinalização")
    assert desk.queue() == ["4 contestada", "3 confianca_baixa", "2 confianca_baixa", "1 amostra"]
    counts = desk.read(queries.count_queue)
    assert counts == {"amostra": 1, "confianca_baixa": 2, "contestada": 1}
    first = desk.read(queries.read_queue, 2)
    last = first[-1]
    point = queries.Ponto(last.prioridade, last.confianca, last.demanda_id)
    rest = desk.read(queries.read_queue, 5, point)
    assert [item.demanda_id for item in rest] == [demanda(2), demanda(1)]
    desk.check()


def test_a_contest_is_settled_by_a_person_alone(desk: Desk) -> None:
    desk.pronta(1)
    desk.contestar(1, "3.7")
    desk.publicar(normalizada(1, "falta água [1.1 0.95]"))
    assert desk.queue() == ["1 contestada"]
    desk.decidir(1, "1.1")
    assert desk.queue() == []
    (contest,) = desk.read(queries.read_contests, demanda(1))
    assert (contest.categoria_sugerida, contest.is_aberta) == ("3.7", False)
    desk.check()


def test_contests_are_refused_with_a_reason(desk: Desk) -> None:
    desk.publicar(normalizada(1, UNSURE))
    assert refusal(desk.contestar, 1) == "categoria.ainda_sem"
    assert refusal(desk.contestar, 9) == "categoria.demanda_desconhecida"
    desk.pronta(2)
    assert refusal(desk.contestar, 2, "3.1") == "categoria.igual"
    assert refusal(desk.contestar, 2, "8.1") == "categoria.desconhecida"
    assert refusal(desk.contestar, 2, None, "x" * 301) == "categoria.motivo_longo"
    desk.publicar(retirada(2))
    assert refusal(desk.contestar, 2) == "categoria.demanda_retirada"
    assert desk.said("demanda.categoria_contestada") == []


def test_a_decision_is_taken_back_by_new_events(desk: Desk) -> None:
    desk.pronta(1, SAMPLED)
    before = desk.history(1)[0].dita
    desk.decidir(1, "3.4")
    decided = desk.said()[-1]
    assert desk.desfazer(1, decided.event_id).resposta["categoria_id"] == before.categoria_id
    assert [one.dita.categoria_id for one in desk.history(1)] == [
        before.categoria_id,
        "3.4",
        before.categoria_id,
    ]
    assert desk.queue() == ["1 contestada"]
    assert refusal(desk.desfazer, 1, decided.event_id) == "revisao.mudou"
    desk.check()


def test_a_first_decision_taken_back_stays_until_the_next(desk: Desk) -> None:
    desk.pronta(1, UNSURE)
    desk.decidir(1, "1.3")
    event_id = desk.said()[0].event_id
    desk.desfazer(1, event_id)
    assert desk.queue() == ["1 contestada"]
    assert desk.history(1)[-1].dita.categoria_id == "1.3"
    assert refusal(desk.desfazer, 1, event_id) == "revisao.nada_a_desfazer"
    desk.decidir(1, "3.4")
    assert [one.dita.categoria_id for one in desk.history(1)] == ["1.3", "3.4"]
    desk.check()


def test_nothing_decided_nothing_taken_back(desk: Desk) -> None:
    desk.pronta(1)
    assert refusal(desk.desfazer, 1, desk.said()[0].event_id) == "revisao.nada_a_desfazer"


def test_an_item_is_held_until_the_lease_ends(desk: Desk) -> None:
    desk.pronta(1, UNSURE)
    mine = (demanda(1), MODERADORA["conta_id"], "Ana")
    theirs = (demanda(1), OUTRO["conta_id"], "Beto")

    def hold(who: tuple[str, str, str]) -> queries.Reserva:
        engine = desk.engine
        now = engine.cycle.stepper.context(engine.cycle.stepper.runtime("D-3")).now()

        def write() -> queries.Reserva:
            engine.cycle.begin()
            held = api.reservar(engine.writer.cursor, engine.writer.dialect, *who, now)
            engine.cycle.commit()
            return held

        held: queries.Reserva = engine.call(write).result()
        return held

    assert hold(mine).nome == "Ana"
    assert hold(theirs).nome == "Ana"
    assert refusal(desk.decidir, 1, "3.4", None, OUTRO) == "revisao.reservada"
    desk.office.clock.advance(api.LEASE_MS)
    assert hold(theirs).nome == "Beto"
    assert refusal(desk.decidir, 1, "3.4") == "revisao.reservada"
    desk.decidir(1, "3.4", None, OUTRO)


def test_decisions_that_stand_are_corrections(desk: Desk) -> None:
    desk.pronta(1, UNSURE)
    desk.pronta(2, "oi")
    desk.pronta(3)
    desk.pronta(4, "oi, tudo bem?")
    for n in (1, 2, 4):
        desk.decidir(n, "3.4")
    desk.contestar(2)
    desk.publicar(retirada(4))
    assert desk.read(queries.read_corrections) == [(UNSURE, "3.4")]
