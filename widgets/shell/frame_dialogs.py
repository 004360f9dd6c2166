"""What the frame opens over any screen: the manual, the keys, a word about the program."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QMessageBox, QWidget

from app.services.manual import Manual
from widgets.runtime.actions import FRAME
from widgets.runtime.alt_keys import known_keys
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec
from widgets.shell.help_window import HelpWindow
from widgets.shell.keys_overlay import KeysOverlay

BUTTONS: Final = "Botões que se veem agora"


def open_help(
    manual: Manual, spec: ScreenSpec | None, context: UiContext, parent: QWidget
) -> HelpWindow:
    """The manual at the page of a screen."""
    help_window = HelpWindow(manual, context.theme, parent)
    help_window.show_page(spec.manual if spec else "indice")
    help_window.open()
    return help_window


def open_keys(spec: ScreenSpec | None, context: UiContext, parent: QWidget) -> KeysOverlay:
    """Every key that can be used in a screen."""
    word = spec.word if spec else "Formigueiro"
    frame = context.actions.listed(FRAME)
    own = [one for one in context.actions.listed(spec.key if spec else "") if one not in frame]
    buttons = known_keys(parent, context.actions, spec.key if spec else FRAME)
    groups = [(word, own), (BUTTONS, buttons), ("Em toda a janela", frame)]
    overlay = KeysOverlay(word, groups, context.theme, parent)
    overlay.open()
    return overlay


def open_about(versao: str, parent: QWidget) -> QMessageBox:
    """Which program this is."""
    box = QMessageBox(parent)
    box.setWindowTitle("Sobre o Formigueiro")
    box.setText(f"Formigueiro {versao}")
    box.setInformativeText(
        "Demandas de moradores, do registro à conclusão, num registro de eventos que só "
        "cresce e que qualquer pessoa pode conferir.\nLicença AGPL-3.0."
    )
    box.open()
    return box
