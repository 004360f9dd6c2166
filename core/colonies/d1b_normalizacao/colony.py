"""D-1b Normalização: from raw words to clean form, automatically and visibly so.

The colony is built with the models that describe media, which are no table: each description says
which one made it (design.md 6 and 10).
"""

from collections.abc import Mapping
from typing import Any

from core.colonies.d1b_normalizacao.api import midias_descritas
from core.colonies.d1b_normalizacao.handlers import (
    Memory,
    apply_anexo,
    apply_corrigida,
    apply_denylist,
    apply_normalizada,
    apply_recebida,
    apply_removido,
    apply_retirada,
    fold_keys,
    keys,
    react_corrigida,
    react_recebida,
)
from core.colonies.d1b_normalizacao.tables import demandas, denylist, midias, trabalhos
from core.colonies.d1b_normalizacao.trabalhos import (
    MIDIAS,
    PRAZO_S,
    SEM_OFICINA,
    Descrita,
    Oficina,
    descrever,
)
from core.kernel.colony import Authority, Colony, Job, Reaction


def d1b_colony(oficina: Oficina) -> Colony:
    """The colony with its models.

    Args:
        oficina: asked by the trabalho alone, outside any transaction.
    """

    def describe(dados: Mapping[str, Any]) -> list[Descrita]:
        return descrever(dados, oficina)

    return Colony(
        id="D-1b",
        prefixo="d1b",
        nome="Normalização",
        publica=("demanda.normalizada",),
        apply={
            "demanda.recebida": apply_recebida,
            "demanda.corrigida": apply_corrigida,
            "demanda.retirada": apply_retirada,
            "demanda.normalizada": apply_normalizada,
            "anexo.processado": apply_anexo,
            "anexo.removido": apply_removido,
            "denylist.atualizada": apply_denylist,
        },
        react={
            "demanda.recebida": Reaction(Authority.AUTOR, react_recebida),
            "demanda.corrigida": Reaction(Authority.AUTOR, react_corrigida),
        },
        chaves=keys,
        dobra=fold_keys,
        dobra_coluna={
            "d1b_demandas": "demanda_id",
            "d1b_midias": "demanda_id",
            "d1b_denylist": "no",
        },
        tables=(demandas, midias, denylist, trabalhos),
        memory=Memory,
        jobs={MIDIAS: Job(describe, midias_descritas, PRAZO_S)},
        jobs_table=trabalhos,
        regra_versao=2,
        versao_projecao=2,
    )


NORMALIZACAO = d1b_colony(SEM_OFICINA)
"""Without models: words are normalised as ever, media wait for nobody."""
