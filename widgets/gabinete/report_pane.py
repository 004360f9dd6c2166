"""The report while it is written: form, suggestion, preview, and the draft that keeps it.

Saved while the hand rests; a second window that saved first is met by joining the two texts, never
by overwriting one. What is written scrolls; the buttons below it never leave the window. Source:
peers.md, rules 1 and 6; design.md 9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from app.services.gabinete import GabineteService, Rascunho
from app.services.midias import (
    Entrada,
    MidiaGuardada,
    MidiasService,
    Recebidas,
    guardadas_de,
)
from app.services.permissoes import Ato
from app.services.relatoria import Previa, Proposta
from widgets.gabinete.joining import FILES, joined
from widgets.gabinete.offer import Offer
from widgets.gabinete.preview_box import PreviewBox
from widgets.gabinete.report_area import ReportArea
from widgets.gabinete.report_form import ReportForm
from widgets.gabinete.words import TIPO
from widgets.runtime.context import UiContext
from widgets.runtime.debounce import Debouncer
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.galeria.photo_section import PhotoSection, Progresso, Recebe

SAVE_MS: Final = 700
OTHER_WINDOW: Final = "relatoria.rascunho_de_outra_janela"
CLOSED: Final = "relatoria.rascunho_encerrado"


class ReportPane(QWidget):
    """See the module.

    Signals:
        submitted: register what is written; the screen asks and writes.
    """

    submitted = Signal()

    def __init__(
        self,
        service: GabineteService,
        midias: MidiasService,
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName("Atualização")
        self._service = service
        self._midias = midias
        self._context = context
        self._pair = ("", "")
        # As this window knows the drafts; the one writing worker keeps it, so that a save never
        # takes this window's own earlier save for another window's.
        self._seen: dict[tuple[str, str], Rascunho] = {}
        self._proposal: Proposta | None = None
        self._is_conflict = False
        self._is_example = False
        self._registering: tuple[str, str] | None = None
        theme = context.theme
        self.form = ReportForm(theme, self)
        self.form.edited.connect(self._on_edited)
        self.photos = PhotoSection(midias, context, self, self._receber)
        self.photos.edited.connect(self._on_edited)
        self.suggestion = Offer("Usar a sugestão", self)
        self.accept = self.suggestion.act
        self.accept.clicked.connect(self.take_suggestion)
        self.preview = PreviewBox(theme, self)
        self.preview.hide()
        self.conflict = Offer("Juntar as duas", self, level="aviso")
        self.join = self.conflict.act
        self.join.clicked.connect(self._on_join)
        self.error = QLabel(self)
        self.error.setProperty("kind", "danger")
        self.error.setWordWrap(True)
        self.error.hide()
        self._saving = Debouncer(self, SAVE_MS)
        self._saving.settled.connect(self.save)
        self._asking = Debouncer(self)
        self._asking.settled.connect(self._on_ask)
        self.send = QPushButton("Registrar atualização", self)
        self.send.setProperty("kind", "primary")
        self.send.setToolTip("Ctrl+Enter")
        self.send.clicked.connect(self.submit)
        self.kept = self.form.kept
        self.area = ReportArea((self.form, self.suggestion, self.photos, self.preview), theme, self)
        self.form.error_shown.connect(self.area.reveal)
        foot = QWidget(self)
        self.acts = FlowLayout(foot, theme.px(8))
        self.acts.addWidget(self.send)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(8))
        column.addWidget(self.conflict)
        column.addWidget(self.area, 1)
        for widget in (self.error, foot):
            column.addWidget(widget)

    @property
    def draft(self) -> Rascunho | None:
        """As this window has seen it last."""
        return self._seen.get(self._pair)

    @property
    def is_dirty(self) -> bool:
        """Something on the screen is not in the draft."""
        if self._is_example:
            return False
        kept = {} if self.draft is None else dict(self.draft.conteudo)
        is_empty = self.form.is_empty and not self.photos.midias and not kept.get(FILES)
        return not is_empty and self._content() != kept

    def _content(self) -> dict[str, Any]:
        """All of it, as a draft keeps it."""
        files = [asdict(one) for one in self.photos.midias]
        return {**self.form.content(), **({FILES: files} if files else {})}

    def _fill(self, content: Mapping[str, Any]) -> None:
        self.form.fill(content)
        self.photos.show_media(guardadas_de(content.get(FILES)))
        self.photos.field.say("")

    def _receber(self) -> Recebe:
        """Files for the demand in hand, by whoever acts on it."""
        service, (who, demanda) = self._midias, self._pair
        ator = self._service.ator(who)

        def take(
            picked: Sequence[Entrada], have: Sequence[MidiaGuardada], tell: Progresso | None
        ) -> Recebidas:
            return service.receber(
                picked, ator, ja=have, progresso=tell, ato=Ato.TRABALHAR, demanda_id=demanda
            )

        return take

    @property
    def suggestion_kept(self) -> Mapping[str, Any] | None:
        """What was suggested for these words, to be kept beside what is registered."""
        return None if self._proposal is None else self._proposal.sugestao.as_payload()

    def open_pair(self, conselheiro_id: str, demanda_id: str, draft: Rascunho | None) -> None:
        """Write about this demand; another one saves what was written before."""
        if self._pair == (conselheiro_id, demanda_id):
            return
        self.flush()
        self._pair = (conselheiro_id, demanda_id)
        # Whatever the other report waits for, this one does not.
        self.send.setEnabled(True)
        self._see(draft)
        self._proposal = None
        self._say_conflict("")
        self.error.hide()
        self.suggestion.hide()
        self._fill({} if draft is None else draft.conteudo)
        self.kept.setText("Rascunho guardado." if draft is not None else "")
        self._on_ask()

    def clear(self) -> None:
        """After it was registered."""
        self._see(None)
        self._proposal = None
        self._fill({})
        self.kept.setText("")
        self.preview.hide()
        self.suggestion.hide()
        self.error.hide()
        self.send.setEnabled(True)

    def show_example(self, content: Mapping[str, Any]) -> None:
        """For pictures: a report that is not kept."""
        self._is_example = True
        self.form.fill(content)
        self._on_ask()

    def flush(self) -> None:
        """Save now what waits to be saved."""
        if self.is_dirty and not self._is_conflict:
            self.save()

    @Slot()
    def save(self) -> None:
        """Keep what was typed."""
        if not self.is_dirty or self._is_conflict or not self._pair[1]:
            return
        if self._pair == self._registering:
            return  # a draft saved behind it would bring back what is registered
        self.kept.setText("Guardando…")
        content, pair = self._content(), self._pair
        self._context.runner.write(
            self,
            partial(self._guard, pair, content),
            partial(self._on_saved, pair),
            partial(self._on_save_refused, pair),
        )

    def _guard(self, pair: tuple[str, str], content: Mapping[str, Any]) -> Rascunho:
        found = self._service.guardar(*pair, content, self._seen.get(pair))
        self._seen[pair] = found
        return found

    def _see(self, draft: Rascunho | None) -> None:
        self._seen.pop(self._pair, None)
        if draft is not None:
            self._seen[self._pair] = draft

    @Slot()
    def submit(self) -> None:
        """Check the form; complete, it goes on."""
        self.form.clear_errors()
        self.error.hide()
        missing = self.form.missing()
        if missing is not None:
            self.form.show_error(*missing)
            return
        if self._is_conflict:
            self.join.setFocus()
            return
        self.send.setEnabled(False)
        if not self.photos.busy.isHidden():
            self.area.reveal(self.photos.busy)
        self.photos.when_ready(self._go_on, self._on_stopped)

    def _go_on(self) -> None:
        self.send.setEnabled(True)
        self.submitted.emit()

    def _on_stopped(self) -> None:
        """A file was refused while it was waited for: the person should see that first."""
        self.send.setEnabled(True)
        self.area.reveal(self.photos.field.error)

    def register(self, done: Any) -> None:
        """Save and register what stands here now; ``done`` gets the answer.

        Everything is taken along at once: while it waits for the writer, another demand may be opened.
        """
        self.send.setEnabled(False)
        content, pair, form = self._content(), self._pair, self.form
        self._registering = pair
        put = partial(
            self._service.registrar, tipo=form.tipo, texto=form.texto, campos=form.campos,
            sugestao=self.suggestion_kept, midias=self.photos.midias,
        )  # fmt: skip

        def work() -> Any:
            answer = put(self._guard(pair, content))
            self._seen.pop(pair, None)
            return answer

        self._context.runner.write(
            self,
            work,
            partial(self._on_registered, pair, done),
            partial(self._on_register_refused, pair),
            changed=frozenset({"eventos", "colonias"}),
        )

    def _on_registered(self, pair: tuple[str, str], done: Any, answer: Any) -> None:
        self._registering = None
        if pair == self._pair:
            self.clear()
        done(answer)

    def _on_register_refused(self, pair: tuple[str, str], error: BaseException) -> None:
        self._registering = None
        if pair != self._pair:
            self._context.report(error)
            return
        self.show_refusal(error)
        self._saving.touch()

    def show_refusal(self, error: BaseException) -> None:
        """What was refused, under its field where it has one; nothing typed is lost."""
        self.send.setEnabled(True)
        fault = self._context.describe(error)
        if fault.codigo in {OTHER_WINDOW, CLOSED}:
            self._say_conflict(fault.frase, can_join=fault.codigo == OTHER_WINDOW)
            return
        if fault.is_bug:
            self._context.report(error)
            return
        if fault.codigo.startswith(("midia.", "captura.midia_")):
            self.photos.field.say(fault.frase)
            self.area.reveal(self.photos.field.error)
            return
        field = str(getattr(error, "params", {}).get("campo", ""))
        if fault.codigo.startswith("relatoria.texto_"):
            field = "texto"
        if not self.form.show_error(field, fault.frase):
            self.error.setText(fault.frase)
            self.error.show()

    @Slot()
    def take_suggestion(self) -> None:
        """Put the suggested kind and fields into the form."""
        proposal = self._proposal
        if proposal is not None and proposal.sugestao.tipo is not None:
            self.form.suggest(proposal.sugestao.tipo, proposal.sugestao.campos)
            self.suggestion.hide()

    # -- while typing ----------------------------------------------------------------------

    @Slot()
    def _on_edited(self) -> None:
        self.form.clear_errors()
        self.error.hide()
        self._saving.touch()
        self._asking.touch()

    @Slot()
    def _on_ask(self) -> None:
        form, runner = self.form, self._context.runner
        text = form.texto.strip()
        if not text:
            self.suggestion.hide()
            self.preview.hide()
            return
        runner.read(self, partial(self._service.sugerir, text), self._on_proposal,
                    self._context.report, key="sugestao")  # fmt: skip
        if form.tipo:
            runner.read(self, partial(self._service.prever, form.tipo, text, form.campos),
                        self._on_preview, self._context.report, key="previa")  # fmt: skip
        else:
            self.preview.hide()

    def _on_proposal(self, found: Proposta) -> None:
        self._proposal = found if found.sugestao.tipo is not None else None
        kind = found.sugestao.tipo
        is_news = kind is not None and kind != self.form.tipo
        if kind is not None and is_news:
            self.suggestion.words.setText(f"Pelo texto, parece: {TIPO.get(kind, kind).lower()}.")
        self.suggestion.setVisible(is_news)

    def _on_preview(self, found: Previa) -> None:
        self.preview.show_preview(found)
        self.preview.show()

    # -- the draft -------------------------------------------------------------------------

    def _on_saved(self, pair: tuple[str, str], _draft: Rascunho) -> None:
        if pair != self._pair:
            return
        self.kept.setText("" if self.is_dirty else "Rascunho guardado.")
        if self.is_dirty:
            self._saving.touch()

    def _on_save_refused(self, pair: tuple[str, str], error: BaseException) -> None:
        if pair != self._pair:
            self._context.report(error)
            return
        self.kept.setText("Não guardado.")
        fault = self._context.describe(error)
        if fault.codigo in {OTHER_WINDOW, CLOSED}:
            self._say_conflict(fault.frase, can_join=fault.codigo == OTHER_WINDOW)
        else:
            self._context.report(error)

    def _say_conflict(self, sentence: str, *, can_join: bool = True) -> None:
        self._is_conflict = bool(sentence)
        self.conflict.words.setText(sentence)
        self.join.setText("Juntar as duas" if can_join else "Começar atualização nova")
        self.conflict.setVisible(self._is_conflict)

    @Slot()
    def _on_join(self) -> None:
        read = partial(self._service.rascunho, *self._pair)
        self._context.runner.read(self, read, self._on_other, self._context.report, key="outra")

    def _on_other(self, other: Rascunho | None) -> None:
        mine = self._content()
        self._see(other)
        self._say_conflict("")
        if other is not None:
            self._fill(joined(mine, other.conteudo))
        self._on_edited()
