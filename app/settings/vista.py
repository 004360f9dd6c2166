"""Every view setting of one person, in one place: name, default, allowed values.

How a screen looks to one person is a local file in the data folder, never an event (design.md 5).
The file itself is read and written by ``widgets.runtime.view_state``; this module knows only
names and defaults.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

ARQUIVO: Final = "vista.ini"
TEMAS: Final = ("sistema", "claro", "escuro")
ESCALAS_PCT: Final = (100, 125, 150, 175, 200)

PADROES: Final[dict[str, str | int | bool]] = {
    "aparencia/tema": "sistema",
    "aparencia/escala_pct": 100,
    "moldura/trilho_recolhido": False,
    "moldura/ultima_tela": "",
    "atendimento/manter": "",
    "entrada/ultima_conta": "",
}


def vista_path(data_dir: Path) -> Path:
    """The view settings of the office in ``data_dir``."""
    return data_dir / ARQUIVO
