"""The demonstration office of the command line and the window: there after the first start."""

from __future__ import annotations

from app.bootstrap.demonstracao.enredo import DIAS
from app.bootstrap.demonstracao.montagem import Montagem
from app.cli.ambiente import Ambiente
from app.settings.lugares import Lugar


def ensure_demonstration(ambiente: Ambiente) -> None:
    """Build the demonstration office where it was asked for and is not there."""
    if ambiente.is_demo:
        build_demonstration(ambiente, ambiente.lugar)


def build_demonstration(ambiente: Ambiente, lugar: Lugar) -> bool:
    """See to it that there is an office at a place; True where a demonstration was built there.

    Raises:
        EnvironmentFault: see ``Montagem.garantir``.
    """
    montagem = Montagem(ambiente.mensagens, ambiente.recursos, DIAS)
    return montagem.garantir(lugar, ambiente.progresso("preparo a demonstração, dia"))
