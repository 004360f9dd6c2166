"""A printed thing as a PDF where there is no window."""

from __future__ import annotations

from pathlib import Path

from app.desktop.aplicacao import finish_deletions, qt_application
from app.services.impressos.impresso import Impresso
from widgets.runtime.paper import Paper


def save_pdf(impresso: Impresso, path: Path) -> None:
    """Write the PDF, whole or not at all.

    Raises:
        EnvironmentFault: ``exportacao.nao_gravou``.
    """
    paper = Paper(qt_application(is_offscreen=True))
    try:
        paper.save_pdf(impresso, path)
    finally:
        paper.deleteLater()
        finish_deletions()
