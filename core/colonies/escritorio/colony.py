"""Escritório: the office's own configuration and its accounts as a colony."""

from core.colonies.escritorio.handlers import (
    apply_configurado,
    apply_papel_alterado,
    forget_passwords,
    keys,
)
from core.colonies.escritorio.tables import contas, escritorio, papeis, senhas, tentativas
from core.kernel.colony import Colony

ESCRITORIO = Colony(
    id="ESC",
    prefixo="esc",
    nome="Escritório",
    publica=("escritorio.configurado", "papel.alterado"),
    apply={
        "escritorio.configurado": apply_configurado,
        "papel.alterado": apply_papel_alterado,
    },
    chaves=keys,
    esquece=forget_passwords,
    tables=(escritorio, contas, papeis, senhas, tentativas),
    versao_projecao=2,
)
