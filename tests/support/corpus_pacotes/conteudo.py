"""Events, parts, attachments, evidence; and sound bundles (rows 21, 24, 25, 32 to 41, 48, 66, 68)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace

import msgspec

from core.kernel.canonical import encode_canonical
from core.kernel.header import PartEntry, decode_header, encode_header
from core.kernel.identity.names import feed_origin
from core.kernel.identity.note import Checkpoint, sign_checkpoint
from core.kernel.merkle import EMPTY_ROOT, inclusion_proof, node
from core.kernel.parts import commitment
from tests.support.corpus_pacotes.caso import IMAGEM, Caso, anexo_de, base
from tests.support.pacote_bytes import linhas, seed, zip_de
from tests.support.pacotes import Feed, Pacote, Parte, alterado, cadeia, linha_de_parte, no_of


def sadios() -> Iterator[Caso]:
    rede, a, b, sound = base()
    yield Caso(0, "completo", sound.bytes())
    yield Caso(0, "incremental", Pacote.de(rede, "a", a, b, de={"a": 5, "b": 4}).bytes())
    nothing_new = Pacote.de(rede, "a", a, b, de={"a": 8, "b": 5}).com(anexo_de(a), None)
    yield Caso(0, "sem-eventos-novos", nothing_new.bytes())
    yield Caso(0, "sem-compressao", zip_de(sound.entradas(), stored=True))
    yield Caso(0, "ext", sound.dizendo(ext={"qualquer": [1, "x", None]}).bytes())
    yield Caso(0, "demonstracao", Pacote.de(rede, "a", a, b, demonstracao=True).bytes())
    yield Caso(66, "levado-por-outro", Pacote.de(rede, "b", a, b).bytes())
    yield Caso(34, "partes-retidas", sound.com(f"partes/{a.no}-e0.jsonl", None).bytes(),
               achados=("anexo.sem_compromisso",))  # fmt: skip
    yield Caso(37, "anexo-ausente", sound.com(anexo_de(a), None).bytes())
    hostile = cadeia("a", rede, 2)
    hostile.mais({"texto": '=HYPERLINK("http://x") <b>\u202e</b> \x00'}, tipo="teste.<b>\u202efato")
    yield Caso(68, "texto-hostil", Pacote.de(rede, "a", hostile, b).bytes())
    late = cadeia("a", rede, 2)
    for moment in ("2099-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z"):
        late.mais({"x": 1}, timestamp=moment)
    yield Caso(48, "relogios", Pacote.de(rede, "a", late, b).bytes())


def folhas() -> Iterator[Caso]:
    rede, _a, b, _sound = base()

    def leaf(row: int, name: str, raw: bytes, *, codes: int = 1) -> Caso:
        feed = cadeia("a", rede, 2).folha(raw)
        feed.mais({"depois": 1})
        made = Pacote.de(rede, "a", feed, b).bytes()
        return Caso(row, name, made, achados=("folha.invalida",) * codes)

    start = cadeia("a", rede, 2)
    right = encode_header(start.cabecalho())
    for name, raw in (
        ("espaco", right.replace(b'"v":1', b'"v": 1')),
        ("ordem-das-chaves", b'{"v":1,' + right[1:-1].replace(b'"v":1,', b"") + b"}"),
        ("um-ponto-zero", right.replace(b'"v":1', b'"v":1.0')),
        ("escape", right.replace(b"teste.fato", b"teste.fat\\u006f")),
        ("menos-zero", right.replace(b'"regra_versao":1', b'"regra_versao":-0')),
        ("2-a-53", right.replace(b'"regra_versao":1', b'"regra_versao":9007199254740992')),
        ("repetida", right[:-1] + b',"versao_schema":"1.0.0"}'),
        ("nao-json", b"isto nao e um cabecalho"),
        ("vazia", b""),
        ("utf8-invalido", b"\xff\xfe"),
        ("campo-a-mais", alterado(right, lambda v: v.update(outro=1))),
        ("campo-a-menos", alterado(right, lambda v: v.pop("causa"))),
        ("seq", alterado(right, lambda v: v.update(seq=9))),
        ("prev", alterado(right, lambda v: v.update(prev="ab" * 32))),
        ("no", alterado(right, lambda v: v.update(no=no_of("b")))),
        ("rede", alterado(right, lambda v: v.update(rede="ab" * 32))),
        ("epoca", alterado(right, lambda v: v.update(epoca=1))),
        ("hora", alterado(right, lambda v: v.update(timestamp="2026-02-30T12:00:00.000Z"))),
        ("tipo", alterado(right, lambda v: v.update(tipo="com espaco"))),
        ("partes", alterado(right, lambda v: v.update(partes=[{"nome": "x"}]))),
    ):
        yield leaf(32, f"folha-{name}", raw)
    twice = cadeia("a", rede, 2)
    for n in (1, 2):
        twice.mais({"n": n}, event_id="00000000-0000-4000-8000-000000000001")
    yield Caso(41, "event-id-repetido", Pacote.de(rede, "a", twice, b).bytes())
    unknown = cadeia("a", rede, 2)
    unknown.mais({"n": 1}, tipo="futuro.desconhecido", versao_schema="9.0.0", critico=True)
    yield Caso(38, "tipo-desconhecido", Pacote.de(rede, "a", unknown, b).bytes())


def partes() -> Iterator[Caso]:
    rede, a, b, sound = base()
    nome = f"partes/{a.no}-e0.jsonl"
    lines = sound.arquivos[nome].split(b"\n")[:-1]
    hashes = a.hashes()

    def parts(row: int, name: str, content: list[bytes], *achados: str) -> Caso:
        return Caso(row, name, sound.com(nome, linhas(content)).bytes(), achados=achados)

    first = a.partes[0][0]
    dropped = "parte.invalida"
    yield Caso(34, "partes-vazias", sound.com(nome, b"").bytes(),
               achados=("anexo.sem_compromisso",))  # fmt: skip
    twice = cadeia("a", rede, 1).folha(b"{}").folha(b"{}")
    told = [linha_de_parte(twice.hashes()[0], part) for part in twice.partes[0][:1]]
    named = linhas([*told, linha_de_parte(twice.hashes()[1], first)])
    yield Caso(32, "folhas-iguais", Pacote.de(rede, "a", twice, b).com(nome, named).bytes(),
               achados=("folha.invalida", "folha.invalida", dropped))  # fmt: skip
    other = linha_de_parte(hashes[0], replace(first, conteudo=b'{"numero":1,"texto":"outro"}'))
    yield parts(33, "conteudo", [other, *lines[1:]], dropped)
    salt = linha_de_parte(hashes[0], replace(first, sal=b"\x01" * 32))
    yield parts(33, "sal", [salt, *lines[1:]], dropped)
    longer = linha_de_parte(hashes[0], replace(first, conteudo=first.conteudo + b" "))
    yield parts(33, "tamanho", [longer, *lines[1:]], dropped)
    elsewhere = linha_de_parte(hashes[0], replace(first, nome="publica.texto"))
    yield parts(33, "nome", [elsewhere, *lines[1:]], dropped)
    yield parts(33, "evento-que-nao-ha", [linha_de_parte(b"\x01" * 32, first), *lines], dropped)
    yield parts(33, "duas-vezes", [lines[0], *lines], dropped)
    yield parts(33, "fora-de-ordem", [lines[1], lines[0], *lines[2:]], dropped)
    yield parts(34, "sem-a-primeira", lines[1:])
    for name, line in (
        ("espaco", lines[0].replace(b'"nome":', b'"nome": ')),
        ("campo-a-mais", lines[0][:-1] + b',"x":1}'),
        ("sem-sal", alterado(lines[0], lambda v: v.pop("salt"))),
        ("sal-curto", alterado(lines[0], lambda v: v.update(salt="ab"))),
        ("nome-impossivel", alterado(lines[0], lambda v: v.update(nome="publica.outra"))),
        ("linha-vazia", b""),
        ("lista", b"[]"),
    ):
        made = sound.com(nome, linhas([line, *lines[1:]])).bytes()
        yield Caso(33, f"forma-{name}", made, "partes.forma")
    yield Caso(33, "forma-sem-lf", sound.com(nome, linhas(lines)[:-1]).bytes(), "partes.forma")
    content = b"um anexo que ninguem nomeia"
    sha256 = hashlib.sha256(content).hexdigest()
    loose = sound.com(f"anexos/{sha256[:2]}/{sha256}", content)
    yield Caso(37, "anexo-sem-evento", loose.bytes(), achados=("anexo.sem_compromisso",))
    feed = cadeia("a", rede, 1)
    feed.mais({"x": 1}, anexo=IMAGEM)
    item = {"i": 5, "sal": "00" * 32, "sha256": hashlib.sha256(IMAGEM).hexdigest()}
    wrong = Parte("publica.anexos", encode_canonical({"anexos": [item]}), feed.partes[1][0].sal)
    resealed = _resealed(feed, wrong)
    made = Pacote.de(rede, "a", resealed, b).bytes()
    yield Caso(37, "anexo-fora-da-lista", made, achados=("anexo.sem_compromisso",))
    item = {"i": 0, "sal": "00" * 32, "sha256": hashlib.sha256(IMAGEM).hexdigest()}
    wrong = replace(wrong, conteudo=encode_canonical({"anexos": [item]}))
    made = Pacote.de(rede, "a", _resealed(feed, wrong), b).bytes()
    yield Caso(37, "anexo-outro-compromisso", made, achados=("anexo.sem_compromisso",))


def _resealed(feed: Feed, part: Parte) -> Feed:
    """The feed with its last event sealed anew around another attachments part."""
    header = decode_header(feed.folhas[-1])
    entries = tuple(
        PartEntry("publica", commitment(part.sal, part.conteudo).hex(), part.nome,
                  len(part.conteudo), None) if entry.nome == part.nome else entry
        for entry in header.partes
    )  # fmt: skip
    made = feed.copia()
    made.folhas[-1] = encode_header(msgspec.structs.replace(header, partes=entries))
    made.partes[-1] = [part if old.nome == part.nome else old for old in made.partes[-1]]
    return made


def evidencias() -> Iterator[Caso]:
    rede, a, b, sound = base()
    branch = a.copia()
    branch.folhas, branch.partes = branch.folhas[:5], branch.partes[:5]
    for n in range(3):
        branch.mais({"outra": n})
    longer = branch.copia()
    longer.mais({"ainda": 1})

    def side(feed: Feed, seq: int | None) -> dict[str, object]:
        note = feed.nota().decode()
        if seq is None:
            return {"cabecalho": None, "nota": note, "prova": []}
        proof = [item.hex() for item in inclusion_proof(feed.hashes(), seq)]
        return {"cabecalho": feed.folhas[seq].decode(), "nota": note, "prova": proof}

    def evidence(*sides: dict[str, object], **change: object) -> bytes:
        value: dict[str, object] = {
            "v": 1, "tipo": "civico/evidencia", "no": a.no, "epoca": 0,
            "lados": sorted(sides, key=lambda item: str(item["nota"]).encode()),
        }  # fmt: skip
        return encode_canonical({**value, **change})

    def case(row: int, name: str, raw: bytes, code: str) -> Caso:
        entry = f"evidencias/{hashlib.sha256(raw).hexdigest()}.json"
        return Caso(row, name, sound.com(entry, raw).bytes(), achados=(code,))

    good, bad = "evidencia.valida", "evidencia.invalida"
    yield case(24, "mesmo-tamanho", evidence(side(a, None), side(branch, None)), good)
    yield case(25, "mesmo-seq", evidence(side(a, 5), side(longer, 5)), good)
    yield case(24, "mesma-nota", evidence(side(a, None), side(a, None)), bad)
    yield case(24, "tamanhos-diferentes", evidence(side(a, None), side(longer, None)), bad)
    yield case(25, "mesmo-cabecalho", evidence(side(a, 4), side(longer, 4)), bad)
    yield case(25, "outro-seq", evidence(side(a, 5), side(longer, 6)), bad)
    yield case(24, "de-outro-no", evidence(side(a, None), side(branch, None), no=b.no), bad)
    yield case(24, "forma", evidence(side(a, None)), bad)
    inner = side(a, 5)
    hashes = a.hashes()
    inner["cabecalho"] = "\x01" + node(hashes[4], hashes[5]).hex()
    yield case(21, "no-interno", evidence(inner, side(longer, 5)), bad)
    short = side(a, 5)
    short["prova"] = list(short["prova"])[:-1]  # type: ignore[call-overload] # a list of texts
    yield case(21, "prova-curta", evidence(short, side(longer, 5)), bad)
    zero = sign_checkpoint(Checkpoint(feed_origin(rede.id, a.no, 0), 0, EMPTY_ROOT), seed("log-a"))
    nothing: dict[str, object] = {"cabecalho": None, "nota": zero.decode(), "prova": []}
    yield case(24, "nota-vazia", evidence(nothing, side(a, None)), bad)
