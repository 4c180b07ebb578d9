"""Working for the site from the command line, on a machine that serves no pages."""

from __future__ import annotations

import argparse
import asyncio
import logging.config
from contextlib import ExitStack

from app import meters
from app.cli.lines import Answer, Refused, show
from app.cli.serving import unusable
from app.cli.storage import opening, read_settings
from app.database import migrate
from app.edge.logs import configuration
from app.language import gettext as _


def work(options: argparse.Namespace) -> int:
    """Take analyses, pars and challenges from the site's database until told to stop."""
    settings = read_settings()
    if settings.jobs != "elsewhere":
        raise Refused(
            "bad-setting",
            _("INGENIO_JOBS: el sitio hace este trabajo él mismo; pon «elsewhere» aquí y en sus servidores."),
        )
    logging.config.dictConfig(configuration(settings.log_level))
    with opening():
        from app.work import work as work_until_stopped  # needs the queue's library, which is an extra

        if settings.migrate_at_start:
            migrate(settings)
    at_once = options.at_once or settings.thinkers
    text = _("Ingenio trabaja; trabajos a la vez: %(count)s (Ctrl+C para terminar)") % {"count": at_once}
    with ExitStack() as telling:
        if settings.metrics_address is not None:
            try:
                telling.enter_context(meters.told_at(*settings.metrics_address))
            except OSError as problem:
                raise unusable(*settings.metrics_address, problem) from None
        show(Answer({"at_once": at_once}, text), options.json, flush=True)
        asyncio.run(work_until_stopped(settings, at_once))
    return 0
