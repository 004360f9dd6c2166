"""Review, contest and timeline from the command line, over a real office."""

from __future__ import annotations

import pytest

from app.bootstrap.abertura import abrir, opened
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.kernel.event import NewEvent
from tests.core.colonies.d3_categorizacao.conftest import georreferenciada
from tests.support.command_line import CommandLine
from tests.support.office import START_MS, demanda

RECURSOS = Recursos()
PROTOCOL = "ABCD-{:06d}-00"


def received(n: int, texto: str, *, publico: bool = True) -> NewEvent:
    """A demand as D-1a takes it in."""
    agreed = {
        "tratamento": True,
        "publicacao_texto": publico,
        "publicacao_imagem": False,
        "contato": False,
    }
    payload = {
        "demanda_id": demanda(n),
        "texto_bruto": texto,
        "tipo_midia": "texto",
        "localizacao_bruta": {"lat": -23.0, "lng": -46.5},
        "cidadao_id": demanda(900 + n),
        "canal": "balcao",
        "timestamp_criacao": "2026-05-28T20:26:40.000Z",
        "protocolo": PROTOCOL.format(n),
        "consentimentos": agreed,
    }
    people = {"cidadao": demanda(900 + n)}
    return NewEvent("demanda.recebida", payload, demanda(n), titulares=people)


def register(cli: CommandLine, *demands: tuple[int, str]) -> None:
    """Take demands in and place them."""
    mensagens = Mensagens(RECURSOS.messages_toml())
    with opened(abrir(place_of(cli.folder, None), mensagens, RECURSOS, inline=True)) as app:
        for n, texto in demands:
            app.engine.publicar("D-1a", received(n, texto))
            app.engine.aguardar_ocioso()
            app.engine.publicar("D-2", georreferenciada(n))
            app.engine.aguardar_ocioso()


@pytest.fixture
def office(founded_cli: CommandLine) -> CommandLine:
    assert START_MS > 0
    register(founded_cli, (1, "tem um buraco na rua"), (2, "poste sem luz na esquina"))
    return founded_cli


def test_the_queue_is_listed_and_decided(office: CommandLine) -> None:
    queue = office("revisoes", "listar", "--json").json
    assert queue["por_motivo"] == {"confianca_baixa": 1}
    (item,) = queue["itens"]
    assert (item["demanda_id"], item["categoria_id"]) == (demanda(2), "3.4")
    assert "poste sem luz na esquina" in office("revisoes", "listar").out
    decide = ("revisoes", "decidir", demanda(2), "--categoria", "3.4")
    first = office(*decide, "--vista", item["versao_vista"], "--json")
    assert (first.code, first.json["decidida"]) == (0, True)
    second = office("revisoes", "decidir", demanda(2), "--categoria", "1.3", "--json")
    assert (second.code, second.json["decidida"]) == (2, False)
    assert second.json["decisao"]["categoria_id"] == "3.4"
    assert office("revisoes", "listar", "--json").json["itens"] == []


def test_what_changed_meanwhile_is_refused(office: CommandLine) -> None:
    answer = office(
        "revisoes", "decidir", demanda(2), "--categoria", "3.4", "--vista", "00" * 32, "--json"
    )
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, "revisao.mudou")


def test_an_item_is_shown_with_its_words_and_taken_back(office: CommandLine) -> None:
    office("demandas", "contestar", demanda(1), "--categoria", "3.7", "--motivo", "é placa")
    shown = office("revisoes", "mostrar", demanda(1), "--json").json
    assert shown["fila"]["motivo"] == "contestada"
    assert "buraco" in {term["palavra"] for term in shown["termos"]}
    assert shown["contestacoes"][0]["motivo"] == "é placa"
    assert "palavras: " in office("revisoes", "mostrar", demanda(1)).out
    office("revisoes", "decidir", demanda(1), "--categoria", "3.7")
    assert "não está na fila" in office("revisoes", "mostrar", demanda(1)).out
    undone = office("revisoes", "desfazer", demanda(1), "--motivo", "engano", "--json")
    assert undone.json == {"demanda_id": demanda(1), "categoria_id": "3.1"}
    history = office("revisoes", "mostrar", demanda(1), "--json").json["historico"]
    assert [one["categoria_id"] for one in history] == ["3.1", "3.7", "3.1"]
    again = office("revisoes", "desfazer", demanda(1), "--json")
    assert again.json["erro"]["codigo"] == "revisao.nada_a_desfazer"


def test_pages(office: CommandLine) -> None:
    register(office, (3, "oi"))
    first = office("revisoes", "listar", "--limite", "1", "--json").json
    assert [one["demanda_id"] for one in first["itens"]] == [demanda(3)]
    after = office("revisoes", "listar", "--depois", first["depois"], "--json").json
    assert [one["demanda_id"] for one in after["itens"]] == [demanda(2)]


def test_contests_are_refused_with_a_sentence(office: CommandLine) -> None:
    answer = office("demandas", "contestar", demanda(2), "--json")
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, "categoria.ainda_sem")
    answer = office("demandas", "contestar", demanda(1), "--categoria", "9.9")
    assert answer.code == 2
    assert "A categoria 9.9 não existe" in answer.err
    assert office("demandas", "contestar", "ffffffff-ffff").code == 2
