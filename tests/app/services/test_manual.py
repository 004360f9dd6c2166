"""The manual's pages."""

from __future__ import annotations

import re

import pytest

from app.services.manual import Manual
from app.settings.recursos import Recursos


def test_pages_are_read_by_name() -> None:
    manual = Manual(Recursos())
    assert manual.pagina("indice").startswith("# ")
    with pytest.raises(FileNotFoundError):
        manual.pagina("nao-existe")


def test_no_link_between_pages_is_broken() -> None:
    folder = Manual(Recursos()).pasta
    for page in sorted(folder.glob("*.md")):
        for target in re.findall(r"\]\(([^)#\s]+)", page.read_text("utf-8")):
            if "://" not in target:
                assert (folder / target).exists(), f"{page.name}: {target}"
