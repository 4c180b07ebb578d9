"""What is counted for Prometheus. Counters belong to the process, whatever serves in it.

Several server processes share a folder named by the environment's PROMETHEUS_MULTIPROC_DIR, which
prometheus-client reads when it is imported; each process can then answer for all.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    start_http_server,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable of the environment that names the folder in which several processes count together."""
CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
disable_created_metrics()  # type: ignore[no-untyped-call]

_REGISTRY: Final = CollectorRegistry()
_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

requests: Final = Counter(
    "ingenio_requests",
    "Requests answered, by route template.",
    ["route", "method", "status"],
    registry=_REGISTRY,
)
seconds: Final = Histogram(
    "ingenio_request_seconds",
    "Time to the end of the answer, event streams left out.",
    ["route", "method"],
    buckets=_BUCKETS,
    registry=_REGISTRY,
)
moves: Final = Counter("ingenio_moves_stored", "Moves stored.", ["game", "by"], registry=_REGISTRY)
streams: Final = Gauge(
    "ingenio_open_streams", "Open event streams.", registry=_REGISTRY, multiprocess_mode="livesum"
)
queue: Final = Gauge(
    "ingenio_engine_queue",
    "Tasks of the engines that run or wait: `think` for games, `ponder` aside.",
    ["line"],
    registry=_REGISTRY,
    multiprocess_mode="livesum",
)
waited: Final = Histogram(
    "ingenio_engine_wait_seconds",
    "Time that a task of the engines waited for its turn.",
    ["line"],
    buckets=_BUCKETS,
    registry=_REGISTRY,
)
thought: Final = Histogram(
    "ingenio_engine_seconds",
    "Time that a task of the engines took.",
    ["line"],
    buckets=(*_BUCKETS, 30.0),
    registry=_REGISTRY,
)
refused: Final = Counter(
    "ingenio_engine_refused",
    "Tasks refused because too many wait for the same neighbourhood.",
    ["line"],
    registry=_REGISTRY,
)
cached: Final = Counter(
    "ingenio_cache",
    "Questions that a cache was asked, by whether it had the answer (`hit`, `miss`).",
    ["cache", "found"],
    registry=_REGISTRY,
)
jobs: Final = Counter(
    "ingenio_jobs",
    "Work in the background, by what came of it: analyses, pars of tasks, challenges. `redone`: begun by a"
    " process that died or failed.",
    ["kind", "state"],
    registry=_REGISTRY,
)
took: Final = Histogram(
    "ingenio_job_seconds",
    "Time from the begin of work in the background until it was done.",
    ["kind"],
    buckets=(0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0),
    registry=_REGISTRY,
)
died: Final = Counter(
    "ingenio_machines_died",
    "Machines found dead while they held a job from the queue.",
    registry=_REGISTRY,
)
warm: Final = Gauge(
    "ingenio_engines_warm",
    "1 when the compiled engines are ready.",
    registry=_REGISTRY,
    multiprocess_mode="livemin",
)


def render() -> bytes:
    """Every figure in the text format of Prometheus."""
    return generate_latest(_figures())


@contextmanager
def told_at(host: str, port: int) -> Iterator[None]:
    """Answer Prometheus over HTTP while the block runs. For processes that serve no pages. Raises OSError."""
    server, thread = start_http_server(port, host, _figures())
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
        leave()


def _figures() -> CollectorRegistry:
    if not os.environ.get(SHARED):
        return _REGISTRY
    everybody = CollectorRegistry()
    MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
    return everybody


def leave() -> None:
    """Take back what this process said about the present moment; what it counted stays."""
    if os.environ.get(SHARED):
        mark_process_dead(os.getpid())  # type: ignore[no-untyped-call]
