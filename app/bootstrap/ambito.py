"""What a verification of this program holds an office against: all that the program knows."""

from __future__ import annotations

from app.settings.lugares import Lugar
from core.colonies.catalogo import COLONIES
from core.contracts.catalogo import MODELS
from core.kernel.registry import Registry
from core.kernel.store.attachments import FOLDER, AttachmentStore
from core.kernel.verification.scope import Scope


def whole_scope(lugar: Lugar) -> Scope:
    """Registry, tables and projections of all colonies, and the office's attachments."""
    return Scope(
        registry=Registry(MODELS),
        tables=tuple(table for colony in COLONIES for table in colony.tables),
        colonies=COLONIES,
        attachments=AttachmentStore(lugar.dados / FOLDER),
    )
