"""Payloads that D-1d publishes. Source: Apêndice B D-1d, design.md 4 (Public, Restricted)."""

from typing import Annotated, ClassVar, Literal

import msgspec

from core.kernel.contract import (
    NUCLEO,
    PESSOA,
    RESTRITA_NUCLEO,
    RESTRITA_TEXTO,
    TEXTO,
    Assunto,
    ContractSpec,
    Desde,
    EventModel,
    Identifica,
    Ordinal,
    Texto,
    TextoCurto,
    TextoLongo,
    Uuid,
)


class TextoLiberado(msgspec.Struct, kw_only=True):
    """Text that was sealed restricted and is released by an approval."""

    titulo: TextoCurto | None = None
    descricao_limpa: TextoLongo | None = None
    descricao_sanitizada: TextoLongo | None = None


class ModeracaoDecidida(EventModel, kw_only=True):
    """A person decided on an item. 1.2.0 releases the approved text to the public part."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "moderacao.decidida", ("1.0.0", "1.1.0", "1.2.0"), origem=("D-1d",), obsoletas=("1.0.0",)
    )

    item_id: Annotated[Uuid, NUCLEO, Assunto("item")]
    tipo: Annotated[Literal["anexo", "texto", "relato"], NUCLEO]
    referencia_id: Annotated[Uuid, NUCLEO, Assunto("referencia")]
    decisao: Annotated[Literal["aprovado", "bloqueado", "removido"], NUCLEO]
    moderador_id: Annotated[Uuid, PESSOA, Identifica("moderador")]
    demanda_id: Annotated[Uuid | None, NUCLEO, Assunto("demanda")] = None
    motivo: Annotated[Texto | None, RESTRITA_TEXTO] = None
    remover_texto_demanda: Annotated[bool | None, NUCLEO] = None
    reaberto: Annotated[bool | None, NUCLEO] = None
    texto_liberado: Annotated[TextoLiberado | None, TEXTO, Desde("1.2.0")] = None


class DenylistAtualizada(EventModel, kw_only=True):
    """The whole list of terms that send a text to moderation; never leaves the office."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "denylist.atualizada", ("1.0.0",), origem=("D-1d",), extensao=True
    )

    versao: Annotated[Ordinal, RESTRITA_NUCLEO]
    termos: Annotated[list[TextoCurto], RESTRITA_TEXTO]
    motivo: Annotated[TextoCurto | None, RESTRITA_TEXTO] = None
