"""The clean form: what it keeps, what it is held for, how sure it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.territorio.distancia import Ponto
from core.base.texto.denylist import Denylist
from core.colonies.d1b_normalizacao.rules import SEALABLE, Bruta, normalise

NONE = Denylist(())
HERE = Ponto(-7.12, -34.86)


def raw(texto: str | None, *, publica: bool = True, midias: int = 0, tipo: str = "texto") -> Bruta:
    return Bruta(texto, publica, tipo, midias, HERE)


def test_a_demand_gets_title_description_and_entities() -> None:
    made = normalise(
        raw("Bom dia! <b>Falta água</b> na Rua das Flores, 120, CEP 58000-123. Faz 3 dias."), NONE
    )
    assert made.titulo == "Falta água na Rua das Flores, 120, CEP 58000-123."
    assert made.descricao_limpa.startswith("Bom dia! Falta água na Rua")
    assert made.entidades == {
        "nomeRua": "Rua das Flores",
        "endereco": "Rua das Flores, 120",
        "cep": "58000-123",
    }
    assert (made.confianca, made.idioma, made.ponto) == (1.0, "pt", HERE)
    assert (made.conteudo_suspeito, made.restrito) == (False, frozenset())


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("O síndico é um ot4rio e não arruma a rua", "otario"),
        ("Falta água, meu CPF é 529.982.247-25", "padrao:cpf"),
        ("Poste caído, liguem (83) 99999-1234", "padrao:telefone"),
    ],
)
def test_suspicion_is_named_and_seals_what_quotes_the_resident(text: str, term: str) -> None:
    made = normalise(raw(text), Denylist(["otário"]))
    assert made.termos_suspeitos == (term,)
    assert made.restrito == SEALABLE


def test_without_consent_the_text_is_sealed_but_not_suspicious() -> None:
    made = normalise(raw("Falta água na rua", publica=False), NONE)
    assert (made.conteudo_suspeito, made.restrito) == (False, SEALABLE)


@pytest.mark.parametrize(
    ("bruta", "title"),
    [
        (raw(None), "Demanda sem texto"),
        (raw("<script>x</script>"), "Demanda sem texto"),
        (raw("", midias=1, tipo="imagem"), "Imagem enviada sem texto"),
        (raw("", midias=1, tipo="audio"), "Áudio enviado sem texto"),
    ],
)
def test_where_there_are_no_words_the_title_says_so(bruta: Bruta, title: str) -> None:
    made = normalise(bruta, NONE)
    assert (made.titulo, made.descricao_limpa) == (title, "")
    assert made.confianca <= 0.2


def test_confidence_counts_what_is_there() -> None:
    assert normalise(raw("Falta água na rua de casa faz três dias"), NONE).confianca == 0.8
    assert normalise(raw("luz"), NONE).confianca < 0.8
    with_photo = raw("Falta água na rua de casa faz três dias", midias=1, tipo="imagem")
    assert normalise(with_photo, NONE).confianca == 0.67


def test_a_point_abroad_is_left_out() -> None:
    assert normalise(Bruta("Falta água", True, "texto", 0, Ponto(48.8, 2.3)), NONE).ponto is None


@given(st.text(max_size=400))
def test_any_text_gets_a_form_within_the_limits(text: str) -> None:
    made = normalise(raw(text), NONE)
    assert 1 <= len(made.titulo) <= 80
    assert 0 <= made.confianca <= 1
    assert normalise(raw(made.descricao_limpa), NONE).descricao_limpa == made.descricao_limpa
