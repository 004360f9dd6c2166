"""Tiles from MBTiles and PMTiles; vectors, strangers and damage each have their sentence."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from pmtiles.tile import Compression, TileType, zxy_to_tileid
from pmtiles.writer import Writer

from core.base.territorio.leitura.azulejos import abrir_fundo
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.store.foreign_sqlite import open_foreign

PNG = b"\x89PNG\r\n\x1a\n" + b"x" * 20
JPEG = b"\xff\xd8\xff\xe0" + b"x" * 20


def mbtiles(path: Path, tile: bytes = PNG, metadata: dict[str, str] | None = None) -> Path:
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE metadata (name text, value text)")
        base.execute(
            "CREATE TABLE tiles (zoom_level int, tile_column int, tile_row int, tile_data blob)"
        )
        base.executemany("INSERT INTO metadata VALUES (?, ?)", (metadata or {}).items())
        base.execute("INSERT INTO tiles VALUES (2, 1, 3, ?)", (tile,))
        base.execute("INSERT INTO tiles VALUES (3, 1, 3, ?)", (tile,))
    base.close()
    return path


def pmtiles(
    path: Path, kind: TileType = TileType.PNG, tile: bytes = PNG, words: str = "© Prefeitura"
) -> Path:
    with path.open("wb") as file:
        writer: Any = cast("Any", Writer)(file)
        writer.write_tile(zxy_to_tileid(2, 1, 0), tile)
        writer.finalize(
            {
                "tile_type": kind,
                "tile_compression": Compression.NONE,
                "min_zoom": 2,
                "max_zoom": 2,
                "min_lon_e7": 0,
                "min_lat_e7": 0,
                "max_lon_e7": 1,
                "max_lat_e7": 1,
                "center_zoom": 2,
                "center_lon_e7": 0,
                "center_lat_e7": 0,
            },
            {"attribution": words},
        )
    return path


def refusal(action: Callable[..., object], *args: object) -> str:
    with pytest.raises(UserFacingError) as fault:
        action(*args)
    assert "arquivo" in fault.value.params
    return fault.value.code


def test_mbtiles_count_rows_from_the_south(tmp_path: Path) -> None:
    words = {"attribution": '<a href="https://x.org">© Mapa  aberto</a>', "format": "png"}
    found = abrir_fundo(mbtiles(tmp_path / "a.mbtiles", metadata=words), open_foreign)
    assert (found.tipo, found.azulejo(2, 1, 0), found.azulejo(2, 0, 0)) == ("image/png", PNG, None)
    assert [found.azulejo(*at) for at in ((-1, 0, 0), (2, 4, 0), (99, 0, 0))] == [None] * 3
    told = found.descricao()
    assert (told["zoom_min"], told["zoom_max"], told["atribuicao"]) == (2, 3, "© Mapa aberto")


def test_pmtiles_count_them_from_the_north(tmp_path: Path) -> None:
    found = abrir_fundo(pmtiles(tmp_path / "a.pmtiles"), open_foreign)
    assert (found.tipo, found.azulejo(2, 1, 0), found.azulejo(2, 3, 3)) == ("image/png", PNG, None)
    assert (found.zoom_max, found.atribuicao) == (2, "© Prefeitura")


def test_the_version_changes_with_the_file(tmp_path: Path) -> None:
    one = abrir_fundo(mbtiles(tmp_path / "a.mbtiles"), open_foreign)
    other = abrir_fundo(mbtiles(tmp_path / "b.mbtiles", JPEG), open_foreign)
    assert one.versao != other.versao
    assert other.tipo == "image/jpeg"


def test_vectors_are_refused(tmp_path: Path) -> None:
    said = mbtiles(tmp_path / "a.mbtiles", metadata={"format": "pbf"})
    unsaid = mbtiles(tmp_path / "b.mbtiles", gzip.compress(b"layer"))
    third = pmtiles(tmp_path / "c.pmtiles", TileType.MVT)
    for file in (said, unsaid, third):
        assert refusal(abrir_fundo, file, open_foreign) == "mapa.fundo_vetorial"


def test_what_is_no_map_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("um texto qualquer, comprido")
    (tmp_path / "vazio").touch()
    for name in ("a.txt", "vazio"):
        code = refusal(abrir_fundo, tmp_path / name, open_foreign)
        assert code == "mapa.fundo_desconhecido"
    avif = pmtiles(tmp_path / "b.pmtiles", TileType.AVIF)
    assert refusal(abrir_fundo, avif, open_foreign) == "mapa.fundo_desconhecido"
    with pytest.raises(EnvironmentFault) as fault:
        abrir_fundo(tmp_path / "falta.mbtiles", open_foreign)
    assert fault.value.code == "mapa.fundo_nao_lido"


def test_damage_has_one_sentence(tmp_path: Path) -> None:
    empty = tmp_path / "a.mbtiles"
    with sqlite3.connect(empty) as base:
        base.execute("CREATE TABLE metadata (name text, value text)")
    base.close()
    cut = pmtiles(tmp_path / "b.pmtiles")
    cut.write_bytes(cut.read_bytes()[:60])
    odd = mbtiles(tmp_path / "c.mbtiles", b"nada que se conheca")
    torn = mbtiles(tmp_path / "d.mbtiles")
    torn.write_bytes(torn.read_bytes()[:200])
    for file in (empty, cut, odd, torn):
        assert refusal(abrir_fundo, file, open_foreign) == "mapa.fundo_danificado"


def test_damage_found_later_is_said_too(tmp_path: Path) -> None:
    found = abrir_fundo(pmtiles(tmp_path / "a.pmtiles", tile=JPEG), open_foreign)
    assert refusal(found.azulejo, 2, 1, 0) == "mapa.fundo_danificado"
    found.arquivo.unlink()
    with pytest.raises(EnvironmentFault):
        found.azulejo(2, 1, 0)
