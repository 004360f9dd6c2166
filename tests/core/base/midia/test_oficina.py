from __future__ import annotations

import os
import signal
import time

import pytest

from core.base.midia.limpeza import MidiaLimpa, limpar
from core.base.midia.oficina import Oficina
from core.kernel.errors import UserFacingError
from tests.support import midias


def falls(content: bytes) -> MidiaLimpa:
    """A native library meets what it cannot bear."""
    if b"\xff\xd8" in content[:3]:
        os.kill(os.getpid(), signal.SIGKILL)
    return limpar(content)


def sleeps(content: bytes) -> MidiaLimpa:
    while True:
        time.sleep(60)


def grows(content: bytes) -> MidiaLimpa:
    return MidiaLimpa(
        conteudo=bytes(900 * 1024 * 1024), mime="x", especie="texto", hash_origem="0" * 64
    )


def refused(oficina: Oficina, content: bytes) -> str:
    with pytest.raises(UserFacingError) as caught:
        oficina.limpar(content)
    return caught.value.code


def test_a_process_of_its_own_cleans_as_this_one_does() -> None:
    with Oficina() as oficina:
        for content in (midias.upside(6), midias.png(), midias.sound("MP3"), midias.pdf()):
            assert oficina.limpar(content) == limpar(content)


def test_what_needs_no_decoding_starts_no_process() -> None:
    with Oficina() as oficina:
        oficina.limpar(midias.pdf())
        assert refused(oficina, b"MZ") == "midia.programa"
        assert oficina._child is None


def test_a_refusal_leaves_the_next_file_alone() -> None:
    with Oficina() as oficina:
        assert refused(oficina, midias.huge_png()) == "midia.dimensoes"
        first = oficina._child
        assert oficina.limpar(midias.png()).largura == 80
        assert oficina._child is first


def test_a_process_that_falls_is_replaced() -> None:
    with Oficina(limpador=falls) as oficina:
        assert refused(oficina, midias.jpeg()) == "midia.oficina_caiu"
        assert oficina.limpar(midias.png()).largura == 80


def test_a_file_that_takes_too_long_is_given_up() -> None:
    with Oficina(0.3, limpador=sleeps) as oficina:
        assert refused(oficina, midias.png()) == "midia.demorada"
        assert oficina._child is None


def test_a_file_can_be_given_up_by_hand() -> None:
    with Oficina(limpador=sleeps) as oficina:
        oficina.cancelar()
        assert refused(oficina, midias.png()) == "midia.cancelada"


@pytest.mark.skipif("sys.platform != 'linux'", reason="memory is bounded on Linux")
def test_memory_is_bounded() -> None:
    with Oficina(memoria_bytes=300 * 1024**2, limpador=grows) as oficina:
        assert refused(oficina, midias.png()) == "midia.memoria"


def test_closing_twice_is_no_fault() -> None:
    oficina = Oficina()
    oficina.limpar(midias.png())
    oficina.fechar()
    oficina.fechar()
