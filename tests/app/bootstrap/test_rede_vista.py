"""The view: what the document says, in words of this office, and what peers are known to have."""

from __future__ import annotations

from app.bootstrap.rede_vista import custodias, ver_rede
from core.base.protocolo import prefix_of
from core.kernel.event import NewEvent
from core.kernel.identity.fingerprint import fingerprint
from core.sync.peers import said_to_have
from tests.support.office import unidade
from tests.support.vivo import Vivo


def test_a_network_of_one(vivo: Vivo) -> None:
    view, chain = ver_rede(vivo.app), vivo.app.aberto.rede
    (own,) = view.nos
    installation = vivo.app.aberto.installation
    assert (view.rede, view.versao, view.limiar) == (chain.rede, 1, 1)
    assert view.raizes == [fingerprint(bytes.fromhex(chain.current.raizes[0]))]
    assert (own.no, own.is_proprio, own.transporte, own.veio_de) == (
        installation.no, True, None, None
    )  # fmt: skip
    assert own.protocolos == [prefix_of(installation.no, 0)]
    (feed,) = own.aqui
    assert (feed.no, feed.epoca) == (installation.no, 0)
    assert feed.tamanho > 100
    assert own.visto_com == own.aqui
    assert [(one.versao, one.nos, one.selos) for one in view.versoes] == [(1, 1, 0)]


def test_receipts_tell_what_somebody_has(vivo: Vivo) -> None:
    """Of a node that signed receipts: the most that any of them says."""
    other, own = "ef" * 16, vivo.app.aberto.installation.no
    for size in (3, 7, 5):
        said = {"feeds": [{"no": other, "epoca": 0, "tamanho": size, "raiz": "11" * 32}]}
        vivo.app.engine.publicar("N-0a", NewEvent("recibo.importacao", said, sujeito=other))
    vivo.ocioso()
    with vivo.app.leitor.ler() as leitura:
        assert said_to_have(*leitura) == {own: {(other, 0): 7}}
    # Receipts of one's own tell nothing that is not here.
    (node,) = ver_rede(vivo.app).nos
    assert node.visto_com == node.aqui


def test_claims_have_the_names_that_they_have_here(vivo: Vivo) -> None:
    known, unknown = some_unit(vivo), unidade(9_999)
    found = custodias(vivo.app, ["*", known[0], unknown])
    assert [(one.unidade, one.nome) for one in found] == [
        ("*", "tudo o que ninguém mais declara"), known, (unknown, None)
    ]  # fmt: skip


def some_unit(vivo: Vivo) -> tuple[str, str]:
    """(id, name) of a unit of the demonstration's territory."""
    with vivo.app.leitor.ler() as (cursor, _dialect):
        cursor.execute("SELECT unidade_civica_id, nome FROM core_uc_polygons ORDER BY 1 LIMIT 1")
        ((unit, name),) = cursor.fetchall()
    return str(unit), str(name)
