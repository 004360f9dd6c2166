"""A verb in a process of its own that is killed (-9) while a file is written, or right behind it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
GRAVANDO: Final = "gravando"
"""The point at which the file's bytes are written and it has no name yet."""

_SCRIPT: Final = """
import importlib, os, signal, sys

def die(*_words, **_named):
    os.kill(os.getpid(), signal.SIGKILL)

def die_of_a_file(_descriptor):
    if sys._getframe(1).f_globals["__name__"].endswith("store.attachments"):
        die()

# The process that cleans the file begins by importing this one.
if __name__ == "__main__":
    module, _, name = sys.argv.pop(1).partition(":")
    if name:
        setattr(getattr(importlib.import_module(module), name), "registrar", die)
    else:
        os.fsync = die_of_a_file
    from app.cli.principal import main
    sys.exit(main(sys.argv[1:], sys.stdout, sys.stderr))
"""


def mata_o_verbo(pasta: Path, ponto: str, *palavras: str) -> None:
    """Run a verb that dies.

    Args:
        pasta: the office's folder; the script is written beside it.
        ponto: ``GRAVANDO``, or ``module:Class`` whose ``registrar`` is never reached.
        palavras: the verb with its words.

    Raises:
        AssertionError: it did not die there.
    """
    script = pasta.parent / "morre.py"
    script.write_text(_SCRIPT, "utf-8")
    died = subprocess.run(
        [sys.executable, str(script), ponto, "--dados", str(pasta), *palavras],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    assert died.returncode == -signal.SIGKILL, died.stderr
