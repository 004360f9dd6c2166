"""The command line's grammar, with every word in Portuguese.

argparse speaks English; its few sentences are translated here, by shape. Verbs register
themselves through ``Verbo`` values: the grammar knows no verb by name.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

from typing_extensions import override

from core.kernel.errors import UserFacingError

# Shapes of argparse's complaints (CPython 3.11-3.13) and what they say here.
_TRANSLATIONS: Final = (
    (r"unrecognized arguments: (.*)", "não conheço: {0}"),
    (r"the following arguments are required: (.*)", "falta informar: {0}"),
    (r"one of the arguments (.*) is required", "informe um destes: {0}"),
    (r"argument (.*): invalid choice: (.*?) \(choose from (.*)\)",
     "{0} não aceita {1}; as opções são {2}"),
    (r"argument (.*): not allowed with argument (.*)", "{0} não pode vir junto com {1}"),
    (r"argument (.*): expected one argument", "{0} pede um valor"),
    (r"argument (.*): expected at least one argument", "{0} pede ao menos um valor"),
    (r"argument (.*): not text", "{0} tem letras que este terminal não soube passar; digite de novo"),
    (r"argument (.*): invalid (?:int|_?\w+) value: (.*)", "{0} não aceita {1}"),
    (r"ambiguous option: (.*) could match (.*)", "{0} pode ser {1}; escreva por inteiro"),
)  # fmt: skip

_UNWRITABLE: Final = re.compile("[\x00\ud800-\udfff]")
# Names of files are bytes to the system, whatever they are to a reader.
_FILES: Final = frozenset(
    {
        "arquivo", "chave_raiz", "conta_senha_arquivo", "dados", "nova_senha_arquivo",
        "operador_senha_arquivo", "pasta", "relatorio", "saida", "segunda_senha_arquivo",
        "senha_arquivo",
    }
)  # fmt: skip
MAX_PAGE: Final = 1_000
_MAX_SHOWN: Final = 60
"""Characters of one word of the call that a sentence repeats."""


class UsageError(UserFacingError):
    """The call's words are off: exit code 2."""


class Analisador(argparse.ArgumentParser):
    """An argparse parser that explains itself in Portuguese and never exits by itself."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("add_help", False)
        options.setdefault("allow_abbrev", False)
        options.setdefault("formatter_class", _Formato)
        super().__init__(**options)
        # A latitude in Brazil begins with a minus sign, and no option of ours with a digit.
        self._negative_number_matcher = re.compile(r"-\d")
        self._positionals.title = "o que informar"
        self._optionals.title = "opções"
        self.add_argument(
            "--ajuda", "-h", "--help", action=_Ajuda, nargs=0, help="mostra esta ajuda"
        )

    @override
    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """Check what argparse lets through: ``--opcao=--``, and letters that nothing can store."""
        if action.option_strings and arg_strings == ["--"]:
            raise argparse.ArgumentError(action, "expected one argument")
        # Of a verb's own words its own parser says which one.
        is_text = action.dest not in _FILES and action.nargs != argparse.PARSER
        if is_text and any(_UNWRITABLE.search(word) for word in arg_strings):
            raise argparse.ArgumentError(action, "not text")
        return super()._get_values(action, arg_strings)

    @override
    def error(self, message: str) -> NoReturn:
        """Refuse with a Portuguese sentence and the way to the help."""
        raise UsageError("uso.invalido", motivo=translate(message), ajuda=f"{self.prog} --ajuda")


class AjudaPedida(Exception):
    """The person asked for help; ``text`` is the page."""

    def __init__(self, text: str) -> None:
        super().__init__("ajuda")
        self.text = text


class _Ajuda(argparse.Action):
    @override
    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> NoReturn:
        raise AjudaPedida(parser.format_help())


class _Formato(argparse.RawDescriptionHelpFormatter):
    @override
    def add_usage(
        self,
        usage: str | None,
        actions: Any,
        groups: Any,
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, "uso: " if prefix is None else prefix)


def translate(message: str) -> str:
    """An argparse complaint in Portuguese; one of an unknown shape stays as it is."""
    message = re.sub(rf"\S{{{_MAX_SHOWN + 1},}}", lambda word: f"{word[0][:_MAX_SHOWN]}…", message)
    for shape, sentence in _TRANSLATIONS:
        found = re.fullmatch(shape, message, re.DOTALL)
        if found:
            return sentence.format(*found.groups())
    return message


def page_size(text: str) -> int:
    """How many rows of a list; ``ValueError`` is argparse's refusal."""
    size = int(text)
    if not 1 <= size <= MAX_PAGE:
        raise ValueError(text)
    return size


Registrar = Callable[[argparse.ArgumentParser], None]


@dataclass(frozen=True, slots=True)
class Verbo:
    """A verb of the command line.

    Args:
        caminho: its words, e.g. ``("eventos", "listar")``.
        resumo: one line for the help.
        executar: name of the function in its module's ``EXECUTAR`` table.
        argumentos: adds its arguments to the parser.
        descricao: more words for its own help page.
    """

    caminho: tuple[str, ...]
    resumo: str
    executar: Callable[..., Any]
    argumentos: Registrar = field(default=lambda _parser: None)
    descricao: str = ""


def build_parser(verbs: Sequence[Verbo], version: str) -> Analisador:
    """The whole grammar: global options, then one to three words for the verb."""
    parser = Analisador(
        prog="python -m app",
        description=(
            "Formigueiro: demandas de moradores, num registro que qualquer um pode conferir.\n"
            "Sem verbo, abre a janela."
        ),
        epilog=(
            "códigos de saída: 0 tudo certo; 2 a chamada está errada ou o pedido foi recusado; "
            "3 o ambiente falhou\n(disco, banco ocupado, permissão); 4 a integridade falhou "
            "(carimbo, cadeia, assinatura)."
        ),
    )
    parser.add_argument("--dados", metavar="PASTA", help="pasta do escritório (SQLite)")
    parser.add_argument("--banco", metavar="URL", help="banco PostgreSQL do escritório")
    parser.add_argument(
        "--demonstracao", action="store_true", help="usa o escritório de demonstração"
    )
    parser.add_argument("--json", action="store_true", help="responde em JSON, para programas")
    parser.add_argument("--senha-arquivo", metavar="ARQUIVO", help="lê a senha das chaves dali")
    parser.add_argument("--conta", metavar="NOME", help="quem age: o nome de uma conta")
    parser.add_argument(
        "--conta-senha-arquivo",
        metavar="ARQUIVO",
        help="lê a senha da conta dali; sem isto, pergunta",
    )
    parser.add_argument("--versao", action="store_true", help="mostra a versão do programa")
    parser.set_defaults(verbo=None, version=version)
    words = parser.add_subparsers(title="verbos", metavar="VERBO", parser_class=Analisador)
    groups: dict[tuple[str, ...], Any] = {(): words}
    for verb in verbs:
        for depth in range(1, len(verb.caminho)):
            name = verb.caminho[:depth]
            if name not in groups:
                below = [v.caminho[depth] for v in verbs if v.caminho[:depth] == name]
                group = groups[name[:-1]].add_parser(name[-1], help=", ".join(dict.fromkeys(below)))
                groups[name] = group.add_subparsers(
                    title="verbos", metavar="VERBO", required=True, parser_class=Analisador
                )
        home = groups[verb.caminho[:-1]]
        own = home.add_parser(
            verb.caminho[-1], help=verb.resumo, description=verb.descricao or verb.resumo
        )
        # Also after the verb, where people type it.
        own.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
        )
        for option in ("--conta", "--conta-senha-arquivo"):
            own.add_argument(option, default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        verb.argumentos(own)
        own.set_defaults(verbo=verb)
    return parser
