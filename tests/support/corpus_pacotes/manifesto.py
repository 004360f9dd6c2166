"""Manifests, their signatures, senders and networks (rows 11 to 15, 27 to 29, 36, 53)."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import replace

from core.kernel.canonical import encode_canonical
from core.kernel.identity.network_document import (
    Seal,
    make_successor,
    parse_document,
    sign_document,
)
from core.kernel.identity.node_entry import FormerNetwork
from core.kernel.merkle import root
from tests.support.corpus_pacotes.caso import Caso, base, por_feed
from tests.support.pacote_bytes import seed, zip_de
from tests.support.pacotes import Pacote, Rede, alterado, entry_of, no_of


def manifestos() -> Iterator[Caso]:
    rede, a, b, sound = base()
    right = sound.bytes_do_manifesto()
    body = right[1:-1]
    for name, raw in (
        ("chave-repetida", b"{" + body + b',"v":1}'),
        ("bom", b"\xef\xbb\xbf" + right),
        ("utf16", right.decode().encode("utf-16-le")),
        ("nan", right.replace(b'"v":1', b'"v":NaN')),
        ("1e400", right.replace(b'"v":1', b'"v":1e400')),
        ("5000-algarismos", right.replace(b'"v":1', b'"v":' + b"1" * 5_000)),
        ("fundo", b"[" * 100_000 + b"]" * 100_000),
        ("espaco", right.replace(b'"v":1', b'"v": 1')),
        ("lf-no-fim", right + b"\n"),
        ("substituto", right.replace(b'"Formigueiro 1.0"', b'"\\ud800"')),
        ("vazio", b""),
        ("fora-de-ordem", b'{"v":1,' + body.replace(b',"v":1', b"") + b"}"),
    ):
        yield Caso(11, name, zip_de(sound.entradas(manifesto=raw)), "manifesto.json")
    yield Caso(11, "lista", zip_de(sound.entradas(manifesto=b"[]")), "manifesto.json")
    yield Caso(11, "versao-2", sound.dizendo(v=2).bytes(), "manifesto.versao")
    yield Caso(11, "versao-texto", sound.dizendo(v="1").bytes(), "manifesto.campos")
    yield Caso(11, "campo-a-mais", sound.dizendo(outro=1).bytes(), "manifesto.campos")
    yield Caso(11, "campo-a-menos", sound.dizendo(programa=None).bytes(), "manifesto.campos")
    spans = sound.manifesto["feeds"]
    for name, change in (
        ("modo", {"modo": "incremental"}),
        ("classe", {"classe": "secreto"}),
        ("feeds-vazio", {"feeds": []}),
        ("feeds-desordem", {"feeds": spans[::-1]}),
        ("feeds-repetido", {"feeds": [spans[0], spans[0]]}),
        ("de-maior", {"feeds": [{**spans[0], "de": spans[0]["ate"] + 1}, spans[1]]}),
        ("ate-zero", {"feeds": [{**spans[0], "ate": 0}, spans[1]]}),
        ("eventos-demais", {"feeds": [{**spans[0], "ate": 200_001}, spans[1]]}),
        ("hora", {"criado_em": "2026-02-30T12:00:00.000Z"}),
        ("programa", {"programa": "Formigueiro é"}),
        ("destinatarios", {"destinatarios": ["x"]}),
        ("ext", {"ext": []}),
        ("demonstracao", {"demonstracao": 0}),
        ("restrito-sem-destinatario", {"classe": "restrito"}),
    ):
        yield Caso(11, f"campo-{name}", sound.dizendo(**change).bytes(), "manifesto.campos")
    changed = alterado(right, lambda v: v.update(programa="Formigueiro 2.0"))
    signature = sound.assinatura(right)
    entries = sound.entradas(changed, signature)
    yield Caso(12, "manifesto-mudado", zip_de(entries), "manifesto.assinatura")
    lines = signature.split(b"\n")
    for name, place, code in (("assinatura", 1, "assinatura"), ("global", 3, "assinatura")):
        blob = bytearray(base64.b64decode(lines[place]))
        blob[-1] ^= 1
        changed_lines = [*lines[:place], base64.b64encode(blob), *lines[place + 1 :]]
        yield Caso(
            12, name, zip_de(sound.entradas(right, b"\n".join(changed_lines))), f"manifesto.{code}"
        )
    for name, other in (
        ("comentario-livre", signature.replace(b"untrusted comment: c", b"untrusted comment: d")),
        ("quinta-linha", signature + b"x\n"),
        ("sem-lf", signature[:-1]),
        ("crlf", signature.replace(b"\n", b"\r\n")),
        ("base64-nao-canonico", signature.replace(lines[3], lines[3][:-3] + b"x==")),
        ("legado", sound.assinatura(right, alg=b"Ed")),
    ):
        row = 13 if name == "legado" else 12
        yield Caso(row, name, zip_de(sound.entradas(right, other)), "manifesto.assinatura_forma")
    other = sound.assinatura(right, confiavel=b"civico/pacote/v1 outra coisa")
    yield Caso(12, "comentario-confiavel", zip_de(sound.entradas(right, other)),
               "manifesto.assinatura")  # fmt: skip
    other = sound.assinatura(right, key="transporte-b")
    yield Caso(13, "outra-chave", zip_de(sound.entradas(right, other)), "manifesto.assinatura")
    stranger = replace(sound.dizendo(no=no_of("c")), remetente="c")
    yield Caso(14, "remetente-fora-da-rede", stranger.bytes(), "manifesto.remetente")
    one = Rede(rede.documentos[:1])
    yield Caso(14, "sem-chave-de-transporte", Pacote.de(one, "a", a).bytes(), "manifesto.remetente")
    for nome in (f"{a.pasta}eventos.jsonl", f"{b.pasta}checkpoint", "rede/rede-1.json"):
        files = [
            {**item, "sha256": "0" * 64} if item["nome"] == nome else item for item in sound.lista()
        ]
        made = sound.dizendo(arquivos=files).bytes()
        yield Caso(12, f"soma-{nome.rpartition('/')[2]}", made, "manifesto.soma")
    restricted = Pacote.de(rede, "a", a, b, classe="restrito", destinatarios=("b",))
    yield Caso(53, "restrito-aberto", restricted.bytes(), "pacote.restrito_aberto")
    exposed = Pacote.de(rede, "a", a, b, classe="restrito", destinatarios=("b",))
    yield Caso(36, "restrito-exposto", exposed.dizendo(classe="publico").bytes(),
               "pacote.restrito_exposto")  # fmt: skip
    yield Caso(51, "cifrado", b"age-encryption.org/v1\n-> X25519 abc\n", "pacote.cifrado")


def redes() -> Iterator[Caso]:
    rede, a, b, sound = base()
    other = Rede.de("b", "a")
    yield Caso(15, "outra-rede", sound.dizendo(rede=other.id).bytes(), "rede.outra")
    third = rede.mais(threshold=1)
    yield Caso(0, "terceira-versao", Pacote.de(third, "a", a, b).bytes())
    skipped = Rede([rede.documentos[0], third.documentos[2]])
    yield Caso(29, "versao-saltada", Pacote.de(skipped, "a", a, b).bytes(), "rede.invalida")
    again = Rede([*rede.documentos, rede.documentos[1]])
    yield Caso(29, "mesma-versao-duas-vezes", Pacote.de(again, "a", a, b).bytes(), "rede.invalida")
    forged = rede.mais(threshold=1, signers=("intruso",))
    yield Caso(29, "abaixo-do-limiar", Pacote.de(forged, "a", a, b).bytes(), "rede.invalida")
    weak = (1).to_bytes(32, "little").hex()
    bad = alterado(rede.documentos[1][0], lambda v: v["nos"][0].update(chave_log=weak))
    signed = _signed(bad)
    yield Caso(18, "chave-de-ordem-baixa",
               Pacote.de(Rede([rede.documentos[0], signed]), "a", a, b).bytes(),
               "rede.invalida")  # fmt: skip
    sealed = rede.mais(seals=[Seal(a.no, 0, 3, root(a.hashes()[:3]).hex())])
    yield Caso(27, "alem-do-selo", Pacote.de(sealed, "a", a, b).bytes(),
               achados=("folha.alem_do_selo",) * 5)  # fmt: skip
    yield Caso(28, "alem-do-selo-em-parte", Pacote.de(sealed, "a", a, b, de={"a": 5}).bytes(),
               achados=("folha.alem_do_selo",) * 3)  # fmt: skip
    false = rede.mais(seals=[Seal(a.no, 0, 3, "ab" * 32)])
    yield Caso(27, "outro-selo", Pacote.de(false, "a", a, b).bytes(),
               feeds=por_feed({"a": "feed.selo"}))  # fmt: skip
    gone = rede.mais(nodes=[entry_of("a", 0)])
    yield Caso(16, "no-que-saiu", Pacote.de(gone, "a", a, b).bytes(),
               feeds=por_feed({"b": "feed.desconhecido"}))  # fmt: skip


def redes_em_volta() -> Iterator[Caso]:
    """What the text says beside the rows: who comes from where, keys, order, what does not count."""
    rede, a, b, sound = base()
    first, second = rede.documentos
    invalid = "rede.invalida"

    def says(name: str, versions: list[tuple[bytes, bytes]], motivo: str | None = invalid) -> Caso:
        return Caso(29, name, Pacote.de(Rede(versions), "a", a, b).bytes(), motivo)

    newest = parse_document(second[0])
    shared = alterado(
        make_successor(newest), lambda v: v["nos"][0].update(chave_log=v["nos"][1]["chave_log"])
    )
    yield says("uma-chave-de-dois-nos", [first, second, _signed(shared)])
    former = FormerNetwork(4, "ab" * 32)
    ada, bia = (entry_of(name, n) for n, name in enumerate("ab"))
    later = rede.mais(nodes=[replace(ada, antes=former), bia])
    yield says("antes-que-aparece", later.documentos)
    coming = Rede([first]).mais(nodes=[ada, replace(bia, antes=former)])
    gone = coming.mais(nodes=[ada])
    yield says("antes-que-some", coming.mais(nodes=[ada, bia]).documentos)
    yield says("volta-sem-antes", gone.mais(nodes=[ada, bia]).documentos)
    other = replace(bia, antes=FormerNetwork(5, "ab" * 32))
    yield says("volta-com-outro-antes", gone.mais(nodes=[ada, other]).documentos)
    # Headers and notes of b are of this network, and the document says of another one.
    back = gone.mais(nodes=[ada, replace(bia, antes=former)])
    yield Caso(29, "volta-com-o-seu-antes", Pacote.de(back, "a", a, b).bytes(),
               feeds=por_feed({"b": "feed.nota_manifesto"}))  # fmt: skip
    keys = [*json.loads(second[1]), {"chave": "00" * 32, "assinatura": "11" * 64}]
    keys.append({"chave": parse_document(first[0]).nos[0].chave_log, "assinatura": "22" * 64})
    beside = encode_canonical(sorted(keys, key=lambda one: one["chave"]))
    yield says("assinaturas-que-nao-contam", [first, (second[0], beside)], None)
    wrong = encode_canonical([{**json.loads(second[1])[0], "assinatura": "11" * 64}])
    yield says("assinatura-errada-da-raiz", [first, (second[0], wrong)])
    # The sum of a later version is looked at before the chain of an earlier one.
    broken = Pacote.de(Rede([first, _signed(shared), second]), "a", a, b)
    listed = broken.lista()
    for item in listed:
        if item["nome"] == "rede/rede-3.sigs":
            item["sha256"] = "00" * 32
    yield Caso(29, "soma-antes-da-corrente", broken.dizendo(arquivos=listed).bytes(),
               "manifesto.soma")  # fmt: skip
    foreign = Pacote.de(rede, "a", a, b).dizendo(rede="cd" * 32, arquivos=[
        {**item, "sha256": "00" * 32} if item["nome"] == "rede/rede-2.sigs" else item
        for item in sound.lista()
    ])  # fmt: skip
    yield Caso(15, "soma-antes-da-genese", foreign.bytes(), "manifesto.soma")


def _signed(raw: bytes) -> tuple[bytes, bytes]:
    return raw, sign_document(raw, [seed("raiz")])
