"""Escritório: the office's own configuration as a colony."""

from core.colonies.escritorio.handlers import apply_configurado, keys
from core.colonies.escritorio.tables import escritorio
from core.kernel.colony import Colony

ESCRITORIO = Colony(
    id="ESC",
    prefixo="esc",
    nome="Escritório",
    publica=("escritorio.configurado",),
    apply={"escritorio.configurado": apply_configurado},
    chaves=keys,
    tables=(escritorio,),
)
