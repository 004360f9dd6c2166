"""Folds what is about a unit, a councillor or a place rather than about one demand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import Table, and_, bindparam, delete, insert, select, update

from core.base.territorio.montagem import linhas_do_evento
from core.colonies.d7_transparencia.handlers.demanda import telling
from core.colonies.d7_transparencia.rules import conselho, valores
from core.colonies.d7_transparencia.rules.conselho import is_end_of_mandate
from core.colonies.d7_transparencia.tables import (
    agendas,
    caminhos,
    conselheiros,
    lugares_geo,
    unidades,
)
from core.kernel.colony import ApplyDb, ApplyFn
from core.kernel.event import Event
from core.kernel.store.statement import Statement


class _ByKey:
    """Reads and writes whole rows of a table by its key."""

    def __init__(self, table: Table) -> None:
        self.columns = [column.name for column in table.columns]
        self.keys = [column.name for column in table.primary_key.columns]
        is_it = and_(*(table.c[name] == bindparam(f"k_{name}") for name in self.keys))
        self._table, self._is_it = table, is_it
        self._read = Statement(select(table).where(is_it))
        self._gone = Statement(delete(table).where(is_it))
        self._new = Statement(insert(table), self.columns)
        self._settings: dict[tuple[str, ...], Statement] = {}

    def _key(self, row: Mapping[str, Any]) -> dict[str, Any]:
        return {f"k_{name}": row[name] for name in self.keys}

    def get(self, db: ApplyDb, **key: Any) -> dict[str, Any] | None:
        """The row of a key."""
        row = db.one(self._read, self._key(key))
        return None if row is None else dict(zip(self.columns, row, strict=True))

    def put(self, db: ApplyDb, row: Mapping[str, Any]) -> None:
        """In the place of the row of the same key; columns that are not named are null."""
        db.run(self._gone, self._key(row))
        db.run(self._new, {**dict.fromkeys(self.columns), **row})

    def merge(self, db: ApplyDb, key: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        """Set columns of a key's row; the others stay, or are null where there was none."""
        told = {f"n_{name}": value for name, value in values.items()}
        if db.run_counted(self._setting(tuple(values)), {**self._key(key), **told}) == 0:
            db.run(self._new, {**dict.fromkeys(self.columns), **key, **values})

    def _setting(self, names: tuple[str, ...]) -> Statement:
        known = self._settings.get(names)
        if known is None:
            told: dict[str, Any] = {name: bindparam(f"n_{name}") for name in names}
            known = self._settings[names] = Statement(
                update(self._table).where(self._is_it).values(told)
            )
        return known

    def put_all(self, db: ApplyDb, rows: Iterable[Mapping[str, Any]]) -> None:
        """Many rows of different keys, all columns named."""
        found = [dict(row) for row in rows]
        db.run_many(self._gone, [self._key(row) for row in found])
        db.run_many(self._new, found)


_UNITS, _AGENDAS, _COUNCILLORS, _PLACES, _PATHS = (
    _ByKey(table) for table in (unidades, agendas, conselheiros, lugares_geo, caminhos)
)
_CICLO: Final = telling(conselho.ciclo_concluido)
_P = lugares_geo.c
_DEACTIVATED: Final = Statement(
    update(lugares_geo).where(_P.lugar_id == bindparam("k_lugar")).values(status="desativado")
)
PUBLICOS: Final = frozenset({"organizacao", "equipamento_publico"})
"""Kinds of places that are shown; a home never is (LGPD)."""


def apply_territorio(event: Event, db: ApplyDb) -> None:
    """Units are put in place or replaced, none is ever taken away."""
    public = event.publico()
    _UNITS.put_all(
        db,
        [{**row, "importacao_id": public["importacao_id"]} for row in linhas_do_evento(public)],
    )


def apply_agenda(event: Event, db: ApplyDb) -> None:
    """How a unit's agenda is filled."""
    public = event.publico()
    decay = public.get("distribuicao_decay") or {}
    _merge(
        db,
        public["unidade_civica_id"],
        total_itens=public.get("total_itens"),
        nivel_nao_vencido=decay.get("nivel_nao_vencido"),
        itens_nivel_prioritario=decay.get("itens_nivel_prioritario"),
        itens_outros_niveis=decay.get("itens_outros_niveis"),
        grupos_territoriais=public.get("grupos_territoriais"),
        primeiras=valores.as_json([one["demanda_id"] for one in public.get("top_10") or ()]),
        agenda_em=event.timestamp,
        versao_parametros=public.get("versao_parametros"),
    )


def apply_ranking(event: Event, db: ApplyDb) -> None:
    """How many demands a unit's ranking holds."""
    public = event.publico()
    _merge(
        db,
        public["unidade_civica_id"],
        total_ranqueadas=public.get("total_demandas"),
        ranking_em=event.timestamp,
        versao_parametros=public.get("versao_parametros"),
    )


def _merge(db: ApplyDb, unidade_civica_id: str, **values: Any) -> None:
    _AGENDAS.merge(db, {"unidade_civica_id": unidade_civica_id}, values)


def apply_cadastrado(event: Event, db: ApplyDb) -> None:
    """A councillor, by name only where the councillor agreed."""
    public = event.publico()
    _set_councillor(
        db,
        public["conselheiro_id"],
        unidade_civica_id=public.get("unidade_civica_id"),
        nivel_atuacao=public.get("nivel_atuacao"),
        nome_publico=valores.text(public.get("nome_publico")),
        cadastrado_em=event.timestamp,
    )


def apply_inativado(event: Event, db: ApplyDb) -> None:
    """The councillor is in no pool from now on."""
    _set_councillor(db, event.publico()["conselheiro_id"], inativo_desde=event.timestamp)


def apply_reativado(event: Event, db: ApplyDb) -> None:
    """The councillor is back."""
    _set_councillor(db, event.publico()["conselheiro_id"], inativo_desde=None)


def _set_councillor(db: ApplyDb, conselheiro_id: str, **values: Any) -> None:
    _COUNCILLORS.merge(db, {"conselheiro_id": conselheiro_id}, values)


def apply_ciclo(event: Event, db: ApplyDb) -> None:
    """The end of a cycle; that of a mandate makes the councillor inactive, too."""
    _CICLO(event, db)
    if is_end_of_mandate(event.publico()):
        apply_inativado(event, db)


def apply_suspensao_expirada(event: Event, db: ApplyDb) -> None:
    """The councillor may be drawn again."""
    public = event.publico()
    ended = public.get("expirou_em")
    _set_councillor(db, public["conselheiro_id"], suspensao_expirada_em=ended)


def apply_lugar_cadastrado(event: Event, db: ApplyDb) -> None:
    """A public place is on the map, provisional; homes and polygons are passed over."""
    public = event.publico()
    if public.get("tipo_lugar") not in PUBLICOS:
        return
    place = public.get("coordenadas_brutas") or {}
    before = _PLACES.get(db, lugar_id=public["lugar_id"])
    row = before or {"status": "ativo", "status_confianca": "provisorio"}
    _PLACES.put(
        db,
        {
            **row,
            "lugar_id": public["lugar_id"],
            "tipo": public["tipo_lugar"],
            "nome": valores.text(public.get("nome")),
            "lat": valores.real(place.get("lat")),
            "lng": valores.real(place.get("lng")),
            "faixa": valores.faixa(place.get("lat")),
            "subtipo_declarado": valores.text(public.get("subtipo")),
            "descricao": valores.text(public.get("descricao")),
            "horario_funcionamento": valores.text(public.get("horario_funcionamento")),
        },
    )


def apply_lugar_georreferenciado(event: Event, db: ApplyDb) -> None:
    """Unit and checked kind of a place that is shown."""
    public = event.publico()
    before = _PLACES.get(db, lugar_id=public["lugar_id"])
    if before is None:
        return
    declared = valores.text(public.get("subtipo_declarado"))
    _PLACES.put(
        db,
        {
            **before,
            "unidade_civica_id": public.get("unidade_civica_id"),
            "subtipo_declarado": declared or before["subtipo_declarado"],
            "subtipo_confirmado": valores.text(public.get("subtipo_confirmado")),
            "confianca_tipificacao": public.get("confianca_tipificacao"),
        },
    )


def apply_lugar_validado(event: Event, db: ApplyDb) -> None:
    """How far a place is believed."""
    public = event.publico()
    before = _PLACES.get(db, lugar_id=public["lugar_id"])
    if before is not None:
        names = ("status_confianca", "metodo_validacao", "total_confirmacoes")
        _PLACES.put(db, {**before, **{name: public.get(name) for name in names}})


def apply_lugar_desativado(event: Event, db: ApplyDb) -> None:
    """A place left the map."""
    db.run(_DEACTIVATED, {"k_lugar": event.payload["lugar_id"]})


def apply_caminho(event: Event, db: ApplyDb) -> None:
    """How cases of a kind were solved in a municipality; a demand's path is read by its keys."""
    public = event.publico()
    lists = ("canais", "orgaos", "gargalos", "documentos", "dossie")
    _PATHS.put(
        db,
        {
            "municipio_id": public["municipio_id"],
            "categoria_id": public["categoria_id"],
            "subcategoria_id": public.get("subcategoria_id") or "",
            "total_casos": public["total_casos"],
            "prazo_mediano_dias": valores.real(public.get("prazo_mediano_dias")),
            **{name: valores.as_json(public.get(name)) for name in lists},
            "versao_metodo": public["versao_metodo"],
            "gerado_em": public["gerado_em"],
        },
    )


DE_UNIDADE: Final[Mapping[str, ApplyFn]] = {
    "territorio.importado": apply_territorio,
    "agenda.gerada": apply_agenda,
    "ranking.atualizado": apply_ranking,
    "conselheiro.cadastrado": apply_cadastrado,
    "conselheiro.suspensao_expirada": apply_suspensao_expirada,
    "conselheiro.inativado": apply_inativado,
    "conselheiro.reativado": apply_reativado,
    "conselheiro.ciclo_concluído": apply_ciclo,
    "lugar.cadastrado": apply_lugar_cadastrado,
    "lugar.georreferenciado": apply_lugar_georreferenciado,
    "lugar.validado": apply_lugar_validado,
    "lugar.desativado": apply_lugar_desativado,
    "caminho.atualizado": apply_caminho,
}
