"""The lock files: exact, hashed, of one mind, and free of addresses."""

from __future__ import annotations

import re
import tomllib

import preparar
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.tree import ROOT


def pins(lock: str) -> dict[str, str]:
    """Package name -> exact version."""
    text = (ROOT / lock).read_text("utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+) \\$", text, re.MULTILINE))


@pytest.mark.parametrize("lock", preparar.LOCKS)
def test_every_package_is_pinned_and_hashed(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert lines
    assert [
        line for line in lines if not re.match(r"\S+==\S+ .*--hash=sha256:[0-9a-f]{64}", line)
    ] == []


@pytest.mark.parametrize("lock", preparar.LOCKS)
def test_no_address_stands_in_a_lock(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8")
    assert re.findall(r"https?://|file://|index-url|find-links|trusted-host", text) == []


def test_the_bigger_lock_contains_the_smaller() -> None:
    run, dev, bench = (pins(lock) for lock in preparar.LOCKS)
    assert run.items() <= dev.items() <= bench.items()


@pytest.mark.parametrize(
    ("lock", "extras"),
    [
        ("requirements.txt", []),
        ("requirements-dev.txt", ["dev"]),
        ("requirements-bench.txt", ["dev", "bench"]),
    ],
)
def test_what_pyproject_asks_for_is_locked(lock: str, extras: list[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = [*project["dependencies"]]
    for extra in extras:
        asked += project["optional-dependencies"][extra]
    locked = pins(lock)
    for requirement in map(Requirement, asked):
        assert locked[canonicalize_name(requirement.name)] in requirement.specifier, requirement
