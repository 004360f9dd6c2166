from __future__ import annotations

from pathlib import Path

import pytest

from app.ia.importacao import importar
from app.ia.modelos import ModelosDoEscritorio
from app.ia.prova import prover, sample
from app.ia.recados import Pedido, Resposta
from core.base.ia.portas import TAREFAS, Indisponivel
from core.base.midia.formatos import reconhecer
from core.kernel.errors import UserFacingError
from tests.app.ia.test_importacao import folder


class Asked:
    """Answers, or gives no answer."""

    def __init__(self, reason: str | None) -> None:
        self.reason = reason
        self.asked: list[Pedido] = []

    def perguntar(self, pedido: Pedido, conteudo: bytes, prazo_s: float) -> Resposta:
        self.asked.append(pedido)
        if self.reason is not None:
            raise Indisponivel(self.reason)
        return Resposta(valor=0.1)

    def fechar(self) -> None:
        """Nothing to end."""


def test_every_task_can_be_tried() -> None:
    assert {task: sample(task)[:4] for task in TAREFAS}["traducao"] == b"a ho"
    assert reconhecer(sample("transcricao")).nome == "WAV"
    assert reconhecer(sample("legenda")).nome == "PNG"


def test_a_model_that_answers_is_taken_and_one_that_does_not_leaves_the_former(
    tmp_path: Path,
) -> None:
    place = tmp_path / "dados"
    good, mute = Asked(None), Asked("falha")
    made = importar(
        folder(tmp_path / "um"),
        place,
        provar=prover(ModelosDoEscritorio(place, good, instalado=True)),
    )
    assert [one.modelo for one in good.asked] == [made.modelo]
    (tmp_path / "um" / "model.safetensors").write_bytes(b"other weights")
    with pytest.raises(UserFacingError, match=r"modelos\.nao_responde"):
        importar(
            tmp_path / "um",
            place,
            provar=prover(ModelosDoEscritorio(place, mute, instalado=True)),
        )
    assert (place / "nsfw" / "model.safetensors").read_bytes() == b"weights"


def test_without_the_extra_nothing_is_asked(tmp_path: Path) -> None:
    mute = Asked("falha")
    prove = prover(ModelosDoEscritorio(tmp_path, mute, instalado=False))
    importar(folder(tmp_path / "um"), tmp_path / "m", provar=prove)
    assert mute.asked == []
