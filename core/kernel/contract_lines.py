"""From a version line to the models of each of its versions, and the extractor of subjects.

Source: design.md section 5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from core.kernel.contract import EventModel, FieldInfo

SubjectExtractor = Callable[[Mapping[str, Any]], list[str]]


def version_model(
    model: type[EventModel], versao: str, fields: Sequence[FieldInfo]
) -> type[msgspec.Struct]:
    """A Struct that accepts exactly what ``versao`` of the line accepts."""
    if versao == model.SPEC.versoes[-1]:
        return model
    return msgspec.defstruct(
        _name(model, versao),
        [
            (info.nome, info.tipo) if info.obrigatorio else (info.nome, info.tipo, None)
            for info in fields
        ],
        kw_only=True,
    )


def partial_model(
    model: type[EventModel], versao: str, fields: Sequence[FieldInfo]
) -> type[msgspec.Struct]:
    """The same with no field required: for events whose parts are not all here."""
    return msgspec.defstruct(
        _name(model, versao) + "Parcial",
        [(info.nome, info.tipo | msgspec.UnsetType, msgspec.UNSET) for info in fields],
        kw_only=True,
    )


def _name(model: type[EventModel], versao: str) -> str:
    return f"{model.__name__}_{versao.replace('.', '_')}"


def subject_extractor(fields: Sequence[FieldInfo]) -> SubjectExtractor:
    """A function from payload to subject ids, each once, in field order.

    It is called on every append and on every import: payloads may lack fields, so nothing is
    assumed of them.
    """
    plan = tuple((info.nome, info.assunto.chave) for info in fields if info.assunto is not None)

    def extract(payload: Mapping[str, Any]) -> list[str]:
        found: dict[str, None] = {}
        for name, key in plan:
            value = payload.get(name)
            if value is None:
                continue
            if type(value) is str:
                found[value] = None
                continue
            for item in value if isinstance(value, list | tuple) else (value,):
                subject = item.get(key) if key is not None and isinstance(item, Mapping) else item
                if isinstance(subject, str):
                    found[subject] = None
        return list(found)

    return extract
