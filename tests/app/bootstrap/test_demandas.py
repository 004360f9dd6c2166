from __future__ import annotations

from app.bootstrap.demandas import agora_de
from app.services.demanda_lista import Escolha
from tests.support.vivo import Vivo


def test_the_services_of_demands_speak_of_one_office(vivo: Vivo) -> None:
    services = vivo.servicos
    ids = services.demanda_lista.ordem(Escolha())
    assert len(ids) == sum(services.demandas.contar().values())
    assert services.demanda_detalhe.abrir(ids[0]).vista.demanda_id == ids[0]
    assert services.busca.buscar(ids[0]).total >= 1
    assert agora_de(vivo.app).ms == vivo.clock.now_ms()
