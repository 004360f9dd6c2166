"""Sealing: from the event that a colony asks for to the bytes that stand for ever.

The payload must have passed its contract already; what is refused here is what no bytes can
carry. Nothing is stored and no feed moves: the caller appends and advances the head.
Source: design.md 4; normative text in ``resources/formato/formato-v1.md``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any, Final, Protocol

import msgspec

from core.kernel import canonical
from core.kernel.canonical import CanonicalError, encode_jcs, is_nfc, to_nfc
from core.kernel.clock import Clock, format_timestamp
from core.kernel.errors import UserFacingError
from core.kernel.event import NewAttachment, NewEvent, Payload
from core.kernel.header import (
    ACTOR_PART,
    HEADER_VERSION,
    MAX_ATTACHMENT_BYTES,
    MAX_ATTACHMENTS,
    MAX_EPOCH,
    MAX_HEADER_BYTES,
    MAX_INT32,
    MAX_PART_BYTES,
    MAX_PARTS,
    AttachmentEntry,
    Header,
    PartEntry,
    encode_header,
    event_hash,
    is_hash,
    is_key,
    is_label,
    is_mime,
    is_name,
    is_uuid,
    is_version,
    part_name,
)
from core.kernel.ids import Ids
from core.kernel.mould import Mould, person_behind
from core.kernel.parts import (
    SALT_BYTES,
    attachment_commitment,
    commitment_hex,
    cut_payload,
    make_event,
)
from core.kernel.sealed import PartRow, SealedEvent

_CODES: Final = {
    canonical.NUMERO: "selo.numero_invalido",
    canonical.TEXTO: "selo.texto_invalido",
    canonical.PROFUNDIDADE: "selo.profundidade",
    canonical.CHAVE: "selo.chave_invalida",
    canonical.CHAVE_REPETIDA: "selo.chave_repetida",
    canonical.TIPO: "selo.valor_invalido",
}


class FeedHead(msgspec.Struct, frozen=True, gc=False):
    """Where a feed stands.

    Args:
        no: 32 hex.
        epoca: of the feed.
        size: events in it; the next one's ``seq``.
        last_hash: event hash of the last one (32 bytes), None for an empty feed.
    """

    no: str
    epoca: int
    size: int
    last_hash: bytes | None

    def advanced(self, last_hash: bytes) -> FeedHead:
        """The head after one more event."""
        return FeedHead(self.no, self.epoca, self.size + 1, last_hash)


class ContractView(Protocol):
    """What sealing needs to know of a contract."""

    @property
    def tipo(self) -> str:
        """Wire name, NFC."""

    @property
    def versao(self) -> str:
        """Schema version, e.g. ``1.2.0``."""

    @property
    def part_of(self) -> Mapping[str, str]:
        """Payload field -> part name."""

    @property
    def titular_field(self) -> Mapping[str, str]:
        """Papel -> the payload field that holds the person's identifier."""


class Sealer:
    """Seals events of this network.

    Args:
        rede: 64 hex of the genesis.
        clock: claims the timestamp.
        ids: event ids, salts and labels.
    """

    __slots__ = ("_clock", "_ids", "_moulds", "_rede", "_roles")

    def __init__(self, rede: str, clock: Clock, ids: Ids) -> None:
        if not is_hash(rede):
            raise ValueError("rede is not 64 hex")
        self._rede = rede
        self._clock = clock
        self._ids = ids
        self._moulds: dict[tuple[str, str, str, str, int, int], Mould] = {}
        self._roles: dict[str, tuple[str, str | None]] = {}  # part name -> (classe, papel)

    def seal(
        self,
        new: NewEvent,
        contract: ContractView,
        *,
        origem: str,
        regra_versao: int,
        feed: FeedHead,
        causa: str | None,
        chave_derivacao: str | None,
        correlacao_id: str | None,
        timestamp_ms: int | None = None,
    ) -> SealedEvent:
        """Seal one event at the end of ``feed``.

        Args:
            new: what the colony asks for; texts are brought into NFC here.
            contract: the contract of the type and version that validated the payload.
            origem: id of the publishing colony.
            regra_versao: of that colony.
            feed: head of the feed to append to.
            causa: event hash of the cause (64 hex), None for a command.
            chave_derivacao: second half of the reaction's identity.
            correlacao_id: the cause's; an own one in ``new`` goes before it, without either
                a fresh one is made.
            timestamp_ms: None reads the clock.

        Raises:
            UserFacingError: ``selo.*``, with ``campo`` or ``parte`` where one is to blame:
                numero_invalido, texto_invalido, profundidade, chave_invalida, chave_repetida,
                valor_invalido, parte_grande, partes_demais, cabecalho_grande, anexo_invalido,
                anexos_demais, titular_desconhecido, titular_divergente, campo_invalido.
        """
        mould = self._mould(contract, origem, feed, regra_versao)
        last_hash = feed.last_hash
        if (feed.size == 0) != (last_hash is None):
            raise ValueError("an empty feed has no last hash, and only an empty one")
        prev = None if last_hash is None else last_hash.hex()
        correlation = new.correlacao_id or correlacao_id
        timestamp = format_timestamp(self._clock.now_ms() if timestamp_ms is None else timestamp_ms)
        if not new.anexos:
            sealed = mould.seal(
                new,
                seq=feed.size,
                prev=prev,
                causa=causa,
                chave_derivacao=chave_derivacao,
                correlacao_id=correlation,
                timestamp=timestamp,
            )
            if sealed is not None:
                return sealed
        rows, entries, anexos, titulares = self._parts(new, contract)
        header = Header(
            anexos=anexos,
            causa=causa,
            chave_derivacao=_checked_key(chave_derivacao),
            correlacao_id=self._correlation(correlation),
            critico=new.critico,
            epoca=feed.epoca,
            event_id=self._ids.new_uuid(),
            no=feed.no,
            origem=origem,
            partes=entries,
            prev=prev,
            rede=self._rede,
            regra_versao=regra_versao,
            seq=feed.size,
            timestamp=timestamp,
            tipo=contract.tipo,
            v=HEADER_VERSION,
            versao_schema=contract.versao,
        )
        try:
            raw = encode_header(header)
        except ValueError:
            raise UserFacingError("selo.cabecalho_grande", limite=MAX_HEADER_BYTES) from None
        digest = event_hash(raw)
        contents = {nome: content for nome, _, content in rows}
        return SealedEvent(
            make_event(0, digest, 0, 0, header, contents), raw, digest, rows, titulares
        )

    def _mould(
        self, contract: ContractView, origem: str, feed: FeedHead, regra_versao: int
    ) -> Mould:
        """What the events of this contract, publisher and feed share; its names are checked once."""
        tipo, versao, no, epoca = contract.tipo, contract.versao, feed.no, feed.epoca
        key = (tipo, versao, origem, no, epoca, regra_versao)
        found = self._moulds.get(key)
        if found is not None and found.part_of is contract.part_of:
            return found
        for campo, holds in (
            ("tipo", is_name(tipo) and unicodedata.is_normalized("NFC", tipo)),
            ("versao_schema", is_version(versao)),
            ("origem", is_name(origem)),
            ("no", is_label(no)),
            ("epoca", 0 <= epoca <= MAX_EPOCH),
            ("regra_versao", 0 <= regra_versao <= MAX_INT32),
        ):
            if not holds:
                raise UserFacingError("selo.campo_invalido", campo=campo)
        mould = self._moulds[key] = Mould(
            tipo,
            versao,
            contract.part_of,
            contract.titular_field,
            origem=origem,
            regra_versao=regra_versao,
            rede=self._rede,
            no=no,
            epoca=epoca,
            ids=self._ids,
        )
        return mould

    def _correlation(self, given: str | None) -> str:
        if given is None:
            return self._ids.new_uuid()
        if not is_uuid(given):
            raise UserFacingError("selo.campo_invalido", campo="correlacao_id")
        return given

    def _parts(
        self, new: NewEvent, contract: ContractView
    ) -> tuple[list[PartRow], tuple[PartEntry, ...], tuple[AttachmentEntry, ...], dict[str, str]]:
        cut = cut_payload(new.payload, contract.part_of, new.restrito)
        if new.ator is not None:
            cut[ACTOR_PART] = {"conta_id": new.ator["conta_id"], "papel": new.ator["papel"]}
        anexos = self._attachments(new.anexos, cut) if new.anexos else ()
        if len(cut) > MAX_PARTS:
            raise UserFacingError("selo.partes_demais", limite=MAX_PARTS)
        labels: dict[str, str] = {}
        titulares: dict[str, str] = {}
        rows: list[PartRow] = []
        entries: list[PartEntry] = []
        roles, random_bytes = self._roles, self._ids.random_bytes
        for nome in sorted(cut):
            classe, papel = roles.get(nome) or self._learn_role(nome)
            titular = None
            if papel is not None:
                titular = labels.get(papel)
                if titular is None:
                    titular = labels[papel] = self._ids.new_label()
                    person = person_behind(papel, new, contract.titular_field)
                    if person is not None:
                        titulares[titular] = person
            content = _encode_part(nome, cut[nome])
            salt = random_bytes(SALT_BYTES)
            h = commitment_hex(salt, content)
            entries.append(PartEntry(classe, h, nome, len(content), titular))
            rows.append((nome, salt, content))
        for papel in new.titulares:
            if papel not in labels and papel not in contract.titular_field:
                raise UserFacingError("selo.titular_desconhecido", titular=papel)
        return rows, tuple(entries), anexos, titulares

    def _learn_role(self, nome: str) -> tuple[str, str | None]:
        found = part_name(nome)
        if found is None:
            raise UserFacingError("selo.campo_invalido", campo=nome)
        self._roles[nome] = found
        return found

    def _attachments(
        self, attachments: tuple[NewAttachment, ...], cut: dict[str, Payload]
    ) -> tuple[AttachmentEntry, ...]:
        """Commit to attachments; adds the parts ``<classe>.anexos`` to ``cut``."""
        if len(attachments) > MAX_ATTACHMENTS:
            raise UserFacingError("selo.anexos_demais", limite=MAX_ATTACHMENTS)
        entries: list[AttachmentEntry] = []
        for place, item in enumerate(attachments):
            if not (
                is_hash(item.sha256)
                and item.classe in ("publica", "restrita")
                and 0 <= item.size_bytes <= MAX_ATTACHMENT_BYTES
                and is_mime(item.mime)
            ):
                raise UserFacingError("selo.anexo_invalido", anexo=place + 1)
            salt = self._ids.random_bytes(SALT_BYTES)
            h = attachment_commitment(salt, bytes.fromhex(item.sha256)).hex()
            entries.append(AttachmentEntry(item.classe, h, item.size_bytes, item.mime))
            part = cut.setdefault(f"{item.classe}.anexos", {"anexos": []})
            part["anexos"].append({"i": place, "sal": salt.hex(), "sha256": item.sha256})
        return tuple(entries)


def _checked_key(key: str | None) -> str | None:
    if key is None:
        return None
    if not key.isascii():
        key = unicodedata.normalize("NFC", key)
    if not is_key(key):
        raise UserFacingError("selo.campo_invalido", campo="chave_derivacao")
    return key


def _encode_part(nome: str, fields: Payload) -> bytes:
    try:
        content = encode_jcs(fields)
        if not content.isascii() and not is_nfc(content):
            content = encode_jcs(to_nfc(fields))
    except CanonicalError as refusal:
        raise UserFacingError(
            _CODES[refusal.reason], campo=_field_to_blame(fields), parte=nome
        ) from None
    if len(content) > MAX_PART_BYTES:
        raise UserFacingError(
            "selo.parte_grande",
            parte=nome,
            campo=max(fields, key=lambda field: len(encode_jcs(fields[field]))),
            bytes=len(content),
            limite=MAX_PART_BYTES,
        )
    return content


def _field_to_blame(fields: Mapping[str, Any]) -> str:
    for field, value in fields.items():
        try:
            encode_jcs({field: value})
            to_nfc(value)
        except CanonicalError:
            return _printable(field)
    # Each is right alone: two names became one.
    return _printable(next((field for field in fields if to_nfc(field) != field), ""))


def _printable(field: object) -> str:
    return str(field).encode("ascii", "backslashreplace").decode("ascii")[:64]
