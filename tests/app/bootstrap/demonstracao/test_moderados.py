"""What the demonstration has to moderate, over a living office."""

from __future__ import annotations

from app.bootstrap.demonstracao.enredo import CLERK, DIAS, MODERATOR
from app.bootstrap.demonstracao.moderados import CENAS, Moderados
from app.services.mapa_vistas import FiltroDoMapa
from core.base.territorio.distancia import Ponto
from core.colonies.d1d_moderacao.queries import FiltroFila
from tests.support.moderados import EVERYWHERE
from tests.support.vivo import Vivo


def test_the_scenes_leave_something_decided_and_something_that_waits(vivo: Vivo) -> None:
    before = vivo.servicos.moderacao.pagina().pendentes
    story = Moderados(vivo.app, CLERK, MODERATOR)
    line = vivo.servicos.mapa.mapa.na_tela(EVERYWHERE, FiltroDoMapa()).linhas[0]
    place = Ponto(line.lat, line.lng)
    assert not story.dia(0, place)
    for number in CENAS:
        assert story.dia(number, place)
    vivo.ocioso()
    waiting = vivo.servicos.moderacao.pagina()
    assert waiting.pendentes == before + 2
    assert {one.item.tipo for one in waiting.itens} == {"texto", "anexo"}
    blocked = vivo.servicos.moderacao.pagina(FiltroFila(status="bloqueado")).itens
    assert any("(27)" in (one.item.trecho or "") for one in blocked)
    shown = [
        foto
        for one in vivo.servicos.moderacao.pagina(FiltroFila(status="aprovado")).itens
        for foto in vivo.servicos.midias.galeria(one.item.demanda_id, None)
        if foto.is_publica
    ]
    assert len({foto.sha256 for foto in shown}) == 2


def test_all_scenes_lie_within_the_story() -> None:
    assert max(CENAS) < DIAS
