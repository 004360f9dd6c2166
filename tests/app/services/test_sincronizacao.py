"""What a network says is to be done next, and who may take a bundle out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from app.services.permissoes import Ato, Papel, exigir, sem_permissao
from app.services.sincronizacao import (
    Desejo,
    Estimativa,
    Passo,
    SincronizacaoService,
    Situacao,
    Trocador,
    Vizinho,
)
from core.kernel.errors import UserFacingError


def peer(number: int, has: int | None = None, *, exchanges: bool = True) -> Vizinho:
    return Vizinho(
        no=f"{number}" * 32,
        nome="",
        is_este=number == 1,
        impressao_registro="A",
        impressao_troca="B" if exchanges else None,
        custodia=(),
        eventos=0,
        visto_ms=None,
        tem=has,
    )


def network(*peers: Vizinho) -> Situacao:
    return Situacao("0" * 64, 1, (), 1, peers, 10, 8, is_demo=False, pede_senha=False)


@pytest.mark.parametrize(
    ("peers", "step"),
    [
        ((peer(1, exchanges=False),), "criar_rede"),
        ((peer(1),), "sozinho"),
        ((peer(1), peer(2)), "pronto"),
    ],
)
def test_the_next_step(peers: tuple[Vizinho, ...], step: Passo) -> None:
    assert network(*peers).passo == step


def test_what_an_office_lacks_is_what_its_receipt_does_not_say() -> None:
    assert [peer(2, has).falta(10) for has in (None, 0, 4, 10, 12)] == [10, 10, 6, 0, 0]
    assert (peer(2).troca, peer(2, exchanges=False).troca) == (True, False)


def test_an_estimate_says_whether_there_is_room() -> None:
    found = Estimativa(eventos=1, tamanho=100, livre=101, para=None)
    assert found.cabe
    assert not replace(found, livre=100).cabe
    assert replace(found, livre=None).cabe


def test_only_the_operator_takes_anything_out(tmp_path: Path) -> None:
    def clerk(ato: Ato) -> dict[str, str]:
        exigir({"papel": Papel.ATENDENTE.value}, ato)
        raise AssertionError

    service = SincronizacaoService(cast("Trocador", None), clerk)
    for act in (
        lambda: service.exportar(Desejo(tmp_path)),
        lambda: service.gravar_pedido(tmp_path, None),
    ):
        with pytest.raises(UserFacingError) as fault:
            act()
        assert fault.value.code == "conta.sem_permissao"
        assert fault.value.params == sem_permissao(Ato.EXPORTAR).params
    exigir({"papel": Papel.OPERADOR.value}, Ato.EXPORTAR)
