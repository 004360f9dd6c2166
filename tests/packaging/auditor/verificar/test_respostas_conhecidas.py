"""Known answers: signatures, trees, canonical bytes, notes, draws – from the published texts."""

from __future__ import annotations

import ast
import json
import sys
from typing import Any

import pytest
from auditor import verificar as v

from tests.architecture.tree import ROOT
from tests.packaging.auditor import registro as c

SCRIPT = ROOT / "packaging" / "auditor" / "verificar.py"
FORMATO = json.loads((ROOT / "tests" / "vectors" / "formato.json").read_text("utf-8"))

# RFC 8032, 7.1: TEST 1, 2 and 3: (public key, message, R, S).
RFC_8032 = (
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155",
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da",
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac",
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
)


def test_it_stands_on_the_standard_library_alone() -> None:
    """Nothing of ours, nothing installed: the auditor has one file and a Python."""
    imported = {
        (node.module if isinstance(node, ast.ImportFrom) else name.name) or ""
        for node in ast.walk(ast.parse(SCRIPT.read_bytes()))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in node.names
    }
    assert {name.partition(".")[0] for name in imported} <= set(sys.stdlib_module_names)
    assert not any(
        isinstance(node, ast.Call) and getattr(node.func, "id", "") == "__import__"
        for node in ast.walk(ast.parse(SCRIPT.read_bytes()))
    )


@pytest.mark.parametrize(("chave", "mensagem", "r", "s_"), RFC_8032)
def test_signatures_of_rfc_8032(chave: str, mensagem: str, r: str, s_: str) -> None:
    k, m, s = (bytes.fromhex(x) for x in (chave, mensagem, r + s_))
    assert v.assinatura_confere(k, m, s)
    assert not v.assinatura_confere(k, m + b"x", s)
    for lugar in (0, 31, 32, 63):
        torta = bytearray(s)
        torta[lugar] ^= 1
        assert not v.assinatura_confere(k, m, bytes(torta))
    assert not v.assinatura_confere(k, m, s[:63])
    assert not v.assinatura_confere(k, m, s + b"\0")


def test_s_beyond_the_order_is_refused() -> None:
    """S + L satisfies the equation and is still another spelling of the same signature."""
    par = c.chave("S + L")
    s = par.assinar(b"oi")
    maior = int.from_bytes(s[32:], "little") + v.L
    assert v.assinatura_confere(par.publica, b"oi", s)
    assert not v.assinatura_confere(par.publica, b"oi", s[:32] + maior.to_bytes(32, "little"))


# The 14 encodings, as the literature lists them (rede 1: seven y, two signs).
ORDEM_BAIXA = [
    y + sinal
    for y in (
        "00000000000000000000000000000000000000000000000000000000000000",
        "01000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc",
    )
    for sinal in (
        {"00": ("00", "80"), "ff": ("7f", "ff"), "03": ("7a", "fa"), "fc": ("05", "85")}[y[-2:]]
    )
]


def test_the_fourteen_low_order_encodings() -> None:
    assert {bytes.fromhex(codigo) for codigo in ORDEM_BAIXA} == v.ORDEM_BAIXA
    assert len(v.ORDEM_BAIXA) == 14
    neutro = v._fechar(v.NEUTRO)
    for codigo in v.ORDEM_BAIXA:
        assert not v.chave_aceitavel(codigo)
        ponto = v._abrir(codigo)
        if ponto is not None:
            for _ in range(3):
                ponto = v._somar(ponto, ponto)
            assert v._fechar(ponto) == neutro


@pytest.mark.parametrize("codigo", ORDEM_BAIXA)
def test_low_order_keys_and_r_prove_nothing(codigo: str) -> None:
    """With A of order 1 any (R, S) with R = [S]B would do; with R of low order likewise."""
    baixa = bytes.fromhex(codigo)
    um = c.chave("base")
    assinatura = um.assinar(b"x")
    assert not v.assinatura_confere(baixa, b"x", assinatura)
    assert not v.assinatura_confere(baixa, b"x", baixa + bytes(32))
    assert not v.assinatura_confere(um.publica, b"x", baixa + assinatura[32:])


def test_keys_off_the_curve_or_unreduced() -> None:
    assert not v.chave_aceitavel((2).to_bytes(32, "little"))
    assert not v.chave_aceitavel((v.P + 3).to_bytes(32, "little"))
    assert not v.chave_aceitavel(b"")
    assert v.chave_aceitavel(c.chave("boa").publica)


def test_agreement_with_the_builders_library_on_many_keys() -> None:
    for i in range(40):
        par, mensagem = c.chave("muitas", i), c.rotulo("mensagem", i)
        s = par.assinar(mensagem)
        assert v.assinatura_confere(par.publica, mensagem, s)
        assert not v.assinatura_confere(c.chave("outra", i).publica, mensagem, s)


# ------------------------------------------------------------------------------------- the tree


def _folhas(n: int) -> list[bytes]:
    return [c.rotulo("folha", i) for i in range(n)]


def test_roots_of_the_vectors() -> None:
    """Roots for 0 to 8 leaves: the known answers that the repository keeps."""
    folhas = [v.sha256(b"\0" + h["bytes"].encode()) for h in FORMATO["cabecalhos"]]
    arvore = v.Arvore()
    for n, esperada in enumerate(FORMATO["raizes"]):
        assert arvore.raiz().hex() == esperada
        arvore.juntar(folhas[n])


def test_growing_equals_the_definition() -> None:
    arvore = v.Arvore()
    for n in range(40):
        assert arvore.raiz() == c.raiz(_folhas(n))
        arvore.juntar(_folhas(n + 1)[-1])


def test_every_inclusion_up_to_17_leaves() -> None:
    for n in range(1, 18):
        folhas = _folhas(n)
        raiz = c.raiz(folhas)
        for i in range(n):
            prova = c.prova_de_inclusao(i, folhas)
            assert v.inclusao(folhas[i], i, n, raiz, prova)
            assert not v.inclusao(folhas[i], i, n, raiz, [*prova, raiz])
            assert not v.inclusao(folhas[i], i, n + 1 if n & (n - 1) == 0 else 2 * n, raiz, prova)
            if prova:
                assert not v.inclusao(folhas[i], i, n, raiz, prova[:-1])
                assert not v.inclusao(folhas[i], i ^ 1, n, raiz, prova)


def test_an_inner_node_is_no_leaf() -> None:
    folhas = _folhas(4)
    dentro = c.raiz(folhas[:2])
    assert not v.inclusao(dentro, 0, 4, c.raiz(folhas), [c.raiz(folhas[2:])])


def test_a_repeated_last_leaf_changes_the_root() -> None:
    """The tree of CVE-2012-2459 had one root for [a,b,c] and [a,b,c,c]."""
    folhas = _folhas(3)
    assert c.raiz(folhas) != c.raiz([*folhas, folhas[-1]])
    arvore = v.Arvore()
    for folha in [*folhas, folhas[-1]]:
        arvore.juntar(folha)
    assert arvore.raiz() != c.raiz(folhas)


def test_every_consistency_up_to_17_leaves_and_growing_on() -> None:
    for ate in range(2, 18):
        folhas = _folhas(ate)
        for de in range(1, ate):
            velha, nova = c.raiz(folhas[:de]), c.raiz(folhas)
            prova = c.prova_de_consistencia(de, folhas)
            arvore = v.Arvore(de, v.consistencia(de, ate, velha, nova, prova))
            assert arvore.raiz() == velha
            for folha in folhas[de:]:
                arvore.juntar(folha)
            assert arvore.raiz() == nova
            _mutacoes(de, ate, velha, nova, prova)


def _mutacoes(de: int, ate: int, velha: bytes, nova: bytes, prova: list[bytes]) -> None:
    outra = bytes([prova[0][0] ^ 1]) + prova[0][1:]
    for de_, ate_, a, b, caminho in (
        (de, ate, velha, nova, []),
        (de, ate, velha, nova, prova[:-1]),
        (de, ate, velha, nova, [*prova, nova]),
        (de, ate, velha, nova, [outra, *prova[1:]]),
        (de, ate, nova, velha, prova),
        (ate, de, velha, nova, prova),
        (ate, ate, velha, nova, prova),
        (0, ate, velha, nova, prova),
        (de, ate, velha, nova, prova * 64),
    ):
        with pytest.raises(v.Forma):
            v.consistencia(de_, ate_, a, b, caminho)


def test_consistency_of_the_vectors() -> None:
    folhas = [v.sha256(b"\0" + h["bytes"].encode()) for h in FORMATO["cabecalhos"]]
    casos = [caso for caso in FORMATO["consistencia"] if 0 < caso["de"] < caso["ate"]]
    assert casos
    for caso in casos:
        de, ate = caso["de"], caso["ate"]
        prova = [bytes.fromhex(h) for h in caso["prova"]]
        v.consistencia(de, ate, c.raiz(folhas[:de]), c.raiz(folhas[:ate]), prova)


# ------------------------------------------------------------------------------ canonical bytes


@pytest.mark.parametrize("hexa", FORMATO["recusas"]["perfil"])
def test_bytes_that_are_not_canonical(hexa: str) -> None:
    with pytest.raises(v.Forma):
        v.ler_json(bytes.fromhex(hexa))


@pytest.mark.parametrize(
    "dados",
    [
        b"[" * 100_000,
        b"[" * 17 + b"]" * 17,
        b'{"a":1,"a":1}',
        b'{"b":1,"a":1}',
        b'{"A":1}',
        b"[1 ]",
        b"-0",
        b"1e3",
        b"1.0",
        b"9007199254740992",
        b'"\\u00e9"',
        b'"\\ud800"',
        b'"\\/"',
        b'"\xed\xa0\x80"',
        b"Infinity",
        b"1" * 5000,
    ],
)
def test_more_bytes_that_are_not_canonical(dados: bytes) -> None:
    with pytest.raises(v.Forma):
        v.ler_json(dados)


def test_canonical_bytes_give_their_value() -> None:
    valores: tuple[Any, ...] = (
        0,
        -1,
        2**53 - 1,
        'é\u2028\x7f"\\\n\x1f😀',
        [[]],
        {"a": None, "b": [True]},
    )
    for valor in valores:
        assert v.ler_json(c.jcs(valor)) == valor
    assert v.ler_json(b"[" * 16 + b"]" * 16)


@pytest.mark.parametrize("caso", FORMATO["cabecalhos"], ids=lambda caso: caso["event_hash"][:8])
def test_headers_of_the_vectors(caso: dict[str, Any]) -> None:
    dados = caso["bytes"].encode("utf-8")
    assert v.sha256(b"\0" + dados).hex() == caso["event_hash"]
    lido, valor = v.ler_cabecalho(dados), json.loads(dados)
    assert (lido.rede, lido.no, lido.epoca) == (valor["rede"], valor["no"], valor["epoca"])
    assert (lido.seq, lido.prev, lido.tipo) == (valor["seq"], valor["prev"], valor["tipo"])
    assert (lido.event_id, lido.timestamp) == (valor["event_id"], valor["timestamp"])


@pytest.mark.parametrize("recusado", FORMATO["recusas"]["cabecalho"], ids=str)
def test_headers_that_the_vectors_refuse(recusado: Any) -> None:
    dados = recusado if isinstance(recusado, str) else recusado["bytes"]
    with pytest.raises(v.Forma):
        v.ler_cabecalho(dados.encode("utf-8"))


def test_commitments_of_the_vectors() -> None:
    for parte in FORMATO["partes"]:
        sal = bytes.fromhex(parte["sal"])
        assert v.compromisso_da_parte(sal, parte["conteudo"].encode()) == parte["h"]
    for anexo in FORMATO["anexos"]:
        sal, soma = bytes.fromhex(anexo["sal"]), bytes.fromhex(anexo["sha256"])
        assert v.compromisso_do_anexo(sal, soma) == anexo["h"]


# ---------------------------------------------------------------------------------------- notes

ORIGEM = f"{'ab' * 4}/{'cd' * 16}/e0"


def _nota(chave: c.Chave | None = None, **mais: Any) -> bytes:
    return c.nota(ORIGEM, 3, c.raiz(_folhas(3)), chave or c.chave("nota"), **mais)


def test_a_note_by_the_key_of_the_author() -> None:
    nota = v.ler_nota(_nota())
    v.conferir_nota(nota, [c.chave("velha").publica, c.chave("nota").publica])
    with pytest.raises(v.RecusaFluxo, match=r"feed\.nota_chave"):
        v.conferir_nota(nota, [c.chave("outra").publica])


def test_a_note_with_the_lines_of_witnesses() -> None:
    """Lines of other keys are carried along and not judged."""
    alheia = f"— testemunha.example/w1 {c.b64(b'abcd' + bytes(72))}\n".encode()
    v.conferir_nota(v.ler_nota(_nota() + alheia), [c.chave("nota").publica])


def test_a_note_whose_signature_is_of_another_text() -> None:
    torta = _nota().replace(b"\n3\n", b"\n4\n")
    with pytest.raises(v.RecusaFluxo, match=r"feed\.nota_assinatura"):
        v.conferir_nota(v.ler_nota(torta), [c.chave("nota").publica])


@pytest.mark.parametrize(
    "dobrar",
    [
        lambda n: n[:-1],
        lambda n: n + b"\n",
        lambda n: n.replace(b"\n", b"\r\n"),
        lambda n: n.replace(b"\n3\n", b"\n03\n"),
        lambda n: n.replace(b"\n3\n", b"\n0\n"),
        lambda n: n.replace(b"=\n\n", b"\n\n"),
        lambda n: n.replace("—".encode(), b"-"),
        lambda n: n + n.splitlines(keepends=True)[-1],
        lambda n: n.replace(b"\n\n", b"\nextra\n\n"),
        lambda n: n.replace(b"/e0\n", b"/e00\n", 1),
        lambda n: b"\n".join(n.split(b"\n")[:4]) + b"\n",
        lambda n: n + b"".join(b"\xe2\x80\x94 t%d YWJjZGVm\n" % i for i in range(16)),
        lambda n: n.replace(c.b64(c.raiz(_folhas(3))).encode(), c.b64(bytes(31)).encode()),
        lambda n: n + b"\xe2\x80\x94 a+b YWJjZGVm\n",
        lambda n: n + b"\xe2\x80\x94 t YWJjZGVn=\n",
        lambda n: b"\xff" + n,
        lambda n: b"",
    ],
)
def test_notes_that_are_not_in_their_one_form(dobrar: Any) -> None:
    with pytest.raises(v.Forma):
        v.ler_nota(dobrar(_nota()))


# ---------------------------------------------------------------------------------------- draws

# Two of the answers of an independent JavaScript implementation of the specification.
SORTEIOS = (
    (
        "dd1c9555-f6e3-4859-a29d-22fbe0388705",
        "2026-03-03T02:14:26.074Z",
        [
            "d2a826d1-fafa-45bc-aa47-c3a28eb09dfe",
            "ed255002-cf47-4258-a233-5a0536132cd2",
            "fe2b587d-7bc0-4cba-a27c-0549611605ef",
        ],
        "6fad666345cbcbb3cb3d4b7558ae5beda525b465807b1ce620dd153450f5d433",
        [2, 1, 0],
        "bad9b1a6120c65ad892ebb2b43a31d791774853eb8e738dcaf9a3e1d90cc9c1b",
    ),
    (
        "57d26fe1-59a9-4591-a190-24cbe6e490fe",
        "2026-04-04T03:21:39.111Z",
        [
            "59db281e-d623-4481-a71e-7d2a74c17701",
            "b0ba401c-aa0f-4823-af8c-ac9a2c697c62",
            "f4cdf7a0-e06c-44ec-af8b-20eb9b3d6c2d",
            "ff34b344-89aa-400a-afc0-3bee62ca03ac",
        ],
        "bf934d314815fda3aa1c9ec37f61f45f17f76fe018a65bd89daf2889fe4424ab",
        [2, 1, 0, 3],
        "5e9b61347e1c89cdfaa04a92da3a340d0120e59c802255ccc4345291d42c179a",
    ),
)


@pytest.mark.parametrize(("base", "hora", "elegiveis", "seed", "ordem", "soma"), SORTEIOS)
def test_draws_of_the_vectors(
    base: str, hora: str, elegiveis: list[str], seed: str, ordem: list[int], soma: str
) -> None:
    assert v.semente(base, hora) == seed
    esperada = [elegiveis[i] for i in ordem]
    assert v.ordenar(elegiveis, seed) == esperada
    assert v.soma_da_ordem(esperada) == soma
