from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from app.settings.configuracao import Configuracao
from core.crypto.vault import is_open_container
from tests.support.command_line import CommandLine


def make(cli: CommandLine, *words: str) -> Path:
    answer = cli("copia", "criar", "--json", *words)
    assert answer.code == 0, answer.err
    assert answer.json["verificada"] is True
    return Path(answer.json["arquivo"])


def test_a_copy_is_made_verified_and_remembered(
    founded_cli: CommandLine, settings_folder: Path
) -> None:
    copy = make(founded_cli)
    assert copy.is_file()
    assert not copy.is_relative_to(founded_cli.folder)
    assert founded_cli("copia", "verificar", str(copy), "--json").json["tem_manifesto"] is True
    health = founded_cli("saude", "--json").json
    assert [row["arquivo"] for row in health["copias"]] == [str(copy)]
    assert "aviso.nunca_copiado" not in {row["codigo"] for row in health["avisos"]}
    secret = next(settings_folder.rglob("chaves.aberta")).read_bytes()
    assert secret[-64:-16] not in copy.read_bytes()


def test_a_copy_inside_what_it_copies_is_refused_however_it_is_asked_for(
    founded_cli: CommandLine, settings_folder: Path
) -> None:
    inside = founded_cli.folder / "copias"
    refused = founded_cli("copia", "criar", "--json", "--pasta", str(inside))
    assert refused.json["erro"]["codigo"] == "copia.pasta_nos_dados"
    assert not inside.exists()
    office = next(settings_folder.rglob("chaves.aberta")).parent
    Configuracao(office).usar_pasta_de_copias(inside)
    refused = founded_cli("copia", "criar", "--json")
    assert refused.json["erro"]["codigo"] == "copia.pasta_nos_dados"
    assert not inside.exists()


def test_a_damaged_copy_is_found_out_and_not_restored(founded_cli: CommandLine) -> None:
    copy = make(founded_cli)
    raw = bytearray(copy.read_bytes())
    raw[len(raw) // 2] ^= 1
    copy.write_bytes(bytes(raw))
    assert founded_cli("copia", "verificar", str(copy), "--json").code == 4
    refused = founded_cli("copia", "restaurar", str(copy), "--json")
    assert refused.code == 4
    assert founded_cli("verificar").code == 0
    assert founded_cli("saude", "--json").json["total_eventos"] == 2


def test_a_restored_office_goes_on_in_an_epoch_of_its_own(founded_cli: CommandLine) -> None:
    copy = make(founded_cli)
    restored = founded_cli("copia", "restaurar", str(copy), "--json")
    assert restored.code == 0, restored.err
    assert restored.json["epoca"] == 1
    assert Path(restored.json["anterior"]).exists()
    assert founded_cli("verificar", "--json").json["ok"] is True
    types = [e["tipo"] for e in founded_cli("eventos", "listar", "--json").json["eventos"]]
    assert types == ["epoca.aberta", "papel.alterado", "escritorio.configurado"]


def test_without_the_root_key_nothing_is_restored(
    founded_cli: CommandLine, settings_folder: Path, tmp_path: Path
) -> None:
    copy = make(founded_cli)
    root_key = next(settings_folder.rglob("chave-raiz.cofre"))
    away = tmp_path / "pendrive" / "chave-raiz.cofre"
    away.parent.mkdir()
    shutil.move(root_key, away)
    refused = founded_cli("copia", "restaurar", str(copy), "--json")
    assert (refused.code, refused.json["erro"]["codigo"]) == (2, "chave_raiz.ausente")
    assert founded_cli("saude", "--json").json["total_eventos"] == 2
    answer = founded_cli("copia", "restaurar", str(copy), "--chave-raiz", str(away), "--json")
    assert answer.code == 0, answer.err


def test_a_copy_into_a_folder_that_refuses_leaves_nothing(
    founded_cli: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / "arquivo").write_text("no caminho")
    answer = founded_cli("copia", "criar", "--pasta", str(tmp_path / "arquivo"), "--json")
    assert answer.code == 3
    assert (tmp_path / "arquivo").read_text() == "no caminho"


def test_what_is_no_copy_is_refused(founded_cli: CommandLine, tmp_path: Path) -> None:
    nothing = founded_cli("copia", "verificar", str(tmp_path / "nada"), "--json")
    assert nothing.code == 3
    rubbish = tmp_path / "lixo"
    rubbish.write_bytes(b"lixo" * 1000)
    assert founded_cli("copia", "restaurar", str(rubbish), "--json").code == 4


def health_codes(cli: CommandLine) -> set[str]:
    return {row["codigo"] for row in cli("saude", "--json").json["avisos"]}


def test_without_the_log_key_the_root_key_lists_another(
    founded_cli: CommandLine, settings_folder: Path
) -> None:
    copy = make(founded_cli)
    keys = next(settings_folder.rglob("chaves.aberta"))
    keys.unlink()
    restored = founded_cli("copia", "restaurar", str(copy), "--json")
    assert restored.code == 0, restored.err
    assert "--chave-nova" in restored.json["avisos"][0]
    assert "aviso.chaves_ausentes" in health_codes(founded_cli)
    again = founded_cli("copia", "restaurar", str(copy), "--chave-nova", "--json")
    assert again.code == 0, again.err
    assert (again.json["epoca"], again.json["avisos"]) == (2, [])
    assert keys.is_file()
    assert "aviso.chaves_ausentes" not in health_codes(founded_cli)
    # Whatever writes signs when it closes: with the new key, for the new epoch.
    assert founded_cli("escritorio", "configurar", "--nome", "Regional Nova").code == 0
    connection = sqlite3.connect(founded_cli.folder / "formigueiro.sqlite")
    signed = connection.execute("SELECT epoca FROM kernel_checkpoints ORDER BY epoca").fetchall()
    connection.close()
    assert signed == [(0,), (2,)]
    assert founded_cli("verificar").code == 0


def test_a_new_key_where_none_is_needed_is_refused(
    founded_cli: CommandLine, settings_folder: Path
) -> None:
    copy = make(founded_cli)
    keys = next(settings_folder.rglob("chaves.aberta"))
    before = keys.read_bytes()
    refused = founded_cli("copia", "restaurar", str(copy), "--chave-nova", "--json")
    assert (refused.code, refused.json["erro"]["codigo"]) == (2, "restaurar.chave_confere")
    alone = founded_cli("copia", "restaurar", str(copy), "--chaveiro", "--json")
    assert (alone.code, alone.json["erro"]["codigo"]) == (2, "uso.chaveiro_sem_chave_nova")
    assert keys.read_bytes() == before
    assert founded_cli("saude", "--json").json["total_eventos"] == 2


def test_the_new_key_of_a_sealed_office_is_sealed_too(
    cli: CommandLine, settings_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORMIGUEIRO_SENHA", "uma frase longa de senha")
    assert cli("iniciar", "--json").code == 0
    copy = make(cli)
    vault = next(settings_folder.rglob("chaves.cofre"))
    vault.unlink()
    answer = cli("copia", "restaurar", str(copy), "--chave-nova")
    assert answer.code == 0, answer.err
    assert "A impressão do nó agora é" in answer.out
    assert vault.is_file()
    assert not is_open_container(vault.read_bytes())
