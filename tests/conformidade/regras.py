"""What every colony must declare, as functions that say what is wrong; empty where nothing is.

Source: style.md, A colony is one folder; design.md 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Integer, Table

from core.kernel.colony import EVERYTHING, Colony
from core.kernel.errors import UserFacingError
from core.kernel.event import Event
from core.kernel.registry import Registry
from core.kernel.store.witness import unwitnessed

CLASSES = ("projecao", "local")
PRIVACY = ("publica", "restrita")
# Names of columns that would make a rebuild differ from live: they tell of the machine.
SURROGATES = ("id", "rowid", "sequence_number", "posicao", "criado_em_ms", "inserido_em")
FOLDER = ("README.md", "colony.py", "rules.py", "tables.py", "handlers.py", "queries.py", "api.py")


def registry_faults(colony: Colony, registry: Registry) -> list[str]:
    """Types that the registry does not know, or knows of another colony."""
    found = []
    for tipo in colony.publica:
        try:
            contract = registry.contract(tipo)
            origin = (*contract.origem, *contract.decide)
        except UserFacingError:
            found.append(f"publica {tipo}, que não está no registro")
        else:
            if colony.id not in origin:
                found.append(f"publica {tipo}, que o registro dá a {', '.join(origin)}")
    for tipo in colony.consome:
        try:
            registry.contract(tipo)
        except UserFacingError:
            found.append(f"consome {tipo}, que não está no registro")
    return found


def table_faults(colony: Colony) -> list[str]:
    """Prefix, class, privacy, columns that a rebuild could not bring back, or nothing vouches for."""
    found = []
    for table in colony.tables:
        if not table.name.startswith(f"{colony.prefixo}_") and not _is_of_the_specification(table):
            found.append(f"{table.name} não começa por {colony.prefixo}_")
        if table.info.get("classe") not in CLASSES:
            found.append(f"{table.name} não diz a sua classe")
        if not table.primary_key.columns:
            found.append(f"{table.name} não tem chave")
        for column in table.columns:
            if column.info.get("privacidade") not in PRIVACY:
                found.append(f"{table.name}.{column.name} não diz a sua privacidade")
            if table.info.get("classe") == "projecao":
                found += _machine_faults(table, column)
        if table.info.get("classe") == "local":
            found += [
                f"{table.name}.{name} está só na sua linha: falta em witness(...)"
                for name in unwitnessed(table)
            ]
    if colony.deadlines is not None and colony.deadlines.table not in colony.tables:
        found.append("a tabela de prazos não está entre as suas")
    if colony.jobs_table is not None and colony.jobs_table not in colony.tables:
        found.append("a tabela de trabalhos não está entre as suas")
    if colony.jobs and colony.jobs_table is None:
        found.append("tem trabalhos e nenhuma tabela para eles")
    return found


def _is_of_the_specification(table: Table) -> bool:
    """Named as the specification's ``schema.table`` that it is, and saying so."""
    named = str(table.info.get("especificacao", ""))
    return "." in named and table.name == named.replace(".", "_")


def _machine_faults(table: Table, column: Column[Any]) -> list[str]:
    found = []
    alone = len(table.primary_key.columns) == 1
    counts = column.primary_key and alone and isinstance(column.type, Integer)
    if column.autoincrement is True or (counts and column.autoincrement != False):  # noqa: E712 # "auto" is neither
        found.append(f"{table.name}.{column.name} numera sozinha")
    if column.name in SURROGATES:
        found.append(f"{table.name}.{column.name} fala desta máquina, não do evento")
    if any((column.default, column.server_default, column.onupdate, column.server_onupdate)):
        found.append(f"{table.name}.{column.name} tem valor que não vem do evento")
    return found


def publisher_faults(colony: Colony, others: Sequence[Colony]) -> list[str]:
    """Consumed types without a publisher, and entries of ``aguarda`` that outlived their reason."""
    published = {tipo for other in others for tipo in other.publica}
    return (
        [
            f"{tipo} não tem quem publique nem está em aguarda"
            for tipo in colony.consome
            if tipo not in published and tipo not in colony.aguarda
        ]
        + [f"aguarda {tipo}, que já é publicado" for tipo in colony.aguarda if tipo in published]
        + [
            f"aguarda {tipo}, que não consome"
            for tipo in colony.aguarda
            if tipo not in colony.apply
        ]
    )


def handler_faults(colony: Colony) -> list[str]:
    """Reactions outside the subscription; rows held back that a reaction or a decision would miss."""
    found = [f"reage a {tipo} sem aplicar" for tipo in colony.react if tipo not in colony.apply]
    if colony.flush is not None and (colony.react or colony.publica or colony.deadlines):
        found.append("guarda linhas na memória e também reage ou decide")
    return found


def key_faults(colony: Colony, events: Sequence[Event], subjects: Mapping[str, Any]) -> list[str]:
    """``chaves`` and ``dobra`` for every event of the subscription, with and without restricted parts.

    Args:
        colony: whose functions.
        events: of subscribed types; some with parts absent.
        subjects: type -> (payload -> ids that the log indexes the event under).
    """
    found = set()
    folds: set[str] = set()
    for event in events:
        for name, function in (("chaves", colony.chaves), ("dobra", colony.dobra)):
            try:
                keys = function(event)
            except Exception as error:  # noqa: BLE001 # the fault that is looked for
                found.add(f"{name} falha com {event.tipo}: {type(error).__name__}")
                continue
            if not _is_key_set(keys):
                found.add(f"{name} de {event.tipo} não dá um conjunto de textos")
            elif name == "dobra":
                folds |= keys
                ids = set(subjects[event.tipo](event.payload))
                if not keys <= ids | {EVERYTHING}:
                    found.add(f"dobra de {event.tipo} dá uma chave pela qual não é achado")
    if folds - {EVERYTHING}:
        for table in colony.tables:
            if table.info.get("classe") != "projecao":
                continue
            fold_column = colony.dobra_coluna.get(table.name)
            if fold_column is None:
                found.add(f"{table.name} não tem coluna de dobra")
            elif fold_column not in table.columns:
                found.add(f"{table.name} não tem a coluna {fold_column}")
    return sorted(found)


def _is_key_set(keys: object) -> bool:
    return isinstance(keys, frozenset) and all(isinstance(key, str) for key in keys)


def folder_faults(colony: Colony, folder: Path | None) -> list[str]:
    """Files that every colony has; each may have grown into a package of the same name."""
    if folder is None:
        return ["nenhuma pasta a declara"]
    wanted = [*FOLDER, "trabalhos.py"] if colony.jobs else list(FOLDER)
    return [
        f"falta {name}"
        for name in wanted
        if not (folder / name).exists() and not (folder / Path(name).stem).is_dir()
    ]
