"""``pacote``: out of one office, and verified where there is none."""

from __future__ import annotations

import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from core.crypto import age
from tests.support.command_line import CommandLine
from tests.support.corpus_pacotes.lista import casos

# Dies as by ``kill -9`` when the bundle is put together, its body written.
_KILLED = """
import os, signal, sys
from core.sync import export
export.assemble = lambda *_args: os.kill(os.getpid(), signal.SIGKILL)
from app.cli.principal import main
main(sys.argv[1:])
"""


@pytest.fixture
def trading(founded_cli: CommandLine) -> CommandLine:
    assert founded_cli("rede", "criar").code == 0
    return founded_cli


def exported(cli: CommandLine, folder: Path, *words: str) -> Path:
    answer = cli("pacote", "exportar", "--saida", str(folder), *words, "--json")
    assert answer.code == 0, answer.err
    return Path(answer.json["arquivo"])


def test_what_is_exported_is_verified_without_an_office(
    trading: CommandLine, tmp_path: Path
) -> None:
    bundle = exported(trading, tmp_path / "pendrive")
    nowhere = CommandLine(tmp_path / "nada")
    answer = nowhere("pacote", "verificar", str(bundle), "--json")
    assert (answer.code, answer.json["veredito"], answer.json["saida"]) == (0, "aceito", 0)
    assert answer.json["manifesto"]["demonstracao"] is False
    assert answer.json["raizes"] == trading("rede", "mostrar", "--json").json["raizes"]
    assert not nowhere.folder.exists()
    spoken = nowhere("pacote", "verificar", str(bundle)).out
    assert spoken.startswith("CONFERE\n")
    inside = nowhere("pacote", "inspecionar", str(bundle))
    assert "escritorio.configurado" in inside.out
    assert "rede/rede-2.json" in inside.out
    listed = nowhere("pacote", "inspecionar", str(bundle), "--json").json["arquivos"]
    with zipfile.ZipFile(bundle) as archive:
        assert [item["nome"] for item in listed] == archive.namelist()[2:]


def test_a_changed_bundle_is_refused_with_a_sentence(trading: CommandLine, tmp_path: Path) -> None:
    bundle = exported(trading, tmp_path)
    raw = bundle.read_bytes()
    bundle.write_bytes(raw[:-1])
    answer = trading("pacote", "verificar", str(bundle), "--json")
    assert (answer.code, answer.json["motivo"]["codigo"]) == (4, "pacote.cortado")
    assert answer.json["motivo"]["frase"] in trading("pacote", "verificar", str(bundle)).out
    assert trading("pacote", "inspecionar", str(bundle)).code == 4


@pytest.mark.parametrize("caso", casos()[::12], ids=lambda caso: caso.arquivo)
def test_the_corpus_by_the_command_line(cli: CommandLine, tmp_path: Path, caso: object) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(caso.conteudo)  # type: ignore[attr-defined] # a Caso, named by its list
    answer = cli("pacote", "verificar", str(path), "--json")
    assert answer.code == caso.saida  # type: ignore[attr-defined] # as above
    assert cli("pacote", "verificar", str(path)).code == answer.code


def test_what_is_not_there_is_neither_accepted_nor_refused(
    cli: CommandLine, tmp_path: Path
) -> None:
    for wrong in (tmp_path / "nao-ha", tmp_path):
        answer = cli("pacote", "verificar", str(wrong), "--json")
        assert (answer.code, answer.json["erro"]["codigo"]) == (3, "pacote.nao_lido")


def test_a_request_brings_only_the_rest(trading: CommandLine, tmp_path: Path) -> None:
    asked = trading("pacote", "pedido", "--saida", str(tmp_path), "--json").json["arquivo"]
    answer = trading("pacote", "exportar", "--saida", str(tmp_path), "--pedido", asked, "--json")
    assert answer.code == 0, answer.err
    # The request signed what was owed, so only what came after it is missing: nothing.
    assert (answer.json["eventos"], answer.json["feeds"][0]["de"]) == (
        0, answer.json["feeds"][0]["ate"]
    )  # fmt: skip
    Path(asked).write_bytes(b"outra coisa")
    refused = trading("pacote", "exportar", "--saida", str(tmp_path), "--pedido", asked, "--json")
    assert (refused.code, refused.json["erro"]["codigo"]) == (4, "pedido.invalido")
    missing = trading("pacote", "exportar", "--saida", str(tmp_path), "--pedido", "nada", "--json")
    assert missing.code == 3


def test_restricted_parts_ask_for_an_account_and_a_reader(
    trading: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no = trading("rede", "mostrar", "--json").json["nos"][0]["no"]
    words = ("pacote", "exportar", "--saida", str(tmp_path), "--restrito", "--json")
    assert trading(*words).json["erro"]["codigo"] == "pacote.sem_destinatario"
    assert trading(*words, "--para", "x").json["erro"]["codigo"] == "pacote.no_invalido"
    made = trading(*words, "--para", no)
    assert made.code == 0, made.err
    sealed = trading("pacote", "verificar", made.json["restrito"], "--json")
    assert (sealed.code, sealed.json["motivo"]["codigo"]) == (4, "pacote.cifrado")
    opened = trading("pacote", "verificar", made.json["restrito"], "--abrir", "--json")
    assert (opened.code, opened.json["veredito"]) == (0, "aceito"), opened.err
    assert opened.json["manifesto"]["classe"] == "restrito"
    public = trading("pacote", "verificar", made.json["arquivo"], "--abrir", "--json")
    assert (public.code, public.json["motivo"]["codigo"]) == (4, "pacote.cifrado")
    assert_the_auditor_is_told(trading, made.json["arquivo"], made.json["restrito"], tmp_path)
    monkeypatch.delenv("FORMIGUEIRO_CONTA")
    assert trading(*words, "--para", no).json["erro"]["codigo"] == "conta.falta"


def assert_the_auditor_is_told(
    trading: CommandLine, public: str, restricted: str, tmp_path: Path
) -> None:
    """What each of the two files is, in words, by both verbs; a key that is none is refused."""
    name = Path(restricted).name
    for verb in (("pacote", "verificar"), ("auditar", "--texto")):
        beside = trading(*verb, public)
        assert (beside.code, name in beside.out) == (0, True), beside.out
        closed = trading(*verb, restricted)
        assert closed.code == 4
        assert closed.out.startswith("CIFRADO: NÃO FOI CONFERIDO")
        assert "só a chave de um deles o abre" in closed.out
        opened = trading(*verb, restricted, "--abrir")
        assert (opened.code, opened.out.splitlines()[0]) == (0, "CONFERE"), opened.out
        (tmp_path / "outra").write_bytes(age.new_identity())
        wrong = trading(*verb, restricted, "--chave", str(tmp_path / "outra"))
        assert (wrong.code, "não abre o arquivo" in wrong.out) == (4, True), wrong.out
        none = trading(*verb, restricted, "--chave", public, "--json")
        assert none.json["erro"]["codigo"] == "chave_age.invalida"


def test_a_restored_office_exports_both_epochs_whole(trading: CommandLine, tmp_path: Path) -> None:
    copy = trading("copia", "criar", "--json").json["arquivo"]
    assert trading("escritorio", "configurar", "--nome", "Depois da cópia").code == 0
    assert trading("copia", "restaurar", copy).code == 0
    answer = trading("pacote", "exportar", "--saida", str(tmp_path), "--json")
    assert answer.code == 0, answer.err
    sealed = trading("rede", "mostrar", "--json").json["versao"]
    assert [(feed["epoca"], feed["de"]) for feed in answer.json["feeds"]] == [(0, 0), (1, 0)]
    report = trading("pacote", "verificar", answer.json["arquivo"], "--json").json
    assert (report["veredito"], report["achados"], sealed) == ("aceito", [], 3)
    total = trading("saude", "--json").json["total_eventos"]
    assert sum(feed["eventos"] for feed in report["feeds"]) == total


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_an_export_that_is_killed_leaves_no_bundle_and_is_cleared_away(
    trading: CommandLine, tmp_path: Path
) -> None:
    dead = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"],
                          capture_output=True, text=True, check=True)  # fmt: skip
    left = tmp_path / f".civico-{dead.stdout.strip()}.parcial.corpo"
    left.write_bytes(b"o que ficou")
    other = tmp_path / ".civico-notas.txt"
    other.write_text("nada nosso")
    killed = subprocess.run(
        [sys.executable, "-c", _KILLED, "--dados", str(trading.folder), "pacote", "exportar",
         "--saida", str(tmp_path)],
        capture_output=True, check=False,
    )  # fmt: skip
    assert killed.returncode == -signal.SIGKILL
    assert [p.name for p in tmp_path.glob("civico_*")] == []
    assert len(list(tmp_path.glob(".civico-*.parcial*"))) >= 1
    exported(trading, tmp_path)
    assert sorted(path.name for path in tmp_path.glob(".civico-*")) == [other.name]
    assert trading("verificar").code == 0


def test_a_folder_that_cannot_be_written_is_said_so(trading: CommandLine, tmp_path: Path) -> None:
    blocked = tmp_path / "arquivo"
    blocked.write_text("x")
    for verb in ("exportar", "pedido"):
        answer = trading("pacote", verb, "--saida", str(blocked), "--json")
        assert answer.code == 3
