from __future__ import annotations

from pathlib import Path

import pytest
from typing_extensions import override

from app.services.miniaturas import Miniaturas
from core.kernel.errors import UserFacingError
from core.kernel.store.attachments import AttachmentStore
from tests.support import midias

JPEG = "image/jpeg"


class Counting(AttachmentStore):
    reads = 0

    @override
    def get(self, sha256: str) -> bytes | None:
        self.reads += 1
        return super().get(sha256)


@pytest.fixture
def store(tmp_path: Path) -> Counting:
    return Counting(tmp_path / "anexos")


def test_a_picture_is_made_once_for_each_size(store: Counting) -> None:
    small = Miniaturas(store)
    photo = store.put(midias.jpeg())
    first = small.de(photo, JPEG, 16)
    assert small.de(photo, JPEG, 16) == first
    assert store.reads == 1
    assert small.de(photo, JPEG, 32) != first
    assert small.guardados_bytes == len(first) + len(small.de(photo, JPEG, 32))


def test_none_outlives_its_object(store: Counting) -> None:
    small = Miniaturas(store)
    photo = store.put(midias.jpeg())
    small.de(photo, JPEG, 16)
    store.remove(photo)
    with pytest.raises(UserFacingError, match=r"anexo\.ausente"):
        small.de(photo, JPEG, 16)
    assert small.guardados_bytes == 0


def test_what_was_asked_for_longest_ago_goes_first(store: Counting) -> None:
    photos = [store.put(midias.jpeg(80 + n, 40)) for n in range(3)]
    size = len(Miniaturas(store).de(photos[0], JPEG, 16))
    store.reads = 0
    small = Miniaturas(store, max_bytes=size * 5 // 2)
    for photo in (photos[0], photos[1], photos[0], photos[2], photos[0]):
        small.de(photo, JPEG, 16)
    assert store.reads == 3
    assert small.guardados_bytes <= size * 5 // 2
    small.de(photos[1], JPEG, 16)
    assert store.reads == 4
