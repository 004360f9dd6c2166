"""A screen with nothing to read, for tests of what stands around screens."""

from __future__ import annotations

from typing_extensions import override

from widgets.runtime.screen import Screen


class Blank(Screen):
    """See the module."""

    @override
    def reload(self) -> None:
        pass
