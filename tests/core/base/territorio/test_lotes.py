from __future__ import annotations

from typing import Any

import msgspec
import pytest
import shapely
from shapely.geometry import LineString, box

from core.base.territorio import lotes
from core.base.territorio.geometria import para_wkb
from core.base.territorio.importacao import ler_territorio
from core.base.territorio.lotes import abrir_anexo, abrir_lote, cortar, importacao_id
from core.base.territorio.unidade import (
    Territorio,
    Unidade,
    juntar,
    unidade_id,
    versao_fronteira,
)
from core.contracts.geo_territorio import TerritorioImportado
from core.kernel.canonical import encode_jcs
from core.kernel.errors import IntegrityFault
from tests.core.base.territorio.cartas import DEMONSTRACAO


def muitas(quantas: int, nome: str = "B", fonte: str = "t") -> Territorio:
    unidades = []
    geometrias = {}
    for n in range(quantas):
        chave = unidade_id(fonte, 2, str(n), None, "")
        unidades.append(Unidade(chave, fonte, 2, str(n), f"{nome}{n}", f"b{n}"))
        geometrias[chave] = para_wkb(box(-46, -23, -45.9, -22.9))
    return Territorio(tuple(unidades), geometrias)


def relidos(territorio: Territorio) -> Territorio:
    """Through the events, as another office folds them."""
    partes = []
    for lote in cortar(territorio):
        payload = lote.payload(importacao_id("v"), "v")
        contrato = msgspec.json.decode(msgspec.json.encode(payload), type=TerritorioImportado)
        assert contrato.lotes == lote.lotes
        partes.append(abrir_lote(payload, lote.anexo))
    return juntar(*partes)


def test_an_office_that_folds_the_events_has_the_same_territory() -> None:
    original = ler_territorio([DEMONSTRACAO]).territorio
    lido = relidos(original)
    assert versao_fronteira(lido) == versao_fronteira(original)
    # The municipality below level 4 is in the chain, not in the event.
    sem_municipio = {
        u.unidade_civica_id: msgspec.structs.replace(u, municipio=None) for u in original.unidades
    }
    assert {
        u.unidade_civica_id: msgspec.structs.replace(u, municipio=None) for u in lido.unidades
    } == sem_municipio


@pytest.mark.parametrize(
    ("quantas", "tamanhos"), [(1, [1]), (1000, [1000]), (2001, [1000] * 2 + [1])]
)
def test_a_thousand_units_an_event(quantas: int, tamanhos: list[int]) -> None:
    assert [len(lote.unidades) for lote in cortar(muitas(quantas))] == tamanhos


def test_the_list_of_units_fits_a_sealed_part() -> None:
    # The longest names: 255 characters of four bytes, or such that JSON escapes.
    for letra in ("𝔸", "\\", "ã"):
        cortados = cortar(muitas(1000, letra * 240))
        for lote in cortados:
            parte = {"unidades": lote.payload("x")["unidades"]}
            assert len(encode_jcs(parte)) <= lotes.MAX_BYTES_PARTE
        assert sum(len(lote.unidades) for lote in cortados) == 1000


def test_outlines_fit_an_attachment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lotes, "MAX_BYTES_ANEXO", 1_000)
    cortados = cortar(muitas(20))
    assert len(cortados) > 1
    assert all(lote.anexo is not None and len(lote.anexo) <= 1_000 for lote in cortados)


def test_sources_are_apart_and_parents_come_first() -> None:
    territorio = juntar(muitas(3, fonte="municipio:1"), ler_territorio([DEMONSTRACAO]).territorio)
    cortados = cortar(territorio)
    assert [lote.fonte for lote in cortados] == ["demonstracao", "municipio:1"]
    assert [(lote.lote, lote.lotes) for lote in cortados] == [(1, 2), (2, 2)]
    assert [u.nivel for u in cortados[0].unidades][:4] == [7, 6, 5, 4]


def test_the_order_of_reading_changes_no_byte() -> None:
    territorio = muitas(30)
    virado = Territorio(
        territorio.unidades[::-1], dict(reversed(list(territorio.geometrias.items())))
    )
    assert [lote.anexo for lote in cortar(territorio)] == [lote.anexo for lote in cortar(virado)]


def test_units_without_outline_need_no_attachment() -> None:
    (lote,) = cortar(Territorio(muitas(2).unidades))
    assert lote.anexo is None
    assert abrir_lote(lote.payload("x"), None).geometrias == {}


def test_units_without_outline_stand_in_events_of_their_own() -> None:
    todas = muitas(5)
    misturado = Territorio(todas.unidades, dict(list(todas.geometrias.items())[:2]))
    cortados = cortar(misturado)
    assert sorted((len(c.unidades), c.anexo is None) for c in cortados) == [(2, False), (3, True)]
    assert [(c.lote, c.lotes) for c in cortados] == [(1, 2), (2, 2)]


def test_an_erased_text_part_leaves_no_units() -> None:
    assert abrir_lote({"fonte": "t"}, None) == Territorio()


def test_outlines_of_units_that_the_event_does_not_name_are_ignored() -> None:
    dois, um = cortar(muitas(2))[0], cortar(muitas(1))[0]
    assert len(abrir_lote(um.payload("x"), dois.anexo).geometrias) == 1


def anexo(wkb: bytes, tamanho: int | None = None) -> bytes:
    n = len(wkb) if tamanho is None else tamanho
    return b"civico/geometrias/v1\n" + bytes(16) + n.to_bytes(4, "little") + wkb


@pytest.mark.parametrize(
    "dados",
    [
        b"",
        b"civico/geometrias/v2\n",
        b"civico/geometrias/v1\nxx",
        anexo(b""),
        anexo(b"lixo"),
        anexo(para_wkb(box(0, 0, 1, 1)), 10**6),
        anexo(para_wkb(box(0, 0, 1, 1))) + b"x",
        anexo(shapely.to_wkb(LineString([(0, 0), (1, 1)]))),
        anexo(shapely.to_wkb(shapely.Polygon())),
    ],
)
def test_attachments_of_strangers_are_judged(dados: bytes) -> None:
    with pytest.raises(IntegrityFault, match=r"territorio\.anexo_danificado"):
        abrir_anexo(dados)


def test_an_import_is_named_by_what_it_holds() -> None:
    assert importacao_id("v") == importacao_id("v") != importacao_id("w")
    payload: dict[str, Any] = cortar(muitas(1))[0].payload(importacao_id("v"), "v")
    assert list(payload) == [
        "importacao_id", "fonte", "lote", "lotes", "unidades", "versao_fronteira",
    ]  # fmt: skip
