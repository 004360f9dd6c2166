"""Writes ``formato.json``: what the second implementation answers.

``python -m tests.vectors.gerar_formato`` from the top of the tree. The file is checked in, and
a test makes it again and compares; it changes only together with a new version of the format.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tests.vectors.segunda_implementacao import (
    RecusaError,
    compromisso,
    compromisso_de_anexo,
    conferir_cabecalho,
    event_hash,
    jcs,
    ler_perfil,
    nome_do_no,
    perfil,
    prova_de_consistencia,
    prova_de_inclusao,
    raiz,
    sha256,
)

ARQUIVO = Path(__file__).with_name("formato.json")
TIPOS = [
    "demanda.recebida",
    "conselheiro.atualização_registrada",
    "território.câmara_à_vista",
    "demanda.normalizada",
    "conselheiro.sorteado",
    "agenda.item_concluído",
    "cidadão.cadastrado",
    "moderacao.decidida",
]


def fixo(nome: str, tamanho: int = 32) -> bytes:
    """Bytes that stand for randomness."""
    return sha256(f"vetor/{nome}".encode())[:tamanho]


def uuid(nome: str) -> str:
    h = fixo(nome, 16).hex()
    return f"{h[:8]}-{h[8:12]}-4{h[13:16]}-a{h[17:20]}-{h[20:]}"


CHAVE_LOG = fixo("chave do registro")
GENESE = {
    "v": 1,
    "tipo": "civico/rede",
    "versao": 1,
    "anterior": None,
    "limiar": 1,
    "raizes": [{"alg": "ed25519", "chave": fixo("chave raiz").hex()}],
    "nos": [{"no": nome_do_no(CHAVE_LOG), "chave_log": CHAVE_LOG.hex()}],
    "nonce": fixo("nonce").hex(),
}
CONTEUDOS: list[dict[str, Any]] = [
    {},
    {"demanda_id": uuid("demanda"), "uc": None, "urgente": True, "vezes": 3},
    {"texto": 'Rua do "Açaí"\n\tnº 5 \\ fundos \u0000\u001f\u007f\u2028', "emoji": "🐜"},
    {"score": 12.37, "peso": 1.0, "menos_zero": -0.0, "lat": -23.550520, "lon": -46.633308},
    {"pequeno": 1e-7, "limite": 1e-6, "cinco": 0.00001, "grande": 1e21, "quase": 1e20},
    {"maior": 2**53 - 1, "menor": -(2**53) + 1, "soma": 0.1 + 0.2, "denormal": 5e-324},
    {"\ue000": 1, "\U0001f41c": 2, "a": 3, "ä": 4, "B": 5, "": 6},
    {"lista": [[], {}, [1, [2, [3]]], {"b": 1, "a": [True, False, None]}]},
]


def partes() -> list[dict[str, Any]]:
    feitas = []
    for i, valor in enumerate(CONTEUDOS):
        sal, conteudo = fixo(f"sal {i}"), jcs(valor)
        feitas.append(
            {
                "valor": valor,
                "sal": sal.hex(),
                "conteudo": conteudo.decode("utf-8"),
                "tam": len(conteudo),
                "h": compromisso(sal, conteudo).hex(),
            }
        )
    return feitas


def anexos() -> list[dict[str, Any]]:
    feitos = []
    for i, arquivo in enumerate((b"", b"foto\x00\xff", b"x" * 1000)):
        sal, resumo = fixo(f"sal de anexo {i}"), sha256(arquivo)
        h = compromisso_de_anexo(sal, resumo).hex()
        feitos.append({"arquivo": arquivo.hex(), "sal": sal.hex(), "sha256": resumo.hex(), "h": h})
    return feitos


def entrada(nome: str, i: int, titular: str | None = None) -> dict[str, Any]:
    sal, conteudo = fixo(f"sal {i}"), jcs(CONTEUDOS[i])
    h = compromisso(sal, conteudo).hex()
    classe = nome.split(".", maxsplit=1)[0]
    return {"classe": classe, "h": h, "nome": nome, "tam": len(conteudo), "titular": titular}


def listas(seq: int) -> dict[str, Any]:
    """Parts and attachments, different from event to event."""
    cidadao, outro = fixo(f"rótulo {seq}", 16).hex(), fixo(f"rótulo outro {seq}", 16).hex()
    possiveis = [
        entrada("publica.nucleo", 1),
        entrada("publica.texto", 2),
        entrada("restrita.anexos", 7),
        entrada("restrita.ator", 5),
        entrada("restrita.pessoa.cidadao", 6, cidadao),
        entrada("restrita.pessoa.mencionado", 4, outro),
        entrada("restrita.texto.cidadao", 3, cidadao),
    ]
    feitos = anexos()
    presentes = [
        {"classe": "restrita", "h": feitos[1]["h"], "tam": 6, "tipo": "image/jpeg"},
        {"classe": "publica", "h": feitos[2]["h"], "tam": 1000, "tipo": "application/vnd.geo+json"},
    ]
    return {"partes": possiveis[:seq], "anexos": presentes[: seq % 3]}


def cabecalho(seq: int, prev: bytes | None, /, **outros: Any) -> dict[str, Any]:
    return {
        "v": 1,
        "rede": sha256(perfil(GENESE)).hex(),
        "no": nome_do_no(CHAVE_LOG),
        "epoca": 0,
        "seq": seq,
        "prev": None if prev is None else prev.hex(),
        "event_id": uuid(f"evento {seq}"),
        "tipo": TIPOS[seq % 8],
        "versao_schema": f"1.{seq % 8}.0",
        "regra_versao": seq % 8,
        "critico": seq % 2 == 1,
        "timestamp": f"2026-11-30T09:41:0{seq % 8}.{seq % 8:03d}Z",
        "origem": "D-6a" if seq else "geo_territorio",
        "correlacao_id": uuid("correlação") if seq % 3 else None,
        "causa": prev.hex() if prev is not None and seq % 2 == 0 else None,
        "chave_derivacao": f"D-6a/{TIPOS[seq % 8]}/{uuid('demanda')}" if seq else None,
        **listas(seq),
        **outros,
    }


def cabecalhos() -> tuple[list[dict[str, Any]], list[bytes]]:
    feitos, folhas = [], []
    prev = None
    for seq in range(8):
        bytes_ = perfil(cabecalho(seq, prev))
        conferir_cabecalho(bytes_)
        prev = event_hash(bytes_)
        folhas.append(prev)
        feitos.append({"bytes": bytes_.decode("utf-8"), "event_hash": prev.hex()})
    extremos: list[dict[str, Any]] = [
        {"seq": 0, "prev": None, "epoca": 999_999_999, "regra_versao": 2**31 - 1},
        {"seq": 2**53 - 1, "chave_derivacao": 'é"\\ ' * 128, "tipo": "ç" * 128, "origem": "🐜"},
        {"timestamp": "0001-01-01T00:00:00.000Z", "versao_schema": "0.0.99999"},
        {"timestamp": "9999-12-31T23:59:59.999Z", "chave_derivacao": "comando/x/0"},
    ]
    for extremo in extremos:
        bytes_ = perfil(cabecalho(7, prev, **extremo))
        conferir_cabecalho(bytes_)
        feitos.append({"bytes": bytes_.decode("utf-8"), "event_hash": event_hash(bytes_).hex()})
    return feitos, folhas


def recusas() -> dict[str, list[str]]:
    """What every conferidor refuses: as profile (hex of the bytes), and as header (text)."""
    do_perfil = [
        b"", b" 1", b"1 ", b"\xef\xbb\xbf1", '"é"'.encode("utf-16"), b'"\xff"', b"NaN", b"-Infinity",
        b"1e400", b"1.0", b"1E2", b"-0", b"01", b"+1", b"9007199254740992", b"1" * 5000,
        b'{"a":1,"a":1}', b'{"b":1,"a":1}', b'{"A":1}', b'{"":1}', b'{"1a":1}', b'{"a b":1}',
        b'{"\xc3\xa9":1}', b'{"' + b"a" * 65 + b'":1}', b'"\\u00e9"', b'"\\/"', b'"\\u001F"',
        b'"\\u000a"', b'"\\ud800"', b'"\\ud83d\\udc1c"', b'"\n"', b"[1, 2]", b"[1,]", b"{a:1}",
        b"[" * 17 + b"]" * 17, b"[" * 100_000, b"tru", b"null\n", b'"\xed\xa0\x80"',
    ]  # fmt: skip
    for dados in do_perfil:
        exigir_recusa(ler_perfil, dados)
    p, folha = listas(7)["partes"], fixo("folha")
    trocas: list[dict[str, Any]] = [
        {"v": 2}, {"v": True}, {"rede": "A" * 64}, {"no": "a" * 31}, {"epoca": 10**9},
        {"epoca": -1}, {"seq": 0}, {"prev": None}, {"prev": folha.hex()[:-1]},
        {"event_id": uuid("x").upper()}, {"event_id": uuid("x").replace("-", "")}, {"tipo": ""},
        {"tipo": "a b"}, {"tipo": "a\n"}, {"tipo": "x" * 129}, {"versao_schema": "1.2"},
        {"versao_schema": "1.02.0"}, {"versao_schema": "1.2.0\n"}, {"regra_versao": 2**31},
        {"regra_versao": None}, {"critico": 0}, {"timestamp": "2026-11-30T09:41:03Z"},
        {"timestamp": "2026-02-30T09:41:03.123Z"}, {"timestamp": "2026-11-30T24:00:00.000Z"},
        {"timestamp": "2026-11-30T23:59:60.000Z"}, {"timestamp": "0000-01-01T00:00:00.000Z"},
        {"timestamp": "2026-11-30T09:41:03.123+00:00"}, {"origem": "\u2028"}, {"origem": None},
        {"correlacao_id": ""}, {"causa": "0" * 63}, {"chave_derivacao": ""},
        {"chave_derivacao": "a" * 513}, {"chave_derivacao": "a\tb"}, {"a_mais": 1},
        {"partes": None}, {"partes": [p[1], p[0]]}, {"partes": [p[0], p[0]]},
        {"partes": [{**p[0], "classe": "restrita"}]}, {"partes": [{**p[0], "tam": 1}]},
        {"partes": [{**p[0], "tam": 262_145}]}, {"partes": [{**p[0], "titular": "a" * 32}]},
        {"partes": [{**p[4], "titular": None}]}, {"partes": [p[4], {**p[6], "titular": "a" * 32}]},
        {"partes": [{**p[0], "nome": "publica.outro"}]}, {"partes": [{**p[0], "a": 1}]},
        {"partes": [{**p[0], "nome": "publica.ator"}]}, {"partes": [{**p[0], "h": "g" * 64}]},
        {"partes": [{**p[0], "nome": f"publica.texto.p{i:02d}", "titular": "a" * 32}
                    for i in range(33)]},
        {"anexos": [{"classe": "restrita", "h": "0" * 64, "tam": 67_108_865, "tipo": "a/b"}]},
        {"anexos": [{"classe": "restrita", "h": "0" * 64, "tam": -1, "tipo": "a/b"}]},
        {"anexos": [{"classe": "outra", "h": "0" * 64, "tam": 1, "tipo": "a/b"}]},
        {"anexos": [{"classe": "restrita", "h": "0" * 64, "tam": 1, "tipo": "Image/JPEG"}]},
        {"anexos": [{"classe": "publica", "h": "0" * 64, "tam": 0, "tipo": "a/b"}] * 33},
        {"anexos": {}},
    ]  # fmt: skip
    vazio: dict[str, Any] = {"partes": [], "anexos": []}
    conferir_cabecalho(perfil(cabecalho(7, folha, **vazio)))
    do_cabecalho = [perfil(cabecalho(7, folha, **{**vazio, **troca})) for troca in trocas]
    sem_origem = cabecalho(7, folha, **vazio)
    del sem_origem["origem"]
    inteiro = perfil(cabecalho(7, folha, **vazio))
    do_cabecalho += [perfil(sem_origem), inteiro + b"\n", inteiro.replace(b":7,", b":7.0,")]
    do_cabecalho += [b"[]", b"{}", inteiro.replace(b'"v":1,', b'"v":1,"v":1,')]
    for dados in do_cabecalho:
        exigir_recusa(conferir_cabecalho, dados)
    return {
        "perfil": [dados.hex() for dados in do_perfil if len(dados) < 10_000],
        "cabecalho": [dados.decode("utf-8") for dados in do_cabecalho],
    }


def exigir_recusa(conferir: Any, dados: bytes) -> None:
    try:
        conferir(dados)
    except RecusaError:
        return
    raise SystemExit(f"not refused: {dados[:200]!r}")


def respostas() -> dict[str, Any]:
    feitos, folhas = cabecalhos()
    genese = perfil(GENESE)
    return {
        "formato": "civico/formato/v1",
        "rede": {"genese": genese.decode("utf-8"), "rede": sha256(genese).hex()},
        "no": {"chave_log": CHAVE_LOG.hex(), "no": nome_do_no(CHAVE_LOG)},
        "partes": partes(),
        "anexos": anexos(),
        "cabecalhos": feitos,
        "raizes": [raiz(folhas[:n]).hex() for n in range(9)],
        "inclusao": [
            {
                "indice": i,
                "tamanho": n,
                "prova": [h.hex() for h in prova_de_inclusao(i, folhas[:n])],
            }
            for n in range(1, 9)
            for i in range(n)
        ],
        "consistencia": [
            {"de": m, "ate": n, "prova": [h.hex() for h in prova_de_consistencia(m, folhas[:n])]}
            for n in range(1, 9)
            for m in range(1, n + 1)
        ],
        "recusas": recusas(),
    }


def texto() -> str:
    return json.dumps(respostas(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--mostrar"]:
        sys.stdout.buffer.write(texto().encode("utf-8"))
    else:
        ARQUIVO.write_text(texto(), encoding="utf-8")
