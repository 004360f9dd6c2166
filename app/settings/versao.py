"""The program's version, in one place (pyproject.toml says the same; a test compares)."""

VERSAO = "0.1.0"
