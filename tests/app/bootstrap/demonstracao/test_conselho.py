"""What councillors of the story did is in the log, and every draw of theirs can be made again."""

from __future__ import annotations

from app.services.auditoria import AuditoriaService
from app.services.leitura import BancoLeitor
from app.settings.lugares import Lugar
from core.kernel.store.sqlite import SqliteDatabase


def test_draws_and_scores_of_the_story_are_right(demo_place: Lugar) -> None:
    reader = BancoLeitor(SqliteDatabase(demo_place.dados))
    try:
        audit = AuditoriaService(reader)
        draws, ranking = audit.verificar_sorteios(), audit.verificar_ranking()
    finally:
        reader.close()
    assert draws.is_right
    assert draws.sorteios > 20
    assert ranking.is_right
