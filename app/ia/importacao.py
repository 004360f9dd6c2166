"""Takes a model folder in, once: looks at what it is, copies what is needed, writes the manifest.

Only files of known names are taken, so no program comes along. What the folder is follows from
its ``config.json`` alone; nothing is loaded here. A model that needs code of its own, whose
weights are missing, or whose picture reader is not built in, is refused with the reason. The copy
takes the place of the former one when it is whole. Source: design.md 10.
"""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from app.ia import manifesto
from app.ia.manifesto import FORMATO, Manifesto, files_of, version_of
from core.base.ia.portas import Tarefa
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.identity.durable_file import sync_folder
from core.kernel.system_reason import system_reason

ARQUITETURAS: Final[dict[str, Tarefa]] = {
    "WhisperForConditionalGeneration": "transcricao",
    "Florence2ForConditionalGeneration": "legenda",
    "MarianMTModel": "traducao",
    "ViTForImageClassification": "nsfw",
    "DetrForObjectDetection": "pessoa",
}

_TAKEN: Final = re.compile(
    r"(?:config|generation_config|preprocessor_config|processor_config|tokenizer|tokenizer_config"
    r"|special_tokens_map|added_tokens|normalizer|vocab|image_processor_config)\.json"
    r"|model(?:-\d{5}-of-\d{5})?\.safetensors|model\.safetensors\.index\.json|merges\.txt"
    r"|(?:source|target)\.spm|chat_template\.jinja|LICENSE(?:\.txt|\.md)?|README\.md",
)
_PICKLED: Final = ("pytorch_model.bin", "pytorch_model.bin.index.json")
_LICENCE: Final = re.compile(r"\A---\n(?:.*\n)*?license:[ \t]*['\"]?([0-9A-Za-z.+_-]{2,60})")
_MAX_CONFIG: Final = 1 << 20
_PIECE: Final = 1 << 20


def importar(
    pasta: Path,
    destino: Path,
    *,
    nome: str | None = None,
    licenca: str | None = None,
    provar: Callable[[Path, Manifesto], None] = lambda _folder, _manifest: None,
    progresso: Callable[[int, int], object] = lambda _done, _total: None,
) -> Manifesto:
    """Import a folder.

    Args:
        pasta: as it was downloaded.
        destino: the office's folder of models.
        nome: how to call it; the folder's own name where None.
        licenca: where the folder does not state it.
        provar: tries the copy before it takes the former one's place; may refuse it.
        progresso: told (bytes copied and summed, of how many), then (0, 0) while the copy is tried;
            may raise to stop: the former model stays in use.

    Raises:
        UserFacingError: ``modelos.*``: why it is not taken; the former model stays in use.
        EnvironmentFault: ``modelos.nao_gravado``, ``modelos.ilegivel``.
    """
    config = _config(pasta)
    architecture = _architecture(config)
    task = ARQUITETURAS[architecture]
    _require_built_in(architecture, config, pasta)
    names = [
        path.name for path in pasta.iterdir() if _TAKEN.fullmatch(path.name) and path.is_file()
    ]
    _require_weights(pasta, names, architecture)
    stated = licenca or _licence(pasta)
    if not stated:
        raise UserFacingError("modelos.sem_licenca", pasta=pasta.name)
    called = nome or re.sub(r"[^0-9A-Za-z._-]+", "-", pasta.resolve().name).strip("-._")[:40]
    partial = destino / f".{task}-parcial"
    try:
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        told = _counted(2 * sum((pasta / name).stat().st_size for name in names), progresso)
        for name in names:
            _copy(pasta / name, partial / name, told)
        files = files_of(partial, names, told)
        try:
            made = msgspec.convert(
                {
                    "formato": FORMATO,
                    "tarefa": task,
                    "arquitetura": architecture,
                    "nome": called,
                    "versao": version_of(files),
                    "licenca": stated[:100],
                    "arquivos": [msgspec.structs.asdict(one) for one in files],
                },
                type=Manifesto,
            )
        except msgspec.ValidationError as error:
            raise UserFacingError("modelos.nome_invalido", nome=called[:60]) from error
        manifesto.write(partial, made)
        progresso(0, 0)
        provar(partial, made)
        progresso(0, 0)
        _take_the_place(partial, destino / task)
    except OSError as error:
        raise EnvironmentFault("modelos.nao_gravado", motivo=system_reason(error)) from error
    finally:
        with contextlib.suppress(OSError):
            shutil.rmtree(partial, ignore_errors=True)
    return made


def _counted(total: int, progresso: Callable[[int, int], object]) -> Callable[[int], object]:
    """Tells how far it is; what grew while it was copied is not told."""
    done = 0

    def told(count: int) -> None:
        nonlocal done
        done = min(total, done + count)
        progresso(done, total)

    return told


def _copy(source: Path, target: Path, told: Callable[[int], object]) -> None:
    with source.open("rb") as read, target.open("xb") as write:
        while piece := read.read(_PIECE):
            write.write(piece)
            told(len(piece))


def remover(destino: Path, tarefa: Tarefa) -> bool:
    """Take a model away; False where there was none.

    Raises:
        EnvironmentFault: ``modelos.nao_gravado``.
    """
    folder = destino / tarefa
    if not folder.exists():
        return False
    try:
        shutil.rmtree(folder)
    except OSError as error:
        raise EnvironmentFault("modelos.nao_gravado", motivo=system_reason(error)) from error
    return True


def _take_the_place(new: Path, place: Path) -> None:
    former = place.with_name(f".{place.name}-anterior")
    shutil.rmtree(former, ignore_errors=True)
    sync_folder(new)
    if place.exists():
        place.rename(former)
    new.rename(place)
    sync_folder(place.parent)
    shutil.rmtree(former, ignore_errors=True)


def _config(pasta: Path) -> Mapping[str, Any]:
    if not pasta.is_dir():
        raise UserFacingError("modelos.sem_pasta", pasta=str(pasta)[:200])
    try:
        data = (pasta / "config.json").read_bytes()[: _MAX_CONFIG + 1]
        return msgspec.json.decode(data, type=dict[str, Any])
    except FileNotFoundError as error:
        raise UserFacingError("modelos.sem_config", pasta=pasta.name) from error
    except OSError as error:
        raise EnvironmentFault(
            "modelos.ilegivel", pasta=pasta.name, motivo=system_reason(error)
        ) from error
    except msgspec.MsgspecError as error:
        raise UserFacingError("modelos.sem_config", pasta=pasta.name) from error


def _architecture(config: Mapping[str, Any]) -> str:
    named = config.get("architectures")
    found = named[0] if isinstance(named, list) and named else None
    if not isinstance(found, str) or found not in ARQUITETURAS:
        raise UserFacingError(
            "modelos.arquitetura_desconhecida",
            arquitetura=str(found)[:80],
            conhecidas=", ".join(sorted(ARQUITETURAS)),
        )
    return found


def _require_built_in(architecture: str, config: Mapping[str, Any], pasta: Path) -> None:
    """Nothing that needs a program from the folder, or a library that is not pinned."""
    if config.get("auto_map"):
        raise UserFacingError("modelos.codigo_proprio", pasta=pasta.name)
    if architecture != "DetrForObjectDetection":
        return
    backbone = config.get("backbone_config")
    kind = backbone.get("model_type") if isinstance(backbone, dict) else None
    if config.get("use_timm_backbone") or kind != "resnet":
        used = "timm" if config.get("use_timm_backbone") or kind is None else str(kind)[:40]
        raise UserFacingError("modelos.detr_sem_resnet", pasta=pasta.name, usa=used)


def _require_weights(pasta: Path, names: list[str], architecture: str) -> None:
    if any(name.endswith(".safetensors") for name in names):
        return
    if any((pasta / name).exists() for name in _PICKLED):
        raise UserFacingError("modelos.pesos_executaveis", pasta=pasta.name)
    raise UserFacingError("modelos.sem_pesos", pasta=pasta.name, arquitetura=architecture)


def _licence(pasta: Path) -> str | None:
    """The licence that the folder's README states."""
    try:
        text = (pasta / "README.md").read_text("utf-8", "replace")[:20_000]
    except OSError:
        return None
    found = _LICENCE.match(text.replace("\r\n", "\n"))
    return found[1] if found else None
