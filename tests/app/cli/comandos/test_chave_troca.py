"""Exchange keys that were lost with the computer come back from their own file."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from core.crypto.vault import is_open_container
from tests.support.redes import Escritorio, Redes


@pytest.fixture
def dois(redes: Redes) -> list[Escritorio]:
    """Centro, which founded the network, and Norte, which joined it."""
    return redes.unidos("Centro", "Norte")


def code(office: Escritorio, *words: str) -> str:
    """What a refused call says."""
    answer = office(*words, "--json")
    assert answer.code in (2, 4), answer.out
    found: str = answer.json["erro"]["codigo"]
    return found


def lost(office: Escritorio) -> None:
    """The file of keys is gone."""
    for held in office.ajustes.rglob("chaves.*"):
        held.unlink()


def test_a_restored_office_exchanges_again_with_the_keys_of_the_file(
    redes: Redes, tmp_path: Path
) -> None:
    office = redes.fundar("Sul")
    path = tmp_path / "chave-troca.cofre"
    made = office.certo("rede", "chave", "--exportar-troca", str(path)).json
    assert (made["com_senha"], stat.S_IMODE(path.stat().st_mode)) == (False, 0o600)
    assert code(office, "rede", "chave", "--exportar-troca", str(path)) == "chave_troca.ja_existe"
    copy = office.certo("copia", "criar", "--pasta", str(tmp_path / "copia")).json["arquivo"]
    lost(office)
    done = office.certo("copia", "restaurar", copy, "--chave-nova", "--chave-troca", str(path))
    assert done.json["avisos"] == []
    bundle = office.exportar(tmp_path / "saida")
    assert office.certo("pacote", "verificar", str(bundle)).json["veredito"] == "aceito"


def test_the_file_of_somebody_else_or_of_something_else_changes_nothing(
    redes: Redes, dois: list[Escritorio], tmp_path: Path
) -> None:
    centro, norte = dois
    path = tmp_path / "chave-troca.cofre"
    centro.certo("rede", "chave", "--exportar-troca", str(path))
    bring = ("rede", "chave", "--trazer-troca")
    assert code(norte, *bring, str(path)) == "chave_troca.de_outro"
    assert code(norte, *bring, str(tmp_path / "nada")) == "chave_troca.ausente"
    root = next(norte.ajustes.rglob("chave-raiz.cofre"))
    assert code(norte, *bring, str(root)) == "chave_troca.outro_arquivo"
    both = ("--exportar-troca", "x", "--trazer-troca", "y")
    assert norte("rede", "chave", *both).code == 2
    assert centro.certo(*bring, str(path)).json["no"] == centro.no
    sul = redes.fundar("Sul")
    copy = sul.certo("copia", "criar", "--pasta", str(tmp_path / "copia")).json["arquivo"]
    lost(sul)
    done = sul.certo("copia", "restaurar", copy, "--chave-nova", "--chave-troca", str(path)).json
    assert "são de outro escritório" in done["avisos"][0], "the office itself is restored"


def test_of_a_sealed_office_the_file_is_sealed_too(
    redes: Redes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORMIGUEIRO_SENHA", "uma frase longa de senha")
    office = redes.comecar("Leste")
    office.certo("rede", "criar")
    path = tmp_path / "chave-troca.cofre"
    assert office.certo("rede", "chave", "--exportar-troca", str(path)).json["com_senha"]
    assert not is_open_container(path.read_bytes())
    monkeypatch.setenv("FORMIGUEIRO_SENHA", "outra senha bem longa")
    assert code(office, "rede", "chave", "--trazer-troca", str(path)) == "chaves.senha_errada"
