"""Notes, roots and proofs (rows 16 to 22)."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from core.kernel.merkle import root
from tests.support.corpus_pacotes.caso import Caso, base, por_feed
from tests.support.pacote_bytes import linhas
from tests.support.pacotes import Pacote


def notas() -> Iterator[Caso]:
    _rede, a, b, sound = base()
    nome = f"{a.pasta}checkpoint"
    right = a.nota()
    text, _, line = right.partition(b"\n\n")

    def case(row: int, name: str, note: bytes, code: str) -> Caso:
        return Caso(row, name, sound.com(nome, note).bytes(), feeds=por_feed({"a": code}))

    yield case(16, "chave-de-outro", a.nota(key="log-b"), "feed.nota_chave")
    blob = base64.b64decode(line.split(b" ")[2])
    other = blob[:4] + base64.b64decode(a.nota(key="log-b").split(b" ")[-1])[4:]
    mixed = line.rpartition(b" ")[0] + b" " + base64.b64encode(other) + b"\n"
    yield case(16, "mesmo-id-outra-chave", text + b"\n\n" + mixed, "feed.nota_assinatura")
    stranger = [
        f"— testemunha {base64.b64encode(bytes([n]) + blob[1:]).decode()}\n".encode()
        for n in range(16)
    ]
    yield case(17, "17-assinaturas", right + b"".join(stranger), "feed.nota")
    yield Caso(17, "16-assinaturas", sound.com(nome, right + b"".join(stranger[:15])).bytes())
    yield case(17, "crlf", right.replace(b"\n", b"\r\n"), "feed.nota")
    yield case(17, "zero-a-esquerda", right.replace(b"\n8\n", b"\n08\n"), "feed.nota")
    root_line = right.split(b"\n")[2]
    loose = root_line[:-2] + bytes([root_line[-2] + 1]) + b"="
    yield case(17, "base64-frouxo", right.replace(root_line, loose), "feed.nota")
    short = base64.b64encode(base64.b64decode(root_line)[:31])
    yield case(17, "raiz-curta", right.replace(root_line, short), "feed.nota")
    empty = right.replace(b"\n8\n", b"\n0\n")
    yield case(17, "tamanho-zero", empty, "feed.nota")
    yield case(17, "sem-lf", right[:-1], "feed.nota")
    yield case(17, "vazia", b"", "feed.nota")
    yield case(17, "extensao", right.replace(b"\n\n", b"\nextensao\n\n"), "feed.nota")
    yield case(16, "de-outro-feed", b.nota(), "feed.nota_manifesto")
    yield case(16, "outro-tamanho", a.nota(7), "feed.nota_manifesto")
    low = bytes.fromhex("0100000000000000000000000000000000000000000000000000000000000000")
    for name, signature in (
        ("r-de-ordem-baixa", low + bytes(32)),
        ("s-mais-l", blob[4:36] + _s_plus_order(blob[36:])),
        ("bit", blob[4:-1] + bytes([blob[-1] ^ 1])),
    ):
        wrong = base64.b64encode(blob[:4] + signature)
        made = text + b"\n\n" + line.rpartition(b" ")[0] + b" " + wrong + b"\n"
        yield case(18, name, made, "feed.nota_assinatura")
    without = sound.com(nome, None)
    yield Caso(10, "sem-nota", without.bytes(), feeds=por_feed({"a": "feed.arquivos"}))
    stray = sound.com(f"{a.pasta}consistencia-1-8.txt", b"x\n")
    yield Caso(10, "prova-a-mais", stray.bytes(), feeds=por_feed({"a": "feed.arquivos"}))
    without = sound.com(f"{a.pasta}eventos.jsonl", None)
    yield Caso(10, "sem-eventos", without.bytes(), feeds=por_feed({"a": "feed.arquivos"}))


def _s_plus_order(raw: bytes) -> bytes:
    order = 2**252 + 27742317777372353535851937790883648493
    return (int.from_bytes(raw, "little") + order).to_bytes(32, "little")


def arvores() -> Iterator[Caso]:
    rede, a, b, sound = base()
    nome = f"{a.pasta}eventos.jsonl"

    def leaves(row: int, name: str, folhas: list[bytes], code: str) -> Caso:
        made = sound.com(nome, linhas(folhas)).bytes()
        return Caso(row, name, made, feeds=por_feed({"a": code}), achados=())

    one = [*a.folhas[:2], a.folhas[2].replace(b"teste.fato", b"teste.fatO"), *a.folhas[3:]]
    yield leaves(19, "um-byte", one, "feed.raiz")
    yield leaves(20, "trocados", [a.folhas[1], a.folhas[0], *a.folhas[2:]], "feed.raiz")
    yield leaves(20, "um-a-menos", a.folhas[:-1], "feed.eventos")
    yield leaves(20, "repetido-no-fim", [*a.folhas, a.folhas[-1]], "feed.eventos")
    yield leaves(20, "repetido-no-lugar", [*a.folhas[:-1], a.folhas[-2]], "feed.raiz")
    cut = sound.com(nome, linhas(a.folhas)[:-1]).bytes()
    yield Caso(20, "sem-ultimo-lf", cut, feeds=por_feed({"a": "feed.eventos"}))
    empty = sound.com(nome, b"").bytes()
    yield Caso(20, "sem-nenhuma-linha", empty, feeds=por_feed({"a": "feed.eventos"}))
    part = Pacote.de(rede, "a", a, b, de={"a": 3})
    proof_name = f"{a.pasta}consistencia-3-8.txt"
    right = part.arquivos[proof_name]
    proof = right.split(b"\n")[:-1]
    flipped = bytearray(base64.b64decode(proof[1]))
    flipped[0] ^= 1
    swapped = [base64.b64encode(root(a.hashes())), *proof[1:]]
    for name, content in (
        ("vazia", b""),
        ("so-a-raiz", proof[0] + b"\n"),
        ("bit", linhas([proof[0], base64.b64encode(flipped), *proof[2:]])),
        ("raizes-trocadas", linhas(swapped)),
        ("uma-linha-a-mais", right + proof[0] + b"\n"),
        ("comprida", linhas([proof[0]] * 65)),
        ("sem-lf", right[:-1]),
        ("base64-frouxo", linhas([proof[0].rstrip(b"="), *proof[1:]])),
        ("hash-curto", linhas([proof[0], base64.b64encode(b"x" * 31), *proof[2:]])),
    ):
        made = part.com(proof_name, content).bytes()
        yield Caso(22, f"prova-{name}", made, feeds=por_feed({"a": "feed.consistencia"}))
    long = part.com(proof_name, linhas([proof[0]] * 1_000)).bytes()
    yield Caso(22, "prova-enorme", long, "pacote.limites")
    renamed = part.com(proof_name, None).com(f"{a.pasta}consistencia-8-3.txt", right)
    yield Caso(22, "prova-invertida", renamed.bytes(), feeds=por_feed({"a": "feed.arquivos"}))
    false = part.com(nome, linhas([a.folhas[2], *a.folhas[4:]])).bytes()
    yield Caso(20, "faixa-errada", false, feeds=por_feed({"a": "feed.raiz"}))
