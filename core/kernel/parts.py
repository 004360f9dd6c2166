"""Parts of a payload: how it is cut, committed to, checked and joined into an event again.

A part is named ``<classe>.<grupo>`` or ``<classe>.<grupo>.<papel>``. Its content is an RFC 8785
object; its commitment is salted, so that erasing content and salt leaves every hash valid.
Source: design.md 4; normative text in ``resources/formato/formato-v1.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec

from core.kernel.errors import IntegrityFault
from core.kernel.event import Attachment, Event, Payload
from core.kernel.header import ACTOR_PART, Header, PartEntry

SALT_BYTES: Final = 32
UNKNOWN_FIELDS_PART: Final = "restrita.texto"
ATTACHMENT_PARTS: Final = frozenset({"publica.anexos", "restrita.anexos"})
KERNEL_PARTS: Final = ATTACHMENT_PARTS | {ACTOR_PART}

_PUBLIC: Final = "publica."
_RESTRICTED: Final = "restrita."
_PART_DOMAIN: Final = b"civico/parte/v1\n"
COMMITMENT: Final = sha256(_PART_DOMAIN)
"""Every commitment's beginning, to be copied and told salt and content."""
_ATTACHMENT_DOMAIN: Final = b"civico/anexo/v1\n"

_NO_OBJECT: Final = (msgspec.MsgspecError, ValueError, RecursionError)
_decode_object = msgspec.json.Decoder(dict[str, Any]).decode


class JoinedParts(NamedTuple):
    """A payload put together again.

    Args:
        payload: fields of all parts that are present.
        ator: ``{"conta_id", "papel"}`` of a human act, None without one or when absent.
        ausentes: names of the parts that are not here (erased, or never sent), header order.
        restritos: names of the payload's fields that came from restricted parts.
    """

    payload: Payload
    ator: Mapping[str, str] | None
    ausentes: tuple[str, ...]
    restritos: tuple[str, ...] = ()


def commitment(salt: bytes, content: bytes) -> bytes:
    r"""SHA-256("civico/parte/v1\n" || salt || content): 32 bytes."""
    state = COMMITMENT.copy()
    state.update(salt + content)
    return state.digest()


def commitment_hex(salt: bytes, content: bytes) -> str:
    """The same as 64 hex, as headers bear it."""
    state = COMMITMENT.copy()
    state.update(salt + content)
    return state.hexdigest()


def attachment_commitment(salt: bytes, sha256_raw: bytes) -> bytes:
    r"""SHA-256("civico/anexo/v1\n" || salt || SHA-256 of the stored bytes): 32 bytes.

    Args:
        salt: 32 bytes.
        sha256_raw: the 32 raw bytes of the attachment's SHA-256, not its hex.
    """
    return sha256(_ATTACHMENT_DOMAIN + salt + sha256_raw).digest()


def cut_payload(
    payload: Mapping[str, Any], part_of: Mapping[str, str], restrito: frozenset[str]
) -> dict[str, Payload]:
    """Give every top-level field to its part.

    Args:
        payload: the event's fields.
        part_of: field -> part name, from the contract; other fields go to ``restrita.texto``.
        restrito: fields that this time go to the restricted part of the same grupo and papel.

    Returns:
        Part name -> its fields; no entry for a part without fields.
    """
    cut: dict[str, Payload] = {}
    for field, value in payload.items():
        nome = part_of.get(field, UNKNOWN_FIELDS_PART)
        if field in restrito and nome.startswith(_PUBLIC):
            nome = _RESTRICTED + nome[len(_PUBLIC) :]
        fields = cut.get(nome)
        if fields is None:
            cut[nome] = {field: value}
        else:
            fields[field] = value
    return cut


def join_parts(partes: Iterable[PartEntry], contents: Mapping[str, bytes]) -> JoinedParts:
    """Put a payload together from the parts that are present.

    A field that stands in two parts is read from the first, so a restricted part never changes
    what the public parts say.

    Args:
        partes: the header's list.
        contents: part name -> stored bytes.

    Raises:
        IntegrityFault: ``parte.conteudo_invalido``: bytes that are not a JSON object.
    """
    return JoinedParts(*joined(partes, contents))


def joined(
    partes: Iterable[PartEntry], contents: Mapping[str, bytes]
) -> tuple[Payload, Mapping[str, str] | None, tuple[str, ...], tuple[str, ...]]:
    """As ``join_parts``, a plain tuple: read for every event that is delivered."""
    payload: Payload = {}
    ator: Mapping[str, str] | None = None
    ausentes: tuple[str, ...] = ()
    restritos: tuple[str, ...] = ()
    nome = ""
    try:
        for entry in partes:
            nome = entry.nome
            content = contents.get(nome)
            if content is None:
                ausentes += (nome,)
            elif nome == ACTOR_PART:
                ator = _decode_object(content)
            elif nome not in ATTACHMENT_PARTS:
                fields = _decode_object(content)
                if entry.classe != "publica":
                    restritos += tuple([field for field in fields if field not in payload])
                payload = {**fields, **payload} if payload else fields
    except _NO_OBJECT:
        raise IntegrityFault("parte.conteudo_invalido", parte=nome) from None
    return payload, ator, ausentes, restritos


def decode_part(nome: str, content: bytes) -> Payload:
    """The fields of one part.

    Raises:
        IntegrityFault: ``parte.conteudo_invalido``: bytes that are not a JSON object.
    """
    try:
        return _decode_object(content)
    except _NO_OBJECT:
        raise IntegrityFault("parte.conteudo_invalido", parte=nome) from None


def make_event(
    sequence: int,
    event_hash: bytes,
    altura: int,
    profundidade: int,
    header: Header,
    contents: Mapping[str, bytes],
) -> Event:
    """Put an event together from its header and the parts that are present (name -> bytes)."""
    payload, actor, absent, restricted = joined(header.partes, contents)
    return Event(
        sequence,
        event_hash.hex(),
        header.no,
        header.epoca,
        header.seq,
        header.event_id,
        header.tipo,
        header.versao_schema,
        header.regra_versao,
        header.critico,
        header.timestamp,
        header.origem,
        header.correlacao_id,
        header.causa,
        header.chave_derivacao,
        altura,
        header.prev,
        payload,
        actor,
        absent,
        _attachments(header, contents) if header.anexos else (),
        restricted,
        profundidade,
    )


def _attachments(header: Header, contents: Mapping[str, bytes]) -> tuple[Attachment, ...]:
    """The header's attachments, with the hashes that the present parts tell."""
    named: dict[int, str] = {}
    for part in ATTACHMENT_PARTS:
        if part in contents:
            items = decode_part(part, contents[part]).get("anexos", ())
            named.update((item["i"], item["sha256"]) for item in items)
    return tuple(
        Attachment(named.get(place), entry.tam, entry.tipo, entry.classe)
        for place, entry in enumerate(header.anexos)
    )


def verify_part(entry: PartEntry, salt: bytes, content: bytes) -> None:
    """Check received bytes against the header; they are never serialised again to decide.

    Raises:
        IntegrityFault: ``parte.sal_invalido``, ``parte.tamanho_divergente`` or
            ``parte.compromisso_divergente``, each with ``parte``.
    """
    if len(salt) != SALT_BYTES:
        raise IntegrityFault("parte.sal_invalido", parte=entry.nome)
    if len(content) != entry.tam:
        raise IntegrityFault("parte.tamanho_divergente", parte=entry.nome)
    if commitment(salt, content).hex() != entry.h:
        raise IntegrityFault("parte.compromisso_divergente", parte=entry.nome)
