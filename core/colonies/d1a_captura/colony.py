"""D-1a Captura: the entrance. Takes what a resident says and publishes it untouched."""

from core.colonies.d1a_captura.api.rascunhos import forget_local
from core.colonies.d1a_captura.handlers import (
    apply_configurado,
    apply_corrigida,
    apply_recebida,
    apply_retirada,
    fold_keys,
    keys,
)
from core.colonies.d1a_captura.tables import area, demandas, logradouros, rascunhos, telefones
from core.kernel.colony import Colony

CAPTURA = Colony(
    id="D-1a",
    prefixo="d1a",
    nome="Captura",
    publica=("demanda.recebida", "demanda.corrigida", "demanda.retirada"),
    apply={
        "demanda.recebida": apply_recebida,
        "demanda.corrigida": apply_corrigida,
        "demanda.retirada": apply_retirada,
        "escritorio.configurado": apply_configurado,
    },
    chaves=keys,
    dobra=fold_keys,
    dobra_coluna={"d1a_demandas": "demanda_id", "d1a_area": "no"},
    esquece=forget_local,
    tables=(demandas, area, rascunhos, logradouros, telefones),
)
