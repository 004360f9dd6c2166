"""What is done once an import is committed."""

from __future__ import annotations

from dataclasses import replace

from core.kernel.errors import EnvironmentFault
from tests.support.office import entrou, pedido
from tests.support.postos import Posto


def test_after_what_was_taken_in_the_store_is_tidied_and_after_nothing_else(
    tres: list[Posto],
) -> None:
    """Once the import is committed; a disk that refuses then undoes nothing."""
    norte, sul, _leste = tres
    norte.publica(entrou(1), pedido(1))
    bundle = norte.pasta / "levado.zip"
    bundle.write_bytes(norte.exporta().read_bytes())
    seen: list[int] = []

    def tidy() -> None:
        seen.append(len(sul.linhas("SELECT 1 FROM event_log")))
        raise EnvironmentFault("anexo.nao_apagado", anexo="x", detalhe="cheio")

    with sul.aberto() as engine:
        importer = replace(sul.importador(engine), depois=tidy)
        assert importer.import_bundle(bundle, ensaio=True).novos > 0
        assert seen == []
        outcome = importer.import_bundle(bundle)
        assert (outcome.estado, len(seen)) == ("importado", 1)
        assert seen[0] >= outcome.novos
        importer.import_bundle(bundle)
        assert len(seen) == 1
