"""D-4 Priorização e Ranking: a score for every categorised demand, and the order of each unit."""

from core.colonies.d4_ranking.handlers.demanda import (
    apply_categorizada,
    apply_ranqueada,
    react_categorizada,
)
from core.colonies.d4_ranking.handlers.keys import fold_keys, keys
from core.colonies.d4_ranking.handlers.parametros import (
    apply_atualizados,
    apply_carregados,
    react_recalculo,
)
from core.colonies.d4_ranking.handlers.saida import (
    apply_agregada,
    apply_retirada,
    react_agregada,
    react_retirada,
)
from core.colonies.d4_ranking.handlers.topo import apply_atualizado
from core.colonies.d4_ranking.memory import Memoria
from core.colonies.d4_ranking.tables import PROJECOES, prazos
from core.kernel.colony import Authority, Colony, Deadlines, Reaction

RANKING = Colony(
    id="D-4",
    prefixo="d4",
    nome="Priorização e Ranking",
    publica=("demanda.ranqueada", "ranking.atualizado", "parametros.carregados"),
    apply={
        "demanda.categorizada": apply_categorizada,
        "demanda.ranqueada": apply_ranqueada,
        "demanda.retirada": apply_retirada,
        "duplicidade.agregada": apply_agregada,
        "parametros.carregados": apply_carregados,
        "parâmetros.atualizados": apply_atualizados,
        "ranking.atualizado": apply_atualizado,
    },
    react={
        "demanda.categorizada": Reaction(Authority.CUSTODIA, react_categorizada),
        "demanda.retirada": Reaction(Authority.CUSTODIA, react_retirada),
        "duplicidade.agregada": Reaction(Authority.CUSTODIA, react_agregada),
    },
    chaves=keys,
    dobra=fold_keys,
    # The tops go by unit; sets and progress belong to no single key, so that a label and a moment,
    # which no identifier equals, leave them alone when one demand is folded again.
    dobra_coluna={
        **{table.name: "demanda_id" for table in PROJECOES if "demanda_id" in table.columns},
        "d4_topos": "unidade_civica_id",
        "d4_parametros": "versao",
        "d4_prazos": "vence_em",
    },
    aguarda={"duplicidade.agregada": "D-12", "parâmetros.atualizados": "D-19"},
    tables=PROJECOES,
    memory=Memoria,
    deadlines=Deadlines(prazos, Authority.CUSTODIA, react_recalculo),
)
