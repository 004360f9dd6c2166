"""Verbs that only read: eventos, registro, saude, metricas; and the ones that fold again."""

from __future__ import annotations

import sqlite3
from uuid import UUID

import pytest

from tests.support.command_line import CommandLine


def correlation_of(cli: CommandLine) -> str:
    connection = sqlite3.connect(cli.folder / "formigueiro.sqlite")
    [raw] = connection.execute(
        "SELECT correlacao_id FROM event_log ORDER BY sequence_number"
    ).fetchone()
    connection.close()
    return str(UUID(bytes=raw))


def test_events_are_filtered_by_type_colony_and_day(founded_cli: CommandLine) -> None:
    def total(*words: str) -> int:
        answer = founded_cli("eventos", "listar", "--json", *words)
        assert answer.code == 0, answer.err
        found: int = answer.json["total"]
        return found

    assert total() == 2
    assert total("--tipo", "escritorio.configurado") == 1
    assert total("--tipo", "demanda.recebida") == 0
    assert total("--colonia", "ESC") == 1
    assert total("--colonia", "N-0a") == 1
    assert total("--colonia", "D-2") == 0
    assert total("--desde", "2020-01-01", "--ate", "31/12/2099") == 2
    assert total("--ate", "2020-01-01") == 0
    assert total("--limite", "0") == 2


def test_a_bad_day_is_explained(founded_cli: CommandLine) -> None:
    answer = founded_cli("eventos", "listar", "--desde", "31/02/2026", "--json")
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, "uso.data_invalida")


def test_a_trace_is_found_by_number_stamp_and_id(founded_cli: CommandLine) -> None:
    event = founded_cli("eventos", "listar", "--json").json["eventos"][-1]
    for who in ("1", event["event_id"], event["event_hash"], event["event_hash"][:12]):
        answer = founded_cli("eventos", "rastro", who, "--json")
        assert answer.code == 0, answer.err
        assert [node["event_id"] for node in answer.json] == [event["event_id"]]
    assert "escritorio.configurado" in founded_cli("eventos", "rastro", "1").out
    correlation = correlation_of(founded_cli)
    answer = founded_cli("eventos", "rastro", correlation, "--correlacao", "--json")
    assert [node["event_id"] for node in answer.json] == [event["event_id"]]
    assert founded_cli("eventos", "rastro", "nada", "--correlacao").code == 2
    nothing = founded_cli("eventos", "rastro", "ffffffffff", "--json")
    assert (nothing.code, nothing.json["erro"]["codigo"]) == (2, "busca.nada_encontrado")


def test_one_event_is_shown_whole(founded_cli: CommandLine) -> None:
    shown = founded_cli("eventos", "mostrar", "1")
    assert shown.code == 0, shown.err
    assert "Momento declarado" in shown.out
    assert shown.out.rstrip().endswith("Confere.")
    assert "Relógio" not in shown.out
    value = founded_cli("eventos", "mostrar", "1", "--json").json
    assert (value["confere"], value["relogio"], value["sem_efeito"]) == (True, [], None)
    nothing = founded_cli("eventos", "mostrar", "ffffffffff", "--json")
    assert (nothing.code, nothing.json["erro"]["codigo"]) == (2, "busca.nada_encontrado")


def test_the_registry_lists_all_types_without_an_office(cli: CommandLine) -> None:
    answer = cli("registro", "listar", "--json")
    types = {row["tipo"]: row for row in answer.json}
    assert types["demanda.recebida"]["origem"] == ["D-1a", "D-8"]
    assert types["escritorio.configurado"]["extensao"] is True
    assert not cli.folder.exists()


def test_a_type_is_shown_with_its_privacy(cli: CommandLine) -> None:
    answer = cli("registro", "mostrar", "demanda.recebida", "--json")
    parts = {field["campo"]: field["parte"] for field in answer.json["campos"]}
    assert parts["texto_bruto"].startswith("restrita.")
    assert parts["demanda_id"] == "publica.nucleo"
    assert answer.json["schema"]["$schema"].endswith("2020-12/schema")
    old = cli("registro", "mostrar", "demanda.recebida", "--versao-schema", "1.0.0", "--json")
    assert old.json["deprecated"] is True


def test_an_unknown_type_gets_a_suggestion(cli: CommandLine) -> None:
    answer = cli("registro", "mostrar", "demanda.recebidas")
    assert answer.code == 2
    assert "demanda.recebida" in answer.err


def test_health_warns_and_shows_colonies(founded_cli: CommandLine) -> None:
    answer = founded_cli("saude", "--json")
    assert answer.json["total_eventos"] == 2
    assert {row["codigo"] for row in answer.json["avisos"]} == {
        "aviso.sem_senha",
        "aviso.chave_raiz_nao_confirmada",
        "aviso.nunca_copiado",
    }
    text = founded_cli("saude").out
    assert "Escritório" in text
    assert "aviso: " in text


def test_metrics_are_prometheus(founded_cli: CommandLine) -> None:
    out = founded_cli("metricas").out
    assert "# TYPE formigueiro_eventos gauge\nformigueiro_eventos 2\n" in out
    assert 'formigueiro_colonia_atraso{colonia="ESC"} 0' in out


@pytest.mark.parametrize("words", [(), ("--colonia", "ESC")])
def test_projections_are_folded_again(founded_cli: CommandLine, words: tuple[str, ...]) -> None:
    answer = founded_cli("reconstruir", "--json", *words)
    # One configuration, applied by every colony that wants to know of it, and the first account.
    assert answer.json["aplicados"] == 2 if words else answer.json["aplicados"] > 2


def test_an_unknown_colony_is_refused(founded_cli: CommandLine) -> None:
    answer = founded_cli("reconstruir", "--colonia", "Z-9", "--json")
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, "motor.colonia_desconhecida")


def test_nothing_parked_nothing_retried(founded_cli: CommandLine) -> None:
    nothing = {"resolvidos": 0, "restantes": 0, "suspensos": 0}
    assert founded_cli("reprocessar", "--json").json == nothing
