"""The window's colours under the names that ``resources/mapa/mapa.css`` uses."""

from __future__ import annotations

from widgets.runtime.theme.tokens import Tokens, mix


def cores(tokens: Tokens) -> dict[str, str]:
    """Variable -> ``#RRGGBB``."""
    found = {
        "fundo": tokens.background,
        "fora": mix(tokens.background, tokens.line, 0.45),
        "superficie": tokens.surface,
        "linha": tokens.line,
        "borda": tokens.border,
        "texto": tokens.text,
        "secundario": tokens.secondary,
        "acento": tokens.accent,
    }
    return found | {f"nivel{at}": colour for at, colour in enumerate(tokens.levels, start=1)}
