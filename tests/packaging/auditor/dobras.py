"""The good bundle with one thing bent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.packaging.auditor.cenarios import bom
from tests.packaging.auditor.construtor import Campo, Pacote, recipiente


def campos_do(p: Pacote) -> list[Campo]:
    """The entries of the good bundle, as they would be written."""
    guardados: list[Campo] = []

    def guardar(campos: list[Campo]) -> list[Campo]:
        guardados.extend(campos)
        return campos

    p.dobrar_campos = guardar
    p.montar()
    return guardados


def com_entrada(lugar: int, **mudado: Any) -> bytes:
    """The good bundle with attributes of one entry changed."""
    campos = campos_do(bom())
    for nome, valor in mudado.items():
        setattr(campos[lugar], nome, valor)
    return recipiente(campos)


def com_manifesto(**campos: Any) -> bytes:
    p = bom()
    p.campos |= campos
    return p.montar()


def com_conteudo(nome: str, dobrar: Callable[[bytes], bytes]) -> bytes:
    p = bom()
    p.conteudos[nome] = dobrar(p.conteudos[nome])
    return p.montar()


def sempre(dados: bytes) -> Callable[[bytes], bytes]:
    return lambda _: dados
