"""Printing: one way from an ``Impresso`` to a PDF file or a printer.

Margins, fonts and the line at the foot are the same for all. A roll of 80 mm is one page as long as
its text. Source: issue "The desktop", Everywhere.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

from PySide6.QtCore import QMarginsF, QObject, QRectF, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QGuiApplication,
    QImage,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextDocument,
)
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QWidget

from app.services.exportacao import nao_gravou
from app.services.impressos.impresso import ESTILO, Impresso

_DPI: Final = 300
_ROLL_MM: Final = 80.0
_ROLL_MARGIN_MM: Final = 4.0
_A4_MARGIN_MM: Final = 18.0
_FOOT_MM: Final = 8.0
_MM_PER_INCH: Final = 25.4


class Paper(QObject):
    """Makes documents. Holds nothing; one per window. GUI thread only: documents hold fonts."""

    def document(self, impresso: Impresso) -> QTextDocument:
        """The text with its style and pictures; the caller owns it."""
        document = QTextDocument(self)
        document.setDocumentMargin(0)
        document.setDefaultFont(QFont("sans-serif", 10))
        for name, png in impresso.imagens.items():
            image = QImage.fromData(png)
            document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
        document.setDefaultStyleSheet(ESTILO)
        document.setHtml(f"<html><body>{impresso.html}</body></html>")
        document.setMetaInformation(QTextDocument.MetaInformation.DocumentTitle, impresso.titulo)
        return document

    def save_pdf(self, impresso: Impresso, path: Path) -> None:
        """Write the PDF, whole or not at all.

        Raises:
            EnvironmentFault: ``exportacao.nao_gravou``.
        """
        partial = path.with_name(path.name + ".parcial")
        try:
            # Qt's writer says only "failed"; opening first gives the system's own reason.
            partial.open("wb").close()
            writer = QPdfWriter(str(partial))
            writer.setResolution(_DPI)
            writer.setTitle(impresso.titulo)
            writer.setCreator("Formigueiro")
            _require_painted(self._paint(impresso, writer))
            del writer
            _keep(partial, path)
        except OSError as error:
            partial.unlink(missing_ok=True)
            raise nao_gravou(path, error) from error

    def print(self, impresso: Impresso, parent: QWidget) -> QPrintDialog:
        """Ask for a printer and print; the dialog, which is open and deletes itself."""
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(impresso.titulo)
        dialog = QPrintDialog(printer, parent)
        dialog.setWindowTitle(f"Imprimir: {impresso.titulo}")
        dialog.accepted.connect(lambda: self._paint(impresso, printer))
        dialog.finished.connect(dialog.deleteLater)
        QDialog.open(dialog)
        return dialog

    def _paint(self, impresso: Impresso, device: QPagedPaintDevice) -> bool:
        """Whether the device could be painted on."""
        document = self.document(impresso)
        is_roll = impresso.papel == "bobina80"
        device.setPageLayout(_roll_layout(document) if is_roll else _a4_layout(impresso))
        painter = QPainter()
        try:
            is_open = painter.begin(device)
            if is_open:
                self._paint_pages(impresso, document, device, painter, has_foot=not is_roll)
        finally:
            painter.end()
            document.deleteLater()
        return is_open

    @staticmethod
    def _paint_pages(
        impresso: Impresso,
        document: QTextDocument,
        device: QPagedPaintDevice,
        painter: QPainter,
        *,
        has_foot: bool,
    ) -> None:
        """Lay out in the device's own dots, so that fonts keep their size in points."""
        document.documentLayout().setPaintDevice(device)
        foot = device.logicalDpiY() * _FOOT_MM / _MM_PER_INCH if has_foot else 0.0
        width, height = float(device.width()), device.height() - foot
        document.setPageSize(QSizeF(width, height))
        context = QAbstractTextDocumentLayout.PaintContext()
        black = QColor(Qt.GlobalColor.black)
        context.palette.setColor(QPalette.ColorRole.Text, black)
        pages = document.pageCount()
        for page in range(pages):
            if page:
                device.newPage()
            painter.save()
            painter.translate(0, -page * height)
            context.clip = QRectF(0, page * height, width, height)
            painter.setClipRect(context.clip)
            document.documentLayout().draw(painter, context)
            painter.restore()
            if has_foot:
                painter.setPen(black)
                painter.setFont(QFont("sans-serif", 8))
                rect = QRectF(0, height, width, foot)
                text = f"{impresso.titulo} · página {page + 1} de {pages}"
                bottom = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignRight
                painter.drawText(rect, bottom.value, text)


def _require_painted(is_painted: bool) -> None:
    """Qt opened what it was given: not a name that the system takes and Qt cannot say."""
    if not is_painted:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))


def _keep(partial: Path, path: Path) -> None:
    """Give a finished file its name. Qt leaves an empty file where the disk was full."""
    with partial.open("rb+") as file:
        if not file.read(1):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(file.fileno())
    partial.replace(path)


def _a4_layout(impresso: Impresso) -> QPageLayout:
    way = QPageLayout.Orientation
    return QPageLayout(
        QPageSize(QPageSize.PageSizeId.A4),
        way.Landscape if impresso.deitado else way.Portrait,
        QMarginsF(*[_A4_MARGIN_MM] * 4),
        QPageLayout.Unit.Millimeter,
    )


def _roll_layout(document: QTextDocument) -> QPageLayout:
    """As long as the text at this width."""
    dpi = QGuiApplication.primaryScreen().logicalDotsPerInchX()
    document.setTextWidth((_ROLL_MM - 2 * _ROLL_MARGIN_MM) * dpi / _MM_PER_INCH)
    height_mm = document.size().height() * _MM_PER_INCH / dpi + 2 * _ROLL_MARGIN_MM + 12
    size = QPageSize(
        QSizeF(_ROLL_MM, height_mm),
        QPageSize.Unit.Millimeter,
        "Bobina de 80 mm",
        QPageSize.SizeMatchPolicy.ExactMatch,
    )
    return QPageLayout(
        size,
        QPageLayout.Orientation.Portrait,
        QMarginsF(*[_ROLL_MARGIN_MM] * 4),
        QPageLayout.Unit.Millimeter,
    )
