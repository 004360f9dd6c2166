"""Logs of rankings made by hand, honest or forged; positions by counting, not by any code of ours.

Numbers stand for ids as in ``tests.support.office``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from core.base.parametros.conjunto import PADRAO, Parametros, para_payload
from core.kernel.event import Payload
from tests.support.office import demanda, unidade
from tests.support.sorteios import Log

NATIONAL = {1: 100, 2: 80, 3: 60, 4: 40, 5: 20}
MOMENT = "2026-06-01T00:00:00.000Z"


@dataclass
class RankStory:
    """What happens to rankings."""

    log: Log
    parameters: Parametros = PADRAO
    # demand -> (unit, score, level, horizontal)
    standing: dict[int, tuple[int, float, int, int]] = field(default_factory=dict)

    def load(self, **changed: Any) -> None:
        """A parameter set; ``hash_conteudo`` and other fields may be forged with ``forged``."""
        forged: Payload = changed.pop("forged", {})
        fields = {"versao": "v2", "pesos_nacionais": self.parameters.pesos_nacionais, **changed}
        self.parameters = Parametros(**fields)
        self.log.put("parametros.carregados", {**para_payload(self.parameters), **forged})

    def categorize(
        self, demand: int, unit: int, level: int = 1, horizontal: int = 50, **forged: Any
    ) -> str:
        """A category, and the score that answers it; its hash."""
        cause = self.log.put(
            "demanda.categorizada",
            {
                "demanda_id": demanda(demand),
                "categoria_id": f"{level}.1",
                "nivel_precedencia": level,
                "score_horizontal": horizontal,
                "unidade_civica_id": unidade(unit),
            },
        )
        self.rank(demand, unit, level, horizontal, cause, **forged)
        return cause

    def rank(
        self,
        demand: int,
        unit: int,
        level: int = 1,
        horizontal: int = 50,
        cause: str | None = None,
        **forged: Any,
    ) -> None:
        """A score; ``forged`` replaces fields or, of ``breakdown``, factors."""
        national = self.parameters.peso_nacional(level)
        situational = self.parameters.peso_situacional(unidade(unit), level)
        score = float(round(national * situational * horizontal, 2))
        self.standing[demand] = (unit, forged.get("score_final", score), level, horizontal)
        order = self.order(unit)
        breakdown = {
            "peso_nacional": float(national),
            "peso_situacional": float(situational),
            "score_horizontal": horizontal,
            **forged.pop("breakdown", {}),
        }
        honest: Payload = {
            "demanda_id": demanda(demand),
            "unidade_civica_id": unidade(unit),
            "categoria_id": f"{level}.1",
            "nivel_precedencia": level,
            "score_final": score,
            "breakdown": breakdown,
            "posicao_no_ranking": order.index(demand) + 1,
            "total_demandas_na_uc": len(order),
            "versao_parametros": self.parameters.versao,
            "timestamp_calculo": MOMENT,
        }
        told = {name: value for name, value in {**honest, **forged}.items() if value is not ...}
        self.log.put("demanda.ranqueada", told, cause)

    def order(self, unit: int) -> list[int]:
        """The demands of a unit, first place first."""
        here = [
            (-Decimal(str(score)), n) for n, (u, score, *_) in self.standing.items() if u == unit
        ]
        return [demand for _, demand in sorted(here)]

    def tell_top(self, unit: int, **forged: Any) -> None:
        """``ranking.atualizado``."""
        order = self.order(unit)
        honest: Payload = {
            "unidade_civica_id": unidade(unit),
            "motivo": "demanda_top10",
            "demanda_id_gatilho": demanda(1),
            "top_10": [
                {
                    "posicao": place,
                    "demanda_id": demanda(one),
                    "score_final": self.standing[one][1],
                }
                for place, one in enumerate(order[:10], 1)
            ],
            "total_demandas": len(order),
            "versao_parametros": self.parameters.versao,
            "timestamp": MOMENT,
        }
        told = {n: v(honest) if callable(v) else v for n, v in {**honest, **forged}.items()}
        self.log.put("ranking.atualizado", told)

    def withdraw(self, demand: int) -> None:
        """A demand is withdrawn."""
        self.standing.pop(demand, None)
        self.log.put("demanda.retirada", {"demanda_id": demanda(demand), "motivo": "engano"})

    def join(self, representative: int, *members: int) -> None:
        """Demands are joined under one."""
        for one in members:
            if one != representative:
                self.standing.pop(one, None)
        self.log.put(
            "duplicidade.agregada",
            {
                "agregado_id": demanda(900),
                "representante_demanda_id": demanda(representative),
                "membros": [{"demanda_id": demanda(one)} for one in members],
                "mecanismo": "confirmacao_coletiva",
                "confirmacoes_gatilho": 3,
                "criterios": {},
            },
        )
