"""Pasted values are drawn again; whatever cannot be read is named."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from app.services.conferencia_avulsa import MAX_CHARS, Colado, conferir, preencher
from core.base.sorteio import sortear
from core.kernel.errors import UserFacingError
from tests.support.office import conselheiro, demanda

POOL = [conselheiro(n) for n in (3, 1, 2)]
MOMENT = "2026-01-31T12:00:00.000Z"
DRAWN = sortear(POOL, demanda(1), MOMENT)
GOOD = Colado(
    elegiveis="\n".join(POOL),
    base=demanda(1),
    timestamp=MOMENT,
    seed=DRAWN.seed_publico,
    lista_hash=DRAWN.lista_elegiveis_hash,
    conselheiro_id=DRAWN.conselheiro_id,
)


def test_what_was_published_matches() -> None:
    found = conferir(GOOD)
    assert found.is_right
    assert [(one.chave, one.veredito) for one in found.cartoes] == [
        ("lista", "sem_dado"),
        ("semente", "confere"),
        ("embaralhamento", "confere"),
        ("resultado", "confere"),
    ]
    assert found.cartoes[0].frases == ("Os identificadores foram postos em ordem crescente.",)
    assert found.entradas.ordem == DRAWN.ordem


@pytest.mark.parametrize(
    "text",
    [
        ", ".join(POOL),
        ";".join(POOL).upper(),
        json.dumps(POOL),
        "\r\n".join(f" {one} " for one in POOL),
    ],
)
def test_a_list_comes_in_any_usual_form(text: str) -> None:
    assert conferir(replace(GOOD, elegiveis=text)).is_right


def test_only_what_was_given_is_compared() -> None:
    found = conferir(Colado(elegiveis="\n".join(POOL), base=demanda(1), timestamp=MOMENT))
    assert {one.veredito for one in found.cartoes} == {"sem_dado"}
    assert found.cartoes[-1].valores[0].refeito == DRAWN.conselheiro_id


@pytest.mark.parametrize(
    ("field", "red"),
    [("seed", "semente"), ("lista_hash", "embaralhamento")],
)
def test_another_value_is_red(field: str, red: str) -> None:
    found = conferir(replace(GOOD, **{field: "ab" * 32}))
    assert [one.chave for one in found.cartoes if one.veredito == "nao_confere"] == [red]
    assert "ab" * 32 in found.cartoes[1 if red == "semente" else 2].frases[0]


def test_another_councillor_is_red() -> None:
    other = next(one for one in POOL if one != DRAWN.conselheiro_id)
    found = conferir(replace(GOOD, conselheiro_id=other))
    assert not found.is_right
    assert found.cartoes[-1].veredito == "nao_confere"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"elegiveis": "  "}, "colado_vazio"),
        ({"elegiveis": "ninguém"}, "colado_elegivel"),
        ({"elegiveis": f"{POOL[0]} {POOL[0].upper()}"}, "colado_repetido"),
        ({"elegiveis": "x" * (MAX_CHARS + 1)}, "colado_longo"),
        ({"base": "12"}, "colado_base"),
        ({"timestamp": "31/01/2026"}, "colado_horario"),
        ({"seed": "zz"}, "colado_resumo"),
        ({"lista_hash": "ab"}, "colado_resumo"),
        ({"conselheiro_id": "Ana"}, "colado_sorteado"),
    ],
)
def test_what_cannot_be_read_is_named(changed: dict[str, str], code: str) -> None:
    with pytest.raises(UserFacingError) as refused:
        conferir(replace(GOOD, **changed))
    assert refused.value.code == f"sorteio.{code}"


def test_a_whole_event_fills_every_field() -> None:
    payload = {
        "conselheiro_id": GOOD.conselheiro_id,
        "elegiveis": list(DRAWN.elegiveis),
        "seed_base_event_id": GOOD.base,
        "timestamp": MOMENT,
        "seed_publico": GOOD.seed,
        "lista_elegiveis_hash": GOOD.lista_hash,
        "posicao_sorteada": 0,
    }
    for whole in (payload, {"tipo": "conselheiro.sorteado", "payload": payload}):
        filled = preencher(json.dumps(whole))
        assert filled is not None
        assert conferir(filled).is_right
    assert preencher("\n".join(POOL)) is None
    assert preencher("{") is None
    assert preencher('{"elegiveis": 3}') is None
