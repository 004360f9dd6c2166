from __future__ import annotations

from dataclasses import replace

from typing_extensions import override

from app.bootstrap.ambito import whole_scope
from app.bootstrap.moderacao import NOMES, ImagensGuardadas, servico_denylist, servico_moderacao
from core.colonies.d1c_anexos.queries import Anexo, anexos_da_demanda
from core.colonies.d1d_moderacao.queries import ItemModeracao
from core.contracts.catalogo import MODELS
from core.kernel.registry import Registry
from core.kernel.store.attachments import FOLDER, AttachmentStore, NoAttachments
from core.kernel.verification.verifier import verify_database
from tests.support import midias
from tests.support.moderados import (
    ANA,
    BIA,
    OPERADORA,
    Registrada,
    guardar,
    item_de,
    registrar,
    suspeitas,
)
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
    # Removed a moment ago, and the object not deleted yet.
    assert images.ler(replace(file, status="removido")) is None


def names_of(vivo: Vivo, one: Registrada) -> list[str | None]:
    with vivo.app.leitor.ler() as leitura:
        found: list[Anexo] = anexos_da_demanda(*leitura, one.demanda_id)
    return [file.nome_arquivo for file in found]


def nowhere(vivo: Vivo, words: str) -> bool:
    """No file of the office holds the words, in whatever table, index or journal."""
    paths = [path for path in vivo.lugar.dados.rglob("*") if path.is_file()]
    return not any(words.encode() in path.read_bytes() for path in paths)


def test_the_part_with_the_names_of_files_is_the_one_that_the_contract_makes() -> None:
    assert Registry(MODELS).contract("demanda.recebida").part_of["nomes_midias"] == NOMES


def test_a_removed_file_takes_its_name_along_and_its_object(vivo: Vivo) -> None:
    """In every demand that has a copy; the other files of those demands lose their label alone."""
    photo, other = (
        guardar(vivo, midias.jpeg(), "zabumba da Jandira.jpg"),
        guardar(vivo, midias.png(), "muro.png"),
    )
    first = registrar(vivo, "Buraco fundo na esquina do mercado", n=1, midias=(photo,))
    copy = registrar(vivo, "Lixo acumulado atrás da escola velha", n=2, midias=(other, photo))
    untouched = registrar(vivo, "Poste apagado na ladeira do porto", n=3, midias=(other,))
    assert names_of(vivo, first) == ["zabumba da Jandira.jpg"]
    assert not nowhere(vivo, "zabumba da Jandira")
    service = vivo.servicos.moderacao
    item = item_de(service, first, "anexo").item
    done = service.remover(item.item_id, "ofensa", BIA["conta_id"], ANA)
    vivo.app.engine.aguardar_ocioso(trabalhos=True)
    assert done.partes == 2
    assert nowhere(vivo, "zabumba da Jandira")
    with vivo.app.leitor.ler() as leitura:
        found = [anexos_da_demanda(*leitura, one.demanda_id) for one in (first, copy)]
    assert [[file.situacao for file in files] for files in found] == [
        ["removido"],
        ["pendente", "removido"],
    ]
    assert vivo.servicos.midias.ler(other.sha256)
    assert names_of(vivo, copy) == [None, None]
    assert names_of(vivo, untouched) == ["muro.png"]
    store = AttachmentStore(vivo.lugar.dados / FOLDER)
    assert store.get(photo.sha256) is None
    report = verify_database(vivo.app.database, whole_scope(vivo.lugar))
    assert report.achados == []
    assert report.eliminadas == 2


def test_whoever_is_erased_takes_the_names_of_their_files_along(vivo: Vivo) -> None:
    photo = guardar(vivo, midias.jpeg(), "zabumba da Jandira.jpg")
    registrar(vivo, "Buraco fundo na esquina do mercado", midias=(photo,))
    author = "33333333-0000-4000-8000-000000000001"
    rights = vivo.servicos.titulares
    assert not nowhere(vivo, "zabumba da Jandira")
    rights.eliminar(rights.morador(author, OPERADORA), "lei", "pedido", BIA["conta_id"], OPERADORA)
    vivo.ocioso()
    assert nowhere(vivo, "zabumba da Jandira")
