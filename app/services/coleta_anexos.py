"""Deletes the object of a removed file at once, and collects what nothing refers to.

A removed file that another demand was given anew, or that an open form holds, is in use and stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from app.services.leitura import Leitor
from core.colonies.d1a_captura.api.rascunhos import list_drafts
from core.colonies.d1c_anexos.queries import objeto_em_uso, objetos_em_uso, objetos_removidos
from core.colonies.d6b_relatoria.rascunhos import list_drafts as list_reports
from core.kernel.store.attachments import AttachmentStore
from core.kernel.store.attachments_sweep import Sweep, named_by_the_log, sweep
from core.kernel.store.statement import Cursor, Dialect

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
        self.apagar_soltos([str(dados["sha256"])])

    def apagar_soltos(self, objetos: Iterable[str]) -> int:
        """Delete those of these objects that no file and no form needs any more; how many.

        Raises:
            EnvironmentFault: ``anexo.nao_apagado``: the collector finds them later.
        """
        wanted = frozenset(objetos)
        if not wanted:
            return 0
        with self._leitor.ler() as (cursor, dialect):
            needed = _in_forms(cursor, dialect) | {
                one for one in wanted if objeto_em_uso(cursor, dialect, one)
            }
        return sum(self._store.remove(one) for one in sorted(wanted - needed))

    def apagar_removidos(self) -> int:
        """Delete what moderation removed, here or elsewhere, and nothing needs; how many.

        Raises:
            EnvironmentFault: ``anexo.nao_apagado``: the collector finds it later.
        """
        with self._leitor.ler() as (cursor, dialect):
            gone = objetos_removidos(cursor, dialect) - objetos_em_uso(cursor, dialect)
            here = {one for one in gone if self._store.has(one)}
            unneeded = here - _in_forms(cursor, dialect) if here else here
        return sum(self._store.remove(one) for one in sorted(unneeded))

    def recolher(self) -> Sweep:
        """Collect, after a start or now and then.

        Raises:
            EnvironmentFault: ``anexo.nao_apagado``.
        """
        self._store.clear_partial(self._agora_ms())
        with self._leitor.ler() as (cursor, dialect):
            used = objetos_em_uso(cursor, dialect)
            removed = objetos_removidos(cursor, dialect)
            drafts = _in_forms(cursor, dialect)
            return sweep(
                self._store,
                em_uso=used | drafts,
                removidos=removed,
                nomeados=lambda: named_by_the_log(cursor, dialect),
                agora_ms=self._agora_ms(),
            )


def hashes_em(forms: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """Whatever looks like a stored object in forms, as drafts keep them."""
    return frozenset(
        found for form in forms for found in _HASH.findall(msgspec.json.encode(form).decode())
    )


def _in_forms(cursor: Cursor, dialect: Dialect) -> frozenset[str]:
    """The objects of every form that is still open: the counter's, and councillors' reports."""
    forms = [one.conteudo for one in list_drafts(cursor, dialect)]
    return hashes_em([*forms, *(one.conteudo for one in list_reports(cursor, dialect))])
