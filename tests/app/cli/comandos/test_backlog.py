"""The agenda from the command line, over a real office."""

from __future__ import annotations

import pytest

from tests.app.cli.comandos.test_revisoes import register
from tests.app.cli.comandos.test_transparencia import publish
from tests.core.colonies.d5_agenda.conftest import (
    PESOS,
    georreferenciada,
    parametros,
    ranking,
    ranqueada,
)
from tests.core.colonies.d7_transparencia.test_leituras import territorio
from tests.support.command_line import CommandLine
from tests.support.office import demanda, unidade


@pytest.fixture
def office(founded_cli: CommandLine) -> CommandLine:
    """Scores as D-4 tells them: those of events alone, of demands that nobody else knows."""
    publish(founded_cli, "GEO", territorio())
    register(founded_cli, (9, "tem um buraco na rua"))
    publish(
        founded_cli,
        "D-2",
        *(georreferenciada(n, -23.5, -46.6 - n / 1_000) for n in (11, 12)),
    )
    publish(
        founded_cli,
        "D-4",
        parametros(pesos={1: PESOS}, capacidades={1: 4}),
        ranqueada(11, 7600, nivel=2),
        ranqueada(12, 7000, nivel=2),
        ranqueada(9, 6000.5),
        ranqueada(13, 5000),
        ranqueada(14, 10, nivel=5),
        ranking(),
    )
    return founded_cli


def test_the_agenda_is_shown_in_its_order(office: CommandLine) -> None:
    answer = office("backlog", "mostrar", "--unidade", unidade(1), "--json").json
    assert answer["unidade"]["unidade_civica_id"] == unidade(1)
    assert [(one["posicao"], one["demanda_id"]) for one in answer["itens"]] == [
        (1, demanda(9)),
        (2, demanda(13)),
        (3, demanda(11)),
        (4, demanda(12)),
    ]
    first = answer["itens"][0]
    assert (first["protocolo"], first["titulo"]) == ("ABCD-000009-00", "Tem um buraco na rua")
    assert first["score_final"] == 6000.5
    assert answer["itens"][2]["grupo_id"] == answer["itens"][3]["grupo_id"] is not None
    assert (answer["capacidade"], answer["nivel_nao_vencido"]) == (4, 1)
    assert answer["vagas_por_nivel"] == {"1": 4, "2": 0, "3": 0, "4": 0, "5": 0}
    assert answer["por_situacao"]["aguardando_vaga"] == 1
    shown = office("backlog", "mostrar", "--unidade", unidade(1)).out
    assert "4 vagas; parâmetros teste-1; nível 1 primeiro" in shown
    assert "6000.50" in shown
    assert "ABCD-000009-00" in shown
    assert shown.count("  A  ") == 2
    assert "1 aguardando vaga" in shown


def test_an_empty_agenda_and_an_unknown_unit(office: CommandLine) -> None:
    page = office("backlog", "mostrar", "--unidade", unidade(3))
    assert page.code == 0
    assert "Nenhuma demanda na agenda." in page.out
    answer = office("backlog", "mostrar", "--unidade", "Vila do Nada")
    assert answer.code == 2
    assert "unidades buscar" in answer.err
