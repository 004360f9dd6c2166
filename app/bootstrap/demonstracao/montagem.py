"""The demonstration office: built whole beside its place, then moved there, or not there at all.

A second start finds it and does nothing. One that was killed while it was built leaves a folder that
the next start takes away. It is marked as a demonstration for ever (``NewOffice.demonstracao``).
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from app.bootstrap.abertura import Aplicacao, abrir, atualizar, open_database, opened
from app.bootstrap.captura import servico_importacao
from app.bootstrap.demonstracao.elenco import ARQUIVO, TERRITORIO, Bairros, ler_elenco
from app.bootstrap.demonstracao.enredo import CLERK, DIAS, Enredo
from app.bootstrap.fundacao import Escolhas, fundar
from app.bootstrap.territorio import importar_demonstracao
from app.services.demandas import TERMOS_VERSAO
from app.services.importacao_linhas import Opcoes
from app.services.mensagens import Mensagens
from app.settings.lugares import Lugar
from app.settings.recursos import Recursos
from app.settings.tempo import DEFAULT_ZONE
from core.colonies.d1a_captura.rules import Consentimentos
from core.kernel.clock import Clock, ManualClock, SystemClock
from core.kernel.errors import EnvironmentFault
from core.kernel.identity.keystore_choice import KeyMode
from core.kernel.ids import Ids, SystemIds
from core.kernel.store.file_lock import FileLock
from core.kernel.store.founding import holds_office

NOME: Final = "Escritório de demonstração"
DEMANDAS: Final = "demonstracao/demandas.csv"

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Montagem:
    """What builds a demonstration office.

    Args:
        dias: how many days the story lasts; it ends yesterday.
        relogio: says which day today is.
        ids: gives keys, salts and identifiers; what it gives decides who is drawn. The machine's
            randomness, except in tests.
    """

    mensagens: Mensagens
    recursos: Recursos
    dias: int = DIAS
    relogio: Clock = field(default_factory=SystemClock)
    ids: Ids = field(default_factory=SystemIds)

    def garantir(self, lugar: Lugar, progress: Progress) -> bool:
        """See to it that there is a demonstration office of the present schema; True if it is new.

        Raises:
            EnvironmentFault: disk full, no permission; ``demonstracao.em_montagem``: another
                process is at it. Nothing is at its place.
        """
        if holds_office(open_database(lugar)):
            atualizar(lugar, self.relogio)
            return False
        lugar.dados.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(lugar.dados.parent / f".{lugar.dados.name}.montagem.lock")
        if not lock.acquire():
            raise EnvironmentFault("demonstracao.em_montagem")
        try:
            site = Lugar(beside(lugar.dados), None, beside(lugar.configuracao))
            clear(site)
            self._build(site, progress)
            move(site, lugar)
        finally:
            lock.remove()
        return True

    def _build(self, site: Lugar, progress: Progress) -> None:
        zone = ZoneInfo(DEFAULT_ZONE)
        today = datetime.fromtimestamp(self.relogio.now_ms() / 1000, UTC).astimezone(zone).date()
        first = today - timedelta(days=self.dias)
        clock = ManualClock(_midnight_ms(first, zone))
        choices = Escolhas(
            nome=NOME, fuso=DEFAULT_ZONE, modo=KeyMode.SEM_SENHA, senha=None, is_demo=True
        )
        fundar(site, choices, self.mensagens, self.recursos, relogio=clock, ids=self.ids)
        office = abrir(
            site, self.mensagens, self.recursos, inline=True, relogio=clock, ids=self.ids
        )
        with opened(office):
            importar_demonstracao(office)
            self._import_table(office)
            story = Enredo(
                office,
                clock,
                ler_elenco(self.recursos.read_bytes(ARQUIVO)),
                Bairros(self.recursos.read_bytes(TERRITORIO)),
                zone,
            )
            story.contar(first, self.dias, progress)

    def _import_table(self, office: Aplicacao) -> None:
        """The requests of the first day come in by the path that every table takes."""
        consents = Consentimentos(tratamento=True, publicacao_texto=True)
        options = Opcoes(consentimentos=consents, termos_versao=TERMOS_VERSAO, fonte="demonstracao")
        path = office.recursos.path(DEMANDAS)
        servico_importacao(office).importar(path, options, CLERK, relatorio=None)
        office.engine.aguardar_ocioso()


def _midnight_ms(day: object, zone: ZoneInfo) -> int:
    text = f"{day}T00:00:00"
    return int(datetime.fromisoformat(text).replace(tzinfo=zone).timestamp() * 1000)


def beside(folder: Path) -> Path:
    """Where a folder is built before it takes its place."""
    return folder.parent / f".{folder.name}.montagem"


def clear(site: Lugar) -> None:
    """Leave nothing of what was being built."""
    for folder in (site.dados, site.configuracao):
        if folder.exists():
            shutil.rmtree(folder)


def move(site: Lugar, lugar: Lugar) -> None:
    """Keys and guard first: an office without them would be held for a damaged one."""
    for built, place in ((site.configuracao, lugar.configuracao), (site.dados, lugar.dados)):
        if place.exists():
            # Nothing of an office: that was asked before. What lies there is of views and windows.
            for one in built.iterdir():
                one.replace(place / one.name)
            built.rmdir()
        else:
            built.rename(place)
