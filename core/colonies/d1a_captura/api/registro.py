"""Register demands, one or many.

Protocol numbers are drawn here, from the colony's own projection, in the transaction that
publishes: a refusal or a rollback uses none up. Source: design.md 3, 9 and 11.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from core.base.midia.entrega import anexos_de, campos_de
from core.base.midia.limpeza import MidiaGuardada
from core.base.protocolo import Protocolo, prefix_of
from core.base.territorio.distancia import Ponto
from core.colonies.d1a_captura import queries as q
from core.colonies.d1a_captura.api.rascunhos import version_of
from core.colonies.d1a_captura.rules import (
    Consentimentos,
    Lugar,
    checked_category,
    checked_channel,
    checked_form_date,
    checked_media,
    checked_place,
    checked_short,
    checked_text,
    content_hashes,
    media_type,
    point_payload,
    speaks,
)
from core.kernel.clock import parse_timestamp
from core.kernel.colony import Context, Decisao
from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from core.kernel.event import NewEvent, Payload

Ator = Mapping[str, str]
Decide = Callable[[Context], Decisao]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pedido:
    """What is to be registered.

    Args:
        texto: the resident's words; may be empty only with media.
        lugar: where the problem is.
        canal: code word, e.g. ``balcao``.
        anonimo_id: the attendance's own citizen, fixed with its draft.
        demanda_id: the draft's; None mints one (imports).
        rascunho_versao: how often the draft was saved when it was seen; None: there is no draft.
        cidadao_id: a known citizen; used only with consent to ``tratamento``.
        consentimentos: None where nobody was asked: nothing is published.
        fix: where the device stood.
        midias: files that were cleaned and stored, in the order they were given.
        assistencia: use of a text reviser, never its texts.
        data_formulario: day written on a paper form.
        id_externo: identity of an imported row.
    """

    texto: str
    lugar: Lugar | None
    canal: str
    anonimo_id: str
    demanda_id: str | None = None
    rascunho_versao: int | None = None
    cidadao_id: str | None = None
    consentimentos: Consentimentos | None = None
    termos_versao: str | None = None
    fix: Ponto | None = None
    midias: Sequence[MidiaGuardada] = ()
    assistencia: Mapping[str, Any] | None = None
    categoria_id: str | None = None
    subcategoria_id: str | None = None
    data_formulario: str | None = None
    id_externo: str | None = None


def registrar_demanda(no: str, epoca: int, pedido: Pedido, ator: Ator | None = None) -> Decide:
    """Register a demand; content that is already there is answered with its own number.

    The answer is ``{"demanda_id", "protocolo", "ja_registrada"}``.

    Args:
        no: this node, 32 hex.
        epoca: its epoch.
        pedido: what the resident says.
        ator: account and role.

    Raises:
        UserFacingError: ``captura.*``, ``coordenada.*``: nothing is written, no number used.
    """

    def decide(context: Context) -> Decisao:
        answer, events = _Registro(context, no, epoca, ator).register(pedido)
        return Decisao(answer, events)

    return decide


def registrar_lote(
    no: str, epoca: int, pedidos: Sequence[Pedido], ator: Ator | None = None
) -> Decide:
    """Register many in one transaction; what is refused keeps nobody else out.

    The answer is a list in the order of ``pedidos``: as ``registrar_demanda``, or
    ``{"codigo", "params"}`` of the refusal.
    """

    def decide(context: Context) -> Decisao:
        registro = _Registro(context, no, epoca, ator)
        answers: list[dict[str, Any]] = []
        events: list[NewEvent] = []
        for pedido in pedidos:
            try:
                answer, found = registro.register(pedido)
            except (EnvironmentFault, IntegrityFault):
                raise
            except UserFacingError as refusal:
                answers.append({"codigo": refusal.code, "params": refusal.params})
                continue
            answers.append(answer)
            events.extend(found)
        return Decisao(answers, events)

    return decide


class _Registro:
    """The registrations of one command: what an earlier one of it took counts for the next."""

    def __init__(self, context: Context, no: str, epoca: int, ator: Ator | None) -> None:
        self._context = context
        self._ator = ator
        self._area = q.area_of(context.db, no)
        self._prefix = prefix_of(no, epoca)
        self._number = q.last_number(context.db, no, epoca)
        self._by_content: dict[str, q.Conhecida] = {}
        self._by_row: dict[str, q.Conhecida] = {}

    def register(self, pedido: Pedido) -> tuple[dict[str, Any], tuple[NewEvent, ...]]:
        context = self._context
        media = checked_media(pedido.midias)
        text = checked_text(pedido.texto, has_media=speaks(media))
        lugar = checked_place(pedido.lugar, self._area.caixa, pedido.fix)
        checked_category(pedido.categoria_id, pedido.subcategoria_id)
        channel = checked_channel(pedido.canal)
        external = checked_short(pedido.id_externo, "id_externo")
        form_date = checked_form_date(pedido.data_formulario, self._today())
        citizen = _citizen(pedido)
        hash_relato, hash_conteudo = content_hashes(
            text, lugar, [one.hash_origem for one in media], citizen
        )
        self._check_draft(pedido, hash_conteudo, channel, form_date)
        known = self._known(pedido.demanda_id, external, hash_relato, hash_conteudo)
        if known is not None:
            return _answer(known.demanda_id, known.protocolo, is_known=True), ()
        self._number += 1
        protocol = Protocolo(self._prefix, self._number).texto
        demanda_id = pedido.demanda_id or context.new_id()
        made = q.Conhecida(demanda_id, protocol, hash_relato, hash_conteudo)
        self._by_content[hash_conteudo] = made
        if external is not None:
            self._by_row[external] = made
        payload: Payload = {
            "demanda_id": demanda_id,
            "texto_bruto": text,
            "tipo_midia": media_type(media),
            "localizacao_bruta": point_payload(lugar),
            "cidadao_id": citizen,
            "canal": channel,
            "timestamp_criacao": context.now(),
            "assistencia": None if pedido.assistencia is None else dict(pedido.assistencia),
            "termos_versao": pedido.termos_versao,
            "consentimentos": (
                None if pedido.consentimentos is None else pedido.consentimentos.as_payload()
            ),
            "categoria_id": pedido.categoria_id,
            "subcategoria_id": pedido.subcategoria_id,
            "protocolo": protocol,
            "precisao_local": lugar.precisao,
            "unidade_informada_id": lugar.unidade_id,
            "endereco_informado": lugar.endereco,
            "fix_lat": None if pedido.fix is None else pedido.fix.lat,
            "fix_lng": None if pedido.fix is None else pedido.fix.lng,
            "data_formulario": form_date,
            "id_externo": external,
            **campos_de(
                media, [checked_short(one.nome, "nome do arquivo") for one in media], citizen
            ),
        }
        event = NewEvent(
            "demanda.recebida",
            _present(payload),
            sujeito=demanda_id,
            ator=self._ator,
            anexos=anexos_de(media),
        )
        return _answer(demanda_id, protocol, is_known=False), (event,)

    def _check_draft(
        self, pedido: Pedido, conteudo: str, canal: str, data_formulario: str | None
    ) -> None:
        """What another window typed into this draft, or registered of it, is not passed over."""
        if pedido.demanda_id is None or pedido.rascunho_versao is None:
            return
        now = version_of(self._context.db, pedido.demanda_id)
        if now is None:
            made = q.same_id(self._context.db, pedido.demanda_id)
            if made is not None and made.hash_conteudo not in (None, conteudo):
                raise UserFacingError("captura.rascunho_encerrado")
            there = q.present_demand(self._context.db, pedido.demanda_id)
            if there is not None:
                _check_told(there, pedido, canal, data_formulario)
        elif now != pedido.rascunho_versao:
            raise UserFacingError("captura.rascunho_de_outra_janela")

    def _known(
        self, demanda_id: str | None, external: str | None, relato: str, conteudo: str
    ) -> q.Conhecida | None:
        db = self._context.db
        if demanda_id is not None and (found := q.same_id(db, demanda_id)) is not None:
            return found
        if external is not None:
            row = self._by_row.get(external) or q.same_row(db, external)
            # An identity used for two different texts is a slip that must not lose one of them.
            if row is not None and row.hash_relato not in (None, relato):
                raise UserFacingError("captura.id_externo_repetido", protocolo=row.protocolo)
            if row is not None:
                return row
        return self._by_content.get(conteudo) or q.same_content(db, conteudo)

    def _today(self) -> date:
        """The calendar day in the office's zone."""
        now = datetime.fromtimestamp(parse_timestamp(self._context.now()) / 1000, UTC)
        return now.astimezone(ZoneInfo(self._area.fuso)).date()


def _check_told(
    there: q.DemandaRecebida, pedido: Pedido, canal: str, data_formulario: str | None
) -> None:
    """The same words of the same person about the same place, but is the rest the same too?

    Raises:
        UserFacingError: ``captura.rascunho_ja_registrado`` names what another window registered
            otherwise.
    """
    told: dict[str, tuple[object, object]] = {
        "canal": (there.canal, canal),
        "data do formulário": (there.data_formulario, data_formulario),
    }
    if not there.correcoes:
        told["categoria"] = (
            (there.categoria_id, there.subcategoria_id),
            (pedido.categoria_id, pedido.subcategoria_id),
        )
    if there.consentimentos is not None and pedido.consentimentos is not None:
        told["consentimentos"] = (there.consentimentos, pedido.consentimentos.as_payload())
    other = [name for name, (before, now) in told.items() if before != now]
    if other:
        raise UserFacingError(
            "captura.rascunho_ja_registrado",
            protocolo=there.protocolo or there.demanda_id[:8],
            campos=", ".join(sorted(other)),
        )


def _citizen(pedido: Pedido) -> str:
    """Without consent to the treatment of data the demand is anonymous (design.md 9)."""
    consents = pedido.consentimentos
    if pedido.cidadao_id is None or consents is None or not consents.tratamento:
        return pedido.anonimo_id
    return pedido.cidadao_id


def _answer(demanda_id: str, protocolo: str | None, *, is_known: bool) -> dict[str, Any]:
    return {"demanda_id": demanda_id, "protocolo": protocolo, "ja_registrada": is_known}


def _present(payload: Payload) -> Payload:
    """Without the optional fields that say nothing; the place is required, null or not."""
    return {
        name: value
        for name, value in payload.items()
        if value is not None or name == "localizacao_bruta"
    }
