"""Each number of the panel equals the list that it opens, for several filters and after changes."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest

from app.services.demanda_lista import DemandaListaService
from app.services.leitura import BancoLeitor
from app.services.painel import PainelService, PainelVisto
from app.services.painel_alvos import Alvos, escolha_de
from app.services.situacoes import Situacoes
from app.settings.recursos import Recursos
from core.colonies.d7_transparencia.rules.prazos import Agora
from tests.app.services.test_painel import vitrine
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import Vitrine
from tests.support.categorias import shipped_files
from tests.support.office import unidade

__all__ = ["vitrine"]
SP = ZoneInfo("America/Sao_Paulo")
REACHES = ((None, False), (unidade(90), False), (unidade(90), True), (unidade(1), True))


class Both:
    """Panel and list over one office."""

    def __init__(self, vitrine: Vitrine) -> None:
        taxonomy = shipped_files().taxonomy
        leitor = BancoLeitor(vitrine.office.database, keep=0)
        words = Situacoes(Recursos().states_toml())

        def now() -> Agora:
            return Agora(vitrine.office.clock.now_ms(), SP)

        self.panel = PainelService(leitor, lambda: taxonomy, words, now)
        self.list = DemandaListaService(leitor, lambda: taxonomy, words, now)

    def check(self) -> int:
        """Compare every number in every reach; how many were not zero."""
        seen = 0
        for unit, so_esta in REACHES:
            found = self.panel.ver(unit, so_esta=so_esta)
            for name, count, target in numbers_of(found):
                listed = self.list.ordem(escolha_de(target))
                assert len(set(listed)) == len(listed) == count, (unit, so_esta, name)
                seen += count > 0
        return seen


def numbers_of(found: PainelVisto) -> list[tuple[str, int, str]]:
    """(what, how many, target) of all that open a list."""
    targets, numbers = Alvos(found), found.numeros
    waits: list[tuple[str, Callable[[], str], int]] = [
        ("todas", targets.todas, numbers.total),
        ("abertas", targets.abertas, numbers.abertas),
        ("sem conselheiro", targets.sem_conselheiro, found.sem_conselheiro),
        ("atrasadas", targets.atraso, numbers.atrasos.total),
        ("local incerto", targets.local_incerto, numbers.local_incerto),
        ("sem ponto", targets.sem_ponto, found.sem_ponto),
        ("ocultas", targets.ocultas, numbers.ocultas),
    ]
    if found.unidade is None:
        waits.append(("sem unidade", targets.sem_unidade, found.sem_unidade))
    named = [(name, count, target()) for name, target, count in waits]
    named += [(s, n, targets.situacao(s)) for s, n in numbers.por_situacao.items()]
    named += [(f"nível {n}", c, targets.nivel(n)) for n, c in numbers.por_nivel.items() if n]
    named += [(c, n, targets.categoria(c)) for c, _name, n in found.categorias if c]
    named += [(t, n, targets.atraso(t)) for t, n in numbers.atrasos.por_tipo.items()]
    named += [(f"{w.inicio}", w.recebidas, targets.recebidas(w)) for w in found.semanas]
    return named


def test_every_number_is_that_of_its_list(vitrine: Vitrine) -> None:
    both = Both(vitrine)
    assert both.check() > 30


def test_they_stay_equal_when_demands_are_hidden_withdrawn_and_late(vitrine: Vitrine) -> None:
    both = Both(vitrine)
    vitrine.publicar(e.normalizada(1, conteudo_suspeito=True), e.retirada(3), e.retirada(11))
    both.check()
    vitrine.publicar(e.agregada(5, 5, 7), e.corrigida(8, "texto"))
    both.check()
    vitrine.office.clock.advance(40 * 86_400_000)
    late = both.panel.ver().numeros.atrasos
    assert late.total > 0
    both.check()


@pytest.mark.parametrize("unit", [None, unidade(1)])
def test_a_target_carries_the_reach_of_the_panel(vitrine: Vitrine, unit: str | None) -> None:
    found = Both(vitrine).panel.ver(unit, so_esta=unit is not None)
    choice = escolha_de(Alvos(found).abertas())
    assert (choice.unidade, choice.so_esta) == (unit, unit is not None)
