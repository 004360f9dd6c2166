"""The first run of an office: what is asked, and who carries it out. Values and a port.

Everything is built beside its place and moved there at the end: an office is whole or not there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.services.progresso import Progress


@dataclass(frozen=True, slots=True)
class MaisUma:
    """Another account.

    Args:
        nome: how the person signs in.
        senha: the password.
        papeis: names of roles, at least one.
    """

    nome: str
    senha: str
    papeis: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pedido:
    """What the first pages ask.

    Args:
        nome: the office's name.
        fuso: IANA zone.
        territorio: files; empty takes the fictional territory.
        senha_chaves: of the keys; None keeps them open (only to try the program out).
        conta: name of the first account, an operator's.
        conta_senha: its password.
        mais_contas: of the other people.
        pasta_de_copias: None for the folder beside the data.
    """

    nome: str
    fuso: str
    territorio: tuple[Path, ...]
    senha_chaves: str | None
    conta: str
    conta_senha: str
    mais_contas: tuple[MaisUma, ...] = ()
    pasta_de_copias: Path | None = None


@dataclass(frozen=True, slots=True)
class UnidadeOferecida:
    """A unit that the office may serve.

    Args:
        nivel: 1 is the smallest.
        nivel_nome: its word.
        dentro_de: name of the unit above; there may be several of one name.
    """

    unidade_id: str
    nome: str
    nivel: int
    nivel_nome: str
    dentro_de: str | None = None


@dataclass(frozen=True, slots=True)
class Montado:
    """The office as it stands beside its place, waiting for its units.

    Args:
        unidades: from the largest down, then by name.
        chave_raiz: where the root key will lie once the office is in its place.
    """

    unidades: tuple[UnidadeOferecida, ...]
    chave_raiz: Path


class Preparador(Protocol):
    """Carries out the first run; called from a worker, one call at a time."""

    @property
    def pasta_de_copias(self) -> Path:
        """Where copies go unless another folder is asked for."""

    def montar(self, pedido: Pedido, progress: Progress, /) -> Montado:
        """Found the office beside its place and import its territory.

        Raises:
            UserFacingError: what was asked does not do; nothing is left.
            EnvironmentFault: disk, permission; nothing is left.
            Cancelled: the person stopped it; nothing is left.
        """

    def concluir(self, unidades: Sequence[str], *, chave_em: str) -> None:
        """Say which units it serves, and move it into its place.

        Args:
            unidades: their ids.
            chave_em: where the copy of the root key goes; empty where nobody knows yet. Saúde
                reminds until it is confirmed there: the key can be taken only from its place.
        """

    def desistir(self) -> None:
        """Leave nothing behind."""
