"""A slow network that loses requests: whoever asks again plays on, and nothing is lost or doubled."""

from __future__ import annotations

import re
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx

from tests.reliability.nursery import Nursery
from tests.reliability.playing import Account
from tests.reliability.proxies import Proxy
from tests.reliability.servers import Server
from tests.reliability.writing import stored


class Insisting(Account):
    """Somebody who sends a request again until its answer arrives."""

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        while True:
            try:
                return super().ask(method, path, **options)
            except httpx.TransportError:
                self.again += 1

    again = 0


def _watch(http: httpx.Client, game: str, revision: int) -> int:
    """What a page does where no stream comes through: ask for what is newer than what it shows."""
    while True:
        try:
            answer = http.get(f"/p/{game}/tablero", params={"revision": revision})
        except httpx.TransportError:
            continue
        if answer.status_code == 204:
            return revision
        return int(re.findall(r'data-revision="(\d+)"', answer.text)[0])


def figure(nursery: Nursery, folder: Path, moves: int, latency: float, loss: float, seed: int) -> str:
    with Server(nursery, folder) as server:
        with server.client() as near:
            server.ready(near)
        with (
            Proxy(server.port, latency=latency, loss=loss, seed=seed) as proxy,
            httpx.Client(base_url=proxy.address, timeout=60, trust_env=False) as far,
        ):
            player = Insisting(far, Random(seed))
            took = []
            while player.count < moves:
                began = time.monotonic()
                answer = player.step()
                took.append(time.monotonic() - began)
                assert answer.status_code in (200, 201), answer.text
                game = next(reversed(player.moves))
                told = answer.json()["revision"]
                assert _watch(far, game, max(told - 1, 0)) == told
            player.check(stored(server.file))
            assert proxy.lost > 0
    took.sort()
    return (
        f"{latency:g} s latency, {loss:.0%} loss: {moves} moves in {proxy.requests} requests, {proxy.lost} "
        f"of them lost and sent again, 0 moves lost or doubled; move p50 {took[len(took) // 2]:.2f} s, "
        f"longest {took[-1]:.2f} s"
    )
