"""Founding an office from a person's choices: folder, keys, name, zone.

The kernel founds (``core.kernel.store.founding``); this module chooses the key store and says
who the office is, which is the first event of its log.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.bootstrap.abertura import abrir, open_database
from app.services.mensagens import Mensagens
from app.settings.lugares import Lugar
from app.settings.recursos import Recursos
from core.colonies.escritorio.api import configurar
from core.colonies.escritorio.rules import checked_name, checked_zone
from core.kernel.identity.fingerprint import fingerprint
from core.kernel.identity.keystore_choice import KeyMode, new_key_store
from core.kernel.identity.os_keyring import find_backend
from core.kernel.ids import SystemIds
from core.kernel.store.founding import NewOffice, found_office


@dataclass(frozen=True, slots=True)
class Escolhas:
    """What the person chose.

    Args:
        nome: the office's name.
        fuso: IANA zone.
        modo: how keys are kept.
        senha: password of keys and root key; None exactly where ``modo`` is SEM_SENHA.
        is_demo: a demonstration, for ever.
    """

    nome: str
    fuso: str
    modo: KeyMode
    senha: bytes | None
    is_demo: bool = False


@dataclass(frozen=True, slots=True)
class Fundado:
    """What there is now."""

    rede: str
    no: str
    impressao_no: str
    chave_raiz: Path


def fundar(lugar: Lugar, escolhas: Escolhas, mensagens: Mensagens, recursos: Recursos) -> Fundado:
    """Found an office and write its first event.

    Raises:
        UserFacingError: ``escritorio.*``, ``chaves.*``: nothing was made.
        EnvironmentFault: disk full, no permission. Nothing is left behind.
    """
    checked_name(escolhas.nome)
    checked_zone(escolhas.fuso)
    ids = SystemIds()
    backend = find_backend() if escolhas.modo is KeyMode.CHAVEIRO else None
    founded = found_office(
        open_database(lugar),
        NewOffice(
            settings_folder=lugar.configuracao,
            make_key_store=lambda identity: new_key_store(
                lugar.configuracao,
                ids.random_bytes,
                escolhas.modo,
                password=escolhas.senha,
                service=f"formigueiro/{identity.no[:8]}",
                backend=backend,
            ),
            root_password=escolhas.senha,
            demonstracao=escolhas.is_demo,
        ),
        ids,
    )
    app = abrir(lugar, mensagens, recursos, inline=True)
    try:
        no = founded.installation.no
        decide = configurar(no, escolhas.nome, escolhas.fuso, is_demo=escolhas.is_demo)
        app.engine.executar("ESC", decide).result()
    finally:
        app.fechar()
    return Fundado(
        rede=founded.installation.rede,
        no=no,
        impressao_no=fingerprint(founded.identity.log_public_key),
        chave_raiz=founded.root_key_file,
    )
