"""The moment at which a network of one becomes a node of another network.

Everything in one transaction: the old epoch ends where it stands, the new network's document takes
the place of the old one, the next epoch opens with ``epoca.aberta`` and names the new network. No
event is written again, moved or lost: what was sealed in the old network stays what it is, and the
new network's ``antes`` says of which epochs that is true (FORMATO.md 4.1, 13.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, func, select

from core.kernel.backup.epoch import EVENT, publish_first
from core.kernel.canonical import encode_canonical
from core.kernel.clock import Clock
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.event import Event, NewAttachment, NewEvent
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.node_entry import NodeEntry
from core.kernel.ids import Ids
from core.kernel.registry import Registry
from core.kernel.store import installation as facts
from core.kernel.store import tables as t
from core.kernel.store.attachments import AttachmentStore
from core.kernel.store.database import Database, Writer
from core.kernel.store.installation import Installation
from core.kernel.store.log_append import LogTail, load_tail
from core.kernel.store.statement import Statement
from core.sync.entry_files import Version

FORMER_TYPE: Final = "application/json"
"""Of the attachment that keeps the old network's document with the event."""

_LAST_SIGNED: Final = Statement(
    select(func.max(t.kernel_checkpoints.c.tamanho)).where(
        t.kernel_checkpoints.c.no == bindparam("k_no"),
        t.kernel_checkpoints.c.epoca == bindparam("k_epoca"),
    )
)


@dataclass(frozen=True, slots=True)
class Joining:
    """What is needed to join, all of it decided.

    Args:
        installation: as the decision was made on.
        former: verified versions of the network of one.
        chain: verified versions of the network that is joined.
        versions: the same as bytes, with signatures.
        registry: event types.
        clock: of the event.
        ids: of the event.
        attachments: keeps the old network's document.
    """

    installation: Installation
    former: NetworkChain
    chain: NetworkChain
    versions: Sequence[Version]
    registry: Registry
    clock: Clock
    ids: Ids
    attachments: AttachmentStore


def require_invited(
    chain: NetworkChain, own: NetworkChain, installation: Installation
) -> NodeEntry:
    """This office's entry in the network that invites it.

    Raises:
        UserFacingError: ``convite.ja_em_rede``: it is in a network of several already;
            ``convite.de_outro``: the network does not list it, or with other keys;
            ``convite.epoca_passou``: it began another epoch since it asked.
    """
    if len(own.current.nos) > 1:
        raise UserFacingError("convite.ja_em_rede")
    entry, listed = chain.current.node(installation.no), own.current.node(installation.no)
    if entry is None or listed is None:
        raise UserFacingError("convite.de_outro")
    keys = (entry.chave_log, entry.chave_transporte, entry.destinatario_age)
    if keys != (listed.chave_log, listed.chave_transporte, listed.destinatario_age):
        raise UserFacingError("convite.de_outro")
    if entry.antes is None or entry.antes.rede != installation.rede:
        raise UserFacingError("convite.de_outro")
    if entry.antes.epoca < installation.epoca:
        raise UserFacingError("convite.epoca_passou")
    return entry


def join(database: Database, joining: Joining) -> tuple[Installation, Event]:
    """Join, or change nothing.

    Returns:
        The installation as it is from now on, and ``epoca.aberta``.

    Raises:
        EnvironmentFault: ``banco.em_uso``: the office is open somewhere; disk full, locked.
        UserFacingError: ``rede.mudou``: decide again; ``convite.falta_assinar``: the old epoch's
            end is not signed.
    """
    former = _former_document(joining.former)
    lock = database.engine_lock()
    if not lock.acquire():
        raise EnvironmentFault("banco.em_uso", onde=database.description)
    try:
        attachment = NewAttachment(
            joining.attachments.put(former), len(former), FORMER_TYPE, "publica"
        )
        writer = database.open_writer(checkpoints=False)
        try:
            writer.begin()
            joined = _join(writer, joining, attachment)
            writer.commit()
        except Exception as error:
            writer.rollback()
            raise database.fault(error) or error from error
        finally:
            writer.close()
    finally:
        lock.release()
    return joined


def _join(
    writer: Writer, joining: Joining, attachment: NewAttachment
) -> tuple[Installation, Event]:
    cursor, dialect = writer.cursor, writer.dialect
    before, entry = facts.read(cursor, dialect), joining.chain.current.node(joining.installation.no)
    versions = facts.network_versions(cursor, dialect)
    is_same = [raw for raw, _ in versions] == [one.raw for one in joining.former.documents]
    if before != joining.installation or not is_same or entry is None or entry.antes is None:
        raise UserFacingError("rede.mudou")
    old = load_tail(cursor, dialect, before.no, before.epoca)
    _require_signed(writer, before, old)
    after = Installation(
        rede=joining.chain.rede,
        no=before.no,
        epoca=entry.antes.epoca + 1,
        instancia=before.instancia,
        demonstracao=before.demonstracao,
        # The root key of the network of one has no say any more.
        chave_raiz_confirmada=True,
    )
    facts.seal_feed(cursor, dialect, before.no, before.epoca)
    facts.open_feed(cursor, dialect, after.no, after.epoca)
    facts.set_fact(cursor, dialect, "rede", after.rede)
    facts.set_fact(cursor, dialect, "epoca", str(after.epoca))
    facts.set_fact(cursor, dialect, "chave_raiz_confirmada", "1")
    facts.replace_network(cursor, dialect, joining.versions)
    new = NewEvent(
        EVENT,
        {
            "motivo": "entrada_em_rede",
            "epoca_anterior": before.epoca,
            "tamanho_guarda": None,
            "tamanho_restaurado": old.size,
            "raiz": old.frontier.root().hex(),
        },
        sujeito=after.no,
        anexos=(attachment,),
    )
    event = publish_first(cursor, dialect, after, new, joining.registry, joining.clock, joining.ids)
    return after, event


def _require_signed(writer: Writer, installation: Installation, tail: LogTail) -> None:
    """The end of the old epoch stands under a note in its own network's name."""
    params = {"k_no": bytes.fromhex(installation.no), "k_epoca": installation.epoca}
    row = _LAST_SIGNED.run(writer.cursor, writer.dialect, params).fetchone()
    if (row[0] or 0) < tail.size:
        raise UserFacingError("convite.falta_assinar")


def _former_document(former: NetworkChain) -> bytes:
    """What the attachment holds: the versions of the network that was left."""
    return encode_canonical(
        {
            "tipo": "civico/rede-anterior",
            "v": 1,
            "rede": former.rede,
            "documentos": [document.raw.decode() for document in former.documents],
        }
    )
