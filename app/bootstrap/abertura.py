"""The composition root without Qt: finds an office, opens it, and wires kernel to services.

Nothing here decides; it only puts things together, in the order in which they must come down
again. ``app.desktop`` and ``app.cli`` are the two faces on top.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from app.bootstrap.adiados import revelar_adiados
from app.bootstrap.avisos import model_lines
from app.bootstrap.categorias import CategoriasDoEscritorio
from app.bootstrap.chaves import held_keys
from app.bootstrap.custodia import custodia_de
from app.bootstrap.guarda import GuardKeeper
from app.bootstrap.medidas import Medidor
from app.bootstrap.motor import MotorDoEscritorio
from app.bootstrap.programa import Programa, avisos_de, montar_programa
from app.services.coleta_anexos import ColetaDeAnexos
from app.services.composicao import Escritorio, Unsubscribe
from app.services.copias import CopiaService
from app.services.escrita import SemEscrita
from app.services.eventos import EventosService
from app.services.fio import FioDaJanela
from app.services.leitura import BancoLeitor
from app.services.mensagens import Mensagens
from app.services.parametros import ParametrosService
from app.services.saude import SaudeService
from app.settings.configuracao import Configuracao
from app.settings.lugares import Lugar
from app.settings.recursos import Recursos
from app.settings.tempo import DEFAULT_ZONE, FormatoTempo
from core.colonies.d1c_anexos.handlers import APAGAR
from core.colonies.d7_transparencia.queries.nomes import unit_names
from core.colonies.escritorio.queries import read_escritorio
from core.kernel.clock import Clock, SystemClock
from core.kernel.colony import Colony
from core.kernel.engine.assembly import EngineParts, build_engine
from core.kernel.engine.engine import Engine
from core.kernel.engine.notary import Notary
from core.kernel.engine.nucleo import N0D
from core.kernel.erasing import Eraser
from core.kernel.identity.fingerprint import fingerprint
from core.kernel.identity.keystore import KeyStore
from core.kernel.ids import Ids, SystemIds
from core.kernel.observability.log_file import LogFile
from core.kernel.observability.telemetry import Telemetry
from core.kernel.registry import Registry
from core.kernel.store import schema
from core.kernel.store.attachments import FOLDER, AttachmentStore
from core.kernel.store.database import Database
from core.kernel.store.opening import OpenOffice, open_office
from core.kernel.store.postgres import PostgresDatabase
from core.kernel.store.sqlite import SqliteDatabase


@dataclass
class Aplicacao:
    """An open office with its services; the engine only where it was asked for.

    ``fechar`` takes everything down in reverse order and may be called twice.
    """

    lugar: Lugar
    escritorio: Escritorio
    aberto: OpenOffice
    registry: Registry
    colonies: tuple[Colony, ...]
    mensagens: Mensagens
    recursos: Recursos
    clock: Clock
    ids: Ids
    tempo: FormatoTempo
    leitor: BancoLeitor
    telemetry: Telemetry
    eventos: EventosService
    saude: SaudeService
    copias: CopiaService
    modelos: CategoriasDoEscritorio
    motor: MotorDoEscritorio
    _engine: Engine | None
    closing: ExitStack = field(default_factory=ExitStack)
    _listeners: list[Callable[[frozenset[str]], None]] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def engine(self) -> Engine:
        """The engine; a program that asks without having opened for writing has a bug."""
        if self._engine is None:
            raise RuntimeError("opened for reading only")
        return self._engine

    @property
    def database(self) -> Database:
        """The office's database."""
        return self.aberto.database

    @property
    def fio(self) -> FioDaJanela:
        """Refuses screens that would wait for the store."""
        return self.leitor.fio

    def observar(self, listener: Callable[[frozenset[str]], None]) -> Unsubscribe:
        """See ``Servicos.observar``."""
        with self._lock:
            self._listeners.append(listener)

        def stop() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return stop

    def anunciar(self, what: frozenset[str]) -> None:
        """Tell every listener what changed; called from the engine's thread."""
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            listener(what)

    def fechar(self) -> None:
        """Stop the engine, then close every connection."""
        self.closing.close()


def open_database(lugar: Lugar) -> Database:
    """The database of a place; nothing is opened yet.

    Raises:
        EnvironmentFault: ``banco.pasta_de_rede``.
    """
    return SqliteDatabase(lugar.dados) if lugar.banco is None else PostgresDatabase(lugar.banco)


def atualizar(lugar: Lugar, clock: Clock, *, confirmed: bool = False) -> schema.Upgrade | None:
    """Bring an older schema to the present one, after a copy; None where there is nothing to do.

    Args:
        lugar: where the office is.
        clock: names the copy.
        confirmed: the operator has a copy of the server (PostgreSQL without ``pg_dump``).

    Raises:
        EnvironmentFault: ``banco.em_uso``: somebody else has the office open; disk full.
        UserFacingError: ``banco.copia_do_servidor_necessaria``.
        IntegrityFault: the copy does not verify; nothing was changed.
    """
    database = open_database(lugar)
    version = schema.current_version(database)
    if version is None or not schema.is_older(version):
        return None
    return schema.upgrade(
        database, lugar.fora_dos_dados(lugar.pasta_de_copias), clock, confirmed=confirmed
    )


@dataclass(frozen=True, slots=True)
class _Base:
    """What there is before the engine: files, connections, keys, the program's colonies."""

    lugar: Lugar
    mensagens: Mensagens
    recursos: Recursos
    clock: Clock
    ids: Ids
    aberto: OpenOffice
    leitor: BancoLeitor
    keys: KeyStore | None
    telemetry: Telemetry
    medidor: Medidor
    programa: Programa


def abrir(
    lugar: Lugar,
    mensagens: Mensagens,
    recursos: Recursos,
    *,
    escreve: bool = True,
    inline: bool = False,
    senha: bytes | None = None,
    relogio: Clock | None = None,
    ids: Ids | None = None,
) -> Aplicacao:
    """Open an office.

    Args:
        lugar: where it is.
        mensagens: sentences.
        recursos: shipped files.
        escreve: start the engine; without it nothing can change.
        inline: run the engine in the caller's thread (command line).
        senha: opens the keys; without it they stay locked and checkpoints are owed.
        relogio: another clock than the machine's, for the demonstration's story.
        ids: another source of identifiers, salts and keys than the machine's randomness; only
            tests have one.

    Raises:
        UserFacingError: ``chaves.senha_errada``; for reading also ``banco.esquema_antigo``,
            which opening for writing mends (``atualizar``).
        EnvironmentFault: why it did not open; nothing is held.
        IntegrityFault: as above.
    """
    clock = relogio or SystemClock()
    with ExitStack() as closing:
        if escreve:
            atualizar(lugar, clock)
        aberto = open_office(open_database(lugar), lugar.configuracao)
        leitor, drawn = BancoLeitor(aberto.database), ids or SystemIds()
        keys = held_keys(lugar, aberto.installation.no, drawn, senha)
        telemetry = Telemetry(clock, LogFile(lugar.dados / "registros") if escreve else None)
        base = _Base(
            lugar=lugar,
            mensagens=mensagens,
            recursos=recursos,
            clock=clock,
            ids=drawn,
            aberto=aberto,
            leitor=leitor,
            keys=keys,
            telemetry=telemetry,
            medidor=Medidor(telemetry, clock.now_ms),
            programa=montar_programa(lugar, recursos, closing),
        )
        engine = _engine(base, inline=inline) if escreve else None
        if engine is not None:
            closing.callback(engine.stop)
        # Before the engine: only the last to close folds the WAL back, and a reader cannot.
        closing.callback(leitor.close)
        app = _compose(base, engine)
        if engine is not None:
            _start(app, base, engine)
        app.closing = closing.pop_all()
        return app


def _engine(base: _Base, *, inline: bool) -> Engine:
    """The engine of an office that may be written to."""
    aberto, programa = base.aberto, base.programa
    aberto.require_writable()
    store = AttachmentStore(base.lugar.dados / FOLDER)
    coleta = ColetaDeAnexos(base.leitor, store, base.clock.now_ms)
    return build_engine(
        EngineParts(
            database=aberto.database,
            registry=programa.registry,
            colonies=programa.colonies,
            rede=aberto.installation.rede,
            no=aberto.installation.no,
            epoca=aberto.installation.epoca,
            clock=base.clock,
            ids=base.ids,
            telemetry=base.telemetry,
            attachments=store,
            custody=custodia_de(aberto.installation.no),
            executors={APAGAR: coleta.apagar_objeto},
            inline=inline,
        )
    )


def _start(app: Aplicacao, base: _Base, engine: Engine) -> None:
    """Let the engine run, and do what an earlier run of the program left to do."""
    _listen(app, engine, base.keys, base.medidor)
    engine.start()
    revelar_adiados(
        engine, base.leitor, app.registry, base.aberto.installation, base.clock, base.ids
    )
    _overwrite_erased(engine, base.telemetry)


def _overwrite_erased(engine: Engine, telemetry: Telemetry) -> None:
    """What an erasure freed just before the program died, or a reader held back, is overwritten."""

    def told(done: Future[bool]) -> None:
        if not done.cancelled() and (error := done.exception()) is not None:  # it stays owed
            telemetry.fault("limpeza", N0D.id, None, error)

    engine.call(Eraser(engine).clean).add_done_callback(told)


def _listen(app: Aplicacao, engine: Engine, keys: KeyStore | None, medidor: Medidor) -> None:
    """Guard, measures, checkpoints and screens follow the commits."""
    guard = GuardKeeper(engine.cycle, app.aberto.guard, app.aberto.installation)
    notary = (
        None
        if keys is None
        else Notary(engine.cycle, engine.writer, app.aberto.identity, keys, guard.flush)
    )

    def committed(types: frozenset[str]) -> None:
        guard.tick()
        medidor.sample()
        app.anunciar(types | {"eventos", "colonias"})

    def stopping() -> None:
        if notary is not None:
            notary.sign()
        guard.flush()

    engine.on_commit = committed
    engine.on_idle = guard.tick
    engine.on_stop = stopping
    engine.on_state = lambda _state: app.anunciar(frozenset({"colonias", "parados"}))


def _compose(base: _Base, engine: Engine | None) -> Aplicacao:
    """The office with its services; nothing runs yet."""
    aberto, programa, leitor = base.aberto, base.programa, base.leitor
    installation, registry, clock = aberto.installation, programa.registry, base.clock
    with leitor.ler() as (cursor, dialect):
        present = read_escritorio(cursor, dialect, installation.no)
        served = present.unidades if present else ()
        called = unit_names(cursor, dialect, served)
    tempo = FormatoTempo(present.fuso if present else DEFAULT_ZONE, clock.now_ms)
    motor = MotorDoEscritorio(
        base.lugar,
        aberto,
        engine,
        base.keys,
        base.medidor,
        base.mensagens,
        avisos_de(programa, leitor, is_demo=installation.demonstracao),
        lambda: model_lines(programa.ia),
    )
    names = {colony.id: colony.nome for colony in programa.colonies}
    return Aplicacao(
        lugar=base.lugar,
        escritorio=Escritorio(
            nome=present.nome if present else "Escritório sem nome",
            impressao_no=fingerprint(aberto.identity.log_public_key),
            is_demo=installation.demonstracao,
            data_dir=base.lugar.dados,
            atende=tuple(called[one] for one in served if one in called),
        ),
        aberto=aberto,
        registry=registry,
        colonies=programa.colonies,
        mensagens=base.mensagens,
        recursos=base.recursos,
        clock=clock,
        ids=base.ids,
        tempo=tempo,
        leitor=leitor,
        telemetry=base.telemetry,
        eventos=EventosService(
            leitor,
            colonias=names,
            produtores={tipo: registry.contract(tipo).origem for tipo in registry.tipos()},
        ),
        saude=SaudeService(
            leitor,
            motor,
            base.mensagens,
            colonias=names,
            agora_ms=clock.now_ms,
            recados=ParametrosService(leitor, SemEscrita()).recados,
            chave_raiz_em=Configuracao(base.lugar.configuracao).chave_raiz_guardada_em,
        ),
        copias=CopiaService(motor),
        modelos=programa.modelos,
        motor=motor,
        _engine=engine,
    )


@contextmanager
def opened(app: Aplicacao) -> Iterator[Aplicacao]:
    """Close the office at the end of the block."""
    try:
        yield app
    finally:
        app.fechar()
