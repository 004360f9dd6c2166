"""The explicit list of colonies, in registration order. A new colony is one line here.

The order is the order in which colonies react to the same event.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy import MetaData

from core.base.midia.classificador import Classificador, SemClassificador
from core.base.taxonomia.loading import Categorizacao
from core.colonies.c1_cidadaos.colony import CIDADAOS
from core.colonies.d1a_captura.colony import CAPTURA
from core.colonies.d1b_normalizacao.colony import d1b_colony
from core.colonies.d1b_normalizacao.trabalhos import SEM_OFICINA, Oficina
from core.colonies.d1c_anexos.colony import d1c_colony
from core.colonies.d1c_anexos.trabalhos import Portas as PortasAnexos
from core.colonies.d1d_moderacao.colony import MODERACAO
from core.colonies.d2_georreferenciamento.colony import GEORREFERENCIAMENTO
from core.colonies.d3_categorizacao.colony import d3_colony
from core.colonies.d4_ranking.colony import RANKING
from core.colonies.d5_agenda.colony import AGENDA
from core.colonies.d6a_sorteio.colony import SORTEIO
from core.colonies.d6b_relatoria.colony import RELATORIA
from core.colonies.d7_transparencia.colony import TRANSPARENCIA
from core.colonies.escritorio.colony import ESCRITORIO
from core.colonies.geo_territorio.colony import TERRITORIO
from core.kernel.colony import Colony
from core.kernel.store.attachments import Attachments, NoAttachments
from core.kernel.store.witness import copied


def without_files() -> Categorizacao:
    """What a colony gets that was built for its tables only.

    Raises:
        RuntimeError: it was asked to decide.
    """
    raise RuntimeError("built without taxonomy and model: see build_colonies")


@dataclass(frozen=True, slots=True)
class Portas:
    """What colonies need from outside, each loaded when it is first asked for.

    Args:
        categorizacao: taxonomy, dictionary and the model in use; the same value while no other
            model is taken into use.
        midias: models that describe media, and the files; asked by trabalhos alone.
        anexos: the office's content store.
        classificador: looks at stored files, asked anew for each; knows nothing by default.
    """

    categorizacao: Callable[[], Categorizacao] = without_files
    midias: Oficina = SEM_OFICINA
    anexos: Attachments = field(default_factory=NoAttachments)
    classificador: Callable[[], Classificador] = SemClassificador


def build_colonies(portas: Portas) -> tuple[Colony, ...]:
    """All colonies, able to decide."""
    return (
        ESCRITORIO,
        TERRITORIO,
        CIDADAOS,
        CAPTURA,
        d1b_colony(portas.midias),
        d1c_colony(PortasAnexos(portas.anexos, portas.classificador)),
        MODERACAO,
        GEORREFERENCIAMENTO,
        d3_colony(portas.categorizacao),
        RANKING,
        AGENDA,
        SORTEIO,
        RELATORIA,
        TRANSPARENCIA,
    )


COLONIES: tuple[Colony, ...] = build_colonies(Portas())
"""For lists of tables and for folding; to decide, build them with what they need."""


def colony_metadata() -> MetaData:
    """The tables of all colonies, for migrations and tests."""
    metadata = MetaData()
    for colony in COLONIES:
        for table in colony.tables:
            copied(table, metadata)
    return metadata
