"""A server that rises again at once: `python -m tests.reliability.phoenix PORT DATABASE_URL`.

A parent process imports the site once and keeps a forked child serving. Whenever the child dies, by
whatever signal, the next one is forked and its process id printed, so that a test can kill the server a
hundred times without paying for a hundred cold starts. SIGTERM to the parent ends both.
"""

from __future__ import annotations

import os
import signal
import sys

import uvicorn

from app.database import migrate
from app.main import create_app
from app.settings import Settings


def _serve(port: int, settings: Settings) -> None:
    uvicorn.run(create_app(settings), host="127.0.0.1", port=port, log_config=None, access_log=False)


def main() -> None:
    """Fork, print the child's process id, wait for its end; again."""
    port = int(sys.argv[1])
    settings = Settings(database_url=sys.argv[2], warm_up=False, pause_seconds=0, migrate_at_start=False)
    migrate(settings)
    child = 0

    def end(_number: int, _frame: object) -> None:
        if child:
            os.kill(child, signal.SIGKILL)
        os._exit(0)

    signal.signal(signal.SIGTERM, end)
    while True:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            _serve(port, settings)
            os._exit(1)
        print(child, flush=True)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
