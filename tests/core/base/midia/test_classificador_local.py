from __future__ import annotations

from PIL import Image, ImageDraw

from core.base.ia.portas import Indisponivel, Nota, SemModelos
from core.base.midia.classificador_local import ClassificadorLocal, raster_de
from core.base.midia.limpeza import limpar
from core.colonies.d1c_anexos.rules import julgar
from tests.support import midias


class Olho:
    """Answers what it was told to."""

    def __init__(self, nsfw: float | None, pessoa: float | None) -> None:
        self.nsfw, self.pessoa = nsfw, pessoa

    def avaliar_nsfw(self, imagem: bytes) -> Nota:
        return _nota(self.nsfw, "nudez@1")

    def avaliar_pessoa(self, imagem: bytes) -> Nota:
        return _nota(self.pessoa, "detr@1")


def _nota(value: float | None, model: str) -> Nota:
    if value is None:
        raise Indisponivel("ausente")
    return Nota(value, model)


def local(nsfw: float | None, pessoa: float | None) -> ClassificadorLocal:
    olho = Olho(nsfw, pessoa)
    return ClassificadorLocal(olho, olho)


def paper() -> bytes:
    """A page of written lines."""
    page = Image.new("RGB", (600, 800), (246, 245, 240))
    draw = ImageDraw.Draw(page)
    for line in range(60, 740, 40):
        for word in range(50, 540, 18):
            draw.rectangle((word, line, word + 11, line + 12), fill=(30, 30, 35))
    return midias.encoded(page, "PNG")


def test_models_and_heuristic_answer_together() -> None:
    photo = limpar(midias.jpeg(400, 300))
    seen = local(0.02, 0.7).classificar(photo.conteudo, photo.mime)
    assert seen is not None
    assert (seen.nsfw, seen.pessoa, seen.documento) == (0.02, 0.7, 0.0)
    assert seen.modelos == ("nudez@1", "detr@1")
    assert julgar("imagem", seen).categoria == "pessoa"


def test_without_models_a_plain_photo_waits_and_a_page_is_named() -> None:
    models = SemModelos()
    blind = ClassificadorLocal(models, models)
    photo, page = limpar(midias.jpeg(400, 300)), limpar(paper())
    plain = blind.classificar(photo.conteudo, photo.mime)
    assert julgar("imagem", plain).moderacao_status == "pendente"
    assert not julgar("imagem", plain).possui_dado_sensivel
    verdict = julgar("imagem", blind.classificar(page.conteudo, page.mime))
    assert (verdict.categoria, verdict.moderacao_status) == ("documento", "pendente")


def test_half_an_answer_lets_nothing_pass() -> None:
    photo = limpar(midias.jpeg())
    seen = local(0.01, None).classificar(photo.conteudo, photo.mime)
    assert julgar("imagem", seen).moderacao_status == "pendente"
    clean = local(0.01, 0.01).classificar(photo.conteudo, photo.mime)
    assert julgar("imagem", clean).moderacao_status == "aprovado"


def test_patterns_in_texts_are_named_and_never_quoted() -> None:
    said = "Meu CPF é 529.982.247-25"
    for content in (said.encode(), said.encode("cp1252"), said.encode("utf-16")):
        seen = local(0.0, 0.0).classificar(content, "text/plain")
        assert seen is not None
        assert seen.padroes == ("cpf",)
        assert "529" not in str(julgar("texto", seen).motivo)


def test_recordings_and_documents_are_not_looked_at() -> None:
    eye = local(0.0, 0.0)
    assert eye.classificar(midias.sound("OGG"), "audio/ogg") is None
    assert eye.classificar(midias.pdf(), "application/pdf") is None
    assert eye.classificar(b"x", "application/octet-stream") is None


def test_what_is_no_picture_has_no_raster() -> None:
    assert raster_de(b"nada", "image/jpeg") is None
    assert raster_de(midias.huge_png(), "image/png") is None
    assert raster_de(midias.pdf(), "application/pdf") is None
