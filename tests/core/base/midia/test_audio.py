from __future__ import annotations

import io

import av
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base.midia.audio import AudioLimpo, limpar_audio
from core.base.midia.formatos import M4A, MP3, OGG, WAV, reconhecer
from core.kernel.errors import UserFacingError
from tests.support import midias

NAMES = ("WAV", "MP3", "OGG", "M4A", "FLAC")


def cleaned(content: bytes) -> AudioLimpo:
    return limpar_audio(content, reconhecer(content))


def samples(content: bytes) -> int:
    with av.open(io.BytesIO(content), "r") as source:
        return sum(frame.samples for frame in source.decode(audio=0))


@pytest.mark.parametrize("name", NAMES)
def test_tags_are_gone_and_the_sound_is_the_same(name: str) -> None:
    raw = midias.sound(name)
    if name != "WAV":
        assert b"TituloSecreto" in raw
    made = cleaned(raw)
    assert reconhecer(made.conteudo).nome == name
    for secret in (b"TituloSecreto", b"PessoaInventada", b"Lavf", b"ID3"):
        assert secret not in made.conteudo
    with av.open(io.BytesIO(made.conteudo)) as source:
        told = {**source.metadata, **source.streams.audio[0].metadata}
    assert not {"title", "artist", "encoder"} & set(told)
    assert abs(samples(made.conteudo) - samples(raw)) <= 2 * 1152
    assert made.duracao_s == 1


@pytest.mark.parametrize("name", NAMES)
def test_the_same_recording_is_the_same_object(name: str) -> None:
    raw = midias.sound(name)
    assert cleaned(raw).conteudo == cleaned(raw).conteudo


def test_a_film_is_refused() -> None:
    raw = midias.film()
    assert reconhecer(raw) is M4A
    with pytest.raises(UserFacingError) as caught:
        cleaned(raw)
    assert caught.value.code == "midia.video"


@pytest.mark.parametrize(
    ("content", "formato"),
    [
        (midias.wav(), MP3),
        (midias.sound("MP3"), OGG),
        (b"OggS" + bytes(400), OGG),
        (b"RIFF\x00\x00\x00\x00WAVE" + bytes(40), WAV),
        (b"ID3" + bytes(400), MP3),
        (b"\x00\x00\x00\x18ftypM4A " + bytes(100), M4A),
        (midias.jpeg(), WAV),
    ],
)
def test_a_wrong_header_is_refused(content: bytes, formato: object) -> None:
    with pytest.raises(UserFacingError) as caught:
        limpar_audio(content, formato)  # type: ignore[arg-type] # parametrised
    assert caught.value.code in ("midia.audio_danificado", "midia.audio_codec")


_SEEDS = tuple(midias.sound(name, 0.2) for name in NAMES)


@settings(deadline=None, max_examples=120)
@given(st.data())
def test_damaged_recordings_are_cleaned_or_refused(data: st.DataObject) -> None:
    raw = bytearray(data.draw(st.sampled_from(_SEEDS)))
    for _ in range(data.draw(st.integers(1, 6))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    content = bytes(raw[: data.draw(st.integers(1, len(raw)))])
    code, made = "midia.", None
    try:
        formato = reconhecer(content)
        # The damage may have made it something else than a recording.
        made = limpar_audio(content, formato) if formato.especie == "audio" else None
    except UserFacingError as refusal:
        code = refusal.code
    assert code.startswith("midia.")
    assert made is None or made.conteudo
