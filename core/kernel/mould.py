"""The short way of sealing: what events of one kind share is written down once.

A header is fixed text but for a handful of values, and events of one type and the same fields are
cut into the same parts. A mould keeps the text of one contract, publisher and feed, and a shape
per set of fields. Wherever anything is out of the ordinary it gives None, before it has drawn any
randomness, and ``sealing.py`` goes the long way, which is the definition: a property test holds
the two equal byte for byte, and the event equal to what the sealed bytes read back as.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from core.kernel.canonical import CanonicalError, is_nfc, plain_value
from core.kernel.errors import UserFacingError
from core.kernel.event import Event, NewEvent, Payload
from core.kernel.header import (
    ACTOR_PART,
    HEADER_VERSION,
    MAX_HEADER_BYTES,
    MAX_KEY_CHARS,
    MAX_PART_BYTES,
    MAX_PARTS,
    event_hash,
    is_hash,
    is_uuid,
    part_name,
)
from core.kernel.ids import Ids
from core.kernel.parts import COMMITMENT, KERNEL_PARTS, SALT_BYTES, cut_payload, decode_part
from core.kernel.sealed import PartRow, SealedEvent

MAX_SHAPES: Final = 64
_LAST_BMP: Final = "\uffff"
_FLAT: Final = frozenset({str, bool, type(None)})  # written as they are
_SCALARS: Final = _FLAT | {int, float}

_encode = msgspec.json.Encoder(order="sorted").encode
_is_normalized = unicodedata.is_normalized
_Actor = tuple[Mapping[str, str], bytes]
_ShapeKey = tuple[tuple[str, ...], frozenset[str], bool]


class PartForm(NamedTuple):
    """One part of a shape: its name, its role, and the fixed text of its entry."""

    nome: str
    papel: str | None
    before_h: str
    before_tam: str


class Shape(msgspec.Struct, frozen=True, gc=False):
    """How a set of fields is cut.

    Args:
        parts: in header order.
        places: for every field, in the payload's order, the part that it goes to.
        actor: the part that says who acted, None without one.
        order: the fields as they are read back.
        restritos: those of them that stand in restricted parts.
    """

    parts: tuple[PartForm, ...]
    places: tuple[int, ...]
    actor: int | None
    order: tuple[str, ...]
    restritos: tuple[str, ...]


class Mould:
    """Seals events of one contract by one publisher into one feed.

    Args:
        tipo: of the contract, as ``versao``, ``part_of`` and ``titular_field``.
        origem: id of the publishing colony.
        regra_versao: of that colony.
        rede: 64 hex.
        no: 32 hex.
        epoca: of the feed.
        ids: event ids, salts and labels.
    """

    __slots__ = (
        "_after_critico", "_after_event_id", "_after_prev", "_end", "_epoca", "_ids",
        "_last_actor", "_no", "_origem", "_regra_versao", "_shapes", "_tipo", "_titular_field",
        "_versao", "part_of",
    )  # fmt: skip

    def __init__(
        self,
        tipo: str,
        versao: str,
        part_of: Mapping[str, str],
        titular_field: Mapping[str, str],
        *,
        origem: str,
        regra_versao: int,
        rede: str,
        no: str,
        epoca: int,
        ids: Ids,
    ) -> None:
        self.part_of = part_of
        self._titular_field = titular_field
        self._ids = ids
        self._tipo, self._versao, self._origem = tipo, versao, origem
        self._regra_versao, self._no, self._epoca = regra_versao, no, epoca
        self._after_critico = f',"epoca":{epoca},"event_id":"'
        self._after_event_id = f'","no":{_text(no)},"origem":{_text(origem)},"partes":['
        self._after_prev = f',"rede":{_text(rede)},"regra_versao":{regra_versao},"seq":'
        self._end = f'","tipo":{_text(tipo)},"v":{HEADER_VERSION},"versao_schema":{_text(versao)}}}'
        self._shapes: dict[_ShapeKey, Shape] = {}
        self._last_actor: _Actor | None = None

    def seal(
        self,
        new: NewEvent,
        *,
        seq: int,
        prev: str | None,
        causa: str | None,
        chave_derivacao: str | None,
        correlacao_id: str | None,
        timestamp: str,
    ) -> SealedEvent | None:
        """Seal an event without attachments; None where only the long way can tell what it gives.

        Args:
            new: what the colony asks for.
            seq: the event's place in its feed.
            prev: 64 hex of the event before it.
            causa: 64 hex.
            chave_derivacao: second half of the reaction's identity.
            correlacao_id: None makes a fresh one.
            timestamp: as the header says it.

        Raises:
            UserFacingError: ``selo.cabecalho_grande``, ``selo.titular_divergente``.
        """
        chave = _quoted(chave_derivacao)
        if (
            chave is None
            or not (causa is None or is_hash(causa))
            or not (correlacao_id is None or is_uuid(correlacao_id))
        ):
            return None
        payload, ator = new.payload, new.ator
        key = (tuple(payload), new.restrito, ator is not None)
        shape = self._shapes.get(key) or self._learn(key)
        actor = None if ator is None else self._actor(ator)
        told = shape and (actor or not ator) and _told(shape, payload, actor)
        if not shape or not told or (new.titulares and not self._knows(shape, new.titulares)):
            return None
        contents, payload = told
        ids = self._ids
        partes, rows, titulares = self._entries(shape, contents, new)
        correlation = ids.new_uuid() if correlacao_id is None else correlacao_id
        event_id = ids.new_uuid()
        before = "null" if prev is None else f'"{prev}"'
        brought_by = "null" if causa is None else f'"{causa}"'
        critico = "true" if new.critico else "false"
        raw = (
            f'{{"anexos":[],"causa":{brought_by},"chave_derivacao":{chave},"correlacao_id":"'
            f'{correlation}","critico":{critico}{self._after_critico}'
            f'{event_id}{self._after_event_id}{partes}],"prev":{before}{self._after_prev}'
            f'{seq},"timestamp":"{timestamp}{self._end}'
        ).encode()
        if len(raw) > MAX_HEADER_BYTES:
            raise UserFacingError("selo.cabecalho_grande", limite=MAX_HEADER_BYTES)
        digest = event_hash(raw)
        event = Event(
            0,
            digest.hex(),
            self._no,
            self._epoca,
            seq,
            event_id,
            self._tipo,
            self._versao,
            self._regra_versao,
            new.critico,
            timestamp,
            self._origem,
            correlation,
            causa,
            chave_derivacao,
            0,
            prev,
            payload,
            actor and actor[0],
            (),
            (),
            shape.restritos,
            0,
        )
        return SealedEvent(event, raw, digest, rows, titulares)

    def _learn(self, key: _ShapeKey) -> Shape | None:
        """The shape of a set of fields; None where the long way has to judge it."""
        fields, restrito, has_actor = key
        if len(self._shapes) >= MAX_SHAPES or not _are_plain_names(fields):
            return None
        cut = cut_payload(dict.fromkeys(fields), self.part_of, restrito)
        named = {nome: part_name(nome) for nome in cut}
        if not KERNEL_PARTS.isdisjoint(cut) or None in named.values():
            return None
        if has_actor:
            named[ACTOR_PART] = part_name(ACTOR_PART)
            cut[ACTOR_PART] = {}
        if len(cut) > MAX_PARTS:
            return None
        names = sorted(cut)
        parts: list[PartForm] = []
        order: list[str] = []
        restritos: list[str] = []
        for nome in names:
            classe, papel = named[nome] or ("", None)
            before_h = f'{{"classe":"{classe}","h":"'
            parts.append(PartForm(nome, papel, before_h, f'","nome":"{nome}","tam":'))
            order[:0] = sorted(cut[nome])  # as ``parts.joined`` puts them together
            restritos += sorted(cut[nome]) if classe != "publica" else ()
        places = {field: names.index(nome) for nome in names for field in cut[nome]}
        shape = self._shapes[key] = Shape(
            tuple(parts),
            tuple([places[field] for field in fields]),
            names.index(ACTOR_PART) if has_actor else None,
            tuple(order),
            tuple(restritos),
        )
        return shape

    def _actor(self, ator: Mapping[str, str]) -> _Actor | None:
        """Who acted, as it is read back, and its bytes: mostly the same as the time before."""
        told = {"conta_id": ator["conta_id"], "papel": ator["papel"]}
        last = self._last_actor
        if last is not None and last[0] == told:
            return last
        if any(type(value) is not str for value in told.values()):
            return None
        try:
            self._last_actor = last = (told, _encode(told))
        except UnicodeEncodeError:
            return None
        return last

    def _knows(self, shape: Shape, titulares: Mapping[str, str]) -> bool:
        roles = {part.papel for part in shape.parts}
        return all(papel in roles or papel in self._titular_field for papel in titulares)

    def _entries(
        self, shape: Shape, contents: list[bytes], new: NewEvent
    ) -> tuple[str, list[PartRow], dict[str, str]]:
        """Salt and commit to every part: the header's list, the rows, who stands behind a label."""
        random_bytes, commit = self._ids.random_bytes, COMMITMENT.copy
        entries: list[str] = []
        rows: list[PartRow] = []
        titulares: dict[str, str] = {}
        labels: dict[str, str] = {}
        for (nome, papel, before_h, before_tam), content in zip(shape.parts, contents, strict=True):
            titular = "null"
            if papel is not None:
                label = labels.get(papel)
                if label is None:
                    label = labels[papel] = self._ids.new_label()
                    behind = person_behind(papel, new, self._titular_field)
                    if behind is not None:
                        titulares[label] = behind
                titular = f'"{label}"'
            salt = random_bytes(SALT_BYTES)
            rows.append((nome, salt, content))
            state = commit()
            state.update(salt + content)
            entries.append(
                f'{before_h}{state.hexdigest()}{before_tam}{len(content)},"titular":{titular}}}'
            )
        return ",".join(entries), rows, titulares


def person_behind(papel: str, new: NewEvent, titular_field: Mapping[str, str]) -> str | None:
    """Who stands behind a role: named by the colony, or read from the contract's field.

    Raises:
        UserFacingError: ``selo.titular_divergente``: both say so, and differ.
    """
    named = new.titulares.get(papel)
    field = titular_field.get(papel)
    written = new.payload.get(field) if field is not None else None
    if not isinstance(written, str):
        return named
    if named is not None and named != written:
        raise UserFacingError("selo.titular_divergente", titular=papel, campo=field)
    return written


def _told(
    shape: Shape, payload: Payload, actor: _Actor | None
) -> tuple[list[bytes], Payload] | None:
    """The bytes of every part, and the payload as it is read back from them."""
    cuts: list[Payload] = [{} for _ in shape.parts]
    try:
        told = payload if _FLAT.issuperset(map(type, payload.values())) else _plain(payload)
        for place, (field, value) in zip(shape.places, told.items(), strict=True):
            cuts[place][field] = value
        contents = list(map(_encode, cuts))
    except (CanonicalError, UnicodeEncodeError):
        return None
    if actor is not None and shape.actor is not None:
        contents[shape.actor] = actor[1]
    for content in contents:
        if len(content) > MAX_PART_BYTES or not (content.isascii() or is_nfc(content)):
            return None
    if told is not payload:
        told = _read_back(shape, told, contents)
    return contents, {field: told[field] for field in shape.order}


def _plain(payload: Payload) -> Payload:
    """The payload in the form that the encoder writes canonically.

    Raises:
        CanonicalError: see ``plain_value``.
    """
    return {
        field: value if type(value) in _FLAT else plain_value(value)
        for field, value in payload.items()
    }


def _read_back(shape: Shape, told: Payload, contents: Sequence[bytes]) -> Payload:
    """What lists and objects become: a handler never shares one with who asked for the event."""
    nested = {
        place
        for place, value in zip(shape.places, told.values(), strict=True)
        if type(value) not in _SCALARS
    }
    for place in nested:
        told.update(decode_part(shape.parts[place].nome, contents[place]))
    return told


def _are_plain_names(fields: tuple[str, ...]) -> bool:
    """Whether every order of these names is the same, and none needs to be mended."""
    try:
        text = "".join(fields)
        text.encode()
    except (TypeError, UnicodeEncodeError):
        return False
    return max(text, default="") <= _LAST_BMP and all(
        _is_normalized("NFC", field) for field in fields
    )


def _text(value: str) -> str:
    return _encode(value).decode()


def _quoted(key: str | None) -> str | None:
    """A derivation key as JSON; None where it has to be looked at more closely."""
    if key is None:
        return "null"
    if (
        1 <= len(key) <= MAX_KEY_CHARS
        and key.isascii()
        and key.isprintable()
        and '"' not in key
        and "\\" not in key
    ):
        return f'"{key}"'
    return None
