"""Small files that people carry: a request, an invitation. Read with a cap, written in one piece."""

from __future__ import annotations

from pathlib import Path

from core.kernel.errors import EnvironmentFault
from core.kernel.identity.durable_file import write_private


def ler_levado(arquivo: Path, limite_bytes: int) -> bytes:
    """The file's bytes, one more than the cap where it is longer: its reader refuses it then.

    Raises:
        EnvironmentFault: ``pacote.nao_lido``.
    """
    try:
        with arquivo.open("rb") as file:
            return file.read(limite_bytes + 1)
    except OSError as error:
        raise EnvironmentFault("pacote.nao_lido", arquivo=arquivo.name) from error


def gravar_levado(pasta: Path, nome: str, conteudo: bytes) -> Path:
    """Write it there, whole or not at all; the folder is made.

    Raises:
        EnvironmentFault: ``pacote.pasta_recusada``, ``arquivo.recusado``.
    """
    path = pasta / nome
    try:
        pasta.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EnvironmentFault("pacote.pasta_recusada", pasta=str(pasta)) from error
    write_private(path, conteudo, code="arquivo.recusado")
    return path
