from __future__ import annotations

from pathlib import Path

import pytest

from app.services.modelos_ia import ModeloImportado, ModelosService
from app.services.progresso import Progress
from core.kernel.errors import UserFacingError
from tests.support.moderados import ANA, OPERADORA

MADE = ModeloImportado("imagem imprópria", "vit@0123456789ab", "apache-2.0", 7, is_provado=False)


class Importer:
    def __init__(self) -> None:
        self.asked: list[tuple[Path, str | None, str | None]] = []

    def importar(
        self, pasta: Path, nome: str | None, licenca: str | None, progress: Progress, /
    ) -> ModeloImportado:
        self.asked.append((pasta, nome, licenca))
        progress(1, 1)
        return MADE


def test_the_operator_alone_takes_a_model_in() -> None:
    importer = Importer()
    service = ModelosService(importer)
    told: list[tuple[int, int]] = []
    made = service.importar(
        Path("vit"),
        OPERADORA,
        licenca=" MIT ",
        progress=lambda done, total, /: told.append((done, total)),
    )
    assert made == MADE
    assert importer.asked == [(Path("vit"), None, "MIT")]
    assert told == [(1, 1)]
    with pytest.raises(UserFacingError, match=r"conta\.sem_permissao"):
        service.importar(Path("vit"), ANA)
    with pytest.raises(UserFacingError, match=r"modelos\.sem_escolha"):
        service.importar(None, OPERADORA)
    assert len(importer.asked) == 1
