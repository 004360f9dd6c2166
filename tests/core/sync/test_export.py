"""A real office exports: whole, only what is missing, restricted parts apart, and never half."""

from __future__ import annotations

import io
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap.chaves import held_keys
from app.bootstrap.pacotes import criar_rede, exporter_of, pedido_de
from core.crypto import age
from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from core.kernel.ids import SystemIds
from core.kernel.merkle import root
from core.sync import container_writer
from core.sync.container import Container
from core.sync.exchange_keys import AGE_IDENTITY
from core.sync.export import Exported, Exporter, Wish, export_bundle
from core.sync.request import read_request
from core.sync.source import BytesSource, FileSource
from core.sync.stored_feeds import leaf_hashes, parts, stored_feeds
from core.sync.verification import Setting, verify_bundle
from tests.support.vivo import Vivo


@pytest.fixture
def troca(vivo: Vivo) -> Vivo:
    """The living office, listed for exchange and signed up to its head."""
    criar_rede(vivo.app, None, None, None)
    vivo.reabrir()
    return vivo


def exported(vivo: Vivo, folder: Path, wish: Wish | None = None, **change: Any) -> Exported:
    exporter: Exporter = replace(exporter_of(vivo.app, None), **change)
    return export_bundle(exporter, wish or Wish(), folder)


def entries(path: Path) -> dict[str, bytes]:
    with FileSource(path) as source:
        container = Container.open(source)
        return {entry.nome: container.read(entry) for entry in container.entries}


def test_the_whole_office_is_exported_and_holds(troca: Vivo, tmp_path: Path) -> None:
    made = exported(troca, tmp_path / "pendrive")
    installation = troca.app.aberto.installation
    assert made.arquivo.name == (
        f"civico_{installation.rede[:8]}_{installation.no}_e0_0-{made.relatorio.feeds[0].ate}_"
        f"{made.sha256[:8]}.zip"
    )
    assert made.relatorio.veredito == "aceito"
    assert made.relatorio.achados == []
    manifest = made.relatorio.manifesto
    assert manifest is not None
    assert (manifest.demonstracao, manifest.modo, manifest.no) == (
        True,
        "completo",
        installation.no,
    )
    total = troca.app.aberto.cabeca.tamanho
    assert made.relatorio.feeds[0].eventos == total
    assert sum(made.relatorio.tipos.values()) == total
    assert [path.name for path in (tmp_path / "pendrive").iterdir()] == [made.arquivo.name]
    if os.name != "nt":
        assert stat.S_IMODE(made.arquivo.stat().st_mode) == 0o600


def test_the_same_office_exports_the_same_bytes(troca: Vivo, tmp_path: Path) -> None:
    first = exported(troca, tmp_path / "um")
    assert exported(troca, tmp_path / "dois").sha256 == first.sha256


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)


def test_no_restricted_byte_string_stands_in_a_public_bundle(troca: Vivo, tmp_path: Path) -> None:
    made = exported(troca, tmp_path)
    clear = b"\n".join(entries(made.arquivo).values())
    reader = troca.app.database.open_reader()
    try:
        reader.hold()
        lines = [line for feed in stored_feeds(reader) for line in parts(reader, feed, 0)]
    finally:
        reader.close()
    public = " ".join(line.content.decode() for line in lines if line.nome.startswith("publica."))
    restricted = [line for line in lines if line.nome.startswith("restrita.")]
    looked = 0
    for line in restricted:
        assert line.salt.hex().encode() not in clear
        assert line.content not in clear
        for text in strings(json.loads(line.content)):
            # What the author also says in public is public.
            if len(text) >= 8 and json.dumps(text, ensure_ascii=False)[1:-1] not in public:
                looked += 1
                assert (
                    json.dumps(json.dumps(text, ensure_ascii=False)[1:-1], ensure_ascii=False)[
                        1:-1
                    ].encode()
                    not in clear
                )
    assert len(restricted) > 100
    assert looked > 100


def test_only_what_the_reader_lacks_by_its_own_signed_word(troca: Vivo, tmp_path: Path) -> None:
    name, raw = pedido_de(troca.app, None)
    assert name.endswith(".pedido")
    request = read_request(raw, troca.app.aberto.rede)
    nothing = exported(troca, tmp_path / "nada", Wish(pedido=request))
    assert [(f.de, f.eventos) for f in nothing.relatorio.feeds] == [(request.feeds[0].tamanho, 0)]
    held = request.feeds[0]

    reader = troca.app.database.open_reader()
    hashes = leaf_hashes(reader, stored_feeds(reader)[0])
    reader.close()
    for size in (1, 64, 77, held.tamanho - 1):
        part = replace(held, tamanho=size, raiz=root(hashes[:size]).hex())
        made = exported(troca, tmp_path / str(size), Wish(pedido=replace(request, feeds=(part,))))
        assert (made.relatorio.feeds[0].de, made.relatorio.veredito) == (size, "aceito")
    other = replace(
        held, tamanho=5, raiz="ab" * 32
    )  # it has another story: everything, so that it sees
    whole = exported(troca, tmp_path / "outra", Wish(pedido=replace(request, feeds=(other,))))
    assert whole.relatorio.feeds[0].de == 0


def test_restricted_parts_go_apart_and_only_to_whom_they_are_for(
    troca: Vivo, tmp_path: Path
) -> None:
    no = troca.app.aberto.installation.no
    made = exported(troca, tmp_path, Wish((no,), restrito=True))
    assert made.restrito is not None
    assert made.restrito.name == made.arquivo.name.removesuffix(".zip") + ".restrito.zip.age"
    keys = held_keys(troca.lugar, no, SystemIds(), None)
    assert keys is not None
    clear = io.BytesIO()
    with made.restrito.open("rb") as sealed:
        age.decrypt(sealed, clear, keys.get(AGE_IDENTITY))
    raw = clear.getvalue()
    report = verify_bundle(BytesSource(raw), Setting(is_decrypted=True, me=no)).report
    assert (report.veredito, report.achados) == ("aceito", [])
    assert report.feeds[0].partes > made.relatorio.feeds[0].partes
    assert verify_bundle(BytesSource(raw)).report.motivo == "pacote.restrito_aberto"
    with FileSource(made.restrito) as source:
        assert verify_bundle(source).report.motivo == "pacote.cifrado"
    assert list((troca.lugar.dados / "bastidor").iterdir()) == []


def test_restricted_parts_for_nobody_or_for_strangers_are_refused(
    troca: Vivo, tmp_path: Path
) -> None:
    for wish, code in (
        (Wish(restrito=True), "pacote.sem_destinatario"),
        (Wish(("0" * 32,)), "pacote.destinatario_sem_chave"),
    ):
        with pytest.raises(UserFacingError) as fault:
            exported(troca, tmp_path / "x", wish)
        assert fault.value.code == code
    assert not (tmp_path / "x").exists()


def test_a_full_stick_leaves_nothing_under_the_name(
    troca: Vivo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(container_writer.BodyWriter, "_write", full)
    with pytest.raises(EnvironmentFault) as fault:
        exported(troca, tmp_path / "cheio")
    assert fault.value.code == "arquivo.recusado"
    assert list((tmp_path / "cheio").iterdir()) == []


def test_a_stick_that_keeps_other_bytes_is_found_out(
    troca: Vivo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rotten(path: Path) -> None:
        raw = bytearray(path.read_bytes())
        raw[len(raw) // 2] ^= 1
        path.write_bytes(bytes(raw))

    monkeypatch.setattr("core.sync.export.drop_cache", rotten)
    with pytest.raises(IntegrityFault) as fault:
        exported(troca, tmp_path / "podre")
    assert fault.value.code == "pacote.nao_confere"
    assert list((tmp_path / "podre").iterdir()) == []


def test_a_moved_network_asks_to_begin_again(troca: Vivo, tmp_path: Path) -> None:
    chain = troca.app.aberto.rede
    with pytest.raises(UserFacingError) as fault:
        exported(troca, tmp_path, chain=replace(chain, documents=chain.documents[:1]))
    assert fault.value.code == "rede.mudou"
