"""The recipe is executed with the very tools that it names, and comes to the published values."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.services import receita_sorteio as receita
from app.services.auditoria import ordenar_linhas
from app.services.historia_sorteio import Entradas, HistoriaService
from app.services.leitura import BancoLeitor
from app.services.mensagens import Mensagens
from core.base.sorteio import sortear
from core.kernel.errors import EnvironmentFault, UserFacingError
from tests.support.office import Office, conselheiro
from tests.support.sorteios import SealedLog, Story

TOOLS = ("sh", "sort", "openssl", "sha256sum", "python3", "sed", "cut", "grep")
MISSING = [tool for tool in TOOLS if shutil.which(tool) is None]


def drawn(office: Office, mensagens: Mensagens, size: int) -> Entradas:
    writer = office.database.open_writer(checkpoints=True)
    log = SealedLog(writer)
    story = Story(log)
    story.territory({1: None})
    for who in range(1, size + 1):
        story.register(who, 1)
    story.announce(1, 1)
    story.draw(1, 1, range(1, size + 1))
    log.flush()
    writer.close()
    service = HistoriaService(BancoLeitor(office.database, keep=0), mensagens)
    found = service.contar(office.events()[-1].event_hash).entradas
    assert found is not None
    return found


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.skipif(bool(MISSING), reason=f"not on this machine: {MISSING}")
@pytest.mark.parametrize("size", [1, 2, 41])
def test_the_script_of_ordinary_tools_comes_to_the_published_values(
    sqlite_office: Office, mensagens: Mensagens, tmp_path: Path, size: int
) -> None:
    inputs = drawn(sqlite_office, mensagens, size)
    names = {one.name for one in receita.gravar(inputs, tmp_path / "fora")}
    assert receita.ROTEIRO in names
    done = run(tmp_path / "fora", "sh", receita.ROTEIRO)
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout.splitlines()
    assert f"semente {inputs.seed}" in said
    assert f"resumo  {inputs.lista_hash}" in said
    assert f"sorteado {inputs.conselheiro_id}" in said
    assert "lista em ordem" in said
    # What the draw names as its prev is the hash of the bytes beside it.
    prev = next(line for line in said if line.startswith('"prev"')).split('"')[3]
    assert f"{prev}  -" in said
    assert f'"event_id":"{inputs.base}"' in said
    order = json.loads((tmp_path / "fora" / "ordem.json").read_text())
    assert tuple(order) == inputs.ordem


def test_the_program_alone_does_the_same_and_tells_a_difference(
    sqlite_office: Office, mensagens: Mensagens, tmp_path: Path
) -> None:
    inputs = drawn(sqlite_office, mensagens, 5)
    receita.gravar(inputs, tmp_path)
    done = run(tmp_path, sys.executable, "-I", receita.PROGRAMA)
    assert (done.returncode, done.stderr) == (0, "")
    assert inputs.conselheiro_id is not None
    assert inputs.conselheiro_id in done.stdout
    assert "NAO" not in done.stdout
    listed = (tmp_path / receita.LISTA).read_text().split()
    (tmp_path / receita.LISTA).write_text("\n".join(listed[:-1]))
    assert run(tmp_path, sys.executable, "-I", receita.PROGRAMA).returncode == 1


def test_the_saved_values_are_what_the_verb_reads(
    sqlite_office: Office, mensagens: Mensagens
) -> None:
    inputs = drawn(sqlite_office, mensagens, 7)
    (again,) = ordenar_linhas([receita.publicado(inputs).decode()])
    assert again.ordem == inputs.ordem


def test_without_headers_the_script_begins_with_the_list() -> None:
    pool = tuple(conselheiro(n) for n in (1, 2))
    base, moment = conselheiro(9), "2026-01-01T00:00:00.000Z"
    made = sortear(pool, base, moment)
    inputs = Entradas(
        base, moment, pool, made.seed_publico, made.ordem, made.lista_elegiveis_hash, None
    )
    assert "prev" not in receita.roteiro(inputs)
    assert receita.ANTERIOR not in receita.arquivos(inputs)


def test_without_a_base_there_is_no_recipe() -> None:
    inputs = Entradas(None, "2026-01-01T00:00:00.000Z", (conselheiro(1),), None, (), None, None)
    with pytest.raises(UserFacingError) as refused:
        receita.arquivos(inputs)
    assert refused.value.code == "sorteio.sem_base"


def test_a_folder_that_cannot_be_written_is_told(
    sqlite_office: Office, mensagens: Mensagens, tmp_path: Path
) -> None:
    inputs = drawn(sqlite_office, mensagens, 1)
    (tmp_path / "arquivo").write_text("")
    with pytest.raises(EnvironmentFault) as fault:
        receita.gravar(inputs, tmp_path / "arquivo" / "pasta")
    assert fault.value.code == "exportacao.nao_gravou"
