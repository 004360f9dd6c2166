from __future__ import annotations

from core.kernel.clock import ManualClock
from core.kernel.event import NewEvent
from core.kernel.header import verify_header
from core.kernel.ids import SeededIds
from core.kernel.parts import verify_part
from core.kernel.sealing import FeedHead, Sealer
from tests.core.kernel.test_sealing import Contract


def test_header_and_parts_are_read_from_what_was_sealed() -> None:
    sealed = Sealer("ab" * 32, ManualClock(0), SeededIds(1)).seal(
        NewEvent("demanda.recebida", {"demanda_id": "d", "titulo": "t"}, "d"),
        Contract(),
        origem="D-1",
        regra_versao=1,
        feed=FeedHead("cd" * 16, 0, 0, None),
        causa=None,
        chave_derivacao=None,
        correlacao_id=None,
    )
    assert sealed.header == verify_header(sealed.raw)
    assert [part.entry for part in sealed.parts] == list(sealed.header.partes)
    for part, row in zip(sealed.parts, sealed.rows, strict=True):
        verify_part(part.entry, part.salt, part.content)
        assert (part.entry.nome, part.salt, part.content) == row
