"""Palette and the small style sheet on top of Fusion. Pure functions of tokens and scale."""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class _Paint:
    """Colours, those mixed from them, and lengths that grow with the text."""

    t: Tokens
    scale: float
    hover: str
    soft: str
    danger_soft: str
    warning_soft: str

    @classmethod
    def of(cls, tokens: Tokens, scale: float) -> _Paint:
        """Mix what a style needs of the tokens."""
        return cls(
            t=tokens,
            scale=scale,
            hover=mix(tokens.surface, tokens.text, 0.06),
            soft=soft_accent(tokens),
            danger_soft=mix(tokens.surface, tokens.danger, 0.12),
            warning_soft=mix(tokens.surface, tokens.warning, 0.12),
        )

    def px(self, size: float, more: int = 0) -> str:
        """A length at this scale, and ``more`` pixels that do not grow."""
        return f"{round(size * self.scale) + more}px"


def build_style_sheet(tokens: Tokens, scale: float, pictures: str = "") -> str:
    """The style sheet.

    Args:
        tokens: colours.
        scale: 1.0 to 2.0, widens paddings with the text.
        pictures: folder of what a style sheet draws; Fusion's own where empty.
    """
    paint = _Paint.of(tokens, scale)
    sections = (_frame, _buttons, _fields, _lists, _tabs, _notices, _menus)
    boxes = _boxes(paint, pictures) if pictures else ""
    return f"{boxes}\n" + "".join(section(paint) for section in sections)


def _boxes(p: _Paint, folder: str) -> str:
    """Arrows of choices, and check boxes.

    Fusion draws its own frame around the arrow, which does not meet a border of ours, and its own
    check box, which does not grow with the text. A style sheet cannot tint a picture: two of each.
    """
    scheme = "escuro" if p.t.is_dark else "claro"
    return f"""
QComboBox::drop-down, QDateEdit::drop-down {{ border: none; width: {p.px(24)}; }}
QComboBox::down-arrow, QDateEdit::down-arrow {{ image: url("{folder}/seta-{scheme}.svg");
  width: {p.px(14)}; height: {p.px(14)}; }}
QCheckBox {{ spacing: {p.px(8)}; border: 1px solid transparent; border-radius: 3px; padding: 1px; }}
QCheckBox::indicator {{ width: {p.px(14)}; height: {p.px(14)}; border: 1px solid {p.t.border};
  border-radius: 3px; background: {p.t.surface}; }}
QCheckBox::indicator:checked {{ background: {p.t.accent}; border-color: {p.t.accent};
  image: url("{folder}/certo-{scheme}.svg"); }}
QCheckBox:focus {{ border-color: {p.t.accent}; }}
"""


def _frame(p: _Paint) -> str:
    """Rail, bars at the top and at the foot, tips."""
    return f"""QLabel, QToolTip {{ qproperty-textFormat: PlainText; }}
QToolTip {{ background: {p.t.surface}; color: {p.t.text}; border: 1px solid {p.t.border};
  padding: {p.px(4)}; }}
QFrame#rail {{ background: {p.t.surface}; border: none; border-right: 1px solid {p.t.line}; }}
QFrame#topBar {{ background: {p.t.surface}; border: none; border-bottom: 1px solid {p.t.line}; }}
QLabel#demoBanner {{ background: {p.warning_soft}; color: {p.t.text};
  border: 1px solid {p.t.warning}; border-radius: {CORNER_PX}px; padding: {p.px(2)} {p.px(8)};
  font-weight: 600; }}
QFrame#statusBar {{ background: {p.t.surface}; border: none; border-top: 1px solid {p.t.line}; }}
QFrame#statusBar QToolButton {{ border: none; border-radius: {CORNER_PX}px;
  padding: {p.px(4)} {p.px(8)}; color: {p.t.secondary}; background: transparent; }}
QFrame#statusBar QToolButton[kind="alert"] {{ color: {p.t.danger}; font-weight: 600; }}
QFrame#rail QToolButton {{ border: none; border-radius: {CORNER_PX}px; padding: {p.px(8)};
  text-align: left; background: transparent; }}
QFrame#rail QToolButton:checked {{ background: {p.soft}; color: {p.t.text}; font-weight: 600; }}
QFrame#rail QToolButton:hover, QFrame#statusBar QToolButton:hover {{ background: {p.hover}; }}
"""


def _buttons(p: _Paint) -> str:
    """Everything that is pressed."""
    return f"""QToolButton[kind="flat"] {{ border: 1px solid transparent; border-radius: {CORNER_PX}px;
  padding: {p.px(4)} {p.px(8)}; background: transparent; }}
QToolButton[kind="flat"]:hover, QToolButton[kind="bare"]:hover {{ background: {p.hover}; }}
QToolButton[kind="bare"] {{ border: 1px solid transparent; border-radius: {CORNER_PX}px;
  padding: 0 {p.px(4)}; background: transparent; }}
QToolButton[kind="chip"] {{ border: 1px solid {p.t.border}; border-radius: {CORNER_PX}px;
  padding: {p.px(4)} {p.px(12)}; background: {p.t.surface}; }}
QToolButton[kind="chip"]:hover {{ background: {p.hover}; }}
QToolButton[kind="chip"][active="true"] {{ background: {p.soft}; border-color: {p.t.accent}; }}
QToolButton::menu-indicator {{ image: none; }}
QToolButton:focus, QPushButton:focus, QFrame#rail QToolButton:focus,
QFrame#statusBar QToolButton:focus {{ border: 2px solid {p.t.accent}; }}
QPushButton {{ border: 1px solid {p.t.border}; border-radius: {CORNER_PX}px;
  padding: {p.px(6)} {p.px(16)}; background: {p.t.surface}; }}
QPushButton:hover {{ background: {p.hover}; }}
QPushButton:disabled, QToolButton:disabled {{ color: {p.t.secondary}; border-color: {p.t.line}; }}
QPushButton[kind="primary"] {{ background: {p.t.accent}; color: {p.t.on_accent};
  border-color: {p.t.accent}; font-weight: 600; }}
QPushButton[kind="primary"]:hover {{ background: {mix(p.t.accent, p.t.text, 0.12)}; }}
QPushButton[kind="primary"]:focus {{ border: 4px double {p.t.on_accent};
  padding: {p.px(6, -3)} {p.px(16, -3)}; }}
QPushButton[kind="primary"]:disabled {{ background: {p.t.line}; color: {p.t.secondary};
  border-color: {p.t.line}; }}
QPushButton[kind="choice"] {{ text-align: left; }}
QPushButton[kind="danger"] {{ color: {p.t.danger}; border-color: {p.t.danger}; }}
QPushButton[kind="tile"] {{ border: 1px solid {p.t.line}; text-align: left; padding: 0; }}
QPushButton[kind="tile"]:focus {{ border: 2px solid {p.t.accent}; }}
"""


def _fields(p: _Paint) -> str:
    """Everything that is filled in or chosen from."""
    return f"""QLineEdit, QComboBox, QDateEdit, QPlainTextEdit[kind="input"] {{ background: {p.t.surface};
  border: 1px solid {p.t.border}; border-radius: {CORNER_PX}px; padding: {p.px(4)} {p.px(8)};
  selection-background-color: {p.t.accent}; selection-color: {p.t.on_accent}; }}
QComboBox QLineEdit, QComboBox QLineEdit:focus {{ border: none; padding: 0;
  background: transparent; }}
QLineEdit:focus, QComboBox:focus, QDateEdit:focus, QPlainTextEdit:focus {{
  border: 2px solid {p.t.accent}; }}
QRadioButton {{ spacing: {p.px(8)}; border: 1px solid transparent; border-radius: 3px;
  padding: 1px; }}
QRadioButton::indicator {{ width: {p.px(14)}; height: {p.px(14)}; border: 1px solid {p.t.border};
  border-radius: {p.px(7, 1)}; background: {p.t.surface}; }}
QRadioButton::indicator:checked {{ width: {p.px(6)}; height: {p.px(6)};
  border: {p.px(4, 1)} solid {p.t.accent}; }}
QRadioButton:focus {{ border-color: {p.t.accent}; }}
"""


def _lists(p: _Paint) -> str:
    """Tables, trees, lists, headings, and the plain text field beside them."""
    return f"""QTreeView[kind="bare"], QTreeView[kind="bare"]:focus {{ border: none; }}
QTableView, QTreeView, QListView, QTextBrowser {{ background: {p.t.surface}; border: 1px solid {p.t.line};
  gridline-color: {p.t.line}; selection-background-color: {p.soft}; selection-color: {p.t.text};
  outline: none; }}
QTableView:focus, QTreeView:focus, QListView:focus, QTextBrowser:focus {{ border: 1px solid {p.t.accent}; }}
QScrollArea, QGraphicsView {{ border: 1px solid transparent; }}
QScrollArea:focus, QGraphicsView:focus {{ border-color: {p.t.accent}; }}
QTableView::item {{ padding: 0 {p.px(CELL_PADDING)}; border-bottom: 1px solid {p.t.line}; }}
QTableView::item:selected, QTreeView::item:selected {{ background: {p.soft}; color: {p.t.text}; }}
QTreeView::item {{ padding: {p.px(4)} {p.px(8)}; }}
QHeaderView {{ background: {p.t.background}; border: none; }}
QHeaderView::section {{ background: {p.t.background}; color: {p.t.secondary}; border: none;
  border-bottom: 1px solid {p.t.border}; padding: {p.px(6)} {p.px(8)};
  padding-left: {p.px(8, 3)}; padding-right: {p.px(8, 3)}; }}
QPlainTextEdit {{ background: {p.t.surface}; border: 1px solid {p.t.line};
  border-radius: {CORNER_PX}px; }}
"""


def _tabs(p: _Paint) -> str:
    """Tabs and what divides a window."""
    return f"""QTabWidget::pane {{ border: none; border-top: 1px solid {p.t.line}; }}
QTabBar::tab {{ background: transparent; color: {p.t.secondary}; border: 2px solid transparent;
  padding: {p.px(6)} {p.px(10)} {p.px(8)} {p.px(10)}; }}
QTabBar::tab:selected {{ color: {p.t.text}; border-bottom-color: {p.t.accent}; }}
QTabBar::tab:hover {{ color: {p.t.text}; }}
QTabBar::tab:focus {{ color: {p.t.text}; border-color: {p.t.accent}; }}
QSplitter::handle {{ background: {p.t.line}; }}
QSplitter::handle:hover {{ background: {p.t.accent}; }}
"""


def _notices(p: _Paint) -> str:
    """Notices, cards and the tones of labels."""
    return f"""QFrame[kind="notice"] {{ background: {p.soft}; border: none; border-left: 4px solid {p.t.accent}; }}
QFrame[kind="notice"][level="aviso"] {{ background: {p.warning_soft};
  border-left-color: {p.t.warning}; }}
QFrame[kind="notice"][level="erro"] {{ background: {p.danger_soft}; border-left-color: {p.t.danger}; }}
QFrame[kind="card"] {{ background: {p.t.surface}; border: 1px solid {p.t.line};
  border-radius: {CORNER_PX}px; }}
QFrame[kind="skeleton"] {{ background: {mix(p.t.surface, p.t.text, 0.07)};
  border-radius: {CORNER_PX}px; border: none; }}
QLabel[kind="secondary"] {{ color: {p.t.secondary}; }}
QLabel[kind="danger"] {{ color: {p.t.danger}; }}
QLabel[kind="ok"] {{ color: {p.t.ok}; }}
QLabel[kind="warning"] {{ color: {p.t.warning}; }}
QLabel[kind="tecla"] {{ background: {p.t.text}; color: {p.t.surface};
  border-radius: {CORNER_PX}px; padding: 0 {p.px(4)}; }}
"""


def _menus(p: _Paint) -> str:
    """Menus and progress."""
    return f"""QMenu {{ background: {p.t.surface}; border: 1px solid {p.t.border}; padding: {p.px(4)}; }}
QMenu::item {{ padding: {p.px(6)} {p.px(24)} {p.px(6)} {p.px(24)}; }}
QMenu::item:selected {{ background: {p.soft}; color: {p.t.text}; }}
QMenu::separator {{ height: 1px; background: {p.t.line}; margin: {p.px(4)} 0; }}
QProgressBar {{ border: 1px solid {p.t.border}; border-radius: {CORNER_PX}px;
  background: {p.t.surface}; text-align: center; }}
QProgressBar::chunk {{ background: {p.soft}; }}
"""
