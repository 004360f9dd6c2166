from __future__ import annotations

import pytest

from core.base.midia.classificador import Classificacao, SemClassificador
from core.colonies.d1c_anexos.rules import julgar, situacao


def test_nothing_is_let_pass_that_was_not_looked_at() -> None:
    blind = SemClassificador().classificar(b"x", "image/png")
    for kind in ("imagem", "audio", "documento", "texto", None):
        verdict = julgar(kind, blind)
        assert (verdict.possui_dado_sensivel, verdict.moderacao_status) == (False, "pendente")


def test_half_a_look_is_none() -> None:
    assert julgar("imagem", Classificacao(nsfw=0.1)).moderacao_status == "pendente"
    assert julgar("imagem", Classificacao(pessoa=0.1)).moderacao_status == "pendente"
    whole = Classificacao(nsfw=0.49, pessoa=0.49)
    assert julgar("imagem", whole).moderacao_status == "aprovado"
    assert julgar("texto", whole).moderacao_status == "pendente"


def test_the_strongest_sign_is_the_one_that_is_named() -> None:
    seen = Classificacao(nsfw=0.9, pessoa=0.9, documento=0.9, padroes=("cpf", "cpf", "rg"))
    assert julgar("imagem", seen).categoria == "nsfw"
    told = julgar("texto", Classificacao(padroes=("rg", "cpf", "rg"), modelos=("m" * 128,) * 9))
    assert told.motivo is not None
    assert told.motivo.startswith("padrões: cpf, rg (")
    assert len(told.motivo) == 300


@pytest.mark.parametrize(
    ("initial", "decided", "now"),
    [
        (None, None, "processando"),
        (None, "bloqueado", "processando"),
        (None, "removido", "removido"),
        ("pendente", None, "pendente"),
        ("aprovado", None, "ativo"),
        ("bloqueado", None, "bloqueado"),
        ("bloqueado", "ativo", "ativo"),
        ("aprovado", "bloqueado", "bloqueado"),
        ("aprovado", "removido", "removido"),
    ],
)
def test_where_a_file_stands(initial: str | None, decided: str | None, now: str) -> None:
    assert situacao(initial, decided) == now
