"""A new version of a model from the corrections of moderators: small steps from the old one.

Pure Python, deterministic: the same model and the same corrections, in any order, give the same
bytes. Old knowledge stays: every step is small and is drawn back towards the base. New words are
learnt only where several corrections use them, so that no name of a person or street enters.
Source: Apêndice B D-3 ("o par (texto, categoria_correta) alimenta o pipeline de melhoria").
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from core.base.taxonomia.dictionary import Dictionary
from core.base.taxonomia.features import WORD
from core.base.taxonomia.model import SCALE, Modelo, carregar_modelo, gravar_modelo, probabilities
from core.base.taxonomia.vectors import Vector, vector

PASSES: Final = 6
STEP: Final = 0.5
# Share of what was learnt that stays after each pass: many corrections agree or little moves.
KEPT: Final = 0.95
LEAST_TEXTS: Final = 3


@dataclass(frozen=True, slots=True)
class Correcao:
    """A text and the category a person gave it."""

    texto: str
    categoria_id: str


def retreinar(base: bytes, correcoes: Iterable[Correcao], dictionary: Dictionary) -> bytes:
    """The bytes of a new model; ``base`` itself where there is nothing to learn.

    Corrections to categories the model does not know are left out; the caller compares
    ``correcoes`` of the new model where that matters. The version is
    ``<first version>+<number of corrections>.<8 hex>``.

    Raises:
        ModelError: ``base`` is no model of this program.
    """
    modelo = carregar_modelo(base)
    usable = sorted(
        {one for one in correcoes if one.categoria_id in modelo.classes},
        key=lambda one: (
            hashlib.sha256(one.texto.encode("utf-8", "replace")).digest(),
            one.categoria_id,
        ),
    )
    lessons = [
        (seen, modelo.classes.index(one.categoria_id))
        for one in usable
        if (seen := vector(one.texto, dictionary)).values
    ]
    if not lessons:
        return base
    trainer = _Trainer(modelo, lessons)
    for _ in range(PASSES):
        trainer.run()
    digest = hashlib.sha256(base)
    for one in usable:
        digest.update(f"{one.categoria_id}\n{one.texto}\0".encode("utf-8", "replace"))
    first = modelo.versao.partition("+")[0]
    total = modelo.correcoes + len(lessons)
    return gravar_modelo(
        replace(
            modelo,
            versao=f"{first}+{total}.{digest.hexdigest()[:8]}",
            base=modelo.versao,
            correcoes=total,
            pesos=trainer.weights(),
        )
    )


class _Trainer:
    """Gradient steps on what is added to the base weights."""

    def __init__(self, modelo: Modelo, lessons: Sequence[tuple[Vector, int]]) -> None:
        self._modelo = modelo
        self._size = len(modelo.classes)
        counts = Counter(
            name for seen, _ in lessons for name in seen.values if name.startswith(WORD)
        )
        new = {name for name, count in counts.items() if count >= LEAST_TEXTS}
        known = modelo.pesos.keys() | new
        self._lessons = [
            ([(name, value) for name, value in sorted(seen.values.items()) if name in known], goal)
            for seen, goal in lessons
        ]
        self._base = {
            name: _dense(modelo.pesos.get(name, []), self._size)
            for name in sorted({name for pairs, _ in self._lessons for name, _ in pairs})
        }
        self._added = {name: [0.0] * self._size for name in self._base}

    def run(self) -> None:
        """One pass over the corrections."""
        for pairs, goal in self._lessons:
            self._learn(pairs, goal)
        for row in self._added.values():
            row[:] = [value * KEPT for value in row]

    def _learn(self, pairs: Sequence[tuple[str, float]], goal: int) -> None:
        # The intercepts stay the base's: how often a category is corrected says nothing about
        # how often it occurs.
        logits = [value / SCALE for value in self._modelo.interceptos]
        for name, value in pairs:
            base, added = self._base[name], self._added[name]
            for index in range(self._size):
                logits[index] += value * (base[index] + added[index])
        slopes = [
            STEP * ((index == goal) - part) for index, part in enumerate(probabilities(logits))
        ]
        for name, value in pairs:
            row = self._added[name]
            for index, slope in enumerate(slopes):
                row[index] += value * slope

    def weights(self) -> dict[str, list[int]]:
        """All weights as whole numbers, zeros left out."""
        pesos = dict(self._modelo.pesos)
        for name, added in self._added.items():
            row: list[int] = []
            for index, base in enumerate(self._base[name]):
                value = round((base + added[index]) * SCALE)
                if value:
                    row += (index, value)
            if row:
                pesos[name] = row
            else:
                pesos.pop(name, None)
        return pesos


def _dense(row: Sequence[int], size: int) -> list[float]:
    full = [0.0] * size
    for at in range(0, len(row), 2):
        full[row[at]] = row[at + 1] / SCALE
    return full
