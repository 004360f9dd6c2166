from __future__ import annotations

import unicodedata
from hashlib import sha256

import pytest

from core.base.midia.limpeza import especie_de, limpar, referencia, rotulo, sha_de
from tests.support import midias


def test_documents_and_texts_are_kept_as_they_came() -> None:
    for content, mime in ((midias.pdf(), "application/pdf"), (b"palavras", "text/plain")):
        made = limpar(content)
        assert (made.conteudo, made.mime) == (content, mime)
        assert made.hash_origem == sha256(content).hexdigest()


def test_photos_and_recordings_keep_the_hash_of_what_came() -> None:
    for content, kind in ((midias.jpeg(), "imagem"), (midias.sound("OGG"), "audio")):
        made = limpar(content)
        assert made.especie == kind
        assert made.hash_origem == sha256(content).hexdigest()
        assert made.conteudo != content


def test_size_and_length_are_told() -> None:
    assert (limpar(midias.png(60, 30)).largura, limpar(midias.png(60, 30)).altura) == (60, 30)
    assert limpar(midias.wav(2.5)).duracao_s == 3


def test_a_reference_names_its_object() -> None:
    sha = "ab" * 32
    assert sha_de(referencia(sha)) == sha
    for wrong in (None, "", "anexo:", "anexo:" + "zz" * 32, "http://x", "anexo:" + sha + "\n"):
        assert sha_de(wrong) is None


def test_kinds_of_stored_objects() -> None:
    assert especie_de("image/jpeg") == "imagem"
    assert especie_de("audio/ogg") == "audio"
    assert especie_de("text/html") is None
    assert especie_de(None) is None


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("/home/alguem/Guérisseur.ogg", "Guérisseur.ogg"),
        (unicodedata.normalize("NFD", "Guérisseur.ogg"), "Guérisseur.ogg"),
        ("C:\\fotos\\a.jpg", "a.jpg"),
        ("foto\u202egpj.exe", "fotogpj.exe"),
        ("a\x00b\n.png", "ab.png"),
        ("", ""),
    ],
)
def test_a_name_is_only_a_label(name: str, label: str) -> None:
    assert rotulo(name) == label


def test_a_long_name_keeps_its_ending() -> None:
    label = rotulo("x" * 400 + ".jpeg")
    assert len(label) <= 120
    assert label.endswith("….jpeg")
    assert len(rotulo("y" * 400)) == 120
