from __future__ import annotations

import pytest

from core.colonies.escritorio.rules import checked_name, checked_zone
from core.kernel.errors import UserFacingError


def test_a_name_is_cleaned() -> None:
    assert checked_name("  Regional\u00a0 Jardim  Sa\u0303o João \n") == "Regional Jardim São João"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "escritorio.nome_vazio"),
        (" \t\n", "escritorio.nome_vazio"),
        ("x" * 301, "escritorio.nome_longo"),
    ],
)
def test_a_bad_name_is_refused(name: str, code: str) -> None:
    with pytest.raises(UserFacingError) as refusal:
        checked_name(name)
    assert refusal.value.code == code


@pytest.mark.parametrize("zone", ["America/Noronha", "America/Rio_Branco", "UTC"])
def test_a_zone_of_the_database_is_taken(zone: str) -> None:
    assert checked_zone(zone) == zone


@pytest.mark.parametrize("zone", ["", "America/Atlantida", "../etc/passwd", "America", "BRT3"])
def test_an_unknown_zone_is_refused(zone: str) -> None:
    with pytest.raises(UserFacingError) as refusal:
        checked_zone(zone)
    assert refusal.value.code == "escritorio.fuso_desconhecido"
