"""The door for services: register, change and merge citizens; note who opened contact data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sqlalchemy import insert

from core.colonies.c1_cidadaos import queries as q
from core.colonies.c1_cidadaos.rules import Cadastro, checked_record
from core.colonies.c1_cidadaos.tables import acessos
from core.kernel.colony import Context, Decisao
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent, Payload
from core.kernel.store.statement import Cursor, Dialect, Statement

Ator = Mapping[str, str]
Decide = Callable[[Context], Decisao]

_SPELLED: Final = {"endereco": "endereço"}
_EDITABLE: Final = (
    "nome",
    "telefone",
    "email",
    "endereco",
    "unidade_civica_id",
    "verificado_presencialmente",
    "consentimentos",
)
_ACCESS = Statement(insert(acessos), [column.name for column in acessos.columns])
# Events about citizens carry no subject: the derivation key is public.
_SUBJECT: Final = "cidadao"


def cadastrar(cadastro: Cadastro, ator: Ator, *, cidadao_id: str | None = None) -> Decide:
    """Register a citizen. The answer is ``{"cidadao_id"}``.

    Args:
        cadastro: what the person says.
        ator: account and role.
        cidadao_id: of an attendance that turns out to be someone; None mints one.

    Raises:
        UserFacingError: ``cidadaos.*``.
    """
    fields = checked_record(cadastro)

    def decide(context: Context) -> Decisao:
        who = cidadao_id or context.new_id()
        known = q.at_head(context.db, who)
        if known is not None and known.nome is not None:
            raise UserFacingError("cidadaos.ja_cadastrado")
        payload: Payload = {"cidadao_id": who, "auth_provider": "presencial", **fields}
        return Decisao(
            {"cidadao_id": who},
            (NewEvent("cidadão.cadastrado", payload, sujeito=_SUBJECT, ator=ator),),
        )

    return decide


def atualizar_perfil(cidadao_id: str, cadastro: Cadastro, ator: Ator) -> Decide:
    """Bring a record to ``cadastro``; only what differs goes into the event.

    The answer is ``{"cidadao_id", "campos_alterados"}``.

    Raises:
        UserFacingError: ``cidadaos.nao_encontrado``, ``cidadaos.unido``,
            ``cidadaos.nada_a_alterar``, ``cidadaos.*``.
    """
    fields = checked_record(cadastro)

    def decide(context: Context) -> Decisao:
        now = q.at_head(context.db, cidadao_id)
        if now is None:
            raise UserFacingError("cidadaos.nao_encontrado")
        if now.unido_a is not None:
            raise UserFacingError("cidadaos.unido")
        changed = [field for field in _EDITABLE if fields.get(field) != _present(now, field)]
        if not changed:
            raise UserFacingError("cidadaos.nada_a_alterar")
        payload: Payload = {
            "cidadao_id": cidadao_id,
            "campos_alterados": [_SPELLED.get(field, field) for field in changed],
            **{field: fields[field] for field in changed if field in fields},
        }
        if "consentimentos" in payload and "termos_versao" in fields:
            payload["termos_versao"] = fields["termos_versao"]
        return Decisao(
            {"cidadao_id": cidadao_id, "campos_alterados": payload["campos_alterados"]},
            (NewEvent("cidadão.perfil_atualizado", payload, sujeito=_SUBJECT, ator=ator),),
        )

    return decide


def _present(now: q.Cidadao, field: str) -> Any:
    value = getattr(now, field)
    return False if field == "verificado_presencialmente" and value is None else value


def vincular(de: str, para: str, ator: Ator) -> Decide:
    """Say that two ids are one person: the first goes up in the second.

    The first may be an anonymous attendance without a record. The answer is ``{"cidadao_id"}``,
    the record that stays.

    Raises:
        UserFacingError: ``cidadaos.nao_encontrado``, ``cidadaos.mesmo_registro``.
    """

    def decide(context: Context) -> Decisao:
        first, second = q.root_at_head(context.db, de), q.root_at_head(context.db, para)
        kept = q.at_head(context.db, second)
        if kept is None or kept.nome is None:
            raise UserFacingError("cidadaos.nao_encontrado")
        if first == second:
            raise UserFacingError("cidadaos.mesmo_registro")
        payload: Payload = {
            "cidadao_id_device": first,
            "cidadao_id": second,
            "auth_provider": "presencial",
        }
        return Decisao(
            {"cidadao_id": second},
            (NewEvent("cidadão.vinculado", payload, sujeito=_SUBJECT, ator=ator),),
        )

    return decide


def note_access(
    cursor: Cursor, dialect: Dialect, *, acesso_id: str, cidadao_id: str, ator: Ator, now: str
) -> None:
    """Write down that a person's data or restricted words were opened; before they are shown.

    Args:
        cursor: of a write transaction.
        dialect: of that connection.
        acesso_id: fresh UUID.
        cidadao_id: whose data.
        ator: account and role of whoever opens them.
        now: UTC timestamp.
    """
    _ACCESS.run(
        cursor,
        dialect,
        {
            "acesso_id": acesso_id,
            "cidadao_id": cidadao_id,
            "conta_id": ator["conta_id"],
            "papel": ator["papel"],
            "acessado_em": now,
        },
    )
