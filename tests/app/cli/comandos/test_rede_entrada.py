"""Offices join by files: what they keep, what is compared, and everything that is refused."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from core.crypto import ed25519
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.network_document import make_successor, sign_document
from core.kernel.identity.root_key import read_root_key
from core.sync.entry_files import (
    Version,
    make_invitation,
    read_entry_request,
    read_invitation,
)
from tests.support.command_line import Answer
from tests.support.redes import Escritorio, Redes, unidade_de


def code(answer: Answer) -> str:
    """Of a refusal; with a sentence for people."""
    assert answer.code in (2, 3, 4), answer.out
    assert answer.json["erro"]["mensagem"]
    return str(answer.json["erro"]["codigo"])


def network(office: Escritorio) -> tuple[str, int]:
    """(network, version) as the office has it."""
    shown = office.certo("rede", "mostrar").json
    return shown["rede"], shown["versao"]


def former_network(request: Path) -> str:
    """The network of one that a request comes from."""
    return read_entry_request(request.read_bytes()).chain.rede


def changed(path: Path, raw: bytes) -> Path:
    """A file beside it with other bytes."""
    other = path.with_name(f"outro {path.name}")
    other.write_bytes(raw)
    return other


def test_an_office_joins_and_keeps_everything(redes: Redes, tmp_path: Path) -> None:
    centro, norte = redes.fundar("Centro"), redes.fundar("Norte")
    request, read_aloud = norte.pedir(tmp_path)
    looked = centro.certo("rede", "convidar", str(request)).json
    assert (looked["impressao"], looked["convite"]) == (read_aloud, None)
    assert read_aloud not in centro("rede", "convidar", str(request)).out, (
        "nobody copies the screen"
    )
    assert network(centro)[1] == 2
    # It works on while the request is on its way.
    norte.certo("escritorio", "configurar", "--nome", "Norte e arredores")
    invitation, roots = centro.convidar(request, read_aloud)
    before = norte.certo("eventos", "listar", "--limite", "100").json
    joined = norte.aceitar(invitation, *roots)
    assert joined.code == 0, joined.err
    assert (joined.json["entrou"], joined.json["epoca"], joined.json["versao"]) == (True, 1, 3)
    assert network(norte) == network(centro)
    own = next(one for one in norte.certo("rede", "mostrar").json["nos"] if one["este"])
    assert own["custodia"] == [unidade_de("Norte")]
    assert own["veio_de"] == {"rede": former_network(request), "epoca": 0}
    assert own["protocolos"][-1] == joined.json["protocolo"]
    assert [one["epoca"] for one in own["aqui"]] == [0, 1]
    after = norte.certo("eventos", "listar", "--limite", "100").json
    assert len(str(after)) > len(str(before))
    for office in (norte, centro):
        assert office.certo("verificar").json["ok"] is True
    bundle = norte.exportar(tmp_path / "saida")
    report = centro.certo("pacote", "verificar", str(bundle)).json
    assert [(one["epoca"], one["veredito"]) for one in report["feeds"]] == [
        (0, "aceito"),
        (1, "aceito"),
    ]
    assert report["achados"] == []
    # The same invitation once more brings nothing, and takes nothing back.
    again = norte.aceitar(invitation, *roots)
    assert (again.code, again.json["entrou"], again.json["novas"]) == (0, False, 0)
    assert code(norte("rede", "pedir", "--saida", str(tmp_path), "--json")) == "convite.ja_em_rede"


def test_a_copy_from_before_is_never_restored(redes: Redes, tmp_path: Path) -> None:
    """Not even where the database that knows better is lost; a copy made later tells to wait."""
    centro, norte = redes.fundar("Centro"), redes.fundar("Norte")
    copy = norte.certo("copia", "criar", "--pasta", str(tmp_path / "copias")).json["arquivo"]
    invitation, roots = centro.convidar(*norte.pedir(tmp_path))
    assert norte.aceitar(invitation, *roots).code == 0
    assert code(norte("copia", "restaurar", copy, "--json")) == "copia.antes_da_entrada"
    later = norte.certo("copia", "criar", "--pasta", str(tmp_path / "depois")).json["arquivo"]
    for part in norte.dados.glob("formigueiro.sqlite*"):
        part.unlink()
    assert code(norte("copia", "restaurar", copy, "--json")) == "copia.antes_da_entrada"
    assert code(norte("copia", "restaurar", later, "--json")).startswith(
        ("restaurar.", "chave_raiz.")
    )


def test_three_offices_have_one_network(redes: Redes, tmp_path: Path) -> None:
    offices = redes.unidos("Centro", "Norte", "Sul")
    assert {network(office) for office in offices} == {network(offices[0])}
    claims = {
        tuple(one["custodia"])
        for one in offices[0].certo("rede", "mostrar").json["nos"]
        if one["custodia"]
    }
    assert claims == {("*",), (unidade_de("Norte"),), (unidade_de("Sul"),)}
    bundles = [office.exportar(tmp_path / office.nome) for office in offices]
    for bundle in bundles:
        assert offices[2].certo("pacote", "verificar", str(bundle)).json["veredito"] == "aceito"


def test_damaged_and_foreign_files_change_nothing(redes: Redes, tmp_path: Path) -> None:
    centro, norte = redes.fundar("Centro"), redes.fundar("Norte")
    request, read_aloud = norte.pedir(tmp_path)
    raw = request.read_bytes()
    for broken in (raw[:-40], b"", raw.replace(b"Norte", b"Morte"), raw + b"\0"):
        answer = centro(
            "rede", "convidar", str(changed(request, broken)), "--impressao", read_aloud, "--json"
        )
        assert code(answer).startswith("entrada.")
    wrong = centro("rede", "convidar", str(request), "--impressao", "AAAA-BBBB", "--json")
    assert code(wrong) == "rede.impressao_diferente"
    missing = centro("rede", "convidar", str(tmp_path / "não há"), "--json")
    assert code(missing) == "pacote.nao_lido"
    assert network(centro)[1] == 2
    invitation, roots = centro.convidar(request, read_aloud)
    raw = invitation.read_bytes()
    for broken in (raw[:-1], raw[:200], raw.replace(b"Centro", b"Sentro")):
        assert code(norte.aceitar(changed(invitation, broken), *roots)).startswith(
            ("convite.", "rede.")
        )
    before = network(norte)
    assert code(norte.aceitar(invitation)) == "rede.impressao_diferente"
    assert code(norte.aceitar(invitation, read_aloud)) == "rede.impressao_diferente"
    assert code(redes.fundar("Sul").aceitar(invitation, *roots)) == "convite.de_outro"
    assert network(norte) == before
    assert norte.aceitar(invitation, *roots).code == 0


def test_a_replayed_request_gives_the_same_invitation(redes: Redes, tmp_path: Path) -> None:
    """The stick was lost, or full: the network does not grow by asking twice."""
    centro, norte = redes.fundar("Centro"), redes.fundar("Norte")
    request, read_aloud = norte.pedir(tmp_path)
    (tmp_path / "cheio").write_text("não é pasta")
    full = centro(
        "rede", "convidar", str(request), "--impressao", read_aloud,
        "--saida", str(tmp_path / "cheio"), "--json",
    )  # fmt: skip
    assert code(full) in ("pacote.pasta_recusada", "arquivo.recusado")
    first, roots = centro.convidar(request, read_aloud)
    raw = first.read_bytes()
    second, _ = centro.convidar(request, read_aloud)
    assert second.read_bytes() == raw
    assert network(centro)[1] == 3
    other, again = norte.pedir(tmp_path / "de novo", "--unidade", unidade_de("Leste"))
    answer = centro("rede", "convidar", str(other), "--impressao", again, "--json")
    assert code(answer) == "entrada.ja_na_rede"
    # A restored office has begun another epoch since it asked.
    copy = norte.certo("copia", "criar").json["arquivo"]
    norte.certo("copia", "restaurar", copy)
    assert code(norte.aceitar(second, *roots)) == "convite.epoca_passou"
    assert network(norte)[1] == 3


def test_identical_claims_are_refused_before_anything_is_signed(
    redes: Redes, tmp_path: Path
) -> None:
    centro, _norte = redes.unidos("Centro", "Norte")
    sul = redes.fundar("Sul")
    made = sul.certo(
        "rede", "pedir", "--saida", str(tmp_path), "--unidade", unidade_de("Norte")
    ).json
    answer = centro("rede", "convidar", made["arquivo"], "--impressao", made["impressao"], "--json")
    assert code(answer) == "entrada.custodia_igual"
    assert "Norte" in answer.json["erro"]["mensagem"]
    assert network(centro)[1] == 3
    none = sul("rede", "pedir", "--saida", str(tmp_path), "--json")
    assert code(none) == "entrada.sem_unidade"


def root_seed(office: Escritorio, chain: NetworkChain) -> bytes:
    """The root key beside the settings."""
    (path,) = office.ajustes.rglob("chave-raiz.cofre")
    return read_root_key(path, None, chain.current.raizes).seed


def invited(redes: Redes, tmp_path: Path) -> tuple[Escritorio, Escritorio, Path, list[str]]:
    """(host, joined office, an invitation, roots)."""
    centro, norte = redes.unidos("Centro", "Norte")
    sul = redes.fundar("Sul")
    invitation, roots = centro.convidar(*sul.pedir(tmp_path))
    return centro, norte, invitation, roots


def _written(path: Path, versions: Sequence[Version]) -> bytes:
    no, chain, _ = read_invitation(path.read_bytes())
    return make_invitation(no, chain.rede, versions)


def test_versions_go_forward_one_by_one_and_never_fork(redes: Redes, tmp_path: Path) -> None:
    centro, norte, newer, _roots = invited(redes, tmp_path)
    _no, chain, versions = read_invitation(newer.read_bytes())
    before = network(norte)
    skipped = changed(newer, _written(newer, [*versions[:2], versions[3]]))
    assert code(norte.aceitar(skipped)) == "rede.versao_saltada"
    older = norte.aceitar(changed(newer, _written(newer, versions[:2])))
    assert (older.code, older.json["novas"]) == (0, 0)
    # Two holders of one root key made two versions of one number.
    seed = root_seed(centro, chain)
    third = chain.documents[2]
    other = make_successor(third, threshold=1, root_public_keys=[
        *third.raizes, ed25519.public_key(bytes(32)).hex()
    ])  # fmt: skip
    fork = (other, sign_document(other, [seed]))
    forked = changed(newer, _written(newer, [*versions[:3], fork]))
    unsigned = (other, sign_document(other, [bytes(32)]))
    few = newer.with_name("sem assinatura")
    few.write_bytes(_written(newer, [*versions[:3], unsigned]))
    assert code(norte.aceitar(few)) == "rede.assinatura_insuficiente"
    assert network(norte) == before
    accepted = norte.aceitar(newer)
    assert (accepted.code, accepted.json["novas"], accepted.json["entrou"]) == (0, 1, False)
    assert code(norte.aceitar(forked)) == "rede.bifurcada"
    assert network(norte)[1] == 4


def test_locked_keys_change_nothing(redes: Redes, tmp_path: Path) -> None:
    centro = redes.fundar("Centro")
    answer = centro(
        "rede", "convidar", str(redes.fundar("Norte").pedir(tmp_path)[0]),
        "--chave-raiz", str(tmp_path / "não há"), "--impressao", "x", "--json",
    )  # fmt: skip
    assert code(answer) == "rede.impressao_diferente"
    request, read_aloud = next(tmp_path.glob("*.entrada")), ""
    read_aloud = centro.certo("rede", "convidar", str(request)).json["impressao"]
    answer = centro(
        "rede", "convidar", str(request), "--impressao", read_aloud,
        "--chave-raiz", str(tmp_path / "não há"), "--json",
    )  # fmt: skip
    assert code(answer) == "chave_raiz.ausente"
    assert network(centro)[1] == 2


_KILLED = """
import os, sys
import core.sync.adoption as adoption
import app.bootstrap.rede as rede
where = sys.argv.pop(1)
if where == "antes":
    adoption.publish_first = lambda *args: os._exit(9)
else:
    rede._write_guard = lambda *args: os._exit(9)
from app.cli.principal import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("where", ["antes", "depois"])
def test_a_process_killed_in_the_middle_leaves_no_half_joined_office(
    redes: Redes, tmp_path: Path, where: str
) -> None:
    centro, norte = redes.fundar("Centro"), redes.fundar("Norte")
    invitation, roots = centro.convidar(*norte.pedir(tmp_path))
    before = network(norte)
    words = ["--dados", str(norte.dados), "rede", "aceitar", str(invitation), "--impressao", *roots]
    with norte.aqui():
        killed = subprocess.run(
            [sys.executable, "-c", _KILLED, where, *words], check=False, capture_output=True
        )
    assert killed.returncode == 9, killed.stderr
    assert network(norte) == (before if where == "antes" else network(centro))
    assert norte.certo("verificar").json["ok"] is True
    again = norte.aceitar(invitation, *roots)
    assert (again.code, again.json["entrou"]) == (0, where == "antes")
    assert network(norte) == network(centro)
    norte.certo("escritorio", "configurar", "--nome", "Depois da queda")
    assert norte.certo("verificar").json["ok"] is True
