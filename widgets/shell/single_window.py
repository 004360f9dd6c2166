"""One window an office: a second start raises the first one instead of opening another.

The windows of one machine user find each other by a local socket named after the office. The
engine lock, not this, keeps two engines apart; this only spares the person a refusal.
"""

from __future__ import annotations

import hashlib
from typing import Final

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_TIMEOUT_MS: Final = 1_000


class SingleWindow(QObject):
    """The meeting place of an office's windows.

    Args:
        office: anything that names the office on this machine, the same at every start.
        parent: owner.
    """

    raise_requested = Signal()

    def __init__(self, office: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = f"formigueiro-{hashlib.sha256(office.encode()).hexdigest()[:24]}"
        self._server: QLocalServer | None = None

    def raise_other(self) -> bool:
        """Ask the window that is open to come to the front; False where there is none."""
        socket = QLocalSocket(self)
        socket.connectToServer(self._name)
        if not socket.waitForConnected(_TIMEOUT_MS):
            socket.deleteLater()
            return False
        # Somebody answered, and that is all it takes: the connection itself is the request. The
        # other window may have hung up by now, so nothing is written and nothing waited for.
        socket.disconnectFromServer()
        socket.deleteLater()
        return True

    def listen(self) -> bool:
        """Be the window that others raise. A socket left by a crash is taken over."""
        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        if not server.listen(self._name):
            QLocalServer.removeServer(self._name)
            if not server.listen(self._name):
                server.deleteLater()
                return False
        server.newConnection.connect(self._on_connected)
        self._server = server
        return True

    def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            self._server.deleteLater()
            self._server = None

    @Slot()
    def _on_connected(self) -> None:
        if self._server is None:
            return
        connection = self._server.nextPendingConnection()
        if connection is not None:
            connection.disconnected.connect(connection.deleteLater)
            connection.disconnectFromServer()
        self.raise_requested.emit()
