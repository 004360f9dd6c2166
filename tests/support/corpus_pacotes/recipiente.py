"""Containers: truncated, stuffed, lying, with entries or names that no bundle has (rows 1 to 10, 54)."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

from tests.support.corpus_pacotes.caso import Caso, anexo_de, base
from tests.support.pacote_bytes import zip_de
from tests.support.pacotes import Feed, Pacote


def recipientes() -> Iterator[Caso]:
    _rede, a, _b, sound = base()
    raw, entries = sound.bytes(), sound.entradas()
    events = f"{a.pasta}eventos.jsonl"
    yield Caso(1, "vazio", b"", "pacote.vazio")
    yield Caso(1, "texto", b"nada disso e um pacote\n" * 9, "pacote.nao_e_zip")
    yield Caso(1, "so-o-fim", raw[-22:], "pacote.nao_e_zip")
    for name, size in (("3", 3), ("local", 30), ("meio", len(raw) // 2), ("ultimo", len(raw) - 1)):
        code = "pacote.nao_e_zip" if size == 3 else "pacote.cortado"
        yield Caso(2, f"cortado-{name}", raw[:size], code)
    yield Caso(3, "antes", b"MZ" + raw, "pacote.nao_e_zip")
    yield Caso(3, "depois", raw + b"\n", "pacote.cortado")
    with_zip = raw + zip_de([("manifesto.json", b"{}"), ("manifesto.json.minisig", b"x")])
    yield Caso(3, "zip-atras-de-zip", with_zip, "pacote.perfil")
    gap = _with_gap(entries)
    yield Caso(3, "entre-entradas", gap, "pacote.perfil")
    for name, place, change in (
        ("bits", "both", {"flags": 0x800}),
        ("cifrado", "both", {"flags": 1}),
        ("descritor", "both", {"flags": 8}),
        ("metodo-12", "both", {"method": 12}),
        ("versao", "both", {"need": 45}),
        ("hora", "both", {"time": 1}),
        ("data", "both", {"date": 0x22}),
        ("feito-por-unix", "central", {"made": 0x0314}),
        ("extra", "central", {"extra": 4}),
        ("comentario", "central", {"comment": 4}),
        ("disco", "central", {"disk": 1}),
        ("posicao", "central", {"offset": 7}),
    ):
        local = None if place == "central" else change
        made = zip_de(entries, onde=events, central=change, local=local)
        yield Caso(6, name, made, "pacote.perfil")
    for name, mode in (("ligacao", 0o120777), ("pasta", 0o040755), ("dispositivo", 0o060600)):
        wrong_mode = zip_de(entries, onde=events, central={"external": mode << 16})
        yield Caso(6, name, wrong_mode, "pacote.perfil")
    yield Caso(7, "crc", zip_de(entries, onde=events, local={"crc": 1}), "pacote.perfil")
    yield Caso(7, "tamanho", zip_de(entries, onde=events, local={"size": 9}), "pacote.perfil")
    yield Caso(7, "metodo", zip_de(entries, onde=events, local={"method": 0}), "pacote.perfil")
    other = events.replace("eventos", "evEntos")
    yield Caso(7, "nome", zip_de(entries, onde=events, nome_central=other), "pacote.nome")
    same = events.replace("a", "b", 1) if "a" in events[6:38] else events.replace("b", "c", 1)
    yield Caso(7, "outro-no", zip_de(entries, onde=events, nome_central=same), "pacote.nome"
               if not _keeps_order(entries, events, same) else "pacote.perfil")  # fmt: skip
    zeros = sound.com(f"partes/{a.no}-e0.jsonl", b"\0" * 3_000_000)
    yield Caso(8, "bomba-declarada", _deflated(zeros, f"partes/{a.no}-e0.jsonl"), "pacote.limites")
    yield Caso(8, "bomba-escondida", _lying(zeros, a, size=100_000), "pacote.compressao")
    nested = sound.com(f"partes/{a.no}-e0.jsonl", raw)
    yield Caso(8, "zip-dentro", nested.bytes(), "partes.forma")
    yield Caso(9, "menor", _lying(sound, a, by=-1), "pacote.compressao")
    yield Caso(9, "maior", _lying(sound, a, by=1), "pacote.compressao")
    both = {"crc": 1}
    yield Caso(9, "crc-dos-dois", zip_de(entries, onde=events, local=both, central=both),
               "pacote.compressao")  # fmt: skip
    yield Caso(9, "deflate-invalido", zip_de(entries, onde=events, dados=lambda d: b"\xff" + d[1:]),
               "pacote.compressao")  # fmt: skip
    yield Caso(9, "deflate-e-mais", zip_de(entries, onde=events, dados=lambda d: d + b"\0"),
               "pacote.compressao")  # fmt: skip
    yield Caso(9, "deflate-cortado", zip_de(entries, onde=events, dados=lambda d: d[:-1]),
               "pacote.compressao")  # fmt: skip
    many = [("manifesto.json", b"{}"), ("manifesto.json.minisig", b"")]
    names = (f"{n:064x}" for n in range(20_001))
    many += sorted((f"anexos/{name[:2]}/{name}", b"") for name in names)
    yield Caso(54, "entradas-demais", zip_de(many), "pacote.limites")
    long_line = sound.com(events, lambda content: b"x" * 8_193 + b"\n" + content)
    yield Caso(54, "linha-longa", long_line.bytes(), "pacote.limites")
    part_line = sound.com(f"partes/{a.no}-e0.jsonl", bytes(n % 251 + 1 for n in range(525_400)))
    yield Caso(54, "parte-longa", part_line.bytes(), "partes.forma")
    huge = {"size": 67_108_865, "packed": 67_108_865}
    yield Caso(54, "anexo-grande", zip_de(entries, onde=anexo_de(a), central=huge),
               "pacote.limites")  # fmt: skip


def _packed(content: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(content) + packer.flush()


def _deflated(pacote: Pacote, nome: str) -> bytes:
    """The entry deflated although its ratio forbids it."""
    content = pacote.arquivos[nome]
    data = _packed(content)
    told = {"method": 8, "packed": len(data)}
    return zip_de(pacote.entradas(), onde=nome, local=told, central=told, dados=lambda _d: data)


def _lying(pacote: Pacote, feed: Feed, *, by: int = 0, size: int | None = None) -> bytes:
    """A bundle whose headers and manifest agree on a size that the data has not."""
    nome = f"{feed.pasta}eventos.jsonl" if size is None else f"partes/{feed.no}-e0.jsonl"
    true = len(pacote.arquivos[nome])
    said = true + by if size is None else size
    files = [{**item, "tamanho": said} if item["nome"] == nome else item for item in pacote.lista()]
    told: dict[str, int] = {"size": said}
    data = _packed(pacote.arquivos[nome])
    if size is not None:
        told |= {"method": 8, "packed": len(data)}
    entries = pacote.entradas(manifesto=pacote.dizendo(arquivos=files).bytes_do_manifesto())
    change = (lambda _d: data) if size is not None else None
    return zip_de(entries, onde=nome, local=told, central=told, dados=change)


def _with_gap(entries: list[tuple[str, bytes]]) -> bytes:
    """Two bytes between the second entry and the third, all offsets told rightly."""
    first = zip_de(entries[:2])
    *_rest, _length, start, _comment = struct.unpack("<4sHHHHIIH", first[-22:])
    whole = zip_de(entries)
    *_rest2, length2, start2, _comment2 = struct.unpack("<4sHHHHIIH", whole[-22:])
    out = bytearray(whole[:start] + b"\0\0" + whole[start:])
    place, end = start2 + 2, start2 + 2 + length2
    while place < end:
        (name,) = struct.unpack_from("<H", out, place + 28)
        (offset,) = struct.unpack_from("<I", out, place + 42)
        if offset >= start:
            struct.pack_into("<I", out, place + 42, offset + 2)
        place += 46 + name
    struct.pack_into("<I", out, len(out) - 6, start2 + 2)
    return bytes(out)


def _keeps_order(entries: list[tuple[str, bytes]], old: str, new: str) -> bool:
    names = [new if nome == old else nome for nome, _ in entries[2:]]
    return names == sorted(set(names))


def nomes() -> Iterator[Caso]:
    _rede, a, _b, sound = base()
    entries = sound.entradas()
    last = entries[-1]
    yield Caso(4, "repetido", zip_de([*entries, last]), "pacote.nome")
    upper = last[0].upper()
    yield Caso(4, "maiusculas", zip_de([*entries, (upper, b"x")]), "pacote.nome")
    yield Caso(4, "nfd", zip_de([*entries, ("rede/e\u0301.json", b"x")]), "pacote.nome")
    yield Caso(4, "fora-de-ordem", zip_de([*entries[:2], entries[3], entries[2], *entries[4:]]),
               "pacote.nome")  # fmt: skip
    yield Caso(4, "manifesto-outra-vez", zip_de([*entries, entries[0]]), "pacote.nome")
    for number, nome in enumerate(
        (
            "../x", "/abs", "C:\\x", "rede\\x", "rede/x\0y", "CON", "nul.txt", "x.", "x ", "",
            "rede/../x", "rede/", "rede/rede-01.json", "rede/rede-10000.json", "zz/" + "y" * 200,
            f"feeds/{a.no}-e00/checkpoint", f"feeds/{a.no}-e0/checkpoint/", "anexos/00/11" + "0" * 62,
        )
    ):  # fmt: skip
        yield Caso(5, f"nome-{number}", zip_de([*entries, (nome, b"x")]), "pacote.nome")
    yield Caso(10, "sem-manifesto", zip_de(entries[1:]), "manifesto.ausente")
    yield Caso(10, "sem-assinatura", zip_de([entries[0], *entries[2:]]), "manifesto.ausente")
    yield Caso(10, "so-manifesto", zip_de(entries[:1]), "manifesto.ausente")
    extra = [*entries, ("rede/rede-9.json", b"x")]
    yield Caso(10, "a-mais", zip_de(extra), "manifesto.inventario")
    yield Caso(10, "a-menos", zip_de(entries[:-1]), "manifesto.inventario")
    stray = sound.com(f"feeds/{'0' * 32}-e0/checkpoint", b"x")
    yield Caso(10, "feed-sem-manifesto", stray.bytes(), "manifesto.inventario")
    stray = sound.com(f"partes/{'0' * 32}-e0.jsonl", b"x\n")
    yield Caso(10, "partes-sem-feed", stray.bytes(), "manifesto.inventario")
    wrong = sound.com(f"anexos/00/00{'1' * 62}", b"outro conteudo")
    yield Caso(37, "anexo-de-outra-soma", wrong.bytes(), "manifesto.inventario")
    wrong = sound.com(f"evidencias/{'1' * 64}.json", b"{}")
    yield Caso(37, "evidencia-de-outra-soma", wrong.bytes(), "manifesto.inventario")
    yield Caso(10, "versao-da-rede-a-menos", sound.dizendo(rede_versao=1).bytes(),
               "manifesto.inventario")  # fmt: skip
    yield Caso(10, "versao-da-rede-a-mais", sound.dizendo(rede_versao=2**53 - 1).bytes(),
               "manifesto.inventario")  # fmt: skip
