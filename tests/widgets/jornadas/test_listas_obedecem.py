"""Every list of the window, as a file and on paper: a text that is held back is in none of them.

Moderation's own queue is for moderators, and shows what waits. Source: peers.md 5 and 7.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from app.services.exportacao import Perfil
from app.services.progresso import ignore_progress
from tests.support.moderados import ANA, BIA, TERMO, item_de, suspeitas
from tests.widgets.conftest import Mesa
from widgets.runtime.list_output import Output
from widgets.runtime.list_panel import ListPanel

MODERATION = "moderacao"


def written(output: Output, path: Path) -> str:
    """What the list says as a file, and on paper."""
    output.write_csv(path, Perfil.EXCEL_PT_BR, ignore_progress)
    printed = output.printed()
    return path.read_text("utf-8-sig") + ("" if printed is None else printed.html)


def telling(mesa: Mesa, folder: Path) -> set[str]:
    """The lists, by screen and name, whose file or paper holds the text."""
    found: set[str] = set()
    for spec in mesa.desktop.specs:
        if spec.key == MODERATION:
            continue
        screen = mesa.open(spec.key)
        screen.refresh()
        mesa.settle()
        for panel in screen.findChildren(ListPanel):
            output = Output(panel.name, panel.model.columns, panel._row_source())
            # In a worker, as the panel does: no screen reads in the thread that paints.
            with ThreadPoolExecutor(1) as worker:
                said = worker.submit(written, output, folder / "lista.csv").result()
            if TERMO in said:
                found.add(f"{spec.key}: {panel.name}")
    return found


def test_what_is_held_back_is_in_no_lists_file_nor_on_its_paper(mesa: Mesa, tmp_path: Path) -> None:
    (one,) = suspeitas(mesa.vivo, 1)
    service = mesa.vivo.servicos.moderacao
    item = item_de(service, one).item
    assert telling(mesa, tmp_path) == set()
    service.decidir(item.item_id, "aprovado", ANA)
    mesa.settle()
    shown = telling(mesa, tmp_path)
    assert {"demandas: Demandas"} <= shown
    service.reverter(item.item_id, BIA)
    mesa.settle()
    assert telling(mesa, tmp_path) == set()
    service.reverter(item.item_id, ANA)
    mesa.settle()
    assert telling(mesa, tmp_path) == shown
    service.remover(item.item_id, "ofensa", BIA["conta_id"], ANA)
    mesa.settle()
    assert telling(mesa, tmp_path) == set()
