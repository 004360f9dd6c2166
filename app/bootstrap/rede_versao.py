"""Versions of the network document that several holders of root keys sign, one after the other.

The file goes round on a stick; each holder sees what it changes and compares the document's
fingerprint with whoever proposed it, and the last signature makes the version count.
Source: sync.md 2.7.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.pen_drive import gravar_levado, ler_levado
from app.bootstrap.rede import require_may_admit, require_may_decide
from app.bootstrap.sincronizacao import rede_atual
from app.services.entrada_rede import ChaveRaiz
from app.services.versao_rede import ChaveMostrada, Pedida, Proposta, VersaoGravada
from core.crypto import ed25519
from core.kernel.errors import UserFacingError
from core.kernel.identity.fingerprint import fingerprint, is_same_fingerprint
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.network_document import make_successor
from core.kernel.identity.root_key import ROOT_KEY_FILE, open_root_key, read_root_key
from core.sync.admission import entry_steps, next_version, steps_made
from core.sync.entry_files import MAX_FILE as MAX_ENTRY
from core.sync.entry_files import read_entry_request
from core.sync.exchange_keys import store_versions
from core.sync.proposal import MAX_FILE, SUFFIX, Proposal, propose, read_proposal


def chave_publica(app: Aplicacao, raiz: Path | None, senha: bytes | None) -> str:
    """The public side of a root key's file, 64 hex, in whatever network it is.

    Raises:
        UserFacingError: ``chave_raiz.*``, ``chaves.senha_errada``.
    """
    key = open_root_key(raiz or app.lugar.configuracao / ROOT_KEY_FILE, senha)
    return ed25519.public_key(key.seed).hex()


def propor(app: Aplicacao, pedida: Pedida, raiz: Path | None, senha: bytes | None) -> Proposta:
    """Make the next version and sign it first.

    Raises:
        UserFacingError: ``versao.nada_muda``, ``versao.chave_invalida``, ``rede.*``, ``entrada.*``,
            ``chave_raiz.*``. Nothing was written.
        IntegrityFault: ``entrada.*``, ``rede.*``.
    """
    chain = rede_atual(app)
    root = read_root_key(
        raiz or app.lugar.configuracao / ROOT_KEY_FILE, senha, chain.current.raizes
    )
    raw = _next(app, chain, pedida)
    told = _told(app, propose(chain, raw, root.seed))
    if pedida.entrada is None:
        return told
    request = read_entry_request(pedida.entrada)
    return replace(told, passo=steps_made(chain, request) + 1, passos=len(entry_steps(request)))


def _next(app: Aplicacao, chain: NetworkChain, pedida: Pedida) -> bytes:
    if pedida.entrada is not None:
        if pedida.raizes or pedida.limiar is not None:
            raise UserFacingError("versao.uma_coisa")
        request = read_entry_request(pedida.entrada)
        require_may_admit(app, chain, request)
        if not is_same_fingerprint(request.linha, pedida.impressao):
            raise UserFacingError("rede.impressao_diferente")
        return next_version(chain, request)
    current = chain.current
    roots = sorted({*current.raizes, *pedida.raizes})
    limit = current.limiar if pedida.limiar is None else pedida.limiar
    if (roots, limit) == (sorted(current.raizes), current.limiar):
        raise UserFacingError("versao.nada_muda")
    if not 1 <= limit <= len(roots):
        raise UserFacingError("versao.limiar_impossivel", limiar=limit, raizes=len(roots))
    return make_successor(current, root_public_keys=roots, threshold=limit)


def assinar(
    app: Aplicacao, arquivo: bytes, impressao: str | None, raiz: Path | None, senha: bytes | None
) -> Proposta:
    """Look at a proposed version; with its compared fingerprint, sign it and adopt it once it counts.

    Args:
        app: open for reading.
        arquivo: the file.
        impressao: of the document, as whoever proposed it read it aloud; None only looks.
        raiz: the root key's file; None takes the one beside the settings.
        senha: its password, None where it has none.

    Raises:
        UserFacingError: ``rede.impressao_diferente``, ``rede.mudou``, ``chave_raiz.*``,
            ``rede.decisoes_suspensas``.
        IntegrityFault: ``versao.*``, ``rede.*``. Nothing was written.
    """
    chain = rede_atual(app)
    proposal = read_proposal(arquivo, chain)
    if impressao is None:
        return _told(app, proposal, adopt=False)
    if not is_same_fingerprint(proposal.document.raw, impressao):
        raise UserFacingError("rede.impressao_diferente")
    if proposal.missing:
        if proposal.decides:
            require_may_decide(app)
        path = raiz or app.lugar.configuracao / ROOT_KEY_FILE
        proposal = proposal.signed(read_root_key(path, senha, proposal.signers).seed)
    return _told(app, proposal)


def gravar_versao(done: Proposta, pasta: Path, rede: str) -> Path:
    """Write the file that goes round; its name says network and version.

    Raises:
        EnvironmentFault: ``arquivo.recusado``, ``pacote.pasta_recusada``.
    """
    return gravar_levado(pasta, f"civico_{rede[:8]}_{done.versao}{SUFFIX}", done.arquivo)


class ProponenteDoEscritorio:
    """One office's share in versions that several sign. See ``Proponente``.

    Args:
        app: open.
    """

    def __init__(self, app: Aplicacao) -> None:
        self._app = app

    def chave(self, raiz: ChaveRaiz, /) -> ChaveMostrada:
        """See ``Proponente.chave``."""
        public = chave_publica(self._app, raiz.arquivo, raiz.senha)
        return ChaveMostrada(public, fingerprint(bytes.fromhex(public)))

    def propor(self, pedida: Pedida, pasta: Path, raiz: ChaveRaiz, /) -> VersaoGravada:
        """See ``Proponente.propor``."""
        return self._written(propor(self._app, pedida, raiz.arquivo, raiz.senha), pasta)

    def propor_entrada(
        self, arquivo: Path, impressao: str, pasta: Path, raiz: ChaveRaiz, /
    ) -> VersaoGravada:
        """See ``Proponente.propor_entrada``."""
        entry = ler_levado(arquivo, MAX_ENTRY)
        return self.propor(Pedida(entrada=entry, impressao=impressao), pasta, raiz)

    def ler(self, arquivo: Path, /) -> Proposta:
        """See ``Proponente.ler``; the bytes that were looked at are in it."""
        return assinar(self._app, ler_levado(arquivo, MAX_FILE), None, None, None)

    def assinar(
        self, versao: bytes, impressao: str, pasta: Path, raiz: ChaveRaiz, /
    ) -> VersaoGravada:
        """See ``Proponente.assinar``."""
        done = assinar(self._app, versao, impressao, raiz.arquivo, raiz.senha)
        return self._written(done, pasta)

    def _written(self, done: Proposta, pasta: Path) -> VersaoGravada:
        rede = self._app.aberto.installation.rede
        return VersaoGravada(gravar_versao(done, pasta, rede), done)


def _told(app: Aplicacao, proposal: Proposal, *, adopt: bool = True) -> Proposta:
    """What came of it; stored where every signature is there."""
    is_due = adopt and not proposal.missing
    if is_due:
        chain = proposal.chain
        chain.extend(proposal.document.raw, proposal.signature_file)
        store_versions(app.database, chain, [(proposal.document.raw, proposal.signature_file)])
    return Proposta(
        proposal.document.versao,
        fingerprint(proposal.document.raw),
        proposal.missing,
        tuple(_changes(proposal)),
        proposal.written(),
        is_due,
    )


def _changes(proposal: Proposal) -> list[str]:
    """What differs from the version before, so that nobody signs what was not read."""
    old, new = proposal.chain.current, proposal.document
    said = [
        f"{word} a chave-raiz {fingerprint(bytes.fromhex(key))}"
        for word, keys in (
            ("passa a valer", sorted(set(new.raizes) - set(old.raizes))),
            ("deixa de valer", sorted(set(old.raizes) - set(new.raizes))),
        )
        for key in keys
    ]
    if (new.limiar, len(new.raizes)) != (old.limiar, len(old.raizes)):
        said.append(
            f"cada versão seguinte precisa de {new.limiar} de {len(new.raizes)} assinaturas "
            f"(agora {old.limiar} de {len(old.raizes)})"
        )
    before = {entry.no: entry for entry in old.nos}
    for entry in new.nos:
        known = before.pop(entry.no, None)
        name = f"{entry.nome or entry.no[:8]} ({entry.no[:8]})"
        if known is None and entry.chave_transporte is None:
            said.append(f"entra {entry.no[:8]}, ainda só com uma chave de registro antiga")
        elif known is None:
            claims = len(entry.custodia)
            units = "1 unidade" if claims == 1 else f"{claims} unidades"
            said.append(f"entra {name}, com {units} em custódia")
        elif known != entry:
            said.append(f"muda o que a rede diz de {name}: chaves, nome ou custódia")
    said += [f"sai {entry.nome or entry.no[:8]}" for entry in before.values()]
    said += [
        f"o registro de {seal.no[:8]}, época {seal.epoca}, fica fechado em {seal.tamanho} eventos"
        for seal in sorted(set(new.selos) - set(old.selos))
    ]
    return said
