"""Text and unit come together in any order; whichever is last is the cause."""

from __future__ import annotations

import pytest

from core.colonies.d3_categorizacao import queries
from core.kernel.event import NewEvent
from tests.core.colonies.d3_categorizacao.conftest import (
    MUTE,
    SAMPLED,
    SURE,
    UNSURE,
    Desk,
    georreferenciada,
    normalizada,
    retirada,
)
from tests.support.office import demanda, unidade


@pytest.mark.parametrize("first", ["texto", "unidade"])
def test_either_order_gives_one_category_caused_by_the_last(desk: Desk, first: str) -> None:
    events = [normalizada(1), georreferenciada(1)]
    if first == "unidade":
        events.reverse()
    desk.publicar(events[0])
    assert desk.waiting() == [("1", "unidade" if first == "texto" else "texto")]
    assert desk.said() == []
    desk.publicar(events[1])
    (said,) = desk.said()
    assert said.versao_schema == "1.3.0"
    assert said.causa == desk.office.events()[1].event_hash
    assert said.chave_derivacao == f"D-3/demanda.categorizada/{demanda(1)}"
    assert {name: said.payload[name] for name in ("categoria_id", "subcategoria_id")} == {
        "categoria_id": "3.1",
        "subcategoria_id": "3.1.1",
    }
    assert said.payload["nivel_precedencia"] == 3
    assert said.payload["metodo"] == "automatico"
    assert said.payload["confianca_categorizacao"] >= 0.85
    assert said.payload["unidade_civica_id"] == unidade(1)
    assert said.payload["nivel_minimo_resolvido"] == 2
    assert said.payload["versao_taxonomia"] == desk.files.taxonomy.versao
    assert said.payload["versao_classificador"] == desk.files.classifier.versao_classificador
    assert desk.waiting() == []
    assert desk.queue() == []
    desk.check()


def test_the_same_unit_again_says_nothing_new(desk: Desk) -> None:
    desk.pronta(1)
    desk.publicar(georreferenciada(1))
    assert len(desk.said()) == 1
    desk.check()


def test_another_unit_is_a_new_version_of_the_same_category(desk: Desk) -> None:
    desk.pronta(1)
    desk.publicar(georreferenciada(1, u=2, nivel=1))
    first, second = (event.payload for event in desk.said())
    assert second == {**first, "unidade_civica_id": unidade(2), "nivel_minimo_resolvido": 1}
    assert [(one.versao, one.is_atual) for one in desk.history(1)] == [(1, False), (2, True)]
    desk.check()


def test_below_the_lower_limit_a_person_is_asked_and_nothing_is_published(desk: Desk) -> None:
    desk.pronta(1, UNSURE)
    assert desk.types() == ["revisao_solicitada"]
    item = desk.item(1)
    assert item is not None
    assert (item.motivo, item.categoria_id, item.texto) == ("confianca_baixa", "3.4", UNSURE)
    assert item.confianca < 0.70
    assert item.sugestoes[0].categoria_id == "1.3"
    assert item.publicada is None
    assert desk.waiting() == []
    desk.check()


def test_between_the_limits_it_is_published_and_reviewed(desk: Desk) -> None:
    desk.pronta(1, SAMPLED)
    assert desk.types() == ["categorizada"]
    item = desk.item(1)
    assert item is not None
    assert (item.motivo, item.publicada) == ("amostra", desk.said()[0].event_id)
    desk.check()


@pytest.mark.parametrize(
    ("confianca", "types", "queue"),
    [
        ("0.85", ["categorizada"], []),
        ("0.8499", ["categorizada"], ["1 amostra"]),
        ("0.7", ["categorizada"], ["1 amostra"]),
        ("0.6999", ["revisao_solicitada"], ["1 confianca_baixa"]),
    ],
)
def test_the_limits_belong_to_the_upper_side(
    desk: Desk, confianca: str, types: list[str], queue: list[str]
) -> None:
    desk.pronta(1, f"buraco [3.1 {confianca}]")
    assert (desk.types(), desk.queue()) == (types, queue)


@pytest.mark.parametrize("texto", [MUTE, "", "😡😡😡", "<script>'; DROP TABLE d3_demandas--"])
def test_a_text_that_says_nothing_waits_for_a_person(desk: Desk, texto: str) -> None:
    desk.pronta(1, texto, titulo=texto or "Demanda sem texto")
    assert desk.types() == ["revisao_solicitada"]
    assert desk.queue() == ["1 confianca_baixa"]
    desk.check()


def test_another_language_never_goes_without_a_person(desk: Desk) -> None:
    desk.pronta(1, "buraco na rua", idioma_detectado="es")
    assert desk.types() == ["revisao_solicitada"]


def test_captions_are_read_too(desk: Desk) -> None:
    media = [{"indice": 0, "descricao": "um buraco no asfalto da rua"}]
    desk.pronta(1, "", titulo="Imagem enviada sem texto", midias_descritas=media)
    (said,) = desk.said()
    assert said.payload["categoria_id"] == "3.1"


def test_a_chosen_category_is_taken_with_the_classifiers_thoughts_beside(desk: Desk) -> None:
    desk.pronta(1, categoria_id="3.4", subcategoria_id="3.4.1")
    payload = desk.said()[0].payload
    assert (payload["categoria_id"], payload["subcategoria_id"]) == ("3.4", "3.4.1")
    assert (payload["metodo"], payload["confianca_categorizacao"]) == ("manual", 1)
    assert payload["sugestoes_alternativas"][0]["categoria_id"] == "3.1"
    assert desk.history(1)[0].dita.autoria == "morador"
    assert desk.queue() == []
    desk.check()


@pytest.mark.parametrize(
    ("categoria", "sub", "dita", "sub_dita"),
    [
        ("2.77", None, "3.1", "3.1.1"),
        ("5.99", "5.99.1", "3.1", "3.1.1"),
        ("3.4", "3.1.1", "3.4", None),
        ("3.4", "3.4.99", "3.4", None),
    ],
)
def test_an_unknown_category_is_ignored(
    desk: Desk, categoria: str, sub: str | None, dita: str, sub_dita: str | None
) -> None:
    desk.pronta(1, categoria_id=categoria, subcategoria_id=sub)
    payload = desk.said()[0].payload
    assert (payload["categoria_id"], payload.get("subcategoria_id")) == (dita, sub_dita)


def test_a_corrected_text_is_classified_again(desk: Desk) -> None:
    desk.pronta(1)
    desk.publicar(normalizada(1, "falta água [1.1.1 0.95]"))
    assert [event.payload["categoria_id"] for event in desk.said()] == ["3.1", "1.1"]
    assert [one.dita.categoria_id for one in desk.history(1)] == ["3.1", "1.1"]
    desk.check()


def test_a_corrected_place_waits_for_its_unit(desk: Desk) -> None:
    desk.pronta(1)
    moved = normalizada(1, coordenadas_validadas={"lat": -24, "lng": -46.5})
    desk.publicar(moved)
    assert desk.waiting() == [("1", "unidade")]
    assert len(desk.said()) == 1
    desk.publicar(georreferenciada(1, u=3))
    assert desk.said()[1].payload["unidade_civica_id"] == unidade(3)
    assert desk.waiting() == []
    desk.check()


def test_an_unsure_correction_leaves_what_stands_and_asks(desk: Desk) -> None:
    desk.pronta(1)
    desk.publicar(normalizada(1, UNSURE))
    assert desk.types() == ["categorizada", "revisao_solicitada"]
    assert desk.history(1)[-1].dita.categoria_id == "3.1"
    item = desk.item(1)
    assert item is not None
    assert item.publicada == desk.said()[0].event_id
    desk.check()


def test_a_decision_stands_for_the_corrected_text(desk: Desk) -> None:
    desk.pronta(1, UNSURE)
    desk.decidir(1, "1.3")
    desk.publicar(normalizada(1, UNSURE + ", favor ver"))
    assert [event.payload["categoria_id"] for event in desk.said()] == ["1.3", "1.3"]
    assert [one.dita.autoria for one in desk.history(1)] == ["revisao", "revisao"]
    assert desk.queue() == []
    desk.check()


def test_a_sure_disagreement_with_a_decision_goes_back_to_review(desk: Desk) -> None:
    desk.pronta(1, UNSURE)
    desk.decidir(1, "1.3")
    desk.publicar(normalizada(1, SURE))
    assert desk.history(1)[-1].dita.categoria_id == "1.3"
    assert desk.queue() == ["1 texto_corrigido"]
    item = desk.item(1)
    assert item is not None
    assert item.categoria_id == "3.1"
    desk.check()


def test_a_new_choice_counts_after_a_decision(desk: Desk) -> None:
    desk.pronta(1, UNSURE)
    desk.decidir(1, "1.3")
    desk.publicar(normalizada(1, UNSURE, categoria_id="3.4"))
    assert [one.dita.categoria_id for one in desk.history(1)] == ["1.3", "3.4"]
    desk.publicar(normalizada(1, UNSURE + ".", categoria_id="3.4"))
    assert [one.dita.autoria for one in desk.history(1)] == ["revisao", "morador", "morador"]
    desk.check()


@pytest.mark.parametrize("when", ["antes", "esperando", "na fila"])
def test_a_withdrawn_demand_waits_for_nothing(desk: Desk, when: str) -> None:
    events: dict[str, list[NewEvent]] = {
        "antes": [retirada(1), normalizada(1), georreferenciada(1)],
        "esperando": [normalizada(1), retirada(1), georreferenciada(1)],
        "na fila": [normalizada(1, UNSURE), georreferenciada(1), retirada(1)],
    }
    desk.publicar(*events[when])
    assert desk.said() == []
    assert (desk.waiting(), desk.queue()) == ([], [])
    desk.check()


def test_what_waits_is_counted(desk: Desk) -> None:
    desk.publicar(normalizada(1), normalizada(2), georreferenciada(3))
    assert desk.read(queries.count_waiting) == {"texto": 1, "unidade": 2}
