from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tests.widgets.conftest import Ui
from tests.widgets.moderacao.conftest import ANA, item_of, linha
from tests.widgets.runtime.test_photo import png
from widgets.moderacao.item_pane import ItemPane


def test_the_whole_content_with_the_terms_marked(ui: Ui, host: QWidget) -> None:
    pane = ItemPane(ui.context, host)
    host.show()
    pane.show_item(item_of(linha(1), bruto="texto 1, com zurrapa!"))
    assert pane.words.marked() == ["zurrapa"]
    assert pane.words.accessibleName().endswith("texto 1 com zurrapa")
    assert "Como foi dito" in pane.raw.text()
    assert pane.heading.text() == "Texto · BCDF-000001-47 · espera decisão"


def test_nobody_decides_on_an_own_text(ui: Ui, host: QWidget) -> None:
    pane = ItemPane(ui.context, host)
    host.show()
    pane.show_item(item_of(linha(1), autores=frozenset({ANA})))
    assert not pane.approve.isEnabled()
    assert "Esta conta escreveu isto" in pane.lease.text()


def test_a_report_has_no_removal_and_a_removed_item_no_act(ui: Ui, host: QWidget) -> None:
    pane = ItemPane(ui.context, host)
    host.show()
    pane.show_item(item_of(linha(1, tipo="relato")))
    assert pane.remove.isHidden()
    pane.show_item(item_of(linha(2, status="removido", trecho=None, titulo=None)))
    assert pane.approve.isHidden()
    assert pane.remove.isHidden()
    assert pane.words.toPlainText() == "O conteúdo não está mais aqui."


def test_a_picture_is_blurred_until_asked(ui: Ui, host: QWidget) -> None:
    pane = ItemPane(ui.context, host)
    host.show()
    pane.show_item(item_of(linha(1, tipo="anexo", trecho=None, titulo=None)))
    pane.show_picture(png())
    photo = pane.photo
    assert photo is not None
    assert "borrada" in photo.picture.accessibleName()
    pane.flip_picture()
    assert "à vista" in photo.picture.accessibleName()
    # Another moderator blocked it: blurred again; removed it: gone.
    pane.show_item(item_of(linha(1, tipo="anexo", status="bloqueado", trecho=None, titulo=None)))
    assert "borrada" in photo.picture.accessibleName()
    pane.show_item(item_of(linha(1, tipo="anexo", status="removido", trecho=None, titulo=None)))
    assert pane.photo is None
    assert pane.pictures.isHidden()
    pane.show_item(item_of(linha(2)))
    assert pane.pictures.isHidden()
    pane.show_story(["29/11 · Demanda registrada"])
    assert "Demanda registrada" in pane.timeline.text()
