"""A living office for tests of services and screens: real files, real engine, a story behind it.

``vivo`` is a copy of a demonstration office of ``DIAS`` days – demands ranked, drawn, in progress,
concluded, withdrawn, in review and waiting, councillors who refused and gave up, residents who are
no councillors – opened for writing
with the engine in its own thread, on a clock that stands at 9 in the morning after. The story is
played once a test process; each test gets a copy of its files.

The story is the same in every run, to the last hash: keys, salts and identifiers come from a seed, and
with them who is drawn. No test may stand on that: ``FORMIGUEIRO_SEMENTE_VIVO=other pytest …`` tells it
with other councillors. What a test does in its copy is random, as in an office.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from app.bootstrap.abertura import Aplicacao, abrir, opened
from app.bootstrap.captura import servico_cidadaos
from app.bootstrap.demonstracao.montagem import Montagem
from app.bootstrap.janela import servicos_da_janela
from app.services.composicao import Servicos
from app.services.mensagens import Mensagens
from app.settings.lugares import Lugar
from app.settings.recursos import Recursos
from core.colonies.c1_cidadaos.rules import Cadastro
from core.kernel.clock import ManualClock
from core.kernel.event import NewEvent
from core.kernel.ids import SeededIds

DIAS: Final = 24
VARIAVEL: Final = "FORMIGUEIRO_SEMENTE_VIVO"
SEMENTE: Final = "1"
# 2026-06-01 12:00 UTC, 9 in the morning in São Paulo.
AGORA_MS: Final = 1_780_315_200_000
ATENDENTE: Final = {"conta_id": "44444444-0000-4000-8000-000000000010", "papel": "atendente"}
MORADORES: Final = (
    Cadastro(
        nome="Jandira Pacheco",
        telefone="(82) 99999-0001",
        endereco="Rua Boa Vista, 12",
        consentimentos={"tratamento": True, "contato": True},
        termos_versao="1.0",
    ),
    Cadastro(nome="Raimundo Assunção", telefone="82 3333-0002", verificado_presencialmente=True),
    Cadastro(nome="Valdirene d'Ávila & Silva"),
)
"""Residents who are no councillors; invented."""


@dataclass
class Vivo:
    """An open office and everything a window is given of it."""

    lugar: Lugar
    clock: ManualClock
    app: Aplicacao
    servicos: Servicos

    def ocioso(self) -> None:
        """Wait until everything that follows from what was done has followed."""
        self.app.engine.aguardar_ocioso()

    def reabrir(self) -> None:
        """As after the program was closed, or died: nothing in memory is kept."""
        self.app.fechar()
        office = open_vivo(self.lugar, self.clock)
        self.app, self.servicos = office.app, office.servicos


def open_vivo(lugar: Lugar, clock: ManualClock) -> Vivo:
    """Open the office of a place, with the engine in its own thread; the caller closes ``app``."""
    recursos = Recursos()
    app = abrir(lugar, Mensagens(recursos.messages_toml()), recursos, relogio=clock)
    return Vivo(lugar, clock, app, servicos_da_janela(app))


def serve(vivo: Vivo, *unidades: str) -> None:
    """Say which units the office serves."""
    said = {"nome": "Regional", "fuso": "America/Sao_Paulo", "unidades": list(unidades)}
    no = vivo.app.aberto.installation.no
    vivo.app.engine.publicar("ESC", NewEvent("escritorio.configurado", said, sujeito=no))
    vivo.ocioso()


def tell(folder: Path, semente: str) -> Lugar:
    """Play the story; the same seed tells it with the same bytes."""
    lugar = Lugar(folder / "dados", None, folder / "ajustes")
    recursos, ids = Recursos(), SeededIds(f"vivo/{semente}")
    mensagens = Mensagens(recursos.messages_toml())
    built = Montagem(mensagens, recursos, dias=DIAS, relogio=ManualClock(AGORA_MS), ids=ids)
    built.garantir(lugar, lambda _done, _total: None)
    clock = ManualClock(AGORA_MS)
    # Inline: with a thread of its own the engine would draw from the seed when it comes to it.
    with opened(abrir(lugar, mensagens, recursos, inline=True, relogio=clock, ids=ids)) as app:
        people = servico_cidadaos(app)
        for resident in MORADORES:
            people.registrar(resident, ATENDENTE)
    return lugar


@pytest.fixture(scope="session")
def vivo_template(tmp_path_factory: pytest.TempPathFactory) -> Lugar:
    """The story, played once."""
    return tell(tmp_path_factory.mktemp("vivo"), os.environ.get(VARIAVEL, SEMENTE))


@pytest.fixture
def vivo(vivo_template: Lugar, tmp_path: Path) -> Iterator[Vivo]:
    """See the module."""
    place = Lugar(tmp_path / "vivo" / "dados", None, tmp_path / "vivo" / "ajustes")
    shutil.copytree(vivo_template.dados, place.dados)
    shutil.copytree(vivo_template.configuracao, place.configuracao)
    office = open_vivo(place, ManualClock(AGORA_MS))
    office.ocioso()
    yield office
    office.app.fechar()
