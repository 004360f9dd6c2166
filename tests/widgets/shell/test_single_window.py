from __future__ import annotations

import os
import socket
import threading
from pathlib import Path

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from widgets.shell.single_window import SingleWindow


def test_a_second_start_raises_the_first(qtbot: QtBot, tmp_path: Path) -> None:
    owner = QObject()
    first = SingleWindow(str(tmp_path), owner)
    assert not first.raise_other()
    assert first.listen()
    second = SingleWindow(str(tmp_path), owner)
    with qtbot.waitSignal(first.raise_requested):
        assert second.raise_other()
    stranger = SingleWindow(str(tmp_path / "outro"), owner)
    assert not stranger.raise_other()
    first.close()
    assert not second.raise_other()


def test_a_socket_left_by_a_crash_is_taken_over(qtbot: QtBot, tmp_path: Path) -> None:
    owner = QObject()
    window = SingleWindow(str(tmp_path), owner)
    assert window.listen()
    server = window._server
    assert server is not None
    path = Path(server.fullServerName())
    window.close()
    path.touch()  # what a killed process leaves: a socket file, and nobody behind it
    again = SingleWindow(str(tmp_path), owner)
    assert not again.raise_other()
    assert again.listen()
    again.close()


def test_another_window_that_hangs_up_at_once_was_still_reached(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """The first window runs in its own process: it may answer before the second has spoken."""
    owner = QObject()
    first = SingleWindow(str(tmp_path), owner)
    assert first.listen()
    server = first._server
    assert server is not None
    listening = socket.socket(fileno=os.dup(int(server.socketDescriptor())))
    listening.setblocking(True)

    def hang_up() -> None:
        with listening:
            listening.accept()[0].close()

    hasty = threading.Thread(target=hang_up)
    hasty.start()
    assert SingleWindow(str(tmp_path), owner).raise_other()
    hasty.join(10)
    first.close()
