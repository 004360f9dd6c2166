from __future__ import annotations

from pathlib import Path

from app.bootstrap.midias import oficina_de_midias
from core.base.ia.substitutos import ModelosSubstitutos
from core.colonies.d1b_normalizacao.trabalhos import descrever
from core.kernel.store.attachments import AttachmentStore

PHOTO = b"\xff\xd8\xff\xe0 photo"


def test_stored_files_are_found_by_their_address_and_damaged_ones_left_out(tmp_path: Path) -> None:
    store = AttachmentStore(tmp_path)
    first, second = store.put(PHOTO), store.put(PHOTO + b"!")
    store.path(second).write_bytes(b"damaged")
    work = oficina_de_midias(ModelosSubstitutos(), store)
    urls = ["anexo:" + first, "anexo:" + second, "anexo:" + "0" * 64, "../etc/passwd", ""]
    assert work.ler(urls[0]) == PHOTO
    assert [work.ler(url) for url in urls[1:]] == [None] * 4
    assert [one["indice"] for one in descrever({"urls": urls}, work)] == [0]
