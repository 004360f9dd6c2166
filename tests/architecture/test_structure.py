"""The rules of the tree that no linter knows: names, sizes, places, reasons."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import PurePosixPath

from tests.architecture.tree import ROOT, SOURCES, project_files, python_files

LINES = 400
# A file that may be longer -> why.
LONG = {
    "packaging/auditor/verificar.py": "an auditor carries it as one file and reads it as one text",
}
NAMELESS = {"utils", "util", "helpers", "helper", "misc", "common"}
TOP_FOLDERS = {"app", "core", "widgets", "resources", "migrations", "tests", "packaging", ".ci"}
TOP_FILES = {
    ".gitattributes",
    ".gitignore",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LEIAME.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "SECURITY.md",
    "pyproject.toml",
    "requirements.txt",
    "requirements-bench.txt",
    "requirements-dev.txt",
    "requirements-ia.txt",
}
# The one module that knows where resources/ lies.
RESOURCES_DOOR = "app/settings/recursos.py"
SILENCER = re.compile(r"#\s*(noqa|type:\s*ignore)")
CODED = re.compile(
    r"#\s*(?:type:\s*ignore\[[\w, -]+\]|noqa:\s*[A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*)\s*(?P<rest>.*)"
)


def test_top_level_holds_only_what_belongs_there() -> None:
    folders = {path.partition("/")[0] for path in project_files() if "/" in path}
    files = {path for path in project_files() if "/" not in path}
    assert folders <= TOP_FOLDERS
    assert files <= TOP_FILES


def test_every_init_is_empty() -> None:
    filled = [
        path
        for path in python_files()
        if path.endswith("/__init__.py") and (ROOT / path).read_bytes()
    ]
    assert filled == []


def test_packaging_is_no_package() -> None:
    """An ``__init__.py`` there would hide the library of the same name."""
    assert not (ROOT / "packaging" / "__init__.py").exists()


def test_no_file_is_longer_than_can_be_read() -> None:
    long = {
        path: lines
        for path in python_files()
        if (lines := (ROOT / path).read_bytes().count(b"\n")) > LINES
    }
    assert long.keys() == LONG.keys(), long


def test_no_name_that_explains_nothing() -> None:
    named = [
        path
        for path in project_files()
        if {PurePosixPath(path).stem, *PurePosixPath(path).parts[:-1]} & NAMELESS
    ]
    assert named == []


def _reasonless(path: str) -> list[str]:
    """Comments of a file that silence a checker and give no reason."""
    found = []
    source = (ROOT / path).read_text("utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT or not SILENCER.match(token.string):
            continue
        rest = token.string
        while coded := CODED.match(rest):
            rest = coded["rest"]
        if rest == token.string or not re.search(r"\w{3,}", rest):
            found.append(f"{path}:{token.start[0]}: {token.string}")
    return found


def test_every_silenced_checker_has_its_reason() -> None:
    assert [line for path in python_files() for line in _reasonless(path)] == []


def _strings_but_docstrings(tree: ast.Module) -> list[ast.Constant]:
    """String constants that do something."""
    loose = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in loose
    ]


def test_resources_are_read_through_one_module() -> None:
    readers = {
        path
        for path in python_files(*SOURCES)
        for constant in _strings_but_docstrings(ast.parse((ROOT / path).read_bytes()))
        if str(constant.value) == "resources" or str(constant.value).startswith("resources/")
    }
    assert readers <= {RESOURCES_DOOR}


def test_modules_do_no_work_when_imported() -> None:
    """No connection, thread or application is made at import time, and nothing is printed."""
    busy = (ast.For, ast.While, ast.With, ast.Try)
    at_work = [
        f"{path}:{node.lineno}"
        for path in python_files(*SOURCES)
        if not path.endswith("__main__.py")
        for node in ast.parse((ROOT / path).read_bytes()).body
        if isinstance(node, busy)
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call))
    ]
    assert at_work == []
