"""Founding an office from a person's choices: folder, keys, name, zone.

The kernel founds (``core.kernel.store.founding``); this module chooses the key store and says
who the office is, which is the first event of its log.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.bootstrap.abertura import Aplicacao, abrir, open_database
from app.bootstrap.chaves import empty_keys, exigir_chaveiro
from app.bootstrap.contas import servico_contas
from app.bootstrap.territorio import OPERADOR
from app.services.contas import ContaNova
from app.services.mensagens import Mensagens
from app.settings.lugares import Lugar
from app.settings.recursos import Recursos
from core.colonies.escritorio.api import configurar
from core.colonies.escritorio.rules import (
    checked_account_name,
    checked_name,
    checked_password,
    checked_roles,
    checked_zone,
)
from core.kernel.clock import Clock
from core.kernel.errors import UserFacingError
from core.kernel.identity.keystore import OPEN_FILE, VAULT_FILE
from core.kernel.identity.keystore_choice import KeyMode
from core.kernel.identity.root_key import ROOT_KEY_FILE
from core.kernel.ids import Ids, SystemIds
from core.kernel.store.founding import NewOffice, found_office
from core.kernel.store.log_read import read_one
from core.kernel.store.opening import open_office


@dataclass(frozen=True, slots=True)
class PrimeiraConta:
    """Who signs in first.

    Args:
        nome: how the person signs in.
        senha: the password; None has one generated.
        papeis: the operator's among them.
    """

    nome: str
    senha: str | None = None
    papeis: tuple[str, ...] = ("atendente", "moderador", "operador")


@dataclass(frozen=True, slots=True)
class Escolhas:
    """What the person chose.

    Args:
        nome: the office's name.
        fuso: IANA zone.
        modo: how keys are kept.
        senha: password of the root key, and of the keys where they lie in a vault; None exactly
            where ``modo`` is SEM_SENHA.
        is_demo: a demonstration, for ever.
        conta: the first account; without it everybody at the machine acts, as a demonstration has
            it.
    """

    nome: str
    fuso: str
    modo: KeyMode
    senha: bytes | None
    is_demo: bool = False
    conta: PrimeiraConta | None = None


@dataclass(frozen=True, slots=True)
class Fundado:
    """What there is now.

    Args:
        senha_gerada: of the first account, told this once; None where it was chosen.
    """

    rede: str
    no: str
    impressao_no: str
    chave_raiz: Path
    senha_gerada: str | None = None


def fundar(
    lugar: Lugar,
    escolhas: Escolhas,
    mensagens: Mensagens,
    recursos: Recursos,
    relogio: Clock | None = None,
    ids: Ids | None = None,
) -> Fundado:
    """Found an office and write its first event.

    Args:
        lugar: where it is to stand.
        escolhas: what the person chose.
        mensagens: sentences.
        recursos: shipped files.
        relogio: another clock than the machine's.
        ids: another source of keys and identifiers than the machine's randomness, as ``abrir``.

    Raises:
        UserFacingError: ``escritorio.*``, ``chaves.*``, ``conta.*``: nothing was made.
        EnvironmentFault: disk full, no permission, ``chaves.sem_chaveiro``. Nothing is left
            behind, in the operating system's store neither.
    """
    checked_name(escolhas.nome)
    checked_zone(escolhas.fuso)
    if escolhas.conta is not None:
        _check_account(escolhas.conta)
    if escolhas.modo is KeyMode.CHAVEIRO:
        exigir_chaveiro()
    known, drawn = None, ids or SystemIds()
    try:
        _found(lugar, escolhas, drawn)
    except UserFacingError as error:
        if error.code != "escritorio.ja_existe" or not _is_unfinished(lugar, escolhas):
            raise
        known = escolhas.senha  # must open the keys that are there
    app = abrir(lugar, mensagens, recursos, inline=True, senha=known, relogio=relogio, ids=drawn)
    try:
        installation = app.aberto.installation
        no = installation.no
        decide = configurar(no, escolhas.nome, escolhas.fuso, is_demo=escolhas.is_demo)
        app.engine.executar("ESC", decide).result()
        generated = None if escolhas.conta is None else _first_account(app, escolhas.conta)
        return Fundado(
            rede=installation.rede,
            no=no,
            impressao_no=app.escritorio.impressao_no,
            chave_raiz=lugar.configuracao / ROOT_KEY_FILE,
            senha_gerada=generated,
        )
    finally:
        app.fechar()


def _check_account(conta: PrimeiraConta) -> None:
    """Refuse before anything is made.

    Raises:
        UserFacingError: ``conta.*``.
    """
    name = checked_account_name(conta.nome)
    roles = checked_roles(conta.papeis, None)
    if "operador" not in roles:
        raise UserFacingError("conta.primeira_operador")
    if conta.senha is not None:
        checked_password(conta.senha, name)


def _first_account(app: Aplicacao, conta: PrimeiraConta) -> str | None:
    """Make it; the password where one was generated."""
    accounts = servico_contas(app)
    generated = accounts.gerar_senha() if conta.senha is None else None
    accounts.criar(
        ContaNova(nome=conta.nome, papeis=conta.papeis), generated or conta.senha or "", OPERADOR
    )
    return generated


def _found(lugar: Lugar, escolhas: Escolhas, ids: Ids) -> None:
    new = NewOffice(
        settings_folder=lugar.configuracao,
        make_key_store=lambda identity: empty_keys(
            lugar, identity.no, ids, escolhas.modo, escolhas.senha
        ),
        root_password=escolhas.senha,
        demonstracao=escolhas.is_demo,
    )
    found_office(open_database(lugar), new, ids)


def _is_unfinished(lugar: Lugar, escolhas: Escolhas) -> bool:
    """Whether a founding died after the office stood and before its first event.

    Then the same call finishes it. Keys and root key are there already and stay; so the choices
    must be those of the first call as far as they concern them.
    """
    try:
        aberto = open_office(open_database(lugar), lugar.configuracao)
    except UserFacingError:
        return False
    reader = aberto.database.open_reader()
    try:
        is_empty = read_one(reader.cursor, reader.dialect, 1) is None
    finally:
        reader.close()
    return (
        is_empty
        and _mode_of(lugar.configuracao) is escolhas.modo
        and aberto.installation.demonstracao is escolhas.is_demo
    )


def _mode_of(folder: Path) -> KeyMode:
    """How the keys of the office that stands there are kept."""
    if (folder / OPEN_FILE).exists():
        return KeyMode.SEM_SENHA
    return KeyMode.SENHA if (folder / VAULT_FILE).exists() else KeyMode.CHAVEIRO
