from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.ia import manifesto
from app.ia.importacao import ARQUITETURAS, importar
from app.ia.manifesto import Manifesto
from app.services.progresso import Cancelled
from core.kernel.errors import EnvironmentFault, UserFacingError

README = "---\nlanguage: en\nlicense: apache-2.0\n---\n# A model\n"


def folder(at: Path, architecture: str = "ViTForImageClassification", **config: Any) -> Path:
    at.mkdir(parents=True)
    said = {"architectures": [architecture], "model_type": "x", **config}
    (at / "config.json").write_text(json.dumps(said))
    (at / "model.safetensors").write_bytes(b"weights")
    (at / "preprocessor_config.json").write_text("{}")
    (at / "README.md").write_text(README)
    (at / "modeling_x.py").write_text("raise SystemExit")
    (at / "pytorch_model.bin").write_bytes(b"pickle")
    (at / "onnx").mkdir()
    return at


def test_a_folder_is_taken_in_with_its_sums_and_without_its_programs(tmp_path: Path) -> None:
    made = importar(folder(tmp_path / "vit base (1)"), tmp_path / "modelos")
    place = tmp_path / "modelos" / "nsfw"
    assert (made.tarefa, made.nome, made.licenca) == ("nsfw", "vit-base-1", "apache-2.0")
    assert sorted(path.name for path in place.iterdir()) == [
        "README.md",
        "config.json",
        "manifesto.json",
        "model.safetensors",
        "preprocessor_config.json",
    ]
    assert manifesto.read(place) == made
    manifesto.check(place, made)
    assert [path.name for path in (tmp_path / "modelos").iterdir()] == ["nsfw"]


def test_the_same_folder_twice_is_one_version_and_another_takes_its_place(tmp_path: Path) -> None:
    first = importar(folder(tmp_path / "um"), tmp_path / "m", nome="vit")
    again = importar(tmp_path / "um", tmp_path / "m", nome="vit", licenca="MIT")
    assert (again.versao, again.licenca) == (first.versao, "MIT")
    (tmp_path / "um" / "model.safetensors").write_bytes(b"other weights")
    other = importar(tmp_path / "um", tmp_path / "m", nome="vit")
    assert other.versao != first.versao
    assert manifesto.read(tmp_path / "m" / "nsfw") == other


def test_how_far_it_is_is_told_and_a_stop_leaves_the_former_model(tmp_path: Path) -> None:
    source, target = folder(tmp_path / "um"), tmp_path / "m"
    told: list[tuple[int, int]] = []
    first = importar(source, target, progresso=lambda done, total: told.append((done, total)))
    assert told[-2:] == [(0, 0), (0, 0)]
    copied = [one for one in told if one[1]]
    assert copied[-1] == (copied[0][1], copied[0][1])
    assert copied == sorted(copied)
    (source / "model.safetensors").write_bytes(b"other weights")

    def stop(done: int, total: int) -> None:
        if done == total:
            raise Cancelled

    with pytest.raises(Cancelled):
        importar(source, target, progresso=stop)
    assert manifesto.read(target / "nsfw") == first
    assert [path.name for path in target.iterdir()] == ["nsfw"]


def refused(source: Path, target: Path, **more: Any) -> UserFacingError:
    with pytest.raises(UserFacingError) as caught:
        importar(source, target, **more)
    assert not target.exists() or not list(target.iterdir())
    return caught.value


def test_what_cannot_be_used_is_refused_with_the_reason(tmp_path: Path) -> None:
    target = tmp_path / "m"
    assert refused(tmp_path / "nada", target).code == "modelos.sem_pasta"
    (tmp_path / "vazia").mkdir()
    assert refused(tmp_path / "vazia", target).code == "modelos.sem_config"
    (tmp_path / "vazia" / "config.json").write_text("[1]")
    assert refused(tmp_path / "vazia", target).code == "modelos.sem_config"
    bert = refused(folder(tmp_path / "bert", "BertModel"), target)
    assert bert.code == "modelos.arquitetura_desconhecida"
    assert bert.params["arquitetura"] == "BertModel"
    own = folder(tmp_path / "own", "Florence2ForConditionalGeneration", auto_map={"x": "y"})
    assert refused(own, target).code == "modelos.codigo_proprio"
    bare = folder(tmp_path / "bare")
    (bare / "model.safetensors").unlink()
    assert refused(bare, target).code == "modelos.pesos_executaveis"
    (bare / "pytorch_model.bin").unlink()
    assert refused(bare, target).code == "modelos.sem_pesos"
    (folder(tmp_path / "free") / "README.md").write_text("# A model")
    assert refused(tmp_path / "free", target).code == "modelos.sem_licenca"
    assert refused(tmp_path / "free", target, licenca="MIT", nome="ç").code == (
        "modelos.nome_invalido"
    )


@pytest.mark.parametrize(
    ("config", "used"),
    [
        ({"use_timm_backbone": True, "backbone": "resnet50"}, "timm"),
        ({}, "timm"),
        ({"use_timm_backbone": False, "backbone_config": {"model_type": "swin"}}, "swin"),
    ],
)
def test_a_detr_without_a_resnet_of_its_own_is_refused(
    tmp_path: Path, config: dict[str, Any], used: str
) -> None:
    fault = refused(folder(tmp_path / "d", "DetrForObjectDetection", **config), tmp_path / "m")
    assert (fault.code, fault.params["usa"]) == ("modelos.detr_sem_resnet", used)


def test_one_that_fails_its_trial_leaves_the_former_in_use(tmp_path: Path) -> None:
    first = importar(folder(tmp_path / "um"), tmp_path / "m")
    (tmp_path / "um" / "model.safetensors").write_bytes(b"broken")

    def fail(copied: Path, made: Manifesto) -> None:
        manifesto.check(copied, made)
        raise UserFacingError("modelos.nao_responde", tarefa="x", motivo="recusou")

    with pytest.raises(UserFacingError, match="nao_responde"):
        importar(tmp_path / "um", tmp_path / "m", provar=fail)
    assert manifesto.read(tmp_path / "m" / "nsfw") == first
    assert [path.name for path in (tmp_path / "m").iterdir()] == ["nsfw"]


def test_a_full_disk_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "m").write_text("a file where the folder should be")
    with pytest.raises(EnvironmentFault, match="nao_gravado"):
        importar(folder(tmp_path / "um"), tmp_path / "m")


def test_every_task_has_an_architecture() -> None:
    assert len(set(ARQUITETURAS.values())) == 5
