"""Território: the civic units, their hierarchy and outlines, for everybody who needs them."""

from core.colonies.geo_territorio.handlers import apply_importado, keys
from core.colonies.geo_territorio.tables import lotes, unidades
from core.kernel.colony import Colony

TERRITORIO = Colony(
    id="GEO",
    prefixo="geo",
    nome="Território",
    publica=("territorio.importado",),
    apply={"territorio.importado": apply_importado},
    chaves=keys,
    tables=(unidades, lotes),
)
