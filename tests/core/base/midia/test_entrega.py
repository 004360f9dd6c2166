"""Files in the fields of an event, and out of them again."""

from __future__ import annotations

import pytest

from core.base.midia.entrega import (
    Entregue,
    anexos_de,
    campos_de,
    conferir_preparadas,
    distintas,
    entregues,
)
from core.base.midia.limpeza import MidiaGuardada
from core.kernel.errors import UserFacingError


def guardada(n: int, origem: int | None = None, mime: str = "image/jpeg") -> MidiaGuardada:
    return MidiaGuardada(
        sha256=f"{n:064x}",
        tamanho_bytes=10 + n,
        mime=mime,
        hash_origem=f"{1000 + n if origem is None else origem:064x}",
        nome=f"{n}.jpg",
    )


def test_what_goes_in_comes_out() -> None:
    files = [guardada(1), guardada(2)]
    told = campos_de(files, ["a.jpg", None], "quem")
    assert set(told) == {"midia_urls", "midias_recebidas", "remetente_id", "nomes_midias"}
    assert entregues(told) == [
        Entregue(0, f"anexo:{1:064x}", f"{1001:064x}", "a.jpg"),
        Entregue(1, f"anexo:{2:064x}", f"{1002:064x}", None),
    ]


def test_nothing_tells_nothing() -> None:
    assert campos_de([], [], "quem") == {}
    assert entregues({}) == []
    assert anexos_de([]) == ()


@pytest.mark.parametrize(("nomes", "quem"), [([None], "quem"), (["a.jpg"], None)])
def test_a_label_without_a_person_is_not_told_nor_a_person_without_one(
    nomes: list[str | None], quem: str | None
) -> None:
    assert set(campos_de([guardada(1)], nomes, quem)) == {"midia_urls", "midias_recebidas"}


def test_erased_parts_leave_what_the_others_say() -> None:
    """Names of 1.4.0 stood beside the hashes; a part that is gone is no fault."""
    told = {"midia_urls": ["anexo:x", "anexo:y"], "midias_recebidas": [{"nome_arquivo": "velho"}]}
    assert entregues(told) == [
        Entregue(0, "anexo:x", None, "velho"),
        Entregue(1, "anexo:y", None, None),
    ]
    assert entregues({"nomes_midias": ["sozinho"]}) == []


def test_twice_is_once_by_either_hash_and_one_object_one_commitment() -> None:
    same_origin = MidiaGuardada(
        sha256="f" * 64, tamanho_bytes=1, mime="image/png", hash_origem=f"{1001:064x}"
    )
    assert distintas([guardada(1), guardada(1, 7), same_origin, guardada(2)]) == (
        guardada(1),
        guardada(2),
    )
    assert [one.sha256 for one in anexos_de([guardada(1), guardada(1), guardada(2)])] == [
        f"{1:064x}",
        f"{2:064x}",
    ]


def test_only_what_was_prepared_passes() -> None:
    conferir_preparadas([guardada(1)])
    for wrong in (
        guardada(1, mime="video/mp4"),
        MidiaGuardada(sha256="x", tamanho_bytes=1, mime="image/png", hash_origem="y"),
    ):
        with pytest.raises(UserFacingError, match=r"captura\.midia_invalida"):
            conferir_preparadas([wrong])
