"""The running process, faked: remembers what was asked of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.services.copias import CopiaFeita
from app.services.motor import Aviso, EstadoMotor, Medida, ModeloLocal, Trabalho
from app.services.progresso import Progress
from core.kernel.errors import UserFacingError
from tests.app.services.log_builder import NOW_MS, fixed_uuid


class FakeMotor:
    """A ``Motor`` whose answers are attributes."""

    def __init__(self) -> None:
        self.state = EstadoMotor("motor.em_dia")
        self.jobs: list[Trabalho] = []
        self.warnings: list[Aviso] = []
        self.models: list[ModeloLocal] = []
        self.series: list[Medida] = []
        self.asked: list[tuple[object, ...]] = []
        self.refuses: set[int] = set()
        self.refusal = "saude.sem_evento_parado"
        self.error: Exception | None = None

    def estado(self) -> EstadoMotor:
        return self.state

    def trabalhos(self) -> Sequence[Trabalho]:
        return self.jobs

    def modelos(self) -> Sequence[ModeloLocal]:
        return self.models

    def avisos(self) -> Sequence[Aviso]:
        return self.warnings

    def medidas(self) -> Sequence[Medida]:
        return self.series

    def tentar_de_novo(self, consumidor: str, fase: str, sequence_number: int, /) -> None:
        if self.error is not None:
            raise self.error
        self.asked.append(("tentar", consumidor, fase, sequence_number))
        if sequence_number in self.refuses:
            raise UserFacingError(self.refusal)

    def liberar(self, consumidor: str, fase: str, sequence_number: int, motivo: str, /) -> None:
        self.asked.append(("liberar", consumidor, fase, sequence_number, motivo))

    def ativar_colonia(self, colonia: str, ativa: bool, /) -> None:
        self.asked.append(("ativar", colonia, ativa))

    def confirmar_chave_raiz(self) -> None:
        self.asked.append(("confirmar",))
        self.warnings = [w for w in self.warnings if w.acao != "confirmar_chave_raiz"]


class FakeCopiador:
    """Makes copies of nothing, in three steps."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.made: list[Path] = []
        self.error: Exception | None = None

    @property
    def pasta(self) -> Path:
        return self._folder

    def criar(self, pasta: Path, progress: Progress, /) -> CopiaFeita:
        if self.error is not None:
            raise self.error
        for step in range(3):
            progress(step, 3)
        self.made.append(pasta)
        return CopiaFeita(pasta / "copia-1.fcopia", 12, 4_096)


def busy_motor() -> FakeMotor:
    """A motor with something of everything, for pictures and screens."""
    motor = FakeMotor()
    motor.jobs = [
        Trabalho("D-1b", "transcrever", fixed_uuid(10_001), "executando", 1, NOW_MS - 40_000),
        Trabalho("D-1c", "verificar_imagem", fixed_uuid(10_002), "falhou", 3, NOW_MS - 900_000),
    ]
    motor.warnings = [
        Aviso("aviso.sem_senha"),
        Aviso("aviso.chave_raiz_nao_confirmada", acao="confirmar_chave_raiz"),
    ]
    points = tuple((NOW_MS - (60 - i) * 60_000, 2.0 + (i * 7 % 11) / 4) for i in range(61))
    motor.series = [Medida("publicar", "Duração de uma publicação", "ms", points)]
    return motor
