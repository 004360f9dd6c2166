"""A living office takes files in: rehearsed, refused into quarantine, never a demonstration's."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap.pacotes import criar_rede
from app.bootstrap.recebimento import RecebedorDoEscritorio
from app.bootstrap.sincronizacao import TrocadorDoEscritorio
from app.services.progresso import Cancelled, ignore_progress
from app.services.sincronizacao import Desejo
from core.kernel.errors import EnvironmentFault
from tests.support.vivo import Vivo


def test_a_demonstrations_own_bundle_is_refused_and_kept_apart(vivo: Vivo, tmp_path: Path) -> None:
    criar_rede(vivo.app, None, None, None)
    made = TrocadorDoEscritorio(vivo.app).exportar(Desejo(tmp_path), ignore_progress)
    here = RecebedorDoEscritorio(vivo.app)
    bundle = tmp_path / made.arquivo
    told = here.receber(bundle, ignore_progress, ensaio=True)
    assert (told.is_ensaio, told.estado, told.is_util) == (True, "recusado", False)
    assert "demonstração" in told.frase
    assert here.chegadas().quarentena == ()
    done = here.receber(bundle, ignore_progress, ensaio=False)
    assert (done.is_ensaio, done.estado, done.com_efeito) == (False, "recusado", 0)
    (item,) = here.chegadas().quarentena
    assert (item.sha256, item.nome, item.frase) == (made.sha256, made.arquivo, told.frase)
    again = here.liberar(item.sha256, ignore_progress)
    assert again.estado == "recusado"
    here.descartar(item.sha256)
    assert here.chegadas().quarentena == ()


def test_what_cannot_be_read_or_is_stopped_changes_nothing(
    vivo: Vivo, tmp_path: Path, pacote_vivo: Path
) -> None:
    here = RecebedorDoEscritorio(vivo.app)
    with pytest.raises(EnvironmentFault, match=r"pacote\.nao_lido"):
        here.receber(tmp_path / "nao-ha", ignore_progress, ensaio=True)
    broken = tmp_path / "p.zip"
    broken.write_bytes(pacote_vivo.read_bytes()[:-1])
    told = here.receber(broken, ignore_progress, ensaio=True)
    assert told.frase == "O arquivo está cortado ou tem algo a mais no fim."
    found = here.chegadas()
    assert (found.recebidos, found.quarentena, found.esperas) == ((), (), ())
    assert issubclass(Cancelled, Exception)
