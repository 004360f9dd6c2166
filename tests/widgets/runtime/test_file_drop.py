"""One local file dropped, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from widgets.runtime.file_drop import FileDrop, one_file


def carried(*urls: str, text: str = "") -> QMimeData:
    data = QMimeData()
    if urls:
        data.setUrls([QUrl(url) for url in urls])
    if text:
        data.setText(text)
    return data


def drop(target: QWidget, data: QMimeData) -> tuple[bool, bool]:
    """Whether the widget takes it when it comes, and when it is let go."""
    act, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), act, data, left, none)
    QCoreApplication.sendEvent(target, enter)
    let_go = QDropEvent(QPointF(5, 5), act, data, left, none)
    QCoreApplication.sendEvent(target, let_go)
    return enter.isAccepted(), let_go.isAccepted()


def test_one_file_is_handed_on(host: QWidget, tmp_path: Path) -> None:
    taken: list[Path] = []
    FileDrop(host).dropped.connect(taken.append)
    assert host.acceptDrops()
    assert drop(host, carried(QUrl.fromLocalFile(str(tmp_path / "a.zip")).toString())) == (
        True, True
    )  # fmt: skip
    assert taken == [tmp_path / "a.zip"]


@pytest.mark.parametrize(
    "data",
    [
        (("file:///a.zip", "file:///b.zip"), ""),
        (("https://exemplo.org/a.zip",), ""),
        ((), "a.zip"),
    ],
)
def test_anything_else_is_not(host: QWidget, data: tuple[tuple[str, ...], str]) -> None:
    taken: list[Path] = []
    FileDrop(host).dropped.connect(taken.append)
    urls, text = data
    assert drop(host, carried(*urls, text=text)) == (False, False)
    assert taken == []
    assert one_file(carried(*urls, text=text)) is None
