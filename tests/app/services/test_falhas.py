"""Faults by cause, and reports without personal data."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.services.falhas import Cause, describe, is_cancellation
from app.services.mensagens import Mensagens
from app.services.progresso import Cancelled
from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (UserFacingError("saude.motivo_em_branco"), Cause.PESSOA),
        (EnvironmentFault("banco.disco_cheio"), Cause.AMBIENTE),
        (IntegrityFault("banco.danificado", onde="/dados"), Cause.INTEGRIDADE),
        (ValueError("Maria da Silva, CPF 111"), Cause.DEFEITO),
    ],
)
def test_causes(mensagens: Mensagens, error: Exception, cause: Cause) -> None:
    falha = describe(error, mensagens)
    assert falha.causa is cause
    assert falha.is_bug is (cause is Cause.DEFEITO)
    assert "?" not in falha.frase


def test_a_report_names_places_and_never_values(mensagens: Mensagens) -> None:
    def inner(name: str) -> None:
        raise KeyError(name)

    def outer() -> None:
        try:
            inner("Maria da Silva")
        except KeyError as error:
            raise RuntimeError("CPF 111.222.333-44") from error

    with pytest.raises(RuntimeError) as raised:
        outer()
    falha = describe(raised.value, mensagens, versao="0.1.0")
    assert "Maria" not in falha.relatorio + falha.frase
    assert "CPF" not in falha.relatorio + falha.frase
    assert "builtins.KeyError" in falha.relatorio
    assert "tests/app/services/test_falhas.py:" in falha.relatorio
    assert str(Path(__file__).parent) not in falha.relatorio
    assert falha.relatorio.startswith("Formigueiro 0.1.0\nPython 3.")


def test_a_cause_that_points_to_itself_ends(mensagens: Mensagens) -> None:
    error = ValueError()
    error.__cause__ = error
    assert describe(error, mensagens).codigo == "ValueError"


def test_cancelling_is_no_fault() -> None:
    assert is_cancellation(Cancelled())
    assert not is_cancellation(ValueError())


def test_a_refusal_of_the_machine_that_nobody_caught_is_no_bug(
    mensagens: Mensagens, tmp_path: Path
) -> None:
    with pytest.raises(OSError, match="nnn") as caught:
        (tmp_path / ("n" * 400)).stat()
    falha = describe(caught.value, mensagens)
    assert falha.causa is Cause.AMBIENTE
    assert "o nome ou o caminho é longo demais" in falha.frase
    assert "nnn" not in falha.relatorio
