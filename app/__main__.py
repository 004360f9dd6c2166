"""``python -m app``: the window where there is a display, otherwise the command line."""

import sys

_ENVIRONMENT = 3


def _main() -> int:
    """Run; with a Python that lacks the libraries, say which one has them."""
    try:
        from app.cli.principal import main  # noqa: PLC0415 # may be missing what it needs
    except ModuleNotFoundError as error:
        missing = error.name or "?"
        if missing.split(".")[0] in {"app", "core", "widgets"}:
            raise
        sys.stderr.write(
            f"Falta a biblioteca {missing} no Python que foi chamado ({sys.executable}). Rode "
            "make run, que prepara tudo, ou use o Python preparado: .venv/bin/python -m app\n"
        )
        return _ENVIRONMENT
    return main()


if __name__ == "__main__":
    raise SystemExit(_main())
