"""The one pipeline for every entrance: recognise, clean, hash (peers.md, rule 5).

``limpar`` decodes bytes from a stranger: a window or an engine calls it through ``oficina``.
"""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass
from typing import Final

from core.base.midia.audio import limpar_audio
from core.base.midia.formatos import Especie, Formato, de_mime, reconhecer
from core.base.midia.imagem import limpar_imagem

ESQUEMA: Final = "anexo:"
_MAX_NOME: Final = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class MidiaLimpa:
    """A file ready to be stored.

    Args:
        conteudo: the bytes to store; of documents and texts, as they came.
        mime: of ``conteudo``.
        especie: which kind.
        hash_origem: SHA-256 of the bytes as they came, 64 hex; restricted.
        largura: pixels; 0 unless it is a picture.
        altura: as ``largura``.
        duracao_s: seconds, rounded up; 0 unless it is a recording.
    """

    conteudo: bytes
    mime: str
    especie: Especie
    hash_origem: str
    largura: int = 0
    altura: int = 0
    duracao_s: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MidiaGuardada:
    """A file that is in the store, as forms, drafts and commands hand it on.

    Args:
        sha256: of the stored object, 64 hex.
        tamanho_bytes: of the stored object.
        mime: of the stored object.
        hash_origem: of the bytes as they came.
        nome: a label, restricted; empty where there is none.
    """

    sha256: str
    tamanho_bytes: int
    mime: str
    hash_origem: str
    nome: str = ""

    @property
    def especie(self) -> Especie | None:
        """Which kind; None where it is none of ours."""
        return especie_de(self.mime)


def limpar(conteudo: bytes) -> MidiaLimpa:
    """What is stored of the bytes that came.

    Raises:
        UserFacingError: ``midia.*``: why it is not accepted.
    """
    return limpar_como(conteudo, reconhecer(conteudo))


def limpar_como(conteudo: bytes, formato: Formato) -> MidiaLimpa:
    """As ``limpar``, of bytes that were recognised already."""
    origem = hash_de(conteudo)
    if formato.especie == "imagem":
        picture = limpar_imagem(conteudo, formato)
        return MidiaLimpa(
            conteudo=picture.conteudo,
            mime=formato.mime_limpo,
            especie="imagem",
            hash_origem=origem,
            largura=picture.largura,
            altura=picture.altura,
        )
    if formato.especie == "audio":
        sound = limpar_audio(conteudo, formato)
        return MidiaLimpa(
            conteudo=sound.conteudo,
            mime=formato.mime_limpo,
            especie="audio",
            hash_origem=origem,
            duracao_s=sound.duracao_s,
        )
    return MidiaLimpa(
        conteudo=conteudo,
        mime=formato.mime_limpo,
        especie=formato.especie,
        hash_origem=origem,
    )


def hash_de(conteudo: bytes) -> str:
    """SHA-256, 64 hex."""
    return hashlib.sha256(conteudo).hexdigest()


def referencia(sha256: str) -> str:
    """How an event names a stored object."""
    return f"{ESQUEMA}{sha256}"


def sha_de(referencia: str | None) -> str | None:
    """The hash that a reference names; None where it names none."""
    if referencia is None or not referencia.startswith(ESQUEMA):
        return None
    sha256 = referencia.removeprefix(ESQUEMA)
    is_hash = len(sha256) == 64 and not set(sha256) - set("0123456789abcdef")
    return sha256 if is_hash else None


def especie_de(mime: str | None) -> Especie | None:
    """The kind of a stored object, by its MIME type; None where it is none of ours."""
    formato = de_mime(mime or "")
    return None if formato is None else formato.especie


def rotulo(nome: str) -> str:
    """A file's name as a label: NFC, without folders and without what steers a screen.

    It never opens a file and never decides a type. The same name in NFC and NFD is one label.
    """
    last = nome.replace("\\", "/").rsplit("/", 1)[-1]
    shown = "".join(
        char
        for char in unicodedata.normalize("NFC", last)
        if unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
    ).strip()
    if len(shown) <= _MAX_NOME:
        return shown
    stem, dot, ending = shown.rpartition(".")
    if not dot or len(ending) > 10:
        return shown[:_MAX_NOME]
    return f"{stem[: _MAX_NOME - len(ending) - 2]}….{ending}"[:_MAX_NOME]
