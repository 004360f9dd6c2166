"""What has no name is shown by its identifier."""

from __future__ import annotations

from app.services.leitura import BancoLeitor
from app.services.nomes_publicos import NomesPublicos, nomes_publicos
from tests.support.office import Office, conselheiro, demanda


def test_names_where_there_are_any(sqlite_office: Office) -> None:
    leitor = BancoLeitor(sqlite_office.database, keep=0)
    found = nomes_publicos(leitor, demandas=[demanda(1)], conselheiros=[conselheiro(1)])
    assert found == NomesPublicos({}, {}, {})
    assert found.demanda(demanda(1)) == demanda(1)
    assert NomesPublicos({}, {"c": "Ana"}, {}).conselheiro("c") == "Ana"
