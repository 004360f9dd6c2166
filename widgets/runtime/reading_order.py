"""The order in which Tab visits a window: as one reads it, not as it happened to be built.

Qt's own order is that of creation, and screens, notices and details are created long after the
frame around them. Source: ui.md, Frame (everything by keyboard).
"""

from __future__ import annotations

from functools import cmp_to_key

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QScrollArea, QSplitter, QSplitterHandle, QWidget


def tab_stops(root: QWidget) -> list[QWidget]:
    """What Tab stops at inside ``root`` now: each row from the left, rows from the top."""
    stops: list[QWidget] = []
    _collect(root, stops)
    return stops


def tab_neighbour(root: QWidget, current: QWidget | None, *, forward: bool) -> QWidget | None:
    """Where Tab (or Shift+Tab) goes from ``current``, round and round; None where nothing stops."""
    stops = tab_stops(root)
    if not stops:
        return None
    while current is not None and current not in stops:
        current = current.parentWidget()
    if current is None:
        return stops[0 if forward else -1]
    return stops[(stops.index(current) + (1 if forward else -1)) % len(stops)]


def step_focus(root: QWidget, current: QWidget | None, *, forward: bool) -> bool:
    """Give the focus to the neighbour of ``current`` and bring it into sight; False where none is."""
    found = tab_neighbour(root, current, forward=forward)
    if found is None:
        return False
    found.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    show_whole(found)
    return True


def show_whole(widget: QWidget) -> None:
    """Scroll whatever holds ``widget`` until it is seen, from its top where it is too large.

    Qt's scroll areas do it for a step inside themselves only, and of a plot or a text they bring
    the cursor into sight, not the frame that says where the focus is.
    """
    holder = widget.parentWidget()
    while holder is not None and not holder.isWindow():
        inside = holder.widget() if isinstance(holder, QScrollArea) else None
        if isinstance(holder, QScrollArea) and inside is not None:
            seen = widget.size().boundedTo(holder.viewport().size())
            middle = widget.mapTo(inside, QRect(QPoint(0, 0), seen).center())
            holder.ensureVisible(
                middle.x(), middle.y(), seen.width() // 2 + 1, seen.height() // 2 + 1
            )
        holder = holder.parentWidget()


def _collect(widget: QWidget, stops: list[QWidget]) -> None:
    if _stops_at(widget):
        stops.append(widget)
    for child in _children(widget):
        _collect(child, stops)


def _stops_at(widget: QWidget) -> bool:
    return (
        bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        and widget.isEnabled()
        and widget.focusProxy() is None
    )


def _children(widget: QWidget) -> list[QWidget]:
    if isinstance(widget, QSplitter):
        panes = [widget.widget(n) for n in range(widget.count())]
        return [pane for pane in panes if pane is not None and pane.isVisible()]
    found = [
        child
        for child in widget.children()
        if isinstance(child, QWidget)
        and child.isVisible()
        and not child.isWindow()
        and not isinstance(child, QSplitterHandle)
    ]
    return sorted(found, key=cmp_to_key(_before))


def _before(one: QWidget, other: QWidget) -> int:
    """Negative where ``one`` is read first: it ends above the other, or stands to its left."""
    a, b = one.geometry(), other.geometry()
    if _is_above(a, b):
        return -1
    if _is_above(b, a):
        return 1
    return a.left() - b.left() or a.top() - b.top()


def _is_above(a: QRect, b: QRect) -> bool:
    return a.bottom() <= b.top()
