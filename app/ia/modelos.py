"""The models of an office: what was imported, asked through the process; implements the ports.

A folder a task, below ``modelos-ia`` of the data folder. Without the extra ``ia`` or without a
model the answer is missing at once, and no process is started. A model that was found damaged is
named in Saúde until another is imported. Source: design.md 10.
"""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from app.ia import manifesto
from app.ia.manifesto import Manifesto
from app.ia.processo import ProcessoDeModelos
from app.ia.recados import Pedido, Resposta
from core.base.ia.portas import PRAZO_S, TAREFAS, Dito, Indisponivel, Nota, Tarefa
from core.kernel.errors import UserFacingError

PASTA: Final = "modelos-ia"
EXTRA: Final = ("torch", "transformers")

NOMES: Final[dict[Tarefa, str]] = {
    "transcricao": "transcrição de áudio",
    "legenda": "descrição de imagem",
    "traducao": "tradução da descrição",
    "nsfw": "imagem imprópria",
    "pessoa": "pessoa na imagem",
}


def has_extra() -> bool:
    """Whether the libraries of the extra ``ia`` are installed; they are looked for, not loaded."""
    return all(importlib.util.find_spec(name) is not None for name in EXTRA)


@dataclass(frozen=True, slots=True)
class ModeloRow:
    """A task's line.

    Args:
        tarefa: which.
        nome: in words.
        modelo: name and version; empty where none was imported.
        licenca: as its makers state it.
        bytes: size on disk.
        estado: ``em_uso``, ``ausente``, ``danificado`` or ``sem_extra``.
    """

    tarefa: str
    nome: str
    modelo: str
    licenca: str
    bytes: int
    estado: str


class Processo(Protocol):
    """Who asks the models; the process of its own, or a stand-in."""

    def perguntar(self, pedido: Pedido, conteudo: bytes, prazo_s: float) -> Resposta:
        """See ``ProcessoDeModelos``."""

    def fechar(self) -> None:
        """See ``ProcessoDeModelos``."""


class ModelosDoEscritorio:
    """Implements ``core.base.ia.portas.ModelosLocais``. Any thread may ask.

    Args:
        dados: the office's data folder.
        processo: asks the models; a process of its own where None.
        instalado: whether the extra is installed; looked up where None.
    """

    def __init__(
        self, dados: Path, processo: Processo | None = None, *, instalado: bool | None = None
    ) -> None:
        self._pasta = dados / PASTA
        self._processo = processo or ProcessoDeModelos()
        self._instalado = instalado
        self._lock = threading.Lock()
        self._damaged: dict[Tarefa, str] = {}

    @property
    def instalado(self) -> bool:
        """Whether the extra ``ia`` is there."""
        if self._instalado is None:
            self._instalado = has_extra()
        return self._instalado

    def transcrever(self, audio: bytes) -> Dito:
        """See ``core.base.ia.portas.Transcricao``."""
        return self._dito("transcricao", audio)

    def legendar(self, imagem: bytes) -> Dito:
        """See ``core.base.ia.portas.Legenda``."""
        return self._dito("legenda", imagem)

    def traduzir(self, texto: str) -> Dito:
        """See ``core.base.ia.portas.Traducao``."""
        return self._dito("traducao", texto.encode())

    def avaliar_nsfw(self, imagem: bytes) -> Nota:
        """See ``core.base.ia.portas.Nsfw``."""
        return self._nota("nsfw", imagem)

    def avaliar_pessoa(self, imagem: bytes) -> Nota:
        """See ``core.base.ia.portas.Pessoa``."""
        return self._nota("pessoa", imagem)

    def provar(self, pasta: Path, manifest: Manifesto, conteudo: bytes) -> Resposta:
        """Load the model of a folder and ask it once, before it is taken into use.

        Raises:
            Indisponivel: no answer.
        """
        task = manifest.tarefa
        asked = Pedido(tarefa=task, pasta=str(pasta), modelo=manifest.modelo)
        return self._processo.perguntar(asked, conteudo, PRAZO_S[task])

    def linhas(self, *, conferir: bool = False) -> tuple[ModeloRow, ...]:
        """Every task, with the model that was imported for it.

        Args:
            conferir: compare every file with its sum now: seconds per gigabyte.
        """
        return tuple(self._row(tarefa, conferir=conferir) for tarefa in TAREFAS)

    def danificados(self) -> Sequence[Tarefa]:
        """Tasks whose model was found damaged, here or by its process."""
        return tuple(one for one in TAREFAS if self._state_of(one)[0] == "danificado")

    def fechar(self) -> None:
        """End the process; whoever waits gets no answer."""
        self._processo.fechar()

    def _dito(self, tarefa: Tarefa, content: bytes) -> Dito:
        model, answer = self._asked(tarefa, content)
        return Dito(answer.texto, model)

    def _nota(self, tarefa: Tarefa, content: bytes) -> Nota:
        model, answer = self._asked(tarefa, content)
        return Nota(min(1.0, max(0.0, answer.valor)), model)

    def _asked(self, tarefa: Tarefa, content: bytes) -> tuple[str, Resposta]:
        if not self.instalado:
            raise Indisponivel("ausente")
        state, found = self._state_of(tarefa)
        if found is None:
            raise Indisponivel(state)
        folder = self._pasta / tarefa
        asked = Pedido(tarefa=tarefa, pasta=str(folder), modelo=found.modelo)
        try:
            return found.modelo, self._processo.perguntar(asked, content, PRAZO_S[tarefa])
        except Indisponivel as missing:
            if missing.motivo == "danificado":
                with self._lock:
                    self._damaged[tarefa] = found.versao
            raise

    def _state_of(self, tarefa: Tarefa) -> tuple[str, Manifesto | None]:
        try:
            found = manifesto.read(self._pasta / tarefa)
        except UserFacingError:
            return "danificado", None
        if found is None or found.tarefa != tarefa:
            return "ausente", None
        with self._lock:
            is_damaged = self._damaged.get(tarefa) == found.versao
        return ("danificado", None) if is_damaged else ("em_uso", found)

    def _row(self, tarefa: Tarefa, *, conferir: bool) -> ModeloRow:
        state, found = self._state_of(tarefa)
        if found is None:
            return ModeloRow(tarefa, NOMES[tarefa], "", "", 0, state)
        if conferir:
            try:
                manifesto.check(self._pasta / tarefa, found)
            except UserFacingError:
                state = "danificado"
        if state == "em_uso" and not self.instalado:
            state = "sem_extra"
        size = found.total_bytes
        return ModeloRow(tarefa, NOMES[tarefa], found.modelo, found.licenca, size, state)
