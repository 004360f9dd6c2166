r"""The words contracts are written in: scalars of the wire, marks on fields, the model base.

A contract is one :class:`EventModel` per event type and version line; what it says about a
field beyond its type stands in ``Annotated`` marks. Patterns are anchored ``^…$(?!\n)`` and
spell digits ``[0-9]``, so that Python's ``re`` (msgspec) and the ECMA reading of JSON Schema
accept the same strings. Nothing here knows an event type. Source: design.md sections 4 and 5.
"""

from __future__ import annotations

import types
import typing
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

MAX_INTEGER = 2**53 - 1
"""Largest magnitude of a number on the wire (RFC 8785 numbers are doubles)."""

# -- scalars -----------------------------------------------------------------------------------

Uuid = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$(?!\n)")
]
"""A UUID in lower case."""

Sha256Hex = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
"""32 bytes in lower-case hex."""

NodeId = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")]
"""16 bytes in lower-case hex: a node id."""

Timestamp = Annotated[
    str,
    Meta(
        pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
        r"T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$(?!\n)"
    ),
]
"""UTC with milliseconds and ``Z``."""

DataCivil = Annotated[
    str, Meta(pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$(?!\n)")
]
"""A calendar day in the office's zone."""

Inteiro = Annotated[int, Meta(ge=-MAX_INTEGER, le=MAX_INTEGER)]
Contagem = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
Ordinal = Annotated[int, Meta(ge=1, le=MAX_INTEGER)]
Nivel = Annotated[int, Meta(ge=1, le=7)]
"""Territorial level: 1 micro-unit … 7 country."""

Precedencia = Annotated[int, Meta(ge=1, le=5)]
"""Level of precedence of a category, 1 most critical."""

ScoreHorizontal = Annotated[int, Meta(ge=0, le=100)]
"""Place of a category within its level, 0-100."""

Numero = Annotated[float, Meta(ge=-MAX_INTEGER, le=MAX_INTEGER)]
NumeroPositivo = Annotated[float, Meta(ge=0, le=MAX_INTEGER)]
Confianca = Annotated[float, Meta(ge=0, le=1)]
Latitude = Annotated[float, Meta(ge=-90, le=90)]
Longitude = Annotated[float, Meta(ge=-180, le=180)]

CategoriaId = Annotated[str, Meta(pattern=r"^[1-5]\.[0-9]{1,8}$(?!\n)")]
"""``N.M``, at most 10 characters."""

SubcategoriaId = Annotated[str, Meta(pattern=r"^[1-5]\.[0-9]{1,4}\.[0-9]{1,4}$(?!\n)")]
"""``N.M.K``."""

Protocolo = Annotated[
    str, Meta(pattern=r"^[ABCDEFGHJKMNPQRSTVWXYZ23456789]{4}-[0-9]{6,12}-[0-9]{2}$(?!\n)")
]
"""Protocol number ``PPPP-NNNNNN-DD`` (design.md 9)."""

VersaoParametros = Annotated[str, Meta(pattern=r"^[0-9A-Za-z][0-9A-Za-z._-]{0,19}$(?!\n)")]
"""Label of a parameter set, at most 20 characters."""

Codigo = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_]{0,39}$(?!\n)")]
"""A code word of an open list, e.g. a channel."""

Identificador = Annotated[str, Meta(pattern=r"^[0-9A-Za-z][0-9A-Za-z._:/@+-]{0,127}$(?!\n)")]
"""A foreign key, version or MIME type without spaces: never a sentence."""

Texto = Annotated[str, Meta(max_length=5_000)]
TextoCurto = Annotated[str, Meta(max_length=300)]
TextoLongo = Annotated[str, Meta(max_length=50_000)]
TextoCheio = Annotated[str, Meta(min_length=1, max_length=50_000)]
Nome = Annotated[str, Meta(min_length=1, max_length=300)]


class Ponto(msgspec.Struct, kw_only=True):
    """A place in WGS 84 degrees."""

    lat: Latitude
    lng: Longitude


# -- marks -------------------------------------------------------------------------------------

Classe = Literal["publica", "restrita"]
Grupo = Literal["nucleo", "texto", "midia", "pessoa"]


@dataclass(frozen=True, slots=True)
class Privacy:
    """Which part of the payload a field is sealed into (design.md 4)."""

    classe: Classe
    grupo: Grupo


NUCLEO = Privacy("publica", "nucleo")
TEXTO = Privacy("publica", "texto")
MIDIA = Privacy("publica", "midia")
RESTRITA_NUCLEO = Privacy("restrita", "nucleo")
RESTRITA_TEXTO = Privacy("restrita", "texto")
RESTRITA_MIDIA = Privacy("restrita", "midia")
PESSOA = Privacy("restrita", "pessoa")

UNMARKED = RESTRITA_TEXTO
"""Where a field without a mark goes, and a field the contract does not know."""


@dataclass(frozen=True, slots=True)
class Titular:
    """The field speaks of the person in this role."""

    papel: str


@dataclass(frozen=True, slots=True)
class Identifica:
    """The field says who the person in this role is; implies :class:`Titular`."""

    papel: str


@dataclass(frozen=True, slots=True)
class Assunto:
    """The field's value is indexed as a subject of the event.

    Args:
        especie: what it identifies, e.g. ``"demanda"``.
        chave: for a list of objects (or one object), the key that holds the id.
    """

    especie: str
    chave: str | None = None


@dataclass(frozen=True, slots=True)
class Desde:
    """The field exists from this version on."""

    versao: str


@dataclass(frozen=True, slots=True)
class Antes:
    """Before this version the field had another type."""

    versao: str
    tipo: Any


# -- models ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ContractSpec:
    """What a version line says about itself.

    Args:
        tipo: wire name, NFC, exactly as the catalogue spells it.
        versoes: every version of the line, ascending; the last is the current one.
        origem: colonies that may publish it.
        obsoletas: versions that are read for ever and never published again.
        extensao: True for a type the specification does not have.
        decide: colonies whose state decides the command behind it, without being its producer:
            what they publish is sealed with the catalogue's producer as origem (design.md 3).
    """

    tipo: str
    versoes: tuple[str, ...]
    origem: tuple[str, ...]
    obsoletas: tuple[str, ...] = ()
    extensao: bool = False
    decide: tuple[str, ...] = ()


class EventModel(msgspec.Struct, kw_only=True):
    """Base of all contracts. Unknown fields are accepted (G-013)."""

    SPEC: ClassVar[ContractSpec]


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """A field of one version, as its marks describe it.

    ``marked`` is False for a field that says nothing of its privacy and goes where
    :data:`UNMARKED` puts it.
    """

    nome: str
    tipo: Any
    obrigatorio: bool
    privacy: Privacy
    titular: str | None
    identifica: bool
    assunto: Assunto | None
    marked: bool

    @property
    def parte(self) -> str:
        """Name of the part, e.g. ``restrita.pessoa.cidadao``."""
        name = f"{self.privacy.classe}.{self.privacy.grupo}"
        return f"{name}.{self.titular}" if self.titular else name


def version_key(versao: str) -> tuple[int, ...]:
    """Sort key of a ``1.2.0`` version.

    Raises:
        ValueError: the text is not dotted integers.
    """
    return tuple(int(piece) for piece in versao.split("."))


def fields_of(model: type[EventModel], versao: str) -> tuple[FieldInfo, ...]:
    """The fields that ``versao`` of the model's line knows, in declaration order."""
    hints = typing.get_type_hints(model, include_extras=True)
    wanted = version_key(versao)
    found = []
    for declared in msgspec.structs.fields(model):
        base, marks = _split(hints[declared.name])
        since = next((m for m in marks if isinstance(m, Desde)), None)
        if since is None or version_key(since.versao) <= wanted:
            found.append(_field_info(declared, base, marks, wanted))
    return tuple(found)


def _field_info(
    declared: msgspec.structs.FieldInfo, base: Any, marks: tuple[Any, ...], wanted: tuple[int, ...]
) -> FieldInfo:
    """Read one field's marks as of a version."""
    privacy, titular, identifica, assunto = UNMARKED, None, False, None
    for mark in marks:
        if isinstance(mark, Privacy):
            privacy = mark
        elif isinstance(mark, Titular | Identifica):
            titular, identifica = mark.papel, isinstance(mark, Identifica)
        elif isinstance(mark, Assunto):
            assunto = mark
        elif isinstance(mark, Antes) and wanted < version_key(mark.versao):
            base = mark.tipo
    return FieldInfo(
        nome=declared.encode_name,
        tipo=base,
        obrigatorio=declared.required,
        privacy=privacy,
        titular=titular,
        identifica=identifica,
        assunto=assunto,
        marked=any(isinstance(mark, Privacy) for mark in marks),
    )


def _split(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """The type with msgspec's own metadata kept, and our marks."""
    if typing.get_origin(hint) is not Annotated:
        return hint, ()
    base, *metadata = typing.get_args(hint)
    metas = tuple(item for item in metadata if isinstance(item, Meta))
    marks = tuple(item for item in metadata if not isinstance(item, Meta))
    return (Annotated[(base, *metas)] if metas else base), marks


def is_free_text(tipo: Any) -> bool:
    """True when some string in the type is neither patterned nor from a closed list."""
    base, patterned = tipo, False
    if typing.get_origin(tipo) is Annotated:
        base, *rest = typing.get_args(tipo)
        patterned = any(isinstance(item, Meta) and item.pattern for item in rest)
    if base is str:
        return not patterned
    if base is Any or base is object:
        return True
    if typing.get_origin(base) is Literal:
        return False
    if isinstance(base, type) and issubclass(base, msgspec.Struct):
        hints = typing.get_type_hints(base, include_extras=True)
        return any(is_free_text(hints[item.name]) for item in msgspec.structs.fields(base))
    if isinstance(base, types.UnionType) or typing.get_origin(base) is not None:
        return any(is_free_text(arg) for arg in typing.get_args(base))
    return False
