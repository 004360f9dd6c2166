"""The counter from the command line, as a script would drive it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.support.atendimento import balcao
from tests.support.command_line import Answer, CommandLine


def register(cli: CommandLine, *more: str, texto: str = "Falta água na Rua das Flores") -> Answer:
    return cli("demandas", "registrar", "--json", "--texto", texto, *more)


def test_a_demand_from_registration_to_withdrawal(founded_cli: CommandLine) -> None:
    point = ("--ponto", "-7.12,-34.86")
    first = register(founded_cli, *point, "--consente", "publicacao_texto").json
    assert first["protocolo"][5:11] == "000001"
    who = first["protocolo"].replace("-", "").lower()
    shown = founded_cli("demandas", "mostrar", who, "--json").json
    assert shown["normalizada"]["titulo"] == "Falta água na Rua das Flores"
    assert shown["consentimentos"]["publicacao_texto"] is True
    fixed = founded_cli(
        "demandas", "corrigir", who, "--motivo", "rua errada", "--ponto", "-7,13; -34,86", "--json"
    )
    assert fixed.json["campos"] == ["local"]
    second = register(founded_cli, *point).json
    gone = founded_cli(
        "demandas", "retirar", second["demanda_id"][:8], "--motivo", "repetida",
        "--repetida-de", who, "--json",
    )  # fmt: skip
    assert gone.json["motivo"] == "repetida"
    listed = founded_cli("demandas", "listar", "--json").json
    assert listed["total"] == 2
    assert [one["status"] for one in listed["demandas"]].count("retirada") == 1
    assert second["protocolo"] in founded_cli("demandas", "listar", "--retiradas").out
    assert first["protocolo"] in founded_cli("demandas", "mostrar", who).out


def test_a_place_that_the_office_does_not_serve_is_said(founded_cli: CommandLine) -> None:
    point = ("--ponto", "-20.605,-36.8595")
    with balcao(founded_cli) as counter:
        counter.configurar(())
    assert register(founded_cli, *point).json["aviso"] is None
    with balcao(founded_cli, territorio=False):
        pass
    assert "segue para" in register(founded_cli, *point).json["aviso"]
    said = founded_cli("demandas", "registrar", "--texto", "Falta água na vila", *point).out
    assert "Fica fora das unidades que este escritório atende" in said
    inside = register(founded_cli, "--ponto", "-20.597,-36.938").json
    assert inside["aviso"] is None


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ((), "captura.sem_local"),
        (("--ponto", "-34.86,-7.12"), "coordenada.trocada"),
        (("--ponto", "-7.12,-34.86", "--cep", "58000-000"), "captura.locais_demais"),
        (("--cep", "58000-000"), "captura.rua_desconhecida"),
        (("--unidade", "Centro"), "captura.unidade_invalida"),
        (("--ponto", "-7.12,-34.86", "--fix", "-8.12,-34.86"), "captura.longe_do_aparelho"),
    ],
)
def test_a_refusal_is_a_code_and_a_sentence(
    founded_cli: CommandLine, more: tuple[str, ...], code: str
) -> None:
    answer = register(founded_cli, *more)
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, code)
    assert answer.err.strip() == answer.json["erro"]["mensagem"]
    assert founded_cli("demandas", "listar", "--json").json["total"] == 0


def test_text_comes_from_standard_input(
    founded_cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("Falta luz\nna praça"))
    done = register(founded_cli, "--ponto", "-7.12,-34.86", texto="-").json
    assert founded_cli("demandas", "mostrar", done["protocolo"], "--json").json["texto_bruto"] == (
        "Falta luz\nna praça"
    )


def test_streets_then_a_demand_by_street(founded_cli: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "ruas.csv"
    file.write_text(
        "logradouro,bairro,cep,lat,lng\nRua São João,Centro,58000-100,-7.11,-34.87\nx,,,,\n"
    )
    done = founded_cli("territorio", "ruas", "importar", str(file), "--json").json
    assert (done["aceitas"], done["recusadas"], done["recusas"][0]["linha"]) == (1, 1, 3)
    assert "1 de 2 ruas aceitas" in founded_cli("territorio", "ruas", "importar", str(file)).out
    demand = register(founded_cli, "--rua", "r. sao joao").json
    shown = founded_cli("demandas", "mostrar", demand["protocolo"], "--json").json
    assert (shown["precisao_local"], shown["lat"]) == ("rua", -7.11)


def test_a_file_looked_at_then_taken(founded_cli: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "pedidos.csv"
    file.write_text("relato do morador;y;x\nLixo na praça;-7,1;-34,8\nMato;;\n", "utf-8")
    words = ("demandas", "importar", str(file), "--coluna", "texto=Relato do morador")
    assert founded_cli("demandas", "importar", str(file), "--json").code == 2
    look = founded_cli(*words, "--previa", "--json").json
    assert (look["previa"], look["registradas"], look["recusadas"]) == (True, 1, 1)
    assert founded_cli("demandas", "listar", "--json").json["total"] == 0
    assert "a registrar" in founded_cli(*words, "--previa").out
    done = founded_cli(*words, "--json").json
    assert (done["registradas"], done["motivos"]) == (1, {"captura.sem_local": 1})
    report = tmp_path / "pedidos-recusadas.csv"
    assert done["relatorio"] == str(report)
    assert "Mato;;;3;Falta o local" in report.read_text("utf-8-sig")
    assert "já registradas 1" in founded_cli(*words).out
    assert founded_cli(*words, "--coluna", "x", "--json").json["erro"]["codigo"] == (
        "importacao.mapeamento"
    )


def test_citizens_are_registered_opened_and_merged(founded_cli: CommandLine) -> None:
    who = founded_cli(
        "cidadaos", "registrar", "--nome", "Zulmira Sá", "--telefone", "(83) 99999-0000",
        "--verificado", "--consente", "tratamento", "--json",
    ).json["cidadao_id"]  # fmt: skip
    found = founded_cli("cidadaos", "mostrar", "zulmira", "--json").json["cidadaos"]
    assert found == [{"cidadao_id": who, "nome": "Zulmira Sá", "verificado_presencialmente": True}]
    refused = founded_cli("cidadaos", "mostrar", who, "--papel", "moderador", "--json")
    assert refused.json["erro"]["codigo"] == "conta.sem_permissao"
    opened = founded_cli("cidadaos", "mostrar", who, "--json").json
    assert (opened["telefone"], opened["acessos"][0]["papel"]) == ("(83) 99999-0000", "atendente")
    demand = register(founded_cli, "--ponto", "-7.12,-34.86").json
    attendance = founded_cli("demandas", "mostrar", demand["protocolo"], "--json").json[
        "cidadao_id"
    ]
    assert founded_cli("cidadaos", "unir", attendance, who, "--json").json == {"cidadao_id": who}
    assert "(83) 99999-0000" in founded_cli("cidadaos", "mostrar", attendance).out
    logs = founded_cli.folder / "registros"
    assert not any("Zulmira" in path.read_text("utf-8") for path in logs.iterdir())
    assert "Zulmira Sá" in founded_cli("cidadaos", "mostrar", "zul").out
