"""An office where people sign in: three accounts over the fictional territory, nothing else yet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from app.bootstrap.contas import servico_contas
from app.bootstrap.fundacao import Escolhas, PrimeiraConta, fundar
from app.bootstrap.territorio import OPERADOR
from app.services.contas import ContaNova
from app.services.mensagens import Mensagens
from app.settings.lugares import Lugar
from app.settings.recursos import Recursos
from core.kernel.clock import ManualClock
from core.kernel.identity.keystore_choice import KeyMode
from tests.support.vivo import AGORA_MS, Vivo, open_vivo

SENHA: Final = "a senha de todos"


@pytest.fixture
def com_contas(tmp_path: Path) -> Iterator[Vivo]:
    """Ana is operator, clerk and moderator; Bia clerk; Caio auditor; all with one password."""
    place = Lugar(tmp_path / "contas" / "dados", None, tmp_path / "contas" / "ajustes")
    recursos, clock = Recursos(), ManualClock(AGORA_MS)
    choices = Escolhas(
        "Regional Norte", "America/Sao_Paulo", KeyMode.SEM_SENHA, None,
        conta=PrimeiraConta("Ana", SENHA),
    )  # fmt: skip
    fundar(place, choices, Mensagens(recursos.messages_toml()), recursos, clock)
    opened = open_vivo(place, clock)
    accounts = servico_contas(opened.app)
    for name, role in (("Bia", "atendente"), ("Caio", "auditor")):
        accounts.criar(ContaNova(nome=name, papeis=[role]), SENHA, OPERADOR)
    opened.ocioso()
    yield opened
    opened.app.fechar()
