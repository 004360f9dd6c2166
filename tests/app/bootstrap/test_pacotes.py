"""What an open office exports with."""

from __future__ import annotations

import pytest

from app.bootstrap.pacotes import criar_rede, exporter_of, pedido_de
from core.kernel.errors import UserFacingError
from core.sync.request import read_request
from tests.support.vivo import Vivo


def test_an_office_exports_once_its_network_lists_its_keys(vivo: Vivo) -> None:
    with pytest.raises(UserFacingError) as fault:
        exporter_of(vivo.app, None)
    assert fault.value.code == "rede.sem_troca"
    chain = criar_rede(vivo.app, None, None, None)
    vivo.reabrir()
    assert vivo.app.aberto.rede.current.raw == chain.current.raw
    exporter = exporter_of(vivo.app, None)
    assert (exporter.demonstracao, exporter.no) == (True, vivo.app.aberto.installation.no)
    assert exporter.programa.startswith("Formigueiro ")


def test_the_request_tells_how_far_the_office_is(vivo: Vivo) -> None:
    criar_rede(vivo.app, None, None, None)
    vivo.reabrir()
    name, raw = pedido_de(vivo.app, None)
    request = read_request(raw, vivo.app.aberto.rede)
    assert name.endswith(f"{request.no}.pedido")
    assert request.rede_versao == 2
    assert [feed.tamanho for feed in request.feeds] == [vivo.app.aberto.cabeca.tamanho]
