"""What a removal leaves of a file, and of files that nobody looked at yet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event as Signal

import pytest
from typing_extensions import override

from core.base.midia.classificador import Classificacao
from core.colonies.d1c_anexos.queries import anexos_da_demanda
from core.kernel.event import Event
from core.kernel.header import PartEntry
from core.kernel.subject_rights import SubjectRights
from tests.core.colonies.d1c_anexos.bancada import Bancada, Olho
from tests.support import midias
from tests.support.balcao import pedido
from tests.support.office import Office, demanda


@pytest.fixture
def bancada(office: Office, tmp_path: Path) -> Bancada:
    return Bancada(office, tmp_path / "anexos")


ANA, BIA = "44444444-0000-4000-8000-00000000000a", "44444444-0000-4000-8000-00000000000b"


def redact(bancada: Bancada, escolhe: Callable[[Event, PartEntry], bool]) -> None:
    SubjectRights(bancada.engine).redigir(
        demanda(1), escolhe, "lei", "motivo", {"conta_id": ANA, "papel": "moderador"}, BIA
    )


def test_files_are_looked_at_although_their_demands_text_went_meanwhile(bancada: Bancada) -> None:
    started, may_end = Signal(), Signal()

    class Slow(Olho):
        @override
        def classificar(self, conteudo: bytes, mime: str, /) -> Classificacao | None:
            started.set()
            may_end.wait(30)
            return None

    bancada.olho = Slow()
    files = [
        bancada.keep(midias.jpeg()),
        bancada.keep(midias.png()),
        bancada.keep(midias.upside(6)),
    ]
    bancada.register(pedido("Buraco", demanda_id=demanda(1), midias=files))
    bancada.engine.aguardar_ocioso()
    assert started.wait(30)
    redact(
        bancada,
        lambda event, part: event.tipo == "demanda.recebida" and "texto" in part.nome,
    )
    may_end.set()
    bancada.settle()
    found = bancada.read(anexos_da_demanda, demanda(1))
    assert [one.situacao for one in found] == ["pendente"] * 3


def test_a_removal_finds_an_object_whose_address_was_erased_before(bancada: Bancada) -> None:
    """By the header's commitment: where whoever sent it was erased, and its own part is gone."""
    photo = bancada.keep(midias.jpeg(), "poste.jpg")
    (anexo_id,) = bancada.take(1, photo)
    redact(bancada, lambda event, part: part.nome.startswith("restrita.midia"))
    bancada.settle()
    assert bancada.store.get(photo.sha256) is not None
    bancada.decide(anexo_id, "removido", motivo="x")
    assert bancada.deleted == [photo.sha256]
    (found,) = bancada.read(anexos_da_demanda, demanda(1))
    assert (found.situacao, found.nome_arquivo) == ("removido", None)
    bancada.assert_rebuild_equals_live()
