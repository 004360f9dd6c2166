"""Whether this machine can show a window; asked before Qt is loaded."""

from __future__ import annotations

import os
import sys


def has_display() -> bool:
    """Whether a window can be shown on this machine."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
