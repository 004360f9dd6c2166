"""What the cells of the backlog say."""

from __future__ import annotations

from app.services.backlog_quadro import AGENDA
from tests.support.quadros_inventados import line
from tests.widgets.conftest import Ui
from widgets.backlog.columns import HIDDEN_TITLE, backlog_columns, protocol


def cells(ui: Ui, row: object) -> dict[str, str]:
    return {column.key: column.text(row) for column in backlog_columns(ui.context.moments)}


def test_the_agenda_shows_its_order_and_the_queue_its_place(ui: Ui) -> None:
    waiting = line(7, score=3825.5)._replace(posicao=1_204)
    found = cells(ui, waiting)
    assert (found["lugar"], found["pontos"], found["nivel"]) == ("1.204ª", "3.825,50", "1")
    assert found["situacao"] == "○ aguardando vaga"
    announced = line(8, AGENDA, 10, ordem=2)._replace(posicao=9)
    assert cells(ui, announced)["lugar"] == "2ª"
    assert cells(ui, line(9, "andamento")._replace(posicao=3))["lugar"] == "—"


def test_a_held_back_title_is_not_shown_anywhere(ui: Ui) -> None:
    hidden = line(7)._replace(titulo=None, protocolo=None, posicao=1)
    columns = backlog_columns(ui.context.moments)
    (title,) = [column for column in columns if column.key == "titulo"]
    assert title.text(hidden) == title.copy_text(hidden) == title.csv_value(hidden) == HIDDEN_TITLE
    assert protocol(hidden) == hidden.demanda_id[:8]


def test_a_file_gets_numbers_as_numbers(ui: Ui) -> None:
    row = line(7, score=3825.5)._replace(posicao=4)
    values = {column.key: column.csv_value(row) for column in backlog_columns(ui.context.moments)}
    assert (values["lugar"], values["nivel"], float(str(values["pontos"]))) == (4, 1, 3825.5)
    assert values["protocolo"] == "ABCD-000007-11"
