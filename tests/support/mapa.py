"""A map service over a small territory, with demands put where a test wants them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from zoneinfo import ZoneInfo

from app.services.leitura import BancoLeitor
from app.services.mapa import MapaService
from app.services.mapa_contornos import ContornosDoMapa
from app.services.situacoes import Situacoes
from app.settings.recursos import Recursos
from core.base.territorio.resolvedor import Resolvedor
from core.colonies.d7_transparencia.colony import TRANSPARENCIA
from core.colonies.d7_transparencia.rules.prazos import Agora
from core.colonies.escritorio.colony import ESCRITORIO
from core.colonies.geo_territorio.colony import TERRITORIO
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import SOURCE, Vitrine
from tests.support.categorias import shipped_files
from tests.support.office import TEST_NO, Office
from tests.support.territorio import SMALL, MemoryStore, import_into


def office_of_the_map(office: Office) -> Vitrine:
    """An office with what a map reads: its own word, the territory, what everybody may see."""
    office.colonies = (SOURCE, ESCRITORIO, TERRITORIO, TRANSPARENCIA)
    return Vitrine(office)


def map_service(
    vitrine: Vitrine, folder: Path, resolver: Callable[[], Resolvedor] | None = None
) -> MapaService:
    """The service; ``SMALL`` is imported."""
    store = MemoryStore()
    import_into(vitrine.engine.executar, store, SMALL)
    taxonomy = shipped_files().taxonomy
    leitor = BancoLeitor(vitrine.office.database)
    return MapaService(
        leitor,
        ContornosDoMapa(leitor, store.get, folder / "mapa"),
        Situacoes(Recursos().states_toml()),
        lambda: taxonomy,
        resolver or (lambda: Resolvedor(SMALL)),
        TEST_NO,
        lambda: Agora(vitrine.office.clock.now_ms(), ZoneInfo("America/Sao_Paulo")),
    )


def place(vitrine: Vitrine, n: int, lat: float, lng: float, category: str = "3.1") -> None:
    """A demand that waits in the ranking, at a place."""
    vitrine.publicar(
        *e.pronta(n, categoria=category),
        e.georreferenciada(n, coordenadas_lat=lat, coordenadas_lng=lng),
    )
