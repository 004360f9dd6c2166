"""An import in words: what it brings, what waits, what a person has to be told."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from app.services.recebimento import Estado, Marcados
from widgets.sincronizacao.import_words import lines_of, title_of
from widgets.sincronizacao.spec import SAMPLE_IMPORT


def test_a_rehearsal_says_what_it_would_bring_and_what_waits_for_what() -> None:
    assert title_of(SAMPLE_IMPORT) == "Pode ser importado, e uma parte vai esperar"
    assert lines_of(SAMPLE_IMPORT) == [
        "Traria 31 demandas, 12 sorteios, 9 decisões e 188 outros eventos.",
        "18 eventos esperam por outros que ainda não chegaram; entram sozinhos quando eles vierem.",
        "Regional da Serra: Faltam eventos anteriores deste fluxo: peça-os a quem os tem.",
        "Regional da Serra: espera a partir do evento 77.",
    ]
    done = replace(SAMPLE_IMPORT, is_ensaio=False)
    assert title_of(done) == "Importado, e uma parte espera"
    assert lines_of(done)[0].startswith("Trouxe 31 demandas")


@pytest.mark.parametrize("state", get_args(Estado))
def test_every_state_has_words_for_both(state: Estado) -> None:
    for is_rehearsal in (True, False):
        found = replace(SAMPLE_IMPORT, estado=state, is_ensaio=is_rehearsal)
        assert title_of(found)
        assert found.is_util == (state not in ("recusado", "ja_importado"))


def test_odd_events_are_named_by_their_stamps() -> None:
    four = Marcados("O relógio andou para trás.", 4, tuple(f"{n}a960a83" * 8 for n in range(4)))
    one = Marcados("O sorteio não se refaz.", 1, ("ab" * 32,))
    lines = lines_of(replace(SAMPLE_IMPORT, marcados=(four, one)))
    assert "4 eventos (0a960a83, 1a960a83, 2a960a83, …): O relógio andou para trás." in lines
    assert "1 evento (abababab): O sorteio não se refaz." in lines


def test_refusals_alarms_and_odd_events_are_named() -> None:
    refused = replace(SAMPLE_IMPORT, estado="recusado", frase="O arquivo está vazio.")
    assert lines_of(refused) == ["O arquivo está vazio."]
    kept = replace(refused, is_ensaio=False)
    assert lines_of(kept)[-1] == "O arquivo foi para a quarentena."
    odd = replace(
        SAMPLE_IMPORT,
        com_efeito=0,
        tipos={},
        pendentes=0,
        adiados=1,
        sem_efeito=2,
        contestados=3,
        criticos=1,
        fluxos=(),
        alarmes=("O autor assinou duas histórias diferentes.",),
        completados=1,
    )
    assert lines_of(odd) == [
        "Atenção: O autor assinou duas histórias diferentes.",
        "Não traz nada que este escritório ainda não tenha.",
        ("1 de um tipo que este programa ainda não conhece: ficam guardados e são repassados."),
        "2 sem efeito, por regra; ficam no registro.",
        "3 contestados: o autor assinou duas histórias.",
        (
            "Há eventos de que decisões dependem e que este programa ainda não conhece: até que "
            "ele seja atualizado, sorteios e outras decisões ficam suspensos."
        ),
        "Com este, 1 pacote que esperava ficou completo.",
    ]
