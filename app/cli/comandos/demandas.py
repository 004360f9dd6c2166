"""``demandas registrar|mostrar|listar|corrigir|retirar``; ``importar`` has a module of its own."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict, replace
from typing import Any, Final

from app.bootstrap.atendimento import servico_lugar
from app.bootstrap.captura import servico_demandas
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo, page_size
from app.cli.comandos.arquivos import STILL_WORKING, file_argument, received_files, work_done
from app.cli.comandos.atores import acting, role_argument
from app.cli.comandos.consentimentos import consent_argument, consents
from app.cli.saida import Resultado, table
from app.services.demandas import DemandaAberta, DemandasService, NovaDemanda
from app.services.momentos import ms_de
from app.services.permissoes import Ato
from core.base.territorio.coordenadas import ler_ponto
from core.base.territorio.distancia import Ponto
from core.colonies.d1a_captura.api.correcao import Correcao
from core.colonies.d1a_captura.rules import MOTIVOS, Lugar
from core.kernel.errors import UserFacingError

_LIMIT: Final = 50
_TITLE: Final = 50


def registrar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Register a demand; the protocol number."""
    text = sys.stdin.read() if args.texto == "-" else args.texto
    with ambiente.abrir() as office:
        service = servico_demandas(office)
        nova = NovaDemanda(
            texto=text,
            lugar=_place(args, service),
            canal=args.canal,
            cidadao_id=args.cidadao,
            consentimentos=consents(args),
            fix=_point(args.fix),
            categoria_id=args.categoria,
            subcategoria_id=args.subcategoria,
            data_formulario=args.data_formulario,
            id_externo=args.id_externo,
        )
        actor = acting(ambiente, office, Ato.REGISTRAR, wanted=args.papel)
        nova = replace(nova, midias=received_files(office, args.arquivo or (), actor))
        done = service.registrar(nova, actor)
        is_waiting = bool(nova.midias) and not work_done(office)
        office.engine.aguardar_ocioso()
        place = nova.lugar
        outside = place and servico_lugar(office, service).aviso(place.ponto, place.unidade_id)
    said = "Já registrada" if done.ja_registrada else "Registrada"
    lines = [f"{said}: protocolo {done.protocolo}", f"  {done.demanda_id}"]
    if outside:
        lines.append(outside)
    if is_waiting:
        lines.append(STILL_WORKING)
    answer = {**asdict(done), "aviso": outside or None}
    if nova.midias:
        answer |= {"arquivos": len(nova.midias), "arquivos_esperam": is_waiting}
    return Resultado(answer, lines)


def _point(text: str | None) -> Ponto | None:
    return None if text is None else ler_ponto(text)


def _place(args: argparse.Namespace, service: DemandasService) -> Lugar | None:
    """The place that the call names, None where it names none.

    Raises:
        UserFacingError: ``captura.rua_*``, ``coordenada.*``, ``captura.locais_demais``.
    """
    ways = [bool(args.ponto), bool(args.rua or args.cep), bool(args.unidade)]
    if sum(ways) > 1:
        raise UserFacingError("captura.locais_demais")
    if args.ponto:
        return Lugar("ponto", ler_ponto(args.ponto), endereco=args.endereco)
    if args.rua or args.cep:
        found = service.lugar_da_rua(args.rua, args.bairro, args.cep)
        return Lugar("rua", found.ponto, endereco=args.endereco or found.endereco)
    if args.unidade:
        return Lugar("unidade", unidade_id=args.unidade.lower(), endereco=args.endereco)
    return None


def corrigir(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Correct text, place or category."""
    category = None
    if args.categoria or args.sem_categoria:
        category = (args.categoria, args.subcategoria)
    with ambiente.abrir() as office:
        service = servico_demandas(office)
        wanted = Correcao(
            motivo=args.motivo,
            texto=sys.stdin.read() if args.texto == "-" else args.texto,
            lugar=_place(args, service),
            categoria=category,
        )
        actor = acting(ambiente, office, Ato.CORRIGIR, wanted=args.papel)
        done = service.corrigir(args.quem, wanted, actor)
        office.engine.aguardar_ocioso()
    return Resultado(done, [f"Corrigida ({', '.join(done['campos'])}): {done['protocolo']}"])


def retirar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Withdraw a demand for good."""
    with ambiente.abrir() as office:
        done = servico_demandas(office).retirar(
            args.quem,
            args.motivo,
            acting(ambiente, office, Ato.RETIRAR, wanted=args.papel),
            repetida_de=args.repetida_de,
            observacao=args.observacao,
        )
        office.engine.aguardar_ocioso()
    return Resultado(done, [f"Retirada: {done['protocolo']}"])


def mostrar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """One demand as this office sees it."""
    with ambiente.abrir_leitura() as office:
        found = servico_demandas(office, escreve=False).abrir(args.quem)
    answer = _as_dict(found)
    lines = [f"Demanda {answer['protocolo'] or answer['demanda_id']}"]
    lines += [
        f"  {name:22} {'; '.join(map(str, value)) if isinstance(value, list) else value}"
        for name, value in answer.items()
        if value not in (None, [], {}) and name != "normalizada"
    ]
    if found.forma is not None:
        lines.append(f"  {'titulo':22} {found.forma.titulo}")
        lines.append(f"  {'confianca':22} {found.forma.confianca_normalizacao}")
    return Resultado(answer, lines)


def _as_dict(found: DemandaAberta) -> dict[str, Any]:
    recebida = asdict(found.recebida)
    recebida["midia_urls"] = list(recebida["midia_urls"])
    forma = None if found.forma is None else asdict(found.forma)
    if forma is not None:
        forma["termos_suspeitos"] = list(forma["termos_suspeitos"])
        del forma["demanda_id"]
    return {**recebida, "normalizada": forma}


def listar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Demands, newest first."""
    with ambiente.abrir_leitura() as office:
        service = servico_demandas(office, escreve=False)
        found = service.listar(limite=args.limite, retiradas=True if args.retiradas else None)
        counts = service.contar()
    answer = {"total": sum(counts.values()), "demandas": [_as_dict(one) for one in found]}
    rows = [
        (
            one.recebida.protocolo or one.recebida.demanda_id,
            office.tempo.iso(ms_de(one.recebida.recebida_em))[:10],
            one.recebida.precisao_local,
            "retirada" if one.recebida.status == "retirada" else "",
            (one.forma.titulo or "")[:_TITLE] if one.forma else "",
        )
        for one in found
    ]
    lines = table(("protocolo", "recebida", "local", "", "título"), rows)
    return Resultado(answer, [*lines, "", f"{len(found)} de {answer['total']} demandas"])


def _place_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ponto", metavar="LAT,LNG", help="local marcado no mapa")
    parser.add_argument("--rua", help="rua da lista do escritório ou de demandas anteriores")
    parser.add_argument("--bairro", help="bairro da rua")
    parser.add_argument("--cep", help="CEP da rua")
    parser.add_argument("--unidade", metavar="ID", help="unidade, quando não se sabe a rua")
    parser.add_argument("--endereco", metavar="ENDEREÇO", help="endereço como a pessoa o diz")


def _category_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--categoria", metavar="N.M", help="categoria escolhida pela pessoa")
    parser.add_argument("--subcategoria", metavar="N.M.K", help="subcategoria escolhida")


def _register_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--texto", required=True, help="o que a pessoa conta; - lê da entrada")
    _place_arguments(parser)
    file_argument(parser)
    parser.add_argument("--canal", default="balcao", help="por onde chegou (padrão balcao)")
    parser.add_argument("--cidadao", metavar="ID", help="cadastro da pessoa; sem ele é anônima")
    parser.add_argument("--fix", metavar="LAT,LNG", help="onde o aparelho estava")
    parser.add_argument("--data-formulario", metavar="DIA", help="data no formulário de papel")
    parser.add_argument("--id-externo", metavar="ID", help="identificador em outro sistema")
    _category_arguments(parser)
    consent_argument(parser)
    role_argument(parser)


def _who_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("quem", help="protocolo, ou o identificador (ao menos 8 caracteres)")


def _correct_arguments(parser: argparse.ArgumentParser) -> None:
    _who_argument(parser)
    parser.add_argument("--motivo", required=True, help="por que; fica no registro")
    parser.add_argument("--texto", help="o texto certo; - lê da entrada")
    _place_arguments(parser)
    _category_arguments(parser)
    parser.add_argument(
        "--sem-categoria", action="store_true", help="tira a categoria escolhida pela pessoa"
    )
    role_argument(parser)


def _withdraw_arguments(parser: argparse.ArgumentParser) -> None:
    _who_argument(parser)
    parser.add_argument("--motivo", required=True, choices=MOTIVOS, help="por que")
    parser.add_argument("--repetida-de", metavar="QUEM", help="a demanda que continua")
    parser.add_argument("--observacao", metavar="TEXTO", help="mais palavras, restritas")
    role_argument(parser)


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limite", type=_rows, default=_LIMIT, help="quantas mostrar")
    parser.add_argument("--retiradas", action="store_true", help="só as retiradas")


def _rows(text: str) -> int:
    """A page, or only the totals."""
    return 0 if text == "0" else page_size(text)


VERBOS = (
    Verbo(("demandas", "registrar"), "registra uma demanda", registrar, _register_arguments),
    Verbo(("demandas", "mostrar"), "mostra uma demanda", mostrar, _who_argument),
    Verbo(("demandas", "listar"), "lista as demandas", listar, _list_arguments),
    Verbo(("demandas", "corrigir"), "corrige uma demanda", corrigir, _correct_arguments),
    Verbo(("demandas", "retirar"), "retira uma demanda de vez", retirar, _withdraw_arguments),
)
