from __future__ import annotations

from dataclasses import replace

from typing_extensions import override

from app.bootstrap.moderacao import ImagensGuardadas, servico_denylist, servico_moderacao
from core.colonies.d1d_moderacao.queries import ItemModeracao
from core.kernel.store.attachments import NoAttachments
from tests.support.moderados import item_de, suspeitas
from tests.support.vivo import Vivo


class OnePicture(NoAttachments):
    @override
    def get(self, sha256: str) -> bytes | None:
        return b"picture" if sha256 == "ab" else None


def test_services_of_an_open_office(vivo: Vivo) -> None:
    (one,) = suspeitas(vivo, 1)
    service = servico_moderacao(vivo.app, escreve=False)
    item: ItemModeracao = item_de(service, one).item
    assert service.imagem(item) is None
    assert servico_denylist(vivo.app, escreve=False) is not None


def test_pictures_alone_are_read(vivo: Vivo) -> None:
    (one,) = suspeitas(vivo, 1)
    item = item_de(vivo.servicos.moderacao, one).item
    file = replace(item, tipo="anexo", url_acesso="anexo:ab", tipo_mime="image/png")
    images = ImagensGuardadas(OnePicture())
    assert images.ler(file) == b"picture"
    assert images.ler(replace(file, tipo_mime="application/pdf")) is None
    assert images.ler(replace(file, url_acesso=None)) is None
