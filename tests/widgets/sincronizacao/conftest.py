"""An exchange that answers as a test wants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from app.services.entrada_rede import EntradaService
from app.services.escrita import NINGUEM, Ator
from app.services.permissoes import Ato
from app.services.progresso import Progress
from app.services.recebimento import (
    Chegadas,
    Espera,
    NaQuarentena,
    PacoteRecebido,
    Recebido,
    RecebimentoService,
)
from app.services.sincronizacao import (
    Desejo,
    Estimativa,
    PacoteExportado,
    SincronizacaoService,
    Situacao,
)
from app.services.versao_rede import VersaoService
from tests.app.services.log_builder import NOW_MS
from tests.support.porteiro import FakePorteiro
from tests.support.proponente import FakeProponente
from widgets.sincronizacao.spec import SAMPLE_IMPORT, sample_of


class FakeTrocador:
    """Remembers what it was asked for."""

    def __init__(self) -> None:
        self.found = sample_of(NOW_MS)
        self.asked: list[Desejo] = []
        self.rows: list[PacoteExportado] = []
        self.fault: Exception | None = None
        self.is_endless = False
        self.free: int | None = 1 << 40

    def situacao(self) -> Situacao:
        self._fail()
        return self.found

    def estimar(self, desejo: Desejo, /) -> Estimativa:
        if desejo.pedido is not None:
            self._fail()
        para = None if desejo.pedido is None else self.found.vizinhos[1].no
        return Estimativa(1_488, 491_040, self.free, para)

    def exportar(self, desejo: Desejo, progress: Progress, /) -> PacoteExportado:
        self.asked.append(desejo)
        self._fail()
        progress(1, 100)
        while self.is_endless:
            progress(1, 100)
        done = PacoteExportado(
            NOW_MS, "civico.zip", "ab" * 32, 491_040, 1_488, desejo.para, True,
            "civico.age" if desejo.restrito else "",
        )  # fmt: skip
        self.rows.insert(0, done)
        return done

    def pedido(self, pasta: Path, senha: bytes | None, /) -> Path:
        self._fail()
        return pasta / "nosso.pedido"

    def historico(self) -> Sequence[PacoteExportado]:
        return tuple(self.rows)

    def _fail(self) -> None:
        if self.fault is not None:
            raise self.fault


class FakeRecebedor:
    """Rehearses and imports what a test told it."""

    def __init__(self) -> None:
        self.answer = SAMPLE_IMPORT
        self.fault: Exception | None = None
        self.asked: list[tuple[str, bool]] = []
        self.is_endless = False
        self.items: tuple[NaQuarentena, ...] = (
            NaQuarentena("5c" * 32, "p.zip", "O arquivo está vazio.", "", 0, True, NOW_MS),
            NaQuarentena("6d" * 32, "q.zip", "O arquivo está vazio.", "", 0, False, NOW_MS),
        )

    def receber(self, arquivo: Path, progress: Progress, /, *, ensaio: bool) -> Recebido:
        self.asked.append((arquivo.name, ensaio))
        if self.fault is not None:
            raise self.fault
        progress(1, 2)
        while self.is_endless:
            progress(1, 2)
        return replace(self.answer, is_ensaio=ensaio)

    def chegadas(self) -> Chegadas:
        wait = Espera("5c" * 32, "3" * 32, "Regional da Serra", 0, 7, 9, "Faltam.", "x", NOW_MS)
        came = PacoteRecebido("ab" * 32, "2" * 32, "", "em_parte", 9, 2, NOW_MS, NOW_MS)
        return Chegadas((came,), self.items, (wait,))

    def liberar(self, sha256: str, progress: Progress, /) -> Recebido:
        self.asked.append((sha256, False))
        if self.fault is not None:
            raise self.fault
        return replace(self.answer, is_ensaio=False)

    def descartar(self, sha256: str, /) -> None:
        self.items = tuple(one for one in self.items if one.sha256 != sha256)


def operator(_ato: Ato) -> Ator:
    return {"conta_id": NINGUEM, "papel": "operador"}


@pytest.fixture
def trocador() -> FakeTrocador:
    return FakeTrocador()


@pytest.fixture
def recebedor() -> FakeRecebedor:
    return FakeRecebedor()


@pytest.fixture
def arrivals(recebedor: FakeRecebedor) -> RecebimentoService:
    return RecebimentoService(recebedor, operator)


@pytest.fixture
def service(trocador: FakeTrocador) -> SincronizacaoService:
    return SincronizacaoService(trocador, operator)


@pytest.fixture
def porteiro() -> FakePorteiro:
    return FakePorteiro()


@pytest.fixture
def entry(porteiro: FakePorteiro) -> EntradaService:
    return EntradaService(porteiro, operator)


@pytest.fixture
def proponente() -> FakeProponente:
    return FakeProponente()


@pytest.fixture
def versions(proponente: FakeProponente) -> VersaoService:
    return VersaoService(proponente, operator)
