"""Debian packages: installed by root without questions, or named in one command to type.

Standard library only, since it runs before anything is installed. It never decides what is
needed: ``preparar.py`` (venv), ``bibliotecas.py`` (Qt) and ``--programas-dos-testes`` do.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence


class Unprepared(Exception):
    """The machine lacks something that this script may not or cannot install.

    The message is the whole sentence for the person, with the one command to type.
    """


def can_install() -> bool:
    """True for root on a machine with apt-get."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def command_to_type(packages: Sequence[str]) -> str:
    """The one line that a person without root types."""
    return f"sudo apt-get update && sudo apt-get install -y {' '.join(packages)}"


def _apt(*arguments: str) -> int:
    """Run apt-get without questions and without standard input; its exit code."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=300", *arguments]
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=sys.stderr, env=environment, check=False
    ).returncode


def update() -> None:
    """Fetch the package lists once; an old list may still do, so a failure is only told."""
    if _apt("update") != 0:
        print(
            "aviso: apt-get update falhou; tento com as listas que já estão aqui", file=sys.stderr
        )


def _exists(package: str) -> bool:
    """True where apt knows a version of ``package`` that it could install."""
    found = subprocess.run(
        ["apt-cache", "policy", package],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "C"},
        check=False,
    )
    return "Candidate:" in found.stdout and "Candidate: (none)" not in found.stdout


def current_names(packages: Sequence[str]) -> list[str]:
    """Names as this release spells them: Debian 13 and Ubuntu 24.04 renamed some to ``…t64``."""
    if shutil.which("apt-cache") is None:
        return list(packages)
    return [f"{name}t64" if _exists(f"{name}t64") else name for name in packages]


def ensure(packages: Sequence[str], why: str) -> None:
    """Install ``packages``, or say how.

    Args:
        packages: Debian 12 names.
        why: what lacks them, in Portuguese, for the sentence.

    Raises:
        Unprepared: not root, no apt-get, or apt-get failed.
    """
    if not can_install():
        typed = command_to_type(current_names(packages))
        raise Unprepared(f"{why}. Digite este comando e repita:\n\n    {typed}\n")
    print(f"{why}: instalo {' '.join(packages)}", file=sys.stderr)
    update()
    names = current_names(packages)
    if _apt("install", "--no-install-recommends", *names) != 0:
        raise Unprepared(
            f"{why}, e apt-get não conseguiu instalar {' '.join(names)}. "
            f"Verifique a rede e as fontes do apt e repita:\n\n    {command_to_type(names)}\n"
        )
