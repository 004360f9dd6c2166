"""The manual's pages: Markdown and pictures shipped with the program."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.settings.recursos import Recursos

_FOLDER = "manual"


@dataclass(frozen=True, slots=True)
class Manual:
    """Reads pages by name, without ending."""

    recursos: Recursos

    @property
    def pasta(self) -> Path:
        """Where the pages and their pictures lie."""
        return self.recursos.path(_FOLDER)

    def pagina(self, nome: str) -> str:
        """The Markdown of a page.

        Raises:
            FileNotFoundError: there is none of that name.
            ValueError: the name leads out of the folder.
        """
        return self.recursos.read_text(f"{_FOLDER}/{nome}.md")
