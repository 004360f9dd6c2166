from __future__ import annotations

from app.services.demanda_atos import Formulario
from tests.widgets.demandas.conftest import Tela
from widgets.demandas.correction_form import CorrectionForm

ATENDENTE = {"conta_id": "44444444-0000-4000-8000-000000000001", "papel": "atendente"}


def opened(tela: Tela) -> tuple[CorrectionForm, Formulario]:
    demanda = tela.of()
    tela.show(demanda)
    form = tela.mesa.vivo.servicos.demanda_atos.formulario(demanda, ATENDENTE)
    return tela.screen.acts.open_form(form), form


def test_nothing_changed_and_no_reason_are_said_under_the_fields(tela: Tela) -> None:
    form, _before = opened(tela)
    form.submit()
    assert "Nada foi mudado" in form.errors["texto"].text()
    assert "por que" in form.errors["motivo"].text()
    assert not form.is_changed()
    form.reject()


def test_a_place_that_is_no_place_is_said_under_its_field(tela: Tela) -> None:
    form, before = opened(tela)
    form.place.setText("no meio do mar")
    form.reason.setText("pino errado")
    form.submit()
    tela.mesa.settle()
    assert form.isVisible()
    assert "no meio do mar" in form.errors["lugar"].text()
    form.place.setText(before.coordenadas)
    form.reason.clear()
    form.reject()


def test_only_the_unit_may_be_known(tela: Tela) -> None:
    form, before = opened(tela)
    services = tela.mesa.vivo.servicos
    unit, name = services.demanda_lista.unidades("", 1)[0]
    form.use_unit(unit, name)
    assert name in form.unit.text()
    form.reason.setText("só se sabe o bairro")
    form.submit()
    tela.mesa.settle()
    found = services.demanda_detalhe.abrir(before.demanda_id)
    assert (found.vista.unidade_civica_id, found.precisao_local) == (unit, "unidade")
