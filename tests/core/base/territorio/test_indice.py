from __future__ import annotations

import hashlib

import pytest

from core.base.territorio.importacao import ler_territorio
from core.base.territorio.indice import abrir_indice, gravar_indice
from core.base.territorio.unidade import Territorio, Unidade, versao_fronteira
from core.kernel.errors import IntegrityFault
from tests.core.base.territorio.cartas import DEMONSTRACAO


@pytest.fixture(scope="module")
def territorio() -> Territorio:
    return ler_territorio([DEMONSTRACAO]).territorio


def test_what_is_written_is_read(territorio: Territorio) -> None:
    lido = abrir_indice(gravar_indice(territorio))
    assert lido == territorio
    assert versao_fronteira(lido) == versao_fronteira(territorio)


def test_equal_territories_give_equal_bytes(territorio: Territorio) -> None:
    assert gravar_indice(ler_territorio([DEMONSTRACAO]).territorio) == gravar_indice(territorio)


def test_nothing_is_a_territory_too() -> None:
    assert abrir_indice(gravar_indice(Territorio())) == Territorio()


def test_damage_is_noticed_wherever_it_is(territorio: Territorio) -> None:
    sao = gravar_indice(territorio)
    for lugar in (0, 5, 40, 66, 100, len(sao) // 2, len(sao) - 1):
        mudado = bytearray(sao)
        mudado[lugar] ^= 1
        with pytest.raises(IntegrityFault, match=r"territorio\.indice_danificado"):
            abrir_indice(bytes(mudado))
    for cortado in (b"", sao[:10], sao[:60], sao[:-1], sao + b"x"):
        with pytest.raises(IntegrityFault, match=r"territorio\.indice_danificado"):
            abrir_indice(cortado)


def selado(tabela: bytes, contornos: bytes = b"") -> bytes:
    corpo = len(tabela).to_bytes(8, "little") + tabela + contornos
    return b"civico/indice-territorio/v1\n" + hashlib.sha256(corpo).digest() + corpo


@pytest.mark.parametrize("tamanho", [-1, 5])
def test_a_table_that_does_not_fit_its_outlines_is_refused(tamanho: int) -> None:
    linha = f'[[["a","t",2,null,"A","a",null,null,0],{tamanho}]]'.encode()
    with pytest.raises(IntegrityFault):
        abrir_indice(selado(linha, b"1234"))
    with pytest.raises(IntegrityFault):
        abrir_indice(selado(b"{]"))
    with pytest.raises(IntegrityFault):
        abrir_indice(selado(b"[]", b"rest"))
    certa = abrir_indice(selado(linha.replace(str(tamanho).encode() + b"]", b"4]"), b"1234"))
    assert certa.unidades == (Unidade("a", "t", 2, None, "A", "a"),)
    assert certa.geometrias == {"a": b"1234"}
