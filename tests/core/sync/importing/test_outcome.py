"""The outcome as JSON: one value for every state, exit code included."""

from __future__ import annotations

from collections import Counter

from core.sync.importing.outcome import (
    AGAIN,
    IMPORTED,
    MAX_NAMED,
    PARTLY,
    REFUSED,
    WAITING,
    FeedOutcome,
    ImportOutcome,
    Named,
)


def sentence(code: str) -> str:
    return f"<{code}>"


def test_only_what_is_refused_is_not_zero() -> None:
    codes = {state: ImportOutcome("00", estado=state).saida for state in
             (IMPORTED, WAITING, AGAIN, PARTLY, REFUSED)}  # fmt: skip
    assert codes == {IMPORTED: 0, WAITING: 0, AGAIN: 0, PARTLY: 4, REFUSED: 4}


def test_what_waits_is_not_counted_as_new() -> None:
    outcome = ImportOutcome("00", estados=Counter(aplicado=3, adiado=1, pendente=5))
    assert outcome.novos == 4


def test_what_is_said_of_single_events_comes_as_numbers_and_names() -> None:
    outcome = ImportOutcome("00")
    for seq in range(MAX_NAMED + 1):
        outcome.mark(Named("evento.relogio_recua", "ab" * 16, 0, seq, "cd" * 32))
    value = outcome.value(sentence)
    (said,) = value["marcados"]
    assert (said["motivo"]["classe"], said["eventos"]) == ("A", MAX_NAMED + 1)
    assert [one["seq"] for one in value["nomeados"]] == list(range(MAX_NAMED))


def test_every_reason_comes_with_class_and_sentence() -> None:
    feed = FeedOutcome("ab" * 16, 0, 3, 9, motivo="feed.lacuna", espera_em=3, falta="x")
    outcome = ImportOutcome("00", feeds=[feed], alarmes={"feed.atras"}, motivo="pacote.vazio")
    value = outcome.value(sentence)
    assert value["motivo"] == {
        "codigo": "pacote.vazio", "classe": "R", "frase": "<pacote.vazio>"
    }  # fmt: skip
    assert value["feeds"][0]["motivo"]["classe"] == "P"
    assert value["alarmes"][0]["codigo"] == "feed.atras"
    assert value["formato"] == "civico/importacao/v1"
