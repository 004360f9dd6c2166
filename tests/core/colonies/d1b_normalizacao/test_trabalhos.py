"""Descriptions of media, one after the other, with whatever is missing left out."""

from __future__ import annotations

from dataclasses import dataclass, field

from typing_extensions import override

from core.base.ia.portas import Dito, Indisponivel
from core.base.ia.substitutos import ModelosSubstitutos
from core.colonies.d1b_normalizacao.trabalhos import ORCAMENTO_S, SEM_OFICINA, Oficina, descrever

PHOTO = b"\xff\xd8\xff\xe0" + b"photo of a street"
OTHER = b"\x89PNG\r\n\x1a\n" + b"another photo"
SPEECH = b"RIFF\x00\x00\x00\x00WAVE" + "falta luz na praça".encode()
PDF = b"%PDF-1.7 nothing to see"
FILES = {"anexo:1": PHOTO, "anexo:2": OTHER, "anexo:3": SPEECH, "anexo:4": PDF}


@dataclass
class Seconds:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Slow(ModelosSubstitutos):
    """Models that take their time, on a clock that the test turns."""

    clock: Seconds = field(default_factory=Seconds)
    takes: float = 0.0

    @override
    def legendar(self, imagem: bytes) -> Dito:
        self.clock.now += self.takes
        return super().legendar(imagem)


@dataclass
class Stumbling(ModelosSubstitutos):
    """Models that fail at one picture."""

    at: bytes = OTHER

    @override
    def legendar(self, imagem: bytes) -> Dito:
        if imagem == self.at:
            raise Indisponivel("caiu")
        return super().legendar(imagem)


def made(models: ModelosSubstitutos, *urls: str) -> list[dict[str, object]]:
    return descrever({"urls": list(urls)}, Oficina(models, FILES.get))


def test_pictures_are_described_and_translated_in_their_order() -> None:
    models = ModelosSubstitutos()
    found = made(models, "anexo:1", "anexo:2")
    assert [one["indice"] for one in found] == [0, 1]
    assert [name for name, _said in models.chamadas] == ["legenda", "traducao"] * 2
    assert found[0]["traduzida"] is True
    assert str(found[0]["descricao_original"]).startswith(("a ", "water"))
    assert found[0]["modelo"] == "substituto@1+substituto@1"


def test_a_recording_becomes_words_and_is_not_translated() -> None:
    assert made(ModelosSubstitutos(), "anexo:3") == [
        {"indice": 0, "descricao": "falta luz na praça", "modelo": "substituto@1"}
    ]


def test_what_cannot_be_described_keeps_the_others_places() -> None:
    found = made(ModelosSubstitutos(), "anexo:4", "anexo:9", "anexo:1")
    assert [one["indice"] for one in found] == [2]


def test_a_fault_of_one_picture_does_not_hinder_the_next() -> None:
    found = made(Stumbling(), "anexo:2", "anexo:1", "anexo:3")
    assert [one["indice"] for one in found] == [1, 2]


def test_without_translation_the_original_stays_and_says_so() -> None:
    (one,) = made(ModelosSubstitutos(faltam={"traducao": "ausente"}), "anexo:1")
    assert one["traduzida"] is False
    assert "descricao_original" not in one


def test_ten_minutes_are_enough_for_a_demand() -> None:
    clock = Seconds()
    models = Slow(clock=clock, takes=ORCAMENTO_S / 2)
    urls = ["anexo:1", "anexo:2", "anexo:1", "anexo:3"]
    found = descrever({"urls": urls}, Oficina(models, FILES.get, clock))
    assert [one["indice"] for one in found] == [0, 1]


def test_nothing_is_made_without_models_or_of_an_erased_persons_files() -> None:
    assert descrever({"urls": ["anexo:1"]}, SEM_OFICINA) == []
    assert descrever({}, Oficina(ModelosSubstitutos(), FILES.get)) == []
