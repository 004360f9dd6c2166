"""What a row of somebody else's table is understood as."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.services.importacao_linhas import Leiaute, Opcoes, read_layout
from core.base.planilha import open_sheet, rows_of
from core.base.territorio.distancia import Ponto
from core.colonies.d1a_captura.api.registro import Pedido
from core.colonies.d1a_captura.rules import Lugar
from core.kernel.errors import UserFacingError
from tests.support.office import unidade


class OneStreet:
    """Knows Rua A."""

    def lugar_da_rua(self, rua: str | None, bairro: str | None, cep: str | None) -> Lugar:
        if rua != "Rua A":
            raise UserFacingError("captura.rua_desconhecida")
        return Lugar("rua", Ponto(-7.1, -34.8), endereco=rua)


def layout(tmp_path: Path, text: str, **more: Any) -> Leiaute:
    file = tmp_path / "tabela.csv"
    file.write_text(text, "utf-8")
    return read_layout(open_sheet(file), Opcoes(**more), OneStreet())


def understood(tmp_path: Path, text: str, **more: Any) -> list[Pedido | str | None]:
    found = layout(tmp_path, text, **more)
    answers: list[Pedido | str | None] = []
    for row in rows_of(found.sheet):
        try:
            answers.append(found.pedido(row))
        except UserFacingError as refusal:
            answers.append(refusal.code)
    return answers


def test_columns_are_known_by_their_folded_names(tmp_path: Path) -> None:
    found = layout(tmp_path, "DESCRIÇÃO;Latitude;LONGITUDE;Id Externo;Secretaria\n")
    assert found.colunas == {"texto": 0, "lat": 1, "lng": 2, "id_externo": 3}
    assert found.nao_usadas == ("Secretaria",)
    said = layout(tmp_path, "a;b;texto\n", colunas={"texto": "A", "id_externo": "texto"})
    assert said.colunas == {"texto": 0, "id_externo": 2}


@pytest.mark.parametrize(
    ("text", "colunas", "code"),
    [
        ("a;b\n", {}, "importacao.sem_coluna_texto"),
        ("a;b\n", {"texto": "c"}, "importacao.coluna_desconhecida"),
        ("a;b\n", {"titulo": "a"}, "importacao.campo_desconhecido"),
    ],
)
def test_a_mapping_that_cannot_be_is_refused(
    tmp_path: Path, text: str, colunas: dict[str, str], code: str
) -> None:
    with pytest.raises(UserFacingError) as refusal:
        layout(tmp_path, text, colunas=colunas)
    assert refusal.value.code == code


def test_places_from_best_to_least(tmp_path: Path) -> None:
    head = "texto;lat;lng;coordenadas;rua;numero;unidade\n"
    rows = [
        "um problema;-7,12;-34,86;;Rua A;9;",
        "um problema;;;-7.12, -34.86;;;",
        "um problema;;;;Rua A;9;",
        f"um problema;;;;Rua Z;;{unidade(2)}",
        "um problema;;;;Rua Z;;",
        "um problema;-7,12;;;;;",
        "um problema;;;;;;",
        "um problema;norte;sul;;;;",
    ]
    point, both, street, unit, unknown, half, none, words = understood(
        tmp_path, head + "\n".join(rows)
    )
    assert isinstance(point, Pedido)
    assert point.lugar == Lugar("ponto", Ponto(-7.12, -34.86), endereco="Rua A, 9")
    assert isinstance(both, Pedido)
    assert both.lugar == Lugar("ponto", Ponto(-7.12, -34.86))
    assert isinstance(street, Pedido)
    assert street.lugar == Lugar("rua", Ponto(-7.1, -34.8), endereco="Rua A, 9")
    assert isinstance(unit, Pedido)
    assert unit.lugar == Lugar("unidade", unidade_id=unidade(2), endereco="Rua Z")
    assert (unknown, half, words) == (
        "captura.rua_desconhecida",
        "importacao.meia_coordenada",
        "coordenada.formato",
    )
    # Refused by the colony, which knows the office's area.
    assert isinstance(none, Pedido)
    assert none.lugar is None
    (given,) = understood(tmp_path, "texto\num problema\n", unidade_id=unidade(1))
    assert isinstance(given, Pedido)
    assert given.lugar == Lugar("unidade", unidade_id=unidade(1))


def test_rows_of_totals_are_no_demands(tmp_path: Path) -> None:
    text = "bairro;texto;valor\nTotal;;1.234\nTOTAL GERAL;;\nSubtotal;;10%\nTotal;falta total de água;1\n"
    first, second, third, fourth = understood(tmp_path, text)
    assert (first, second, third) == (None, None, None)
    assert isinstance(fourth, Pedido)


def test_details_that_cannot_be_read_are_left_out_and_counted(tmp_path: Path) -> None:
    text = (
        "texto;data;canal;categoria_id;subcategoria_id\n"
        "um problema;2023-03-29 13:20;156 (CCO);1.1;1.1.2\n"
        "um problema;2017-07;;Defesa Civil;2.1.1\n"
    )
    found = layout(tmp_path, text)
    good, bad = (found.pedido(row) for row in rows_of(found.sheet))
    assert good is not None
    assert bad is not None
    assert (good.data_formulario, good.canal, good.categoria_id, good.subcategoria_id) == (
        "2023-03-29",
        "156_cco",
        "1.1",
        "1.1.2",
    )
    assert (bad.data_formulario, bad.canal, bad.categoria_id, bad.subcategoria_id) == (
        None,
        "importacao",
        None,
        None,
    )
    assert found.ignorados == {"categoria": 1, "subcategoria": 1, "data": 1}


def test_a_row_is_known_again_wherever_it_stands(tmp_path: Path) -> None:
    one = understood(tmp_path, "texto;bairro\num problema;Centro\n")[0]
    two = understood(tmp_path, "bairro,motivo,texto\nSul,,outro\nCentro,x,um problema\n")[1]
    assert isinstance(one, Pedido)
    assert isinstance(two, Pedido)
    assert one.id_externo == two.id_externo
    assert one.anonimo_id != two.anonimo_id
    named = understood(tmp_path, "texto;id_externo\num problema;17\n", fonte="156")[0]
    assert isinstance(named, Pedido)
    assert named.id_externo == "156/17"
