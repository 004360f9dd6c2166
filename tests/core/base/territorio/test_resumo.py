from __future__ import annotations

import msgspec
import pytest

from core.base.territorio import resumo as modulo
from core.base.territorio.resumo import (
    Ocorrencia,
    Resumo,
    abrir_resumo,
    gravar_resumo,
    motivos,
)


def ocorrencia(motivo: str) -> Ocorrencia:
    return Ocorrencia(motivo=motivo, arquivo="a.geojson", ordem=1)


def test_figures_are_kept_by_level_and_source() -> None:
    resumo = Resumo()
    resumo.contagem(2, "municipio:1").lidas += 2
    resumo.contagem(4, "ibge").lidas += 1
    resumo.contagem(2, "municipio:1").recusadas += 1
    assert [(c.nivel, c.fonte, c.lidas) for c in resumo.ordenado().contagens] == [
        (4, "ibge", 1),
        (2, "municipio:1", 2),
    ]
    assert resumo.total("lidas") == 3
    assert resumo.total("recusadas") == 1


def test_a_flood_of_refusals_is_counted_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modulo, "MAX_OCORRENCIAS", 2)
    resumo = Resumo()
    for _ in range(5):
        resumo.anotar(resumo.recusas, ocorrencia("x"))
    assert len(resumo.recusas) == 2
    assert resumo.ocorrencias_omitidas == 3


def test_two_accounts_share_nothing() -> None:
    Resumo().contagem(2, "x")
    assert Resumo().contagens == []


def test_the_account_travels_as_json() -> None:
    resumo = Resumo(versao_fronteira="v")
    resumo.contagem(4, "ibge").lidas = 7
    resumo.anotar(resumo.reparos, ocorrencia("territorio.reparo"))
    assert abrir_resumo(gravar_resumo(resumo)) == resumo
    with pytest.raises(msgspec.DecodeError):
        abrir_resumo(b"[]")


def test_reasons_are_told_most_frequent_first() -> None:
    assert list(motivos([ocorrencia("b"), ocorrencia("a"), ocorrencia("b")]).items()) == [
        ("b", 2),
        ("a", 1),
    ]
