"""D-2 Georreferenciamento: which civic unit a demand belongs to."""

from core.colonies.d2_georreferenciamento.handlers.demanda import (
    apply_georreferenciada,
    apply_mantida,
    apply_normalizada,
    apply_retirada,
    fold_keys,
    keys,
    react_normalizada,
)
from core.colonies.d2_georreferenciamento.handlers.mapa import load_memory
from core.colonies.d2_georreferenciamento.handlers.territorio import (
    apply_territorio,
    react_territorio,
)
from core.colonies.d2_georreferenciamento.tables import (
    importacoes,
    mantidas,
    mudancas,
    processados,
    resolucoes,
    revisoes,
    unidades,
)
from core.kernel.colony import Authority, Colony, Reaction

GEORREFERENCIAMENTO = Colony(
    id="D-2",
    prefixo="d2",
    nome="Georreferenciamento",
    publica=("demanda.georreferenciada", "demanda.unidade_mantida"),
    apply={
        "demanda.normalizada": apply_normalizada,
        "demanda.georreferenciada": apply_georreferenciada,
        "demanda.retirada": apply_retirada,
        "demanda.unidade_mantida": apply_mantida,
        "territorio.importado": apply_territorio,
    },
    react={
        "demanda.normalizada": Reaction(Authority.AUTOR, react_normalizada),
        "territorio.importado": Reaction(Authority.AUTOR, react_territorio),
    },
    chaves=keys,
    dobra=fold_keys,
    dobra_coluna={
        "d2_unidades": "unidade_civica_id",
        "d2_importacoes": "importacao_id",
        "d2_resolucoes_geo": "demanda_id",
        "d2_eventos_processados": "demanda_id",
        "d2_revisoes_geo_pendentes": "demanda_id",
        "d2_mudancas_pendentes": "demanda_id",
        "d2_unidades_mantidas": "demanda_id",
    },
    tables=(unidades, importacoes, resolucoes, processados, revisoes, mudancas, mantidas),
    memory=load_memory,
    versao_projecao=3,
)
