"""What screens read of D-2."""

from __future__ import annotations

from core.colonies.d2_georreferenciamento import queries
from tests.core.colonies.d2_georreferenciamento.conftest import Place, normalizada
from tests.support.office import demanda
from tests.support.territorio import AT_SEA, BAIRRO, CIDADE, IN_QUARTER, SMALL


def test_resolutions_reviews_and_counts(place: Place) -> None:
    place.importar(SMALL)
    place.normalizar(
        normalizada(1, IN_QUARTER), *(normalizada(n, AT_SEA) for n in (2, 3)), normalizada(4, None)
    )
    reader = place.office.database.open_reader()
    try:
        cursor, dialect = reader.cursor, reader.dialect
        found = queries.read_resolution(cursor, dialect, demanda(1))
        assert found is not None
        assert (found.unidade_civica_id, found.nivel, found.municipio_id) == (BAIRRO, 2, CIDADE)
        assert found.cadeia[0] == BAIRRO
        assert (found.lat, found.lng) == IN_QUARTER
        assert queries.read_resolution(cursor, dialect, demanda(2)) is None
        assert queries.count_reviews(cursor, dialect) == 2
        assert [r.demanda_id for r in queries.read_reviews(cursor, dialect)] == [
            demanda(2),
            demanda(3),
        ]
        assert [r.demanda_id for r in queries.read_reviews(cursor, dialect, 1, 1)] == [demanda(3)]
        assert queries.read_outcomes(cursor, dialect) == {
            "aguardando": 2,
            "georreferenciada": 1,
            "sem_coordenadas": 1,
        }
    finally:
        reader.close()
