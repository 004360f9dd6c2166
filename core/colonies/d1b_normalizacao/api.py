"""The door for services: what would become of a text, before it is registered.

D-1b takes no commands: it reacts. Results of slow work on media will enter here.
"""

from __future__ import annotations

import msgspec

from core.base.texto.denylist import Denylist
from core.colonies.d1b_normalizacao.queries import read_lists
from core.colonies.d1b_normalizacao.rules import Bruta, Normalizada, normalise
from core.kernel.store.statement import Cursor, Dialect


def prever(cursor: Cursor, dialect: Dialect, texto: str) -> Normalizada:
    """The clean form that a text would get, with the terms and patterns it would be held for."""
    terms = [term for listed in read_lists(cursor, dialect) for term in msgspec.json.decode(listed)]
    return normalise(Bruta(texto, True, "texto", 0, None), Denylist(terms))
