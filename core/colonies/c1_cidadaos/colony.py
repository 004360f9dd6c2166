"""C-1 Cadastro de Cidadãos: who a cidadao_id is. Restricted from end to end."""

from core.colonies.c1_cidadaos.handlers import (
    apply_cadastrado,
    apply_perfil_atualizado,
    apply_vinculado,
    forget_accesses,
    keys,
)
from core.colonies.c1_cidadaos.tables import acessos, cidadaos
from core.kernel.colony import Colony

CIDADAOS = Colony(
    id="C-1",
    prefixo="c1",
    nome="Cidadãos",
    publica=("cidadão.cadastrado", "cidadão.perfil_atualizado", "cidadão.vinculado"),
    apply={
        "cidadão.cadastrado": apply_cadastrado,
        "cidadão.perfil_atualizado": apply_perfil_atualizado,
        "cidadão.vinculado": apply_vinculado,
    },
    chaves=keys,
    esquece=forget_accesses,
    tables=(cidadaos, acessos),
)
