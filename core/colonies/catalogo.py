"""The explicit list of colonies, in registration order. A new colony is one line here.

The order is the order in which colonies react to the same event.
"""

from __future__ import annotations

from sqlalchemy import MetaData

from core.colonies.c1_cidadaos.colony import CIDADAOS
from core.colonies.d1a_captura.colony import CAPTURA
from core.colonies.d1b_normalizacao.colony import NORMALIZACAO
from core.colonies.d2_georreferenciamento.colony import GEORREFERENCIAMENTO
from core.colonies.escritorio.colony import ESCRITORIO
from core.colonies.geo_territorio.colony import TERRITORIO
from core.kernel.colony import Colony

COLONIES: tuple[Colony, ...] = (
    ESCRITORIO,
    TERRITORIO,
    CIDADAOS,
    CAPTURA,
    NORMALIZACAO,
    GEORREFERENCIAMENTO,
)


def colony_metadata() -> MetaData:
    """The tables of all colonies, for migrations and tests."""
    metadata = MetaData()
    for colony in COLONIES:
        for table in colony.tables:
            table.to_metadata(metadata)
    return metadata
