"""What becomes public, what stays inside, why a text waits – and no digit of it quoted."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.relatoria import Previa
from tests.widgets.conftest import Ui
from widgets.gabinete.preview_box import PreviewBox


def test_public_inside_and_held(ui: Ui, host: QWidget) -> None:
    box = PreviewBox(ui.context.theme, host)
    host.show()
    box.show_preview(
        Previa("Falei com [nome omitido].", {"canal": "telefone", "data": "2026-11-30"},
               ("com_quem",), (), 0, True)
    )  # fmt: skip
    assert box.public.text() == "Falei com [nome omitido]."
    assert box.fields.text() == "Como foi o contato: telefone\nDia: 30/11/2026"
    assert "Nomes de pessoas" in box.warning.text()
    assert box.inside.text() == "o texto como você escreveu, com quem, quem registrou"
    box.show_preview(Previa(None, {}, (), ("cpf", "telefone"), 1, False))
    assert "moderador" in box.public.text()
    assert "CPF e telefone" in box.warning.text()
    assert "lista de moderação" in box.warning.text()
    box.show_preview(Previa("Tudo certo.", {}, (), (), 0, False))
    assert box.warning.isHidden()
    assert box.inside.text() == "quem registrou"
