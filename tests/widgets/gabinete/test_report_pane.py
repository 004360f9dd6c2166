"""Drafts: kept while typing, never overwritten unseen, joined where two windows wrote."""

from __future__ import annotations

from pathlib import Path
from threading import Event

from tests.support import midias
from tests.support.vivo import Vivo
from tests.widgets.conftest import Ui
from tests.widgets.gabinete.conftest import CLERK, Sit, councillor


def test_what_is_typed_is_kept_and_comes_back(ui: Ui, vivo: Vivo, sit: Sit) -> None:
    account = councillor(vivo, begun=False)
    screen = sit(account)
    pane = screen.report
    pane.form.text.setPlainText("Fui ao local")
    assert screen.holds_unsaved() != ""
    ui.until(lambda: pane.kept.text() == "Rascunho guardado.")
    pane.form.text.setPlainText("Fui ao local e medi o buraco")
    pane.flush()
    pane.form.text.setPlainText("Fui ao local e medi o buraco: 2 m")
    pane.flush()
    ui.until(lambda: pane.draft is not None and not pane.is_dirty)
    assert pane.conflict.isHidden()
    assert screen.holds_unsaved() == ""
    again = sit(account)
    assert again.report.form.texto == "Fui ao local e medi o buraco: 2 m"
    assert not again.report.is_dirty


def test_two_windows_on_one_report_lose_no_edit(ui: Ui, vivo: Vivo, sit: Sit) -> None:
    account = councillor(vivo, begun=False)
    first, second = sit(account), sit(account)
    first.report.form.text.setPlainText("da primeira janela")
    first.report.save()
    ui.settle()
    second.report.form.text.setPlainText("da segunda janela")
    second.report.save()
    ui.until(lambda: not second.report.conflict.isHidden())
    assert second.report.form.texto == "da segunda janela"
    second.report.form.choose("status_atualizado", status="em_andamento")
    second.report.submit()
    second.report.join.click()
    ui.until(second.report.conflict.isHidden)
    assert second.report.form.texto == "da primeira janela\n\nda segunda janela"
    second.report.save()
    ui.settle()
    draft = second.report.draft
    assert draft is not None
    assert draft.conteudo["texto"] == "da primeira janela\n\nda segunda janela"


def test_a_report_registered_elsewhere_leaves_the_words_here(ui: Ui, vivo: Vivo, sit: Sit) -> None:
    account = councillor(vivo, begun=False)
    first, second = sit(account), sit(account)
    for screen in (first,):
        screen.report.form.text.setPlainText("Fui lá.")
        screen.report.save()
        ui.settle()
    second.report._see(first.report.draft)
    second.report.form.text.setPlainText("Fui lá, e volto amanhã.")
    first.report.form.choose("status_atualizado", status="em_andamento")
    first.report.submit()
    ui.until(lambda: first.report.form.is_empty)
    second.report.save()
    ui.until(lambda: not second.report.conflict.isHidden())
    assert second.report.join.text() == "Começar atualização nova"
    assert second.report.form.texto == "Fui lá, e volto amanhã."
    second.report.join.click()
    ui.until(second.report.conflict.isHidden)
    second.report.save()
    ui.settle()
    assert second.report.draft is not None
    vivo.ocioso()


def test_the_suggestion_is_offered_and_taken(ui: Ui, vivo: Vivo, sit: Sit) -> None:
    pane = sit(councillor(vivo, begun=False)).report
    pane.form.text.setPlainText("Falei por telefone com a secretaria de obras.")
    ui.until(lambda: not pane.suggestion.isHidden())
    assert "contato realizado" in pane.suggestion.words.text()
    pane.take_suggestion()
    assert pane.form.tipo == "contato_realizado"
    assert pane.suggestion.isHidden()
    ui.until(lambda: not pane.preview.isHidden())
    ui.settle()


def test_a_refused_field_is_marked(ui: Ui, vivo: Vivo, sit: Sit) -> None:
    pane = sit(councillor(vivo, begun=False)).report
    pane.form.text.setPlainText("Prometeram para ontem.")
    pane.form.choose("prazo_registrado", data="01/01/2020", fonte="secretaria")
    pane.submit()
    ui.until(lambda: not pane.form._errors["data"].isHidden())
    assert "já passou" in pane.form._errors["data"].text()
    assert pane.send.isEnabled()
    assert pane.form.texto == "Prometeram para ontem."
    ui.settle()


def files(folder: Path) -> list[Path]:
    """A photo, and a program that calls itself one."""
    photo, program = folder / "antes.jpg", folder / "depois.jpg"
    photo.write_bytes(midias.upside(6))
    program.write_bytes(b"MZ" + b"\0" * 200)
    return [photo, program]


def test_photos_go_with_the_report_and_what_is_refused_keeps_the_form(
    ui: Ui, vivo: Vivo, sit: Sit, tmp_path: Path
) -> None:
    account = councillor(vivo, begun=False)
    screen = sit(account)
    pane = screen.report
    pane.form.text.setPlainText("Fui ao local")
    with ui.qtbot.waitSignal(pane.photos.edited, timeout=30_000):
        pane.photos.add(files(tmp_path))
    ui.until(lambda: pane.kept.text() == "Rascunho guardado." and not pane.is_dirty)
    assert [one.nome for one in pane.photos.midias] == ["antes.jpg"]
    assert "depois.jpg" in pane.photos.field.error.text()
    assert pane.form.texto == "Fui ao local"
    again = sit(account)
    assert [one.nome for one in again.report.photos.midias] == ["antes.jpg"]
    assert not again.report.is_dirty
    pane.form.choose("status_atualizado", status="em_andamento")
    pane.submit()
    ui.until(lambda: pane.form.is_empty and not pane.photos.midias)
    vivo.app.engine.aguardar_ocioso(trabalhos=True)
    ui.until(lambda: any("do relato" in foto.titulo for foto in screen.gallery.fotos))


def test_a_draft_of_photos_alone_is_kept_and_can_be_emptied(
    ui: Ui, vivo: Vivo, sit: Sit, tmp_path: Path
) -> None:
    screen = sit(councillor(vivo, begun=False))
    pane = screen.report
    with ui.qtbot.waitSignal(pane.photos.edited, timeout=30_000):
        pane.photos.add(files(tmp_path)[:1])
    ui.until(lambda: pane.draft is not None and not pane.is_dirty)
    pane.photos.tiles[0].click()
    assert pane.is_dirty
    ui.until(lambda: not pane.is_dirty)
    assert pane.draft is not None
    assert "midias" not in pane.draft.conteudo


def test_what_waits_for_the_writer_is_of_the_demand_it_was_written_on(
    ui: Ui, vivo: Vivo, sit: Sit
) -> None:
    """Another demand may be opened meanwhile: neither report is mixed up with the other."""
    first, other = councillor(vivo, begun=True), councillor(vivo, begun=False)
    pair = (str(first.conselheiro_id), str(other.conselheiro_id))
    screen = sit(CLERK)
    pane, desk = screen.report, vivo.servicos.gabinete.abrir(pair[1])
    screen.open_target(pair[0])
    ui.until(lambda: screen.desk is not None and screen.desk.conselheiro.conselheiro_id == pair[0])
    pane.form.choose("status_atualizado", status="em_andamento")
    pane.form.text.setPlainText("Voltei ao local, e a obra anda.")
    free, answers = Event(), list[object]()
    ui.context.runner.write(pane, lambda: free.wait(20))
    pane.register(answers.append)
    assert desk.sorteio is not None
    pane.open_pair(pair[1], desk.sorteio.demanda_id, None)
    pane.form.text.setPlainText("Ainda estou escrevendo.")
    assert pane.send.isEnabled()
    free.set()
    ui.until(lambda: bool(answers))
    assert pane.form.texto == "Ainda estou escrevendo."
    told = vivo.servicos.gabinete.abrir(pair[0]).atualizacoes
    assert "Voltei ao local" in str(told)


def test_a_report_waiting_for_a_file_does_not_hold_the_next_one(
    ui: Ui, vivo: Vivo, sit: Sit, tmp_path: Path
) -> None:
    first, other = councillor(vivo, begun=True), councillor(vivo, begun=False)
    who = str(other.conselheiro_id)
    screen = sit(CLERK)
    desk = vivo.servicos.gabinete.abrir(who)
    screen.open_target(str(first.conselheiro_id))
    ui.settle()
    pane = screen.report
    pane.form.choose("status_atualizado", status="em_andamento")
    pane.form.text.setPlainText("Com uma foto.")
    pane.photos.add(files(tmp_path)[:1])
    pane.submit()
    assert not pane.send.isEnabled()
    assert desk.sorteio is not None
    pane.open_pair(who, desk.sorteio.demanda_id, None)
    assert pane.send.isEnabled()
    ui.settle()
