"""``cidadaos registrar|mostrar|unir``: who a person is, for this office alone."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Final
from uuid import UUID

from app.bootstrap.captura import servico_cidadaos
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.comandos.atores import acting, role_argument
from app.cli.comandos.consentimentos import consent_argument, consents
from app.cli.saida import Resultado, table
from app.services.cidadaos import CidadaoAberto, CidadaosService
from app.services.demandas import TERMOS_VERSAO
from app.services.escrita import Ator
from app.services.permissoes import Ato
from core.colonies.c1_cidadaos.rules import Cadastro

_SHOWN: Final = (
    ("nome", "nome"),
    ("telefone", "telefone"),
    ("e-mail", "email"),
    ("endereço", "endereco"),
    ("unidade", "unidade_civica_id"),
    ("cadastrado em", "cadastrado_em"),
)


def registrar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Register a citizen; the id."""
    given = consents(args)
    record = Cadastro(
        nome=args.nome,
        telefone=args.telefone,
        email=args.email,
        endereco=args.endereco,
        unidade_civica_id=args.unidade,
        verificado_presencialmente=args.verificado,
        consentimentos=None if given is None else given.as_payload(),
        termos_versao=None if given is None else TERMOS_VERSAO,
    )
    with ambiente.abrir() as office:
        actor = acting(ambiente, office, Ato.CIDADAOS, wanted=args.papel)
        found = servico_cidadaos(office).registrar(record, actor, cidadao_id=args.cidadao)
    return Resultado({"cidadao_id": found}, [f"Cadastro feito: {found}"])


def mostrar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """A record by id, with contact data and a trace of it; or names that match."""
    with ambiente.abrir() as office:
        service = servico_cidadaos(office)
        if _is_id(args.quem):
            actor = acting(ambiente, office, Ato.CIDADAOS, wanted=args.papel)
            return _opened(service, args, actor)
        found = service.procurar(args.quem)
    answer = {"cidadaos": [asdict(one) for one in found]}
    rows = [
        (one.cidadao_id, one.nome, "sim" if one.verificado_presencialmente else "não")
        for one in found
    ]
    return Resultado(answer, table(("cadastro", "nome", "verificado"), rows))


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True


def _opened(service: CidadaosService, args: argparse.Namespace, actor: Ator) -> Resultado:
    found = service.abrir(str(UUID(args.quem)), actor)
    record = asdict(found.cidadao)
    answer = {
        **record,
        "unidos": list(found.unidos),
        "acessos": [asdict(access) for access in found.acessos],
    }
    return Resultado(answer, _lines(found))


def _lines(found: CidadaoAberto) -> list[str]:
    record = asdict(found.cidadao)
    lines = [f"  {label:14} {record[name] or '–'}" for label, name in _SHOWN]
    seen = "sim" if found.cidadao.verificado_presencialmente else "não"
    lines.append(f"  {'verificado':14} {seen}")
    given = [name for name, yes in (found.cidadao.consentimentos or {}).items() if yes]
    lines.append(f"  {'consente':14} {', '.join(given) or '–'}")
    if found.unidos:
        lines.append(f"  {'unidos a este':14} {', '.join(found.unidos)}")
    lines.append(f"  {'aberto':14} {len(found.acessos)} vezes, esta incluída")
    return [f"Cadastro {found.cidadao.cidadao_id}", *lines]


def unir(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """Say that two ids are one person."""
    with ambiente.abrir() as office:
        actor = acting(ambiente, office, Ato.CIDADAOS, wanted=args.papel)
        kept = servico_cidadaos(office).unir(args.de, args.para, actor)
    return Resultado({"cidadao_id": kept}, [f"Unido ao cadastro {kept}"])


def _register_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--nome", required=True, help="nome da pessoa")
    parser.add_argument("--telefone", help="telefone com DDD")
    parser.add_argument("--email", help="e-mail")
    parser.add_argument("--endereco", metavar="ENDEREÇO", help="endereço")
    parser.add_argument("--unidade", metavar="ID", help="unidade onde mora")
    parser.add_argument(
        "--verificado", action="store_true", help="o atendente viu um documento (nada é guardado)"
    )
    parser.add_argument(
        "--cidadao", metavar="ID", help="identificador de um atendimento anônimo que é desta pessoa"
    )
    consent_argument(parser)
    role_argument(parser)


def _show_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("quem", help="identificador do cadastro, ou parte do nome")
    role_argument(parser)


def _merge_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("de", help="identificador que deixa de ser usado")
    parser.add_argument("para", help="identificador do cadastro que fica")
    role_argument(parser)


VERBOS = (
    Verbo(("cidadaos", "registrar"), "cadastra uma pessoa", registrar, _register_arguments),
    Verbo(
        ("cidadaos", "mostrar"),
        "abre um cadastro (fica anotado quem abriu) ou procura pelo nome",
        mostrar,
        _show_arguments,
    ),
    Verbo(("cidadaos", "unir"), "diz que dois cadastros são uma pessoa", unir, _merge_arguments),
)
