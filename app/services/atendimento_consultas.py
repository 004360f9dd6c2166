"""What the counter is asked: what did I register today, and how does my demand stand.

A resident asks by protocol number, however it is written, by phone or by name. Names stand in the
choice between people and nowhere else; opening one person's demands is written down. Source: issue
of part 4; design.md 9 (Citizens).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from app.services.categorias import category_name
from app.services.cidadaos import CidadaoResumo
from app.services.demandas import DemandasService
from app.services.escrita import Ator, Escrita
from app.services.inerte import inerte
from app.services.leitura import Leitor, Leitura
from app.services.permissoes import Ato, exigir
from app.services.situacoes import Situacao, Situacoes
from core.base.protocolo import read_protocol
from core.base.taxonomia.taxonomy import Taxonomy
from core.colonies.c1_cidadaos import api as citizens
from core.colonies.c1_cidadaos import queries as c1
from core.colonies.d1a_captura import queries as d1a
from core.colonies.d1a_captura.queries import DemandaRecebida
from core.colonies.d1a_captura.rules import WITHDRAWAL_MS
from core.colonies.d7_transparencia.queries.listas import read_listed
from core.colonies.d7_transparencia.queries.nomes import unit_names
from core.kernel.clock import format_timestamp, parse_timestamp
from core.kernel.errors import UserFacingError
from core.kernel.ids import Ids

LIMIT: Final = 200
PEOPLE: Final = 20
MIN_PHONE: Final = 4
_START_CHARS: Final = 90


@dataclass(frozen=True, slots=True)
class Registro:
    """A demand as the counter lists it; no names.

    Args:
        comeco: how the resident's words begin; None where they were erased.
        quando_ms: when it was registered.
        pode_retirar: its registrant still may.
        situacao: None while nothing public is known of it.
    """

    demanda_id: str
    protocolo: str
    comeco: str | None
    quando_ms: int
    canal: str
    situacao: Situacao | None
    categoria_id: str | None
    categoria: str | None
    unidade: str | None
    pode_retirar: bool


@dataclass(frozen=True, slots=True)
class Resposta:
    """What a search found: demands at once, or people to choose from."""

    demandas: tuple[Registro, ...] = ()
    pessoas: tuple[CidadaoResumo, ...] = ()


class ConsultasService:
    """Over one office.

    Args:
        leitor: reads.
        escrita: notes who looked a person's demands up.
        demandas: finds one by its number.
        situacoes: states in words.
        taxonomia: names of categories.
        ids: identifiers of notes.
        agora_ms: the office clock.
        inicio_de_hoje_ms: the first moment of the office's calendar day.
    """

    def __init__(
        self,
        leitor: Leitor,
        escrita: Escrita,
        demandas: DemandasService,
        situacoes: Situacoes,
        taxonomia: Callable[[], Taxonomy],
        ids: Ids,
        agora_ms: Callable[[], int],
        inicio_de_hoje_ms: Callable[[], int],
    ) -> None:
        self._leitor = leitor
        self._escrita = escrita
        self._demandas = demandas
        self._situacoes = situacoes
        self._taxonomia = taxonomia
        self._ids = ids
        self._agora_ms = agora_ms
        self._inicio_de_hoje_ms = inicio_de_hoje_ms

    def meus_de_hoje(self, conta_id: str, limite: int = LIMIT) -> list[Registro]:
        """What an account has registered since midnight in the office's zone, newest first."""
        since = format_timestamp(self._inicio_de_hoje_ms())
        with self._leitor.ler() as read:
            found = d1a.list_registered(*read, conta_id, desde=since, limite=limite)
            return self._shown(read, found, conta_id)

    def registro(self, demanda_id: str, conta_id: str | None = None) -> Registro | None:
        """One demand; None where there is none of this id."""
        with self._leitor.ler() as read:
            found = d1a.read_demanda(*read, demanda_id)
            return None if found is None else self._shown(read, [found], conta_id)[0]

    def procurar(self, texto: str) -> Resposta:
        """Demands by protocol number or id, people by phone or name.

        Raises:
            UserFacingError: ``atendimento.consulta_curta``, ``protocolo.digitos``,
                ``captura.nao_encontrada``, ``atendimento.ninguem``.
        """
        typed = " ".join(texto.split())
        if _is_protocol(typed):
            found = self._demandas.abrir(typed).recebida
            with self._leitor.ler() as read:
                return Resposta(demandas=tuple(self._shown(read, [found], None)))
        people = self._people(typed)
        if not people:
            raise UserFacingError("atendimento.ninguem", texto=typed[:64])
        return Resposta(pessoas=people)

    def pessoas(self, texto: str) -> tuple[CidadaoResumo, ...]:
        """People by name or phone; empty where there is none, or nothing to look for yet."""
        typed = " ".join(texto.split())
        try:
            return self._people(typed)
        except UserFacingError:
            return ()

    def demandas_da_pessoa(self, cidadao_id: str, ator: Ator) -> Resposta:
        """What one person asked for, newest first; that somebody looked is written down first.

        Raises:
            UserFacingError: ``cidadaos.nao_encontrado``, ``conta.sem_permissao``.
        """
        exigir(ator, Ato.CIDADAOS)
        with self._leitor.ler() as read:
            person = c1.present_cidadao(*read, cidadao_id)
            merged = c1.merged_into(*read, person.cidadao_id)
        now = format_timestamp(self._agora_ms())
        self._escrita.local(
            lambda cursor, dialect: citizens.note_access(
                cursor,
                dialect,
                acesso_id=self._ids.new_uuid(),
                cidadao_id=person.cidadao_id,
                ator=ator,
                now=now,
            )
        )
        with self._leitor.ler() as read:
            found = [
                demand
                for one in (person.cidadao_id, *merged)
                for demand in d1a.list_of_citizen(*read, one, limite=LIMIT)
            ]
            found.sort(key=lambda one: (one.recebida_em, one.demanda_id), reverse=True)
            return Resposta(demandas=tuple(self._shown(read, found[:LIMIT], None)))

    def _people(self, typed: str) -> tuple[CidadaoResumo, ...]:
        digits = "".join(char for char in typed if char in "0123456789")
        letters = sum(char.isalpha() for char in typed)
        with self._leitor.ler() as read:
            if letters:
                if letters < 2:
                    raise UserFacingError("atendimento.consulta_curta")
                found = c1.find_by_name(*read, typed, PEOPLE)
            elif len(digits) < MIN_PHONE:
                raise UserFacingError("atendimento.consulta_curta")
            else:
                found = c1.find_by_phone(*read, digits, PEOPLE)
        return tuple(
            CidadaoResumo(one.cidadao_id, one.nome or "", bool(one.verificado_presencialmente))
            for one in found
        )

    def _shown(
        self, read: Leitura, found: list[DemandaRecebida], conta_id: str | None
    ) -> list[Registro]:
        listed = read_listed(*read, [one.demanda_id for one in found])
        units = unit_names(
            *read, {one.unidade_civica_id for one in listed.values() if one.unidade_civica_id}
        )
        taxonomy, now = self._taxonomia(), self._agora_ms()
        shown = []
        for one in found:
            public = listed.get(one.demanda_id)
            when = parse_timestamp(one.recebida_em)
            is_gone = one.status == "retirada"
            state = "retirada" if is_gone else public.situacao if public else None
            shown.append(
                Registro(
                    demanda_id=one.demanda_id,
                    protocolo=one.protocolo or "",
                    comeco=comeco(one.texto_bruto),
                    quando_ms=when,
                    canal=one.canal,
                    situacao=None if state is None else self._situacoes.of(state),
                    categoria_id=public.categoria_id if public else None,
                    categoria=category_name(taxonomy, public.categoria_id) if public else None,
                    unidade=units.get(public.unidade_civica_id or "") if public else None,
                    pode_retirar=(
                        not is_gone
                        and conta_id is not None
                        and one.conta_id == conta_id
                        and now - when <= WITHDRAWAL_MS
                    ),
                )
            )
        return shown


def _is_protocol(typed: str) -> bool:
    """Whether a number is meant, rightly typed or with a slip in it that must be told."""
    try:
        read_protocol(typed)
    except UserFacingError as refusal:
        return refusal.code == "protocolo.digitos"
    return True


def comeco(texto: str | None) -> str | None:
    """How a text begins, on one line."""
    if texto is None:
        return None
    line = " ".join(inerte(texto).split())
    return line if len(line) <= _START_CHARS else line[: _START_CHARS - 1].rstrip() + "…"
