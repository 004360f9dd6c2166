"""Photos that a table names: beside it, through the pipeline, or the row says why not."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.services.demandas import DemandasService
from app.services.importacao import ImportacaoService
from app.services.importacao_fotos import FotosDaTabela, nomes_na_celula
from app.services.importacao_linhas import Opcoes
from app.services.mensagens import Mensagens
from core.kernel.errors import UserFacingError
from core.kernel.store.attachments import AttachmentStore
from tests.core.colonies.d1c_anexos.bancada import CLEAN, Bancada
from tests.support import midias
from tests.support.balcao import ATENDENTE, TUDO
from tests.support.office import TEST_NO, Office

SEEN = Opcoes(consentimentos=TUDO)


@pytest.fixture
def bancada(sqlite_office: Office, tmp_path: Path) -> Bancada:
    return Bancada(sqlite_office, tmp_path / "anexos")


@pytest.fixture
def imports(bancada: Bancada, mensagens: Mensagens) -> ImportacaoService:
    demands = DemandasService(
        bancada.leitor, bancada, bancada.office.ids, bancada.now, no=TEST_NO, epoca=0
    )
    return ImportacaoService(demands, bancada, mensagens, bancada.store)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with photos, as somebody else's system exports it."""
    place = tmp_path / "entrega"
    (place / "fotos").mkdir(parents=True)
    (place / "fotos" / "poste.jpg").write_bytes(midias.upside(6))
    (place / "muro, sem nome.png").write_bytes(midias.png())
    (place / "virus.jpg").write_bytes(b"MZ" + bytes(400))
    (tmp_path / "segredo.png").write_bytes(midias.png(40, 40))
    return place


@pytest.fixture
def looking(tmp_path: Path, folder: Path) -> Iterator[FotosDaTabela]:
    store = AttachmentStore(tmp_path / "guarda")
    with FotosDaTabela(store, folder, is_previa=False) as fotos:
        yield fotos


def written(folder: Path, *cells: str) -> Path:
    file = folder / "pedidos.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        sheet = csv.writer(out)
        sheet.writerow(("texto", "lat", "lng", "fotos"))
        for n, cell in enumerate(cells):
            sheet.writerow((f"Poste caído número {n}", f"-7.12{n}", "-34.86", cell))
    return file


def test_rows_with_photos_go_through_the_pipeline_of_all_others(
    bancada: Bancada, imports: ImportacaoService, folder: Path
) -> None:
    bancada.olho.answer = CLEAN
    file = written(folder, "fotos/poste.jpg; muro, sem nome.png", "", "fotos\\poste.jpg")
    look = imports.importar(file, SEEN, ATENDENTE, is_previa=True)
    assert (look.registradas, look.recusadas, look.fotos) == (3, 0, 3)
    assert list(bancada.store.all()) == []
    done = imports.importar(file, SEEN, ATENDENTE)
    bancada.settle()
    assert (done.registradas, done.fotos) == (3, 3)
    received = [event.payload for event in bancada.events("demanda.recebida")]
    assert [len(one.get("midia_urls") or ()) for one in received] == [2, 0, 1]
    assert received[0]["nomes_midias"] == ["poste.jpg", "muro, sem nome.png"]
    assert len(bancada.events("anexo.processado")) == 3
    assert len(bancada.events("demanda.normalizada")) == 3
    stored = b"".join(bancada.store.get(one) or b"" for one in bancada.store.all())
    assert b"SERIE-0042" not in stored
    again = imports.importar(file, SEEN, ATENDENTE)
    assert (again.registradas, again.ja_registradas) == (0, 3)


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("../segredo.png", "importacao.foto_fora"),
        ("fotos/../../segredo.png", "importacao.foto_fora"),
        ("..\\segredo.png", "importacao.foto_fora"),
        ("/etc/hostname", "importacao.foto_fora"),
        ("C:\\fotos\\poste.jpg", "importacao.foto_fora"),
        ("atalho.png", "importacao.foto_fora"),
        ("ausente.jpg", "importacao.foto_ausente"),
        ("fotos", "importacao.foto_ausente"),
        ("x" * 5000, "importacao.foto_ausente"),
        ("a\x00.jpg", "importacao.foto_ausente"),
    ],
)
def test_nothing_outside_the_folder_is_read(
    looking: FotosDaTabela, folder: Path, cell: str, code: str
) -> None:
    (folder / "atalho.png").symlink_to(folder.parent / "segredo.png")
    with pytest.raises(UserFacingError) as refused:
        looking.tomar((cell,))
    assert refused.value.code == code


def test_a_row_whose_photo_is_refused_waits_in_the_report(
    bancada: Bancada, imports: ImportacaoService, folder: Path
) -> None:
    file = written(folder, "fotos/poste.jpg;virus.jpg", "../segredo.png", "fotos/poste.jpg")
    report = folder / "recusadas.csv"
    for is_look in (True, False):
        done = imports.importar(file, SEEN, ATENDENTE, is_previa=is_look, relatorio=report)
        assert [(row.linha, row.codigo) for row in done.recusas] == [
            (2, "midia.programa"),
            (3, "importacao.foto_fora"),
        ]
        assert done.registradas == 1
        assert done.recusas[0].frase.startswith("virus.jpg: O arquivo é um programa")
    assert "virus.jpg" in report.read_text("utf-8-sig")
    assert len(bancada.events("demanda.recebida")) == 1
    # Mended beside the table, the report itself is imported.
    (folder / "virus.jpg").write_bytes(midias.jpeg())
    mended = imports.importar(report, SEEN, ATENDENTE)
    assert (mended.registradas, mended.recusadas) == (1, 1)


def test_ten_a_demand_and_each_once(looking: FotosDaTabela, folder: Path) -> None:
    names = [f"{n}.png" for n in range(11)]
    for n, name in enumerate(names):
        (folder / name).write_bytes(midias.png(40 + n, 40))
    with pytest.raises(UserFacingError, match=r"midia\.demais"):
        looking.tomar(names)
    (folder / "igual.png").write_bytes((folder / "0.png").read_bytes())
    assert len(looking.tomar(("0.png", "igual.png", "1.png"))) == 2


def test_names_in_a_cell() -> None:
    assert nomes_na_celula(' a.jpg;"b, c.png" | d.heic\na.jpg; ;') == (
        "a.jpg",
        "b, c.png",
        "d.heic",
    )
    assert nomes_na_celula("  ") == ()
