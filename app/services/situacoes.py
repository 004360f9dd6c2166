"""The one vocabulary of state in words, for every list, map and total (design.md 11)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from core.colonies.d7_transparencia.rules.situacao import SITUACOES


@dataclass(frozen=True, slots=True)
class Situacao:
    """A state: its code, what it is called, what it means, and the shape beside it."""

    codigo: str
    nome: str
    descricao: str
    forma: str


class Situacoes:
    """All states in one language, in the order of a demand's life.

    Args:
        toml_text: the contents of the file.

    Raises:
        ValueError: no TOML, or the states are not exactly the eleven there are.
    """

    def __init__(self, toml_text: str) -> None:
        tables = tomllib.loads(toml_text)
        if tables.keys() != set(SITUACOES):
            raise ValueError(f"states differ: {sorted(tables.keys() ^ set(SITUACOES))}")
        self._by_code: dict[str, Situacao] = {
            code: _situacao(code, tables[code]) for code in SITUACOES
        }

    def todas(self) -> tuple[Situacao, ...]:
        """Every state, in the order of a demand's life."""
        return tuple(self._by_code.values())

    def of(self, codigo: str) -> Situacao:
        """A state by its code; KeyError for any other word."""
        return self._by_code[codigo]


def _situacao(code: str, table: object) -> Situacao:
    if not isinstance(table, dict) or table.keys() != {"nome", "descricao", "forma"}:
        raise ValueError(f"{code}: wants nome, descricao and forma")
    return Situacao(code, str(table["nome"]), str(table["descricao"]), str(table["forma"]))
