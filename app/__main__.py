"""`python -m app` is the program `ingenio`."""

from app.cli import main

raise SystemExit(main())
