from __future__ import annotations

from core.kernel.erasing import Eraser
from core.kernel.event import Event
from core.kernel.header import PartEntry
from tests.core.kernel.test_subject_rights import NOME, OUTRA, PESSOA, of_person
from tests.support.office import Office, demanda
from tests.support.toy_colonies import T1, T2, T3


def prepared(office: Office) -> Eraser:
    office.colonies = (T1, T2, T3)
    engine = office.engine()
    engine.publicar("T-1", of_person(1, PESSOA, NOME), of_person(2, OUTRA, "Outra Pessoa"))
    engine.aguardar_ocioso(trabalhos=True)
    return Eraser(engine)


def in_engine(office: Office, eraser: Eraser, *subjects: str) -> list[tuple[str, list[str]]]:
    def everything(_event: Event, part: PartEntry) -> bool:
        return part.nome.startswith("restrita.")

    found = office.engines[-1].call(lambda: eraser.of_subjects(subjects, everything)).result()
    return [(one.event.tipo, sorted(one.parts.values())) for one in found]


def test_an_event_about_two_of_the_subjects_is_found_once(office: Office) -> None:
    eraser = prepared(office)
    once = in_engine(office, eraser, demanda(1))
    assert once
    assert in_engine(office, eraser, demanda(1), demanda(1)) == once
    both = in_engine(office, eraser, demanda(1), demanda(2))
    assert len(both) == len(once) + len(in_engine(office, eraser, demanda(2)))


def test_a_person_is_found_in_the_parts_that_speak_of_it(office: Office) -> None:
    eraser = prepared(office)
    found = office.engines[-1].call(lambda: eraser.of_person({PESSOA})).result()
    assert [sorted(one.parts.values()) for one in found] == [["restrita.pessoa.cidadao"]]


def test_nothing_pending_costs_nothing_and_is_clean(office: Office) -> None:
    eraser = prepared(office)
    assert office.engines[-1].call(eraser.clean).result() is True
    assert office.engines[-1].call(eraser.copies).result() == ()
