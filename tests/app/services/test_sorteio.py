"""Draws and the queue through the service: pages do not skip or repeat while the list grows."""

from __future__ import annotations

import pytest

from app.services.leitura import BancoLeitor
from app.services.sorteio import SorteioService
from core.kernel.errors import UserFacingError
from tests.core.colonies.d6a_sorteio.conftest import Desk, cadastrado, disponivel, number, started
from tests.support.office import Office, conselheiro


def service(desk: Desk) -> SorteioService:
    return SorteioService(BancoLeitor(desk.office.database, keep=0))


def test_pages_of_draws_and_of_the_queue(office: Office) -> None:
    desk = started(office)
    desk.publicar(*(cadastrado(n) for n in (1, 2, 3)), *(disponivel(n) for n in range(1, 7)))
    draws = service(desk)
    first = draws.listar(limite=2)
    assert [number(one.demanda_id) for one in first.sorteios] == [3, 2]
    desk.publicar(cadastrado(4))  # a newer draw meanwhile
    second = draws.listar(limite=2, depois=first.depois)
    assert [number(one.demanda_id) for one in second.sorteios] == [1]
    assert second.depois is None
    mine = draws.listar(conselheiro_id=conselheiro(4)).sorteios
    assert [number(one.demanda_id) for one in mine] == [4]
    named = draws.do_conselheiro(conselheiro(4))
    assert [number(one.demanda_id) for one in named] == [4]
    assert named[0].sorteado == mine[0]
    queue = draws.fila(limite=1)
    assert [number(one.demanda_id) for one in queue.pendentes] == [5]
    rest = draws.fila(depois=queue.depois)
    assert [number(one.demanda_id) for one in rest.pendentes] == [6]


def test_a_point_that_is_none(sqlite_office: Office) -> None:
    desk = started(sqlite_office)
    for wrong in ("", "x/y", "1/zz", "1"):
        with pytest.raises(UserFacingError, match=r"sorteio\.pagina_invalida"):
            service(desk).listar(depois=wrong)
