from __future__ import annotations

import av
import numpy as np
import pytest

from app.ia.adaptadores.whisper import MAX_S, RATE_HZ, decode
from app.ia.modelos import ModelosDoEscritorio
from tests.app.ia.extra import COM_EXTRA


def test_a_recording_becomes_samples(gravacao: bytes) -> None:
    sound = decode(gravacao)
    assert sound.dtype == np.float32
    assert abs(len(sound) - 2 * RATE_HZ) < 100
    assert 0 < float(np.abs(sound).max()) <= 1
    assert MAX_S == 600


@pytest.mark.parametrize("content", [b"", b"RIFF\x00\x00\x00\x00WAVE", b"\xff\xd8\xff not sound"])
def test_what_is_no_recording_is_a_fault(content: bytes) -> None:
    with pytest.raises((av.FFmpegError, IndexError, ValueError)):
        decode(content)


class TestModel:
    pytestmark = COM_EXTRA

    def test_it_answers_in_words_and_the_same_ones(
        self, modelos: ModelosDoEscritorio, gravacao: bytes
    ) -> None:
        said = modelos.transcrever(gravacao)
        assert said.modelo.startswith("minusculo-transcricao@")
        assert said.texto == modelos.transcrever(gravacao).texto
