"""What an open office exports with: its keys, its network, its attachments."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.chaves import held_keys
from app.bootstrap.pen_drive import ler_levado
from app.services.anexos_de_pacote import AnexosDePacote
from app.services.coleta_anexos import ColetaDeAnexos
from app.settings.versao import VERSAO
from core.kernel.clock import format_timestamp
from core.kernel.errors import UserFacingError
from core.kernel.identity.keystore import LOG_KEY
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.node_entry import MAX_NAME_CHARS
from core.kernel.identity.root_key import ROOT_KEY_FILE, read_root_key
from core.kernel.store import installation as facts
from core.kernel.store.attachments import FOLDER, AttachmentStore
from core.sync.examination import Progress
from core.sync.exchange_keys import (
    AGE_IDENTITY,
    held_exchange_keys,
    list_exchange_keys,
    store_versions,
    transport_seed,
)
from core.sync.export import Exporter
from core.sync.importing.importer import Importer
from core.sync.importing.kept import KeptBundles
from core.sync.importing.quarantine import Quarantine
from core.sync.report import BundleReport
from core.sync.request import (
    MAX_REQUEST_BYTES,
    HeldFeed,
    Request,
    make_request,
    read_request,
    request_name,
)
from core.sync.restricted import verify_restricted
from core.sync.stored_feeds import stored_feeds
from core.sync.verification import Setting

BASTIDOR: Final = "bastidor"
"""Private folder beside the database for what must not lie on a stick in the clear."""


def exporter_of(app: Aplicacao, senha: bytes | None, rede: NetworkChain | None = None) -> Exporter:
    """The exporter of an open office.

    Args:
        app: open for reading, or for writing with everything signed.
        senha: opens its keys.
        rede: versions of the network document read since it was opened; None takes those.

    Raises:
        UserFacingError: ``rede.sem_troca``, ``chaves.*``.
    """
    installation, chain = app.aberto.installation, rede or app.aberto.rede
    keys = held_keys(app.lugar, installation.no, app.ids, senha)
    return Exporter(
        database=app.database,
        chain=chain,
        no=installation.no,
        epoca=installation.epoca,
        demonstracao=installation.demonstracao,
        attachments=AttachmentStore(app.lugar.dados / FOLDER),
        seed=transport_seed(keys, chain.current.node(installation.no)),
        log_seed=b"" if keys is None else keys.get(LOG_KEY),
        programa=f"Formigueiro {VERSAO}",
        criado_em=format_timestamp(app.clock.now_ms()),
        bastidor=app.lugar.dados / BASTIDOR,
    )


def criar_rede(
    app: Aplicacao,
    chave_raiz: Path | None,
    senha_raiz: bytes | None,
    senha: bytes | None,
    rede: NetworkChain | None = None,
) -> NetworkChain:
    """Have the root key list this office's exchange keys: from then on it exports.

    Args:
        app: open for reading.
        chave_raiz: the root key's file; None takes the one beside the settings.
        senha_raiz: its password, None where it has none.
        senha: opens the office's own keys.
        rede: the network document read since it was opened; None takes the one of then.

    Raises:
        UserFacingError: ``rede.ja_troca``, ``rede.de_varios``, ``chaves.*``, ``chave_raiz.*``.
        EnvironmentFault: the keys cannot be kept, the database is locked.
    """
    installation, chain = app.aberto.installation, rede or app.aberto.rede
    ids = app.ids
    path = chave_raiz or app.lugar.configuracao / ROOT_KEY_FILE
    root = read_root_key(path, senha_raiz, chain.current.raizes)
    keys = held_keys(app.lugar, installation.no, ids, senha)
    if keys is None:
        raise UserFacingError("rede.sem_chaves")
    listed = held_exchange_keys(keys, ids.random_bytes)
    longer, signatures = list_exchange_keys(
        chain, installation.no, listed, app.escritorio.nome[:MAX_NAME_CHARS].strip(), root.seed
    )
    store_versions(app.database, chain, [(longer.current.raw, signatures)])
    return longer


def abrir_restrito(
    app: Aplicacao, arquivo: Path, senha: bytes | None, progress: Progress | None = None
) -> BundleReport:
    """Open an encrypted bundle with this office's own key and verify what is inside.

    Raises:
        UserFacingError: ``rede.sem_troca``, ``rede.sem_chaves``, ``chaves.*``.
        EnvironmentFault: the file cannot be read, the disk is full.
    """
    installation = app.aberto.installation
    identity = identidade_age(app, senha)
    setting = Setting(rede=installation.rede, me=installation.no)
    staging = app.lugar.dados / BASTIDOR
    return verify_restricted(arquivo, staging, identity, setting, progress)


def identidade_age(app: Aplicacao, senha: bytes | None) -> bytes:
    """The key that opens what was encrypted to this office.

    Raises:
        UserFacingError: ``rede.sem_troca``, ``rede.sem_chaves``, ``chaves.*``.
    """
    keys = held_keys(app.lugar, app.aberto.installation.no, app.ids, senha)
    if keys is None:
        raise UserFacingError("rede.sem_chaves")
    if not keys.has(AGE_IDENTITY):
        raise UserFacingError("rede.sem_troca")
    return keys.get(AGE_IDENTITY)


def importer_of(app: Aplicacao) -> Importer:
    """The importer of an office that is open for writing; what a dead import left is removed."""
    installation, data = app.aberto.installation, app.lugar.dados
    kept = KeptBundles(app.database, data)
    kept.clear_orphans()
    store = AttachmentStore(data / FOLDER)
    return Importer(
        engine=app.engine,
        registry=app.registry,
        rede=installation.rede,
        no=installation.no,
        clock=app.clock,
        ids=app.ids,
        attachments=AnexosDePacote(store, app.leitor),
        quarantine=quarantine_of(app),
        kept=kept,
        staging=data / BASTIDOR,
        depois=ColetaDeAnexos(app.leitor, store, app.clock.now_ms).apagar_removidos,
    )


def quarantine_of(app: Aplicacao) -> Quarantine:
    """What was refused."""
    return Quarantine(app.database, app.lugar.dados)


def pedido_de(
    app: Aplicacao, senha: bytes | None, rede: NetworkChain | None = None
) -> tuple[str, bytes]:
    """Name and bytes of the request file: what this office has of every feed; see ``exporter_of``.

    Raises:
        UserFacingError: ``rede.sem_troca``, ``chaves.*``.
    """
    installation, chain = app.aberto.installation, rede or app.aberto.rede
    keys = held_keys(app.lugar, installation.no, app.ids, senha)
    seed = transport_seed(keys, chain.current.node(installation.no))
    reader = app.database.open_reader()
    try:
        reader.hold()
        feeds = tuple(
            HeldFeed(feed.no, feed.epoca, feed.tamanho, feed.raiz.hex())
            for feed in stored_feeds(reader)
        )
        versions = len(facts.network_versions(reader.cursor, reader.dialect))
    finally:
        reader.close()
    request = Request(chain.rede, versions, installation.no, feeds)
    return request_name(chain.rede, installation.no), make_request(request, seed)


def ler_pedido_de(arquivo: Path, rede: NetworkChain) -> Request:
    """The request that a node of this network wrote.

    Raises:
        UserFacingError: ``pedido.*``.
        EnvironmentFault: ``pacote.nao_lido``.
    """
    return read_request(ler_levado(arquivo, MAX_REQUEST_BYTES), rede)
