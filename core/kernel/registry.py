"""The registry of event types: which there are, what they hold, whether a payload fits.

Built from an explicit tuple of models; it registers nothing at import time and never touches
the log. Accepting is decided as on the canonical bytes (``1.0`` is ``1`` there), so that
msgspec here and the published JSON Schemas elsewhere say the same. What cannot be written as
canonical bytes at all (NaN, lone surrogates, size, depth) is refused by sealing, not here.
Source: design.md section 5.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import msgspec

from core.kernel.contract import (
    MAX_INTEGER,
    UNMARKED,
    EventModel,
    FieldInfo,
    fields_of,
    version_key,
)
from core.kernel.contract_lines import partial_model, subject_extractor, version_model
from core.kernel.contract_schema import json_schema, schema_bytes
from core.kernel.errors import UserFacingError
from core.kernel.payload_fault import missing_field, payload_fault

_convert = msgspec.convert

UNKNOWN_PART = f"{UNMARKED.classe}.{UNMARKED.grupo}"
"""Part of a field that the contract does not know: it never leaves the office unencrypted."""


@dataclass(frozen=True, slots=True)
class Contract:
    """One version of one event type.

    Args:
        tipo: wire name, NFC.
        versao: e.g. ``"1.2.0"``.
        corrente: True for the version taken when none is named.
        deprecated: read for ever, never published again.
        extensao: a type of ours, not of the specification.
        origem: colonies that may publish it.
        decide: colonies that publish it in the name of the first of ``origem``.
        modelo: the msgspec Struct of exactly this version.
        parcial: the same with no field required, for events with absent parts.
        campos: name -> what the marks say.
        part_of: field -> part name, e.g. ``"restrita.pessoa.cidadao"``.
        titular_field: role -> the field that says who it is.
        public_fields: fields sealed public unless an event restricts them.
        assunto_fields: field -> kind of subject.
    """

    tipo: str
    versao: str
    corrente: bool
    deprecated: bool
    extensao: bool
    origem: tuple[str, ...]
    decide: tuple[str, ...]
    modelo: type[msgspec.Struct]
    parcial: type[msgspec.Struct]
    campos: Mapping[str, FieldInfo]
    part_of: Mapping[str, str]
    titular_field: Mapping[str, str]
    public_fields: frozenset[str]
    assunto_fields: Mapping[str, str]
    _assuntos: Callable[[Mapping[str, Any]], list[str]] = field(repr=False)

    def assuntos(self, payload: Mapping[str, Any]) -> list[str]:
        """The ids the event is about, each once, in the order of the fields."""
        return self._assuntos(payload)

    def validate(self, payload: Mapping[str, Any]) -> None:
        """Check a whole payload; it is never changed.

        Raises:
            UserFacingError: ``registro.payload_invalido`` (tipo, versao, campo, motivo,
                esperado); ``selo.chave_invalida`` (a name with half of a surrogate pair).
        """
        try:
            _convert(payload, self.modelo)
        except msgspec.ValidationError:
            _retry(self, self.modelo, payload)
        except UnicodeEncodeError:
            raise UserFacingError("selo.chave_invalida", campo=self.tipo) from None

    def sealed_origem(self, colony_id: str) -> str:
        """What stands as ``origem`` when this colony publishes it."""
        return self.origem[0] if colony_id in self.decide else colony_id

    def part_for(self, campo: str) -> str:
        """Part of any field, :data:`UNKNOWN_PART` for one the contract does not know."""
        return self.part_of.get(campo, UNKNOWN_PART)


class Registry:
    """All event types of an installation.

    Args:
        models: the version lines; a type may have several, with disjoint versions.

    Raises:
        ValueError: a type not in NFC, or a version declared twice.
    """

    def __init__(self, models: Iterable[type[EventModel]]) -> None:
        lines: dict[str, dict[str, type[EventModel]]] = {}
        for model in models:
            spec = model.SPEC
            if unicodedata.normalize("NFC", spec.tipo) != spec.tipo:
                raise ValueError(f"type not in NFC: {spec.tipo!r}")
            versions = lines.setdefault(spec.tipo, {})
            for versao in spec.versoes:
                if versao in versions:
                    raise ValueError(f"{spec.tipo} {versao} declared twice")
                versions[versao] = model
        self._contracts: dict[tuple[str, str | None], Contract] = {}
        self._versions: dict[str, tuple[str, ...]] = {}
        for tipo, versions in lines.items():
            ordered = tuple(sorted(versions, key=version_key))
            self._versions[tipo] = ordered
            for versao in ordered:
                contract = _contract(versions[versao], versao, corrente=versao == ordered[-1])
                self._contracts[tipo, versao] = contract
            self._contracts[tipo, None] = self._contracts[tipo, ordered[-1]]

    def tipos(self) -> tuple[str, ...]:
        """All types, sorted by code point."""
        return tuple(sorted(self._versions))

    def versions(self, tipo: str) -> tuple[str, ...]:
        """All versions of a type, ascending.

        Raises:
            UserFacingError: ``registro.tipo_desconhecido``.
        """
        return self._versions[self.contract(tipo).tipo]

    def contract(self, tipo: str, versao: str | None = None) -> Contract:
        """The contract to read an event by; the current version when none is named.

        Raises:
            UserFacingError: ``registro.tipo_desconhecido`` (tipo, sugestao) or
                ``registro.versao_desconhecida`` (tipo, versao, conhecidas).
        """
        found = self._contracts.get((tipo, versao))
        if found is not None:
            return found
        tipo = unicodedata.normalize("NFC", tipo)
        found = self._contracts.get((tipo, versao))
        if found is not None:
            return found
        if tipo in self._versions:
            raise UserFacingError(
                "registro.versao_desconhecida",
                tipo=tipo,
                versao=versao,
                conhecidas=", ".join(self._versions[tipo]),
            )
        nearest = difflib.get_close_matches(tipo, self._versions, n=1, cutoff=0.0)
        raise UserFacingError(
            "registro.tipo_desconhecido", tipo=tipo, sugestao=nearest[0] if nearest else ""
        )

    def for_publishing(self, tipo: str, versao: str | None = None) -> Contract:
        """As :meth:`contract`, refusing a version that is only kept to be read.

        Raises:
            UserFacingError: also ``registro.versao_obsoleta`` (tipo, versao, corrente).
        """
        found = self._contracts.get((tipo, versao)) or self.contract(tipo, versao)
        if found.deprecated:
            raise UserFacingError(
                "registro.versao_obsoleta",
                tipo=found.tipo,
                versao=found.versao,
                corrente=self._versions[found.tipo][-1],
            )
        return found

    def validate(self, tipo: str, versao: str | None, payload: Mapping[str, Any]) -> None:
        """As ``Contract.validate``, of a type and version by name.

        Raises:
            UserFacingError: also the codes of :meth:`contract`.
        """
        self.contract(tipo, versao).validate(payload)

    def validate_present(
        self, tipo: str, versao: str | None, payload: Mapping[str, Any], ausentes: Collection[str]
    ) -> None:
        """Check what is there of an event whose parts ``ausentes`` were erased or never came.

        A required field may be missing only if its part, or the restricted twin of its part,
        is absent.

        Raises:
            UserFacingError: as :meth:`validate`.
        """
        contract = self.contract(tipo, versao)
        try:
            msgspec.convert(payload, contract.parcial)
        except msgspec.ValidationError:
            _retry(contract, contract.parcial, payload)
        except UnicodeEncodeError:
            raise UserFacingError("selo.chave_invalida", campo=contract.tipo) from None
        for name, info in contract.campos.items():
            if not info.obrigatorio or name in payload:
                continue
            twin = "restrita." + info.parte.partition(".")[2]
            if info.parte not in ausentes and twin not in ausentes:
                raise missing_field(contract.tipo, contract.versao, name)

    def schema(self, tipo: str, versao: str | None = None) -> dict[str, Any]:
        """JSON Schema (draft 2020-12) with the privacy marks as ``x-`` words."""
        contract = self.contract(tipo, versao)
        identity = {
            "tipo": contract.tipo,
            "versao": contract.versao,
            "corrente": contract.corrente,
            "obsoleta": contract.deprecated,
            "extensao": contract.extensao,
            "origem": list(contract.origem),
        }
        return json_schema(contract.modelo, contract.campos, identity)

    def schema_bytes(self, tipo: str, versao: str | None = None) -> bytes:
        """The schema as it stands in ``resources/registro``: sorted keys, UTF-8, LF."""
        return schema_bytes(self.schema(tipo, versao))


def _contract(model: type[EventModel], versao: str, *, corrente: bool) -> Contract:
    """Compile one version of a line."""
    spec = model.SPEC
    fields = fields_of(model, versao)
    return Contract(
        tipo=spec.tipo,
        versao=versao,
        corrente=corrente,
        deprecated=versao in spec.obsoletas,
        extensao=spec.extensao,
        origem=spec.origem,
        decide=spec.decide,
        modelo=version_model(model, versao, fields),
        parcial=partial_model(model, versao, fields),
        campos=MappingProxyType({info.nome: info for info in fields}),
        part_of=MappingProxyType({info.nome: info.parte for info in fields}),
        titular_field=MappingProxyType(
            {info.titular: info.nome for info in fields if info.identifica and info.titular}
        ),
        public_fields=frozenset(info.nome for info in fields if info.privacy.classe == "publica"),
        assunto_fields=MappingProxyType(
            {info.nome: info.assunto.especie for info in fields if info.assunto}
        ),
        _assuntos=subject_extractor(fields),
    )


def _retry(contract: Contract, modelo: type[msgspec.Struct], payload: Mapping[str, Any]) -> None:
    """Judge again as the canonical bytes would read; raise the fault if it stays.

    Raises:
        UserFacingError: ``registro.payload_invalido``.
    """
    try:
        msgspec.convert(_as_canonical(payload), modelo)
    except msgspec.ValidationError as fault:
        raise payload_fault(contract.tipo, contract.versao, str(fault)) from None


def _as_canonical(value: Any) -> Any:
    """The value as it comes back from canonical bytes: integral floats are integers there."""
    if isinstance(value, float):
        if value.is_integer() and abs(value) <= MAX_INTEGER:
            return int(value)
        return value
    if isinstance(value, Mapping):
        return {key: _as_canonical(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_as_canonical(item) for item in value]
    return value
