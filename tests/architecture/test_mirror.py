"""Every module has its test file, at the same place in the tree below tests/.

``core/kernel/merkle.py`` is tested by ``tests/core/kernel/test_merkle.py``, or where that would be
too long by the files of a folder ``tests/core/kernel/merkle/``. Exceptions are listed here, each
with its reason; an exception that is no longer needed fails too.
"""

from __future__ import annotations

from pathlib import PurePosixPath

from tests.architecture.tree import ROOT, SOURCES, project_files, python_files

# A folder whose modules are of one kind and tested together -> the tests that do it.
TOGETHER = {
    "app/cli/comandos": "tests/app/cli/comandos/",
    "core/colonies": "tests/core/colonies/",
    "core/contracts": "tests/core/contracts/",
}
# A module -> why it has no test file of its own.
EXCEPTIONS = {
    "core/kernel/colony.py": "declarations only; the engine's tests give them life",
    "core/kernel/errors.py": "declarations only; raised and caught all over the tests",
    "core/kernel/event.py": "declarations only; sealed and read in test_sealing.py",
    "core/kernel/store/tables.py": "declarations only; created by every test of the store",
}


def modules() -> list[str]:
    """Modules that must have a test: everything but empty ``__init__`` files."""
    return [
        path for path in python_files(*SOURCES, "packaging") if not path.endswith("/__init__.py")
    ]


def places(module: str) -> tuple[str, str]:
    """Where the tests of ``module`` may stand: a file, or a folder (ending in a slash)."""
    path = PurePosixPath(module)
    name = path.stem.strip("_")
    return f"tests/{path.parent}/test_{name}.py", f"tests/{path.parent}/{name}/"


def has_tests(module: str) -> bool:
    """True where one of its places holds a test file."""
    file, folder = places(module)
    return any(
        path == file or (path.startswith(folder) and PurePosixPath(path).name.startswith("test_"))
        for path in project_files()
    )


def _together(module: str) -> bool:
    return any(
        module.startswith(f"{folder}/") and any(path.startswith(tests) for path in project_files())
        for folder, tests in TOGETHER.items()
    )


def test_every_module_has_a_test_file() -> None:
    untested = [
        module
        for module in modules()
        if not has_tests(module) and not _together(module) and module not in EXCEPTIONS
    ]
    assert not untested, "no test file for:\n" + "\n".join(untested)


def test_no_exception_outlives_its_reason() -> None:
    stale = [module for module in EXCEPTIONS if not (ROOT / module).exists() or has_tests(module)]
    assert stale == []


def test_a_module_without_tests_would_be_seen() -> None:
    assert not has_tests("core/kernel/inexistente.py")
    assert has_tests("packaging/preparar.py")
    assert places("app/__main__.py") == ("tests/app/test_main.py", "tests/app/main/")
