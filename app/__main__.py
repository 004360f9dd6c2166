"""``python -m app``: the window where there is a display, otherwise the command line."""

from app.cli.principal import main

if __name__ == "__main__":
    raise SystemExit(main())
