"""Second places for the values of local rows, so that SQLite's own check sees a change of one."""

from __future__ import annotations

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_INDEXES = (
    ("kernel_instalacao", "testemunha", ["valor"]),
    ("registry_schemas", "testemunha", ["schema_sha256", "deprecated"]),
    ("kernel_posicoes", "testemunha", ["aplicado_ate", "reagido_ate"]),
    ("kernel_posicoes", "assinatura", ["versao_projecao", "assinatura", "ativa"]),
    (
        "dead_letter_queue",
        "testemunha",
        ["desde_ms", "ultima_ms", "tentativas", "estado", "tipo", "erro"],
    ),
    ("kernel_prazos_tratados", "testemunha", ["evento"]),
    ("kernel_saida", "testemunha", ["tentativas", "efeito", "dados"]),
    ("kernel_comandos", "testemunha", ["sequence_number", "resposta"]),
    ("kernel_escrita", "testemunha", ["contador", "escritor"]),
    ("kernel_copias", "testemunha", ["eventos", "verificada", "sha256", "arquivo"]),
    ("c1_acessos", "testemunha", ["conta_id", "papel"]),
    ("d1a_rascunhos", "testemunha", ["criado_em", "versao", "cidadao_id", "conta_id", "conteudo"]),
    ("d1a_logradouros", "testemunha", ["nome", "bairro", "lat", "lng"]),
    ("d3_reservas", "testemunha", ["expira_em", "conta_id", "nome"]),
)


def upgrade() -> None:
    """Make them on SQLite; PostgreSQL has checksums for its pages."""
    if op.get_bind().dialect.name != "sqlite":
        return
    for table, name, columns in _INDEXES:
        op.create_index(f"ix_{table}_{name}", table, columns)
