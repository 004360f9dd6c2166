"""A store with invented pictures for widgets, and files of a demand without an office."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import cast

from typing_extensions import override

from app.services.escrita import Ator
from app.services.leitura import Leitor
from app.services.midias import Foto, MidiasService
from core.base.midia.limpeza import limpar
from core.kernel.store.attachments import Attachments, AttachmentStore
from tests.support import midias


class NoProcess:
    """Cleans in this process: a test has no need of another."""

    limpar = staticmethod(limpar)


class Service(MidiasService):
    """The real service over a store; its gallery is whatever the test says."""

    def __init__(self, store: AttachmentStore) -> None:
        oficina = cast("object", lambda: nullcontext(NoProcess()))
        super().__init__(cast("Leitor", None), cast("Attachments", store), oficina)  # type: ignore[arg-type] # a stand-in process
        self.store = store
        self.fotos: tuple[Foto, ...] = ()
        self.asked: list[str | None] = []

    @override
    def galeria(self, demanda_id: str, ator: Ator | None) -> tuple[Foto, ...]:
        self.asked.append(None if ator is None else ator["papel"])
        return self.fotos

    def show(self, *contents: bytes, hidden: Sequence[int] = ()) -> None:
        """These files stand in the gallery; numbers in ``hidden`` are held back."""
        made = []
        for number, content in enumerate(contents, start=1):
            clean = limpar(content)
            kind = clean.especie
            made.append(
                Foto(
                    anexo_id=f"{number:08x}",
                    numero=number,
                    especie=kind,
                    titulo=f"{'Foto' if kind == 'imagem' else 'Gravação'} {number}",
                    situacao="Bloqueada" if number in hidden else "Liberada",
                    is_publica=number not in hidden,
                    is_velada=number in hidden,
                    sha256=self.store.put(clean.conteudo),
                    mime=clean.mime,
                    tamanho_bytes=len(clean.conteudo),
                )
            )
        self.fotos = tuple(made)


def samples() -> tuple[bytes, ...]:
    """Two pictures and a recording."""
    return midias.jpeg(400, 200), midias.png(200, 200), midias.sound("OGG")
