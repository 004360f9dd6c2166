r"""The guard's file: two slots, written in turn, each with its own checksum (sync.md decision 8).

Each slot takes 4,096 bytes of its own, so that a torn write or a bad block can hurt one only::

    civico/guarda/v1 LF
    {"epoca":n,"instancia":text,"no":hex32,"ordem":n,"raiz":hex64,"tamanho":n} LF   (civico-jcs/1)
    SHA-256 of the two lines, 64 hex, LF
    NUL up to 4,096 bytes

The valid slot with the highest ``ordem`` counts. A write goes into the other slot, in place, and
is fsynced; the file is never truncated and never grows, so a full disk leaves the old slot whole.
"""

from __future__ import annotations

import enum
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from core.kernel.canonical import CanonicalError, decode_canonical, encode_canonical
from core.kernel.errors import IntegrityFault
from core.kernel.identity import durable_file

SLOT_BYTES = 4096
GUARD_FILE = "guarda.bin"

_MAGIC = b"civico/guarda/v1\n"
_SLOTS = 2
_WRITE_CODE = "guarda.nao_gravada"


@dataclass(frozen=True, slots=True)
class GuardRecord:
    """How far the log of this installation had come.

    Args:
        instancia: the installation, as its database names itself.
        no: node, 32 hex.
        epoca: epoch of the own feed.
        tamanho: events in it.
        raiz: 32-byte root over them.
    """

    instancia: str
    no: str
    epoca: int
    tamanho: int
    raiz: bytes


class GuardState(enum.Enum):
    """What reading the file found."""

    PRESENTE = "presente"
    AUSENTE = "ausente"
    ILEGIVEL = "ilegivel"


@dataclass(frozen=True, slots=True)
class GuardReading:
    """Result of reading: ``record`` is there only in state PRESENTE.

    Args:
        state: no file, no valid slot, or a record.
        record: newest valid record.
        ordem: its place in the row of writes; 0 without one.
        slot: its slot; 1 without one, so that the next write goes to slot 0.
    """

    state: GuardState
    record: GuardRecord | None
    ordem: int
    slot: int


class SlotIo(Protocol):
    """The three touches of the disk, so that tests can tear them."""

    def read(self, path: Path) -> bytes | None:
        """At most two slots; None where there is no file. Raises EnvironmentFault."""

    def create(self, path: Path, data: bytes) -> None:
        """Replace the whole file, durably. Raises EnvironmentFault."""

    def write_slot(self, path: Path, offset: int, data: bytes) -> None:
        """Overwrite in place and fsync. Raises EnvironmentFault."""


class DiskSlotIo:
    """The real disk."""

    def read(self, path: Path) -> bytes | None:
        """See ``SlotIo``."""
        return durable_file.read_private(path, _SLOTS * SLOT_BYTES, code="guarda.nao_lida")

    def create(self, path: Path, data: bytes) -> None:
        """See ``SlotIo``."""
        durable_file.write_private(path, data, code=_WRITE_CODE)

    def write_slot(self, path: Path, offset: int, data: bytes) -> None:
        """See ``SlotIo``."""
        try:
            with path.open("r+b", buffering=0) as file:
                file.seek(offset)
                view = memoryview(data)
                while view:
                    view = view[file.write(view) :]
                os.fsync(file.fileno())
        except OSError as error:
            raise durable_file.environment_fault(_WRITE_CODE, path, error) from error


class GuardFile:
    """Reads and writes one guard. Holds no pending state: that is ``guard.GuardWriter``.

    Args:
        path: outside the data folder, so that no copy of the data takes it along.
        io: the disk.
    """

    def __init__(self, path: Path, io: SlotIo | None = None) -> None:
        self.path = path
        self._io = io or DiskSlotIo()

    def read(self) -> GuardReading:
        """The newest valid record; a damaged slot is passed over.

        Raises:
            EnvironmentFault: ``guarda.nao_lida``.
        """
        raw = self._io.read(self.path)
        if raw is None:
            return GuardReading(GuardState.AUSENTE, None, 0, 1)
        found = [
            (ordem, slot, record)
            for slot in range(_SLOTS)
            for ordem, record in _decode_slot(raw[slot * SLOT_BYTES : (slot + 1) * SLOT_BYTES])
        ]
        if not found:
            return GuardReading(GuardState.ILEGIVEL, None, 0, 1)
        ordem, slot, record = max(found, key=lambda item: item[0])
        return GuardReading(GuardState.PRESENTE, record, ordem, slot)

    def write(self, record: GuardRecord) -> None:
        """Move the guard forward; writing what it says already is nothing.

        Raises:
            EnvironmentFault: ``guarda.nao_gravada``; the old record is still there.
            IntegrityFault: ``guarda.recuo`` (it would go back), ``guarda.conflito`` (same size,
                other root), ``guarda.outra_instancia``, ``guarda.ilegivel``: ``adopt`` decides.
        """
        reading = self.read()
        if reading.state is GuardState.ILEGIVEL:
            raise IntegrityFault("guarda.ilegivel", arquivo=str(self.path))
        if reading.record is None:
            self._create(record, 1)
            return
        if record == reading.record:
            return
        _check_forward(reading.record, record)
        self._put(reading, record)

    def adopt(self, record: GuardRecord) -> None:
        """Set the guard to ``record`` whatever it says: an operator's recorded act.

        Raises:
            EnvironmentFault: ``guarda.nao_gravada``.
        """
        reading = self.read()
        if reading.state is GuardState.PRESENTE:
            self._put(reading, record)
        else:
            self._create(record, 1)

    def _put(self, reading: GuardReading, record: GuardRecord) -> None:
        slot = 1 - reading.slot
        data = _encode_slot(record, reading.ordem + 1)
        self._io.write_slot(self.path, slot * SLOT_BYTES, data)

    def _create(self, record: GuardRecord, ordem: int) -> None:
        self._io.create(self.path, _encode_slot(record, ordem) + bytes(SLOT_BYTES))


def _check_forward(old: GuardRecord, new: GuardRecord) -> None:
    if (old.instancia, old.no) != (new.instancia, new.no):
        raise IntegrityFault("guarda.outra_instancia")
    if (new.epoca, new.tamanho) < (old.epoca, old.tamanho):
        raise IntegrityFault("guarda.recuo", guardado=old.tamanho, banco=new.tamanho)
    if (new.epoca, new.tamanho) == (old.epoca, old.tamanho):
        raise IntegrityFault("guarda.conflito", tamanho=old.tamanho)


def _encode_slot(record: GuardRecord, ordem: int) -> bytes:
    line = encode_canonical(
        {
            "instancia": record.instancia,
            "no": record.no,
            "epoca": record.epoca,
            "tamanho": record.tamanho,
            "raiz": record.raiz.hex(),
            "ordem": ordem,
        }
    )
    lines = _MAGIC + line + b"\n"
    data = lines + hashlib.sha256(lines).hexdigest().encode("ascii") + b"\n"
    if len(data) > SLOT_BYTES:
        raise ValueError("guard record too long for its slot")
    return data.ljust(SLOT_BYTES, b"\0")


def _decode_slot(raw: bytes) -> list[tuple[int, GuardRecord]]:
    """The one record of a slot, or nothing where it is torn, empty or not ours."""
    data = raw.rstrip(b"\0")
    lines, digest = data[:-65], data[-65:]
    is_whole = (
        len(raw) == SLOT_BYTES
        and lines.startswith(_MAGIC)
        and digest == hashlib.sha256(lines).hexdigest().encode("ascii") + b"\n"
    )
    if not is_whole:
        return []
    try:
        value: dict[str, Any] = decode_canonical(lines[len(_MAGIC) : -1], SLOT_BYTES)
        record = GuardRecord(
            str(value["instancia"]),
            str(value["no"]),
            int(value["epoca"]),
            int(value["tamanho"]),
            bytes.fromhex(value["raiz"]),
        )
        return [(int(value["ordem"]), record)]
    except (CanonicalError, KeyError, TypeError, ValueError):
        return []
