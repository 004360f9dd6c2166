"""The one door to ``resources/``: texts, icons and messages shipped with the program.

Data only, read by relative name; nothing here interprets what it reads. Works from the tree and
from a frozen bundle, where the folder lies beside the packages.
"""

from __future__ import annotations

from pathlib import Path

from core.base.taxonomia.loading import (
    ARQUIVO_DICIONARIO,
    ARQUIVO_MODELO,
    ARQUIVO_ORGAOS,
    ARQUIVO_TAXONOMIA,
)


def bundled_root() -> Path:
    """The ``resources`` folder beside the ``app`` package."""
    return Path(__file__).resolve().parents[2] / "resources"


class Recursos:
    """Reads files under one root.

    Args:
        root: the folder; the bundled one where None.
    """

    def __init__(self, root: Path | None = None) -> None:
        self._root = (root or bundled_root()).resolve()

    def path(self, name: str) -> Path:
        """Where ``name`` (forward slashes, relative) lies.

        Raises:
            ValueError: the name leads out of the folder.
        """
        found = (self._root / name).resolve()
        if not found.is_relative_to(self._root):
            raise ValueError(f"outside resources: {name}")
        return found

    def read_text(self, name: str) -> str:
        """The UTF-8 text of ``name``.

        Raises:
            FileNotFoundError: no such resource, a bug of packaging.
        """
        return self.path(name).read_text(encoding="utf-8")

    def read_bytes(self, name: str) -> bytes:
        """The bytes of ``name``; FileNotFoundError as ``read_text``."""
        return self.path(name).read_bytes()

    def messages_toml(self) -> str:
        """The sentences of this language, for ``app.services.mensagens``."""
        return self.read_text("mensagens/pt_BR.toml")

    def timeline_toml(self) -> str:
        """The templates of the public timeline, for ``app.services.frases``."""
        return self.read_text("mensagens/linha_do_tempo.toml")

    def states_toml(self) -> str:
        """The states of a demand in words, for ``app.services.situacoes``."""
        return self.read_text("mensagens/situacoes.toml")

    def bodies_file(self) -> bytes:
        """Who answers for each category, for ``core.base.taxonomia.taxonomy``."""
        return self.read_bytes(ARQUIVO_ORGAOS)

    def categorization_files(self) -> tuple[bytes, bytes, bytes]:
        """Taxonomy, dictionary and the shipped model, for ``core.base.taxonomia.loading``."""
        return (
            self.read_bytes(ARQUIVO_TAXONOMIA),
            self.read_bytes(ARQUIVO_DICIONARIO),
            self.read_bytes(ARQUIVO_MODELO),
        )

    def icon_svg(self, name: str) -> bytes:
        """The SVG source of the icon ``name`` (without folder and ending)."""
        return self.read_bytes(f"icones/{name}.svg")
