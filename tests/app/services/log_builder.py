"""A log for reads: real header and part bytes in a real SQLite file, without an engine."""

from __future__ import annotations

import hashlib
import sqlite3
import threading
import uuid
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine

from app.services.leitura import Leitura
from core.kernel.canonical import encode_jcs
from core.kernel.clock import format_timestamp
from core.kernel.header import Header, PartEntry, encode_header, event_hash
from core.kernel.parts import commitment
from core.kernel.store.tables import (
    PARTS_PER_EVENT,
    dead_letter_queue,
    event_assuntos,
    event_efeitos,
    event_log,
    event_parts,
    kernel_chaves_paradas,
    kernel_copias,
    kernel_posicoes,
    metadata,
)

NOW_MS = 1_796_000_000_000  # 2026-11-30 in the afternoon, Brasília
NODE = "4f7a" * 8
NETWORK = "ab" * 32
COLONIES = {
    "D-1a": "Captura",
    "D-1b": "Normalização",
    "D-2": "Georreferenciamento",
    "D-3": "Categorização",
    "D-4": "Priorização e Ranking",
    "D-10": "Votação",
}
PRODUCERS = {
    "demanda.recebida": ("D-1a", "D-8"),
    "demanda.normalizada": ("D-1b",),
    "demanda.georreferenciada": ("D-2",),
    "demanda.categorizada": ("D-3",),
    "demanda.ranqueada": ("D-4",),
    "ranking.atualizado": ("D-4",),
}
STEPS = (
    ("demanda.recebida", "D-1a"),
    ("demanda.normalizada", "D-1b"),
    ("demanda.georreferenciada", "D-2"),
    ("demanda.categorizada", "D-3"),
    ("demanda.ranqueada", "D-4"),
    ("ranking.atualizado", "D-4"),
)
SECRET = "Maria da Silva mora na casa azul"


def fixed_uuid(number: int) -> str:
    """The same UUID for the same number, looking random."""
    raw = hashlib.sha256(f"uuid {number}".encode()).digest()[:16]
    return str(uuid.UUID(bytes=raw, version=4))


@dataclass
class LogBuilder:
    """Writes events in order; ``close`` before reading elsewhere is not needed."""

    path: Path
    first: int = 1
    now_ms: int = NOW_MS
    _hashes: list[bytes] = field(default_factory=list)
    _places: dict[bytes | None, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        engine = create_engine(f"sqlite:///{self.path}")
        metadata.create_all(engine)
        engine.dispose()
        self.db = sqlite3.connect(self.path)
        self.db.execute("PRAGMA synchronous=OFF")

    def add(
        self,
        tipo: str,
        origem: str,
        payload: Mapping[str, Any],
        *,
        secret: Mapping[str, Any] | None = None,
        causa: bytes | None = None,
        chave: str | None = None,
        correlacao_id: str | None = None,
        at_ms: int | None = None,
        erased: frozenset[str] = frozenset(),
    ) -> bytes:
        """Append one event; its 32-byte hash."""
        at = len(self._hashes)
        number = self.first + at
        moment = self.now_ms if at_ms is None else at_ms
        contents = {"publica.nucleo": encode_jcs(dict(payload))}
        if secret is not None:
            contents["restrita.texto"] = encode_jcs(dict(secret))
        parts = []
        for place, (nome, content) in enumerate(sorted(contents.items())):
            salt = hashlib.sha256(f"salt {number} {nome}".encode()).digest()
            parts.append(
                PartEntry(
                    classe=nome.partition(".")[0],
                    h=commitment(salt, content).hex(),
                    nome=nome,
                    tam=len(content),
                    titular=None,
                )
            )
            if nome not in erased:
                row = (number * PARTS_PER_EVENT + place, nome, salt, content)
                self._insert(event_parts, row)
        event_id = fixed_uuid(number)
        header = encode_header(
            Header(
                anexos=(),
                causa=None if causa is None else causa.hex(),
                chave_derivacao=chave,
                correlacao_id=correlacao_id,
                critico=False,
                epoca=0,
                event_id=event_id,
                no=NODE,
                origem=origem,
                partes=tuple(parts),
                prev=self._hashes[-1].hex() if self._hashes else None,
                rede=NETWORK,
                regra_versao=1,
                seq=at,
                timestamp=format_timestamp(moment),
                tipo=tipo,
                v=1,
                versao_schema="1.0.0",
            )
        )
        digest = event_hash(header)
        self._hashes.append(digest)
        if causa in self._places:
            self._insert(event_efeitos, (self._places[causa], chave or "x", number))
        self._places[digest] = number
        correlation = None if correlacao_id is None else uuid.UUID(correlacao_id).bytes
        self._insert(
            event_log,
            (
                number, digest, bytes.fromhex(NODE), 0, at, uuid.UUID(event_id).bytes, tipo,
                "1.0.0", origem, moment, correlation, causa, chave, at + 1, 0, moment, header,
            ),
        )  # fmt: skip
        for value in payload.values():
            if isinstance(value, str) and len(value) == 36:
                self._insert(event_assuntos, (uuid.UUID(value).bytes, number))
        return digest

    def add_demand(self, number: int, *, at_ms: int | None = None) -> str:
        """One demand from capture to ranking: six events, each the cause of the next."""
        demand, unit = fixed_uuid(10_000 + number), fixed_uuid(77)
        cause: bytes | None = None
        for tipo, origem in STEPS:
            payload = {"demanda_id": demand, "unidade_civica_id": unit, "canal": "balcao"}
            if tipo == "ranking.atualizado":
                payload = {"unidade_civica_id": unit, "motivo": "nova_demanda"}
            cause = self.add(
                tipo,
                origem,
                payload,
                secret={"texto_bruto": SECRET} if tipo == "demanda.recebida" else None,
                causa=cause,
                chave=f"{origem}/{tipo}/{demand}" if cause else f"comando/{fixed_uuid(number)}/0",
                correlacao_id=fixed_uuid(20_000 + number),
                at_ms=at_ms,
            )
        self.db.commit()
        return demand

    def add_position(
        self, colonia: str, applied: int, reacted: int | None = None, *, active: bool = True
    ) -> None:
        """A colony's position."""
        done = applied if reacted is None else reacted
        types = "\n".join(sorted(PRODUCERS))
        self._insert(kernel_posicoes, (colonia, applied, done, 1, types, int(active)))
        self.db.commit()

    def add_dead_letter(
        self, colonia: str, number: int, *, estado: str = "pendente", tentativas: int = 2
    ) -> None:
        """A parked event and the key behind which others wait."""
        self._insert(
            dead_letter_queue,
            (
                colonia, "react", number, "demanda.normalizada", estado, "ValueError",
                tentativas, self.now_ms - 7_200_000, self.now_ms - 60_000,
            ),
        )  # fmt: skip
        self._insert(kernel_chaves_paradas, (colonia, "react", fixed_uuid(10_000), number))
        self.db.commit()

    def add_copy(self, at_ms: int, *, verified: bool = True) -> None:
        """A backup."""
        row = (at_ms, f"copia-{at_ms}.fcopia", len(self._hashes), b"\0" * 32, int(verified))
        self._insert(kernel_copias, row)
        self.db.commit()

    def close(self) -> None:
        """Commit and close."""
        self.db.commit()
        self.db.close()

    def _insert(self, table: Any, row: tuple[object, ...]) -> None:
        names = [column.name for column in table.columns]
        marks = ", ".join("?" for _ in row)
        self.db.execute(
            f"INSERT INTO {table.name} ({', '.join(names[: len(row)])}) VALUES ({marks})", row
        )


class FileLeitor:
    """Lends a fresh connection for every read; counts them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.reads = 0
        self.error: Exception | None = None
        self.gate: threading.Event | None = None

    @contextmanager
    def ler(self) -> Iterator[Leitura]:
        """See ``app.services.leitura.Leitor``."""
        self.reads += 1
        if self.gate is not None:
            self.gate.wait(5)
        if self.error is not None:
            raise self.error
        with closing(sqlite3.connect(self.path)) as connection:
            yield Leitura(connection.cursor(), "sqlite")
