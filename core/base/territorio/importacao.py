"""From files to units: read, name, judge, join, place in the hierarchy, account for everything.

Pure but for reading the named files: nothing is written, nothing is published. Meant to run in a
process of its own (``processo.py``), since files come from strangers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from core.base.territorio.candidata import (
    Candidata,
    candidata,
    juntar_repetidas,
    sem_codigos_de_enfeite,
)
from core.base.territorio.geometria import Avaliacao, avaliar, para_wkb
from core.base.territorio.hierarquia import POR_PONTO, com_municipio, pai_de
from core.base.territorio.ibge import linhas_acima
from core.base.territorio.indice import abrir_indice
from core.base.territorio.leitura.arquivo import abrir_camadas
from core.base.territorio.leitura.feicao import AbrirSql, Camada, Feicao
from core.base.territorio.mapeamento import (
    CORPOS_DE_AGUA,
    Mapeamento,
    Perfil,
    explicito,
    reconhecer,
)
from core.base.territorio.nome import nome_busca
from core.base.territorio.resolvedor import Resolvedor
from core.base.territorio.resumo import ArquivoLido, Contagem, Ocorrencia, Resumo
from core.base.territorio.unidade import (
    IBGE,
    MUNICIPIO,
    Territorio,
    Unidade,
    juntar,
    versao_fronteira,
)
from core.kernel.errors import UserFacingError

MAX_FEICOES = 2_000_000
"""Features of one layer: four times the census tracts of the whole country."""

SEM_FONTE = "?"

Progresso = Callable[[str, int], None]
"""Told the file's name and how many features were read, from time to time."""


@dataclass(frozen=True, slots=True)
class Leitura:
    """What the files hold: units ready to be published, and the account."""

    territorio: Territorio
    resumo: Resumo


@dataclass(slots=True)
class _Importacao:
    resumo: Resumo = field(default_factory=Resumo)
    candidatas: dict[str, Candidata] = field(default_factory=dict)
    pendentes: list[list[Candidata]] = field(default_factory=list)
    avaliacoes: dict[int, Avaliacao] = field(default_factory=dict)

    def contagem(self, item: Candidata) -> Contagem:
        i = item.identidade
        return self.resumo.contagem(i.nivel or 0, i.fonte or SEM_FONTE)

    def recusar(self, item: Candidata, motivo: str) -> None:
        """No unit comes of this feature."""
        contagem = self.contagem(item)
        contagem.lidas += 1
        contagem.recusadas += 1
        self.resumo.anotar(self.resumo.recusas, _ocorrencia(item, motivo))


def ler_territorio(
    caminhos: Sequence[Path | str],
    *,
    mapeamento: Mapeamento | None = None,
    conhecido: bytes | None = None,
    abrir_sql: AbrirSql | None = None,
    trocar_eixos: bool = False,
    progresso: Progresso | None = None,
) -> Leitura:
    """Read files of territory. The same files in the same order give the same units and bytes.

    Args:
        caminhos: GeoJSON (also .gz), zips of shapefiles, GeoPackages.
        mapeamento: what the properties mean, where they say it in an unknown way.
        conhecido: index bytes of what is already imported, to find units above by position.
        abrir_sql: opens GeoPackages; without it they are refused.
        trocar_eixos: the files have latitude first.
        progresso: told how far reading is.

    Raises:
        UserFacingError: a file that cannot be read at all; the codes of ``leitura`` and
            ``territorio.propriedades_desconhecidas``, ``territorio.nenhuma_feicao``,
            ``territorio.lat_lng_trocadas``, ``territorio.coordenadas_projetadas``.
    """
    importacao = _Importacao()
    for caminho in map(Path, caminhos):
        with ExitStack() as aberto:
            for camada in abrir_camadas(caminho, aberto, abrir_sql, trocar_eixos=trocar_eixos):
                _ler_camada(importacao, caminho.name, camada, mapeamento, progresso)
    antes = Territorio() if conhecido is None else abrir_indice(conhecido)
    _completar(importacao, antes)
    territorio = _territorio(importacao, antes)
    importacao.resumo.versao_fronteira = versao_fronteira(territorio)
    return Leitura(territorio, importacao.resumo.ordenado())


# -- one layer -------------------------------------------------------------------------------------


def _ler_camada(
    importacao: _Importacao,
    arquivo: str,
    camada: Camada,
    mapeamento: Mapeamento | None,
    progresso: Progresso | None,
) -> None:
    feicoes: list[Feicao] = []
    for feicao in camada.feicoes:
        feicoes.append(feicao)
        if len(feicoes) > MAX_FEICOES:
            raise UserFacingError("territorio.feicoes_demais", arquivo=arquivo, limite=MAX_FEICOES)
        if progresso is not None and len(feicoes) % 500 == 0:
            progresso(arquivo, len(feicoes))
    if not feicoes:
        raise UserFacingError("territorio.nenhuma_feicao", arquivo=arquivo)
    perfil = _perfil(arquivo, feicoes, mapeamento)
    itens = [candidata(arquivo, feicao, perfil) for feicao in feicoes]
    for item in itens:
        importacao.avaliacoes[id(item)] = _avaliada(item)
    _conferir_eixos(arquivo, [importacao.avaliacoes[id(item)] for item in itens])
    importacao.resumo.arquivos.append(
        ArquivoLido(
            arquivo=arquivo,
            camada=camada.nome,
            formato=camada.formato,
            perfil=perfil.nome,
            feicoes=len(feicoes),
            avisos=camada.avisos,
        )
    )
    importacao.pendentes.append(itens)


def _perfil(arquivo: str, feicoes: list[Feicao], mapeamento: Mapeamento | None) -> Perfil:
    if mapeamento is not None:
        return explicito(mapeamento)
    colunas = list(dict.fromkeys(nome for feicao in feicoes for nome in feicao.propriedades))
    perfil = reconhecer(colunas)
    if perfil is None:
        lista = ", ".join(colunas[:20]) or "-"
        raise UserFacingError(
            "territorio.propriedades_desconhecidas", arquivo=arquivo, colunas=lista[:300]
        )
    return perfil


def _avaliada(item: Candidata) -> Avaliacao:
    """Judge the outline; it is replaced by the repaired one, or taken away."""
    if item.geometria is None:
        return Avaliacao(None, item.motivo or "territorio.recusa.sem_geometria")
    avaliacao = avaliar(item.geometria)
    item.geometria, item.motivo = avaliacao.geometria, avaliacao.motivo
    return avaliacao


def _conferir_eixos(arquivo: str, avaliacoes: list[Avaliacao]) -> None:
    """A whole file with exchanged axes or in metres is one mistake, not a thousand refusals."""
    motivos = {a.motivo for a in avaliacoes if a.motivo != "territorio.recusa.sem_geometria"}
    if motivos == {"territorio.recusa.lat_lng_trocadas"}:
        raise UserFacingError("territorio.lat_lng_trocadas", arquivo=arquivo)
    if motivos == {"territorio.recusa.fora_de_graus"}:
        raise UserFacingError("territorio.coordenadas_projetadas", arquivo=arquivo)


# -- identities ------------------------------------------------------------------------------------


def _completar(importacao: _Importacao, antes: Territorio) -> None:
    """Give every candidate its city, join those of one unit, refuse what has no identity."""
    mapa: Resolvedor | None = None
    for itens in importacao.pendentes:
        if any(item.identidade.fonte is None for item in itens):
            mapa = mapa or Resolvedor(juntar(antes, _municipios(importacao)))
            for item in itens:
                com_municipio(item, mapa)
    for itens in importacao.pendentes:
        bons = [item for item in itens if not _recusada(importacao, item)]
        perdidos = sem_codigos_de_enfeite(bons)
        if perdidos:
            _avisar(importacao, itens[0].arquivo, "territorio.aviso.codigos_repetidos")
        _juntar_camada(importacao, bons)


def _avisar(importacao: _Importacao, arquivo: str, aviso: str) -> None:
    for lido in importacao.resumo.arquivos:
        if lido.arquivo == arquivo and aviso not in lido.avisos:
            lido.avisos.append(aviso)


def _municipios(importacao: _Importacao) -> Territorio:
    """Municipalities of this import, for finding cities by position."""
    unidades: list[Unidade] = []
    geometrias: dict[str, bytes] = {}
    for item in (item for itens in importacao.pendentes for item in itens):
        i = item.identidade
        if i.nivel == MUNICIPIO and i.fonte and i.nome and item.geometria is not None:
            unidade = _unidade(item, importacao.avaliacoes[id(item)].area_m2)
            unidades.append(unidade)
            geometrias[unidade.unidade_civica_id] = para_wkb(item.geometria)
    return Territorio(tuple(unidades), geometrias)


def _recusada(importacao: _Importacao, item: Candidata) -> bool:
    i = item.identidade
    motivo = None
    if item.motivo == "territorio.recusa.feicao_ilegivel":
        motivo = item.motivo
    elif i.nivel is None or not 1 <= i.nivel <= 7:
        motivo = "territorio.recusa.nivel_invalido"
    elif i.nome is None or not nome_busca(i.nome):
        motivo = "territorio.recusa.sem_nome"
    elif i.fonte == IBGE and i.codigo in CORPOS_DE_AGUA:
        motivo = "territorio.recusa.corpo_de_agua"
    elif i.fonte == IBGE and i.nivel >= MUNICIPIO and i.codigo is None:
        motivo = "territorio.recusa.sem_codigo"
    elif i.fonte is None:
        motivo = "territorio.recusa.sem_municipio"
    if motivo is None:
        return False
    importacao.recusar(item, motivo)
    return True


def _juntar_camada(importacao: _Importacao, itens: list[Candidata]) -> None:
    juntas = juntar_repetidas(itens)
    for item, motivo in juntas.recusadas:
        importacao.recusar(item, motivo)
    for item in juntas.unidas:
        importacao.contagem(item).lidas += 1
        importacao.contagem(item).unidas += 1
    repetidas = list(juntas.repetidas)
    for item in juntas.unidades:
        if item.pecas > 1:
            importacao.avaliacoes[id(item)] = _avaliada(item)
        if importacao.candidatas.setdefault(item.unidade_id(), item) is not item:
            repetidas.append(item)
    for item in repetidas:
        importacao.contagem(item).lidas += 1
        importacao.contagem(item).repetidas += 1


# -- units -----------------------------------------------------------------------------------------


def _unidade(item: Candidata, area: int) -> Unidade:
    i = item.identidade
    assert i.fonte is not None
    assert i.nivel is not None
    assert i.nome is not None
    return Unidade(
        unidade_civica_id=item.unidade_id(),
        fonte=i.fonte,
        nivel=i.nivel,
        codigo=i.codigo,
        nome=i.nome,
        nome_busca=nome_busca(i.nome),
        municipio=i.municipio if i.nivel <= MUNICIPIO else None,
        area_m2=area,
    )


def _territorio(importacao: _Importacao, antes: Territorio) -> Territorio:
    unidades: dict[str, Unidade] = {}
    geometrias: dict[str, bytes] = {}
    for chave, item in importacao.candidatas.items():
        avaliacao = importacao.avaliacoes[id(item)]
        unidades[chave] = _unidade(item, avaliacao.area_m2 if item.geometria is not None else 0)
        if item.geometria is not None:
            geometrias[chave] = para_wkb(item.geometria)
        _contar(importacao, item, avaliacao)
    _derivar(importacao, unidades)
    mapa = Resolvedor(juntar(antes, Territorio(tuple(unidades.values()), geometrias)))
    for chave, unidade in unidades.items():
        achada = importacao.candidatas.get(chave)
        if achada is None:
            continue
        pai = pai_de(unidade, achada.identidade.pai_codigo, achada, mapa)
        contagem = importacao.contagem(achada)
        contagem.pai_por_ponto += pai.como == POR_PONTO
        contagem.sem_pai += pai.parent_id is None
        unidades[chave] = msgspec.structs.replace(unidade, parent_id=pai.parent_id)
    return Territorio(tuple(unidades.values()), geometrias)


def _contar(importacao: _Importacao, item: Candidata, avaliacao: Avaliacao) -> None:
    contagem, resumo = importacao.contagem(item), importacao.resumo
    contagem.lidas += 1
    if item.geometria is None:
        contagem.sem_geometria += 1
        motivo = item.motivo or "territorio.recusa.sem_geometria"
        resumo.anotar(resumo.recusas, _ocorrencia(item, motivo, avaliacao, mantida=True))
        return
    contagem.com_geometria += 1
    if avaliacao.reparada:
        contagem.reparadas += 1
        ocorrencia = _ocorrencia(item, "territorio.reparo", avaliacao, mantida=True)
        resumo.anotar(resumo.reparos, ocorrencia)


def _derivar(importacao: _Importacao, unidades: dict[str, Unidade]) -> None:
    """Add state, region and country of every unit of IBGE's (and of a city's layer)."""
    for unidade in list(unidades.values()):
        acima: list[Unidade] = []
        if unidade.fonte == IBGE and unidade.nivel >= MUNICIPIO and unidade.codigo is not None:
            acima = linhas_acima(unidade.nivel, unidade.codigo)
        elif unidade.nivel < MUNICIPIO and unidade.municipio is not None:
            acima = linhas_acima(MUNICIPIO, unidade.municipio)
        for nova in acima:
            if nova.unidade_civica_id not in unidades:
                unidades[nova.unidade_civica_id] = nova
                importacao.resumo.contagem(nova.nivel, nova.fonte).derivadas += 1


def _ocorrencia(
    item: Candidata, motivo: str, avaliacao: Avaliacao | None = None, *, mantida: bool = False
) -> Ocorrencia:
    i = item.identidade
    return Ocorrencia(
        motivo=motivo,
        arquivo=item.arquivo,
        ordem=item.ordem,
        nivel=i.nivel,
        codigo=i.codigo,
        nome=i.nome,
        unidade_mantida=mantida,
        antes_m2=avaliacao.antes_m2 or None if avaliacao else None,
        depois_m2=avaliacao.area_m2 or None if avaliacao else None,
    )
