"""The forms of the six kinds, as the colony checks them."""

from __future__ import annotations

from app.services.gabinete_formulario import FEITO, FORMULARIOS, STATUS, conclui


def test_six_kinds_and_what_stays_inside() -> None:
    assert len(FORMULARIOS) == 6
    inside = {f.nome for fields in FORMULARIOS.values() for f in fields if f.is_interno}
    assert inside == {"com_quem", "referencia"}
    assert [f.nome for f in FORMULARIOS["entrave_registrado"] if not f.is_obrigatorio] == ["orgao"]


def test_what_ends_the_work() -> None:
    assert conclui(STATUS, {"status": FEITO})
    assert not conclui(STATUS, {"status": "bloqueado"})
    assert not conclui("contato_realizado", {"status": FEITO})
