"""``rede``: who is in it, and how an office comes to exchange."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command_line import CommandLine


def test_an_office_is_a_network_of_one_that_does_not_exchange_yet(founded_cli: CommandLine) -> None:
    answer = founded_cli("rede", "mostrar", "--json").json
    assert (answer["versao"], len(answer["nos"]), len(answer["raizes"])) == (1, 1, 1)
    assert answer["nos"][0]["impressao_transporte"] is None
    assert "ainda não troca pacotes" in founded_cli("rede", "mostrar").out
    refused = founded_cli("pacote", "exportar", "--saida", str(founded_cli.folder / "x"), "--json")
    assert (refused.code, refused.json["erro"]["codigo"]) == (2, "rede.sem_troca")


def test_the_root_key_lists_the_exchange_keys_once(founded_cli: CommandLine) -> None:
    made = founded_cli("rede", "criar", "--json")
    assert made.code == 0, made.err
    (entry,) = made.json["nos"]
    assert (made.json["versao"], entry["este"], entry["custodia"]) == (2, True, ["*"])
    assert entry["nome"] == "Regional Jardim São João"
    assert entry["impressao_transporte"] != entry["impressao_log"]
    assert founded_cli("rede", "mostrar", "--json").json == made.json
    again = founded_cli("rede", "criar", "--json")
    assert (again.code, again.json["erro"]["codigo"]) == (2, "rede.ja_troca")
    assert founded_cli("verificar").code == 0


def test_a_long_name_is_cut_to_what_the_document_holds(founded_cli: CommandLine) -> None:
    assert founded_cli("escritorio", "configurar", "--nome", "Escritório " * 10).code == 0
    made = founded_cli("rede", "criar", "--json")
    assert made.code == 0, made.err
    assert 70 < len(made.json["nos"][0]["nome"]) <= 80


def test_without_the_root_key_nothing_changes(
    founded_cli: CommandLine, settings_folder: Path, tmp_path: Path
) -> None:
    root_key = next(settings_folder.rglob("chave-raiz.cofre"))
    away = root_key.rename(tmp_path / "guardada")
    missing = founded_cli("rede", "criar", "--json")
    assert (missing.code, missing.json["erro"]["codigo"]) == (2, "chave_raiz.ausente")
    assert founded_cli("rede", "mostrar", "--json").json["versao"] == 1
    assert founded_cli("rede", "criar", "--chave-raiz", str(away)).code == 0


def test_a_restored_office_keeps_its_exchange_keys(founded_cli: CommandLine) -> None:
    assert founded_cli("rede", "criar").code == 0
    copy = founded_cli("copia", "criar", "--json").json["arquivo"]
    restored = founded_cli("copia", "restaurar", copy, "--json")
    assert restored.code == 0, restored.err
    shown = founded_cli("rede", "mostrar", "--json").json
    assert (shown["versao"], shown["nos"][0]["custodia"]) == (3, ["*"])
    assert founded_cli("verificar", "--json").json["ok"] is True


def test_the_card_is_a_pdf(founded_cli: CommandLine, tmp_path: Path) -> None:
    made = founded_cli("rede", "cartao", "--saida", str(tmp_path / "novo"), "--json")
    assert made.code == 0, made.err
    path = Path(made.json["arquivo"])
    assert path.parent == tmp_path / "novo"
    assert path.read_bytes().startswith(b"%PDF-")
    named = tmp_path / "impressões.pdf"
    assert founded_cli("rede", "cartao", "--saida", str(named)).code == 0
    assert named.exists()
    blocked = tmp_path / "ocupado"
    blocked.write_text("não é pasta")
    refused = founded_cli("rede", "cartao", "--saida", str(blocked), "--json")
    assert refused.json["erro"]["codigo"] == "pacote.pasta_recusada"


def test_people_see_versions_custody_and_protocols(founded_cli: CommandLine) -> None:
    assert founded_cli("rede", "criar").code == 0
    shown = founded_cli("rede", "mostrar").out
    assert "tudo o que ninguém mais declara (*)" in shown
    answer = founded_cli("rede", "mostrar", "--json").json
    assert [one["versao"] for one in answer["versoes"]] == [1, 2]
    (own,) = answer["nos"]
    assert f"protocolos {own['protocolos'][0]}" in shown
    assert own["visto_com"] == own["aqui"] != []


def test_keys_under_a_password_ask_for_it(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    password = tmp_path / "senha"
    password.write_text("uma senha comprida\n")
    given = ("--senha-arquivo", str(password))
    made = cli(*given, "--json", "iniciar", "--nome", "Com senha")
    assert made.code == 0, made.err
    monkeypatch.setenv("FORMIGUEIRO_CONTA", made.json["conta"])
    monkeypatch.setenv("FORMIGUEIRO_CONTA_SENHA", made.json["conta_senha"])
    created = cli(*given, "rede", "criar", "--json")
    assert created.code == 0, created.err
    out = str(tmp_path / "pendrive")
    locked = cli("pacote", "exportar", "--saida", out, "--json")
    assert (locked.code, locked.json["erro"]["codigo"]) == (2, "chaves.trancadas")
    exported = cli(*given, "pacote", "exportar", "--saida", out, "--json")
    assert exported.code == 0, exported.err
    assert exported.json["eventos"] == 2
    wrong = tmp_path / "outra"
    wrong.write_text("errada\n")
    refused = cli("--senha-arquivo", str(wrong), "pacote", "exportar", "--saida", out, "--json")
    assert refused.json["erro"]["codigo"] == "chaves.senha_errada"
