"""The review as a moderator works it: keys, the next one there, leases, undo, a stable order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.services.fila_revisao import (
    Aberta,
    CategoriaParaEscolher,
    Decidida,
    FilaDeRevisaoService,
    UnidadeAchada,
)
from app.services.fila_revisao_paginas import EmEspera, PaginaDaFila, Pendencia
from app.services.revisoes import Item
from core.base.taxonomia.classifier import Alternativa
from core.colonies.d2_georreferenciamento.queries import Mudanca, Revisao
from core.colonies.d3_categorizacao.queries import (
    Contestacao,
    ItemDaFila,
    Reserva,
    VersaoLida,
)
from core.colonies.d3_categorizacao.rules import Versao
from core.kernel.errors import UserFacingError
from tests.support.office import demanda, unidade
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from widgets.revisao.screen import RevisaoScreen

DESDE = "2026-11-29T12:00:00.000Z"
ANA = "44444444-0000-4000-8000-000000000009"
CATEGORIES = (
    CategoriaParaEscolher("3.1", "Vias e pavimentação", 3, (("3.1.1", "Buraco"),)),
    CategoriaParaEscolher("3.4", "Iluminação pública", 3, ()),
)


def pendencia(n: int, motivo: str = "confianca_baixa", tipo: Any = "categoria") -> Pendencia:
    return Pendencia(tipo, demanda(n), f"BCDF-00000{n}-47", motivo, DESDE, 0.55, "3.4", f"x/{n}")


@dataclass
class FakeQueue(FilaDeRevisaoService):
    """Items in memory; what was asked is remembered."""

    items: list[Pendencia] = field(default_factory=list)
    asked: list[tuple[str, ...]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    holders: dict[str, str] = field(default_factory=dict)
    refuses: BaseException | None = None
    late: bool = False

    @override
    def pagina(self, limite: int = 100, depois: str | None = None) -> PaginaDaFila:
        counts: Any = {"categoria": len(self.items), "territorio": 0, "mudanca": 0}
        more = "x" if len(self.items) > limite else None
        return PaginaDaFila(tuple(self.items[:limite]), more, counts, {"unidade": 1})

    @override
    def abrir(self, pendencia: Pendencia) -> Aberta:
        queued = ItemDaFila(
            pendencia.demanda_id, 1, pendencia.motivo, 0.55, "3.4", None,
            (Alternativa("3.1", 0.4),), None, None, "vista", DESDE,
            f"texto de {pendencia.protocolo}", "pt", unidade(1), None, None,
        )  # fmt: skip
        contest = Contestacao("3.1", "é a rua", True, DESDE, None)
        item = Item(queued, (), True, (), (contest,), None)
        change = Mudanca(pendencia.demanda_id, unidade(1), unidade(2), 2, "v", DESDE)
        waits = Revisao(pendencia.demanda_id, -23.5, -40.5, "ponto", None, DESDE)
        names = {unidade(1): "Centro", unidade(2): "Vila Nova"}
        is_open = pendencia in self.items
        return Aberta(pendencia, item, None, None, change, waits, unidade(1), names, is_open)

    @override
    def categorias(self) -> tuple[CategoriaParaEscolher, ...]:
        return CATEGORIES

    @override
    def em_espera(self, limite: int = 100, inicio: int = 0) -> tuple[EmEspera, ...]:
        return (EmEspera(demanda(9), "BCDF-000009-47", "unidade", DESDE),)

    @override
    def procurar_unidades(self, texto: str, limite: int = 20) -> tuple[UnidadeAchada, ...]:
        return (UnidadeAchada(unidade(2), f"{texto} · Cidade"),) if texto else ()

    @override
    def fotos(self, aberta: Aberta) -> tuple[bytes, ...]:
        return ()

    @override
    def reservar(self, demanda_id: str, conta_id: str, nome: str) -> Reserva:
        self.asked.append(("reservar", demanda_id[-1]))
        who = self.holders.get(demanda_id, conta_id)
        return Reserva(who, nome if who == conta_id else "Rita", "2026-11-30T18:00:00.000Z")

    @override
    def soltar(self, demanda_id: str, conta_id: str) -> None:
        self.asked.append(("soltar", demanda_id[-1]))

    @override
    def decidir_categoria(
        self,
        aberta: Aberta,
        categoria_id: str,
        ator: Any,
        subcategoria_id: str | None = None,
        nota: str = "",
    ) -> Decidida:
        self.notes.append(nota)
        return self._done(aberta, ("categoria", categoria_id, subcategoria_id or ""))

    @override
    def confirmar_mudanca(self, aberta: Aberta, ator: Any, nota: str = "") -> Decidida:
        self.notes.append(nota)
        return self._done(aberta, ("mudanca",))

    @override
    def manter_unidade(self, aberta: Aberta, ator: Any, nota: str = "") -> Decidida:
        self.notes.append(nota)
        return self._done(aberta, ("mantida",))

    @override
    def escolher_unidade(
        self, aberta: Aberta, unidade_id: str, ator: Any, nota: str = ""
    ) -> Decidida:
        self.notes.append(nota)
        return self._done(aberta, ("unidade", unidade_id))

    @override
    def desfazer(self, decidida: Decidida, ator: Any) -> None:
        self.asked.append(("desfazer", decidida.pendencia.demanda_id[-1]))
        self.items.insert(0, decidida.pendencia)

    def _done(self, aberta: Aberta, what: tuple[str, ...]) -> Decidida:
        self.asked.append((*what, aberta.pendencia.demanda_id[-1]))
        if self.refuses is not None:
            raise self.refuses
        self.items.remove(aberta.pendencia)
        if self.late:
            return Decidida(aberta.pendencia, e_minha=False, categoria_id="3.1")
        return Decidida(aberta.pendencia, e_minha=True, categoria_id="3.4", event_id="e")


def fake(items: Sequence[Pendencia]) -> FakeQueue:
    made = FakeQueue.__new__(FakeQueue)
    made.items, made.asked, made.holders = list(items), [], {}
    made.refuses, made.late, made.notes = None, False, []
    return made


@pytest.fixture
def queue() -> FakeQueue:
    return fake([pendencia(1, "contestada"), pendencia(2), pendencia(3)])


@pytest.fixture
def screen(ui: Ui, host: QWidget, queue: FakeQueue) -> RevisaoScreen:
    made = RevisaoScreen(queue, ui.context, host)
    made.resize(1_200, 760)
    host.show()
    host.activateWindow()
    made.activate()
    ui.settle()
    return made


def protocols(screen: RevisaoScreen) -> list[str]:
    return [row.demanda_id[-1] for row in screen.queue.model.rows]  # type: ignore[attr-defined] # all rows are here


def test_the_first_item_is_there_with_its_whole_text(ui: Ui, screen: RevisaoScreen) -> None:
    assert protocols(screen) == ["1", "2", "3"]
    assert screen.item.words.text() == "texto de BCDF-000001-47"
    assert "é a rua" in screen.item.reasons.text()
    assert screen.item.lease.text().startswith("Reservado para você até ")
    assert screen.subtitle.text() == "3 itens esperam uma pessoa, 1 contestado primeiro"
    assert screen.tabs.tabText(1) == "Em espera (1)"
    shown = [one.text() for one in screen.item.category.buttons if not one.isHidden()]
    assert shown == ["1   3.4 Iluminação pública · 55 %", "2   3.1 Vias e pavimentação · 40 %"]
    assert (unnamed(screen), unreachable(screen)) == ([], [])


def test_a_key_decides_and_the_next_one_is_there_before_the_write_is_done(
    ui: Ui, screen: RevisaoScreen, queue: FakeQueue
) -> None:
    screen.queue.table.setFocus()
    QTest.keyClick(screen.queue.table, Qt.Key.Key_1)
    # Nothing has been waited for, and the next one stands already.
    assert screen.item.words.text() == "texto de BCDF-000002-47"
    assert protocols(screen) == ["2", "3"]
    ui.settle()
    assert ("categoria", "3.4", "", "1") in queue.asked
    assert "ficou em" in ui.notices[-1][1]
    QTest.keyClick(screen.queue.table, Qt.Key.Key_Z)
    ui.settle()
    assert ("desfazer", "1") in queue.asked
    assert "1" in protocols(screen)
    QTest.keyClick(screen.queue.table, Qt.Key.Key_Z)
    ui.settle()
    assert queue.asked.count(("desfazer", "1")) == 1


def test_undo_is_over_after_a_while(ui: Ui, screen: RevisaoScreen, queue: FakeQueue) -> None:
    screen.item.category.choose(0)
    ui.settle()
    assert screen._undo_time.isActive()
    screen._undo_time.timeout.emit()
    screen.undo()
    ui.settle()
    assert not [one for one in queue.asked if one[0] == "desfazer"]


def test_a_refused_decision_brings_the_item_back(
    ui: Ui, screen: RevisaoScreen, queue: FakeQueue
) -> None:
    queue.refuses = UserFacingError("revisao.mudou")
    screen.item.category.choose(0)
    ui.settle()
    assert ui.faults == [queue.refuses]
    assert protocols(screen) == ["1", "2", "3"]


def test_the_second_of_two_is_told_what_the_first_decided(
    ui: Ui, screen: RevisaoScreen, queue: FakeQueue
) -> None:
    queue.late = True
    screen.item.category.choose(0)
    ui.settle()
    assert ui.notices[-1][0] == "aviso"
    assert "Alguém decidiu antes" in ui.notices[-1][1]


def test_what_somebody_else_holds_cannot_be_decided_on(
    ui: Ui, screen: RevisaoScreen, queue: FakeQueue
) -> None:
    queue.holders[demanda(2)] = "outra"
    QTest.keyClick(screen.queue.table, Qt.Key.Key_P)
    ui.settle()
    assert screen.item.lease.text().startswith("Com Rita até ")
    QTest.keyClick(screen.queue.table, Qt.Key.Key_1)
    ui.settle()
    assert not [one for one in queue.asked if one[0] == "categoria"]
    assert ("soltar", "1") in queue.asked


def test_the_order_stands_while_the_list_changes(
    ui: Ui, screen: RevisaoScreen, queue: FakeQueue
) -> None:
    screen.queue.select("categoria:" + demanda(2))
    queue.items = [pendencia(4, "contestada"), pendencia(3), pendencia(2)]
    screen.refresh()
    ui.settle()
    assert protocols(screen) == ["2", "3", "4"]
    assert screen.current is not None
    assert screen.current.demanda_id == demanda(2)
    screen.reorder()
    ui.settle()
    assert protocols(screen) == ["4", "3", "2"]


def test_letters_are_text_in_a_text_field(ui: Ui, screen: RevisaoScreen, queue: FakeQueue) -> None:
    screen.queue.filter.setFocus()
    QTest.keyClicks(screen.queue.filter, "1pdz")
    ui.settle()
    assert screen.queue.filter.text() == "1pdz"
    assert not [one for one in queue.asked if one[0] == "categoria"]
    assert ui.gone == []


def test_any_category_can_be_given_by_its_name(
    ui: Ui, screen: RevisaoScreen, queue: FakeQueue
) -> None:
    choice = screen.item.category
    assert not choice.give.isEnabled()
    choice.other.setCurrentIndex(0)
    choice.sub.setCurrentIndex(0)
    choice.give.click()
    ui.settle()
    assert ("categoria", "3.1", "3.1.1", "1") in queue.asked


def test_a_change_of_unit_is_confirmed_by_its_key(ui: Ui, host: QWidget) -> None:
    queue = fake([pendencia(5, "mudanca", "mudanca")])
    screen = RevisaoScreen(queue, ui.context, host)
    screen.resize(1_200, 760)
    host.show()
    screen.activate()
    ui.settle()
    assert "Pelos contornos novos: Vila Nova." in screen.item.change.words.text()
    QTest.keyClick(screen.queue.table, Qt.Key.Key_C)
    ui.settle()
    assert ("mudanca", "5") in queue.asked
    assert screen.item.state.message.startswith("Nada espera revisão")


def test_todays_unit_is_kept_by_its_key_with_a_note(ui: Ui, host: QWidget) -> None:
    queue = fake([pendencia(5, "mudanca", "mudanca"), pendencia(6, "mudanca", "mudanca")])
    screen = RevisaoScreen(queue, ui.context, host)
    screen.resize(1_200, 760)
    host.show()
    screen.activate()
    ui.settle()
    QTest.keyClick(screen.queue.table, Qt.Key.Key_N)
    assert screen.item.note.hasFocus()
    QTest.keyClicks(screen.item.note, "mora do outro lado")
    assert not queue.notes, "letters are inert in a text field"
    screen.queue.table.setFocus()
    QTest.keyClick(screen.queue.table, Qt.Key.Key_M)
    ui.settle()
    assert ("mantida", "5") in queue.asked
    assert queue.notes == ["mora do outro lado"]
    assert screen.item.note.text() == "", "a note belongs to one decision"
    screen.item.change.keep.click()
    ui.settle()
    assert ("mantida", "6") in queue.asked
    assert queue.notes[-1] == ""


def test_a_missing_unit_is_searched_and_given(ui: Ui, host: QWidget) -> None:
    queue = fake([replace(pendencia(6, "sem_unidade", "territorio"), confianca=None)])
    screen = RevisaoScreen(queue, ui.context, host)
    screen.resize(1_200, 760)
    host.show()
    screen.activate()
    ui.settle()
    assert "fora de todos os contornos" in screen.item.unit.place.text()
    assert not screen.item.unit.give.isEnabled()
    screen.item.unit.text.setText("vila")
    QTest.keyClick(screen.item.unit.text, Qt.Key.Key_Return)
    ui.settle()
    screen.item.unit.give.click()
    ui.settle()
    assert ("unidade", unidade(2), "6") in queue.asked


def test_ways_lead_to_the_demand(ui: Ui, screen: RevisaoScreen) -> None:
    screen.item.demand.click()
    screen.tabs.setCurrentIndex(1)
    screen.waiting.table.opened.emit(0)
    assert ui.gone == [("demandas", demanda(1)), ("demandas", demanda(9))]


def test_models_hold_and_a_hidden_screen_lets_go(
    ui: Ui, screen: RevisaoScreen, queue: FakeQueue
) -> None:
    QAbstractItemModelTester(
        screen.queue.model, QAbstractItemModelTester.FailureReportingMode.Fatal, screen
    )
    QAbstractItemModelTester(
        screen.item.unit.model, QAbstractItemModelTester.FailureReportingMode.Fatal, screen
    )
    screen.item.category.choose(0)
    ui.settle()
    screen.hide()
    ui.settle()
    assert queue.asked[-1] == ("soltar", "2")
    screen.save_view()
    assert screen.mapToGlobal(QPoint(0, 0)) is not None


def test_the_category_of_today_is_kept_by_its_key(
    ui: Ui, screen: RevisaoScreen, queue: FakeQueue
) -> None:
    item = screen.item.item
    assert item is not None
    assert item.categoria is not None
    said = Versao(
        "e", "3.4", None, 3, 85, 0.9, "automatica", "classificador", (), None, None, None, None
    )  # fmt: skip
    standing = VersaoLida(said, 1, True, "ab" * 32, DESDE)
    screen.item.show_item(replace(item, categoria=replace(item.categoria, historico=(standing,))))
    assert screen.item.category.keep.text() == "M   Manter a de hoje: 3.4 Iluminação pública"
    screen.queue.table.setFocus()
    QTest.keyClick(screen.queue.table, Qt.Key.Key_M)
    ui.settle()
    assert ("categoria", "3.4", "", "1") in queue.asked
    assert "fica na categoria em que estava" in ui.notices[-1][1]


def test_where_no_category_stands_there_is_none_to_keep(
    ui: Ui, screen: RevisaoScreen, queue: FakeQueue
) -> None:
    assert screen.item.category.keep.isHidden()
    before = list(queue.asked)
    screen.item.keep()
    ui.settle()
    assert queue.asked == before
