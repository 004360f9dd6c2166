"""What every screen must offer to a keyboard and to a screen reader."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)

_CONTROLS = (QAbstractButton, QLineEdit, QComboBox, QPlainTextEdit, QAbstractItemView, QTabBar)


def controls(root: QWidget) -> list[QWidget]:
    """Controls a person can act on now; Qt's own inner parts left out."""
    return [
        widget
        for widget in root.findChildren(QWidget)
        if isinstance(widget, _CONTROLS)
        and not widget.isHidden()
        and not isinstance(widget, QHeaderView)
        and not widget.objectName().startswith(("qt_", "ScrollLeft", "ScrollRight"))
        and not isinstance(widget.parent(), (QLineEdit, QTabBar, QAbstractItemView))
        and not isinstance(widget.window(), QMenu)
    ]


def unnamed(root: QWidget) -> list[str]:
    """Controls that a screen reader could not name."""
    return [
        f"{widget!r}"
        for widget in controls(root)
        if not (widget.accessibleName() or (isinstance(widget, QAbstractButton) and widget.text()))
    ]


def unreachable(root: QWidget) -> list[str]:
    """Controls shown that no Tab key reaches; of a group of choices Tab stops at one."""
    return [
        f"{widget!r} {widget.accessibleName()}"
        for widget in controls(root)
        if widget.isVisibleTo(root)
        and widget.isEnabled()
        and not widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not _is_reached_by_arrows(widget)
    ]


def _is_reached_by_arrows(widget: QWidget) -> bool:
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return (
        group is not None
        and group.exclusive()
        and any(one.focusPolicy() & Qt.FocusPolicy.TabFocus for one in group.buttons())
    )
