"""Asking, inviting and accepting over an open office; the command line's tests walk the whole way."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap.rede import aceitar, convidar, pedir_entrada
from core.kernel.errors import IntegrityFault, UserFacingError
from core.sync.entry_files import make_invitation
from tests.support.entradas import sozinho
from tests.support.office import unidade
from tests.support.vivo import Vivo


def test_a_demonstration_neither_asks_nor_invites_nor_joins(vivo: Vivo) -> None:
    other = sozinho("Norte")
    app = vivo.app
    invitation = make_invitation(app.aberto.installation.no, other.chain.rede, other.versions)
    for call in (
        lambda: pedir_entrada(app, [unidade(1)], None),
        lambda: convidar(app, other.pedido(), None, Path("não há"), None),
        lambda: aceitar(app, invitation, []),
    ):
        with pytest.raises(UserFacingError, match=r"rede\.demonstracao"):
            call()


def test_an_office_of_its_own_looks_before_it_signs(com_contas: Vivo) -> None:
    """Not exchanging yet, it neither asks nor invites; a damaged file is told apart."""
    app = com_contas.app
    with pytest.raises(UserFacingError, match=r"rede\.sem_troca"):
        pedir_entrada(app, [unidade(1)], None)
    with pytest.raises(UserFacingError, match=r"entrada\.sem_unidade"):
        pedir_entrada(app, [], None)
    for claims in (["x"], ["\udcff"], [""], [unidade(1), "A" * 36]):
        with pytest.raises(UserFacingError, match=r"entrada\.unidade_invalida"):
            pedir_entrada(app, claims, None)
    with pytest.raises(UserFacingError, match=r"entrada\.unidades_demais"):
        pedir_entrada(app, [unidade(n) for n in range(257)], None)
    with pytest.raises(UserFacingError, match=r"rede\.sem_troca"):
        convidar(app, sozinho("Norte").pedido(), None, None, None)
    with pytest.raises(IntegrityFault, match=r"convite\.invalido"):
        aceitar(app, b"{}\n", [])
