from __future__ import annotations

import io

from PIL import Image

from app.bootstrap.demonstracao import fotos


def test_three_different_pictures_without_a_word_about_anyone() -> None:
    made = [draw() for draw in (fotos.buraco, fotos.poste, fotos.entulho)]
    assert len(set(made)) == 3
    for content in made:
        picture = Image.open(io.BytesIO(content))
        assert (picture.format, picture.size) == ("JPEG", fotos.TAMANHO)
        assert not picture.getexif()
        assert len(content) < 200_000


def test_a_picture_is_the_same_each_time() -> None:
    assert fotos.buraco() == fotos.buraco()
