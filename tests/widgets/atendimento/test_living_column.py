"""What the program makes of the words: unit, category with its words, demands nearby."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from app.services.atendimento_ficha import Ficha
from core.base.territorio.distancia import Ponto
from tests.support.vivo import Vivo, serve
from tests.widgets.atendimento.conftest import POSTE
from tests.widgets.conftest import Ui
from widgets.atendimento.living_column import LivingColumn

ATOR = {"conta_id": "44444444-0000-4000-8000-000000000001", "papel": "atendente"}


def column(ui: Ui, vivo: Vivo, host: QWidget) -> LivingColumn:
    made = LivingColumn(vivo.servicos.atendimento, vivo.servicos.categorias, ui.context, host)
    host.show()
    made.show()
    ui.settle()
    return made


def test_everything_is_told_for_a_form(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    counter = vivo.servicos.atendimento
    done = counter.registrar(counter.abrir(ATOR), POSTE, ATOR)
    vivo.ocioso()
    living = column(ui, vivo, host)
    summed: list[str] = []
    living.summed.connect(summed.append)
    living.show_ficha(replace(POSTE, texto="poste apagado na praça, ninguém passa"))
    ui.settle()
    assert living.unit.text().startswith("Centro (bairro)")
    assert "Porto Formigueiro" in living.unit.text()
    assert "Iluminação pública" in living.category.text()
    assert "poste" in living.reasons.text()
    assert done.protocolo in [row.demand.protocolo for row in living.rows]
    assert "Centro · Iluminação pública" in summed[-1]
    assert living.suggested == "3.4"


def test_the_unit_is_derived_anew_when_the_pin_moves(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    living = column(ui, vivo, host)
    living.show_ficha(POSTE)
    ui.settle()
    living.place_changed(replace(POSTE, lat=-20.605, lng=-36.8595))
    ui.settle()
    assert "Serra das Saúvas" in living.unit.text()
    living.place_changed(replace(POSTE, lat=-20.52, lng=-36.99))
    ui.settle()
    assert "Fora de todas" in living.unit.text()
    assert not living.unit_note.isHidden()
    refused: list[str] = []
    living.place_refused.connect(refused.append)
    living.place_changed(replace(POSTE, lat=40.0, lng=-3.0))
    ui.settle()
    assert "fora do Brasil" in refused[0]
    living.place_changed(Ficha())
    ui.settle()
    assert living.unit.text().startswith("Diga o local")


def test_a_place_that_the_office_does_not_serve_is_said(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    centre = vivo.servicos.atendimento.lugar.onde(POSTE.ponto or Ponto(0, 0)).cadeia[0]
    serve(vivo, centre.unidade_civica_id)
    living = column(ui, vivo, host)
    living.show_ficha(POSTE)
    ui.settle()
    assert living.unit_note.isHidden()
    living.place_changed(replace(POSTE, lat=-20.605, lng=-36.8595))
    ui.settle()
    assert "este escritório atende; o pedido é aceito e segue para" in living.unit_note.text()
    assert not living.unit_note.isHidden()


def test_a_category_chosen_by_hand_stays(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    living = column(ui, vivo, host)
    at = living.choice.findData("3.1")
    living.choice.setCurrentIndex(at)
    with ui.qtbot.waitSignal(living.category_chosen) as told:
        living.choice.activated.emit(at)
    assert told.args == ["3.1"]
    living.follow(POSTE)
    ui.until(lambda: "escolhida por você" in living.category.text())
    assert living.suggested == "3.1"


def test_words_that_rest_are_classified(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    living = column(ui, vivo, host)
    assert "enquanto você escreve" in living.category.text()
    living.follow(replace(Ficha(), texto="buraco na rua em frente à escola"))
    ui.until(lambda: "confiança" in living.category.text())
    assert living.rows == []
