"""Recordings made clean: the same sound, packed anew without a single tag.

Nothing is encoded again. A film is refused, a cover picture left behind. The first sounds are
decoded, so that what is stored can be heard. Meant to run in ``oficina``'s process.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from core.base.midia.formatos import FLAC, M4A, MP3, OGG, WAV, Formato
from core.kernel.errors import UserFacingError

if TYPE_CHECKING:
    import av.container

MAX_HORAS: Final = 4
_CODECS: Final = {
    WAV.nome: ("wav", "wav", frozenset({"pcm_s16le", "pcm_u8", "pcm_s24le", "pcm_s32le",
                                        "pcm_f32le", "pcm_alaw", "pcm_mulaw", "adpcm_ms",
                                        "adpcm_ima_wav"})),
    MP3.nome: ("mp3", "mp3", frozenset({"mp3", "mp3float"})),
    OGG.nome: ("ogg", "ogg", frozenset({"opus", "libopus", "vorbis", "libvorbis", "flac"})),
    M4A.nome: ("mov", "ipod", frozenset({"aac", "alac"})),
    FLAC.nome: ("flac", "flac", frozenset({"flac"})),
}  # fmt: skip
_NO_TAGS: Final = {"fflags": "+bitexact"}
_MP3_NO_TAGS: Final = {"id3v2_version": "0", "write_xing": "0"}


@dataclass(frozen=True, slots=True)
class AudioLimpo:
    """What is stored of a recording. ``duracao_s`` as its container says it, rounded up."""

    conteudo: bytes
    duracao_s: int


def limpar_audio(conteudo: bytes, formato: Formato) -> AudioLimpo:
    """A recording without tags.

    Args:
        conteudo: the bytes as they came.
        formato: what their head says they are; no other container is tried on them.

    Raises:
        UserFacingError: ``midia.audio_danificado``, ``midia.audio_longo``, ``midia.video``,
            ``midia.audio_codec``.
    """
    import av  # noqa: PLC0415 # only where recordings are read

    reader, writer, codecs = _CODECS[formato.nome]
    try:
        _prove(conteudo, reader, codecs)
        out = io.BytesIO()
        with av.open(io.BytesIO(conteudo), "r", format=reader) as source:
            stream = source.streams.audio[0]
            options = _NO_TAGS | (_MP3_NO_TAGS if formato is MP3 else {})
            with av.open(out, "w", format=writer, options=options) as target:
                seconds = _copied(source, stream, target)
    except (av.FFmpegError, OSError, ValueError, IndexError, TypeError, OverflowError,
            RuntimeError, EOFError) as error:  # fmt: skip
        raise UserFacingError("midia.audio_danificado") from error
    return AudioLimpo(out.getvalue(), seconds)


def _prove(conteudo: bytes, reader: str, codecs: frozenset[str]) -> None:
    """It is a recording, not a film, and some sound comes out of it."""
    import av  # noqa: PLC0415 # as above

    heard = 0
    with av.open(io.BytesIO(conteudo), "r", format=reader) as source:
        for film in source.streams.video:
            if not film.disposition & av.stream.Disposition.attached_pic:
                raise UserFacingError("midia.video")
        if not source.streams.audio:
            raise UserFacingError("midia.audio_danificado")
        if source.streams.audio[0].codec_context.name not in codecs:
            raise UserFacingError("midia.audio_codec")
        for frame in source.decode(source.streams.audio[0]):
            heard += frame.samples
            if heard and (frame.pts is None or heard > frame.sample_rate // 10):
                break
    if not heard:
        raise UserFacingError("midia.audio_danificado")


def _copied(
    source: av.container.InputContainer, stream: Any, target: av.container.OutputContainer
) -> int:
    """Pack the sound anew; its length in seconds."""
    made = target.add_stream_from_template(stream)
    made.metadata.clear()
    target.metadata.clear()
    end = 0.0
    packets = 0
    for packet in source.demux(stream):
        if packet.dts is None:
            continue
        if packet.pts is not None and packet.time_base is not None:
            end = max(end, float((packet.pts + (packet.duration or 0)) * packet.time_base))
        if end > MAX_HORAS * 3600:
            raise UserFacingError("midia.audio_longo", limite=MAX_HORAS)
        packet.stream = made
        target.mux(packet)
        packets += 1
    if not packets:
        raise UserFacingError("midia.audio_danificado")
    return int(end) + 1
