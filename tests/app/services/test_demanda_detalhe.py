"""Everything about one demand, over a living office."""

from __future__ import annotations

import pytest

from app.services.demanda_detalhe import factors
from app.services.demanda_lista import Escolha
from core.kernel.errors import UserFacingError
from tests.support.vivo import Vivo


def of(vivo: Vivo, situacao: str) -> str:
    """The newest demand in this state."""
    return str(vivo.servicos.demanda_lista.ordem(Escolha(situacoes=(situacao,)))[0])


def test_a_demand_in_progress_says_who_and_why(vivo: Vivo) -> None:
    found = vivo.servicos.demanda_detalhe.abrir(of(vivo, "em_progresso"))
    assert found.causa is not None
    assert found.causa.tipo == "conselheiro.demanda_iniciada"
    assert found.sorteios[0].sorteado.status == "ativa"
    assert found.sorteios[0].conselheiro
    assert found.cadeia[0] == found.vista.unidade
    assert len(found.cadeia) > 2
    assert found.is_aberta
    assert {one.tipo for one in found.esperas} >= {"atualizacao"}
    current = [one for one in found.categorias if one.is_atual]
    assert [one.nome for one in current] == [found.vista.categoria]
    assert found.termos


def test_the_factors_multiply_to_the_score(vivo: Vivo) -> None:
    view = vivo.servicos.demanda_detalhe.abrir(of(vivo, "aguardando_vaga")).vista
    product = 1.0
    for one in factors(view):
        product *= one.valor
    assert view.score is not None
    assert round(product, 2) == view.score


def test_who_is_ahead_is_counted_down_from_the_place(vivo: Vivo) -> None:
    service = vivo.servicos.demanda_detalhe
    for one in vivo.servicos.demanda_lista.ordem(Escolha(situacoes=("aguardando_vaga",))):
        found = service.abrir(one)
        place = found.vista.posicao or 1
        assert [near.posicao for near in found.na_frente] == list(
            range(place - 1, max(0, place - 6), -1)
        )
        points = [near.pontos or 0 for near in reversed(found.na_frente)]
        assert points == sorted(points, reverse=True)


def test_it_is_found_by_protocol_and_by_id(vivo: Vivo) -> None:
    service = vivo.servicos.demanda_detalhe
    demanda = of(vivo, "concluida")
    protocol = service.abrir(demanda).nome
    assert service.encontrar(protocol.replace("-", "").lower()) == demanda
    assert service.abrir(protocol).vista.demanda_id == demanda
    with pytest.raises(UserFacingError):
        service.abrir("nada disso")


def test_a_hidden_text_gives_no_words(vivo: Vivo) -> None:
    service = vivo.servicos.demanda_detalhe
    for one in vivo.servicos.demanda_lista.ordem(Escolha()):
        found = service.abrir(one)
        if found.vista.descricao is None:
            assert found.termos == ()
            assert found.titulo.startswith("(")
