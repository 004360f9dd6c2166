from __future__ import annotations

from core.base.midia.classificador import Classificacao, Classificador, SemClassificador


def test_without_anything_that_looks_nothing_is_known() -> None:
    eye: Classificador = SemClassificador()
    assert eye.classificar(b"bytes", "image/jpeg") is None


def test_what_was_not_asked_is_not_answered() -> None:
    seen = Classificacao()
    assert (seen.nsfw, seen.pessoa, seen.documento, seen.padroes) == (None, None, None, ())
