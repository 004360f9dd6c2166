"""The corpus: one bundle (at least) for every row of sync.md section 4 that speaks of one bundle.

Every case says what must come of it: the code that refuses the file, the codes of refused feeds,
the codes of findings. Program, ``verificar.py`` and ``verificar.html`` are tested with the same
list; ``escrever`` puts the files and ``esperado.json`` into a folder for those that need files.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from tests.support.corpus_pacotes.arvores import arvores, notas
from tests.support.corpus_pacotes.caso import Caso
from tests.support.corpus_pacotes.conteudo import evidencias, folhas, partes, sadios
from tests.support.corpus_pacotes.manifesto import manifestos, redes, redes_em_volta
from tests.support.corpus_pacotes.recipiente import nomes, recipientes
from tests.support.pacotes import no_of


@lru_cache(maxsize=1)
def casos() -> tuple[Caso, ...]:
    """The whole corpus, the same in every run."""
    made = (
        *sadios(),
        *recipientes(),
        *nomes(),
        *manifestos(),
        *redes(),
        *redes_em_volta(),
        *notas(),
        *arvores(),
        *folhas(),
        *partes(),
        *evidencias(),
    )
    place = sorted(("a", "b"), key=no_of).index("a")
    return tuple(_without_picture(caso) if caso.feeds[place] else caso for caso in made)


def _without_picture(caso: Caso) -> Caso:
    """The picture belongs to the feed of ``a``: refused with it, nobody commits to it."""
    return replace(caso, achados=("anexo.sem_compromisso",))


def escrever(folder: Path) -> Path:
    """All files and ``esperado.json``, which lists them; the path of the list."""
    listed = []
    for caso in casos():
        (folder / caso.arquivo).write_bytes(caso.conteudo)
        said = {"linha": caso.linha, "arquivo": caso.arquivo, "veredito": caso.veredito}
        said |= {"saida": caso.saida, "motivo": caso.motivo}
        said |= {"feeds": [] if caso.motivo else list(caso.feeds), "achados": list(caso.achados)}
        listed.append(said)
    path = folder / "esperado.json"
    path.write_text(json.dumps(listed, ensure_ascii=False, indent=1), encoding="utf-8")
    return path
