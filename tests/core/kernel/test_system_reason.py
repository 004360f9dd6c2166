"""Reasons of the operating system, in Portuguese."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from core.kernel.system_reason import system_reason


def test_a_full_disk_is_told_in_portuguese() -> None:
    error = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert system_reason(error) == "o disco está cheio"


def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nada") as caught:
        (tmp_path / "nada" / "x").write_bytes(b"")
    assert system_reason(caught.value) == "o arquivo ou a pasta não existe"


@pytest.mark.parametrize("error", [OSError("?"), OSError(9999, "Strange thing")])
def test_what_nobody_foresaw_is_told_without_english(error: OSError) -> None:
    assert "Strange" not in system_reason(error)
    assert system_reason(error).startswith("o sistema")
