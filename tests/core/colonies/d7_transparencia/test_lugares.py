"""Public places: homes never, disputed and gone ones no longer."""

from __future__ import annotations

from typing import Any

from core.colonies.d7_transparencia.queries import lugares
from core.colonies.d7_transparencia.queries.mapa import Caixa
from core.kernel.event import NewEvent
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import Vitrine
from tests.support.office import unidade

LUGAR = "aaaaaaaa-0000-4000-8000-{:012x}"
BOX = Caixa(-23.6, -46.7, -23.5, -46.6)


def cadastrado(n: int, tipo: str = "organizacao", **more: Any) -> NewEvent:
    """A place on the map."""
    return e.evento(
        "lugar.cadastrado",
        lugar_id=LUGAR.format(n),
        tipo_lugar=tipo,
        coordenadas_brutas={"lat": -23.55, "lng": -46.65},
        timestamp=e.MOMENTO,
        nome=f"Lugar {n}",
        subtipo="escola",
        **more,
    )


def validado(n: int, confianca: str) -> NewEvent:
    """How far it is believed."""
    return e.evento(
        "lugar.validado",
        lugar_id=LUGAR.format(n),
        status_confianca=confianca,
        metodo_validacao="social",
        total_confirmacoes=3,
        total_denuncias=0,
        versao_dados="v1",
    )


def shown(vitrine: Vitrine) -> list[tuple[str | None, str]]:
    """(name, confidence) of the places in the box."""
    found = vitrine.read(lugares.read_places, BOX)
    return [(one.nome, one.status_confianca) for one in found]


def test_places_from_the_first_to_the_last_word_about_them(vitrine: Vitrine) -> None:
    vitrine.publicar(cadastrado(1), cadastrado(2, "equipamento_publico"), cadastrado(3))
    vitrine.publicar(cadastrado(4, "residencia"), cadastrado(5, "poligono_uc"))
    assert shown(vitrine) == [(f"Lugar {n}", "provisorio") for n in (1, 2, 3)]
    placed = e.evento(
        "lugar.georreferenciado",
        lugar_id=LUGAR.format(1),
        unidade_civica_id=unidade(1),
        nivel_minimo_resolvido=2,
        cadeia_ucs=[unidade(1)],
        metodo_resolucao="gps",
        confianca_geo="alta",
        confianca_tipificacao="media",
        subtipo_confirmado="escola estadual",
    )
    vitrine.publicar(placed, validado(1, "confirmado"), validado(2, "disputado"))
    vitrine.publicar(e.evento("lugar.desativado", lugar_id=LUGAR.format(3), motivo="operador"))
    assert shown(vitrine) == [("Lugar 1", "confirmado")]
    found = vitrine.read(lugares.read_place, LUGAR.format(1))
    assert (found.unidade_civica_id, found.subtipo_declarado) == (unidade(1), "escola")
    assert (found.subtipo_confirmado, found.total_confirmacoes) == ("escola estadual", 3)
    for hidden in (2, 3, 4, 9):
        assert vitrine.read(lugares.read_place, LUGAR.format(hidden)) is None
    vitrine.publicar(validado(2, "confirmado"))
    assert len(shown(vitrine)) == 2
    vitrine.check()


def test_what_is_said_of_a_home_is_passed_over(vitrine_sqlite: Vitrine) -> None:
    vitrine = vitrine_sqlite
    vitrine.publicar(cadastrado(1, "residencia"), validado(1, "confirmado"))
    assert vitrine.office.rows("SELECT * FROM d7_lugares_geo") == []
