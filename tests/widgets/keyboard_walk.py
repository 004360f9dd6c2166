"""A walk with Tab and Shift+Tab through a window, as a person without a mouse goes.

It knows nothing of how the program finds the next stop: it presses the key and looks where the focus
went. What should be reached, and in which order it is read, is worked out from the widgets alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDateEdit, QMenu, QTextBrowser, QWidget

from widgets.runtime.theme.tokens import contrast

SEEN_PX: Final = 24
"""So many pixels at least change with the focus, each by 3:1: less than the edge of a check box."""
_AGAINST: Final = 3.0
_PARTS: Final = {"date": 3, "page": 6, "links": 60}
"""Presses of Tab that one control may take for itself: day, month, year; links, the map's own stops."""
_ANSWER_MS: Final = 2_000
_LOADED_MS: Final = 60_000
_STEP_MS: Final = 20
_AROUND_PX: Final = 2


@dataclass(frozen=True)
class Walk:
    """Where Tab went from the first stop until it came round, and Shift+Tab from there back."""

    forward: list[QWidget]
    back: list[QWidget]


def named(widget: QWidget | None) -> str:
    """How a failure calls it."""
    if widget is None:
        return "nothing"
    said = widget.accessibleName() or getattr(widget, "text", str)()
    return f"{type(widget).__name__} {said!r}"


def wanted(root: QWidget) -> list[QWidget]:
    """Everything seen and enabled that takes the focus by Tab; parts of one control left out."""
    return [
        one
        for one in root.findChildren(QWidget)
        if one.focusPolicy() & Qt.FocusPolicy.TabFocus
        and one.isVisible()
        and one.isEnabled()
        and one.focusProxy() is None
        and one.window() is root.window()
        and not isinstance(one, QMenu)
        and not one.objectName().startswith("qt_")
    ]


def faults(window: QWidget, looked_at: set[QWidget]) -> str:
    """All that a person at the keyboard would stumble over in this window as it stands, in lines.

    Args:
        window: shown and active.
        looked_at: stops whose focus was seen in an earlier picture; grows.
    """
    there = walk(window, wanted(window)[0])
    # Of a group of choices Tab stops at one: what takes part is known once it was walked through.
    missed = [one for one in wanted(window) if one not in there.forward]
    found = [f"not reached: {named(one)}" for one in missed]
    found += [f"order: {pair}" for pair in out_of_order(there.forward)]
    if there.back[1:] != there.forward[:0:-1]:
        found.append("Shift+Tab goes another way back")
    for key, way in ((Qt.Key.Key_Tab, there.forward), (Qt.Key.Key_Backtab, there.back)):
        found += [f"out of sight: {named(one)}" for one in _unseen(window, way, key)]
    for at, one in enumerate(there.forward):
        if one not in looked_at and focus_px(one, there.forward[at - 1]) < SEEN_PX:
            found.append(f"focus not seen: {named(one)}")
        looked_at.add(one)
    return "\n".join(found)


def _unseen(window: QWidget, way: list[QWidget], key: Qt.Key) -> Iterator[QWidget]:
    """Stops that the step to them leaves outside of what scrolls around them."""
    for before, stop in pairwise(way):
        before.setFocus(Qt.FocusReason.OtherFocusReason)
        now = pressed(window, before, key)
        QApplication.processEvents()
        if now is stop and not is_in_sight(stop):
            yield stop


def walk(window: QWidget, first: QWidget) -> Walk:
    """Press Tab from ``first`` until it is reached again, then Shift+Tab the same way.

    Raises:
        AssertionError: a stop keeps the focus, or the way never comes back.
    """
    first.setFocus(Qt.FocusReason.TabFocusReason)
    limit = len(wanted(window)) + 5
    return Walk(
        _round(window, first, Qt.KeyboardModifier.NoModifier, limit),
        _round(window, first, Qt.KeyboardModifier.ShiftModifier, limit),
    )


def _round(
    window: QWidget, first: QWidget, modifier: Qt.KeyboardModifier, limit: int
) -> list[QWidget]:
    key = Qt.Key.Key_Backtab if modifier else Qt.Key.Key_Tab
    seen = [first]
    while len(seen) <= limit:
        before = window.focusWidget()
        assert before is not None
        now = pressed(window, before, key, modifier)
        if now is first:
            return seen
        assert now not in seen, f"{named(now)} again, never {named(first)}"
        seen.append(now)
    raise AssertionError(f"never back at {named(first)}: {[named(one) for one in seen[-5:]]}")


def pressed(
    window: QWidget,
    before: QWidget,
    key: Qt.Key,
    modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> QWidget:
    """Where one goes from ``before``; a day is gone through by its parts, a page by its own stops."""
    for _ in range(_PARTS.get(_kind(before), 1)):
        if _kind(before) == "page":  # it answers later, from a process of its own
            _rest(before)
            QTest.keyClick(before, key, modifier)
            _rest(before)
            _wait(lambda: window.focusWidget() is not before)
        else:
            QTest.keyClick(before, key, modifier)
        now = window.focusWidget()
        if now is not before:
            assert now is not None
            return now
    if len(wanted(window)) == 1:
        return before
    raise AssertionError(f"a trap: {named(before)}")


def _rest(part: QWidget) -> None:
    """Until the page is loaded and has heard of what was pressed: on a busy machine it takes its time,
    and a second press would go one stop too far.
    """
    from PySide6.QtWebEngineWidgets import QWebEngineView  # loaded where a page is

    view: QWidget | None = part
    while view is not None and not isinstance(view, QWebEngineView):
        view = view.parentWidget()
    assert view is not None
    said: list[object] = []
    for _ in range(_LOADED_MS // _STEP_MS):
        view.page().runJavaScript("document.readyState", 0, said.append)
        _wait(lambda: bool(said), _LOADED_MS)
        if said.pop() == "complete":
            return
        QTest.qWait(_STEP_MS)
    raise AssertionError("the page never came to rest")


def _wait(done: Callable[[], bool], at_most_ms: int = _ANSWER_MS) -> None:
    for _ in range(at_most_ms // _STEP_MS):
        if done():
            return
        QTest.qWait(_STEP_MS)


def _kind(widget: QWidget) -> str:
    if isinstance(widget, QDateEdit):
        return "date"
    if isinstance(widget, QTextBrowser):
        return "links"
    return "page" if widget.metaObject().className() == "QQuickWidget" else ""


def out_of_order(stops: list[QWidget]) -> list[str]:
    """Neighbours on the way round where the second is read before the first, by where they stand.

    Once it has to be so, from the last stop to the first, wherever the walk began.
    """
    found = [
        f"{named(one)} before {named(other)}"
        for one, other in pairwise([*stops, *stops[:1]])
        if _is_read_before(*_parts(one, other))
    ]
    return found if len(found) > 1 else []


def _parts(one: QWidget, other: QWidget) -> tuple[QRect, QRect]:
    """The boxes of the two parts of their common container that hold them."""
    above = _line(one)
    for place, holder in enumerate(_line(other)):
        if holder in above:
            if place == 0 or above.index(holder) == 0:
                return QRect(), QRect()  # one holds the other
            return above[above.index(holder) - 1].geometry(), _line(other)[place - 1].geometry()
    return QRect(), QRect()


def _line(widget: QWidget) -> list[QWidget]:
    found = [widget]
    while (parent := found[-1].parentWidget()) is not None and not found[-1].isWindow():
        found.append(parent)
    return found


def _is_read_before(one: QRect, other: QRect) -> bool:
    """Whether ``other`` is wholly above ``one``, or beside it and wholly to its left."""
    if one.isNull() or other.isNull():
        return False
    if other.bottom() < one.top():
        return True
    is_same_row = other.top() <= one.bottom() and one.top() <= other.bottom()
    return is_same_row and other.right() < one.left()


def is_in_sight(widget: QWidget) -> bool:
    """Whether half of it at least, or as much as there is room for, is inside all that holds it."""
    shown = QRect(QPoint(0, 0), widget.size())
    room = widget.size()
    child, holder = widget, widget.parentWidget()
    while holder is not None and not child.isWindow():
        shown = shown.translated(child.pos()).intersected(holder.rect())
        room = room.boundedTo(holder.size())
        child, holder = holder, holder.parentWidget()
    return shown.width() > 0 and shown.height() * 2 >= room.height()


def focus_px(widget: QWidget, elsewhere: QWidget) -> int:
    """How many pixels of a control say by 3:1 that the focus is there."""
    if elsewhere is widget:
        return SEEN_PX  # the only stop has it always
    elsewhere.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    without = _picture(widget)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    return _changed(without, _picture(widget))


def _picture(widget: QWidget) -> QImage:
    """A page is drawn by a process of its own: what stands around it has to say where the focus is."""
    if _kind(widget) != "page":
        return widget.grab().toImage()
    corner = widget.mapTo(widget.window(), QPoint(0, 0))
    around = QRect(corner, widget.size()).adjusted(-_AROUND_PX, -_AROUND_PX, _AROUND_PX, _AROUND_PX)
    image = widget.window().grab(around).toImage()
    painter = QPainter(image)
    painter.fillRect(QRect(QPoint(_AROUND_PX, _AROUND_PX), widget.size()), Qt.GlobalColor.black)
    painter.end()
    return image


def _changed(one: QImage, other: QImage) -> int:
    if one.size() != other.size():
        return SEEN_PX
    before, after = _pixels(one), _pixels(other)
    pairs = np.stack((before, after), axis=-1)[before != after]
    kinds, counts = np.unique(pairs, axis=0, return_counts=True)
    return sum(
        int(count)
        for (was, now), count in zip(kinds, counts, strict=True)
        if contrast(_hex(was), _hex(now)) >= _AGAINST
    )


def _pixels(image: QImage) -> npt.NDArray[np.uint32]:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(plain.constBits(), np.uint32).reshape(plain.height(), -1).copy()


def _hex(pixel: np.uint32) -> str:
    return f"#{int(pixel) & 0xFFFFFF:06X}"
