"""Finding one widget in a tree."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QObject

Kind = TypeVar("Kind", bound=QObject)


def only(root: QObject | None, kind: type[Kind]) -> Kind:
    """The one descendant of this kind; a test that meets none or several is wrong."""
    assert root is not None
    (found,) = root.findChildren(kind)
    assert isinstance(found, kind)
    return found
