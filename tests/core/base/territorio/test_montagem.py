"""Rows and attachments become a territory; what is missing is named."""

from __future__ import annotations

import subprocess
import sys

from core.base.territorio.lotes import cortar
from core.base.territorio.montagem import (
    NENHUM_CONTORNO,
    anexo_de_contornos,
    com_contorno,
    contornos,
    linhas_do_evento,
    montar,
    unidade_da_linha,
)
from core.base.territorio.resolvedor import Resolvedor
from core.base.territorio.unidade import TIPO_ANEXO, Unidade
from core.kernel.event import Attachment
from tests.core.base.territorio.cartas import RAIZ
from tests.support.territorio import (
    BAIRRO,
    CIDADE,
    CITY,
    IN_CITY,
    IN_QUARTER,
    QUARTER,
    ROWS,
    SMALL,
    MemoryStore,
    codes,
    territory,
    unit,
)


def lines(*units: tuple[Unidade, bytes | None], refs: str) -> list[tuple[Unidade, str | None]]:
    return [
        (
            unidade_da_linha(u.unidade_civica_id, u.fonte, u.nivel, u.codigo, u.nome, u.parent_id),
            refs,
        )
        for u, _ in units
    ]


def stored(store: MemoryStore, *units: tuple[Unidade, bytes | None]) -> str:
    anexo = cortar(territory(*units))[0].anexo
    assert anexo is not None
    return store.put(anexo)


def test_the_whole_comes_back() -> None:
    store = MemoryStore()
    refs = com_contorno(None, stored(store, CITY, QUARTER))
    montado = montar(lines(*ROWS, CITY, QUARTER, refs=refs), store.get)
    assert montado.faltas == ()
    assert store.reads == 1
    assert set(montado.territorio.unidades) == set(SMALL.unidades)
    mapa = Resolvedor(montado.territorio)
    assert codes(mapa.resolver(*IN_QUARTER).cadeia) == ["355030801", "3550308", "35", "3", "BR"]


def test_the_newest_attachment_that_holds_the_outline_counts() -> None:
    store = MemoryStore()
    old = stored(store, CITY, QUARTER)
    moved = unit(2, "355030801", "Jardim São João", CIDADE, (-46.6, -23.6, 0.2))
    new = stored(store, moved)
    refs = com_contorno(com_contorno(NENHUM_CONTORNO, old), new)
    assert contornos(refs) == [new, old]
    mapa = Resolvedor(montar(lines(*ROWS, CITY, QUARTER, refs=refs), store.get).territorio)
    # The city's outline is in the older one only; the quarter moved.
    assert codes(mapa.resolver(*IN_QUARTER).cadeia)[:1] == ["3550308"]
    assert codes(mapa.resolver(*IN_CITY).cadeia)[:1] == ["355030801"]


def test_a_missing_attachment_is_not_replaced_by_an_older_one() -> None:
    store = MemoryStore()
    old, new = stored(store, CITY, QUARTER), stored(store, QUARTER)
    refs = com_contorno(com_contorno(None, old), new)
    del store.held[new]
    montado = montar(lines(QUARTER, refs=refs), store.get)
    assert montado.faltas == (new,)
    assert montado.territorio.geometrias == {}


def test_a_damaged_attachment_counts_as_missing() -> None:
    store = MemoryStore()
    sha256 = stored(store, CITY)
    store.held[sha256] = store.held[sha256][:-3]
    montado = montar(lines(CITY, refs=com_contorno(None, sha256)), store.get)
    assert montado.faltas == (sha256,)


def test_an_attachment_named_again_moves_to_the_front_and_stands_once() -> None:
    assert contornos(com_contorno('["a","b"]', "b")) == ["b", "a"]
    assert com_contorno('["a"]', None) == '["a"]'
    assert contornos(None) == []


def test_rows_of_an_event() -> None:
    payload = {
        "fonte": "ibge",
        "unidades": [
            {"unidade_civica_id": BAIRRO, "nivel": 2, "codigo": None, "nome": "A", "parent_uc_id": None},
            {"unidade_civica_id": BAIRRO, "nivel": 2, "codigo": "1", "nome": "São\x00 João", "parent_uc_id": CIDADE},
        ],
    }  # fmt: skip
    assert linhas_do_evento(payload) == [
        {
            "unidade_civica_id": BAIRRO,
            "fonte": "ibge",
            "nivel": 2,
            "codigo": "1",
            "nome": "São João",
            "nome_busca": "sao joao",
            "parent_uc_id": CIDADE,
        }
    ]
    assert linhas_do_evento({"fonte": "ibge"}) == []  # an erased part


def test_which_attachment_holds_outlines() -> None:
    photo = Attachment("a" * 64, 1, "image/jpeg", "publica")
    unnamed = Attachment(None, 1, TIPO_ANEXO, "publica")
    outlines = Attachment("b" * 64, 1, TIPO_ANEXO, "publica")
    assert anexo_de_contornos([photo, unnamed, outlines]) == "b" * 64
    assert anexo_de_contornos([photo]) is None


def test_the_colonies_are_known_without_the_libraries_of_maps() -> None:
    """Shapely and numpy cost a fifth of a second that most starts can do without."""
    code = (
        "import sys, core.colonies.catalogo\n"
        "print([m for m in ('shapely', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=RAIZ, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
