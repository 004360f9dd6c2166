"""The outlines that a map draws, kept ready in one file of the data folder.

The file is a cache: it is made anew from units and attachments when the territory was imported,
when it is missing or when a byte of it is wrong, and no copy needs it. Its name carries what it
was made from. Bytes: a line, CRC-32 and length of the table (4 bytes each, little endian), the
table as JSON, then the shapes in the table's order.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import threading
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

import msgspec

from app.services.leitura import Leitor
from core.base.territorio.distancia import Caixa
from core.base.territorio.montagem import Anexo, montar
from core.base.territorio.unidade import MUNICIPIO, PAIS, UF
from core.colonies.geo_territorio import queries as geo
from core.kernel.errors import EnvironmentFault
from core.kernel.system_reason import system_reason

if TYPE_CHECKING:
    from core.base.territorio.simplificacao import Contorno

PASTA: Final = "mapa"
MAX_NA_TELA: Final = 600
"""Outlines in one view; where a level has more, the next one above it is drawn."""

ZOOM_DO_NIVEL: Final = {PAIS: 0, 6: 0, UF: 4, MUNICIPIO: 7, 3: 10, 2: 11, 1: 13}
"""From which zoom on a level is drawn, where it has outlines."""

_MAGICO: Final = b"formigueiro/contornos/v1\n"


class _Linha(msgspec.Struct, frozen=True, array_like=True):
    unidade: str
    nivel: int
    nome: str
    pai: str | None
    caixa: tuple[float, float, float, float]
    rotulo: tuple[float, float]
    formas: tuple[tuple[int, int], ...]
    """(length, CRC-32) per band; length 0 where there is none."""


@dataclass(frozen=True, slots=True)
class Desenho:
    """An outline in a view; ``forma`` is JSON of polygons, latitude first."""

    unidade_civica_id: str
    nivel: int
    nome: str
    rotulo: tuple[float, float]
    forma: bytes


@dataclass(frozen=True, slots=True)
class DesenhosNaTela:
    """What a view shows of the territory.

    Args:
        nivel: of the units that are named; None where there are no outlines at all.
        desenhos: those, then the frame: the units of the next level above.
        is_preparando: the outlines are being made; ask again.
    """

    nivel: int | None
    desenhos: tuple[Desenho, ...] = ()
    is_preparando: bool = False


class ContornosProntos:
    """The file, opened. Reads need no lock: each opens it and reads what it wants.

    Raises:
        ValueError: no such file, or damaged.
    """

    def __init__(self, arquivo: Path) -> None:
        self._arquivo = arquivo
        head = len(_MAGICO) + 8
        with arquivo.open("rb") as file:
            start = file.read(head)
            size = int.from_bytes(start[-4:], "little")
            table = file.read(size)
        crc = int.from_bytes(start[-8:-4], "little")
        if not start.startswith(_MAGICO) or len(table) < size or zlib.crc32(table) != crc:
            raise ValueError("damaged")
        self._linhas = msgspec.json.decode(table, type=list[_Linha])
        self._inicios: list[int] = []
        place = head + size
        for linha in self._linhas:
            self._inicios.append(place)
            place += sum(length for length, _crc in linha.formas)
        if arquivo.stat().st_size != place:
            raise ValueError("cut")
        self._niveis = sorted({linha.nivel for linha in self._linhas})

    @property
    def caixa(self) -> Caixa | None:
        """Around everything."""
        if not self._linhas:
            return None
        s, w, n, e = zip(*(linha.caixa for linha in self._linhas), strict=True)
        return Caixa(min(s), min(w), max(n), max(e))

    def caixa_de(self, unidades: Sequence[str]) -> Caixa | None:
        """Around these units; None where none of them has an outline."""
        wanted = frozenset(unidades)
        found = [linha.caixa for linha in self._linhas if linha.unidade in wanted]
        if not found:
            return None
        s, w, n, e = zip(*found, strict=True)
        return Caixa(min(s), min(w), max(n), max(e))

    def na_tela(self, caixa: Caixa, zoom: int) -> DesenhosNaTela:
        """The outlines of a view.

        Raises:
            ValueError: a shape is damaged.
        """
        seen = [at for at, linha in enumerate(self._linhas) if _touch(linha.caixa, caixa)]
        nivel = self._nivel(seen, zoom)
        if nivel is None:
            return DesenhosNaTela(None)
        above = min((n for n in self._niveis if n > nivel), default=None)
        band = _band(zoom)
        chosen = [at for at in seen if self._linhas[at].nivel == nivel]
        frame = [at for at in seen if self._linhas[at].nivel == above]
        if len(frame) > MAX_NA_TELA:
            frame = []
        with self._arquivo.open("rb") as file:
            drawn = [self._read(file, at, band) for at in (*chosen, *frame)]
        return DesenhosNaTela(nivel, tuple(one for one in drawn if one is not None))

    def _nivel(self, seen: Sequence[int], zoom: int) -> int | None:
        """The finest level that belongs to the zoom and fits; else the coarsest in view."""
        counts: dict[int, int] = {}
        for at in seen:
            level = self._linhas[at].nivel
            counts[level] = counts.get(level, 0) + 1
        fitting = [
            level
            for level, many in sorted(counts.items())
            if zoom >= ZOOM_DO_NIVEL.get(level, 0) and many <= MAX_NA_TELA
        ]
        if fitting:
            return fitting[0]
        return max(counts, default=None)

    def _read(self, file: BinaryIO, at: int, band: int) -> Desenho | None:
        linha = self._linhas[at]
        length, crc = linha.formas[band]
        if not length:
            return None
        file.seek(self._inicios[at] + sum(size for size, _crc in linha.formas[:band]))
        forma = file.read(length)
        if zlib.crc32(forma) != crc:
            raise ValueError("damaged shape")
        return Desenho(linha.unidade, linha.nivel, linha.nome, linha.rotulo, forma)


def _touch(one: tuple[float, float, float, float], caixa: Caixa) -> bool:
    sul, oeste, norte, leste = one
    return (
        sul <= caixa.norte and norte >= caixa.sul and oeste <= caixa.leste and leste >= caixa.oeste
    )


def _band(zoom: int) -> int:
    from core.base.territorio.simplificacao import faixa_do_zoom  # noqa: PLC0415 # loads shapely

    return faixa_do_zoom(zoom)


def gravar(arquivo: Path, contornos: Sequence[Contorno]) -> None:
    """Write the file: whole, or not at all. OSError where the folder cannot be written."""
    linhas = [
        _Linha(
            one.unidade.unidade_civica_id,
            one.unidade.nivel,
            one.unidade.nome,
            one.unidade.parent_id,
            (one.caixa.sul, one.caixa.oeste, one.caixa.norte, one.caixa.leste),
            (one.rotulo.lat, one.rotulo.lng),
            tuple((len(forma), zlib.crc32(forma)) for forma in one.formas),
        )
        for one in contornos
    ]
    table = msgspec.json.encode(linhas)
    arquivo.parent.mkdir(parents=True, exist_ok=True)
    partial = arquivo.with_name(f"{arquivo.name}.{os.getpid()}.parcial")
    try:
        with partial.open("wb") as file:
            file.write(_MAGICO)
            file.write(zlib.crc32(table).to_bytes(4, "little"))
            file.write(len(table).to_bytes(4, "little"))
            file.write(table)
            for one in contornos:
                file.writelines(one.formas)
        partial.replace(arquivo)
    finally:
        partial.unlink(missing_ok=True)
    for old in arquivo.parent.glob("contornos-*"):
        if old != arquivo:
            with contextlib.suppress(OSError):
                old.unlink(missing_ok=True)


class ContornosDoMapa:
    """Outlines of the territory as it stands, made when they are missing.

    Args:
        leitor: reads.
        anexo: the office's content store.
        pasta: where the file lies.
    """

    def __init__(self, leitor: Leitor, anexo: Anexo, pasta: Path) -> None:
        self._leitor = leitor
        self._anexo = anexo
        self._pasta = pasta
        self._making = threading.Lock()
        self._held: tuple[str, ContornosProntos] | None = None

    def preparar(self, progresso: Callable[[int, int], None] | None = None) -> ContornosProntos:
        """The outlines of the present territory; made where they are not there yet.

        Raises:
            EnvironmentFault: ``mapa.contornos_nao_gravados``: the folder cannot be written.
        """
        with self._making:
            return self._present() or self._make(progresso)

    def existentes(self) -> ContornosProntos | None:
        """The outlines where they are there already; nothing is made."""
        return self._present()

    def prontos(self) -> ContornosProntos | None:
        """The outlines, made where they are missing; None while somebody else makes them."""
        ready = self._present()
        if ready is not None:
            return ready
        if not self._making.acquire(blocking=False):
            return None
        try:
            return self._present() or self._make(None)
        finally:
            self._making.release()

    def na_tela(self, caixa: Caixa, zoom: int) -> DesenhosNaTela:
        """The outlines of a view; made anew where the file turns out damaged."""
        ready = self.prontos()
        if ready is None:
            return DesenhosNaTela(None, is_preparando=True)
        try:
            return ready.na_tela(caixa, zoom)
        except (OSError, ValueError):
            self.esquecer()
            return self.preparar().na_tela(caixa, zoom)

    def esquecer(self) -> None:
        """Throw the file away; it is made again when it is wanted."""
        with self._making:
            self._held = None
            for old in self._pasta.glob("contornos-*"):
                with contextlib.suppress(OSError):
                    old.unlink(missing_ok=True)

    def _key(self) -> str:
        """What the territory stands for: every import changes it."""
        with self._leitor.ler() as (cursor, dialect):
            imports = geo.read_imports(cursor, dialect)
        return hashlib.sha256(repr(imports).encode()).hexdigest()[:24]

    def _present(self) -> ContornosProntos | None:
        key = self._key()
        if self._held is not None and self._held[0] == key:
            return self._held[1]
        try:
            ready = ContornosProntos(self._file(key))
        except (OSError, ValueError, msgspec.DecodeError):
            return None
        self._held = (key, ready)
        return ready

    def _make(self, progresso: Callable[[int, int], None] | None) -> ContornosProntos:
        from core.base.territorio.simplificacao import contornos  # noqa: PLC0415 # loads shapely

        key = self._key()
        with self._leitor.ler() as (cursor, dialect):
            linhas = geo.read_all(cursor, dialect)
        montado = montar(linhas, self._anexo)
        if montado.faltas:
            key = "incompleto"  # outlines may still come: this file serves this session only
        try:
            gravar(self._file(key), contornos(montado.territorio, progresso))
            ready = ContornosProntos(self._file(key))
        except OSError as error:
            raise EnvironmentFault(
                "mapa.contornos_nao_gravados", motivo=system_reason(error)
            ) from error
        self._held = (self._key(), ready)
        return ready

    def _file(self, key: str) -> Path:
        return self._pasta / f"contornos-{key}.v1"
