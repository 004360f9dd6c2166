"""The proof of one act: an event, its public parts and why they are in the log (FORMATO.md 12).

The file has the form of C2SP ``tlog-proof@v1``. It shows a single draw to somebody who has no bundle;
whose key signed the note is for that person to compare with what they have on paper.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field
from typing import Any, Final

from core.kernel.canonical import CanonicalError, decode_canonical, encode_canonical
from core.kernel.errors import IntegrityFault
from core.kernel.header import Header, event_hash, is_hash, verify_header
from core.kernel.identity.fingerprint import fingerprint
from core.kernel.identity.names import feed_origin
from core.kernel.identity.note import parse_note, verify_note
from core.kernel.merkle import HASH_BYTES, MAX_PROOF, inclusion_proof, verify_inclusion
from core.kernel.parts import verify_part
from core.sync.examination import VerifiedBundle
from core.sync.feed_check import CheckedFeed, walk_parts, walk_raw

MAX_BYTES: Final = 16_777_216
MARK: Final = b"c2sp.org/tlog-proof@v1"
TIPO: Final = "civico/ato"
SUFFIX: Final = ".tlog-proof"

FORM: Final = "prova.forma"
NOTE: Final = "prova.nota"
HEADER: Final = "prova.cabecalho"
INCLUSION: Final = "prova.inclusao"
PART: Final = "prova.parte"
CODES: Final = (FORM, NOTE, HEADER, INCLUSION, PART)

_MAX_EXTRA: Final = 12_582_912
_MAX_INDEX: Final = 2**53 - 1


class ProofFault(Exception):
    """The proof shows nothing; ``codigo`` is one of ``CODES``."""

    def __init__(self, codigo: str) -> None:
        super().__init__(codigo)
        self.codigo = codigo


@dataclass(frozen=True, slots=True)
class ProvenAct:
    """What a proof that holds shows.

    Args:
        header: of the event.
        digest: its hash, 64 hex.
        tamanho: how many events the note signs.
        impressao: fingerprint of the key that signed it.
        partes: part name -> exact content.
    """

    header: Header
    digest: str
    tamanho: int
    impressao: str
    partes: dict[str, bytes] = field(default_factory=dict)


def make_act_proof(bundle: VerifiedBundle, digest: bytes) -> bytes | None:
    """The proof of an event of a bundle.

    Args:
        bundle: verified; its bytes are read again.
        digest: event hash, 32 bytes.

    Returns:
        None where no feed of the bundle that begins with its first event has it.
    """
    for feed in bundle.feeds:
        seq = feed.places.get(digest)
        if seq is not None and feed.span.de == 0:
            return _proof(bundle, feed, seq)
    return None


def _proof(bundle: VerifiedBundle, feed: CheckedFeed, seq: int) -> bytes:
    leaves: list[bytes] = []
    header = b""
    for place, raw in walk_raw(bundle.container, feed):
        leaves.append(event_hash(raw))
        if place == seq:
            header = raw
    parts = [
        {
            "nome": part.line.nome,
            "parte": part.line.content.decode("utf-8"),
            "salt": part.line.salt.hex(),
        }
        for part in walk_parts(bundle.container, feed)
        if part.is_sealed and part.seq == seq and part.line.nome.startswith("publica.")
    ]
    extra = encode_canonical(
        {
            "cabecalho": header.decode("utf-8"),
            "chave": _signing_key(bundle, feed).hex(),
            "partes": parts,
            "tipo": TIPO,
            "v": 1,
        }
    )
    lines = [MARK, b"extra " + base64.b64encode(extra), b"index %d" % seq]
    lines += [base64.b64encode(item) for item in inclusion_proof(leaves, seq)]
    return b"\n".join([*lines, b"", feed.note])


def _signing_key(bundle: VerifiedBundle, feed: CheckedFeed) -> bytes:
    """The author's key that the feed's note is good for; the verification found one."""
    span = feed.span
    for key in bundle.chain.log_keys(span.no, span.epoca):
        try:
            verify_note(feed.note, key, feed.checkpoint.origin)
        except IntegrityFault:
            continue
        return key
    raise IntegrityFault("motivo.feed.nota_chave")


def verify_act_proof(raw: bytes) -> ProvenAct:
    """Check a proof from anybody.

    Raises:
        ProofFault: what does not hold.
    """
    index, path, extra, note = _parsed(raw)
    try:
        key = bytes.fromhex(extra["chave"])
        checkpoint = verify_note(note, key, parse_note(note).checkpoint.origin)
    except IntegrityFault:
        raise ProofFault(NOTE) from None
    leaf = extra["cabecalho"].encode("utf-8")
    try:
        header = verify_header(leaf)
    except IntegrityFault:
        raise ProofFault(HEADER) from None
    if header.seq != index or checkpoint.origin != feed_origin(
        header.rede, header.no, header.epoca
    ):
        raise ProofFault(HEADER)
    digest = event_hash(leaf)
    try:
        verify_inclusion(digest, index, checkpoint.size, path, checkpoint.root)
    except IntegrityFault:
        raise ProofFault(INCLUSION) from None
    parts = _sealed(header, extra["partes"])
    return ProvenAct(header, digest.hex(), checkpoint.size, fingerprint(key), parts)


def _sealed(header: Header, told: list[dict[str, str]]) -> dict[str, bytes]:
    entries = {entry.nome: entry for entry in header.partes}
    found: dict[str, bytes] = {}
    for part in told:
        content = part["parte"].encode("utf-8")
        entry = entries.get(part["nome"])
        try:
            if entry is None:
                raise ProofFault(PART)
            verify_part(entry, bytes.fromhex(part["salt"]), content)
        except IntegrityFault:
            raise ProofFault(PART) from None
        found[part["nome"]] = content
    return found


def _parsed(raw: bytes) -> tuple[int, list[bytes], dict[str, Any], bytes]:
    """Index, path, the object of ``extra``, and the note."""
    head, found, note = raw.partition(b"\n\n")
    lines = head.split(b"\n")
    if len(raw) > MAX_BYTES or not found or not 3 <= len(lines) <= 3 + MAX_PROOF:
        raise ProofFault(FORM)
    if lines[0] != MARK or not lines[1].startswith(b"extra ") or not lines[2].startswith(b"index "):
        raise ProofFault(FORM)
    extra = _extra(_base64(lines[1].removeprefix(b"extra ")))
    path = [_base64(line) for line in lines[3:]]
    if any(len(item) != HASH_BYTES for item in path):
        raise ProofFault(FORM)
    return _index(lines[2].removeprefix(b"index ")), path, extra, note


def _index(text: bytes) -> int:
    is_plain = text.isdigit() and len(text) <= 16 and (text == b"0" or not text.startswith(b"0"))
    if not is_plain or int(text) > _MAX_INDEX:
        raise ProofFault(FORM)
    return int(text)


def _base64(text: bytes) -> bytes:
    try:
        decoded = base64.b64decode(text, validate=True)
    except binascii.Error:
        raise ProofFault(FORM) from None
    if base64.b64encode(decoded) != text:
        raise ProofFault(FORM)
    return decoded


def _extra(raw: bytes) -> dict[str, Any]:
    try:
        value = decode_canonical(raw, _MAX_EXTRA)
    except CanonicalError:
        raise ProofFault(FORM) from None
    fields = {"cabecalho", "chave", "partes", "tipo", "v"}
    if not isinstance(value, dict) or set(value) != fields or value["tipo"] != TIPO:
        raise ProofFault(FORM)
    key, parts = value["chave"], value["partes"]
    is_head = type(value["v"]) is int and value["v"] == 1 and isinstance(value["cabecalho"], str)
    if not is_head or not isinstance(key, str) or not is_hash(key) or not isinstance(parts, list):
        raise ProofFault(FORM)
    if not all(_is_part(one) for one in parts):
        raise ProofFault(FORM)
    names = [one["nome"] for one in parts]
    if names != sorted(set(names)):
        raise ProofFault(FORM)
    return value


def _is_part(value: object) -> bool:
    return (
        isinstance(value, dict)
        and set(value) == {"nome", "parte", "salt"}
        and all(isinstance(item, str) for item in value.values())
        and value["nome"].startswith("publica.")
        and is_hash(value["salt"])
    )
