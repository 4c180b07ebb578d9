"""Serving the site from the command line."""

from __future__ import annotations

import argparse
import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn

from app.cli.lines import Answer, Refused, show
from app.cli.storage import opening, read_settings
from app.database import migrate
from app.edge.logs import configuration
from app.language import gettext as _
from app.meters import SHARED

APPLICATION: Final = "app.main:create_app"
SHUTDOWN_SECONDS: Final = 5
"""How long open requests may go on after the server was asked to stop."""
IDLE_SECONDS: Final = 130
"""How long a connection is kept on which nothing is asked: longer than a proxy keeps its own (Caddy two
minutes, nginx one), so that none is closed while a move is on its way, which a proxy may not send twice."""


def serve(options: argparse.Namespace) -> int:
    """Migrate, print the address, and serve until told to stop."""
    if options.workers is not None:
        os.environ["INGENIO_WORKERS"] = str(options.workers)  # for the server's processes too
    settings = read_settings()
    _check_address(options.host, options.port)
    if settings.migrate_at_start:
        with opening():
            migrate(settings)
        os.environ["INGENIO_MIGRATE_AT_START"] = "false"  # done: the server's processes need not look
    host = f"[{options.host}]" if ":" in options.host else options.host
    address = f"http://{host}:{options.port}"
    text = _("Ingenio te espera en %(address)s (Ctrl+C para terminar)") % {"address": address}
    show(Answer({"url": address, "workers": settings.workers}, text), options.json, flush=True)
    with _counting_together(settings.workers):
        uvicorn.run(
            APPLICATION,
            factory=True,
            host=options.host,
            port=options.port,
            workers=settings.workers,
            access_log=False,
            log_config=configuration(settings.log_level),
            proxy_headers=False,  # the site has its own list of proxies to believe
            server_header=False,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            timeout_keep_alive=IDLE_SECONDS,
        )
    return 0


@contextmanager
def _counting_together(workers: int) -> Iterator[None]:
    """Give several server processes a folder in which their figures add up, unless they have one."""
    if workers == 1 or SHARED in os.environ:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="ingenio-figures-", ignore_cleanup_errors=True) as folder:
        os.environ[SHARED] = folder  # for the server's processes, which are started afresh
        try:
            yield
        finally:
            del os.environ[SHARED]


def _check_address(host: str, port: int) -> None:
    """Refuse an address that cannot be listened on, before anything is started."""
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as problem:
        raise unusable(host, port, problem) from None


def unusable(host: str, port: int, problem: OSError) -> Refused:
    """The refusal of an address that cannot be listened on."""
    reason = problem.strerror or str(problem)
    return Refused(
        "bad-address",
        _("No se puede escuchar en %(host)s, puerto %(port)s: %(reason)s")
        % {"host": host, "port": port, "reason": reason},
    )
