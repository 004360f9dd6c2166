"""Values of the map."""

from __future__ import annotations

from app.services.mapa_vistas import MUDAM_O_MAPA, Grupo, Onde, VisaoDoMapa
from core.base.territorio.distancia import Caixa
from core.colonies.d7_transparencia.colony import TRANSPARENCIA


def test_groups_count_all_that_is_in_them() -> None:
    group = Grupo(7, (("concluida", 7),), None, 0.0, 0.0, Caixa(0, 0, 1, 1))
    assert VisaoDoMapa((), (group, group)).total == 14


def test_a_place_in_words() -> None:
    assert Onde("u", "Sé", ("São Paulo",)).frase == "Sé · São Paulo"
    assert Onde(None, None).frase == "Fora de todas as unidades conhecidas"


def test_what_changes_the_map_is_what_the_public_record_folds() -> None:
    assert MUDAM_O_MAPA - {"titular.eliminado"} <= set(TRANSPARENCIA.apply)
    assert "ranking.atualizado" not in MUDAM_O_MAPA
