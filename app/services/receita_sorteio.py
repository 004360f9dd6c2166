"""How to draw again elsewhere: a recipe of ordinary tools that really runs, and files to save.

The recipe is a shell script of ``sort``, ``openssl``, ``sha256sum`` and ``python3``; the same is
given as one Python file without any library, for systems without a shell. Both say what should
come out. Nothing here reads the office. Source: D-6a 4.1-4.4; ui.md, Auditoria do sorteio.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from app.services.historia_sorteio import Entradas
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.system_reason import system_reason

LISTA: Final = "elegiveis.txt"
ROTEIRO: Final = "refazer.sh"
PROGRAMA: Final = "refazer.py"
PUBLICADO: Final = "sorteio.json"
CABECALHO: Final = "cabecalho-do-sorteio.json"
ANTERIOR: Final = "cabecalho-anterior.json"
LEIA: Final = "LEIA-ME.txt"

_SHUFFLE: Final = (
    "import hashlib,json,sys\n"
    "semente=sys.argv[1]\n"
    "lista=sorted(open('elegiveis.txt').read().split())\n"
    "for c,i in enumerate(range(len(lista)-1,0,-1)):\n"
    "    d=hashlib.sha256(f'{semente}:{c}'.encode()).hexdigest()\n"
    "    j=int(d[:8],16)%(i+1)\n"
    "    lista[i],lista[j]=lista[j],lista[i]\n"
    "print(json.dumps(lista,separators=(',',':')),end='')\n"
)


def roteiro(entradas: Entradas) -> str:
    """The shell script, step by step, with what should come out beside each step.

    Raises:
        UserFacingError: ``sorteio.sem_base``: the seed cannot be made again.
    """
    base = _base(entradas)
    steps = [
        "#!/bin/sh",
        "# Refaz o sorteio com ferramentas comuns. Rode nesta pasta: sh refazer.sh",
        "# Cada passo diz o que devia sair; compare.",
        "set -eu",
        "",
    ]
    if entradas.cabecalho is not None and entradas.cabecalho_anterior is not None:
        steps += [
            "# 1. O sorteio nomeia o evento anterior pelo carimbo (campo prev):",
            f'grep -o \'"prev":"[0-9a-f]*"\' {CABECALHO}',
            "#    e este é o carimbo do evento anterior, refeito (um byte zero e o cabeçalho):",
            f"{{ printf '\\0'; cat {ANTERIOR}; }} | sha256sum",
            "#    O identificador dele é a base da semente:",
            f'grep -o \'"event_id":"[0-9a-f-]*"\' {ANTERIOR}',
            "",
        ]
    steps += [
        f"# 2. A lista está em ordem crescente ({len(entradas.elegiveis)} identificadores):",
        f"LC_ALL=C sort -c {LISTA} && echo 'lista em ordem' || echo 'lista FORA de ordem'",
        "",
        "# 3. A semente: HMAC-SHA-256, chave d6a-sorteio, de base:horário.",
        f"#    Publicada: {entradas.seed or '-'}",
        f"SEMENTE=$(printf '%s' '{base}:{entradas.timestamp}' \\",
        "  | openssl dgst -sha256 -hmac d6a-sorteio | sed 's/^.*= *//')",
        'echo "semente $SEMENTE"',
        "",
        "# 4. O embaralhamento (Fisher-Yates, cada troca tirada de SHA-256 de semente:contador):",
        "python3 - \"$SEMENTE\" > ordem.json <<'FIM'",
        _SHUFFLE + "FIM",
        "",
        "# 5. O resumo da ordem.",
        f"#    Publicado: {entradas.lista_hash or '-'}",
        "echo \"resumo  $(sha256sum < ordem.json | cut -d' ' -f1)\"",
        "",
        "# 6. O sorteado é o primeiro da ordem.",
        f"#    Publicado: {entradas.conselheiro_id or '-'}",
        'echo "sorteado $(cut -c3-38 ordem.json)"',
        "",
    ]
    return "\n".join(steps)


def programa(entradas: Entradas) -> str:
    """The same as one Python file, standard library only; ends with code 1 where all is not equal.

    Raises:
        UserFacingError: ``sorteio.sem_base``.
    """
    return "\n".join(
        [
            '"""Refaz o sorteio. Precisa só de Python 3: python3 refazer.py, nesta pasta."""',
            "import hashlib, hmac, json, sys",
            "",
            f"BASE = {_base(entradas)!r}",
            f"HORARIO = {entradas.timestamp!r}",
            "PUBLICADO = {",
            f"    'semente': {entradas.seed!r},",
            f"    'resumo': {entradas.lista_hash!r},",
            f"    'sorteado': {entradas.conselheiro_id!r},",
            "}",
            "",
            f"lista = sorted(open({LISTA!r}, encoding='ascii').read().split())",
            "texto = (BASE + ':' + HORARIO).encode()",
            "semente = hmac.new(b'd6a-sorteio', texto, hashlib.sha256).hexdigest()",
            "for contador, i in enumerate(range(len(lista) - 1, 0, -1)):",
            "    digest = hashlib.sha256((semente + ':' + str(contador)).encode()).hexdigest()",
            "    j = int(digest[:8], 16) % (i + 1)",
            "    lista[i], lista[j] = lista[j], lista[i]",
            "escrita = json.dumps(lista, separators=(',', ':')).encode()",
            "refeito = {'semente': semente, 'resumo': hashlib.sha256(escrita).hexdigest(),",
            "           'sorteado': lista[0] if lista else None}",
            "igual = True",
            "for nome, valor in refeito.items():",
            "    confere = PUBLICADO[nome] in (None, valor)",
            "    igual = igual and confere",
            "    print(nome.ljust(9), valor, 'confere' if confere else 'NAO CONFERE')",
            "sys.exit(0 if igual else 1)",
            "",
        ]
    )


def publicado(entradas: Entradas) -> bytes:
    """The values as JSON, which ``sorteio ordenar`` and the pasting page read."""
    told = {
        "ultimo_event_id": _base(entradas),
        "timestamp": entradas.timestamp,
        "elegiveis": list(entradas.elegiveis),
        "seed_publico": entradas.seed,
        "lista_elegiveis_hash": entradas.lista_hash,
        "conselheiro_id": entradas.conselheiro_id,
    }
    return msgspec.json.encode(told) + b"\n"


def arquivos(entradas: Entradas) -> Mapping[str, bytes]:
    """Name -> bytes of every file of the recipe.

    Raises:
        UserFacingError: ``sorteio.sem_base``.
    """
    found = {
        LISTA: "".join(f"{one}\n" for one in entradas.elegiveis).encode(),
        ROTEIRO: roteiro(entradas).encode(),
        PROGRAMA: programa(entradas).encode(),
        PUBLICADO: publicado(entradas),
        LEIA: _read_me(entradas).encode(),
    }
    if entradas.cabecalho is not None and entradas.cabecalho_anterior is not None:
        found[CABECALHO] = entradas.cabecalho
        found[ANTERIOR] = entradas.cabecalho_anterior
    return found


def gravar(entradas: Entradas, pasta: Path) -> tuple[Path, ...]:
    """Save the files in a folder, which is made where it is missing.

    Raises:
        UserFacingError: ``sorteio.sem_base``.
        EnvironmentFault: ``exportacao.nao_gravou``.
    """
    ready = arquivos(entradas)
    written = []
    try:
        pasta.mkdir(parents=True, exist_ok=True)
        for name, content in ready.items():
            target = pasta / name
            partial = target.with_name(name + ".parcial")
            with partial.open("wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            partial.replace(target)
            written.append(target)
    except OSError as error:
        raise EnvironmentFault(
            "exportacao.nao_gravou", arquivo=str(pasta), motivo=system_reason(error)
        ) from error
    return tuple(written)


def _base(entradas: Entradas) -> str:
    if entradas.base is None:
        raise UserFacingError("sorteio.sem_base")
    return entradas.base


def _read_me(entradas: Entradas) -> str:
    lines = [
        "Como refazer este sorteio fora daqui",
        "",
        f"{LISTA}: quem podia ser sorteado, em ordem crescente.",
        f"{PUBLICADO}: o que foi publicado, num só objeto JSON.",
    ]
    if entradas.cabecalho_anterior is not None:
        lines.append(
            f"{CABECALHO} e {ANTERIOR}: os cabeçalhos dos dois eventos, byte por byte como estão "
            "no registro."
        )
    lines += [
        f"{ROTEIRO}: passo a passo com sort, openssl, sha256sum e python3 (Linux, macOS, WSL).",
        f"{PROGRAMA}: o mesmo só com Python 3, também no Windows.",
        "",
        "O que isto não prova: se a lista era a certa, só o registro inteiro diz (sorteio verificar).",
        "E quem opera o computador pode escolher o momento do sorteio, e com ele a semente. Por isso",
        "tentativas, recusas e sorteios refeitos ficam todos no registro, à vista.",
        "",
    ]
    return "\n".join(lines)
