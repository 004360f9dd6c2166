"""What is remembered of bundles: that they came, what of them waits, and for what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, delete, insert, select

from core.kernel.store import tables as t
from core.kernel.store.statement import Cursor, Dialect, Statement
from core.sync.importing.outcome import ImportOutcome
from core.sync.manifest import Manifest

_B, _W = t.kernel_pacotes.c, t.kernel_pendencias.c
_KNOWN: Final = Statement(
    select(_B.estado, _B.eventos, _B.vezes, _B.primeira_ms).where(_B.sha256 == bindparam("sha256"))
)
_GONE: Final = Statement(delete(t.kernel_pacotes).where(_B.sha256 == bindparam("k_sha256")))
_NEW: Final = Statement(insert(t.kernel_pacotes), [c.name for c in t.kernel_pacotes.c])
_NOT_WAITING: Final = Statement(
    delete(t.kernel_pendencias).where(_W.sha256 == bindparam("k_sha256"))
)
_WAITS: Final = Statement(insert(t.kernel_pendencias), [c.name for c in t.kernel_pendencias.c])
_WAITING: Final = Statement(
    select(_W.sha256, _W.no, _W.epoca, _W.seq, _W.ate, _W.motivo, _W.falta, _W.desde_ms).order_by(
        _W.desde_ms, _W.sha256, _W.no, _W.epoca
    )
)
_HISTORY: Final = Statement(
    select(
        _B.sha256, _B.no, _B.classe, _B.estado, _B.eventos, _B.vezes, _B.primeira_ms, _B.ultima_ms
    ).order_by(_B.ultima_ms.desc(), _B.sha256)
)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A feed of a kept bundle that waits: from ``seq`` on, for ``falta``."""

    sha256: str
    no: str
    epoca: int
    seq: int
    ate: int
    motivo: str
    falta: str
    desde_ms: int


@dataclass(frozen=True, slots=True)
class Seen:
    """A bundle that came, once or more often."""

    sha256: str
    no: str
    classe: str
    estado: str
    eventos: int
    vezes: int
    primeira_ms: int
    ultima_ms: int


def state_of(cursor: Cursor, dialect: Dialect, sha256: str) -> str | None:
    """How an earlier import of this file ended; None where there was none."""
    row = _KNOWN.run(cursor, dialect, {"sha256": bytes.fromhex(sha256)}).fetchone()
    return None if row is None else str(row[0])


def record(
    cursor: Cursor, dialect: Dialect, manifest: Manifest, outcome: ImportOutcome, now_ms: int
) -> None:
    """Write the bundle's row, and what of it waits."""
    digest = bytes.fromhex(outcome.sha256)
    row = _KNOWN.run(cursor, dialect, {"sha256": digest}).fetchone()
    _, events, times, first = row or ("", 0, 0, now_ms)
    _GONE.run(cursor, dialect, {"k_sha256": digest})
    said = {
        "sha256": digest,
        "no": bytes.fromhex(manifest.no),
        "classe": manifest.classe,
        "estado": outcome.estado,
        "eventos": events + outcome.novos,
        "vezes": times + (0 if outcome.is_retry else 1),
        "primeira_ms": first,
        "ultima_ms": now_ms,
    }
    _NEW.run(cursor, dialect, said)
    _NOT_WAITING.run(cursor, dialect, {"k_sha256": digest})
    for feed in outcome.feeds:
        if feed.espera_em is None or outcome.is_sealed:
            continue
        waits = {
            "sha256": digest,
            "no": bytes.fromhex(feed.no),
            "epoca": feed.epoca,
            "seq": feed.espera_em,
            "ate": feed.ate,
            "motivo": feed.motivo,
            "falta": feed.falta or "",
            "desde_ms": now_ms,
        }
        _WAITS.run(cursor, dialect, waits)


def again(cursor: Cursor, dialect: Dialect, sha256: str, now_ms: int) -> None:
    """A bundle that was imported came once more: counted, nothing else."""
    digest = bytes.fromhex(sha256)
    rows = [one for one in history(cursor, dialect) if one.sha256 == sha256]
    for one in rows:
        _GONE.run(cursor, dialect, {"k_sha256": digest})
        said = {
            "sha256": digest,
            "no": bytes.fromhex(one.no),
            "classe": one.classe,
            "estado": one.estado,
            "eventos": one.eventos,
            "vezes": one.vezes + 1,
            "primeira_ms": one.primeira_ms,
            "ultima_ms": now_ms,
        }
        _NEW.run(cursor, dialect, said)


def waiting(cursor: Cursor, dialect: Dialect) -> list[Waiting]:
    """Everything that waits, the oldest first."""
    rows = _WAITING.run(cursor, dialect).fetchall()
    return [Waiting(bytes(r[0]).hex(), bytes(r[1]).hex(), *r[2:]) for r in rows]


def history(cursor: Cursor, dialect: Dialect) -> list[Seen]:
    """Every bundle that came, the latest first."""
    rows = _HISTORY.run(cursor, dialect).fetchall()
    return [Seen(bytes(r[0]).hex(), bytes(r[1]).hex(), *r[2:]) for r in rows]
