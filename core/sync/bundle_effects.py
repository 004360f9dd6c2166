"""Which events of a bundle have effect, as an office judges that imports it and holds nothing else.

What is judged is what ``core.sync.importing.ruling`` judges, from the bundle instead of the log:
content by its type, one identity twice, two stories of one author, a draw that does not come out of
its own data. What a seal cuts off is judged too, though nobody reads it: of two with one identity
it may be the first, which counts as such all the same. Invalid leaves have no identity.
Source: sync.md 2.10, 2.11, section 4 rows 40 to 42 and 44; FORMATO.md 8.2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.kernel.header import Header
from core.kernel.registry import Registry
from core.sync.evidence import place_of
from core.sync.examination import VerifiedBundle
from core.sync.importing.draw_claims import DRAW, reproduces
from core.sync.importing.judging import judge

Identity = tuple[str, bytes | str]
"""Derivation key and cause; the key is empty where an ``event_id`` is the identity."""


def identities(event_id: str, causa: bytes | None, chave: str | None) -> tuple[Identity, ...]:
    """What no two events may share: the id, and the answer to one cause."""
    by_id: Identity = ("", event_id)
    return (by_id,) if causa is None or chave is None else (by_id, (chave, causa))


class BundleEffects:
    """Judges events in fold order; remembers only those without effect.

    Args:
        bundle: verified; its evidence says from where on a feed is contested.
        registry: the types that this program knows.
        event_id_behind: event hash (64 hex) -> its id; None where the bundle has no such event.
    """

    def __init__(
        self,
        bundle: VerifiedBundle,
        registry: Registry,
        event_id_behind: Callable[[str], str | None],
    ) -> None:
        self._registry = registry
        self._event_id_behind = event_id_behind
        self._contested: dict[tuple[str, int], int] = {}
        for evidence, _raw in bundle.evidence:
            place, feed = place_of(evidence), (evidence.no, evidence.epoca)
            if place is not None:
                self._contested[feed] = min(place, self._contested.get(feed, place))
        self._seen: set[Identity] = set()
        self._without: set[str] = set()

    def capped(self, no: str, epoca: int, seq: int) -> tuple[tuple[str, int, int], ...]:
        """A place that a receipt names, as far as the feed has one story; none where it has not."""
        start = self._contested.get((no, epoca))
        last = seq if start is None else min(seq, start - 1)
        return ((no, epoca, last),) if last >= 0 else ()

    def begin(self) -> None:
        """A pass over the bundle begins: nothing was seen before."""
        self._seen.clear()

    def has(self, event_hash: str) -> bool:
        """Whether a judged event (64 hex) has effect."""
        return event_hash not in self._without

    def judge(self, digest: bytes, header: Header, contents: Mapping[str, bytes]) -> None:
        """Judge the next event.

        Args:
            digest: its hash.
            header: valid.
            contents: name -> bytes of the parts that are here.
        """
        judged = judge(header, {nome: (b"", raw) for nome, raw in contents.items()}, self._registry)
        if judged.motivo is not None:
            self._without.add(digest.hex())
            return
        causa = None if header.causa is None else bytes.fromhex(header.causa)
        own = identities(header.event_id, causa, header.chave_derivacao)
        # The first counts as such whatever else takes its effect away (``without_effect``).
        is_repeated = any(one in self._seen for one in own)
        self._seen.update(own)
        start = self._contested.get((header.no, header.epoca))
        is_contested = start is not None and header.seq >= start
        if is_repeated or is_contested or not self._comes_out(header, judged.publico):
            self._without.add(digest.hex())

    def _comes_out(self, header: Header, said: Mapping[str, object]) -> bool:
        if header.tipo != DRAW:
            return True
        behind = header.prev or header.causa
        base = None if behind is None else self._event_id_behind(behind)
        return reproduces(dict(said), header.timestamp, base)
