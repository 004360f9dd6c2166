"""Taxonomy and classifier of this office: which model is in use, loaded when first asked for.

The model that ships is never overwritten. Trained ones lie in ``modelos/`` of the data folder, one
file a version, written once; ``config.toml`` says which is in use. One that does not load is left
aside with a warning, and the shipped one decides: each event says which it was.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from app.services.motor import Aviso
from app.settings.configuracao import Configuracao
from app.settings.lugares import Lugar
from app.settings.recursos import Recursos
from core.base.taxonomia.loading import Categorizacao, montar
from core.base.taxonomia.model import ModelError, carregar_modelo
from core.kernel.errors import UserFacingError
from core.kernel.identity.durable_file import write_private

PASTA: Final = "modelos"
SUFIXO: Final = ".json"


class CategoriasDoEscritorio:
    """The files of D-3; implements ``app.services.categorias.Modelos``. Any thread may ask.

    Args:
        recursos: the shipped files.
        lugar: data and settings folders.
    """

    def __init__(self, recursos: Recursos, lugar: Lugar) -> None:
        self._recursos = recursos
        self._pasta = lugar.dados / PASTA
        self._configuracao = Configuracao(lugar.configuracao)
        self._lock = threading.RLock()
        self._loaded: dict[str | None, Categorizacao] = {}
        self._in_use: Categorizacao | None = None
        self._aviso: Aviso | None = None

    def __call__(self) -> Categorizacao:
        """What decides now; always the same value until another model is taken into use."""
        with self._lock:
            if self._in_use is None:
                self._in_use = self._wanted()
            return self._in_use

    def _wanted(self) -> Categorizacao:
        versao: str | None = None
        try:
            versao = self._configuracao.modelo()
            found = self._load(versao)
        except UserFacingError:
            self._aviso = Aviso("aviso.modelo_indisponivel", {"modelo": versao or "config.toml"})
            return self._load(None)
        self._aviso = None
        return found

    def de_versao(self, versao_classificador: str) -> Categorizacao | None:
        """The files with the model of one version, to explain what it decided; None where gone."""
        with self._lock:
            for known in (self(), self._load(None)):
                if known.classifier.versao_classificador == versao_classificador:
                    return known
            try:
                return self._load(versao_classificador)
            except UserFacingError:
                return None

    def original(self) -> bytes:
        """The shipped model."""
        return self._recursos.categorization_files()[2]

    def em_uso(self) -> str:
        """Version of the model in use."""
        return self().classifier.versao_classificador

    def versoes(self) -> tuple[str, ...]:
        """Versions of trained models that are here."""
        if not self._pasta.is_dir():
            return ()
        return tuple(sorted(path.name.removesuffix(SUFIXO) for path in self._files()))

    def _files(self) -> list[Path]:
        return [path for path in self._pasta.glob(f"*{SUFIXO}") if not path.name.startswith(".")]

    def gravar(self, modelo: bytes) -> str:
        """Write a trained model; one of the same version is the same and stays.

        Returns:
            Its version.

        Raises:
            EnvironmentFault: ``categoria.modelo_nao_gravado``.
        """
        versao = carregar_modelo(modelo).versao
        path = self._path(versao)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_private(path, modelo, code="categoria.modelo_nao_gravado")
        return versao

    def usar(self, versao: str | None) -> None:
        """Take a model into use, from the next decision of this process on; None: the shipped one.

        Raises:
            UserFacingError: ``categoria.modelo_desconhecido``, ``categoria.modelo_invalido``.
        """
        with self._lock:
            self._load(versao)
            self._configuracao.usar_modelo(versao)
            self._in_use = None

    def avisos(self) -> Sequence[Aviso]:
        """Why the model in use is not the one that was chosen."""
        with self._lock:
            return () if self._aviso is None else (self._aviso,)

    def _path(self, versao: str) -> Path:
        if "/" in versao or "\\" in versao or ":" in versao or versao.startswith("."):
            raise UserFacingError("categoria.modelo_desconhecido", modelo=versao[:80])
        return self._pasta / f"{versao}{SUFIXO}"

    def _load(self, versao: str | None) -> Categorizacao:
        known = self._loaded.get(versao)
        if known is not None:
            return known
        taxonomia, dicionario, modelo = self._recursos.categorization_files()
        if versao is not None:
            try:
                modelo = self._path(versao).read_bytes()
            except OSError as error:
                raise UserFacingError(
                    "categoria.modelo_desconhecido", modelo=versao[:80]
                ) from error
        try:
            loaded = montar(taxonomia, dicionario, modelo)
        except ModelError as error:
            raise UserFacingError("categoria.modelo_invalido", modelo=versao or "original") from (
                error
            )
        self._loaded[versao] = loaded
        return loaded
