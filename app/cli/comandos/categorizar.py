"""``categorizar``: ask the classifier, measure it, teach it, choose which one is in use."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from app.bootstrap.categorias import CategoriasDoEscritorio
from app.bootstrap.revisao import servico_categorias
from app.cli.ambiente import Ambiente
from app.cli.analisador import Verbo
from app.cli.saida import Resultado, table
from app.services.categorias import Avaliacao, CategoriasService, Resposta
from core.kernel.errors import UserFacingError
from core.kernel.system_reason import system_reason

ORIGINAL: Final = "original"
_ACTS: Final = ("treinar", "avaliar", "usar")


def categorizar(ambiente: Ambiente, args: argparse.Namespace) -> Resultado:
    """One text a line on standard input; or one of the acts."""
    if args.ato == "treinar":
        return _train(ambiente, usar=not args.nao_usar)
    if args.ato == "avaliar":
        return _measure(ambiente, args.arquivo)
    # The files suffice: no office is opened for asking or choosing.
    models = CategoriasDoEscritorio(ambiente.recursos, ambiente.lugar)
    service = CategoriasService(models)
    if args.ato == "usar":
        return _choose(service, args.arquivo)
    models.em_uso()
    answers = map(service.classificar, _texts(sys.stdin))
    return Resultado(
        None,
        avisos=[ambiente.mensagens.sentence(one.codigo, one.params) for one in models.avisos()],
        fluxo=((as_dict(one), _in_words(one)) for one in answers),
    )


def _texts(source: Iterable[str]) -> Iterator[str]:
    for line in source:
        yield line.rstrip("\r\n")


def as_dict(answer: Resposta) -> dict[str, Any]:
    """An answer for programs."""
    return {
        "categoria_id": answer.categoria_id,
        "categoria": answer.nome,
        "subcategoria_id": answer.subcategoria_id,
        "confianca": answer.confianca,
        "metodo": answer.metodo,
        "alternativas": [asdict(one) for one in answer.alternativas],
        "termos": [asdict(one) for one in answer.termos],
        "versao_classificador": answer.versao_classificador,
        "versao_taxonomia": answer.versao_taxonomia,
    }


def _in_words(answer: Resposta) -> str:
    if answer.categoria_id is None:
        return "sem categoria: nada no texto diz do que se trata"
    words = ", ".join(term.palavra for term in answer.termos if term.contribuicao > 0)
    others = ", ".join(
        f"{one.categoria_id} {one.score_confianca:.2f}" for one in answer.alternativas
    )
    sure = "" if answer.metodo == "automatico" else " (para revisão)"
    line = f"{answer.categoria_id} {answer.nome}  {answer.confianca:.2f}{sure}  por: {words}"
    return f"{line}  outras: {others}" if others else line


def _train(ambiente: Ambiente, *, usar: bool) -> Resultado:
    with ambiente.abrir_leitura() as office:
        done = servico_categorias(office).treinar(usar=usar)
    lines = [
        f"Treinado com {done.correcoes} decisões: {done.versao}",
        f"  certas nessas decisões: {done.certas_antes} antes, {done.certas_depois} agora",
        "Está em uso a partir de agora." if usar else f"Para usar: categorizar usar {done.versao}",
    ]
    return Resultado(asdict(done), lines)


def _choose(service: CategoriasService, name: str | None) -> Resultado:
    if name is not None:
        service.usar(None if name == ORIGINAL else name)
    in_use, others = service.modelos()
    lines = [f"em uso: {in_use}", *(f"  {one}" for one in others if one != in_use)]
    return Resultado({"em_uso": in_use, "treinados": list(others)}, lines)


def _measure(ambiente: Ambiente, file: str | None) -> Resultado:
    if file is None:
        with ambiente.abrir_leitura() as office:
            return _measured(servico_categorias(office).avaliar_decisoes())
    service = CategoriasService(CategoriasDoEscritorio(ambiente.recursos, ambiente.lugar))
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        reason = system_reason(error)
        raise UserFacingError("categoria.arquivo_ilegivel", arquivo=file, motivo=reason) from error
    return _measured(service.avaliar_tabela(Path(file).name, data))


def _measured(found: Avaliacao) -> Resultado:
    rows = [
        (f"{one.limiar:.2f}", one.respostas, f"{one.cobertura:.3f}",
         "–" if one.precisao is None else f"{one.precisao:.3f}")
        for one in found.limiares
    ]  # fmt: skip
    lines = [
        f"{found.versao_classificador} em {found.textos} textos ({found.origem})",
        f"acurácia {found.acuracia:.3f}, macro-F1 {found.macro_f1:.3f}",
        *table(("a partir de", "respostas", "cobertura", "precisão"), rows),
    ]
    lines.append("Textos com que o classificador aprendeu saem melhor do que textos novos.")
    if found.fora:
        lines.append(f"{found.fora} textos de categorias que a taxonomia não tem ficaram de fora")
    return Resultado(asdict(found), lines)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "ato", nargs="?", choices=_ACTS, help="sem ele, classifica a entrada padrão, linha a linha"
    )
    parser.add_argument(
        "arquivo",
        nargs="?",
        metavar="ARQUIVO|MODELO",
        help="de avaliar: CSV com texto e categoria_id, sem ele as decisões deste escritório; "
        f"de usar: o modelo, ou {ORIGINAL}",
    )
    parser.add_argument(
        "--nao-usar", action="store_true", help="de treinar: só grava o modelo, sem passar a usá-lo"
    )


VERBOS = (
    Verbo(
        ("categorizar",),
        "diz a categoria de textos, e treina, avalia ou escolhe o classificador",
        categorizar,
        _arguments,
        "Lê um texto por linha e diz categoria, confiança, método, alternativas e as palavras que "
        "levaram à resposta.",
    ),
)
