"""Asking, inviting and accepting over an open office; the command line's tests walk the whole way."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap.rede import aceitar, convidar, pedir_entrada
from core.kernel.errors import IntegrityFault, UserFacingError
from core.sync.entry_files import make_invitation
from tests.support.entradas import sozinho
from tests.support.office import unidade
from tests.support.redes import Redes
from tests.support.vivo import Vivo


def test_a_demonstration_neither_asks_nor_invites_nor_joins(vivo: Vivo) -> None:
    other = sozinho("Norte")
    app = vivo.app
    invitation = make_invitation(app.aberto.installation.no, other.chain.rede, other.versions)
    for call in (
        lambda: pedir_entrada(app, [unidade(1)], None),
        lambda: convidar(app, other.pedido(), None, Path("não há"), None),
        lambda: aceitar(app, invitation, []),
    ):
        with pytest.raises(UserFacingError, match=r"rede\.demonstracao"):
            call()


def test_an_office_of_its_own_looks_before_it_signs(com_contas: Vivo) -> None:
    """Not exchanging yet, it neither asks nor invites; a damaged file is told apart."""
    app = com_contas.app
    with pytest.raises(UserFacingError, match=r"rede\.sem_troca"):
        pedir_entrada(app, [unidade(1)], None)
    with pytest.raises(UserFacingError, match=r"entrada\.sem_unidade"):
        pedir_entrada(app, [], None)
    for claims in (["x"], ["\udcff"], [""], [unidade(1), "A" * 36]):
        with pytest.raises(UserFacingError, match=r"entrada\.unidade_invalida"):
            pedir_entrada(app, claims, None)
    with pytest.raises(UserFacingError, match=r"entrada\.unidades_demais"):
        pedir_entrada(app, [unidade(n) for n in range(257)], None)
    with pytest.raises(UserFacingError, match=r"rede\.sem_troca"):
        convidar(app, sozinho("Norte").pedido(), None, None, None)
    with pytest.raises(IntegrityFault, match=r"convite\.invalido"):
        aceitar(app, b"{}\n", [])


def test_demands_stay_and_new_ones_begin_otherwise(redes: Redes, tmp_path: Path) -> None:
    """The counter works before and after; whoever receives both epochs verifies both."""
    centro, norte = redes.fundar("Centro"), redes.fundar("Norte")
    words = ("demandas", "registrar", "--ponto=-20.6,-36.93", "--texto")
    before = norte.certo(*words, "Buraco na rua das Flores, em frente ao número 10").json
    invitation, roots = centro.convidar(*norte.pedir(tmp_path))
    assert norte.aceitar(invitation, *roots).code == 0
    after = norte.certo(*words, "Poste apagado na praça central há duas semanas").json
    assert before["protocolo"][:4] != after["protocolo"][:4]
    listed = norte("demandas", "listar").out
    assert before["protocolo"] in listed
    assert after["protocolo"] in listed
    assert before["protocolo"] in norte("linha-do-tempo", before["protocolo"]).out
    assert norte.certo("verificar").json["ok"] is True
    bundle = norte.exportar(tmp_path / "saida")
    feeds = centro.certo("pacote", "verificar", str(bundle)).json["feeds"]
    assert [(one["epoca"], one["veredito"]) for one in feeds] == [(0, "aceito"), (1, "aceito")]
    assert all(one["folhas_invalidas"] == one["partes_descartadas"] == 0 for one in feeds)
