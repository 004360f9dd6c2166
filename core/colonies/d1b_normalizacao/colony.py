"""D-1b Normalização: from raw words to clean form, automatically and visibly so."""

from core.colonies.d1b_normalizacao.handlers import (
    Memory,
    apply_corrigida,
    apply_denylist,
    apply_normalizada,
    apply_recebida,
    apply_retirada,
    fold_keys,
    keys,
    react_corrigida,
    react_recebida,
)
from core.colonies.d1b_normalizacao.tables import demandas, denylist
from core.kernel.colony import Authority, Colony, Reaction

NORMALIZACAO = Colony(
    id="D-1b",
    prefixo="d1b",
    nome="Normalização",
    publica=("demanda.normalizada",),
    apply={
        "demanda.recebida": apply_recebida,
        "demanda.corrigida": apply_corrigida,
        "demanda.retirada": apply_retirada,
        "demanda.normalizada": apply_normalizada,
        "denylist.atualizada": apply_denylist,
    },
    react={
        "demanda.recebida": Reaction(Authority.AUTOR, react_recebida),
        "demanda.corrigida": Reaction(Authority.AUTOR, react_corrigida),
    },
    chaves=keys,
    dobra=fold_keys,
    dobra_coluna={"d1b_demandas": "demanda_id", "d1b_denylist": "no"},
    aguarda={"denylist.atualizada": "D-1d"},
    tables=(demandas, denylist),
    memory=Memory,
)
