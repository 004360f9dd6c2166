"""Palette and the small style sheet on top of Fusion. Pure functions of tokens and scale."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QColor, QPalette

from widgets.runtime.theme.tokens import CELL_PADDING, CORNER_PX, Tokens, mix, soft_accent


def build_palette(tokens: Tokens) -> QPalette:
    """Our colours in Qt's roles; disabled text in the secondary colour."""
    role = QPalette.ColorRole
    pairs = {
        role.Window: tokens.background,
        role.WindowText: tokens.text,
        role.Base: tokens.surface,
        role.AlternateBase: tokens.background,
        role.Text: tokens.text,
        role.Button: tokens.surface,
        role.ButtonText: tokens.text,
        role.BrightText: tokens.danger,
        role.ToolTipBase: tokens.surface,
        role.ToolTipText: tokens.text,
        role.PlaceholderText: tokens.secondary,
        role.Highlight: tokens.accent,
        role.HighlightedText: tokens.on_accent,
        role.Link: tokens.accent,
        role.LinkVisited: tokens.accent,
        role.Accent: tokens.accent,
        role.Light: tokens.surface,
        role.Midlight: tokens.line,
        role.Mid: tokens.border,
        role.Dark: tokens.border,
        role.Shadow: tokens.line,
    }
    palette = QPalette()
    for name, colour in pairs.items():
        palette.setColor(name, QColor(colour))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(tokens.secondary))
    palette.setColor(QPalette.ColorGroup.Disabled, role.Highlight, QColor(tokens.line))
    return palette


# Fusion draws its own frame around the arrow, which does not meet a border of ours, and its own
# check box, which does not grow with the text. A style sheet cannot tint a picture: two of each.
_BOXES: Final = """
QComboBox::drop-down, QDateEdit::drop-down {{ border: none; width: {room}; }}
QComboBox::down-arrow, QDateEdit::down-arrow {{ image: url("{folder}/seta-{scheme}.svg");
  width: {side}; height: {side}; }}
QCheckBox {{ spacing: {gap}; border: 1px solid transparent; border-radius: 3px; padding: 1px; }}
QCheckBox::indicator {{ width: {side}; height: {side}; border: 1px solid {border};
  border-radius: 3px; background: {surface}; }}
QCheckBox::indicator:checked {{ background: {accent}; border-color: {accent};
  image: url("{folder}/certo-{scheme}.svg"); }}
QCheckBox:focus {{ border-color: {accent}; }}
"""


def build_style_sheet(tokens: Tokens, scale: float, pictures: str = "") -> str:
    """The style sheet.

    Args:
        tokens: colours.
        scale: 1.0 to 2.0, widens paddings with the text.
        pictures: folder of what a style sheet draws; Fusion's own where empty.
    """

    def px(size: float) -> str:
        return f"{round(size * scale)}px"

    hover = mix(tokens.surface, tokens.text, 0.06)
    soft = soft_accent(tokens)
    danger_soft = mix(tokens.surface, tokens.danger, 0.12)
    warning_soft = mix(tokens.surface, tokens.warning, 0.12)
    t = tokens
    boxes = ""
    if pictures:
        boxes = _BOXES.format(
            folder=pictures,
            scheme="escuro" if t.is_dark else "claro",
            side=px(14),
            room=px(24),
            gap=px(8),
            border=t.border,
            surface=t.surface,
            accent=t.accent,
        )
    return f"""{boxes}
QLabel, QToolTip {{ qproperty-textFormat: PlainText; }}
QToolTip {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.border};
  padding: {px(4)}; }}
QFrame#rail {{ background: {t.surface}; border: none; border-right: 1px solid {t.line}; }}
QFrame#topBar {{ background: {t.surface}; border: none; border-bottom: 1px solid {t.line}; }}
QLabel#demoBanner {{ background: {warning_soft}; color: {t.text};
  border: 1px solid {t.warning}; border-radius: {CORNER_PX}px; padding: {px(2)} {px(8)};
  font-weight: 600; }}
QFrame#statusBar {{ background: {t.surface}; border: none; border-top: 1px solid {t.line}; }}
QFrame#statusBar QToolButton {{ border: none; border-radius: {CORNER_PX}px;
  padding: {px(4)} {px(8)}; color: {t.secondary}; background: transparent; }}
QFrame#statusBar QToolButton[kind="alert"] {{ color: {t.danger}; font-weight: 600; }}
QFrame#rail QToolButton {{ border: none; border-radius: {CORNER_PX}px; padding: {px(8)};
  text-align: left; background: transparent; }}
QFrame#rail QToolButton:checked {{ background: {soft}; color: {t.text}; font-weight: 600; }}
QFrame#rail QToolButton:hover, QFrame#statusBar QToolButton:hover {{ background: {hover}; }}
QToolButton[kind="flat"] {{ border: 1px solid transparent; border-radius: {CORNER_PX}px;
  padding: {px(4)} {px(8)}; background: transparent; }}
QToolButton[kind="flat"]:hover, QToolButton[kind="bare"]:hover {{ background: {hover}; }}
QToolButton[kind="bare"] {{ border: 1px solid transparent; border-radius: {CORNER_PX}px;
  padding: 0 {px(4)}; background: transparent; }}
QToolButton[kind="chip"] {{ border: 1px solid {t.border}; border-radius: {CORNER_PX}px;
  padding: {px(4)} {px(12)}; background: {t.surface}; }}
QToolButton[kind="chip"]:hover {{ background: {hover}; }}
QToolButton[kind="chip"][active="true"] {{ background: {soft}; border-color: {t.accent}; }}
QToolButton::menu-indicator {{ image: none; }}
QToolButton:focus, QPushButton:focus, QFrame#rail QToolButton:focus,
QFrame#statusBar QToolButton:focus {{ border: 2px solid {t.accent}; }}
QPushButton {{ border: 1px solid {t.border}; border-radius: {CORNER_PX}px;
  padding: {px(6)} {px(16)}; background: {t.surface}; }}
QPushButton:hover {{ background: {hover}; }}
QPushButton:disabled, QToolButton:disabled {{ color: {t.secondary}; border-color: {t.line}; }}
QPushButton[kind="primary"] {{ background: {t.accent}; color: {t.on_accent};
  border-color: {t.accent}; font-weight: 600; }}
QPushButton[kind="primary"]:hover {{ background: {mix(t.accent, t.text, 0.12)}; }}
QPushButton[kind="primary"]:focus {{ border: 4px double {t.on_accent};
  padding: {round(6 * scale) - 3}px {round(16 * scale) - 3}px; }}
QPushButton[kind="primary"]:disabled {{ background: {t.line}; color: {t.secondary};
  border-color: {t.line}; }}
QPushButton[kind="choice"] {{ text-align: left; }}
QPushButton[kind="danger"] {{ color: {t.danger}; border-color: {t.danger}; }}
QPushButton[kind="tile"] {{ border: 1px solid {t.line}; text-align: left; padding: 0; }}
QPushButton[kind="tile"]:focus {{ border: 2px solid {t.accent}; }}
QLineEdit, QComboBox, QDateEdit, QPlainTextEdit[kind="input"] {{ background: {t.surface};
  border: 1px solid {t.border}; border-radius: {CORNER_PX}px; padding: {px(4)} {px(8)};
  selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
QComboBox QLineEdit, QComboBox QLineEdit:focus {{ border: none; padding: 0;
  background: transparent; }}
QLineEdit:focus, QComboBox:focus, QDateEdit:focus, QPlainTextEdit:focus {{
  border: 2px solid {t.accent}; }}
QRadioButton {{ spacing: {px(8)}; border: 1px solid transparent; border-radius: 3px;
  padding: 1px; }}
QRadioButton::indicator {{ width: {px(14)}; height: {px(14)}; border: 1px solid {t.border};
  border-radius: {round(7 * scale) + 1}px; background: {t.surface}; }}
QRadioButton::indicator:checked {{ width: {px(6)}; height: {px(6)};
  border: {round(4 * scale) + 1}px solid {t.accent}; }}
QRadioButton:focus {{ border-color: {t.accent}; }}
QTreeView[kind="bare"], QTreeView[kind="bare"]:focus {{ border: none; }}
QTableView, QTreeView, QListView, QTextBrowser {{ background: {t.surface}; border: 1px solid {t.line};
  gridline-color: {t.line}; selection-background-color: {soft}; selection-color: {t.text};
  outline: none; }}
QTableView:focus, QTreeView:focus, QListView:focus, QTextBrowser:focus {{ border: 1px solid {t.accent}; }}
QScrollArea, QGraphicsView {{ border: 1px solid transparent; }}
QScrollArea:focus, QGraphicsView:focus {{ border-color: {t.accent}; }}
QTableView::item {{ padding: 0 {px(CELL_PADDING)}; border-bottom: 1px solid {t.line}; }}
QTableView::item:selected, QTreeView::item:selected {{ background: {soft}; color: {t.text}; }}
QTreeView::item {{ padding: {px(4)} {px(8)}; }}
QHeaderView {{ background: {t.background}; border: none; }}
QHeaderView::section {{ background: {t.background}; color: {t.secondary}; border: none;
  border-bottom: 1px solid {t.border}; padding: {px(6)} {px(8)};
  padding-left: {round(8 * scale) + 3}px; padding-right: {round(8 * scale) + 3}px; }}
QPlainTextEdit {{ background: {t.surface}; border: 1px solid {t.line};
  border-radius: {CORNER_PX}px; }}
QTabWidget::pane {{ border: none; border-top: 1px solid {t.line}; }}
QTabBar::tab {{ background: transparent; color: {t.secondary}; border: 2px solid transparent;
  padding: {px(6)} {px(10)} {px(8)} {px(10)}; }}
QTabBar::tab:selected {{ color: {t.text}; border-bottom-color: {t.accent}; }}
QTabBar::tab:hover {{ color: {t.text}; }}
QTabBar::tab:focus {{ color: {t.text}; border-color: {t.accent}; }}
QSplitter::handle {{ background: {t.line}; }}
QSplitter::handle:hover {{ background: {t.accent}; }}
QFrame[kind="notice"] {{ background: {soft}; border: none; border-left: 4px solid {t.accent}; }}
QFrame[kind="notice"][level="aviso"] {{ background: {warning_soft};
  border-left-color: {t.warning}; }}
QFrame[kind="notice"][level="erro"] {{ background: {danger_soft}; border-left-color: {t.danger}; }}
QFrame[kind="card"] {{ background: {t.surface}; border: 1px solid {t.line};
  border-radius: {CORNER_PX}px; }}
QFrame[kind="skeleton"] {{ background: {mix(t.surface, t.text, 0.07)};
  border-radius: {CORNER_PX}px; border: none; }}
QLabel[kind="secondary"] {{ color: {t.secondary}; }}
QLabel[kind="danger"] {{ color: {t.danger}; }}
QLabel[kind="ok"] {{ color: {t.ok}; }}
QLabel[kind="warning"] {{ color: {t.warning}; }}
QLabel[kind="tecla"] {{ background: {t.text}; color: {t.surface};
  border-radius: {CORNER_PX}px; padding: 0 {px(4)}; }}
QMenu {{ background: {t.surface}; border: 1px solid {t.border}; padding: {px(4)}; }}
QMenu::item {{ padding: {px(6)} {px(24)} {px(6)} {px(24)}; }}
QMenu::item:selected {{ background: {soft}; color: {t.text}; }}
QMenu::separator {{ height: 1px; background: {t.line}; margin: {px(4)} 0; }}
QProgressBar {{ border: 1px solid {t.border}; border-radius: {CORNER_PX}px;
  background: {t.surface}; text-align: center; }}
QProgressBar::chunk {{ background: {soft}; }}
"""
