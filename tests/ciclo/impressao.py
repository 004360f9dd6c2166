"""What a seeded run leaves behind: a hash over its events, one over all projections, its cost.

``python -m tests.ciclo.impressao PASTA`` founds an office in PASTA the first time, and registers the
same demands in a copy of it each time. Two states of the program that are given one PASTA print the
same hashes, unless what they publish or fold differs: so is a change judged that should only be faster.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Final

import pytest

from app.bootstrap import abertura
from app.bootstrap.captura import servico_demandas
from app.bootstrap.demonstracao.dado import Dado
from app.bootstrap.demonstracao.elenco import ARQUIVO, TERRITORIO, Bairros, ler_elenco
from app.services.demandas import COLONY, TERMOS_VERSAO
from app.services.mensagens import Mensagens
from app.settings.lugares import Lugar as Place
from app.settings.recursos import Recursos
from core.colonies.d1a_captura.api.registro import Pedido
from core.colonies.d1a_captura.rules import Lugar
from core.kernel.clock import ManualClock
from core.kernel.ids import SeededIds
from core.kernel.store.canonical_dump import dump_projections
from tests.ciclo.curso import AGREED, CLERK, QUARTERS, START_MS, found_office
from tests.support.recorded_sql import RecordedDatabase

DEMANDS: Final = 300


@dataclass(frozen=True, slots=True)
class Impressao:
    """Of one run.

    Args:
        eventos: SHA-256 over the hashes of all events, in log order.
        projecoes: SHA-256 over the canonical dump.
        instrucoes: SQL statements a demand; many rows at once are one.
        cpu_ms: milliseconds of processor a demand.
    """

    eventos: str
    projecoes: str
    instrucoes: float
    cpu_ms: float


def pedidos(recursos: Recursos, count: int) -> list[Pedido]:
    """The same demands each time, in a few quarters, without a category."""
    die, ids, draw = Dado("impressao"), SeededIds("impressao"), random.Random(1)
    cast = ler_elenco(recursos.read_bytes(ARQUIVO))
    quarters = Bairros(recursos.read_bytes(TERRITORIO))
    return [
        Pedido(
            texto=f"{cast.frase(draw.choice(cast.pedidos)[2], die)} Aviso número {number}.",
            lugar=Lugar("ponto", quarters.ponto(draw.choice(QUARTERS), die)),
            canal="importacao",
            anonimo_id=ids.new_uuid(),
            consentimentos=AGREED,
            termos_versao=TERMOS_VERSAO,
        )
        for number in range(count)
    ]


def impressao(place: Place, count: int) -> Impressao:
    """Register ``count`` demands in the office at ``place``, which ``found_office`` made.

    The office is changed: give a copy.
    """
    recursos = Recursos()
    recorded = RecordedDatabase(place.dados)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(abertura, "SystemIds", lambda: SeededIds("impressao"))
        patch.setattr(abertura, "open_database", lambda _place: recorded)
        app = abertura.abrir(
            place,
            Mensagens(recursos.messages_toml()),
            recursos,
            inline=True,
            relogio=ManualClock(START_MS),
        )
    try:
        decide = servico_demandas(app).decidir_lote(pedidos(recursos, count), CLERK)
        recorded.executed.clear()
        started = process_time()
        app.engine.executar(COLONY, decide).result()
        app.engine.aguardar_ocioso(trabalhos=True)
        took, statements = process_time() - started, len(recorded.executed)
        with app.leitor.ler() as (cursor, dialect):
            cursor.execute("SELECT event_hash FROM event_log ORDER BY sequence_number")
            chain = hashlib.sha256(b"".join(bytes(row[0]) for row in cursor.fetchall()))
            dump = dump_projections(cursor, dialect, app.colonies)
    finally:
        app.fechar()
    return Impressao(
        chain.hexdigest(),
        hashlib.sha256(dump).hexdigest(),
        statements / count,
        1_000 * took / count,
    )


def copied(original: Place, folder: Path) -> Place:
    """A copy of an office that is closed."""
    own = Place(folder / "dados", None, folder / "config")
    shutil.copytree(original.dados, own.dados)
    shutil.copytree(original.configuracao, own.configuracao)
    return own


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(prog="python -m tests.ciclo.impressao", description=__doc__)
    parser.add_argument("pasta", type=Path, help="where the office is kept")
    parser.add_argument("--demandas", type=int, default=DEMANDS)
    args = parser.parse_args()
    original = Place(args.pasta / "dados", None, args.pasta / "config")
    if not args.pasta.exists():
        args.pasta.mkdir(parents=True)
        found_office(original)
    with tempfile.TemporaryDirectory() as folder:
        found = impressao(copied(original, Path(folder)), args.demandas)
    sys.stdout.write(
        f"eventos   {found.eventos}\n"
        f"projeções {found.projecoes}\n"
        f"{found.instrucoes:.1f} instruções SQL e {found.cpu_ms:.2f} ms de CPU por demanda\n"
    )


if __name__ == "__main__":
    main()
