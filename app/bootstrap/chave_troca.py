"""Taking a copy of an office's exchange keys to a second place, and bringing them back.

Source: sync.md 2.13; design.md 6, Keys.
"""

from __future__ import annotations

from pathlib import Path

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.chaves import held_keys
from app.bootstrap.sincronizacao import rede_atual
from core.kernel.errors import UserFacingError
from core.kernel.identity.keystore import KeyStore, PlainKeyStore
from core.kernel.ids import SystemIds
from core.sync.exchange_key_file import (
    ExchangeSecrets,
    bring_exchange_keys,
    write_exchange_keys,
)


def is_sem_senha(app: Aplicacao) -> bool:
    """Whether this office keeps its keys without a password: then no copy needs one."""
    return isinstance(_keys(app, None), PlainKeyStore)


def exportar_troca(
    app: Aplicacao, arquivo: Path, senha: bytes | None, senha_arquivo: bytes | None
) -> None:
    """Write the file; never over another one.

    Args:
        app: open for reading.
        arquivo: where.
        senha: opens the office's keys.
        senha_arquivo: seals the file; None leaves it open.

    Raises:
        UserFacingError: ``chave_troca.*``, ``rede.sem_troca``, ``rede.sem_chaves``, ``chaves.*``.
        EnvironmentFault: ``chave_troca.nao_gravada``.
    """
    no = app.aberto.installation.no
    write_exchange_keys(arquivo, _keys(app, senha), no, senha_arquivo, SystemIds().random_bytes)


def trazer_troca(app: Aplicacao, segredos: ExchangeSecrets, senha: bytes | None) -> None:
    """Put the keys of the file into this office's store.

    Raises:
        UserFacingError: as ``bring_exchange_keys``; ``rede.sem_chaves``, ``chaves.*``.
        EnvironmentFault: ``chaves.*``.
    """
    entry = rede_atual(app).current.node(app.aberto.installation.no)
    bring_exchange_keys(_keys(app, senha), segredos, entry)


def _keys(app: Aplicacao, senha: bytes | None) -> KeyStore:
    keys = held_keys(app.lugar, app.aberto.installation.no, SystemIds(), senha)
    if keys is None:
        raise UserFacingError("rede.sem_chaves")
    return keys
