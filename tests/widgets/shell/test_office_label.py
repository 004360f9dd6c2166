"""A demonstration says that it is one."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from widgets.shell.office_label import demo_banner


def test_the_banner_says_that_nothing_of_it_counts(host: QWidget) -> None:
    assert "inventados" in demo_banner(host).accessibleName()
