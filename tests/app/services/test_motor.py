"""The port's shape: a fake that mypy accepts is what the screens may rely on."""

from __future__ import annotations

from app.services.motor import EstadoMotor, Motor
from tests.app.services.fake_motor import FakeMotor


def test_a_motor_is_what_the_port_says() -> None:
    motor: Motor = FakeMotor()
    assert motor.estado() == EstadoMotor("motor.em_dia", {}, is_stopped=False)
    motor.ativar_colonia("D-2", False)
    assert [*motor.trabalhos(), *motor.avisos(), *motor.medidas()] == []
