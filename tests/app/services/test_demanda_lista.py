"""The list of demands as a person sees it: names, filters in words, nothing of residents."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

import pytest

from app.services.demanda_lista import (
    ATRASOS,
    DemandaListaService,
    Escolha,
    Perto,
    moment_ms,
    sem,
    title_of,
)
from app.services.leitura import BancoLeitor
from app.services.situacoes import Situacoes
from app.settings.recursos import Recursos
from core.colonies.d7_transparencia.colony import TRANSPARENCIA
from core.colonies.d7_transparencia.rules.prazos import Agora
from core.colonies.d7_transparencia.rules.somas import TIPOS_DE_ESPERA
from core.kernel.errors import UserFacingError
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import SOURCE, Vitrine
from tests.core.colonies.d7_transparencia.test_leituras import territorio
from tests.support.categorias import shipped_files
from tests.support.office import Office, conselheiro, demanda, unidade


@pytest.fixture
def vitrine(sqlite_office: Office) -> Vitrine:
    sqlite_office.colonies = (SOURCE, TRANSPARENCIA)
    found = Vitrine(sqlite_office)
    found.publicar(territorio(), *e.pronta(1), *e.pronta(2, 2, score=900.0), e.item(2, 2))
    found.publicar(e.sorteado(2, u=2), e.recebida(3), *e.pronta(4))
    found.publicar(e.decidida("texto", demanda(4), "bloqueado"))
    return found


@pytest.fixture
def service(vitrine: Vitrine) -> DemandaListaService:
    return DemandaListaService(
        BancoLeitor(vitrine.office.database),
        lambda: shipped_files().taxonomy,
        Situacoes(Recursos().states_toml()),
        lambda: Agora(vitrine.office.clock.now_ms(), ZoneInfo("America/Sao_Paulo")),
    )


def numbers(service: DemandaListaService, escolha: Escolha) -> list[int]:
    return [int(one[-12:], 16) for one in service.ordem(escolha)]


def test_rows_carry_names_protocols_and_one_vocabulary_of_state(
    service: DemandaListaService,
) -> None:
    rows = service.linhas(service.ordem(Escolha()))
    assert [one.nome for one in rows][:2] == ["ABCD-000004-11", "ABCD-000003-11"]
    by_number = {int(one.demanda_id[-12:], 16): one for one in rows}
    drawn = by_number[2]
    assert (drawn.situacao.nome, drawn.unidade) == ("atribuída", "Vila Água Funda")
    assert (drawn.categoria, drawn.nivel, drawn.pontos) == ("Vias e pavimentação", 3, 900.0)
    assert drawn.conselheiro == conselheiro(1)[:8]
    assert (by_number[3].titulo, by_number[3].unidade) == ("(sem texto público)", None)
    hidden = by_number[4]
    assert hidden.titulo.startswith("(texto retido")
    assert hidden.marcas == ("⊘ oculta",)
    assert "buraco" not in str(hidden).lower()


def test_unknown_identifiers_are_left_out_and_the_order_is_kept(
    service: DemandaListaService,
) -> None:
    rows = service.linhas([demanda(2), demanda(77), demanda(1)])
    assert [one.demanda_id for one in rows] == [demanda(2), demanda(1)]


@pytest.mark.parametrize(
    ("escolha", "expected"),
    [
        (Escolha(situacoes=("atribuida",)), [2]),
        (Escolha(unidade=unidade(90)), [4, 2, 1]),
        (Escolha(unidade=unidade(90), so_esta=True), []),
        (Escolha(texto="burac escola"), [2, 1]),
        (Escolha(texto="de e o"), []),
        (Escolha(texto="   "), [4, 3, 2, 1]),
        (Escolha(sem_lugar=True), [3]),
        (Escolha(perto=Perto("Rua A", -23.55, -46.63)), [4, 3, 2, 1]),
        (Escolha(perto=Perto("Rua B", -23.60, -46.63)), []),
        (Escolha(de=date(2020, 1, 1), ate=date(2020, 1, 2)), []),
        (Escolha(de=date(2020, 1, 1)), [4, 3, 2, 1]),
        (Escolha(atraso="outra coisa"), [4, 3, 2, 1]),
    ],
)
def test_what_is_chosen_is_what_is_listed(
    service: DemandaListaService, escolha: Escolha, expected: list[int]
) -> None:
    assert numbers(service, escolha) == expected


def test_a_period_that_runs_backwards_is_refused(service: DemandaListaService) -> None:
    with pytest.raises(UserFacingError) as refusal:
        service.ordem(Escolha(de=date(2026, 2, 1), ate=date(2026, 1, 1)))
    assert refusal.value.code == "transparencia.janela_invertida"


def test_choices_name_all_states_and_categories(service: DemandaListaService) -> None:
    options = service.opcoes()
    assert len(options.situacoes) == 11
    assert ("3.1", 3, "Vias e pavimentação") in options.categorias
    assert set(ATRASOS) == {"qualquer", *TIPOS_DE_ESPERA}


def test_units_are_found_and_named_by_where_they_lie(service: DemandaListaService) -> None:
    assert service.unidades("agua") == [(unidade(2), "SP · São Paulo · Vila Água Funda")]
    assert service.nome_da_unidade(unidade(2)) == "SP · São Paulo · Vila Água Funda"
    assert service.nome_da_unidade("abcdef01-0000") == "abcdef01"


def test_a_choice_survives_a_restart_without_the_typed_words() -> None:
    chosen = Escolha(situacoes=("disponivel",), nivel=2, de=date(2026, 1, 5), texto="Fulano")
    kept = Escolha.from_text(chosen.to_text())
    assert kept == Escolha(situacoes=("disponivel",), nivel=2, de=date(2026, 1, 5))
    assert Escolha.from_text(chosen.as_target()) == chosen
    assert Escolha.from_text("{") == Escolha.from_text("") == Escolha()
    assert not Escolha().is_restricting
    assert kept.is_restricting


def test_one_filter_is_taken_off_alone() -> None:
    chosen = Escolha(nivel=2, unidade="u", so_esta=True)
    assert sem(chosen, "unidade") == Escolha(nivel=2)
    assert sem(chosen, "nivel") == Escolha(unidade="u", so_esta=True)


def test_why_there_is_no_title_is_said() -> None:
    assert title_of("Buraco", oculta=False, removida=False) == "Buraco"
    assert title_of(None, oculta=True, removida=True) == "(texto removido)"


def test_a_claim_that_is_no_moment_has_no_time() -> None:
    assert moment_ms("2026-02-31T00:00:00.000Z") is None
    assert moment_ms(None) is None
