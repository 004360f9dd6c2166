"""An office founded as the command line founds it, with a long log behind it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.bootstrap.fundacao import Escolhas, fundar
from app.services.mensagens import Mensagens
from app.settings.lugares import CONFIG_VARIABLE, Lugar, place_of
from app.settings.recursos import Recursos
from app.settings.tempo import DEFAULT_ZONE
from core.kernel.identity.keystore_choice import KeyMode
from core.kernel.store import installation
from core.kernel.store.sqlite import SqliteDatabase
from tests.bench.synthetic import Feed, mixed_events, synthesize


@contextmanager
def long_office(folder: Path, count: int) -> Iterator[Lugar]:
    """Where an office with ``count`` synthetic events is; its settings lie below ``folder``."""
    previous = os.environ.get(CONFIG_VARIABLE)
    os.environ[CONFIG_VARIABLE] = str(folder / "configuracao")
    try:
        yield _made(folder, count)
    finally:
        if previous is None:
            del os.environ[CONFIG_VARIABLE]
        else:
            os.environ[CONFIG_VARIABLE] = previous


def _made(folder: Path, count: int) -> Lugar:
    place = place_of(folder / "escritorio", None)
    recursos = Recursos()
    choices = Escolhas("Escritório de medição", DEFAULT_ZONE, KeyMode.SEM_SENHA, None, is_demo=True)
    fundar(place, choices, Mensagens(recursos.messages_toml()), recursos)
    reader = SqliteDatabase(place.dados).open_reader()
    facts = installation.read(reader.cursor, reader.dialect)
    reader.close()
    feed = Feed(facts.rede, facts.no, facts.epoca)
    synthesize(place.dados, count, mixed_events(0), feed)
    return place
