"""A clerk's minute at the counter, by keyboard alone, and what survives a crash."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.services.atendimento_ficha import Ficha
from tests.widgets.conftest import Mesa
from widgets.atendimento.screen import AtendimentoScreen


def counter(mesa: Mesa) -> AtendimentoScreen:
    screen = mesa.open("atendimento")
    assert isinstance(screen, AtendimentoScreen)
    return screen


# QTest types ASCII only.
_CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def focus() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(focus(), key, modifier)


def test_from_the_first_letter_to_the_receipt_and_on_without_a_mouse(mesa: Mesa) -> None:
    screen = counter(mesa)
    form = screen.attend.form
    mesa.until(form.text.hasFocus)
    QTest.keyClicks(focus(), "O poste da praca esta apagado, rua no escuro")
    press(Qt.Key.Key_Tab)
    assert focus() is form.place.edit
    QTest.keyClicks(focus(), "-20,597; -36,938")
    press(Qt.Key.Key_Return)
    mesa.until(lambda: form.ficha.precisao == "ponto")
    mesa.until(lambda: screen.attend.column.unit.text().startswith("Centro"))
    mesa.until(lambda: "Iluminação pública" in screen.attend.column.category.text())
    press(Qt.Key.Key_Tab)
    assert focus() is form.place.on_map
    press(Qt.Key.Key_Tab)
    assert focus() is form.place.reference
    QTest.keyClicks(focus(), "Ao lado da padaria")
    press(Qt.Key.Key_Return)
    assert focus() is form.channel
    press(Qt.Key.Key_Down)
    press(Qt.Key.Key_Tab)
    assert focus() is form.date
    QTest.keyClicks(focus(), "30/5/26")
    press(Qt.Key.Key_Return)
    assert focus() is form.citizen.who["anonimo"]
    press(Qt.Key.Key_Right)
    press(Qt.Key.Key_Right)
    assert focus() is form.citizen.who["novo"]
    press(Qt.Key.Key_Tab)
    assert focus() is form.citizen.name
    QTest.keyClicks(focus(), "Zulmira Inventada")
    for edit in (form.citizen.phone, form.citizen.email, form.citizen.address):
        press(Qt.Key.Key_Return)
        assert focus() is edit
    press(Qt.Key.Key_Tab)
    assert focus() is form.citizen.seen
    press(Qt.Key.Key_Space)
    for key in ("tratamento", "publicacao_texto"):
        press(Qt.Key.Key_Tab)
        assert focus() is form.citizen.consents[key]
        press(Qt.Key.Key_Space)
    press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    mesa.until(lambda: screen.stack.currentWidget() is screen.receipt)
    number = screen.receipt.number.text()
    mesa.settle()
    found = mesa.vivo.servicos.demandas.abrir(number).recebida
    assert (found.canal, found.data_formulario, found.precisao_local) == (
        "papel",
        "2026-05-30",
        "ponto",
    )
    assert found.consentimentos is not None
    assert found.consentimentos["tratamento"]
    mesa.until(screen.receipt.next.hasFocus)
    press(Qt.Key.Key_Space)
    mesa.until(form.text.hasFocus)
    assert screen.attend.is_empty


def test_a_draft_is_there_after_the_window_was_closed_in_the_middle_of_a_word(mesa: Mesa) -> None:
    screen = counter(mesa)
    QTest.keyClicks(screen.attend.form.text, "Falta agua des")
    # Nothing waits for the hand to rest: closing keeps the last letter too.
    mesa.desktop.close()
    mesa.vivo.reabrir()
    (left,) = mesa.vivo.servicos.atendimento.rascunhos()
    assert (left.ficha.texto, left.em_outra_janela) == ("Falta agua des", False)


def test_a_larger_text_rebuilds_the_screen_and_loses_no_letter(mesa: Mesa) -> None:
    screen = counter(mesa)
    QTest.keyClicks(screen.attend.form.text, "Lixo na")
    mesa.desktop.theme.set_scale_pct(200)
    mesa.until(lambda: mesa.desktop.window.screen_of("atendimento") is not screen)
    again = mesa.desktop.window.screen_of("atendimento")
    assert isinstance(again, AtendimentoScreen)
    mesa.until(lambda: again.attend.form.text.toPlainText() == "Lixo na")
    mesa.desktop.window.resize(1024, 700)
    mesa.settle()
    assert mesa.desktop.window.width() <= 1024
    assert mesa.desktop.window.height() <= 700
    mesa.desktop.theme.set_scale_pct(100)
    mesa.settle()


def test_the_way_to_another_screen_is_offered_where_there_is_one(mesa: Mesa) -> None:
    has = mesa.desktop.context.has_screen
    assert has("atendimento")
    assert not has("nada")
    assert not has("atendimento", "escolher")
    screen = counter(mesa)
    assert screen.attend.form.place.on_map.isHidden() != has("mapa", "escolher")


def test_large_text_in_a_small_window_hides_no_field_from_the_keyboard(mesa: Mesa) -> None:
    before = counter(mesa)
    mesa.desktop.theme.set_scale_pct(200)
    mesa.desktop.window.resize(1024, 700)
    mesa.until(lambda: mesa.desktop.window.screen_of("atendimento") is not before)
    screen = counter(mesa)
    mesa.until(screen.isVisible)
    page = screen.attend
    page.show_draft(None, Ficha(texto="Falta luz", quem="novo"))
    mesa.until(page.form.text.hasFocus)
    seen: set[QWidget] = set()
    viewport = page._scroll.viewport()
    while focus() is not page.button:
        now = focus()
        assert now not in seen
        seen.add(now)
        if page._inside.isAncestorOf(now):
            place = QRect(now.mapTo(viewport, QPoint(0, 0)), now.size())
            assert viewport.rect().intersects(place), now
            assert place.top() >= 0, now.accessibleName()
        press(Qt.Key.Key_Tab)
    form = page.form
    for one in (form.place.edit, form.date, form.citizen.address, page.column.choice):
        assert one in seen
    # Back up from the buttons, and to the first fault wherever it is.
    press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    mesa.until(lambda: form.fields["local"].fault != "")
    mesa.until(form.place.edit.hasFocus)
    fault = form.fields["local"].error
    assert viewport.rect().contains(fault.mapTo(viewport, QPoint(0, fault.height() // 2)))
    mesa.desktop.theme.set_scale_pct(100)
    mesa.settle()


def test_ctrl_enter_registers_from_inside_the_text(mesa: Mesa) -> None:
    screen = counter(mesa)
    point = Ficha(texto="Falta luz", precisao="ponto", lat=-20.597, lng=-36.938)
    screen.attend.show_draft(None, point)
    mesa.until(screen.attend.form.text.hasFocus)
    press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    mesa.until(lambda: screen.stack.currentWidget() is screen.receipt)
    press(Qt.Key.Key_Escape)
    mesa.until(screen.attend.form.text.hasFocus)
    screen.attend.show_draft(None, point)
    press(Qt.Key.Key_Return, _CTRL_SHIFT)
    mesa.until(lambda: screen.attend.is_empty)
    assert any("Protocolo" in text for text in mesa.notices)


def test_another_account_at_the_same_window_does_not_go_on_with_a_colleagues_draft(
    mesa: Mesa,
) -> None:
    service = mesa.vivo.servicos.atendimento
    ana = {"conta_id": "44444444-0000-4000-8000-00000000000a", "papel": "atendente"}
    draft = service.salvar(service.abrir(ana), Ficha(texto="Da Ana"))
    assert service.em_curso(ana["conta_id"]) == draft
    assert service.em_curso("44444444-0000-4000-8000-00000000000b") is None
    screen = counter(mesa)
    screen._has_begun = False  # as after the lock, when the window is built anew
    screen.refresh()
    mesa.until(lambda: screen.drafts.text() == "1 não terminado")
    assert screen.attend.is_empty
