"""A list as a file or on paper: the rows and columns that the person sees. Works in a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from app.services.exportacao import Perfil, write_csv
from app.services.impressos.impresso import Impresso, tabela, texto
from app.services.progresso import Progress
from widgets.runtime.columns import Column

PRINT_LIMIT: Final = 2_000
_TELL_EVERY: Final = 500
_WIDE_FROM_COLUMNS: Final = 6


@dataclass(frozen=True, slots=True)
class Output:
    """What goes out.

    Args:
        name: title of print.
        columns: in their order.
        rows: all rows; called in the worker, may raise a fault.
    """

    name: str
    columns: Sequence[Column]
    rows: Callable[[], Iterable[Any]]

    def write_csv(self, path: Path, perfil: Perfil, progress: Progress) -> int:
        """Write the file; the number of rows. Faults as ``exportacao.write_csv``, or cancelled."""
        rows = self.rows()
        total = len(rows) if isinstance(rows, Sequence) else 0

        def values() -> Iterator[Sequence[object]]:
            for at, row in enumerate(rows):
                if at % _TELL_EVERY == 0:
                    progress(at, total)
                yield [column.csv_value(row) for column in self.columns]

        return write_csv(path, [column.title for column in self.columns], values(), perfil)

    def printed(self) -> Impresso | None:
        """The page; None where there are more rows than anybody prints."""
        rows = list(islice(self.rows(), PRINT_LIMIT + 1))
        if len(rows) > PRINT_LIMIT:
            return None
        lines = [[column.shown(row) for column in self.columns] for row in rows]
        body = tabela([column.title for column in self.columns], lines)
        return Impresso(
            self.name,
            f"<h1>{texto(self.name)}</h1>{body}",
            deitado=len(self.columns) >= _WIDE_FROM_COLUMNS,
        )
