"""Whether this office decides: claims from the stored network document, units from the colonies."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from core.colonies.d2_georreferenciamento.queries import read_resolution
from core.colonies.geo_territorio.queries import read_chain
from core.kernel.engine.custody import Custody
from core.kernel.errors import IntegrityFault
from core.kernel.identity.network_document import NetworkDocument, parse_document
from core.kernel.store import installation as facts
from core.kernel.store.database import Writer
from core.sync.custody import NetworkCustody


class UnidadesDoEscritorio:
    """``core.sync.custody.Units`` over the engine's own connection, inside its transaction."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def chain(self, unidade: str, /) -> Iterable[str]:
        """See ``Units``."""
        found = read_chain(self._writer.cursor, self._writer.dialect, unidade)
        return [one.unidade_civica_id for one in found] or [unidade]

    def of_demand(self, demanda: str, /) -> str | None:
        """See ``Units``."""
        found = read_resolution(self._writer.cursor, self._writer.dialect, demanda)
        return None if found is None else found.unidade_civica_id


def custodia_de(no: str) -> Callable[[Writer], Custody]:
    """What the engine asks, for ``EngineParts.custody``.

    Args:
        no: this node, 32 hex.
    """

    def custody(writer: Writer) -> Custody:
        def newest() -> NetworkDocument:
            # What is stored was verified before, and is verified whole at every opening.
            versions = facts.network_versions(writer.cursor, writer.dialect)
            if not versions:
                raise IntegrityFault("rede.ausente")
            return parse_document(versions[-1][0])

        return NetworkCustody(no, newest, UnidadesDoEscritorio(writer))

    return custody
