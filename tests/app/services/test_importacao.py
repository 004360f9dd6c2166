"""Whole files into a real office: nothing half-written, nothing lost, nothing twice."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from app.services import importacao
from app.services.demandas import DemandasService
from app.services.importacao import Importacao, ImportacaoService
from app.services.importacao_linhas import Opcoes
from app.services.mensagens import Mensagens
from core.base.protocolo import read_protocol
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.store.attachments import NoAttachments
from tests.support.balcao import ATENDENTE, TUDO, Counter
from tests.support.office import TEST_NO, Office

SEEN = Opcoes(consentimentos=TUDO)


def service(counter: Counter, mensagens: Mensagens) -> ImportacaoService:
    demands = DemandasService(
        counter.leitor, counter, counter.office.ids, counter.now, no=TEST_NO, epoca=0
    )
    return ImportacaoService(demands, counter, mensagens, NoAttachments())


def numbers(counter: Counter) -> list[int]:
    return [
        read_protocol(event.payload["protocolo"]).numero
        for event in counter.events("demanda.recebida")
    ]


TEXT = """\ufefftexto;lat;lng;data;Secretaria
"Buraco; perto da ""escola"" da Rua das Flores";-7,12;-34,86;30/04/2026;Obras
=SOMA(A1) não funciona o poste;-7,121;-34,86;;
"'; DROP TABLE d1a_demandas; --";-7,122;-34,86;;
Lixo na praça;-34,86;-7,123;;
Água suja;0;0;;
x;-7,12;-34,86;;
Mato alto;;;;
Total;;;;6
"""


def test_good_rows_go_in_and_the_others_are_told(
    office: Office, tmp_path: Path, mensagens: Mensagens
) -> None:
    file = tmp_path / "pedidos.csv"
    file.write_text(TEXT, "utf-8")
    report = tmp_path / "recusadas.csv"
    counter = Counter(office)
    imports = service(counter, mensagens)
    look = imports.importar(file, SEEN, ATENDENTE, is_previa=True)
    assert counter.events("demanda.recebida") == []
    done = imports.importar(file, SEEN, ATENDENTE, relatorio=report)
    for one in (look, done):
        assert (one.lidas, one.registradas, one.recusadas, one.ignoradas) == (8, 3, 4, 1)
        assert one.nao_usadas == ("Secretaria",)
    assert [(row.linha, row.codigo) for row in done.recusas] == [
        (5, "coordenada.trocada"),
        (6, "coordenada.zero"),
        (7, "captura.texto_curto"),
        (8, "captura.sem_local"),
    ]
    assert done.motivos == dict.fromkeys((row.codigo for row in done.recusas), 1)
    texts = [event.payload["texto_bruto"] for event in counter.events("demanda.recebida")]
    assert texts[0] == 'Buraco; perto da "escola" da Rua das Flores'
    assert texts[1] == "=SOMA(A1) não funciona o poste"
    counter.engine.aguardar_ocioso()
    counter.assert_rebuild_equals_live()
    # Mended in the report, they come in; the report as it is changes nothing.
    assert imports.importar(report, SEEN, ATENDENTE).recusadas == 4
    mended = report.read_text("utf-8-sig").replace("-34,86;-7,123", "-7,123;-34,86")
    report.write_text(mended.replace("Mato alto;;", "Mato alto;-7,12;-34,86"), "utf-8")
    again = imports.importar(report, SEEN, ATENDENTE)
    assert (again.registradas, again.recusadas) == (2, 2)
    assert numbers(counter) == [1, 2, 3, 4, 5]


def test_an_import_that_was_stopped_goes_on_where_it_was(
    office: Office, tmp_path: Path, mensagens: Mensagens
) -> None:
    file = tmp_path / "muitas.csv"
    rows = [f"Problema número {n} da rua,-7.{n:03d},-34.86" for n in range(700)]
    file.write_text("texto,lat,lng\n" + "\n".join(rows), "utf-8")
    counter = Counter(office)
    stops = iter([False, False, True])
    first = service(counter, mensagens).importar(
        file, SEEN, ATENDENTE, is_cancelled=lambda: next(stops)
    )
    assert first.registradas == 300
    counter.restart()
    second = service(counter, mensagens).importar(file, SEEN, ATENDENTE)
    assert (second.lidas, second.registradas, second.ja_registradas) == (700, 400, 300)
    third = service(counter, mensagens).importar(file, SEEN, ATENDENTE)
    assert (third.registradas, third.ja_registradas) == (0, 700)
    assert numbers(counter) == list(range(1, 701))


def test_the_same_row_in_a_longer_file_is_known(
    sqlite_office: Office, tmp_path: Path, mensagens: Mensagens
) -> None:
    counter = Counter(sqlite_office)
    file = tmp_path / "ontem.csv"
    file.write_text("texto;lat;lng\nLixo na praça;-7,12;-34,86\n", "utf-8")
    service(counter, mensagens).importar(file, SEEN, ATENDENTE)
    later = tmp_path / "hoje.csv"
    later.write_bytes(
        "lng;lat;texto\n-34,8;-7,1;Mato alto\n-34,86;-7,12;Lixo na praça\n".encode("cp1252")
    )
    done = service(counter, mensagens).importar(later, SEEN, ATENDENTE)
    assert (done.registradas, done.ja_registradas) == (1, 1)


def test_one_row_that_cannot_be_sealed_keeps_no_other_out(
    sqlite_office: Office, tmp_path: Path, mensagens: Mensagens
) -> None:
    file = tmp_path / "pesada.csv"
    heavy = "a\x01" * 24_000  # every control sign takes six bytes in a part
    file.write_text(
        f"texto,lat,lng\nLixo na praça,-7.1,-34.8\n{heavy},-7.1,-34.8\nMato alto,-7.1,-34.8\n",
        "utf-8",
    )
    counter = Counter(sqlite_office)
    done = service(counter, mensagens).importar(file, SEEN, ATENDENTE)
    assert done.registradas + done.recusadas == 3
    assert done.registradas >= 2
    assert numbers(counter) == list(range(1, done.registradas + 1))


def test_without_consent_nothing_of_the_text_is_public(
    sqlite_office: Office, tmp_path: Path, mensagens: Mensagens
) -> None:
    file = tmp_path / "sem.csv"
    file.write_text("texto,lat,lng\nLixo na praça,-7.1,-34.8\n", "utf-8")
    counter = Counter(sqlite_office)
    service(counter, mensagens).importar(file, Opcoes(), ATENDENTE)
    counter.engine.aguardar_ocioso()
    names = sqlite_office.rows("SELECT nome FROM event_parts WHERE nome LIKE 'publica.%'")
    assert set(names) == {("publica.nucleo",)}


def test_fifty_columns_and_an_identity_used_twice(
    sqlite_office: Office, tmp_path: Path, mensagens: Mensagens
) -> None:
    file = tmp_path / "larga.csv"
    extra = [f"c{n}" for n in range(46)]
    head = ";".join(["id_externo", "texto", "lat", "lng", *extra])
    rows = [";".join([who, text, "-7,1", "-34,8", *["z"] * 46]) for who, text in
            (("1", "Lixo na praça"), ("1", "Mato alto na rua"), ("2", "Poste apagado"))]  # fmt: skip
    file.write_text("\n".join([head, *rows]), "utf-8")
    counter = Counter(sqlite_office)
    done = service(counter, mensagens).importar(file, SEEN, ATENDENTE)
    assert (done.registradas, done.recusadas, len(done.nao_usadas)) == (2, 1, 46)
    assert done.recusas[0].codigo == "captura.id_externo_repetido"
    assert "ABCD" not in done.recusas[0].frase
    assert "{" not in done.recusas[0].frase


def test_a_file_that_says_nothing_is_refused_whole(
    sqlite_office: Office, tmp_path: Path, mensagens: Mensagens
) -> None:
    file = tmp_path / "outra.csv"
    file.write_text("a,b\n1,2\n", "utf-8")
    counter = Counter(sqlite_office)
    with pytest.raises(UserFacingError, match=r"importacao\.sem_coluna_texto"):
        service(counter, mensagens).importar(file, SEEN, ATENDENTE)


@pytest.mark.lento
@pytest.mark.timeout(1800)
def test_a_hundred_thousand_rows(
    sqlite_office: Office, tmp_path: Path, mensagens: Mensagens
) -> None:
    file = tmp_path / "enorme.csv"
    with file.open("w", encoding="cp1252") as out:
        out.write("texto;lat;lng\n")
        for n in range(100_000):
            out.write(f"Problema número {n} da rua;-7,{n % 1000:03d};-34,{n % 997:03d}\n")
    counter = Counter(sqlite_office)
    done: Importacao = service(counter, mensagens).importar(file, SEEN, ATENDENTE)
    assert (done.lidas, done.registradas) == (100_000, 100_000)
    head = sqlite_office.rows("SELECT max(numero), count(DISTINCT protocolo) FROM d1a_demandas")
    assert head == [(100_000, 100_000)]
    assert importacao.CHUNK * importacao.IN_FLIGHT < 1_000


HANDS = [("utf-8-sig", ";"), ("utf-8", ","), ("cp1252", ";"), ("latin-1", "\t"), ("utf-16", "\t")]


@pytest.mark.parametrize(("encoding", "separator"), HANDS)
def test_a_table_from_any_hand_comes_in_as_it_was_written(
    office: Office, tmp_path: Path, mensagens: Mensagens, encoding: str, separator: str
) -> None:
    said = 'Água suja na praça d\'Ajuda & Cia; lote 3/4,\nao lado da "Padaria São José"'
    file = tmp_path / "pedidos.csv"
    with file.open("w", encoding=encoding, newline="") as out:
        writer = csv.writer(out, delimiter=separator)
        writer.writerow(["texto", "lat", "lng", "número", "id externo"])
        writer.writerow([said, "-7,12", "-34,86", "0", "0"])
        writer.writerow(["Poste apagado na esquina", "-7.121", "-34.86", "12", "1"])
        writer.writerow(["Só uma metade do lugar", "-23,13", "", "", "2"])
        writer.writerow(["Lugar trocado na planilha", "-34,86", "-7,12", "", "3"])
        writer.writerow(["Milhar do Excel no lugar", "-7.120.001", "-34,86", "", "4"])
        writer.writerow(["Sem sinal no lugar", "7,12", "34,86", "", "5"])
    report = tmp_path / "recusadas.csv"
    counter = Counter(office)
    done = service(counter, mensagens).importar(file, SEEN, ATENDENTE, relatorio=report)
    assert (done.registradas, [row.codigo for row in done.recusas]) == (
        2,
        [
            "importacao.meia_coordenada",
            "coordenada.trocada",
            "coordenada.formato",
            "coordenada.sem_sinal",
        ],
    )
    first, second = (event.payload for event in counter.events("demanda.recebida"))
    assert (first["texto_bruto"], first["id_externo"]) == (said, "0")
    assert first["localizacao_bruta"] == {"lat": -7.12, "lng": -34.86}
    assert second["localizacao_bruta"] == {"lat": -7.121, "lng": -34.86}
    with report.open(encoding="utf-8-sig", newline="") as told:
        rows = list(csv.reader(told, delimiter=";"))
    assert [row[-2] for row in rows[1:]] == ["5", "6", "7", "8"]
    assert all(row[-1].endswith(".") for row in rows[1:])


def test_a_table_that_breaks_off_writes_whole_hundreds_and_no_report(
    office: Office, tmp_path: Path, mensagens: Mensagens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importacao, "CHUNK", 2)
    file = tmp_path / "pedidos.csv"
    rows = [f"Buraco na rua número {n};-7,12;-34,86" for n in range(9)]
    file.write_text("texto;lat;lng\n" + "\n".join(rows) + "\nx;-7,12;-34,86\n", "utf-8")
    counter = Counter(office)

    def stop(done: int, _total: int) -> None:
        if done >= 6:
            raise EnvironmentFault("banco.disco_cheio", onde="aqui")

    with pytest.raises(EnvironmentFault):
        service(counter, mensagens).importar(
            file, SEEN, ATENDENTE, relatorio=tmp_path / "r.csv", progress=stop
        )
    assert len(counter.events("demanda.recebida")) % 2 == 0
    assert sorted(one.name for one in tmp_path.glob("*.csv*")) == ["pedidos.csv"]
    again = service(counter, mensagens).importar(file, SEEN, ATENDENTE)
    assert again.registradas + again.ja_registradas == 9
    assert len(counter.events("demanda.recebida")) == 9
