"""Saúde: how the engine and every colony stand, what is parked, and the acts that mend it.

Reads come from the kernel's tables in one snapshot; what only the running process knows (state of
the engine, trabalhos, warnings, measures) and every act comes through the port ``Motor``, which
the composition root implements (``app.services.motor``). No Qt, no SQL. Source: design.md 2, 3 and 6; ui.md, Frame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.services.eventos import colony_order
from app.services.inerte import inerte
from app.services.leitura import Leitor
from app.services.mensagens import Mensagens
from app.services.motor import Aviso, Medida, ModeloLocal, Motor, Trabalho
from core.kernel.errors import UserFacingError
from core.kernel.observability import health_queries, log_queries

_DAY_MS: Final = 86_400_000
_OLD_COPY_DAYS: Final = 7
_REASON_CHARS: Final = 500


@dataclass(frozen=True, slots=True)
class ColoniaRow:
    """A colony's line. ``atraso`` counts events it still has to pass."""

    colonia: str
    nome: str
    aplicado_ate: int
    reagido_ate: int
    atraso: int
    is_active: bool
    parados: int


@dataclass(frozen=True, slots=True)
class ParadoRow:
    """A dead letter's line. ``pode_liberar`` only where it was discarded after its attempts."""

    colonia: str
    nome: str
    fase: str
    numero: int
    tipo: str
    estado: str
    erro: str
    tentativas: int
    desde_ms: int
    ultima_ms: int
    pode_liberar: bool


@dataclass(frozen=True, slots=True)
class ChaveRow:
    """A key behind which later events wait."""

    colonia: str
    fase: str
    chave: str
    desde_numero: int
    eventos: int


@dataclass(frozen=True, slots=True)
class CopiaRow:
    """A backup."""

    criada_em_ms: int
    arquivo: str
    eventos: int
    is_verified: bool


@dataclass(frozen=True, slots=True)
class AvisoRow:
    """A warning in words."""

    codigo: str
    frase: str
    acao: str | None


@dataclass(frozen=True, slots=True)
class Resumo:
    """The status bar: few words, always right.

    Args:
        motor: sentence of the engine's state.
        is_stopped: the engine stands still.
        atraso: events that the slowest active colony still has to pass.
        ultima_copia_ms: the last verified backup, None where there is none.
        ocorrencias: dead letters that wait for someone, plus lasting warnings.
        recado: what everybody should know while it lasts, in a sentence; None for nothing.
    """

    motor: str
    is_stopped: bool
    atraso: int
    ultima_copia_ms: int | None
    ocorrencias: int
    recado: str | None = None


@dataclass(frozen=True, slots=True)
class Saude:
    """Everything the screen shows, read in one snapshot."""

    resumo: Resumo
    total_eventos: int
    colonias: tuple[ColoniaRow, ...]
    parados: tuple[ParadoRow, ...]
    total_parados: int
    chaves: tuple[ChaveRow, ...]
    trabalhos: tuple[Trabalho, ...]
    copias: tuple[CopiaRow, ...]
    chave_raiz_em: str
    avisos: tuple[AvisoRow, ...]
    modelos: tuple[ModeloLocal, ...] = ()


class SaudeService:
    """Reads and acts of the Saúde screen and of ``saude`` on the command line.

    Args:
        leitor: lends read cursors.
        motor: the running process.
        mensagens: sentences.
        colonias: colony id -> name.
        agora_ms: the office clock.
        can_act: whether the role may retry, release, enable and disable (operador).
        recados: what everybody should know while it lasts; read in a worker.
        chave_raiz_em: where the copy of the root key went, in the person's words; empty where
            nobody said.
    """

    def __init__(
        self,
        leitor: Leitor,
        motor: Motor,
        mensagens: Mensagens,
        *,
        colonias: Mapping[str, str],
        agora_ms: Callable[[], int],
        can_act: bool = True,
        recados: Callable[[], Sequence[Aviso]] = tuple,
        chave_raiz_em: Callable[[], str] = str,
    ) -> None:
        self._leitor = leitor
        self._motor = motor
        self._mensagens = mensagens
        self._colonias = colonias
        self._agora_ms = agora_ms
        self.can_act = can_act
        self._recados = recados
        self._chave_raiz_em = chave_raiz_em

    def overview(self) -> Saude:
        """Everything at once."""
        with self._leitor.ler() as (cursor, dialect):
            positions = health_queries.positions(cursor, dialect)
            dead = health_queries.dead_letters(cursor, dialect)
            counts = health_queries.dead_letter_counts(cursor, dialect)
            keys = health_queries.parked_keys(cursor, dialect)
            copies = health_queries.copies(cursor, dialect)
            total = len(log_queries.list_ids(cursor, dialect, log_queries.LogFilter()))
        copy_rows = tuple(
            CopiaRow(c.criada_em_ms, c.arquivo, c.eventos, c.is_verified) for c in copies
        )
        warnings = self._warnings(copy_rows)
        waiting = counts.get("pendente", 0) + counts.get("descartado", 0)
        parked: dict[str, int] = {}
        for letter in dead:
            if letter.estado in ("pendente", "descartado"):
                parked[letter.consumidor] = parked.get(letter.consumidor, 0) + 1
        return Saude(
            resumo=self._summary(positions, copy_rows, waiting + len(warnings)),
            total_eventos=total,
            colonias=tuple(
                ColoniaRow(
                    colonia=p.colonia,
                    nome=self._colonias.get(p.colonia, p.colonia),
                    aplicado_ate=p.aplicado_ate,
                    reagido_ate=p.reagido_ate,
                    atraso=p.atraso,
                    is_active=p.is_active,
                    parados=parked.get(p.colonia, 0),
                )
                for p in sorted(positions, key=lambda p: colony_order(p.colonia))
            ),
            parados=tuple(self._dead_row(letter) for letter in dead),
            total_parados=sum(counts.values()),
            chaves=tuple(
                ChaveRow(k.consumidor, k.fase, k.chave, k.desde_numero, k.eventos) for k in keys
            ),
            trabalhos=tuple(self._motor.trabalhos()),
            copias=copy_rows,
            chave_raiz_em=inerte(self._chave_raiz_em()),
            avisos=warnings,
            modelos=tuple(self._motor.modelos()),
        )

    def summary(self) -> Resumo:
        """What the status bar says."""
        with self._leitor.ler() as (cursor, dialect):
            positions = health_queries.positions(cursor, dialect)
            counts = health_queries.dead_letter_counts(cursor, dialect)
            copies = health_queries.copies(cursor, dialect)
        rows = tuple(CopiaRow(c.criada_em_ms, c.arquivo, c.eventos, c.is_verified) for c in copies)
        waiting = counts.get("pendente", 0) + counts.get("descartado", 0)
        return self._summary(positions, rows, waiting + len(self._warnings(rows)))

    def measures(self) -> tuple[Medida, ...]:
        """Events per hour of the last day, then what the process measured."""
        now = self._agora_ms()
        hour = health_queries.HOUR_MS
        last = now // hour * hour
        with self._leitor.ler() as (cursor, dialect):
            found = health_queries.events_per_hour(cursor, dialect, last - 23 * hour, last + hour)
        points = tuple(
            (at, float(found.get(at, 0))) for at in range(last - 23 * hour, last + 1, hour)
        )
        published = Medida("eventos-por-hora", "Eventos por hora", "eventos/h", points)
        return (published, *self._motor.medidas())

    def retry(self, row: ParadoRow) -> None:
        """Deliver a dead letter once more."""
        self._motor.tentar_de_novo(row.colonia, row.fase, row.numero)

    def retry_all(self, rows: Sequence[ParadoRow]) -> int:
        """Deliver these once more, stopping at the first fault of the environment.

        Returns:
            How many went through; the others stay listed with their new reason.

        Raises:
            UserFacingError: ``saude.decisao_suspensa`` where none did and one is held back: its
                line has no reason of its own that would say what to do.
        """
        done = 0
        held: UserFacingError | None = None
        for row in rows:
            try:
                self._motor.tentar_de_novo(row.colonia, row.fase, row.numero)
            except UserFacingError as error:
                if type(error) is not UserFacingError:
                    raise
                held = error if error.code == "saude.decisao_suspensa" else held
            else:
                done += 1
        if held is not None and not done:
            raise held
        return done

    def release(self, row: ParadoRow, motivo: str) -> None:
        """Give a discarded event up for its colony, with a reason for the record.

        Raises:
            UserFacingError: ``saude.motivo_em_branco``, ``saude.motivo_longo``, or
                ``saude.ainda_tentando`` where it may still be retried.
        """
        reason = motivo.strip()
        if not reason:
            raise UserFacingError("saude.motivo_em_branco")
        if len(reason) > _REASON_CHARS:
            raise UserFacingError("saude.motivo_longo", limite=_REASON_CHARS)
        if not row.pode_liberar:
            raise UserFacingError("saude.ainda_tentando")
        self._motor.liberar(row.colonia, row.fase, row.numero, reason)

    def set_active(self, colonia: str, *, ativa: bool) -> None:
        """Enable or disable a colony; a disabled one stands still and misses nothing."""
        self._motor.ativar_colonia(colonia, ativa)

    def confirm_root_key(self) -> None:
        """The person says that the copy of the root key lies in a second place."""
        self._motor.confirmar_chave_raiz()

    def _summary(
        self,
        positions: Sequence[health_queries.Position],
        copies: Sequence[CopiaRow],
        occurrences: int,
    ) -> Resumo:
        state = self._motor.estado()
        told = next(iter(self._recados()), None)
        return Resumo(
            motor=self._mensagens.sentence(state.codigo, state.params),
            is_stopped=state.is_stopped,
            atraso=max((p.atraso for p in positions if p.is_active), default=0),
            ultima_copia_ms=next((c.criada_em_ms for c in copies if c.is_verified), None),
            ocorrencias=occurrences,
            recado=None if told is None else self._mensagens.sentence(told.codigo, told.params),
        )

    def _warnings(self, copies: Sequence[CopiaRow]) -> tuple[AvisoRow, ...]:
        found = [*self._motor.avisos(), *self._recados()]
        last = next((c.criada_em_ms for c in copies if c.is_verified), None)
        if last is None:
            found.append(Aviso("aviso.nunca_copiado", acao="copiar"))
        else:
            days = (self._agora_ms() - last) // _DAY_MS
            if days >= _OLD_COPY_DAYS:
                found.append(Aviso("aviso.copia_antiga", {"dias": days}, acao="copiar"))
        return tuple(
            AvisoRow(a.codigo, self._mensagens.sentence(a.codigo, a.params), a.acao) for a in found
        )

    def _dead_row(self, letter: health_queries.DeadLetter) -> ParadoRow:
        return ParadoRow(
            colonia=letter.consumidor,
            nome=self._colonias.get(letter.consumidor, letter.consumidor),
            fase=letter.fase,
            numero=letter.sequence_number,
            tipo=letter.tipo,
            estado=letter.estado,
            erro=letter.erro,
            tentativas=letter.tentativas,
            desde_ms=letter.desde_ms,
            ultima_ms=letter.ultima_ms,
            pode_liberar=letter.estado == "descartado",
        )
