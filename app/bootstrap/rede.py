"""How an office joins a network: its request, the network's invitation, and the moment itself.

Two people stand behind each step: nothing is signed into a network, and no network is adopted,
before a fingerprint that the other side read aloud was typed in. Source: sync.md 2.7.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import func, select

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.chaves import held_keys
from core.kernel.backup.left_network import mark_left
from core.kernel.engine.suspension import critical_unknown
from core.kernel.errors import UserFacingError
from core.kernel.event import Event
from core.kernel.header import is_uuid
from core.kernel.identity.fingerprint import fingerprint, is_same_fingerprint
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.node_entry import EVERYTHING, MAX_CLAIMS, MAX_NAME_CHARS
from core.kernel.identity.root_key import ROOT_KEY_FILE, read_root_key
from core.kernel.store import installation as facts
from core.kernel.store import tables as t
from core.kernel.store.attachments import FOLDER, AttachmentStore
from core.kernel.store.installation import Installation
from core.kernel.store.opening import own_head
from core.kernel.store.statement import Statement
from core.sync.admission import admit, is_admitted, require_admissible
from core.sync.adoption import Joining, join, require_invited
from core.sync.entry_files import (
    EntryRequest,
    Version,
    Wanted,
    make_entry_request,
    make_invitation,
    read_entry_request,
    read_invitation,
)
from core.sync.exchange_keys import store_versions, transport_seed
from core.sync.stored_feeds import stored_feeds

_EPOCHS = Statement(select(t.kernel_feeds.c.no, func.max(t.kernel_feeds.c.epoca)).group_by(
    t.kernel_feeds.c.no
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Convidado:
    """What inviting gave.

    Args:
        pedido: who asked.
        impressao: of the request.
        convite: the invitation's bytes; None while nobody has compared the fingerprint.
        chain: the network, with the office in it once it is invited.
    """

    pedido: EntryRequest
    impressao: str
    convite: bytes | None
    chain: NetworkChain


@dataclass(frozen=True, slots=True)
class Aceito:
    """What accepting gave.

    Args:
        installation: as it is from now on.
        chain: the network.
        evento: ``epoca.aberta`` where the office joined; None where newer versions of its own
            network were taken over.
        novas: how many versions are new here.
    """

    installation: Installation
    chain: NetworkChain
    evento: Event | None
    novas: int


def pedir_entrada(
    app: Aplicacao,
    unidades: Sequence[str],
    senha: bytes | None,
    pular: int = 0,
    rede: NetworkChain | None = None,
) -> tuple[EntryRequest, bytes]:
    """The request by which this office asks to be let into a network.

    Args:
        app: open for reading, everything signed.
        unidades: what it wants in its custody.
        senha: opens its keys.
        pular: epochs to be left out before the next one, where a protocol prefix was taken.
        rede: the network document read since it was opened; None takes the one of then.

    Raises:
        UserFacingError: ``rede.demonstracao``, ``convite.ja_em_rede``, ``entrada.*``, ``rede.sem_troca``, ``chaves.*``.
        IntegrityFault: ``entrada.*``.
    """
    installation, chain = app.aberto.installation, rede or app.aberto.rede
    _refuse_demo(installation)
    if len(chain.current.nos) > 1:
        raise UserFacingError("convite.ja_em_rede")
    if not unidades:
        raise UserFacingError("entrada.sem_unidade")
    if not all(one == EVERYTHING or is_uuid(one) for one in unidades):
        raise UserFacingError("entrada.unidade_invalida")
    if len(set(unidades)) > MAX_CLAIMS:
        raise UserFacingError("entrada.unidades_demais", maximo=MAX_CLAIMS)
    keys = held_keys(app.lugar, installation.no, app.ids, senha)
    seed = transport_seed(keys, chain.current.node(installation.no))
    reader = app.database.open_reader()
    try:
        reader.hold()
        feeds = [feed for feed in stored_feeds(reader) if feed.no == installation.no]
        versions = facts.network_versions(reader.cursor, reader.dialect)
    finally:
        reader.close()
    if not feeds:
        raise UserFacingError("entrada.sem_nota")
    wanted = Wanted(
        no=installation.no,
        epoca=installation.epoca + pular,
        nome=app.escritorio.nome[:MAX_NAME_CHARS].strip(),
        custodia=tuple(sorted(set(unidades))),
        nota=feeds[-1].nota,
        versoes=versions,
    )
    raw = make_entry_request(wanted, chain.rede, seed)
    return read_entry_request(raw), raw


def convidar(
    app: Aplicacao,
    pedido: bytes,
    impressao: str | None,
    raiz: Path | None,
    senha: bytes | None,
    rede: NetworkChain | None = None,
) -> Convidado:
    """Let an office into this network, once its fingerprint was compared.

    Args:
        app: open for reading.
        pedido: the request file.
        impressao: what the other office read aloud; None only looks at the request.
        raiz: the root key's file; None takes the one beside the settings.
        senha: the root key's password, None where it has none.
        rede: as in ``pedir_entrada``.

    Raises:
        UserFacingError: ``rede.demonstracao``, ``rede.sem_troca``, ``entrada.*``,
            ``rede.impressao_diferente``, ``rede.mudou``, ``chave_raiz.*``,
            ``rede.decisoes_suspensas``.
        IntegrityFault: ``entrada.*``, ``rede.*``. Nothing was written.
    """
    installation, chain = app.aberto.installation, rede or app.aberto.rede
    _refuse_demo(installation)
    own = chain.current.node(installation.no)
    if own is None or own.chave_transporte is None:
        raise UserFacingError("rede.sem_troca")
    request = read_entry_request(pedido)
    again = is_admitted(chain, request)
    if not again:
        require_may_admit(app, chain, request)
    shown = fingerprint(request.linha)
    if impressao is None:
        return Convidado(request, shown, None, chain)
    if not is_same_fingerprint(request.linha, impressao):
        raise UserFacingError("rede.impressao_diferente")
    if not again:
        path = raiz or app.lugar.configuracao / ROOT_KEY_FILE
        root = read_root_key(path, senha, chain.current.raizes)
        admitted = admit(chain, request, root.seed)
        store_versions(app.database, chain, admitted.added)
        chain = admitted.chain
    invitation = make_invitation(request.no, chain.rede, _versions(app))
    return Convidado(request, shown, invitation, chain)


def aceitar(app: Aplicacao, convite: bytes, impressoes: Sequence[str]) -> Aceito:
    """Join the network of an invitation, or take over newer versions of the own network.

    Args:
        app: open for reading, everything signed.
        convite: the invitation file.
        impressoes: of the network's root keys, as its operator read them aloud.

    Raises:
        UserFacingError: ``rede.demonstracao``, ``rede.impressao_diferente``, ``convite.*``,
            ``rede.mudou``, ``rede.decisoes_suspensas``.
        IntegrityFault: ``convite.invalido``, ``rede.*``.
        EnvironmentFault: ``banco.em_uso``, disk full. Nothing was written.
    """
    installation, own = app.aberto.installation, app.aberto.rede
    chain, versions = conferir_convite(app, own, convite, impressoes)
    if chain.rede == own.rede:
        return tomar_versoes(app, own, versions)
    joined, event = join(
        app.database,
        Joining(
            installation=installation,
            former=own,
            chain=chain,
            versions=versions,
            registry=app.registry,
            clock=app.clock,
            ids=app.ids,
            attachments=AttachmentStore(app.lugar.dados / FOLDER),
        ),
    )
    mark_left(app.lugar.configuracao, joined.no, own.rede)
    _write_guard(app, joined)
    return Aceito(joined, chain, event, len(versions))


def conferir_convite(
    app: Aplicacao, own: NetworkChain, convite: bytes, impressoes: Sequence[str] | None
) -> tuple[NetworkChain, Sequence[Version]]:
    """An invitation that this office can follow; nothing is written.

    Args:
        app: open.
        own: the network that it is in.
        convite: the invitation file.
        impressoes: of the network's root keys; None only looks. The own network needs none.

    Returns:
        The network, and its versions as bytes. For the own network as far as both go.

    Raises:
        As ``aceitar``.
    """
    _refuse_demo(app.aberto.installation)
    _invited, chain, versions = read_invitation(convite)
    if chain.rede == own.rede:
        return _longer(own, versions), versions
    require_invited(chain, own, app.aberto.installation)
    require_may_decide(app)
    if impressoes is not None:
        _require_compared(chain, impressoes)
    return chain, versions


def _longer(own: NetworkChain, versions: Sequence[Version]) -> NetworkChain:
    """Each version verified against the one before.

    What is older brings nothing; another document of a version that is held is a fork of the root.
    """
    longer = own
    for raw, signatures in versions:
        longer = longer.extend(raw, signatures)
    return longer


def tomar_versoes(app: Aplicacao, own: NetworkChain, versions: Sequence[Version]) -> Aceito:
    """Store the versions of the own network that are new here.

    Raises:
        UserFacingError: ``rede.mudou``.
        IntegrityFault: ``rede.*``.
    """
    longer = _longer(own, versions)
    added = versions[len(own.documents) :]
    if added:
        store_versions(app.database, own, added)
    entry = longer.current.node(app.aberto.installation.no)
    if entry is not None and entry.antes is not None:
        # A crash may have come between the joining and its mark.
        mark_left(app.lugar.configuracao, entry.no, entry.antes.rede)
    return Aceito(app.aberto.installation, longer, None, len(added))


def _require_compared(chain: NetworkChain, typed: Sequence[str]) -> None:
    """Every root key of the genesis was compared: whoever signed it is who was meant."""
    roots = [bytes.fromhex(key) for key in chain.documents[0].raizes]
    if not all(any(is_same_fingerprint(root, one) for one in typed) for root in roots):
        raise UserFacingError("rede.impressao_diferente")


def _refuse_demo(installation: Installation) -> None:
    if installation.demonstracao:
        raise UserFacingError("rede.demonstracao")


def require_may_admit(app: Aplicacao, chain: NetworkChain, request: EntryRequest) -> None:
    """Refuse before anything is signed; giving custody away is a decision, too (sync.md 2.10).

    Raises:
        UserFacingError: ``rede.decisoes_suspensas``, and as ``require_admissible``.
    """
    require_may_decide(app)
    require_admissible(chain, request, _known_epochs(app))


def require_may_decide(app: Aplicacao) -> None:
    """Refuse to change who decides about units, or what counts, before all of it is understood.

    Raises:
        UserFacingError: ``rede.decisoes_suspensas``.
    """
    with app.leitor.ler() as (cursor, dialect):
        if critical_unknown(cursor, dialect):
            raise UserFacingError("rede.decisoes_suspensas")


def _known_epochs(app: Aplicacao) -> dict[str, int]:
    reader = app.database.open_reader()
    try:
        rows = _EPOCHS.run(reader.cursor, reader.dialect).fetchall()
    finally:
        reader.close()
    return {bytes(no).hex(): epoca for no, epoca in rows}


def _versions(app: Aplicacao) -> list[tuple[bytes, bytes]]:
    reader = app.database.open_reader()
    try:
        return facts.network_versions(reader.cursor, reader.dialect)
    finally:
        reader.close()


def _write_guard(app: Aplicacao, installation: Installation) -> None:
    """It is behind until then, which an opening takes as it is."""
    reader = app.database.open_reader()
    try:
        app.aberto.guard.write(own_head(reader, installation))
    finally:
        reader.close()
