"""A backlog on paper."""

from __future__ import annotations

from app.services.backlog_quadro import LinhaDoBacklog
from app.services.impressos.backlog import folha_do_backlog
from tests.support.quadros_inventados import espera, line, quadro

COLUMNS = (
    ("Protocolo", lambda row: row.protocolo or ""),
    ("Demanda", lambda row: row.titulo or ""),
)
TITLES = ("Em andamento · 0", "Na agenda · 1", "Esperando vaga · 1")


def page(lines: list[LinhaDoBacklog], aviso: str = "") -> str:
    found = quadro(espera(7), agenda=[1])
    made = folha_do_backlog(
        found, found.linhas, [*found.linhas, *lines], TITLES, COLUMNS, "hoje", aviso
    )
    assert made.deitado
    return made.html


def test_three_bands_and_what_is_empty_says_so() -> None:
    html = page([line(7)])
    assert html.index("Em andamento · 0") < html.index("Nenhuma.") < html.index("Na agenda · 1")
    assert html.index("ABCD-000001-11") < html.index("Esperando vaga") < html.index("ABCD-000007")
    assert "recalculados" not in html


def test_what_people_typed_is_escaped_and_a_warning_stands_above() -> None:
    html = page([line(7)._replace(titulo="<b>Rua & 'praça'</b>")], "Os pontos são recalculados")
    assert "&lt;b&gt;Rua &amp;" in html
    assert html.index("Os pontos são recalculados") < html.index("<h2>")


def test_a_long_queue_says_how_many_are_not_on_the_sheet() -> None:
    found = quadro(espera(7), agenda=[1])
    lines = [line(7 + at) for at in range(1_234)]
    made = folha_do_backlog(
        found, found.linhas, [*found.linhas, *lines], TITLES, COLUMNS, "hoje", ""
    )
    said = "Das 1.234 que esperam vaga, esta folha traz as 500 primeiras; faltam 734."
    assert made.html.index(said) < made.html.index("<h2>")
    assert "esta folha traz" not in page([line(7)])
