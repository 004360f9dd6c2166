"""Demands nearby that speak of the same, likeliest first; others are left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from core.base.territorio.distancia import Ponto
from tests.support.atendimento import ATENDENTE, POSTE, Balcao, balcao
from tests.support.command_line import CommandLine

HERE = Ponto(-20.597, -36.938)


@pytest.fixture
def counter(founded_cli: CommandLine) -> Iterator[Balcao]:
    with balcao(founded_cli) as found:
        yield found


def test_the_nearest_of_the_same_matter_comes_first(counter: Balcao) -> None:
    near = counter.registrar()
    farther = counter.registrar(
        replace(POSTE, texto="Poste apagado na rua da padaria, está escuro", lat=-20.5994)
    )
    counter.registrar(replace(POSTE, texto="Esgoto correndo a céu aberto na praça"))
    counter.registrar(replace(POSTE, lat=-20.66))
    found = counter.servico.semelhantes.procurar("poste apagado, rua escura", HERE)
    assert [one.protocolo for one in found] == [near.protocolo, farther.protocolo]
    assert found[0].distancia_m == 0
    assert 255 <= found[1].distancia_m <= 280
    assert found[0].situacao.nome
    assert all(0 < one.semelhanca <= 1 for one in found)
    assert "poste" in found[0].palavras


def test_what_was_withdrawn_is_nobodys_likeness(counter: Balcao) -> None:
    done = counter.registrar()
    counter.servico.retirar(done.demanda_id, "engano", ATENDENTE)
    counter.app.engine.aguardar_ocioso()
    assert counter.servico.semelhantes.procurar(POSTE.texto, HERE) == []


def test_words_without_matter_find_nothing(counter: Balcao) -> None:
    counter.registrar()
    assert counter.servico.semelhantes.procurar("bom dia, o a de", HERE) == []
