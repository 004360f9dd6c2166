"""Files of a councillor's report in a bundle: approved ones are carried and shown, others are not."""

from __future__ import annotations

from collections.abc import Sequence

from core.base.midia.entrega import anexos_de, campos_de
from core.base.midia.limpeza import MidiaGuardada, limpar
from core.colonies.d1c_anexos.colony import d1c_colony
from core.colonies.d1c_anexos.queries import anexos_da_demanda
from core.colonies.d1c_anexos.trabalhos import Portas
from core.colonies.d1d_moderacao.colony import MODERACAO
from core.colonies.d7_transparencia.colony import TRANSPARENCIA
from core.colonies.d7_transparencia.queries.demanda import count_report_files
from core.kernel.event import NewEvent
from tests.core.colonies.d1c_anexos.bancada import RELATO, Olho
from tests.support import midias
from tests.support.office import conselheiro, demanda
from tests.support.postos import Posto


def with_files(postos: Sequence[Posto]) -> None:
    """Have these offices know files, moderation and what is public."""
    for posto in postos:
        portas = Portas(posto.anexos, Olho)
        posto.colonias = (d1c_colony(portas), MODERACAO, TRANSPARENCIA, RELATO)


def keep(posto: Posto, content: bytes, nome: str) -> MidiaGuardada:
    made = limpar(content)
    return MidiaGuardada(
        sha256=posto.anexos.put(made.conteudo),
        tamanho_bytes=len(made.conteudo),
        mime=made.mime,
        hash_origem=made.hash_origem,
        nome=nome,
    )


def relatar(posto: Posto, *files: MidiaGuardada) -> None:
    payload = {
        "demanda_id": demanda(1),
        "conselheiro_id": conselheiro(1),
        "tipo": "status_atualizado",
        "texto": "A obra começou",
        **campos_de(files, [one.nome for one in files], demanda(77)),
    }
    posto.publica(
        NewEvent(
            "conselheiro.atualização_registrada",
            payload,
            sujeito=demanda(1),
            anexos=anexos_de(files),
        ),
        colonia="D-6b",
    )


def decide(posto: Posto, anexo_id: str, decisao: str) -> None:
    payload = {
        "item_id": demanda(900),
        "tipo": "anexo",
        "referencia_id": anexo_id,
        "decisao": decisao,
        "moderador_id": conselheiro(90),
        "demanda_id": demanda(1),
    }
    posto.publica(NewEvent("moderacao.decidida", payload, sujeito=anexo_id), colonia="D-1d")


def shown(posto: Posto) -> int:
    reader = posto.escritorio.database.open_reader()
    try:
        return sum(count_report_files(reader.cursor, reader.dialect, demanda(1)).values())
    finally:
        reader.close()


def known(posto: Posto) -> dict[str, str]:
    """File -> where it stands, as this office knows it."""
    reader = posto.escritorio.database.open_reader()
    try:
        found = anexos_da_demanda(reader.cursor, reader.dialect, demanda(1))
    finally:
        reader.close()
    return {one.anexo_id: one.situacao for one in found}


def test_what_is_approved_goes_along_and_a_block_follows_it(tres: list[Posto]) -> None:
    norte, sul, _leste = tres
    with_files(tres)
    approved, waiting = keep(norte, midias.upside(6), "a.jpg"), keep(norte, midias.png(), "b.png")
    relatar(norte, approved, waiting)
    first, second = known(norte)
    decide(norte, first, "aprovado")
    assert known(norte) == {first: "ativo", second: "pendente"}
    bundle = norte.exporta()
    assert b"a.jpg" not in bundle.read_bytes()
    sul.importa(bundle)
    assert known(sul) == {first: "ativo", second: "pendente"}
    assert (shown(norte), shown(sul)) == (1, 1)
    assert sul.anexos.get(approved.sha256) == norte.anexos.get(approved.sha256)
    assert sul.anexos.get(waiting.sha256) is None
    decide(norte, first, "bloqueado")
    sul.importa(norte.exporta(sul))
    assert (shown(norte), shown(sul)) == (0, 0)
    assert known(sul) == {first: "bloqueado", second: "pendente"}
