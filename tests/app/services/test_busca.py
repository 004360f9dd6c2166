"""The search of the window: every kind, however it is typed; no resident, ever."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from app.services.busca import LISTA, POR_GRUPO, Grupo, Resultado
from app.services.demanda_lista import Escolha
from tests.support.vivo import Vivo


def groups(found: Resultado) -> dict[str, Grupo]:
    return {one.nome: one for one in found.grupos}


@pytest.fixture
def protocol(vivo: Vivo) -> str:
    service = vivo.servicos.demanda_lista
    name = service.linhas(service.ordem(Escolha())[:1])[0].protocolo
    assert name is not None
    return name


def test_a_protocol_is_found_however_it_is_typed(vivo: Vivo, protocol: str) -> None:
    body = protocol[:4] + protocol[4:].replace("0", "O").replace("1", "l")
    bare = protocol.replace("-", "")
    number = str(int(protocol.split("-")[1]))
    for typed in (protocol, bare, bare.lower(), f" {protocol.replace('-', ' ')} ", body, number):
        group = groups(vivo.servicos.busca.buscar(typed))["Protocolo"]
        assert protocol in [one.titulo for one in group.achados]
        assert group.achados[0].tela == "demandas"


def test_a_slip_in_the_check_digits_is_said_and_the_number_shown(vivo: Vivo, protocol: str) -> None:
    wrong = protocol[:-1] + ("1" if protocol[-1] != "1" else "2")
    found = vivo.servicos.busca.buscar(wrong)
    assert found.aviso == "protocolo.digitos"
    assert groups(found)["Protocolo"].achados[0].titulo == protocol


def test_words_give_the_same_rows_in_every_form(vivo: Vivo) -> None:
    forms = [unicodedata.normalize(form, "Iluminação") for form in ("NFC", "NFD")]
    found = [vivo.servicos.busca.buscar(one) for one in (*forms, "iluminacao", "ILUMINAÇÃO")]
    kinds = [[(g.nome, g.total, g.achados) for g in one.grupos] for one in found]
    assert kinds[0] == kinds[1] == kinds[2] == kinds[3]


def test_all_of_many_are_one_step_away_in_the_list(vivo: Vivo) -> None:
    group = groups(vivo.servicos.busca.buscar("rua"))["Demandas com estas palavras"]
    assert len(group.achados) == POR_GRUPO < group.total
    assert group.todos is not None
    chosen = Escolha.from_text(group.todos.alvo.removeprefix(LISTA))
    assert len(vivo.servicos.demanda_lista.ordem(chosen)) == group.total


def test_units_categories_and_councillors_go_to_their_screens(vivo: Vivo) -> None:
    service = vivo.servicos.demanda_lista
    view = vivo.servicos.demanda_detalhe.abrir(service.ordem(Escolha(situacoes=("atribuida",)))[0])
    unit, category, name = view.vista.unidade, view.vista.categoria, view.vista.conselheiro
    assert unit is not None
    assert category is not None
    found = groups(vivo.servicos.busca.buscar(unit))["Unidades"]
    assert ("backlog", view.vista.unidade_civica_id) in [(a.tela, a.alvo) for a in found.achados]
    listed = groups(vivo.servicos.busca.buscar(category))["Categorias"].achados[0]
    chosen = Escolha.from_text(listed.alvo.removeprefix(LISTA))
    assert chosen.categoria == view.vista.categoria_id
    if name is not None:
        person = groups(vivo.servicos.busca.buscar(name.upper()))["Conselheiros"].achados[0]
        assert (person.tela, person.alvo) == ("conselheiros", view.vista.conselheiro_id)


def test_stamps_and_numbers_of_events_stay_reachable(vivo: Vivo) -> None:
    first = groups(vivo.servicos.busca.buscar("1"))["Eventos"].achados[0]
    assert (first.tela, first.alvo) == ("eventos", "evento:1")
    demanda = vivo.servicos.demanda_lista.ordem(Escolha())[0]
    subject = groups(vivo.servicos.busca.buscar(demanda[:13]))["Eventos"].achados[0]
    assert subject.alvo == demanda


def test_a_street_of_the_list_gives_the_demands_near_it(vivo: Vivo, tmp_path: Path) -> None:
    service = vivo.servicos.demanda_lista
    view = vivo.servicos.demanda_detalhe.abrir(service.ordem(Escolha(situacoes=("atribuida",)))[0])
    path = tmp_path / "ruas.csv"
    place = f"{view.vista.lat},{view.vista.lng}"
    path.write_text(f"logradouro,bairro,cep,lat,lng\nRua São Inventário,Centro,57000-123,{place}\n")
    vivo.servicos.ruas.importar(path)
    for typed in ("rua sao inventario", "São Inventário", "57000123"):
        (street,) = groups(vivo.servicos.busca.buscar(typed))["Ruas"].achados
        assert street.titulo == "Rua São Inventário"
        chosen = Escolha.from_text(street.alvo.removeprefix(LISTA))
        assert view.vista.demanda_id in service.ordem(chosen)


@pytest.mark.parametrize("typed", ["", "   ", "%", "zzzzqqqq", "' OR 1=1 --", "a", "\x00", "😀"])
def test_what_means_nothing_finds_nothing(vivo: Vivo, typed: str) -> None:
    assert vivo.servicos.busca.buscar(typed).total == 0


def test_recent_things_come_back_with_their_names_of_today(vivo: Vivo, protocol: str) -> None:
    demanda = vivo.servicos.demanda_lista.ordem(Escolha())[0]
    found = vivo.servicos.busca.recentes(
        [("demandas", demanda), ("demandas", "gone"), ("backlog", "gone"), ("outra", "x")]
    )
    assert [(one.tela, one.titulo) for one in found] == [("demandas", protocol)]
