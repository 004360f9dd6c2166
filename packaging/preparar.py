"""Prepares a fresh machine for `make run` and `make test`: .venv, pinned packages, libraries.

Run by the system's python3 before anything is installed, so: standard library only. The second
run reads one stamp file and returns. It never upgrades, never asks, never needs standard input.

Exit codes: 0 ready, 2 usage, 3 the machine lacks something (the sentence says what to type).
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import bibliotecas
import debian

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
RUN_LOCK = "requirements.txt"
# A bigger lock contains the smaller ones at the same versions, so its stamp serves for them.
LOCKS = (RUN_LOCK, "requirements-dev.txt", "requirements-bench.txt")


def stamp_key(root: Path, lock: str) -> str:
    """What must be unchanged for an installed environment to be the right one.

    The lock's bytes, the checkout's place (a moved .venv has dead scripts) and the scripts that
    decide what is checked.
    """
    digest = hashlib.sha256(f"{root}\n".encode())
    here = Path(__file__).resolve().parent
    for file in (root / lock, here / "bibliotecas.py", here / "preparar.py"):
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def stamp_file(venv: Path, lock: str) -> Path:
    """Where the key of an installed lock is kept."""
    return venv / f"pronto-{Path(lock).stem}"


def is_ready(root: Path, venv: Path, lock: str) -> bool:
    """True where ``lock``, or a bigger one of the same pins, is installed and unchanged."""
    if not (venv / "bin" / "python").exists():
        return False
    return any(
        (root / candidate).exists()
        and stamp_file(venv, candidate).exists()
        and stamp_file(venv, candidate).read_text("ascii") == stamp_key(root, candidate)
        for candidate in LOCKS[LOCKS.index(lock) :]
    )


def newer_python() -> str | None:
    """A python3.x on PATH that is new enough, for machines whose python3 is older."""
    names = (f"python3.{minor}" for minor in range(14, OLDEST[1] - 1, -1))
    return next((found for name in names if (found := shutil.which(name))), None)


def _run(*command: str | Path) -> bool:
    """Run a command without standard input, its output on stderr; True on success."""
    done = subprocess.run(
        [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False
    )
    return done.returncode == 0


def _has_pip(venv: Path) -> bool:
    python = venv / "bin" / "python"
    if not python.exists():
        return False
    asked = [str(python), "-m", "pip", "--version"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


def _venv_with_ensurepip(venv: Path) -> bool:
    """The usual way; a fresh interpreter is asked, since apt may just have brought ensurepip."""
    asked = [sys.executable, "-c", "import ensurepip, venv"]
    if subprocess.run(asked, capture_output=True, check=False).returncode != 0:
        return False
    return _run(sys.executable, "-m", "venv", "--clear", venv) and _has_pip(venv)


def _venv_with_system_pip(venv: Path) -> bool:
    """Without ensurepip: an empty environment, filled by the pip or virtualenv that is there."""
    by_virtualenv = (sys.executable, "-m", "virtualenv", "--clear", venv)
    if importlib.util.find_spec("virtualenv") is not None and _run(*by_virtualenv):
        return _has_pip(venv)
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("pip") is None:
        return False
    if not _run(sys.executable, "-m", "venv", "--clear", "--without-pip", venv):
        return False
    python = venv / "bin" / "python"
    installed = _run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "pip")
    return installed and _has_pip(venv)


def ensure_venv(venv: Path) -> None:
    """Create ``venv`` with a working pip, by whatever way this machine offers.

    Raises:
        debian.Unprepared: no way is left; the sentence holds the one command to type.
    """
    if _has_pip(venv) or _venv_with_ensurepip(venv):
        return
    # A python3 that is not Debian's own gains nothing from Debian's package.
    if debian.can_install() and str(Path(sys.executable).resolve()).startswith("/usr/bin/"):
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        for package in ("python3-venv", f"python{version}-venv"):
            with contextlib.suppress(debian.Unprepared):
                debian.ensure([package], "Falta o módulo venv do Python")
            if _venv_with_ensurepip(venv):
                return
    if _venv_with_system_pip(venv):
        return
    shutil.rmtree(venv, ignore_errors=True)
    typed = debian.command_to_type(["python3-venv"])
    raise debian.Unprepared(
        f"Este Python não consegue criar um ambiente (.venv) com pip. "
        f"Digite este comando e repita:\n\n    {typed}\n"
    )


def install(root: Path, venv: Path, lock: str) -> None:
    """Install the exact versions of ``lock``, every file checked against its hash.

    Raises:
        debian.Unprepared: pip failed; its own words stand above the sentence.
    """
    print(f"instalo as versões fixadas em {lock} (uma vez, alguns minutos)…", file=sys.stderr)
    python = venv / "bin" / "python"
    options = ["-qq", "--no-input", "--disable-pip-version-check", "--require-hashes"]
    if not _run(python, "-m", "pip", "install", *options, "-r", root / lock):
        raise debian.Unprepared(
            f"pip não conseguiu instalar {lock} (veja acima). Verifique a rede e repita."
        )


def pyside_folder(venv: Path) -> Path:
    """Where PySide6 lies in ``venv``."""
    return next(venv.glob("lib/python3*/site-packages/PySide6"), venv / "PySide6")


def ensure_test_programs() -> None:
    """Make sure that the programs are there without which tests would be left out.

    PostgreSQL's server, for the throw-away cluster; minisign, for the auditors' recipe.

    Raises:
        debian.Unprepared: one is missing and cannot be installed from here.
    """
    missing = []
    if not (shutil.which("pg_ctl") or any(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))):
        missing.append("postgresql")
    if shutil.which("minisign") is None:
        missing.append("minisign")
    if missing:
        debian.ensure(missing, "Faltam programas que os testes usam")


def prepare(root: Path, lock: str) -> None:
    """Everything, or nothing where the stamp says that nothing changed."""
    venv = root / ".venv"
    if is_ready(root, venv, lock):
        return
    ensure_venv(venv)
    install(root, venv, lock)
    bibliotecas.ensure(pyside_folder(venv))
    stamp_file(venv, lock).write_text(stamp_key(root, lock), "ascii")


def main(arguments: list[str] | None = None) -> int:
    """Command line; see the module docstring for exit codes."""
    parser = argparse.ArgumentParser(description="Prepara esta máquina para o Formigueiro.")
    parser.add_argument("--lock", choices=LOCKS, default=RUN_LOCK, help="arquivo de versões")
    parser.add_argument(
        "--programas-dos-testes",
        action="store_true",
        help="também os programas que os testes usam (PostgreSQL, minisign)",
    )
    options = parser.parse_args(arguments)
    if sys.version_info < OLDEST:
        newer = newer_python()
        if newer is None:
            print("É preciso Python 3.11 ou mais novo (python3 --version).", file=sys.stderr)
            return 3
        os.execv(newer, [newer, *sys.argv])  # noqa: S606 # the same script, a newer interpreter
    try:
        prepare(ROOT, options.lock)
        if options.programas_dos_testes:
            ensure_test_programs()
    except debian.Unprepared as fault:
        print(f"\n{fault}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
