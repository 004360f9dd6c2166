"""The outbox's rows."""

from __future__ import annotations

from core.kernel.colony import Effect
from core.kernel.engine.outbox import effect_done, pending_effects, queue_effects
from tests.support.office import Office


def test_a_key_is_queued_once_and_given_up_after_five_failures(office: Office) -> None:
    office.colonies = ()
    engine = office.engine()
    writer = engine.writer
    engine.cycle.begin()
    effects = [Effect("b", "imprimir", {"n": 1}), Effect("a", "imprimir", {"n": 2})]
    queue_effects(writer, "T-3", effects)
    queue_effects(writer, "T-3", [Effect("a", "imprimir", {"n": 3})])
    pending = pending_effects(writer.cursor, writer.dialect)
    assert [(e.chave, e.dados, e.tentativas) for e in pending] == [
        ("a", {"n": 2}, 0),
        ("b", {"n": 1}, 0),
    ]
    assert [e.chave for e in pending_effects(writer.cursor, writer.dialect, 1)] == ["a"]
    effect_done(writer, pending[1], failed=False)
    queue_effects(writer, "T-3", [Effect("b", "imprimir", {})])  # done is not queued again
    for attempt in range(5):
        (left,) = pending_effects(writer.cursor, writer.dialect)
        assert left.tentativas == attempt
        effect_done(writer, left, failed=True)
    assert pending_effects(writer.cursor, writer.dialect) == []
    engine.cycle.commit()
    assert office.rows("SELECT chave, estado FROM kernel_saida ORDER BY chave") == [
        ("a", "falhou"),
        ("b", "feito"),
    ]
