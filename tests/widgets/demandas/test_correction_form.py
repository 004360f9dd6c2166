from __future__ import annotations

from app.services.demanda_atos import Formulario
from app.services.demanda_lista import Escolha
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
    form.place.point.setText("no meio do mar")
    form.reason.setText("pino errado")
    form.submit()
    tela.mesa.settle()
    assert form.isVisible()
    assert "no meio do mar" in form.errors["lugar"].text()
    form.place.point.setText(before.coordenadas)
    form.reason.clear()
    form.reject()


def test_only_the_unit_may_be_known(tela: Tela) -> None:
    form, before = opened(tela)
    services = tela.mesa.vivo.servicos
    unit, name = services.demanda_lista.unidades("", 1)[0]
    form.place.take_unit(unit, name)
    tela.mesa.settle()
    assert name.rpartition(" · ")[2] in form.place.words.text()
    form.reason.setText("só se sabe o bairro")
    form.submit()
    tela.mesa.settle()
    found = services.demanda_detalhe.abrir(before.demanda_id)
    assert (found.vista.unidade_civica_id, found.precisao_local) == (unit, "unidade")


def test_the_unit_of_a_new_place_is_read_before_it_is_saved(tela: Tela) -> None:
    form, before = opened(tela)
    services = tela.mesa.vivo.servicos
    views = (
        services.demanda_detalhe.abrir(one).vista for one in services.demanda_lista.ordem(Escolha())
    )
    there = next(
        one
        for one in views
        if one.lat is not None
        and one.confianca_geo == "alta"
        and one.unidade_civica_id not in {None, before.unidade[0]}
    )
    form.reason.setText("pino errado")
    form.place.point.setText(f"{there.lat:.5f}; {there.lng:.5f}".replace(".", ","))
    form.save.click()
    tela.mesa.settle()
    assert form.isVisible()
    assert f"Antes: {before.unidade[1]}" in form.place.words.text()
    assert "grave de novo" in form.refusal.text()
    form.save.click()
    tela.mesa.settle()
    found = services.demanda_detalhe.abrir(before.demanda_id)
    assert found.vista.unidade_civica_id == there.unidade_civica_id


def test_a_subcategory_can_be_said_and_stays(tela: Tela) -> None:
    form, before = opened(tela)
    services = tela.mesa.vivo.servicos
    category = next(one for one in services.fila_revisao.categorias() if one.subcategorias)
    tela.mesa.settle()
    form.category.setCurrentIndex(form.category.findData(category.categoria_id))
    assert form.subcategory.count() == len(category.subcategorias) + 1
    form.subcategory.setCurrentIndex(1)
    form.reason.setText("o morador explicou")
    form.submit()
    tela.mesa.settle()
    now = services.demanda_atos.formulario(before.demanda_id, ATENDENTE)
    assert now.categoria == (category.categoria_id, category.subcategorias[0][0])
    again = tela.screen.acts.open_form(now)
    tela.mesa.settle()
    assert again.subcategory.currentData() == category.subcategorias[0][0]
    assert not again.is_changed()
    again.reject()
