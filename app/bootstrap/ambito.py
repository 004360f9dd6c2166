"""What a verification of this program holds an office against: all that the program knows."""

from __future__ import annotations

from dataclasses import replace

from app.settings.lugares import Lugar
from core.colonies.catalogo import COLONIES
from core.contracts.catalogo import MODELS
from core.kernel.identity.guard_file import GUARD_FILE, GuardFile
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
        retiradas={"anexo.removido": "hash_sha256"},
    )


def with_guard(scope: Scope, lugar: Lugar) -> Scope:
    """For the office itself, never for a copy: how far its log is known to have come."""
    return replace(scope, guard=GuardFile(lugar.configuracao / GUARD_FILE))
