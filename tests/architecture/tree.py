"""The project's own files, as the architecture tests see them."""

from __future__ import annotations

import subprocess
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("app", "core", "widgets")


@lru_cache(maxsize=1)
def project_files() -> tuple[str, ...]:
    """Paths of all files that are or would be committed, relative, with forward slashes."""
    # `-c safe.directory`: root may well test a clone that belongs to somebody else.
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others"]
    listed = subprocess.run(
        [*command, "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    return tuple(sorted({path for path in listed if path and (ROOT / path).is_file()}))


def python_files(*folders: str) -> list[str]:
    """Python files below ``folders``, all of the project's where none is given."""
    return [
        path
        for path in project_files()
        if path.endswith(".py") and (not folders or path.partition("/")[0] in folders)
    ]
