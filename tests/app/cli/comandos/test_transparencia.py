"""``painel``, ``relatorio``, ``historico`` and ``unidades buscar`` from the command line."""

from __future__ import annotations

import pytest

from app.bootstrap.abertura import abrir, opened
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.kernel.event import NewEvent
from tests.app.cli.comandos.test_revisoes import register
from tests.core.colonies.d7_transparencia.test_leituras import territorio
from tests.support.command_line import CommandLine
from tests.support.office import demanda, unidade


def publish(cli: CommandLine, colony: str, *events: NewEvent) -> None:
    recursos = Recursos()
    mensagens = Mensagens(recursos.messages_toml())
    with opened(abrir(place_of(cli.folder, None), mensagens, recursos, inline=True)) as app:
        for event in events:
            app.engine.publicar(colony, event)
            app.engine.aguardar_ocioso()


@pytest.fixture
def office(founded_cli: CommandLine) -> CommandLine:
    publish(founded_cli, "GEO", territorio())
    register(founded_cli, (1, "tem um buraco na rua"), (2, "poste sem luz na esquina"))
    return founded_cli


def test_a_panel_in_words_and_for_programs(office: CommandLine) -> None:
    answer = office("painel", "--json").json
    assert answer["total"] == 2
    assert answer["unidade"] is None
    assert answer["atrasadas"]["total"] >= 0
    assert office("painel", "3550308", "--json").json["unidade"]["uf"] == "SP"
    page = office("painel", "São Paulo", "--so-esta")
    assert page.code == 2
    assert "identificador" in page.err
    page = office("painel", "3550308", "--so-esta")
    assert page.out.startswith("SP · São Paulo · São Paulo (só esta unidade)\n")
    assert "0 abertas de 0 demandas" in page.out


def test_a_demands_report(office: CommandLine) -> None:
    answer = office("relatorio", "demanda", demanda(1), "--json").json
    assert (answer["categoria"], answer["situacao"][:10]) == ("Vias e pavimentação", "aguardando")
    assert [one["esfera"] for one in answer["responsaveis"]] == ["municipal", "estadual", "federal"]
    assert answer["linha_do_tempo"][0]["tipo"] == "demanda.recebida"
    page = office("relatorio", "demanda", demanda(1)).out
    assert page.startswith("Tem um buraco na rua\n")
    for words in ("Quem responde:", "O que aconteceu:", "dias em aberto:", "horário de"):
        assert words in page
    assert office("relatorio", "demanda", "ffffffff").code == 2


def test_a_units_report(office: CommandLine) -> None:
    answer = office("relatorio", "unidade", "--json").json
    found = {one["categoria_id"]: one["total"] for one in answer["categorias"]}
    assert found["3.1"] == 1
    page = office("relatorio", "unidade", "--categoria", "3.1").out
    assert "Vias e pavimentação" in page
    assert "municipal:" in page
    assert "Nenhuma demanda" in office("relatorio", "unidade", "3509502").out
    assert office("relatorio", "unidade", "--situacao", "parada").code == 2


def test_history_and_its_empty_answer(office: CommandLine) -> None:
    assert "Nenhuma demanda concluída" in office("historico").out
    assert office("historico", "--json").json["demandas"] == []
    assert office("historico", "--de", "30/11/2026", "--ate", "01/11/2026").code == 2
    assert office("historico", "--limite", "0").code == 2


def test_units_are_found(office: CommandLine) -> None:
    answer = office("unidades", "buscar", "flores", "--uf", "SP", "--json").json
    assert {one["unidade_civica_id"] for one in answer["unidades"]} == {unidade(1), unidade(3)}
    page = office("unidades", "buscar", "agua").out
    assert "SP · São Paulo · Vila Água Funda" in page
    assert "Nenhuma unidade" in office("unidades", "buscar", "atlantida").out


def test_the_timeline_by_pages(office: CommandLine) -> None:
    first = office("linha-do-tempo", demanda(1), "--limite", "2", "--json").json
    assert len(first["eventos"]) == 2
    page = office("linha-do-tempo", demanda(1), "--limite", "2").out
    assert f"--depois {first['depois']}" in page
    rest = office("linha-do-tempo", demanda(1), "--depois", first["depois"], "--json").json
    assert rest["eventos"][-1]["tipo"] == "demanda.recebida"
    assert office("linha-do-tempo", demanda(1), "--depois", "x").code == 2
