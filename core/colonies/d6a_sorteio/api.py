"""The door for services: register, give back, free, put out of the pools and back.

What a command publishes is decided by this colony's state at the head of the log; a refusal writes
nothing. Whether a citizen exists is another colony's to say: the caller asks it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import bindparam, func, select

from core.base.texto.inert import inert
from core.colonies.d6a_sorteio import rows, rules
from core.colonies.d6a_sorteio.tables import atribuicoes, conselheiros, unidades
from core.kernel.colony import Context, Decisao, ReadDb
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent, Payload
from core.kernel.store.statement import Statement

Ator = Mapping[str, str]
Decide = Callable[[Context], Decisao]

MAX_TEXT: Final = 300
_C, _A, _U = conselheiros.c, atribuicoes.c, unidades.c
_LEVEL = Statement(select(_U.nivel).where(_U.unidade_civica_id == bindparam("k_unidade")))
_OF_CITIZEN = Statement(
    select(_C.conselheiro_id).where(_C.cidadao_id == bindparam("k_cidadao")).limit(1)
)
_COUNT = Statement(
    select(func.count())
    .select_from(conselheiros)
    .where(_C.unidade_civica_id == bindparam("k_unidade"))
)
_GAVE_BACK = Statement(
    select(_A.evento)
    .where(
        _A.demanda_id == bindparam("k_demanda"),
        _A.conselheiro_id == bindparam("k_conselheiro"),
        _A.status == "recusada",
    )
    .limit(1)
)


def cadastrar(
    cidadao_id: str,
    unidade_id: str,
    ator: Ator,
    *,
    unidos: Sequence[str] = (),
    nome_publico: str | None = None,
) -> Decide:
    """Make a citizen a councillor of a unit, under an id minted for that (G-025).

    The answer is ``{"conselheiro_id", "unidade_civica_id", "nivel_atuacao"}``. Whoever registers
    says that the training was done (D-6a 3.2).

    Args:
        cidadao_id: who, as C-1 knows the person today.
        unidade_id: where; the councillor covers this unit and every smaller one in it.
        ator: account and role.
        unidos: other ids of the same person.
        nome_publico: shown to everybody, where the person agreed.

    Raises:
        UserFacingError: ``conselheiros.unidade_desconhecida``, ``conselheiros.ja_cadastrado``,
            ``conselheiros.unidade_cheia``, ``conselheiros.nome_longo``.
    """
    name = " ".join(inert(nome_publico or "").split()) or None
    if name is not None and len(name) > MAX_TEXT:
        raise UserFacingError("conselheiros.nome_longo", limite=MAX_TEXT)

    def decide(context: Context) -> Decisao:
        db = context.db
        level = db.one(_LEVEL, {"k_unidade": unidade_id})
        if level is None:
            raise UserFacingError("conselheiros.unidade_desconhecida", unidade=unidade_id)
        for one in (cidadao_id, *unidos):
            known = db.one(_OF_CITIZEN, {"k_cidadao": one})
            if known is not None:
                raise UserFacingError("conselheiros.ja_cadastrado", conselheiro=known[0])
        count = db.one(_COUNT, {"k_unidade": unidade_id})
        if count is not None and count[0] >= rules.MAX_POR_UNIDADE:
            raise UserFacingError("conselheiros.unidade_cheia", limite=rules.MAX_POR_UNIDADE)
        who = context.new_id()
        payload: Payload = {
            "conselheiro_id": who,
            "cidadao_id": cidadao_id,
            "unidade_civica_id": unidade_id,
            "nivel_atuacao": level[0],
            "status": "disponivel",
            "capacitacao_concluida": True,
        }
        if name is not None:
            payload["nome_publico"] = name
        answer = {
            "conselheiro_id": who,
            "unidade_civica_id": unidade_id,
            "nivel_atuacao": level[0],
        }
        return Decisao(answer, (NewEvent(rules.CADASTRADO, payload, who, ator=ator),))

    return decide


def recusar(conselheiro_id: str, demanda_id: str, motivo: str, ator: Ator) -> Decide:
    """Give a demand back. The answer is ``{"conselheiro_id", "demanda_id", "motivo"}``.

    Args:
        conselheiro_id: who has it.
        demanda_id: which.
        motivo: one of ``rules.MOTIVOS_RECUSA``.
        ator: account and role; a clerk may act in the councillor's name.

    Raises:
        UserFacingError: ``conselheiros.desconhecido``, ``conselheiros.ja_recusada``,
            ``conselheiros.demanda_de_outro``, ``conselheiros.nao_atribuida``,
            ``conselheiros.ja_iniciada``, ``conselheiros.motivo_desconhecido``.
    """
    if motivo not in rules.MOTIVOS_RECUSA:
        raise UserFacingError(
            "conselheiros.motivo_desconhecido",
            motivo=motivo,
            opcoes=", ".join(rules.MOTIVOS_RECUSA),
        )

    def decide(context: Context) -> Decisao:
        db = context.db
        _known(db, conselheiro_id)
        assignment = rows.active_of_demand(db, demanda_id)
        if assignment is None or assignment["conselheiro_id"] != conselheiro_id:
            raise UserFacingError(_not_his(db, conselheiro_id, demanda_id, assignment))
        if not rules.may_refuse(motivo, is_iniciada=assignment["iniciada_em"] is not None):
            raise UserFacingError("conselheiros.ja_iniciada")
        return _given_back(context, assignment, motivo, ator)

    return decide


def _not_his(
    db: ReadDb, conselheiro_id: str, demanda_id: str, assignment: Mapping[str, Any] | None
) -> str:
    params = {"k_demanda": demanda_id, "k_conselheiro": conselheiro_id}
    if db.one(_GAVE_BACK, params) is not None:
        return "conselheiros.ja_recusada"
    return "conselheiros.nao_atribuida" if assignment is None else "conselheiros.demanda_de_outro"


def liberar(demanda_id: str, ator: Ator) -> Decide:
    """Free a demand whose councillor does not answer: it counts as a refusal (G-140, G-131).

    They have ``rules.TIMEOUT_RESPOSTA_HORAS`` hours from the draw, whatever the zone; who began to
    work did answer. The answer is ``{"conselheiro_id", "demanda_id", "motivo"}``.

    Raises:
        UserFacingError: ``conselheiros.so_operador``, ``conselheiros.nao_atribuida``,
            ``conselheiros.trabalho_iniciado``, ``conselheiros.liberar_cedo``.
    """
    _check_operator(ator)

    def decide(context: Context) -> Decisao:
        assignment = rows.active_of_demand(context.db, demanda_id)
        if assignment is None:
            raise UserFacingError("conselheiros.nao_atribuida")
        if assignment["iniciada_em"] is not None:
            raise UserFacingError("conselheiros.trabalho_iniciado")
        left = rules.hours_left(assignment["data_sorteio"], context.now())
        if left:
            limit = rules.TIMEOUT_RESPOSTA_HORAS
            raise UserFacingError("conselheiros.liberar_cedo", limite=limit, faltam=left)
        return _given_back(context, assignment, rules.TIMEOUT, ator)

    return decide


def _given_back(
    context: Context, assignment: Mapping[str, Any], motivo: str, ator: Ator
) -> Decisao:
    answer = {
        "conselheiro_id": assignment["conselheiro_id"],
        "demanda_id": assignment["demanda_id"],
        "motivo": motivo,
    }
    payload: Payload = {
        **answer,
        "unidade_civica_id": assignment["unidade_civica_id"],
        "timestamp": context.now(),
    }
    if motivo != rules.TIMEOUT:
        payload["registrado_por"] = ator["papel"]
    event = NewEvent(
        rules.RECUSADA,
        payload,
        assignment["demanda_id"],
        correlacao_id=assignment["correlacao_id"],
        ator=ator,
    )
    return Decisao(answer, (event,))


def inativar(conselheiro_id: str, ator: Ator, *, motivo: str | None = None) -> Decide:
    """Take a councillor out of all pools. The answer is ``{"conselheiro_id"}``.

    One who has a demand is refused: giving it back, its end, or the end of the mandate come first,
    each of which says what becomes of the demand and of the work that was reported.

    Raises:
        UserFacingError: ``conselheiros.so_operador``, ``conselheiros.desconhecido``,
            ``conselheiros.ja_inativo``, ``conselheiros.inativar_com_demanda``,
            ``conselheiros.motivo_longo``.
    """
    _check_operator(ator)
    reason = _reason(motivo)

    def decide(context: Context) -> Decisao:
        row = _known(context.db, conselheiro_id)
        if row["is_inativo"]:
            raise UserFacingError("conselheiros.ja_inativo")
        assignment = rows.active_of_councillor(context.db, conselheiro_id)
        if assignment is not None:
            raise UserFacingError(
                "conselheiros.inativar_com_demanda", demanda=assignment["demanda_id"]
            )
        return _moved(rules.INATIVADO, row, reason, ator)

    return decide


def reativar(conselheiro_id: str, ator: Ator, *, motivo: str | None = None) -> Decide:
    """Bring a councillor back, also after the end of a mandate. The answer: ``{"conselheiro_id"}``.

    Raises:
        UserFacingError: ``conselheiros.so_operador``, ``conselheiros.desconhecido``,
            ``conselheiros.ja_ativo``, ``conselheiros.motivo_longo``.
    """
    _check_operator(ator)
    reason = _reason(motivo)

    def decide(context: Context) -> Decisao:
        row = _known(context.db, conselheiro_id)
        if not row["is_inativo"]:
            raise UserFacingError("conselheiros.ja_ativo")
        return _moved(rules.REATIVADO, row, reason, ator)

    return decide


def _moved(tipo: str, row: Mapping[str, Any], reason: str | None, ator: Ator) -> Decisao:
    who = row["conselheiro_id"]
    payload: Payload = {"conselheiro_id": who, "unidade_civica_id": row["unidade_civica_id"]}
    if reason is not None:
        payload["motivo"] = reason
    return Decisao({"conselheiro_id": who}, (NewEvent(tipo, payload, who, ator=ator),))


def _known(db: ReadDb, conselheiro_id: str) -> dict[str, Any]:
    row = rows.read_councillor(db, conselheiro_id)
    if row is None:
        raise UserFacingError("conselheiros.desconhecido", conselheiro=conselheiro_id)
    return row


def _check_operator(ator: Ator) -> None:
    if ator["papel"] != "operador":
        raise UserFacingError("conselheiros.so_operador")


def _reason(motivo: str | None) -> str | None:
    clean = " ".join((motivo or "").split())
    if len(clean) > MAX_TEXT:
        raise UserFacingError("conselheiros.motivo_longo", limite=MAX_TEXT)
    return clean or None
