"""The running office behind the services' ports: state, acts, warnings, measures, backups.

Implements ``app.services.motor.Motor`` and ``app.services.copias.Copiador`` over the engine. Acts
on an office opened for reading only are refused with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from app.bootstrap.ambito import whole_scope
from app.bootstrap.medidas import Medidor
from app.services.copias import CopiaFeita
from app.services.escrita import NINGUEM, Ator
from app.services.mensagens import Mensagens
from app.services.motor import Aviso, EstadoMotor, Medida, ModeloLocal, Trabalho
from app.services.permissoes import Ato
from app.services.progresso import Progress
from app.settings.lugares import Lugar
from core.kernel.backup.copying import create_copy, record_copy
from core.kernel.clock import SystemClock
from core.kernel.engine.engine import Engine
from core.kernel.errors import UserFacingError
from core.kernel.identity.guard_file import GUARD_FILE
from core.kernel.identity.keystore import LOG_KEY, KeyStore
from core.kernel.store import installation as facts
from core.kernel.store.opening import OpenOffice

# Who acts where nobody is asked: the person at the machine, as operator.
OPERATOR: Final = {"conta_id": NINGUEM, "papel": "operador"}


def _whoever(_ato: Ato) -> Ator:
    return OPERATOR


class MotorDoEscritorio:
    """One office's engine, or its absence. ``quem`` says who acts, and refuses whoever may not.

    Args:
        lugar: where the office is.
        aberto: what opening found.
        engine: None for an office opened for reading.
        keys: the key store that was found; None where the keys are missing.
        medidor: recent measures.
        mensagens: why the engine stands still, in words.
        mais_avisos: warnings that others have.
        modelos: local models; see ``Motor.modelos``.
    """

    def __init__(
        self,
        lugar: Lugar,
        aberto: OpenOffice,
        engine: Engine | None,
        keys: KeyStore | None,
        medidor: Medidor,
        mensagens: Mensagens,
        mais_avisos: Callable[[], Sequence[Aviso]] = tuple,
        modelos: Callable[[], Sequence[ModeloLocal]] = tuple,
    ) -> None:
        self._lugar = lugar
        self._aberto = aberto
        self._engine = engine
        self._keys = keys
        self._medidor = medidor
        self._mensagens = mensagens
        self._mais_avisos = mais_avisos
        self._modelos = modelos
        self.quem: Callable[[Ato], Ator] = _whoever
        self._root_key_confirmed = aberto.installation.chave_raiz_confirmada

    def estado(self) -> EstadoMotor:
        """See ``Motor.estado``."""
        if self._engine is None:
            return EstadoMotor("motor.so_leitura")
        state = self._engine.state()
        if state.fault is not None:
            reason = self._mensagens.sentence(state.fault.code, state.fault.params)
            return EstadoMotor("motor.parado", {"motivo": reason}, is_stopped=True)
        return EstadoMotor(f"motor.{state.estado}")

    def trabalhos(self) -> Sequence[Trabalho]:
        """See ``Motor.trabalhos``."""
        if self._engine is None:
            return ()
        return [
            Trabalho(job.colonia, job.trabalho, job.sujeito, job.estado, 0, job.desde_ms)
            for job in self._engine.trabalhos()
        ]

    def modelos(self) -> Sequence[ModeloLocal]:
        """See ``Motor.modelos``."""
        return self._modelos()

    def avisos(self) -> Sequence[Aviso]:
        """See ``Motor.avisos``."""
        guard = {"arquivo": str(self._lugar.configuracao / GUARD_FILE)}
        found = [Aviso(code, guard) for code in self._aberto.avisos]
        if self._keys is None:
            found.append(Aviso("aviso.chaves_ausentes"))
        else:
            found += [Aviso(_WARNINGS.get(code, code)) for code in self._keys.warnings]
            try:
                self._keys.has(LOG_KEY)
            except UserFacingError as fault:  # said now, not on the day that a signature is due
                found.append(Aviso(fault.code, fault.params))
        if not self._root_key_confirmed:
            found.append(Aviso("aviso.chave_raiz_nao_confirmada", acao="confirmar_chave_raiz"))
        return [*found, *self._mais_avisos()]

    def medidas(self) -> Sequence[Medida]:
        """See ``Motor.medidas``."""
        return self._medidor.medidas()

    def tentar_de_novo(self, consumidor: str, fase: str, sequence_number: int, /) -> None:
        """See ``Motor.tentar_de_novo``; what waits behind it follows in order."""
        self.quem(Ato.LIBERAR)
        done = self._running().reprocessar(consumidor, sequence_number).result()
        if done.suspensos:
            raise UserFacingError("saude.decisao_suspensa")
        if done.restantes:
            raise UserFacingError("saude.falhou_de_novo", colonia=consumidor, fase=fase)

    def liberar(self, consumidor: str, fase: str, sequence_number: int, motivo: str, /) -> None:
        """See ``Motor.liberar``."""
        actor = self.quem(Ato.LIBERAR)
        self._running().liberar(consumidor, fase, sequence_number, motivo, actor).result()

    def ativar_colonia(self, colonia: str, ativa: bool, /) -> None:
        """See ``Motor.ativar_colonia``."""
        self.quem(Ato.LIBERAR)
        engine = self._running()
        (engine.ativar(colonia) if ativa else engine.desativar(colonia)).result()

    def confirmar_chave_raiz(self) -> None:
        """See ``Motor.confirmar_chave_raiz``."""
        self.quem(Ato.COPIAS)
        engine = self._running()

        def confirm() -> None:
            engine.cycle.begin()
            cursor, dialect = engine.writer.cursor, engine.writer.dialect
            facts.set_fact(cursor, dialect, "chave_raiz_confirmada", "1")
            engine.cycle.commit()

        engine.call(confirm).result()
        self._root_key_confirmed = True

    @property
    def chaves_trancadas(self) -> bool:
        """Whether signing asks for the password of the keys."""
        return self._keys is not None and self._keys.is_locked

    def assinar(self, senha: bytes | None) -> None:
        """Sign what is owed now, before something leaves the office.

        Args:
            senha: opens the keys for as long as this takes; None where they are open.

        Raises:
            UserFacingError: ``rede.sem_chaves``, ``chaves.trancadas``, ``chaves.senha_errada``.
            IntegrityFault: ``ponto.*``: the stored events are not what they were.
            EnvironmentFault: guard or database cannot be written.
        """
        engine, keys = self._running(), self._keys
        if keys is None:
            raise UserFacingError("rede.sem_chaves")
        was_locked = keys.is_locked
        if was_locked and senha is None:
            raise UserFacingError("chaves.trancadas")
        try:
            if was_locked and senha is not None:
                keys.unlock(senha)
            # What is done at closing: the checkpoint, then the guard.
            engine.call(engine.on_stop).result()
        finally:
            if was_locked:
                keys.lock()

    @property
    def pasta(self) -> Path:
        """See ``Copiador.pasta``."""
        return self._lugar.pasta_de_copias

    def criar(self, pasta: Path, progress: Progress, /) -> CopiaFeita:
        """See ``Copiador.criar``; verification is the long part, so it is what is counted."""
        self.quem(Ato.COPIAS)
        made = create_copy(
            self._aberto.database,
            self._lugar.fora_dos_dados(pasta),
            whole_scope(self._lugar),
            SystemClock(),
            lambda stage, done, total: progress(done if stage == "conferindo" else 0, total),
        )
        record_copy(self._aberto.database, made)
        return CopiaFeita(made.arquivo, made.manifesto.eventos, made.manifesto.bytes)

    def _running(self) -> Engine:
        if self._engine is None:
            raise UserFacingError("motor.so_leitura")
        return self._engine


_WARNINGS: Final = {
    "chaves.sem_senha": "aviso.sem_senha",
    "chaves.arquivo_exposto": "aviso.chaves_abertas",
}
