"""A second implementation of resources/formato/formato-v1.md, from its text alone.

Standard library only, nothing of the product imported: where this and the product agree, the text
is complete. It is written to be read beside the text, section by section, not to be fast.

``gerar_formato.py`` writes what it answers into ``formato.json``.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import math
import re
from typing import Any

LIMITE_INTEIRO = 2**53 - 1
ESCAPES = {
    '"': '\\"',
    "\\": "\\\\",
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\f": "\\f",
    "\r": "\\r",
}


class RecusaError(Exception):
    """The bytes or the value are not of the format."""


def sha256(dados: bytes) -> bytes:
    return hashlib.sha256(dados).digest()


# 1. JSON ------------------------------------------------------------------------------------


def escrever_texto(texto: str) -> str:
    pedacos = []
    for c in texto:
        if 0xD800 <= ord(c) <= 0xDFFF:
            raise RecusaError("substituto")
        pedacos.append(ESCAPES.get(c) or (f"\\u{ord(c):04x}" if c < " " else c))
    return '"' + "".join(pedacos) + '"'


def escrever_decimal(numero: float) -> str:
    """ECMAScript Number::toString, from Python's shortest digits."""
    if not math.isfinite(numero):
        raise RecusaError("numero")
    if numero == 0:
        return "0"
    if numero < 0:
        return "-" + escrever_decimal(-numero)
    mantissa, _, expoente = repr(numero).partition("e")
    inteiro, _, fracao = mantissa.partition(".")
    digitos = (inteiro + fracao).lstrip("0")
    n = len(inteiro) + int(expoente or 0) - (len(inteiro + fracao) - len(digitos))
    digitos = digitos.rstrip("0")
    k = len(digitos)
    if k <= n <= 21:
        return digitos + "0" * (n - k)
    if 0 < n <= 21:
        return digitos[:n] + "." + digitos[n:]
    if -6 < n <= 0:
        return "0." + "0" * -n + digitos
    resto = "." + digitos[1:] if k > 1 else ""
    return f"{digitos[0]}{resto}e{'+' if n > 0 else '-'}{abs(n - 1)}"


def escrever(valor: Any, perfil: bool, nivel: int = 1) -> str:
    """The only spelling of a value: section 1.1 when ``perfil``, else 1.2."""
    if valor is None:
        return "null"
    if isinstance(valor, bool):
        return "true" if valor else "false"
    if isinstance(valor, int):
        if abs(valor) > LIMITE_INTEIRO:
            raise RecusaError("inteiro")
        return str(valor)
    if isinstance(valor, float):
        if perfil:
            raise RecusaError("decimal")
        return escrever_decimal(valor)
    if isinstance(valor, str):
        return escrever_texto(valor)
    if nivel > 16:
        raise RecusaError("nivel")
    if isinstance(valor, list):
        return "[" + ",".join(escrever(v, perfil, nivel + 1) for v in valor) + "]"
    pares = []
    for chave in sorted(valor, key=lambda k: k.encode("utf-16-be", "surrogatepass")):
        if perfil and not re.fullmatch("[a-z][a-z0-9_]{0,63}", chave):
            raise RecusaError("chave")
        pares.append(escrever_texto(chave) + ":" + escrever(valor[chave], perfil, nivel + 1))
    return "{" + ",".join(pares) + "}"


def perfil(valor: Any) -> bytes:
    return escrever(valor, perfil=True).encode("utf-8")


def jcs(valor: Any) -> bytes:
    return escrever(valor, perfil=False).encode("utf-8")


def ler_perfil(dados: bytes) -> Any:
    """Section 1.1, last paragraph: read, write again, compare."""

    def objeto(pares: list[tuple[str, Any]]) -> dict[str, Any]:
        lido = dict(pares)
        if len(lido) != len(pares):
            raise RecusaError("repetida")
        return lido

    def inteiro(texto: str) -> int:
        if len(texto) > 17:
            raise RecusaError("inteiro")
        return int(texto)

    def numero(_texto: str) -> Any:
        raise RecusaError("numero")

    try:
        valor = json.loads(
            dados.decode("utf-8"),
            object_pairs_hook=objeto,
            parse_int=inteiro,
            parse_float=numero,
            parse_constant=numero,
        )
    except (ValueError, RecursionError) as erro:
        raise RecusaError("json") from erro
    if perfil(valor) != dados:
        raise RecusaError("forma")
    return valor


# 2. Network, node ---------------------------------------------------------------------------


def nome_do_no(chave_log: bytes) -> str:
    return sha256(b"civico/no/v1\n" + chave_log).hex()[:32]


# 3 to 5. Header, parts, attachments ---------------------------------------------------------

CAMPOS = {
    "v", "rede", "no", "epoca", "seq", "prev", "event_id", "tipo", "versao_schema",
    "regra_versao", "critico", "timestamp", "origem", "correlacao_id", "causa",
    "chave_derivacao", "partes", "anexos",
}  # fmt: skip
UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
PALAVRA = "[a-z0-9][a-z0-9!#$&^_.+-]{0,63}"


def event_hash(cabecalho: bytes) -> bytes:
    return sha256(b"\x00" + cabecalho)


def compromisso(sal: bytes, conteudo: bytes) -> bytes:
    return sha256(b"civico/parte/v1\n" + sal + conteudo)


def compromisso_de_anexo(sal: bytes, resumo: bytes) -> bytes:
    return sha256(b"civico/anexo/v1\n" + sal + resumo)


def exigir(vale: bool, campo: str) -> None:
    if not vale:
        raise RecusaError(campo)


def tem_forma(valor: Any, forma: str) -> bool:
    return isinstance(valor, str) and re.fullmatch(forma, valor) is not None


def e_inteiro(valor: Any, menor: int, maior: int) -> bool:
    return type(valor) is int and menor <= valor <= maior


def e_texto(valor: Any, maior: int, proibidos: set[int]) -> bool:
    if not isinstance(valor, str) or not 1 <= len(valor) <= maior:
        return False
    return not any(ord(c) in proibidos for c in valor)


PROIBIDOS_NO_NOME = {*range(0x21), *range(0x7F, 0xA1), 0x2028, 0x2029}
PROIBIDOS_NA_CHAVE = {*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029}


def existe_o_momento(texto: Any) -> bool:
    if not tem_forma(
        texto, r"[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"
    ):
        return False
    try:
        dt.datetime.fromisoformat(texto[:-1])
    except ValueError:
        return False
    return True


def conferir_cabecalho(dados: bytes) -> dict[str, Any]:
    """Section 7, steps 1 and 3.

    Raises:
        RecusaError: the bytes are not a header.
    """
    exigir(len(dados) <= 8192, "tamanho")
    lido = ler_perfil(dados)
    exigir(isinstance(lido, dict) and set(lido) == CAMPOS, "campos")
    c: dict[str, Any] = lido
    exigir(e_inteiro(c["v"], 1, 1), "v")
    exigir(tem_forma(c["rede"], "[0-9a-f]{64}"), "rede")
    exigir(tem_forma(c["no"], "[0-9a-f]{32}"), "no")
    exigir(e_inteiro(c["epoca"], 0, 999_999_999), "epoca")
    exigir(e_inteiro(c["seq"], 0, LIMITE_INTEIRO), "seq")
    if c["seq"] == 0:
        exigir(c["prev"] is None, "prev")
    else:
        exigir(tem_forma(c["prev"], "[0-9a-f]{64}"), "prev")
    exigir(tem_forma(c["event_id"], UUID), "event_id")
    exigir(e_texto(c["tipo"], 128, PROIBIDOS_NO_NOME), "tipo")
    numero = "(0|[1-9][0-9]{0,4})"
    exigir(tem_forma(c["versao_schema"], rf"{numero}\.{numero}\.{numero}"), "versao_schema")
    exigir(e_inteiro(c["regra_versao"], 0, 2**31 - 1), "regra_versao")
    exigir(type(c["critico"]) is bool, "critico")
    exigir(existe_o_momento(c["timestamp"]), "timestamp")
    exigir(e_texto(c["origem"], 128, PROIBIDOS_NO_NOME), "origem")
    exigir(c["correlacao_id"] is None or tem_forma(c["correlacao_id"], UUID), "correlacao_id")
    exigir(c["causa"] is None or tem_forma(c["causa"], "[0-9a-f]{64}"), "causa")
    chave = c["chave_derivacao"]
    exigir(chave is None or e_texto(chave, 512, PROIBIDOS_NA_CHAVE), "chave_derivacao")
    conferir_partes(c["partes"])
    conferir_anexos(c["anexos"])
    return c


def conferir_partes(partes: Any) -> None:
    exigir(isinstance(partes, list) and len(partes) <= 32, "partes")
    rotulos: dict[str, str] = {}
    anterior = ""
    for p in partes:
        exigir(isinstance(p, dict) and set(p) == {"classe", "h", "nome", "tam", "titular"}, "parte")
        exigir(tem_forma(p["nome"], "[a-z0-9_.]+") and p["nome"] > anterior, "nome")
        anterior = p["nome"]
        pedacos = p["nome"].split(".")
        exigir(p["classe"] in ("publica", "restrita") and pedacos[0] == p["classe"], "classe")
        papel = pedacos[2] if len(pedacos) == 3 else None
        if papel is not None:
            exigir(pedacos[1] in ("nucleo", "texto", "midia", "pessoa"), "nome")
            exigir(tem_forma(papel, "[a-z][a-z0-9_]{0,63}"), "papel")
            exigir(tem_forma(p["titular"], "[0-9a-f]{32}"), "titular")
            exigir(rotulos.setdefault(papel, p["titular"]) == p["titular"], "titular")
        else:
            grupos = ["nucleo", "texto", "midia", "pessoa", "anexos"]
            grupos += ["ator"] if p["classe"] == "restrita" else []
            exigir(len(pedacos) == 2 and pedacos[1] in grupos, "nome")
            exigir(p["titular"] is None, "titular")
        exigir(tem_forma(p["h"], "[0-9a-f]{64}"), "h")
        exigir(e_inteiro(p["tam"], 2, 262_144), "tam")


def conferir_anexos(anexos: Any) -> None:
    exigir(isinstance(anexos, list) and len(anexos) <= 32, "anexos")
    for a in anexos:
        exigir(isinstance(a, dict) and set(a) == {"classe", "h", "tam", "tipo"}, "anexo")
        exigir(a["classe"] in ("publica", "restrita"), "classe")
        exigir(tem_forma(a["h"], "[0-9a-f]{64}"), "h")
        exigir(e_inteiro(a["tam"], 0, 67_108_864), "tam")
        exigir(tem_forma(a["tipo"], f"{PALAVRA}/{PALAVRA}"), "tipo")


# 6. Tree ------------------------------------------------------------------------------------


def metade(n: int) -> int:
    k = 1
    while k * 2 < n:
        k *= 2
    return k


def raiz(folhas: list[bytes]) -> bytes:
    if not folhas:
        return sha256(b"")
    if len(folhas) == 1:
        return folhas[0]
    k = metade(len(folhas))
    return sha256(b"\x01" + raiz(folhas[:k]) + raiz(folhas[k:]))


def prova_de_inclusao(m: int, folhas: list[bytes]) -> list[bytes]:
    if len(folhas) == 1:
        return []
    k = metade(len(folhas))
    if m < k:
        return [*prova_de_inclusao(m, folhas[:k]), raiz(folhas[k:])]
    return [*prova_de_inclusao(m - k, folhas[k:]), raiz(folhas[:k])]


def prova_de_consistencia(m: int, folhas: list[bytes], inteira: bool = True) -> list[bytes]:
    if m == len(folhas):
        return [] if inteira else [raiz(folhas)]
    k = metade(len(folhas))
    if m <= k:
        return [*prova_de_consistencia(m, folhas[:k], inteira), raiz(folhas[k:])]
    return [*prova_de_consistencia(m - k, folhas[k:], False), raiz(folhas[:k])]
