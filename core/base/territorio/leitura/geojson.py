"""GeoJSON, plain or gzip, read feature by feature: memory is bound by one feature and a buffer.

Own reading instead of ``json.load``: the national mesh is some hundred megabytes, and as Python
lists ten times that.
"""

from __future__ import annotations

import codecs
import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final, NoReturn

from core.base.territorio.crs import conferir_crs_geojson
from core.base.territorio.geometria import GeometriaIlegivelError, de_geojson
from core.base.territorio.leitura.feicao import MAX_BYTES_TEXTO, Camada, Feicao
from core.kernel.errors import UserFacingError

_BLOCO: Final = 1 << 20
_MAX_VALOR: Final = 256 * 1024**2
_ESPACO: Final = " \t\r\n"
_GZIP: Final = b"\x1f\x8b"


def ler_geojson(caminho: Path, *, trocar_eixos: bool = False) -> Camada:
    """The features of a FeatureCollection (or a lone Feature).

    Text that is not UTF-8 is read as Windows-1252, with a notice.

    Raises:
        UserFacingError: ``territorio.geojson_invalido``, ``territorio.arquivo_cortado``,
            ``territorio.arquivo_grande``, ``territorio.crs_recusado``,
            ``territorio.topojson``; while features are read, too.
    """
    codificacao = _codificacao(caminho)
    avisos = [] if codificacao == "utf-8" else ["territorio.aviso.nao_utf8"]
    nome = caminho.name.removesuffix(".gz")
    feicoes = _feicoes(caminho, codificacao, trocar_eixos=trocar_eixos)
    return Camada(nome, "geojson", feicoes, avisos)


def _blocos(caminho: Path) -> Iterator[bytes]:
    """Unpacked bytes, at most ``MAX_BYTES_TEXTO`` of them."""
    lidos = 0
    try:
        with caminho.open("rb") as aberto:
            is_gzip = aberto.read(2) == _GZIP
            aberto.seek(0)
            fonte: IO[bytes] | gzip.GzipFile = gzip.GzipFile(fileobj=aberto) if is_gzip else aberto
            while bloco := fonte.read(_BLOCO):
                lidos += len(bloco)
                if lidos > MAX_BYTES_TEXTO:
                    raise UserFacingError("territorio.arquivo_grande", arquivo=caminho.name)
                yield bloco
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise UserFacingError("territorio.arquivo_cortado", arquivo=caminho.name) from error


def _codificacao(caminho: Path) -> str:
    decodificador = codecs.getincrementaldecoder("utf-8")()
    try:
        for bloco in _blocos(caminho):
            decodificador.decode(bloco)
        decodificador.decode(b"", final=True)
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def _sem_constante(nome: str) -> NoReturn:
    raise ValueError(nome)


class _Leitor:
    """Walks over JSON text that arrives in blocks."""

    def __init__(self, caminho: Path, codificacao: str) -> None:
        self._arquivo = caminho.name
        self._blocos = _blocos(caminho)
        self._decodificador = codecs.getincrementaldecoder(codificacao)("replace")
        self._json = json.JSONDecoder(parse_constant=_sem_constante)
        self._texto = ""
        self._lugar = 0
        self._acabou = False
        if self.espiar() == "\ufeff":
            self._lugar += 1

    def fault(self) -> UserFacingError:
        """The text is no JSON from here on."""
        return UserFacingError("territorio.geojson_invalido", arquivo=self._arquivo)

    def _mais(self, blocos: int = 1) -> bool:
        """Append blocks to the buffer; False at the end of the file."""
        if self._acabou:
            return False
        novo = [self._texto[self._lugar :]]
        for _ in range(blocos):
            bloco = next(self._blocos, None)
            if bloco is None:
                self._acabou = True
                novo.append(self._decodificador.decode(b"", final=True))
                break
            novo.append(self._decodificador.decode(bloco))
        self._texto, self._lugar = "".join(novo), 0
        return True

    def espiar(self) -> str:
        """The next character that is no blank; empty at the end."""
        while True:
            while self._lugar < len(self._texto):
                if self._texto[self._lugar] not in _ESPACO:
                    return self._texto[self._lugar]
                self._lugar += 1
            if not self._mais():
                return ""

    def comer(self, esperados: str) -> str:
        """Take the next character, which must be one of ``esperados``."""
        caractere = self.espiar()
        if not caractere or caractere not in esperados:
            raise self.fault()
        self._lugar += 1
        return caractere

    def valor(self) -> Any:
        """The next JSON value, whole."""
        self.espiar()
        blocos = 1
        while True:
            try:
                valor, fim = self._json.raw_decode(self._texto, self._lugar)
            except (ValueError, RecursionError) as error:
                too_deep = isinstance(error, RecursionError)
                if too_deep or len(self._texto) - self._lugar > _MAX_VALOR:
                    raise self.fault() from error
                if not self._mais(blocos):
                    raise self.fault() from error
                blocos *= 2
                continue
            # A number may go on in the next block.
            if fim == len(self._texto) and self._mais():
                continue
            self._lugar = fim
            return valor

    def membros(self) -> Iterator[str]:
        """Names of the members of an object; the caller takes each value."""
        self.comer("{")
        if self.espiar() == "}":
            self.comer("}")
            return
        while True:
            nome = self.valor()
            if not isinstance(nome, str):
                raise self.fault()
            self.comer(":")
            yield nome
            if self.comer(",}") == "}":
                return

    def elementos(self) -> Iterator[Any]:
        """Values of an array, one by one."""
        self.comer("[")
        if self.espiar() == "]":
            self.comer("]")
            return
        while True:
            yield self.valor()
            if self.comer(",]") == "]":
                return


def _feicoes(caminho: Path, codificacao: str, *, trocar_eixos: bool) -> Iterator[Feicao]:
    leitor = _Leitor(caminho, codificacao)
    ordem = 0
    lone: dict[str, Any] = {}
    has_features = False
    for nome in leitor.membros():
        if nome == "features":
            has_features = True
            for bruta in leitor.elementos():
                ordem += 1
                yield _feicao(bruta, ordem, trocar_eixos=trocar_eixos)
            continue
        valor = leitor.valor()
        if nome == "crs":
            conferir_crs_geojson(valor, caminho.name)
        elif nome == "type" and valor == "Topology":
            raise UserFacingError("territorio.topojson", arquivo=caminho.name)
        elif nome in ("type", "geometry", "properties"):
            lone[nome] = valor
    if leitor.espiar():
        raise leitor.fault()
    if has_features:
        return
    if lone.get("type") != "Feature":
        raise UserFacingError("territorio.geojson_invalido", arquivo=caminho.name)
    yield _feicao(lone, 1, trocar_eixos=trocar_eixos)


def _feicao(bruta: Any, ordem: int, *, trocar_eixos: bool) -> Feicao:
    if not isinstance(bruta, dict) or not isinstance(bruta.get("properties") or {}, dict):
        return Feicao(ordem, {}, None, "territorio.recusa.feicao_ilegivel")
    propriedades = bruta.get("properties") or {}
    try:
        geometria = de_geojson(bruta.get("geometry"), trocar_eixos=trocar_eixos)
    except GeometriaIlegivelError as error:
        return Feicao(ordem, propriedades, None, error.motivo)
    return Feicao(ordem, propriedades, geometria)
