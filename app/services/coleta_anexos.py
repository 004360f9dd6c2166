"""Deletes the object of a removed file at once, and collects what nothing refers to.

A removed file that another demand was given anew is in use, and stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from app.services.leitura import Leitor
from core.colonies.d1a_captura.api.rascunhos import list_drafts
from core.colonies.d1c_anexos.queries import objeto_em_uso, objetos_em_uso, objetos_removidos
from core.colonies.d6b_relatoria.rascunhos import list_drafts as list_reports
from core.kernel.store.attachments import AttachmentStore
from core.kernel.store.attachments_sweep import Sweep, named_by_the_log, sweep

_HASH: Final = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")


class ColetaDeAnexos:
    """The collector of an office's content store.

    Args:
        leitor: lends cursors.
        store: the office's.
        agora_ms: the office clock.
    """

    def __init__(self, leitor: Leitor, store: AttachmentStore, agora_ms: Callable[[], int]) -> None:
        self._leitor = leitor
        self._store = store
        self._agora_ms = agora_ms

    def apagar_objeto(self, dados: Mapping[str, Any]) -> None:
        """The effect behind ``anexo.removido``; may be done twice.

        Raises:
            EnvironmentFault: ``anexo.nao_apagado``: it is tried again.
        """
        sha256 = str(dados["sha256"])
        with self._leitor.ler() as (cursor, dialect):
            is_needed = objeto_em_uso(cursor, dialect, sha256)
        if not is_needed:
            self._store.remove(sha256)

    def recolher(self) -> Sweep:
        """Collect, after a start or now and then.

        Raises:
            EnvironmentFault: ``anexo.nao_apagado``.
        """
        self._store.clear_partial(self._agora_ms())
        with self._leitor.ler() as (cursor, dialect):
            used = objetos_em_uso(cursor, dialect)
            removed = objetos_removidos(cursor, dialect)
            drafts: set[str] = set()
            forms = [one.conteudo for one in list_drafts(cursor, dialect)]
            forms += [one.conteudo for one in list_reports(cursor, dialect)]
            for form in forms:
                drafts.update(_HASH.findall(msgspec.json.encode(form).decode()))
            return sweep(
                self._store,
                em_uso=used | drafts,
                removidos=removed,
                nomeados=lambda: named_by_the_log(cursor, dialect),
                agora_ms=self._agora_ms(),
            )
