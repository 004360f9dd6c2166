"""Bad input from the command line to the log: a sentence and exit 2, or taken as designed.

What each rule says is tested beside the rule; here the whole way is walked: what the person reads,
and that the log is as long as before.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.base.territorio.cartas import (
    anel,
    colecao,
    escrever,
    municipio,
    quadrado,
)
from tests.support.command_line import Answer, CommandLine

POINT = ("--ponto", "-23,5; -46,5")
WIDTH = 50
HOLE = {
    "type": "Polygon",
    "coordinates": [anel(-47.0, -24.0, 1.0), anel(-46.6, -23.6, 0.2)[::-1]],
}


@pytest.fixture
def office(founded_cli: CommandLine, tmp_path: Path) -> CommandLine:
    """An office with one municipality that has a hole, and the state around it."""
    path = escrever(tmp_path, "sp.geojson", colecao(municipio("3550308", "São Paulo", HOLE)))
    answer = founded_cli("territorio", "importar", str(path))
    assert answer.code == 0, answer.err
    return founded_cli


def length(cli: CommandLine) -> int:
    """Events in the log, all of which hold."""
    report = cli("verificar", "--json")
    assert report.code == 0, report.out
    return int(report.json["eventos"])


def _padded(row: str) -> str:
    """A row with as many cells as the header, as spreadsheets write them."""
    return row + ";" * (WIDTH - 1 - row.count(";"))


def register(cli: CommandLine, texto: str, *more: str) -> Answer:
    return cli("demandas", "registrar", "--json", "--texto", texto, *(more or POINT))


def types(cli: CommandLine, quem: str) -> list[str]:
    """What happened to a demand, in order."""
    found = cli("demandas", "mostrar", quem, "--json")
    assert found.code == 0, found.err
    trace = cli("eventos", "listar", "--demanda", found.json["demanda_id"], "--json")
    assert trace.code == 0, trace.err
    return [event["tipo"] for event in trace.json["eventos"]]


@pytest.mark.parametrize(
    ("texto", "more", "code", "word"),
    [
        ("Falta água", ("--ponto", "-23,5"), "coordenada.ambigua", "-23"),
        ("Falta água", ("--ponto", "-23.5.1; -46"), "coordenada.formato", "coordenada"),
        ("Falta água", ("--ponto", "-46,5; -23,5"), "coordenada.trocada", "latitude"),
        ("Falta água", ("--ponto", "23,5; 46,5"), "coordenada.sem_sinal", "O ponto 23,5; 46,5"),
        ("Falta água", ("--ponto", "0,0; 0,0"), "coordenada.zero", "0"),
        ("Falta água", ("--ponto", "48,8; 2,3"), "coordenada.fora_do_brasil", "Brasil"),
        ("Falta água", ("--ponto", "abc"), "coordenada.formato", "abc"),
        ("a", POINT, "captura.texto_curto", "letras"),
        ("😀🚧😡", POINT, "captura.texto_curto", "letras"),
        ("<p></p><script>alert(1)</script>", POINT, "captura.texto_curto", "letras"),
        ("   ", POINT, "captura.sem_conteudo", "escreva"),
        ("á" * 100_000, POINT, "captura.texto_longo", "50"),
        ("Falta água", (*POINT, "--categoria", "agua"), "captura.categoria_invalida", "categoria"),
        ("Falta água", (*POINT, "--categoria", "9.1"), "captura.categoria_invalida", "categoria"),
    ],
)
def test_what_cannot_be_meant_is_refused_and_nothing_is_written(
    office: CommandLine, texto: str, more: tuple[str, ...], code: str, word: str
) -> None:
    before = length(office)
    answer = register(office, texto, *more)
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, code)
    sentence = answer.json["erro"]["mensagem"]
    assert word.lower() in sentence.lower()
    assert "{" not in sentence
    assert len(sentence) < 400
    assert length(office) == before


@pytest.mark.parametrize(
    ("texto", "titulo"),
    [
        ("<p>Tem um <b>buraco</b> na rua</p>", "Tem um buraco na rua"),
        ("'; DROP TABLE d1a_demandas; -- buraco na rua", "'; DROP TABLE d1a_demandas; -- buraco"),
        ("=SOMA(A1:A9) buraco na rua", "=SOMA(A1:A9) buraco na rua"),
        ("buraco na rua 😡", "Buraco na rua 😡"),
        ("luz", "Luz"),
    ],
)
def test_odd_text_goes_all_the_way_and_stays_as_it_was_said(
    office: CommandLine, texto: str, titulo: str
) -> None:
    done = register(office, texto, *POINT, "--consente", "publicacao_texto")
    assert done.code == 0, done.err
    shown = office("demandas", "mostrar", done.json["protocolo"], "--json").json
    assert shown["texto_bruto"] == texto
    assert shown["normalizada"]["titulo"].startswith(titulo)
    before = length(office)
    assert office("demandas", "listar").code == 0
    assert length(office) == before


def test_the_longest_text_that_is_taken_goes_all_the_way(office: CommandLine) -> None:
    done = register(office, "buraco na rua " * 3_500)
    assert done.code == 0, done.err
    assert office("saude", "--json").code == 0
    assert length(office) > 3


def test_a_point_at_sea_and_one_in_the_hole_wait_or_go_to_the_unit_around(
    office: CommandLine, tmp_path: Path
) -> None:
    sea = register(office, "buraco na rua", "--ponto", "-23,5; -40,5").json["protocolo"]
    hole = register(office, "buraco na avenida", "--ponto", "-23,5; -46,5").json["protocolo"]
    solid = register(office, "buraco na praça", "--ponto", "-23,9; -46,9").json["protocolo"]
    assert "demanda.georreferenciada" not in types(office, sea)
    assert "demanda.georreferenciada" not in types(office, hole)
    assert "demanda.georreferenciada" in types(office, solid)
    # The outline that was missing comes: what waited for it goes on, what is at sea still waits.
    enclave = municipio("3548708", "Enclave", quadrado(-46.6, -23.6, 0.2))
    path = escrever(tmp_path, "enclave.geojson", colecao(enclave))
    assert office("territorio", "importar", str(path)).code == 0
    assert "demanda.georreferenciada" in types(office, hole)
    assert "demanda.georreferenciada" not in types(office, sea)


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (
            colecao(
                municipio("3304557", "Rio", quadrado(-44.0, -23.0)),
                crs={"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::31983"}},
            ),
            "4326",
        ),
        (colecao(municipio("3304557", "Rio", quadrado(680_000, 7_460_000, 5_000))), "metros"),
        ({"type": "FeatureCollection"}, ""),
        ([1, 2, 3], ""),
    ],
)
def test_a_map_that_cannot_be_read_changes_nothing(
    office: CommandLine, tmp_path: Path, content: object, word: str
) -> None:
    before = length(office)
    path = escrever(tmp_path, "outra.geojson", content)
    answer = office("territorio", "importar", str(path), "--json")
    assert answer.code == 2, answer.out
    assert word in answer.json["erro"]["mensagem"]
    assert length(office) == before


def test_a_category_that_is_not_in_the_taxonomy_is_left_to_the_classifier(
    office: CommandLine,
) -> None:
    done = register(
        office, "tem um buraco na rua", "--ponto", "-23,9; -46,9", "--categoria", "5.99"
    )
    assert done.code == 0, done.err
    who = done.json["protocolo"]
    assert office("demandas", "mostrar", who, "--json").json["categoria_id"] == "5.99"
    waiting = office("revisoes", "listar", "--json").json["itens"]
    assert all(item["categoria_id"] != "5.99" for item in waiting)
    assert "demanda.normalizada" in types(office, who)
    before = length(office)
    refused = office("demandas", "contestar", who, "--categoria", "5.99", "--json")
    assert refused.code == 2
    assert length(office) == before


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "planilha.vazia"),
        (b"PK\x03\x04planilha", "planilha.excel"),
        (b"a;b\n1;2\n", "importacao.sem_coluna_texto"),
        (b"texto\x00;lat\n", "planilha.binaria"),
    ],
)
def test_a_table_that_cannot_be_read_changes_nothing(
    office: CommandLine, tmp_path: Path, content: bytes, code: str
) -> None:
    before = length(office)
    file = tmp_path / "pedidos.csv"
    file.write_bytes(content)
    answer = office("demandas", "importar", str(file), "--json")
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, code)
    assert length(office) == before
    assert not (tmp_path / "pedidos-recusadas.csv").exists()


def test_a_table_with_everything_wrong_in_it_loses_no_good_row(
    office: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "pedidos.csv"
    extra = ";".join(f"coluna {n}" for n in range(WIDTH - 5))
    rows = (
        f"texto;lat;lng;categoria_id;data;{extra}",
        "Buraco na rua;-23,9;-46,9;;;",
        'Aspas " no meio;-23,91;-46,91;;;',
        '"Aspas que não fecham;-23,92;-46,92;;;',
        "Falta água;-46,9;-23,9;;;",
        "Falta luz;-23,9;;;;",
        "Falta luz na praça;vinte;trinta;;;",
        "😀😀😀;-23,93;-46,93;;;",
        "=1+1 esgoto na rua;-23,94;-46,94;agua;31/02/2026;",
        "Lixo no mar;-23,5;-40,5;;;",
        "Total;;;;;9",
    )
    file.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(map(_padded, rows)).encode())
    done = office("demandas", "importar", str(file), "--json")
    assert done.code == 0, done.err
    answer = done.json
    taken, refused = answer["registradas"], answer["recusadas"]
    assert (answer["lidas"], answer["ignoradas"]) == (10, 1)
    assert (taken, refused) == (5, 4), answer["recusas"]
    assert answer["campos_ignorados"] == {"categoria": 1, "data": 1}
    assert all("{" not in row["frase"] and row["frase"] for row in answer["recusas"])
    assert office("demandas", "listar", "--json").json["total"] == 5
    report = (tmp_path / "pedidos-recusadas.csv").read_text("utf-8-sig")
    assert len(report.splitlines()) == 1 + refused
    again = office("demandas", "importar", str(file), "--json").json
    assert (again["registradas"], again["ja_registradas"]) == (0, 5)
