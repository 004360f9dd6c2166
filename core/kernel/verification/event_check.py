"""Everything that must hold of one stored event, judged from its header's bytes outwards.

Header strict, hash recomputed, columns and parts against the header, indexes against the payload,
payload against the registry. Each thing that does not hold is one finding that names the event.
Source: sync.md 2.3 (verify order), 2.15 (absent parts); design.md 4 and 6.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sqlalchemy import bindparam, select

from core.kernel.clock import format_timestamp
from core.kernel.errors import IntegrityFault, UserFacingError
from core.kernel.event import Payload
from core.kernel.header import Header, PartEntry, event_hash, verify_header
from core.kernel.ids import uuid_bytes, uuid_text
from core.kernel.parts import (
    ATTACHMENT_PARTS,
    attachment_commitment,
    decode_part,
    join_parts,
    verify_part,
)
from core.kernel.registry import Contract
from core.kernel.store import tables as t
from core.kernel.store.database import Reader
from core.kernel.store.log_read import UNREADABLE, TypedScan
from core.kernel.store.statement import Statement
from core.kernel.verification.report import Report
from core.kernel.verification.scope import Scope
from core.kernel.verification.walk import LogRecord, PartRecord

_SUBJECT: Final = Statement(
    select(t.event_assuntos.c.sequence_number).where(
        t.event_assuntos.c.assunto == bindparam("assunto"),
        t.event_assuntos.c.sequence_number == bindparam("sequencia"),
    )
)
_PERSON: Final = Statement(
    select(t.kernel_titulares.c.sequence_number).where(
        t.kernel_titulares.c.sujeito == bindparam("sujeito"),
        t.kernel_titulares.c.rotulo == bindparam("rotulo"),
    )
)
_WITHOUT_EFFECT: Final = Statement(
    select(t.kernel_sem_efeito.c.sequence_number, t.kernel_sem_efeito.c.motivo)
)
_PUBLIC: Final = "publica"
# What an import found and kept all the same (core.sync.importing.codes).
_CONTENT: Final = "evento.conteudo"


class EventCheck:
    """Judges events one after the other.

    Args:
        reader: probes of the indexes go through it.
        scope: types, payloads and attachments are held against it.
        report: where findings go.
        rede_of: (no, epoca) -> the network that headers of the feed must name; None where that is
            not known.
        own: this installation's ``no``.
        erased: event hash -> part that an erasure event names -> number of that event.
    """

    def __init__(
        self,
        reader: Reader,
        scope: Scope,
        report: Report,
        *,
        rede_of: Callable[[str, int], str | None],
        own: str | None,
        erased: Mapping[str, Mapping[str, int]],
    ) -> None:
        self._reader = reader
        self._registry = scope.registry
        self._store = scope.attachments
        self._taken_out_by = scope.retiradas
        self._taken_out: frozenset[str] | None = None
        self._report = report
        self._rede_of = rede_of
        self._own = own
        self._without = {
            row[0]: row[1] for row in _WITHOUT_EFFECT.run(reader.cursor, reader.dialect).fetchall()
        }
        self._erased = erased
        # Rows that all events ask of the subject index; exact while every event was judged whole.
        self.subjects = 0
        self.is_whole = True

    def check(self, record: LogRecord, parts: list[PartRecord]) -> tuple[Header | None, bytes]:
        """Judge one event.

        Returns:
            Its header where it can be read at all, and its recomputed hash.
        """
        raw = record.header
        if type(raw) is not bytes:
            self._report.add("evento.linha_ilegivel", record.sequence_number, campo="header")
            self.is_whole = False
            return None, b""
        digest = event_hash(raw)
        if record.tipo == UNREADABLE and record.no.hex() != self._own:
            # Another author's leaf that breaks the format: its place in the tree is all it has.
            if record.sequence_number not in self._without:
                self._add("evento.coluna_divergente", record, campo="tipo")
            return None, digest
        try:
            header = None if digest != record.event_hash else verify_header(raw)
        except IntegrityFault as fault:
            self._add(fault.code, record, **fault.params)
            self.is_whole = False
            return None, digest
        if header is None:
            self._add("evento.hash_divergente", record)
            self.is_whole = False
            return None, digest
        if header.rede != (self._rede_of(header.no, header.epoca) or header.rede):
            self._add("evento.outra_rede", record)
        wrong = _wrong_column(record, header)
        if wrong is not None:
            self._add("evento.coluna_divergente", record, campo=wrong)
        contents = self._parts(record, header, parts)
        if contents is None or not self._payload(record, header, contents):
            self.is_whole = False
        return header, digest

    # -- parts -----------------------------------------------------------------------------

    def _parts(
        self, record: LogRecord, header: Header, parts: list[PartRecord]
    ) -> dict[str, bytes] | None:
        """Contents by name, or None where one of them does not hold."""
        entries = header.partes
        first = record.sequence_number * t.PARTS_PER_EVENT
        contents: dict[str, bytes] = {}
        holds = True
        for part in parts:
            place = part.parte_id - first
            entry = entries[place] if place < len(entries) else None
            if entry is None or part.nome != entry.nome:
                self._add("parte.desconhecida", record, lugar=place)
                holds = False
                continue
            try:
                verify_part(entry, part.salt, part.conteudo)
            except IntegrityFault as fault:
                self._add(fault.code, record, **fault.params)
                holds = False
                continue
            except TypeError:
                self._add("evento.linha_ilegivel", record, campo=entry.nome)
                holds = False
                continue
            contents[entry.nome] = part.conteudo
        self._report.partes += len(contents)
        if len(contents) < len(entries):
            holds = self._absent(record, header, contents, holds=holds)
        return contents if holds else None

    def _absent(
        self, record: LogRecord, header: Header, contents: Mapping[str, bytes], *, holds: bool
    ) -> bool:
        """Account for parts that are not there; whether what is left can be judged."""
        erased = self._erased.get(record.event_hash.hex(), {})
        is_own = header.no == self._own
        for entry in header.partes:
            if entry.nome in contents:
                continue
            if entry.nome in erased:
                self._report.eliminadas += 1
                self._report.eliminadas_por[erased[entry.nome]] += 1
            elif not is_own:
                self._report.nao_recebidas += 1
            elif holds:
                self._add("parte.retida", record, parte=entry.nome)
        return holds

    # -- payload ---------------------------------------------------------------------------

    def _payload(self, record: LogRecord, header: Header, contents: Mapping[str, bytes]) -> bool:
        """Whether the payload could be judged, indexes included."""
        try:
            joined = join_parts(header.partes, contents)
            if header.anexos:
                self._attachments(record, header, contents)
        except IntegrityFault as fault:
            if self._without.get(record.sequence_number) == _CONTENT:
                return False
            self._add(fault.code, record, **fault.params)
            return False
        if self._registry is None:
            return False
        try:
            contract = self._registry.contract(header.tipo, header.versao_schema)
        except UserFacingError:
            self._report.desconhecidos[f"{header.tipo} {header.versao_schema}"] += 1
            return False
        try:
            if joined.ausentes:
                self._registry.validate_present(
                    header.tipo, header.versao_schema, joined.payload, joined.ausentes
                )
            else:
                self._registry.validate(header.tipo, header.versao_schema, joined.payload)
        except UserFacingError as fault:
            if self._without.get(record.sequence_number) == _CONTENT:
                return False
            self._add("evento.payload_invalido", record, campo=fault.params.get("campo"))
            return False
        self._subjects(record, contract, joined.payload)
        self._persons(record, header, contract, joined.payload)
        return not joined.ausentes

    def _attachments(
        self, record: LogRecord, header: Header, contents: Mapping[str, bytes]
    ) -> None:
        """Every attachment named in a part must be one that the header commits to."""
        for nome in ATTACHMENT_PARTS & contents.keys():
            for item in decode_part(nome, contents[nome]).get("anexos", ()):
                if not _is_committed(item, header):
                    self._add("anexo.compromisso_divergente", record, parte=nome)
                elif self._store is not None:
                    self._stored(record, item["sha256"])

    def _stored(self, record: LogRecord, sha256: str) -> None:
        """The bytes are in the store, and are what their name says."""
        try:
            is_here = self._store is not None and self._store.get(sha256) is not None
        except IntegrityFault as fault:
            self._add(fault.code, record, **fault.params)
            return
        if not is_here and not self._is_taken_out(sha256):
            self._add("anexo.ausente", record, anexo=sha256[:12])

    def _is_taken_out(self, sha256: str) -> bool:
        """Some event of the log says that the object was removed; read when the first is missed."""
        if self._taken_out is None:
            cursor, dialect = self._reader.cursor, self._reader.dialect
            scan = TypedScan(tuple(self._taken_out_by), 0)
            found: set[str] = set()
            while events := scan.chunk(cursor, dialect):
                found.update(
                    str(event.payload.get(self._taken_out_by[event.tipo])) for event in events
                )
            self._taken_out = frozenset(found)
        return sha256 in self._taken_out

    def _subjects(self, record: LogRecord, contract: Contract, payload: Payload) -> None:
        cursor, dialect = self._reader.cursor, self._reader.dialect
        for subject in contract.assuntos(payload):
            self.subjects += 1
            params = {"assunto": uuid_bytes(subject), "sequencia": record.sequence_number}
            if _SUBJECT.run(cursor, dialect, params).fetchone() is None:
                self._add("indice.assunto_ausente", record)

    def _persons(
        self, record: LogRecord, header: Header, contract: Contract, payload: Payload
    ) -> None:
        labels = {entry.titular: entry for entry in header.partes if entry.titular is not None}
        for label, entry in labels.items():
            field = contract.titular_field.get(_role(entry))
            person = payload.get(field) if field is not None else None
            if not isinstance(person, str):
                continue
            params = {"sujeito": person, "rotulo": bytes.fromhex(label)}
            row = _PERSON.run(self._reader.cursor, self._reader.dialect, params).fetchone()
            if row is None or row[0] != record.sequence_number:
                self._add("indice.titular_ausente", record, parte=entry.nome)

    def _add(self, codigo: str, record: LogRecord, /, **params: object) -> None:
        stored = record.event_hash
        shown = stored.hex() if type(stored) is bytes else None
        self._report.add(codigo, record.sequence_number, shown, **params)


def _role(entry: PartEntry) -> str:
    return entry.nome.rpartition(".")[2]


def _is_committed(item: Any, header: Header) -> bool:
    try:
        entry = header.anexos[item["i"]]
        h = attachment_commitment(bytes.fromhex(item["sal"]), bytes.fromhex(item["sha256"]))
    except (KeyError, TypeError, ValueError, IndexError):
        return False
    return bool(entry.h == h.hex())


def _wrong_column(record: LogRecord, header: Header) -> str | None:
    """The first column that does not say what the header says; they are local copies of it."""
    try:
        if (
            record.no.hex() == header.no
            and record.epoca == header.epoca
            and record.seq == header.seq
            and uuid_text(record.event_id) == header.event_id
            and record.tipo == header.tipo
            and record.versao_schema == header.versao_schema
            and record.origem == header.origem
            and format_timestamp(record.timestamp_ms) == header.timestamp
            and _uuid_or_none(record.correlacao_id) == header.correlacao_id
            and (None if record.causa is None else record.causa.hex()) == header.causa
            and record.chave_derivacao == header.chave_derivacao
        ):
            return None
    except (AttributeError, TypeError, ValueError):
        pass  # a value of another kind altogether
    return _first_difference(record, header)


def _first_difference(record: LogRecord, header: Header) -> str:
    pairs: tuple[tuple[str, Any, Any], ...] = (
        ("no", record.no, bytes.fromhex(header.no)),
        ("epoca", record.epoca, header.epoca),
        ("seq", record.seq, header.seq),
        ("event_id", record.event_id, uuid_bytes(header.event_id)),
        ("tipo", record.tipo, header.tipo),
        ("versao_schema", record.versao_schema, header.versao_schema),
        ("origem", record.origem, header.origem),
        ("correlacao_id", record.correlacao_id,
         None if header.correlacao_id is None else uuid_bytes(header.correlacao_id)),
        ("causa", record.causa, None if header.causa is None else bytes.fromhex(header.causa)),
        ("chave_derivacao", record.chave_derivacao, header.chave_derivacao),
    )  # fmt: skip
    return next((name for name, stored, said in pairs if stored != said), "timestamp_ms")


def _uuid_or_none(raw: bytes | None) -> str | None:
    return None if raw is None else uuid_text(raw)
