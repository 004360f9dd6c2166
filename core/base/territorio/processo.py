"""Reading territory in a process of its own, with bounds of time and memory.

A file from a stranger may be a bomb, or meet a fault in a native library: then a child process
ends, not the program. What the child answers comes back as index bytes and JSON, never as a
pickle. A frozen program calls ``multiprocessing.freeze_support()`` first thing in its main.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

import msgspec

from core.base.territorio.importacao import Leitura, Progresso, ler_territorio
from core.base.territorio.indice import abrir_indice, gravar_indice
from core.base.territorio.leitura.feicao import AbrirSql
from core.base.territorio.mapeamento import Mapeamento
from core.base.territorio.resumo import abrir_resumo, gravar_resumo
from core.kernel.errors import UserFacingError

_PROGRESSO: Final = b"p"
_FALHA: Final = b"f"
_INDICE: Final = b"i"
_RESUMO: Final = b"r"
_MAX_RESPOSTA: Final = 2**31 - 1
_ESPERA_S: Final = 0.2
_DESPEDIDA_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class Limites:
    """Bounds of the child: wall-clock seconds, and bytes it may add to its address space (Linux)."""

    tempo_s: float = 600.0
    memoria_bytes: int = 2 * 1024**3


@dataclass(frozen=True, slots=True)
class Pedido:
    """What to read; the arguments of :func:`ler_territorio`. ``abrir_sql`` must be picklable."""

    caminhos: tuple[Path, ...]
    mapeamento: Mapeamento | None = None
    conhecido: bytes | None = None
    abrir_sql: AbrirSql | None = None
    trocar_eixos: bool = False


Leitor = Callable[[Pedido, Progresso], Leitura]


def ler(pedido: Pedido, progresso: Progresso) -> Leitura:
    """Read in this process."""
    return ler_territorio(
        pedido.caminhos,
        mapeamento=pedido.mapeamento,
        conhecido=pedido.conhecido,
        abrir_sql=pedido.abrir_sql,
        trocar_eixos=pedido.trocar_eixos,
        progresso=progresso,
    )


def ler_em_processo(
    pedido: Pedido,
    limites: Limites | None = None,
    *,
    progresso: Progresso | None = None,
    cancelado: Callable[[], bool] | None = None,
    leitor: Leitor = ler,
) -> Leitura:
    """Read in a process of its own and wait for the answer.

    Args:
        pedido: what to read.
        limites: bounds; the standing ones where None.
        progresso: told in this process how far the child is.
        cancelado: asked some times a second; True ends the child.
        leitor: what the child runs; a module's function.

    Raises:
        UserFacingError: what reading raises, and ``territorio.leitura_demorada``,
            ``territorio.leitura_memoria``, ``territorio.leitor_caiu``,
            ``territorio.leitura_cancelada``. Nothing was changed in any of these cases.
    """
    limites = limites or Limites()
    contexto = multiprocessing.get_context("spawn")
    ouvido, boca = contexto.Pipe(duplex=False)
    filho = contexto.Process(
        target=_trabalhar, args=(boca, pedido, limites.memoria_bytes, leitor), daemon=True
    )
    filho.start()
    boca.close()
    try:
        return _ouvir(ouvido, filho, limites.tempo_s, progresso, cancelado)
    finally:
        ouvido.close()
        _encerrar(filho)


def _ouvir(
    ouvido: Connection,
    filho: BaseProcess,
    tempo_s: float,
    progresso: Progresso | None,
    cancelado: Callable[[], bool] | None,
) -> Leitura:
    fim = time.monotonic() + tempo_s
    indice: bytes | None = None
    while True:
        if cancelado is not None and cancelado():
            raise UserFacingError("territorio.leitura_cancelada")
        if time.monotonic() > fim:
            raise UserFacingError("territorio.leitura_demorada", segundos=round(tempo_s))
        if not ouvido.poll(_ESPERA_S):
            continue
        try:
            recado = ouvido.recv_bytes(_MAX_RESPOSTA)
        except (EOFError, OSError) as error:
            filho.join(_DESPEDIDA_S)
            raise UserFacingError("territorio.leitor_caiu", saida=filho.exitcode) from error
        especie, corpo = recado[:1], recado[1:]
        if especie == _PROGRESSO and progresso is not None:
            progresso(*msgspec.json.decode(corpo, type=tuple[str, int]))
        elif especie == _FALHA:
            codigo, params = msgspec.json.decode(corpo, type=tuple[str, dict[str, str | int]])
            raise UserFacingError(codigo, **params)
        elif especie == _INDICE:
            indice = corpo
        elif especie == _RESUMO and indice is not None:
            return Leitura(abrir_indice(indice), abrir_resumo(corpo))


def _encerrar(filho: BaseProcess) -> None:
    if filho.is_alive():
        filho.terminate()
        filho.join(_DESPEDIDA_S)
    if filho.is_alive():
        filho.kill()
    filho.join()
    filho.close()


# -- in the child ----------------------------------------------------------------------------------


def _trabalhar(boca: Connection, pedido: Pedido, memoria_bytes: int, leitor: Leitor) -> None:
    _limitar(memoria_bytes)

    def contar(arquivo: str, feicoes: int) -> None:
        boca.send_bytes(_PROGRESSO + msgspec.json.encode((arquivo, feicoes)))

    try:
        leitura = leitor(pedido, contar)
        boca.send_bytes(_INDICE + gravar_indice(leitura.territorio))
        boca.send_bytes(_RESUMO + gravar_resumo(leitura.resumo))
    except UserFacingError as error:
        boca.send_bytes(_FALHA + msgspec.json.encode((error.code, _simples(error.params))))
    except MemoryError:
        boca.send_bytes(_FALHA + msgspec.json.encode(("territorio.leitura_memoria", {})))
    finally:
        boca.close()


def _simples(params: dict[str, object]) -> dict[str, str | int]:
    return {n: v if isinstance(v, str | int) else str(v) for n, v in params.items()}


def _limitar(memoria_bytes: int) -> None:
    """Bound what the child may add; Windows and macOS have no such bound and rely on time.

    The libraries alone reserve address space by the number of cores, so the bound counts from here.
    """
    if sys.platform == "linux":
        import resource  # noqa: PLC0415  # does not exist on Windows

        with contextlib.suppress(ValueError, OSError):
            pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
            limit = pages * resource.getpagesize() + memoria_bytes
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def caminhos(nomes: Sequence[str]) -> tuple[Path, ...]:
    """Files for a :class:`Pedido`, absolute: the child may start in another folder."""
    return tuple(Path(nome).resolve() for nome in nomes)
