"""A list of streets as the town hall sends it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.services.ruas import RuasService
from core.kernel.errors import UserFacingError
from tests.support.balcao import Counter
from tests.support.office import Office

TEXT = """Logradouro;Bairro;CEP;Latitude;Longitude
Rua São João;Centro;58000-100;-7,11;-34,87
Rua São João;Centro;58000-100;-7,12;-34,87
;Centro;;-7,11;-34,87
Rua B;;123;-7,11;-34,87
Rua C;;;-34,87;-7,11
Rua D;;;;
Av. E;;;-7.1;-34.8
"""


def test_rows_are_taken_or_told(office: Office, tmp_path: Path) -> None:
    file = tmp_path / "ruas.csv"
    file.write_bytes(TEXT.encode("cp1252"))
    counter = Counter(office)
    done = RuasService(counter.leitor, counter).importar(file)
    assert (done.lidas, done.aceitas, done.recusadas, done.conhecidas) == (7, 3, 4, 2)
    assert [(one.linha, one.codigo) for one in done.recusas] == [
        (4, "ruas.sem_nome"),
        (5, "ruas.cep_invalido"),
        (6, "coordenada.trocada"),
        (7, "coordenada.vazia"),
    ]
    assert RuasService(counter.leitor, counter).importar(file).conhecidas == 2


def test_a_list_without_points_is_refused(sqlite_office: Office, tmp_path: Path) -> None:
    file = tmp_path / "ruas.csv"
    file.write_text("rua,bairro\nA,B\n", "utf-8")
    counter = Counter(sqlite_office)
    with pytest.raises(UserFacingError) as refusal:
        RuasService(counter.leitor, counter).importar(file)
    assert (refusal.value.code, refusal.value.params) == (
        "ruas.sem_coluna",
        {"colunas": "lat, lng"},
    )
