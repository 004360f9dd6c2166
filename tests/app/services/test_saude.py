"""How the office stands, and the acts that mend it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.services.mensagens import Mensagens
from app.services.motor import Aviso, EstadoMotor, Medida
from app.services.saude import SaudeService
from core.kernel.errors import EnvironmentFault, UserFacingError
from tests.app.services.fake_motor import FakeMotor
from tests.app.services.log_builder import COLONIES, NOW_MS, FileLeitor, LogBuilder

DAY_MS = 86_400_000


@pytest.fixture
def motor() -> FakeMotor:
    return FakeMotor()


@pytest.fixture
def builder(tmp_path: Path) -> LogBuilder:
    built = LogBuilder(tmp_path / "log.db")
    built.add_demand(0)
    return built


@pytest.fixture
def saude(builder: LogBuilder, motor: FakeMotor, mensagens: Mensagens) -> SaudeService:
    leitor = FileLeitor(builder.path)
    return SaudeService(leitor, motor, mensagens, colonias=COLONIES, agora_ms=lambda: NOW_MS)


def test_a_healthy_office(builder: LogBuilder, saude: SaudeService) -> None:
    builder.add_position("D-10", 6)
    builder.add_position("D-2", 6)
    builder.add_copy(NOW_MS - 1_000)
    builder.close()
    found = saude.overview()
    assert found.resumo == saude.summary()
    assert (found.resumo.motor, found.resumo.atraso, found.resumo.ocorrencias) == (
        "Motor em dia",
        0,
        0,
    )
    assert found.resumo.ultima_copia_ms == NOW_MS - 1_000
    assert [row.colonia for row in found.colonias] == ["D-2", "D-10"]
    assert (found.total_eventos, found.avisos) == (6, ())


def test_trouble_is_counted_once(
    builder: LogBuilder, saude: SaudeService, motor: FakeMotor
) -> None:
    builder.add_position("D-2", 2)
    builder.add_position("D-3", 0, active=False)
    builder.add_dead_letter("D-2", 2)
    builder.add_dead_letter("D-2", 3, estado="descartado", tentativas=5)
    builder.add_dead_letter("D-2", 4, estado="esperando")
    builder.add_dead_letter("D-2", 5, estado="liberado")
    builder.close()
    motor.state = EstadoMotor("motor.parado", {"motivo": "o disco está cheio"}, is_stopped=True)
    motor.warnings = [Aviso("aviso.sem_senha")]
    found = saude.overview()
    assert found.resumo.motor == "Motor parado: o disco está cheio"
    assert found.resumo.atraso == 4
    assert found.resumo.ocorrencias == 4  # two parked, no password, never copied
    assert found.colonias[0].parados == 2
    assert [row.pode_liberar for row in found.parados] == [False, True, False, False]
    assert [row.acao for row in found.avisos] == [None, "copiar"]


@pytest.mark.parametrize(("age_days", "codes"), [(6, []), (7, ["aviso.copia_antiga"])])
def test_an_old_copy_warns(
    builder: LogBuilder, saude: SaudeService, age_days: int, codes: list[str]
) -> None:
    builder.add_copy(NOW_MS - age_days * DAY_MS)
    builder.add_copy(NOW_MS, verified=False)
    builder.close()
    assert [warning.codigo for warning in saude.overview().avisos] == codes


def test_measures_start_with_events_per_hour(
    builder: LogBuilder, saude: SaudeService, motor: FakeMotor
) -> None:
    builder.close()
    motor.series = [Medida("passo", "Passo", "ms", ())]
    per_hour, step = saude.measures()
    assert (per_hour.unidade, len(per_hour.pontos), per_hour.pontos[-1][1]) == (
        "eventos/h",
        24,
        6.0,
    )
    assert step.nome == "passo"


def test_retry_goes_on_over_items_and_stops_at_the_environment(
    builder: LogBuilder, saude: SaudeService, motor: FakeMotor
) -> None:
    for number in (1, 2, 3):
        builder.add_dead_letter("D-2", number)
    builder.close()
    rows = saude.overview().parados
    motor.refuses = {2}
    assert saude.retry_all(rows) == 2
    assert [asked[3] for asked in motor.asked] == [1, 2, 3]
    motor.error = EnvironmentFault("banco.ocupado")
    with pytest.raises(EnvironmentFault):
        saude.retry_all(rows)
    motor.error = None
    saude.retry(rows[0])
    assert motor.asked[-1] == ("tentar", "D-2", "react", 1)


def test_one_that_is_held_back_says_to_update(
    builder: LogBuilder, saude: SaudeService, motor: FakeMotor
) -> None:
    """Its line has no reason of its own; where others went through, their number is the answer."""
    builder.add_dead_letter("D-2", 1)
    builder.add_dead_letter("D-2", 2, estado="suspenso")
    builder.close()
    rows = saude.overview().parados
    motor.refuses, motor.refusal = {2}, "saude.decisao_suspensa"
    assert saude.retry_all(rows) == 1
    with pytest.raises(UserFacingError, match=r"saude\.decisao_suspensa"):
        saude.retry_all(rows[1:])


def test_release_needs_a_discarded_event_and_a_reason(
    builder: LogBuilder, saude: SaudeService, motor: FakeMotor
) -> None:
    builder.add_dead_letter("D-2", 1)
    builder.add_dead_letter("D-3", 2, estado="descartado")
    builder.close()
    waiting, discarded = saude.overview().parados
    for row, reason, code in (
        (discarded, "  ", "saude.motivo_em_branco"),
        (discarded, "x" * 501, "saude.motivo_longo"),
        (waiting, "motivo", "saude.ainda_tentando"),
    ):
        with pytest.raises(UserFacingError) as raised:
            saude.release(row, reason)
        assert raised.value.code == code
    saude.release(discarded, " anexo perdido ")
    saude.set_active("D-3", ativa=False)
    saude.confirm_root_key()
    assert motor.asked == [
        ("liberar", "D-3", "react", 2, "anexo perdido"),
        ("ativar", "D-3", False),
        ("confirmar",),
    ]
