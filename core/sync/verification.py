"""Verification of a received bundle: ordered steps without IO, ending in a report (FORMATO.md 8).

Every step takes what the one before it returned, so none can be left out or come early. The bytes
are read through a ``Source`` and never written. Here stand steps 1 to 9, which refuse the whole
file; the feeds are ``examination.py``'s. Only this makes a ``VerifiedBundle``, and only that can be
imported.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from core.kernel.errors import IntegrityFault
from core.kernel.identity.fingerprint import fingerprint
from core.kernel.identity.network import NetworkChain
from core.sync import limits, minisign, names
from core.sync.container import Container, Entry
from core.sync.examination import Examination, Progress, VerifiedBundle
from core.sync.manifest import PUBLIC, RESTRICTED, FileEntry, Manifest, parse_manifest
from core.sync.minisign import Minisig
from core.sync.part_lines import parse_part_line
from core.sync.reasons import Refusal
from core.sync.report import BundleReport
from core.sync.source import Source, sha256_of


@dataclass(frozen=True, slots=True)
class Setting:
    """What the reader knows before looking.

    Args:
        rede: the network that it must be, 64 hex; None takes any.
        is_decrypted: the bytes came out of an age file.
        me: the reader's own ``no``; asked of a decrypted bundle.
        age: of a reader without a node of its own: the recipient of the key that opened it.
    """

    rede: str | None = None
    is_decrypted: bool = False
    me: str | None = None
    age: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The report, and the bundle where it was not refused."""

    report: BundleReport
    bundle: VerifiedBundle | None


@dataclass(frozen=True, slots=True)
class _Described:
    """Steps 1 to 5 passed: the container is what its manifest lists."""

    container: Container
    manifest: Manifest
    raw: bytes
    signature: Minisig


@dataclass(frozen=True, slots=True)
class _Signed:
    """Steps 6 and 7 passed: a node of a sound network says so."""

    described: _Described
    chain: NetworkChain


def verify_bundle(
    source: Source,
    setting: Setting = Setting(),
    progress: Progress | None = None,
) -> Verdict:
    """Verify a bundle.

    Args:
        source: its bytes; they must not change meanwhile.
        setting: what the reader knows.
        progress: told of the events as they are read.

    Raises:
        EnvironmentFault: the bytes cannot be read.
    """
    report = BundleReport(sha256_of(source), source.size)
    try:
        described = _describe(source)
        signed = _check_sender(described, _check_network(described, setting))
        report.manifesto = described.manifest
        genesis = signed.chain.documents[0]
        report.raizes = tuple(fingerprint(bytes.fromhex(key)) for key in genesis.raizes)
        _check_class(described.manifest, signed.chain, setting)
        _check_contents(described)
    except Refusal as refusal:
        report.refuse(refusal.codigo, refusal.onde)
        return Verdict(report, None)
    examination = Examination(described.container, signed.chain, described.manifest, report)
    return Verdict(report, examination.run(progress))


def _describe(source: Source) -> _Described:
    """Steps 1 to 5."""
    container = Container.open(source)
    raw = container.read(container.entries[0])
    minisig = container.read(container.entries[1])
    signature = minisign.parse(minisign.BUNDLE, minisig)
    if signature is None:
        raise Refusal("manifesto.assinatura_forma", names.MINISIG)
    manifest = parse_manifest(raw)
    _check_inventory(container, manifest)
    return _Described(container, manifest, raw, signature)


def _check_inventory(container: Container, manifest: Manifest) -> None:
    entries = container.entries[2:]
    listed = [(item.nome, item.tamanho) for item in manifest.arquivos]
    if listed != [(entry.nome, entry.size) for entry in entries]:
        raise Refusal("manifesto.inventario")
    feeds = {names.feed_name(feed.no, feed.epoca) for feed in manifest.feeds}
    versions: set[str] = set()
    for item in manifest.arquivos:
        folder, _, rest = item.nome.partition("/")
        if folder == "rede":
            versions.add(item.nome)
        elif folder == "anexos":
            _require(rest[3:] == item.sha256)
        elif folder == "evidencias":
            _require(rest == f"{item.sha256}.json")
        elif folder == "feeds":
            _require(rest.partition("/")[0] in feeds)
        else:
            _require(rest.removesuffix(".jsonl") in feeds)
    # Counted first: a manifest may claim any number of versions.
    _require(len(versions) == 2 * manifest.rede_versao)
    for version in range(1, manifest.rede_versao + 1):
        _require(set(names.document_names(version)) <= versions)


def _require(holds: bool) -> None:
    if not holds:
        raise Refusal("manifesto.inventario")


def _check_network(described: _Described, setting: Setting) -> NetworkChain:
    """Step 6."""
    container, manifest = described.container, described.manifest
    files = {item.nome: item for item in manifest.arquivos}
    versions = [names.document_names(n) for n in range(1, manifest.rede_versao + 1)]
    for nome in (nome for pair in versions for nome in pair):
        _read_listed(container, files[nome])  # all of them first; none is kept
    genesis = versions[0][0]
    is_other = files[genesis].sha256 != manifest.rede
    if is_other or setting.rede not in (None, manifest.rede):
        raise Refusal("rede.outra", genesis)
    chain: NetworkChain | None = None
    for pair in versions:
        document, signatures = (_read_listed(container, files[nome]) for nome in pair)
        where = pair[0]
        try:
            if chain is None:
                extended = NetworkChain.start(document, signatures, manifest.rede)
            else:
                extended = chain.extend(document, signatures)
        except IntegrityFault:
            raise Refusal("rede.invalida", where) from None
        if extended is chain:  # the version before once more
            raise Refusal("rede.invalida", where)
        chain = extended
    if chain is None:
        raise Refusal("manifesto.inventario")
    return chain


def _read_listed(container: Container, item: FileEntry) -> bytes:
    entry = _entry(container, item.nome)
    content = container.read(entry)
    if hashlib.sha256(content).hexdigest() != item.sha256:
        raise Refusal("manifesto.soma", item.nome)
    return content


def _entry(container: Container, nome: str) -> Entry:
    entry = container.get(nome)
    if entry is None:
        raise Refusal("manifesto.inventario")
    return entry


def _check_sender(described: _Described, chain: NetworkChain) -> _Signed:
    """Step 7."""
    manifest = described.manifest
    entry = chain.current.node(manifest.no)
    if entry is None or entry.chave_transporte is None:
        raise Refusal("manifesto.remetente")
    is_signed = minisign.verify(
        minisign.BUNDLE,
        described.signature,
        bytes.fromhex(entry.chave_transporte),
        manifest.rede,
        manifest.no,
        described.raw,
    )
    if not is_signed:
        raise Refusal("manifesto.assinatura")
    return _Signed(described, chain)


def _check_class(manifest: Manifest, chain: NetworkChain, setting: Setting) -> None:
    """Step 8; a decrypted bundle must also be meant for whoever opened it."""
    if manifest.classe == RESTRICTED and not setting.is_decrypted:
        raise Refusal("pacote.restrito_aberto")
    if setting.is_decrypted and not _is_meant_for(setting, manifest, chain):
        raise Refusal("pacote.destinatario")


def _is_meant_for(setting: Setting, manifest: Manifest, chain: NetworkChain) -> bool:
    if setting.me is not None:
        return setting.me in manifest.destinatarios
    keys = {chain.current.node(no) for no in manifest.destinatarios}
    return setting.age is None or any(
        entry is not None and entry.destinatario_age == setting.age for entry in keys
    )


def _check_contents(described: _Described) -> None:
    """Step 9: every other entry whole, as listed, its lines within their limits."""
    container, manifest = described.container, described.manifest
    is_public = manifest.classe == PUBLIC
    for item in manifest.arquivos:
        if item.nome.startswith(names.NETWORK):
            continue
        entry = _entry(container, item.nome)
        state = hashlib.sha256()
        wrong: str | None = None
        if item.nome.startswith(names.PARTS):
            wrong = _part_lines_fault(container, entry, state.update, is_public=is_public)
        elif item.nome.endswith("/eventos.jsonl"):
            for line in container.lines(entry, limits.MAX_EVENT_LINE, state.update):
                if line is None:
                    wrong = "pacote.limites"
        else:
            for piece in container.chunks(entry):
                state.update(piece)
        if state.hexdigest() != item.sha256:
            raise Refusal("manifesto.soma", item.nome)
        if wrong is not None:
            raise Refusal(wrong, item.nome)


def _part_lines_fault(
    container: Container, entry: Entry, heard: Callable[[bytes], object], *, is_public: bool
) -> str | None:
    """Why the first wrong line of a parts file refuses the bundle; the content is read to its end."""
    wrong: str | None = None
    lines = container.lines(entry, limits.MAX_PART_LINE, heard)
    line = next(lines)
    for following in lines:
        if wrong is None:
            wrong = _part_line_fault(line, is_public=is_public)
        line = following
    if wrong is None and line != b"":
        wrong = "pacote.limites" if line is None else "partes.forma"
    return wrong


def _part_line_fault(line: bytes | None, *, is_public: bool) -> str | None:
    if line is None:
        return "pacote.limites"
    part = parse_part_line(line)
    if part is None:
        return "partes.forma"
    if is_public and part.nome.startswith("restrita."):
        return "pacote.restrito_exposto"
    return None
