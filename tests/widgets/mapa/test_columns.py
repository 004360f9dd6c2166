"""The list beside the map: public words, and no state by colour alone."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from app.services.mapa_vistas import Simbolo
from app.services.situacoes import Situacoes
from app.settings.recursos import Recursos
from widgets.mapa.columns import columns

STATES = Situacoes(Recursos().states_toml())
ONE = Simbolo(
    "d", "ABCD-000001-11", None, STATES.of("em_progresso"), True, 2, "Vias", "Sé",
    "2026-05-28T12:00:00.000Z", -23.5, -46.25,
)  # fmt: skip


def test_cells() -> None:
    cells = {column.key: column.text(ONE) for column in columns(ZoneInfo("America/Sao_Paulo"))}
    assert cells == {
        "titulo": "Texto em moderação",
        "situacao": "⊘ em progresso",
        "nivel": "2",
        "categoria": "Vias",
        "unidade": "Sé",
        "protocolo": "ABCD-000001-11",
        "recebida": "28/05/2026",
        "lat": "-23,500000",
        "lng": "-46,250000",
    }
    values = {column.key: column.csv_value(ONE) for column in columns(ZoneInfo("UTC"))}
    assert (values["situacao"], values["nivel"], values["lat"]) == ("em progresso", 2, -23.5)
