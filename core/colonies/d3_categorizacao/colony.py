"""D-3 Categorização: which category a demand is of, by a classifier that explains itself.

The colony is built with its files, which are no table: taxonomy and model are versioned, and each
event says which it was decided with (design.md 6).
"""

from collections.abc import Callable

from core.base.taxonomia.loading import Categorizacao
from core.colonies.d3_categorizacao.handlers import (
    apply_categorizada,
    apply_contestada,
    apply_georreferenciada,
    apply_normalizada,
    apply_retirada,
    apply_solicitada,
    by_demand,
    react_with,
)
from core.colonies.d3_categorizacao.tables import (
    categorizacoes,
    contestacoes,
    demandas,
    espera,
    fila_revisao,
    projecao_geo,
    reservas,
)
from core.kernel.colony import Authority, Colony, Reaction

_PROJECTIONS = (demandas, projecao_geo, espera, categorizacoes, fila_revisao, contestacoes)


def d3_colony(files: Callable[[], Categorizacao]) -> Colony:
    """The colony with its files.

    Args:
        files: taxonomy, dictionary and model; asked at every reaction, loaded on the first.
    """
    react = Reaction(Authority.AUTOR, react_with(files))
    return Colony(
        id="D-3",
        prefixo="d3",
        nome="Categorização",
        publica=(
            "demanda.categorizada",
            "demanda.revisao_solicitada",
            "demanda.categoria_contestada",
        ),
        apply={
            "demanda.normalizada": apply_normalizada,
            "demanda.georreferenciada": apply_georreferenciada,
            "demanda.categorizada": apply_categorizada,
            "demanda.revisao_solicitada": apply_solicitada,
            "demanda.categoria_contestada": apply_contestada,
            "demanda.retirada": apply_retirada,
        },
        react={"demanda.normalizada": react, "demanda.georreferenciada": react},
        chaves=by_demand,
        dobra=by_demand,
        dobra_coluna={table.name: "demanda_id" for table in _PROJECTIONS},
        tables=(*_PROJECTIONS, reservas),
        versao_projecao=3,
    )
