"""The public timeline from the command line."""

from __future__ import annotations

from tests.app.cli.comandos.test_revisoes import register
from tests.support.command_line import CommandLine
from tests.support.office import demanda


def test_a_demand_is_told_in_plain_words(founded_cli: CommandLine) -> None:
    register(founded_cli, (1, "tem um buraco na rua"))
    answer = founded_cli("linha-do-tempo", demanda(1), "--json").json
    assert answer["titulo"] == "Tem um buraco na rua"
    events = answer["eventos"][::-1]
    assert [one["tipo"] for one in events][:4] == [
        "demanda.recebida",
        "demanda.normalizada",
        "demanda.georreferenciada",
        "demanda.categorizada",
    ]
    assert events[0]["frase"] == ("Demanda registrada no balcão, com o protocolo ABCD-000001-00.")
    assert events[3]["frase"].startswith("Categoria: Vias e pavimentação")
    assert events[3]["publico"]["metodo"] == "automatico"
    assert "texto_bruto" not in events[0]["publico"]
    assert "cidadao_id" not in events[0]["publico"]
    page = founded_cli("linha-do-tempo", demanda(1)[:13]).out
    assert page.startswith("Tem um buraco na rua\n")
    assert "horário de America/Sao_Paulo" in page


def test_an_unknown_demand_is_explained(founded_cli: CommandLine) -> None:
    answer = founded_cli("linha-do-tempo", "ffffffff", "--json")
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, "busca.nada_encontrado")
