"""What a verification found: counts, and findings in the order they were met, capped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

MAX_FINDINGS: Final = 200

Progress = Callable[[int, int], None]
"""Called with (events done, events in all); raises to stop the verification."""


def no_progress(done: int, total: int) -> None:
    """For callers that show nothing."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that does not hold.

    Args:
        codigo: reason code, e.g. ``"evento.hash_divergente"``; names a sentence.
        sequence_number: position of the event, None where it concerns none.
        event_hash: 64 hex as stored beside it, None where it cannot be read.
        params: values for the sentence; never payload.
    """

    codigo: str
    sequence_number: int | None = None
    event_hash: str | None = None
    params: dict[str, object] = field(default_factory=dict)


@dataclass(slots=True)
class Report:
    """Result of a verification, as a screen and ``--json`` show it.

    Args:
        eventos: events read.
        partes: parts whose commitment was checked.
        ramos: feeds met.
        eliminadas: absent parts that an erasure event names.
        eliminadas_por: number of the erasure event -> how many of them it names.
        nao_recebidas: restricted parts of other offices' events, which never come here.
        desconhecidos: ``tipo versão`` of the events that this program's registry does not know.
        nao_comparadas: colonies whose projections could not be compared with the log: parked,
            marked for a refold, folded by another version.
        avisos: message codes of what is no fault and yet worth saying.
        achados: the first ``MAX_FINDINGS`` findings.
        total_achados: all of them.
    """

    eventos: int = 0
    partes: int = 0
    ramos: int = 0
    eliminadas: int = 0
    eliminadas_por: Counter[int] = field(default_factory=Counter)
    nao_recebidas: int = 0
    desconhecidos: Counter[str] = field(default_factory=Counter)
    nao_comparadas: list[str] = field(default_factory=list)
    avisos: list[str] = field(default_factory=list)
    achados: list[Finding] = field(default_factory=list)
    total_achados: int = 0

    @property
    def ok(self) -> bool:
        """Everything holds."""
        return self.total_achados == 0

    @property
    def primeiro_evento(self) -> Finding | None:
        """The finding about the earliest event, None where no event is to blame."""
        named = [finding for finding in self.achados if finding.sequence_number is not None]
        return min(named, key=lambda finding: finding.sequence_number or 0, default=None)

    def add(
        self,
        codigo: str,
        sequence_number: int | None = None,
        event_hash: str | None = None,
        /,
        **params: object,
    ) -> None:
        """Note a finding."""
        self.total_achados += 1
        if len(self.achados) < MAX_FINDINGS:
            self.achados.append(Finding(codigo, sequence_number, event_hash, params))
