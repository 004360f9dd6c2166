"""Which model decides: the shipped one, a trained one, and what happens when that one is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap.categorias import CategoriasDoEscritorio
from app.settings.lugares import Lugar
from app.settings.recursos import Recursos
from core.base.taxonomia.retraining import Correcao, retreinar
from core.kernel.errors import UserFacingError

LESSONS = [Correcao(f"o zorbinho {place} parou", "3.4") for place in ("da praça", "da rua", "lá")]


@pytest.fixture
def lugar(tmp_path: Path) -> Lugar:
    return Lugar(tmp_path / "dados", None, tmp_path / "config")


@pytest.fixture
def models(lugar: Lugar) -> CategoriasDoEscritorio:
    return CategoriasDoEscritorio(Recursos(), lugar)


def trained(models: CategoriasDoEscritorio) -> bytes:
    return retreinar(models.original(), LESSONS, models().dictionary)


def test_the_shipped_model_decides_and_is_loaded_once(models: CategoriasDoEscritorio) -> None:
    assert models() is models()
    assert models.em_uso() == models().classifier.versao_classificador
    assert (models.versoes(), models.avisos()) == ((), ())


def test_a_trained_model_is_kept_beside_and_taken_into_use(
    models: CategoriasDoEscritorio, lugar: Lugar
) -> None:
    data = trained(models)
    versao = models.gravar(data)
    assert models.gravar(data) == versao
    assert models.versoes() == (versao,)
    assert (lugar.dados / "modelos" / f"{versao}.json").read_bytes() == data
    before = models.em_uso()
    assert before != versao
    models.usar(versao)
    assert models.em_uso() == versao
    assert CategoriasDoEscritorio(Recursos(), lugar).em_uso() == versao
    for known in (before, versao):
        found = models.de_versao(known)
        assert found is not None
        assert found.classifier.versao_classificador == known
    assert models.de_versao("nenhuma") is None
    models.usar(None)
    assert models.em_uso() == before


def test_a_missing_or_broken_model_leaves_the_shipped_one_with_a_warning(
    models: CategoriasDoEscritorio, lugar: Lugar
) -> None:
    shipped = models.em_uso()
    versao = models.gravar(trained(models))
    models.usar(versao)
    (lugar.dados / "modelos" / f"{versao}.json").write_bytes(b"{}")
    again = CategoriasDoEscritorio(Recursos(), lugar)
    assert again.em_uso() == shipped
    assert [(one.codigo, one.params) for one in again.avisos()] == [
        ("aviso.modelo_indisponivel", {"modelo": versao})
    ]
    again.usar(None)
    assert (again.em_uso(), again.avisos()) == (shipped, ())
    (lugar.configuracao / "config.toml").write_text("x =", "utf-8")
    torn = CategoriasDoEscritorio(Recursos(), lugar)
    assert torn.em_uso() == shipped
    assert torn.avisos()[0].params == {"modelo": "config.toml"}


@pytest.mark.parametrize(
    ("versao", "code"),
    [
        ("nenhuma", "categoria.modelo_desconhecido"),
        ("../../fora", "categoria.modelo_desconhecido"),
        ("ruim", "categoria.modelo_invalido"),
    ],
)
def test_what_does_not_load_is_not_taken(
    models: CategoriasDoEscritorio, lugar: Lugar, versao: str, code: str
) -> None:
    (lugar.dados / "modelos").mkdir(parents=True)
    (lugar.dados / "modelos" / "ruim.json").write_bytes(b"[]")
    with pytest.raises(UserFacingError) as refusal:
        models.usar(versao)
    assert refusal.value.code == code
    assert models.avisos() == ()
