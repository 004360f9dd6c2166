"""``conselheiros atualizar|concluir|ratificar|desistir|encerrar-mandato``: the work on a demand."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.relatoria import servico_relatoria
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.arquivos import file_argument, received_files, work_done
from app.cli.comandos.atores import Quem, signed_in
from app.cli.saida import Resultado, counted
from app.services.conselheiros import find_conselheiro_id
from app.services.escrita import Ator
from app.services.linha_do_tempo import find_demand_id
from app.services.midias import MidiaGuardada
from app.services.permissoes import Ato
from app.services.relatoria import Proposta, RelatoriaService
from core.colonies.d6b_relatoria.api import Pedido
from core.colonies.d6b_relatoria.queries import Atualizacao
from core.colonies.d6b_relatoria.rules.relato import TIPOS
from core.colonies.escritorio.rules import CONSELHEIRO
from core.kernel.errors import UserFacingError

NAMESAKES: Final = ("atendente", "conselheiro")
MANDATES: Final = ("atendente", "moderador", "operador")


def atualizar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Register a report, or say how its words might be structured."""
    text = _words(args)
    if args.sugerir:
        with ambiente.abrir_leitura() as office:
            proposal = servico_relatoria(office, escreve=False).sugerir(text)
        return Resultado(_proposed(proposal), _proposal_lines(proposal))
    if args.tipo is None and not args.aceitar_sugestao:
        raise UserFacingError("relatoria.sem_tipo", tipos=", ".join(TIPOS))
    fields = _fields(args.campo)
    with ambiente.abrir() as office:
        service = servico_relatoria(office)
        who = signed_in(ambiente, office)
        demanda = find_demand_id(office.leitor, args.demanda)
        wanted = Pedido(
            demanda_id=demanda,
            tipo=args.tipo or "",
            texto=text,
            campos=fields,
            conselheiro_id=_councillor(office, args, who),
            is_transcricao=args.transcricao,
        )
        actor = who.ator(Ato.TRABALHAR, args.papel)
        if args.aceitar_sugestao:
            wanted = service.completar(wanted, args.tipo)
        wanted = replace(wanted, midias=_files(office, args, actor, demanda))
        before = service.abrir(demanda).publicadas
        answer = service.registrar(wanted, actor)
        told = _settled(office, wanted.midias)
        published = _newest(service, demanda, before)
    return _taken(answer, published, told)


def concluir(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Report that a demand is done."""
    text = _words(args)
    with ambiente.abrir() as office:
        service = servico_relatoria(office)
        demanda = find_demand_id(office.leitor, args.demanda)
        before = service.abrir(demanda).publicadas
        who = signed_in(ambiente, office)
        actor = who.ator(Ato.TRABALHAR, args.papel)
        files = _files(office, args, actor, demanda)
        answer = service.concluir(
            demanda,
            text,
            actor,
            conselheiro_id=_councillor(office, args, who),
            midias=files,
        )
        told = _settled(office, files)
        published = _newest(service, demanda, before)
    return _taken(answer, published, told)


def _files(
    office: Aplicacao, args: argparse.Namespace, actor: Ator, demanda: str
) -> tuple[MidiaGuardada, ...]:
    """The files of a report, all of them or none; refused, nothing is registered."""
    return received_files(
        office,
        args.arquivo or (),
        actor,
        ato=Ato.TRABALHAR,
        demanda_id=demanda,
        recusa="relatoria.arquivo_recusado",
    )


def _settled(office: Aplicacao, files: Sequence[MidiaGuardada]) -> dict[str, Any]:
    """Let everything follow; what is to be told of files."""
    is_waiting = bool(files) and not work_done(office)
    office.engine.aguardar_ocioso()
    return {"arquivos": len(files), "arquivos_esperam": is_waiting} if files else {}


def _taken(
    answer: Mapping[str, Any], published: Atualizacao | None, files: Mapping[str, Any]
) -> Resultado:
    lines = _taken_lines(answer, published)
    if files:
        lines.append(
            f"  com {counted(files['arquivos'], 'arquivo')}; o público vê cada um depois de liberado"
        )
    if files.get("arquivos_esperam"):
        lines.append(
            "Os arquivos ainda estão sendo examinados; isso continua na próxima vez que o escritório for aberto."
        )
    return Resultado({**answer, **_published(published), **files}, lines)


def ratificar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Confirm what residents said."""
    with ambiente.abrir() as office:
        demanda = find_demand_id(office.leitor, args.demanda)
        who = signed_in(ambiente, office)
        answer = servico_relatoria(office).ratificar(
            demanda,
            who.ator(Ato.TRABALHAR, args.papel),
            conselheiro_id=_councillor(office, args, who),
        )
        office.engine.aguardar_ocioso()
    line = f"Ratificada: {demanda} está concluída, como {answer['total_conclusoes']} moradores disseram."
    return Resultado(dict(answer), [line])


def desistir(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Give a demand up."""
    with ambiente.abrir() as office:
        demanda = find_demand_id(office.leitor, args.demanda)
        who = signed_in(ambiente, office)
        answer = servico_relatoria(office).desistir(
            demanda,
            who.ator(Ato.TRABALHAR, args.papel),
            conselheiro_id=_councillor(office, args, who),
        )
        office.engine.aguardar_ocioso()
    return Resultado(dict(answer), [f"Desistência registrada: {demanda} volta ao sorteio."])


def _councillor(office: Aplicacao, args: argparse.Namespace, who: Quem) -> str | None:
    """In whose name; without a word in the account's own, else of whoever works on the demand."""
    if args.conselheiro is None:
        is_own = who.ator(Ato.TRABALHAR, args.papel)["papel"] == CONSELHEIRO
        return who.conselheiro_id if is_own else None
    return find_conselheiro_id(office.leitor, args.conselheiro)


def encerrar_mandato(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """End the cycle of a councillor whose mandate is over."""
    with ambiente.abrir() as office:
        conselheiro = find_conselheiro_id(office.leitor, args.conselheiro)
        actor = signed_in(ambiente, office).ator_de(MANDATES, args.papel)
        answer = servico_relatoria(office).encerrar_mandato(conselheiro, actor)
        office.engine.aguardar_ocioso()
    line = f"Mandato encerrado: {answer['demanda_id']} volta ao sorteio."
    return Resultado(dict(answer), [line])


# -- words in ------------------------------------------------------------------------------------


def _words(args: argparse.Namespace) -> str:
    return sys.stdin.read() if args.texto == "-" else str(args.texto)


def _fields(said: Sequence[str]) -> dict[str, str]:
    """``nome=valor`` each.

    Raises:
        UserFacingError: ``relatoria.campo_forma``.
    """
    found = {}
    for one in said:
        name, sign, value = one.partition("=")
        if not sign or not name.strip():
            raise UserFacingError("relatoria.campo_forma", dito=one[:60])
        found[name.strip()] = value
    return found


def _newest(service: RelatoriaService, demanda: str, before: int) -> Atualizacao | None:
    """What came out since; None while it is still on its way."""
    found = service.atualizacoes(demanda, depois=before)
    return found[-1] if found else None


# -- words out -----------------------------------------------------------------------------------


def _published(found: Atualizacao | None) -> dict[str, Any]:
    if found is None:
        return {"numero_sequencial": None, "atualizacao_id": None, "retida": None}
    return {
        "numero_sequencial": found.numero_sequencial,
        "atualizacao_id": found.atualizacao_id,
        "retida": found.descricao_sanitizada is None,
        "descricao_sanitizada": found.descricao_sanitizada,
        "campos_publicos": found.campos,
    }


def _taken_lines(answer: Mapping[str, Any], found: Atualizacao | None) -> list[str]:
    head = f"{answer['demanda_id']}: {answer['tipo']}"
    if found is None:
        return [f"Registrada em {head}. A publicação vem em seguida."]
    lines = [f"Atualização {found.numero_sequencial} de {head}"]
    if found.descricao_sanitizada is None:
        lines.append("  retida: um moderador olha o texto antes que ele seja publicado")
    else:
        lines.append(f"  publicado: {found.descricao_sanitizada}")
    lines += [f"  {name}: {value}" for name, value in found.campos.items()]
    if answer["conclui"]:
        lines.append("A demanda está concluída.")
    return lines


def _proposed(found: Proposta) -> dict[str, Any]:
    suggested = found.sugestao
    return {
        **suggested.as_payload(),
        "fatos": list(suggested.fatos),
        "interpretacoes": list(suggested.interpretacoes),
        "publico": {
            "descricao_sanitizada": found.publica,
            "campos": dict(found.campos_publicos),
            "termos_suspeitos": list(found.termos),
        },
    }


def _proposal_lines(found: Proposta) -> list[str]:
    suggested = found.sugestao
    if suggested.tipo is None:
        return ["Não reconheci nenhum tipo nestas palavras. Diga qual é com --tipo."]
    lines = [
        f"tipo sugerido: {suggested.tipo} (confiança {suggested.confianca:.2f})".replace(".", ",")
    ]
    lines += [f'  --campo "{name}={value}"' for name, value in suggested.campos.items()]
    if suggested.alternativas:
        lines.append(f"também poderia ser: {', '.join(suggested.alternativas)}")
    lines += [f"opinião, não fato: {one}" for one in suggested.interpretacoes]
    if found.publica is None:
        lines.append(f"seria retido para um moderador, por: {', '.join(found.termos)}")
    else:
        lines.append(f"seria publicado: {found.publica}")
    lines.append(
        "Nada foi gravado. Para registrar assim: repita sem --sugerir, com --aceitar-sugestao."
    )
    return lines


# -- grammar -------------------------------------------------------------------------------------


def _role(parser: argparse.ArgumentParser, roles: Sequence[str], note: str = "") -> None:
    parser.add_argument(
        "--papel",
        choices=roles,
        help=f"papel de quem age (padrão atendente{note}, se a conta o tem)",
    )


def _who_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("demanda", help="protocolo, id, ou os 8 primeiros caracteres do id")
    parser.add_argument(
        "--conselheiro", metavar="ID", help="em nome de quem; sem isto, de quem acompanha a demanda"
    )
    _role(parser, NAMESAKES, ", em nome do conselheiro")


def _update_arguments(parser: argparse.ArgumentParser) -> None:
    _who_arguments(parser)
    parser.add_argument(
        "--texto", metavar="TEXTO", required=True, help="o que foi feito; - lê da entrada"
    )
    parser.add_argument("--tipo", metavar="TIPO", help=f"um de {', '.join(TIPOS)}")
    file_argument(parser)
    parser.add_argument(
        "--campo",
        action="append",
        default=[],
        metavar="NOME=VALOR",
        help="um campo do tipo; pode repetir",
    )
    parser.add_argument(
        "--sugerir", action="store_true", help="só mostra como o texto pode ser estruturado"
    )
    parser.add_argument(
        "--aceitar-sugestao",
        action="store_true",
        help="completa com a sugestão o que não foi dito, e a guarda",
    )
    parser.add_argument(
        "--transcricao",
        action="store_true",
        help="o texto foi tirado de uma gravação por um programa",
    )


def _conclude_arguments(parser: argparse.ArgumentParser) -> None:
    _who_arguments(parser)
    parser.add_argument(
        "--texto", metavar="TEXTO", required=True, help="como foi resolvida; - lê da entrada"
    )
    file_argument(parser)


def _mandate_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("conselheiro", help="id do conselheiro, ou os 8 primeiros caracteres dele")
    _role(parser, MANDATES)


VERBOS = (
    Verbo(
        ("conselheiros", "atualizar"), "registra o que o conselheiro fez pela demanda", atualizar,
        _update_arguments,
    ),
    Verbo(
        ("conselheiros", "concluir"), "registra que a demanda está resolvida", concluir,
        _conclude_arguments,
    ),
    Verbo(
        ("conselheiros", "ratificar"), "confirma a conclusão dita por moradores", ratificar,
        _who_arguments,
    ),
    Verbo(
        ("conselheiros", "desistir"), "deixa a demanda, que volta ao sorteio", desistir,
        _who_arguments,
    ),
    Verbo(
        ("conselheiros", "encerrar-mandato"), "devolve a demanda de quem terminou o mandato",
        encerrar_mandato, _mandate_arguments,
    ),
)  # fmt: skip
