from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from app.ia import manifesto
from app.ia.manifesto import FORMATO, Manifesto, files_of, version_of
from app.ia.modelos import PASTA, ModelosDoEscritorio, has_extra
from app.ia.recados import Pedido, Resposta
from core.base.ia.portas import Indisponivel, ModelosLocais, Tarefa


@dataclass
class Asked:
    """A process that answers what it is told to."""

    answer: Resposta = field(default_factory=lambda: Resposta(texto="um buraco", valor=1.5))
    missing: str | None = None
    heard: list[tuple[Pedido, bytes, float]] = field(default_factory=list)
    closed: bool = False

    def perguntar(self, pedido: Pedido, conteudo: bytes, prazo_s: float) -> Resposta:
        self.heard.append((pedido, conteudo, prazo_s))
        if self.missing:
            raise Indisponivel(self.missing)
        return self.answer

    def fechar(self) -> None:
        self.closed = True


def imported(data: Path, tarefa: Tarefa, content: bytes = b"abcd") -> Manifesto:
    folder = data / PASTA / tarefa
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.safetensors").write_bytes(content)
    files = files_of(folder, ["model.safetensors"])
    made = Manifesto(
        formato=FORMATO,
        tarefa=tarefa,
        arquitetura="X",
        nome=f"modelo-{tarefa}",
        versao=version_of(files),
        licenca="MIT",
        arquivos=files,
    )
    manifesto.write(folder, made)
    return made


def test_answers_name_the_model_and_keep_their_time(tmp_path: Path) -> None:
    process = Asked()
    models: ModelosLocais = ModelosDoEscritorio(tmp_path, process, instalado=True)
    made = imported(tmp_path, "legenda")
    said = models.legendar(b"photo")
    assert (said.texto, said.modelo) == ("um buraco", made.modelo)
    asked, content, bound_s = process.heard[0]
    assert (asked.tarefa, asked.pasta) == ("legenda", str(tmp_path / PASTA / "legenda"))
    assert (content, bound_s) == (b"photo", 180.0)
    imported(tmp_path, "nsfw")
    assert models.avaliar_nsfw(b"photo").valor == 1.0


def test_a_missing_model_or_extra_starts_nothing(tmp_path: Path) -> None:
    process = Asked()
    models = ModelosDoEscritorio(tmp_path, process, instalado=True)
    for ask in (models.transcrever, models.avaliar_pessoa, models.avaliar_nsfw):
        with pytest.raises(Indisponivel, match="ausente"):
            ask(b"")
    imported(tmp_path, "traducao")
    with pytest.raises(Indisponivel, match="ausente"):
        ModelosDoEscritorio(tmp_path, process, instalado=False).traduzir("a hole")
    assert process.heard == []


def test_a_damaged_model_is_asked_once_named_and_mended_by_an_import(tmp_path: Path) -> None:
    process = Asked(missing="danificado")
    models = ModelosDoEscritorio(tmp_path, process, instalado=True)
    imported(tmp_path, "pessoa")
    assert models.danificados() == ()
    for _ in range(2):
        with pytest.raises(Indisponivel, match="danificado"):
            models.avaliar_pessoa(b"photo")
    assert len(process.heard) == 1
    assert models.danificados() == ("pessoa",)
    process.missing = None
    imported(tmp_path, "pessoa", b"another")
    assert models.danificados() == ()
    assert models.avaliar_pessoa(b"photo").valor == 1.0


def test_one_that_is_slow_is_asked_again_the_next_time(tmp_path: Path) -> None:
    process = Asked(missing="demorou")
    models = ModelosDoEscritorio(tmp_path, process, instalado=True)
    imported(tmp_path, "transcricao")
    for _ in range(2):
        with pytest.raises(Indisponivel, match="demorou"):
            models.transcrever(b"sound")
    assert len(process.heard) == 2
    models.fechar()
    assert process.closed


def test_the_list_says_how_each_stands(tmp_path: Path) -> None:
    models = ModelosDoEscritorio(tmp_path, Asked(), instalado=True)
    made = imported(tmp_path, "nsfw")
    imported(tmp_path, "pessoa")
    (tmp_path / PASTA / "pessoa" / "model.safetensors").write_bytes(b"abcx")
    (tmp_path / PASTA / "legenda").mkdir()
    (tmp_path / PASTA / "legenda" / "manifesto.json").write_text("{}")
    states = {row.tarefa: row.estado for row in models.linhas(conferir=True)}
    assert states == {
        "transcricao": "ausente",
        "legenda": "danificado",
        "traducao": "ausente",
        "nsfw": "em_uso",
        "pessoa": "danificado",
    }
    row = next(one for one in models.linhas() if one.tarefa == "nsfw")
    assert (row.modelo, row.licenca, row.bytes) == (made.modelo, "MIT", 4)
    without = ModelosDoEscritorio(tmp_path, Asked(), instalado=False)
    assert {row.estado for row in without.linhas()} == {"ausente", "danificado", "sem_extra"}


def test_the_extra_is_looked_for_not_loaded() -> None:
    import sys

    has_extra()
    assert "torch" not in sys.modules
    assert "transformers" not in sys.modules
