"""The office's one row. Public: it stands on receipts and in the window's frame."""

from sqlalchemy import Column, Float, MetaData, Table, Text

metadata = MetaData()

_PUBLIC = {"privacidade": "publica"}

escritorio = Table(
    "esc_escritorio",
    metadata,
    Column("no", Text, primary_key=True, info=_PUBLIC),
    Column("nome", Text, nullable=False, info=_PUBLIC),
    Column("fuso", Text, nullable=False, info=_PUBLIC),
    # A JSON array of unit ids, in the order they were given.
    Column("unidades", Text, nullable=False, info=_PUBLIC),
    Column("sul", Float, info=_PUBLIC),
    Column("oeste", Float, info=_PUBLIC),
    Column("norte", Float, info=_PUBLIC),
    Column("leste", Float, info=_PUBLIC),
    Column("configurado_em", Text, nullable=False, info=_PUBLIC),
    info={"classe": "projecao"},
)
