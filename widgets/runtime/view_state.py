"""What one person's view remembers: geometry, splitters, columns, last screen.

An ini file in the data folder, never an event and never anything about a resident: filters name
types, colonies and identifiers only.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QSettings


class ViewState(QObject):
    """Typed access to the view settings.

    Args:
        path: the ini file; created with the first value.
        defaults: name -> value where nothing was stored.
        parent: owner.
    """

    def __init__(
        self, path: Path, defaults: dict[str, str | int | bool], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._settings = QSettings(str(path), QSettings.Format.IniFormat, self)
        self._defaults = defaults

    def text(self, name: str) -> str:
        """A stored text, its default, or empty."""
        return str(self._settings.value(name, self._defaults.get(name, "")))

    def number(self, name: str) -> int:
        """A stored whole number; the default where what is stored is none."""
        default = int(self._defaults.get(name, 0))
        try:
            return int(str(self._settings.value(name, default)))
        except ValueError:
            return default

    def flag(self, name: str) -> bool:
        """A stored yes or no."""
        stored = self._settings.value(name)
        if stored is None:
            return bool(self._defaults.get(name, False))
        return str(stored).lower() in ("true", "1")

    def blob(self, name: str) -> QByteArray:
        """Stored bytes, e.g. of a header or splitter; empty where there are none."""
        stored = self._settings.value(name)
        return stored if isinstance(stored, QByteArray) else QByteArray()

    def put(self, name: str, value: str | int | bool | QByteArray) -> None:
        """Remember a value."""
        self._settings.setValue(name, value)

    def sync(self) -> None:
        """Write the file now. A folder that cannot be written loses the view, nothing else."""
        self._settings.sync()
