"""The view: what the document says, in words of this office, and what peers are known to have."""

from __future__ import annotations

from app.bootstrap.rede_vista import read_receipts, ver_rede
from core.base.protocolo import prefix_of
from core.kernel.event import NewEvent
from core.kernel.identity.fingerprint import fingerprint
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
    """The most that any of them says; receipts of one's own tell nothing that is not here."""
    other = "ef" * 16
    for size in (3, 7, 5):
        said = {"feeds": [{"no": other, "epoca": 0, "tamanho": size, "raiz": "11" * 32}]}
        vivo.app.engine.publicar("N-0a", NewEvent("recibo.importacao", said, sujeito=other))
    vivo.ocioso()
    reader = vivo.app.database.open_reader()
    try:
        found = read_receipts(reader)
    finally:
        reader.close()
    assert found == {vivo.app.aberto.installation.no: {(other, 0): 7}}
