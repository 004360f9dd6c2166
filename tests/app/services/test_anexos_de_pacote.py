"""A bundle is an entrance like any other: what comes by it passes the same checks."""

from __future__ import annotations

import pytest

from app.services.anexos_de_pacote import AnexosDePacote
from core.kernel.store.attachments import FOLDER, AttachmentStore
from tests.support import midias
from tests.support.moderados import ANA, BIA, guardar, item_de, registrar
from tests.support.vivo import Vivo


@pytest.fixture
def store(vivo: Vivo) -> AttachmentStore:
    return AttachmentStore(vivo.lugar.dados / FOLDER)


@pytest.fixture
def entrance(vivo: Vivo, store: AttachmentStore) -> AnexosDePacote:
    return AnexosDePacote(store, vivo.app.leitor)


def test_what_the_pipeline_stored_elsewhere_is_taken_as_it_is(
    vivo: Vivo, store: AttachmentStore, entrance: AnexosDePacote
) -> None:
    other = AttachmentStore(vivo.lugar.dados / "vizinho")
    for raw in (midias.upside(6), midias.png(), midias.sound("OGG"), midias.pdf()):
        from_there = guardar(vivo, raw)
        content = store.get(from_there.sha256)
        assert content is not None
        store.remove(from_there.sha256)
        assert entrance.put(content) == other.put(content) == from_there.sha256
        assert entrance.has(from_there.sha256)
        assert entrance.get(from_there.sha256) == content


def test_a_photo_with_its_place_and_a_program_are_left_out(
    store: AttachmentStore, entrance: AnexosDePacote
) -> None:
    before = list(store.all())
    for content in (midias.upside(1), midias.huge_png(), midias.sound("MP3"), b"MZ" + bytes(99)):
        assert not entrance.has(entrance.put(content))
    assert list(store.all()) == before


def test_what_moderation_removed_does_not_come_back_unless_it_is_in_use_again(
    vivo: Vivo, store: AttachmentStore, entrance: AnexosDePacote
) -> None:
    photo = guardar(vivo, midias.jpeg())
    content = store.get(photo.sha256)
    assert content is not None
    one = registrar(vivo, "Buraco fundo na esquina do mercado", n=1, midias=(photo,))
    service = vivo.servicos.moderacao
    service.remover(item_de(service, one, "anexo").item.item_id, "x", BIA["conta_id"], ANA)
    vivo.app.engine.aguardar_ocioso(trabalhos=True)
    assert not store.has(photo.sha256)
    entrance.put(content)
    assert not entrance.has(photo.sha256)
    # Another demand was given it anew: it is a file like any other.
    registrar(vivo, "Lixo atrás da escola", n=2, midias=(guardar(vivo, midias.jpeg()),))
    entrance.put(content)
    assert entrance.has(photo.sha256)
