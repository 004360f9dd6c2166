"""Where things are on this machine: the data folder, and apart from it the settings folder.

Keys and guard never lie in the data folder: a copy of it must not carry them (design.md 6). The
settings folder of an office is found by where its data are.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from platformdirs import user_config_path, user_data_path

from app.settings.configuracao import Configuracao
from core.kernel.errors import UserFacingError

APP: Final = "formigueiro"
CONFIG_VARIABLE: Final = "FORMIGUEIRO_CONFIG"
_SCHEMES: Final = frozenset({"postgresql", "postgres"})


@dataclass(frozen=True, slots=True)
class Lugar:
    """Where an office is.

    Args:
        dados: the data folder: database (SQLite), attachments, logs, view settings.
        banco: URL of a PostgreSQL office; None for SQLite in ``dados``.
        configuracao: keys and guard.
    """

    dados: Path
    banco: str | None
    configuracao: Path

    @property
    def pasta_de_copias(self) -> Path:
        """Where copies go unless a call names another: as the settings say, else beside the data."""
        named = Configuracao(self.configuracao).pasta_de_copias()
        return named or self.dados.parent / f"{self.dados.name}-copias"

    def fora_dos_dados(self, pasta: Path) -> Path:
        """``pasta``, where copies may lie: a copy inside what it copies is lost with it.

        Raises:
            UserFacingError: ``copia.pasta_nos_dados``.
        """
        wanted, data = pasta.expanduser().resolve(), self.dados.resolve()
        if any(_is_same(one, data) for one in (wanted, *wanted.parents)):
            raise UserFacingError("copia.pasta_nos_dados", pasta=str(wanted), dados=str(data))
        return pasta


def _is_same(one: Path, other: Path) -> bool:
    """One folder, also where the system knows it by several names."""
    return one == other or (one.exists() and other.exists() and one.samefile(other))


def settings_root() -> Path:
    """The folder of all settings; an environment variable may move it."""
    named = os.environ.get(CONFIG_VARIABLE)
    return Path(named) if named else user_config_path(APP, appauthor=False)


def _settings_folder(place: str) -> Path:
    name = hashlib.sha256(place.encode()).hexdigest()[:16]
    return settings_root() / "escritorios" / name


def default_data_folder(*, is_demo: bool) -> Path:
    """Where an office is looked for when nobody says where."""
    return user_data_path(APP, appauthor=False) / ("demonstracao" if is_demo else "escritorio")


def _server_place(banco: str) -> str:
    """The address by which an office on a server is known here: server, port and database.

    Not the password, the user or how the driver is spelled: keys and guard must be found again
    when the password changes.
    """
    parts = urlsplit(banco)
    options = dict(parse_qsl(parts.query))
    host = options.get("host") or parts.hostname or ""
    port = options.get("port") or parts.port or 5432
    database = options.get("dbname") or parts.path.strip("/")
    return f"postgresql://{host}:{port}/{database}"


def is_server_url(banco: str) -> bool:
    """Whether the address is one of a PostgreSQL database; whether it answers is another matter."""
    try:
        parts = urlsplit(banco)
        port = parts.port
    except ValueError:
        return False
    is_named = bool(parts.path.strip("/") or parts.query)
    return parts.scheme.split("+")[0] in _SCHEMES and is_named and port != 0


def place_of(dados: Path | None, banco: str | None, *, is_demo: bool = False) -> Lugar:
    """The place that the person named, or the default one.

    Args:
        dados: data folder.
        banco: PostgreSQL URL; its local files go into a data folder of their own.
        is_demo: the demonstration office.
    """
    if banco is not None:
        place = _server_place(banco)
        name = hashlib.sha256(place.encode()).hexdigest()[:16]
        folder = dados or user_data_path(APP, appauthor=False) / f"banco-{name}"
        return Lugar(folder.absolute(), banco, _settings_folder(place))
    folder = (dados or default_data_folder(is_demo=is_demo)).absolute()
    return Lugar(folder, None, _settings_folder(str(folder.resolve())))
