"""A window is given every service of the office, over the same office."""

from __future__ import annotations

from dataclasses import fields

from app.services.permissoes import Ato
from tests.support.vivo import Vivo


def test_every_service_is_there(vivo: Vivo) -> None:
    services = vivo.servicos
    assert all(getattr(services, one.name) is not None for one in fields(services))
    assert services.transparencia.painel().unidade is None
    assert services.sessao.pode(Ato.REGISTRAR)
