"""The kernel's own publishers: acts on deliveries and epochs (N-0a), rights of persons (N-0d).

They only publish: no table, no position. ``build_engine`` adds them to every engine.
Source: design.md 2 and 4; specification N-0a, G-012.
"""

from __future__ import annotations

from typing import Final

from core.kernel.colony import Colony, no_keys

N0A: Final = Colony(
    id="N-0a",
    prefixo="kernel",
    nome="Núcleo",
    publica=("entrega.liberada", "epoca.aberta", "papel.alterado", "recibo.importacao"),
    apply={},
    chaves=no_keys,
)
N0D: Final = Colony(
    id="N-0d",
    prefixo="kernel",
    nome="Direitos do titular",
    publica=("titular.eliminado",),
    apply={},
    chaves=no_keys,
)
NUCLEO: Final = (N0A, N0D)
