"""Two offices come to require both their signatures, and let a third in by them."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.redes import Escritorio, Redes, suspende


@pytest.fixture
def dois(redes: Redes) -> list[Escritorio]:
    """Centro, which founded the network, and Norte, which joined it."""
    return redes.unidos("Centro", "Norte")


def proposed(office: Escritorio, stick: Path, *words: str) -> dict[str, Any]:
    """What proposing came to."""
    made: dict[str, Any] = office.certo("rede", "propor", "--saida", str(stick), *words).json
    return made


def signed(office: Escritorio, made: dict[str, Any]) -> dict[str, Any]:
    """What signing with the fingerprint that was read aloud came to."""
    words = ("rede", "assinar", made["arquivo"], "--impressao", made["impressao"])
    value: dict[str, Any] = office.certo(*words).json
    return value


def both(dois: list[Escritorio], stick: Path) -> None:
    """From one root key to two of two."""
    centro, norte = dois
    key = norte.certo("rede", "chave").json["chave"]
    made = proposed(centro, stick, "--raiz", key, "--limiar", "2")
    assert (made["faltam"], made["adotada"]) == (1, False)
    assert centro.certo("rede", "mostrar").json["limiar"] == 1, "nothing changes before"
    looked = norte("rede", "assinar", made["arquivo"])
    assert looked.code == 0, looked.err
    assert "2 de 2 assinaturas" in looked.out
    assert norte.certo("rede", "chave").json["impressao"] in looked.out
    assert "Nada foi assinado" in looked.out
    assert made["impressao"] not in looked.out, "nobody compares by copying the screen"
    done = signed(norte, made)
    assert (done["faltam"], done["adotada"]) == (0, True)
    assert signed(centro, made)["adotada"]


def test_two_of_two_from_then_on(dois: list[Escritorio], tmp_path: Path) -> None:
    centro, norte = dois
    both(dois, tmp_path)
    for office in dois:
        shown = office.certo("rede", "mostrar").json
        assert (shown["limiar"], len(shown["raizes"])) == (2, 2)
        assert office("verificar").code == 0
    norte.certo(
        "demandas", "registrar", "--ponto=-20.6,-36.93", "--texto", "Buraco na rua da feira"
    )
    assert centro.certo("pacote", "importar", str(norte.exportar(tmp_path))).json["estado"] == (
        "importado"
    )
    (tmp_path / "dita").mkdir()
    said = norte("rede", "propor", "--saida", str(tmp_path / "dita"), "--limiar", "1")
    assert "Falta 1 assinatura: leve" in said.out, said.err
    lower = proposed(norte, tmp_path, "--limiar", "1")
    assert lower["faltam"] == 1
    assert signed(centro, lower)["adotada"], "either may begin, both have to sign"


def test_a_third_office_comes_in_by_both(
    redes: Redes, dois: list[Escritorio], tmp_path: Path
) -> None:
    centro, norte = dois
    both(dois, tmp_path)
    sul = redes.fundar("Sul")
    request, shown = sul.pedir(tmp_path)
    alone = centro("rede", "convidar", str(request), "--impressao", shown)
    assert alone.code == 2
    assert "rede propor --entrada" in alone.err
    words = ("--entrada", str(request), "--impressao", shown)
    made = proposed(centro, tmp_path, *words)
    assert any(change.startswith("entra Sul") for change in made["mudancas"])
    assert signed(norte, made)["adotada"]
    assert signed(centro, made)["adotada"]
    invitation, roots = centro.convidar(request, shown)
    assert sul.aceitar(invitation, *roots).code == 0
    assert len(sul.certo("rede", "mostrar").json["nos"]) == 3


def test_an_office_that_replaced_its_log_key_comes_in_version_by_version(
    redes: Redes, dois: list[Escritorio], tmp_path: Path
) -> None:
    centro, norte = dois
    both(dois, tmp_path)
    sul = redes.fundar_com_chave_nova("Sul", tmp_path / "copia")
    request, shown = sul.pedir(tmp_path)
    words = ("--entrada", str(request), "--impressao", shown)
    told = centro("rede", "propor", "--saida", str(tmp_path), *words)
    assert "entra por 2 versões, e esta é a 1ª" in told.out
    assert "proponha a seguinte" in told.out
    for step in (1, 2):
        made = proposed(centro, tmp_path, *words)
        assert (made["passo"], made["passos"]) == (step, 2)
        assert signed(norte, made)["adotada"]
        assert signed(centro, made)["adotada"]
    invitation, roots = centro.convidar(request, shown)
    assert sul.aceitar(invitation, *roots).code == 0
    bundle = sul.exportar(tmp_path / "saida")
    feeds = norte.certo("pacote", "verificar", str(bundle)).json["feeds"]
    assert [(one["epoca"], one["veredito"]) for one in feeds] == [
        (epoca, "aceito") for epoca in range(3)
    ]


def test_a_signature_that_gives_units_away_waits_for_what_is_not_understood(
    redes: Redes, dois: list[Escritorio], tmp_path: Path
) -> None:
    centro, norte = dois
    both(dois, tmp_path)
    sul = redes.fundar("Sul")
    request, shown = sul.pedir(tmp_path)
    made = proposed(centro, tmp_path, "--entrada", str(request), "--impressao", shown)
    lower = proposed(centro, tmp_path / "outra", "--limiar", "1")
    suspende(norte)
    words = ("rede", "assinar", made["arquivo"], "--impressao", made["impressao"], "--json")
    refused = norte(*words)
    assert refused.json["erro"]["codigo"] == "rede.decisoes_suspensas"
    assert signed(norte, lower)["adotada"], "who signs is no decision about units"


def test_what_is_refused_says_what_to_do(dois: list[Escritorio], tmp_path: Path) -> None:
    centro, norte = dois
    key = norte.certo("rede", "chave").json["chave"]
    out = ("--saida", str(tmp_path), "--json")

    def code(office: Escritorio, *words: str) -> str:
        answer = office(*words, "--json") if "--json" not in words else office(*words)
        assert answer.code in (2, 4), answer.out
        found: str = answer.json["erro"]["codigo"]
        return found

    assert code(centro, "rede", "propor", *out) == "versao.nada_muda"
    assert code(centro, "rede", "propor", "--raiz", "x", *out) == "versao.chave_invalida"
    assert code(centro, "rede", "propor", "--limiar", "2", *out) == "versao.limiar_impossivel"
    assert code(centro, "rede", "propor", "--entrada", __file__, *out) == "versao.sem_impressao"
    assert code(norte, "rede", "propor", "--limiar", "2", *out) == "chave_raiz.outra_rede"
    made = proposed(centro, tmp_path, "--raiz", key, "--limiar", "2")
    wrong = ("rede", "assinar", made["arquivo"], "--impressao", "AAAA")
    assert code(norte, *wrong) == "rede.impressao_diferente"
    cut = tmp_path / "cortado.versao"
    shutil.copyfile(made["arquivo"], cut)
    cut.write_bytes(cut.read_bytes()[:-2])
    assert code(norte, "rede", "assinar", str(cut)) == "versao.invalida"
