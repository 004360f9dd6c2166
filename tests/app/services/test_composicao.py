"""The bundle of services can be built and its parts reached."""

from __future__ import annotations

from tests.support.vivo import Vivo


def test_a_listener_can_come_and_go(vivo: Vivo) -> None:
    heard: list[frozenset[str]] = []
    stop = vivo.servicos.observar(heard.append)
    vivo.app.anunciar(frozenset({"eventos"}))
    assert heard == [frozenset({"eventos"})]
    stop()
    vivo.app.anunciar(frozenset({"eventos"}))
    assert len(heard) == 1
