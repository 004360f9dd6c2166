"""What comes into the queue, and what leaves it."""

from __future__ import annotations

from typing import Any, cast

from core.colonies.d1d_moderacao import queries
from core.colonies.d1d_moderacao.colony import MODERACAO
from core.kernel.event import NewEvent
from core.kernel.store.statement import Cursor
from tests.core.colonies.d1d_moderacao.conftest import (
    ANA,
    SOURCE,
    WORDS,
    Desk,
    anexo,
    corrigida,
    normalizada,
    publicada,
)
from tests.support.office import Office, demanda

REPORT = demanda(900)


def test_what_was_flagged_waits_and_the_rest_leaves_no_row(desk: Desk) -> None:
    desk.publicar(
        normalizada(1),
        normalizada(2, "Falta água", suspeito=False),
        publicada(3, REPORT),
        anexo(4, 1),
        anexo(4, 2, "aprovado", sensivel=False),
        anexo(4, 3, "bloqueado"),
    )
    items = {(one.tipo, one.referencia_id): one for one in desk.fila()}
    assert set(items) == {
        ("texto", demanda(1)),
        ("relato", REPORT),
        ("anexo", demanda(501)),
        ("anexo", demanda(503)),
    }
    text = items["texto", demanda(1)]
    assert (text.trecho, text.motivo, text.status) == (WORDS, ("otario",), "pendente")
    assert items["anexo", demanda(503)].is_bloqueado_ja
    assert not items["anexo", demanda(501)].is_bloqueado_ja
    assert items["anexo", demanda(501)].motivo == ("pessoa",)
    assert desk.read(queries.count_queue) == {
        ("pendente", "anexo"): 2,
        ("pendente", "relato"): 1,
        ("pendente", "texto"): 1,
    }
    desk.check()


def test_descriptions_are_kept_whether_or_not_anything_was_flagged(desk: Desk) -> None:
    described = [
        {"indice": 1, "descricao": "um buraco", "descricao_original": "a hole", "traduzida": True}
    ]
    desk.publicar(normalizada(1, "Buraco", suspeito=False, midias_descritas=described), anexo(1, 1))
    found = desk.read(queries.read_description, demanda(1), 1)
    assert (found.descricao, found.descricao_original, found.is_traduzida) == (
        "um buraco",
        "a hole",
        True,
    )
    assert desk.read(queries.read_description, demanda(1), None) is None
    desk.check()


def test_a_corrected_text_is_another_item(desk: Desk) -> None:
    desk.publicar(normalizada(1))
    (before,) = desk.fila()
    desk.publicar(corrigida(1, "texto"), normalizada(1, "Outro otário", corrigida=True))
    (after,) = desk.fila()
    assert after.item_id != before.item_id
    assert desk.item(before.item_id).status == "substituido"
    desk.publicar(corrigida(1, "texto"), normalizada(1, "Água", corrigida=True, suspeito=False))
    assert desk.fila() == []
    desk.check()


def test_another_place_leaves_the_item_and_what_was_decided_of_it(desk: Desk) -> None:
    desk.publicar(normalizada(1))
    (item,) = desk.fila()
    desk.publicar(corrigida(1, "local"), normalizada(1, corrigida=True))
    assert [one.item_id for one in desk.fila()] == [item.item_id]
    desk.decidir(item, "bloqueado")
    desk.publicar(corrigida(1, "local"), normalizada(1, corrigida=True))
    assert desk.fila() == []
    assert desk.item(item.item_id).status == "bloqueado"
    desk.check()


def test_a_text_that_nothing_holds_back_any_more_leaves_the_queue(desk: Desk) -> None:
    """A term was taken off the list, then the place was corrected: the text is public now."""
    desk.publicar(normalizada(1))
    desk.publicar(corrigida(1, "local"), normalizada(1, corrigida=True, suspeito=False))
    assert desk.fila() == []
    desk.check()


def test_a_decision_finds_its_item_whichever_came_first(desk: Desk) -> None:
    desk.publicar(normalizada(1))
    (item,) = desk.fila()
    desk.decidir(item, "bloqueado", motivo="ofensa")
    events = desk.office.events()
    decision = next(one for one in events if one.tipo == "moderacao.decidida")
    assert desk.item(item.item_id).status == "bloqueado"
    # The same decision about an item that is not here yet: kept, and in force once it is.
    payload = {**decision.payload, "item_id": demanda(77), "demanda_id": demanda(7)}
    desk.publicar(NewEvent("moderacao.decidida", payload, sujeito=demanda(77)))
    (early,) = desk.read(queries.read_history, demanda(77))
    assert (early.decisao, early.motivo, early.moderador_id) == (
        "bloqueado",
        "ofensa",
        ANA["conta_id"],
    )
    desk.check()


def test_pages_go_on_from_a_key_while_the_list_changes(desk: Desk) -> None:
    desk.publicar(*(normalizada(n, f"{n} otário") for n in range(1, 8)))
    first = desk.read(queries.read_queue, queries.FiltroFila(), 3)
    desk.decidir(first[0], "aprovado")
    desk.decidir(first[2], "bloqueado")
    rest = desk.read(queries.read_queue, queries.FiltroFila(), 10, first[-1].ponto)
    seen = [one.item_id for one in (*first, *rest)]
    assert len(seen) == len(set(seen)) == 7
    newest = desk.read(queries.read_queue, queries.FiltroFila(status=None), 3)
    later = desk.read(queries.read_queue, queries.FiltroFila(status=None), 10, newest[-1].ponto)
    assert len({one.item_id for one in (*newest, *later)}) == 7


def test_filters_narrow_the_queue(desk: Desk) -> None:
    desk.publicar(normalizada(1), publicada(1, REPORT), normalizada(2))
    assert [one.tipo for one in desk.fila(tipo="relato")] == ["relato"]
    assert {one.demanda_id for one in desk.fila(demanda_id=demanda(2))} == {demanda(2)}
    assert desk.fila(opiniao=True) == []


def test_a_removed_file_takes_its_description_and_leaves_the_others(desk: Desk) -> None:
    described = [{"indice": n, "descricao": f"um muro {n}", "traduzida": True} for n in (1, 2)]
    desk.publicar(normalizada(1, "Muro", suspeito=False, midias_descritas=described), anexo(1, 1))
    gone = {"anexo_id": demanda(501), "demanda_id": demanda(1), "hash_sha256": f"{1:064x}"}
    desk.publicar(NewEvent("anexo.removido", gone, sujeito=demanda(501)))
    assert desk.read(queries.read_description, demanda(1), 1) is None
    assert desk.read(queries.read_description, demanda(1), 2).descricao == "um muro 2"
    desk.check()


class Explaining:
    """A cursor that asks how a statement would be answered."""

    def __init__(self, cursor: Any) -> None:
        self._cursor = cursor
        self.plan = ""

    def execute(self, sql: str, params: Any = ()) -> Any:
        self._cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
        self.plan = str(self._cursor.fetchall())
        return self

    def fetchall(self) -> list[Any]:
        return []


def test_the_queue_is_counted_in_an_index_alone(sqlite_office: Office) -> None:
    """Texts stand in the rows: of 100,000 of them a count must read none."""
    sqlite_office.colonies = (SOURCE, MODERACAO)
    sqlite_office.engine()
    reader = sqlite_office.database.open_reader()
    try:
        asked = Explaining(reader.cursor)
        assert queries.count_queue(cast("Cursor", asked), reader.dialect) == {}
    finally:
        reader.close()
    assert "COVERING INDEX ix_d1d_fila_contagem" in asked.plan
