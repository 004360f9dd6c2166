"""Writes down, once a demand and window, that an account read a resident's words in a queue.

The queues of review and moderation show the words with every item that is opened: leafing through
them leaves the lines that opening the words on the demand's own screen leaves. Source: design.md 9
(opening contact data writes a local access log).
"""

from __future__ import annotations

from collections.abc import Callable

from app.services.escrita import Ator
from app.services.leitura import Leitor
from app.services.permissoes import Papel
from core.colonies.d1a_captura.queries import read_demanda


class LeituraAnotada:
    """See the module.

    Args:
        leitor: reads.
        anotar: writes the line: of which citizen, by whom.
    """

    def __init__(self, leitor: Leitor, anotar: Callable[[str, Ator], None]) -> None:
        self._leitor = leitor
        self._anotar = anotar
        self._known: set[tuple[str, str]] = set()

    def abriu(self, demanda_id: str, conta_id: str) -> None:
        """A moderator has this demand before them; before its words are shown."""
        if (demanda_id, conta_id) in self._known:
            return
        with self._leitor.ler() as leitura:
            found = read_demanda(*leitura, demanda_id)
        # Erased words belong to nobody any more.
        if found is not None and found.cidadao_id is not None and found.texto_bruto is not None:
            self._anotar(found.cidadao_id, {"conta_id": conta_id, "papel": Papel.MODERADOR.value})
        self._known.add((demanda_id, conta_id))
