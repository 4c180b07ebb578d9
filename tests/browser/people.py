"""People at their screens: how each of the four kinds makes a move, and what a screen shows."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

Hand = Literal["mouse", "keyboard", "touch", "scriptless"]

OPTIONS: dict[Hand, dict[str, Any]] = {
    "mouse": {"viewport": {"width": 1280, "height": 720}},
    "keyboard": {"viewport": {"width": 1280, "height": 720}},
    "touch": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "scriptless": {"viewport": {"width": 1280, "height": 720}, "java_script_enabled": False},
}


ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
NEAR = 1e-6
"""Board units that count as nothing."""

BLOCKED = "Service Worker registration blocked"
"""What Playwright says where a test does without the service worker; it has tests of its own."""

LOST = r"net::ERR_|Failed to fetch|network error"
"""How a browser and htmx complain when an answer does not arrive."""


@dataclass
class Guard:
    """What went wrong in pages: errors of scripts, of the console, requests to other hosts."""

    faults: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)
    """Patterns of faults that a test provokes on purpose."""
    over: bool = False
    """Whether everybody leaves: what pages complain about while they close does not count."""

    def watch(self, page: Page, address: str) -> None:
        page.on("pageerror", lambda error: self._note(f"script: {error}"))
        page.on("console", self._listen)
        page.on("request", lambda request: self._host(request.url, address))

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(BLOCKED):
            self._note(f"console: {message.text}")

    def _host(self, url: str, address: str) -> None:
        if not url.startswith((address, "data:", "blob:", "about:")):
            self._note(f"another host: {url}")

    def _note(self, fault: str) -> None:
        if not self.over and not any(re.search(pattern, fault) for pattern in self.allowed):
            self.faults.append(fault)


class Person:
    """Somebody with a browser of their own and one page in it."""

    def __init__(self, context: BrowserContext, address: str, guard: Guard, hand: Hand) -> None:
        self.context = context
        self.address = address
        self.guard = guard
        self.hand = hand
        self.page = self.another_page()

    def another_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(30_000)
        page.set_default_navigation_timeout(60_000)  # the server may have other things to do
        self.guard.watch(page, self.address)
        return page

    def open(self, path: str) -> None:
        self.page.goto(self.address + path)
        self.ready()

    def ready(self) -> None:
        """Wait until the page's forms are wired: an earlier click would be lost."""
        if self.hand == "scriptless":
            return
        self.page.wait_for_load_state("load")
        if self.page.locator("#partida").count():
            self.page.locator("#jugar[data-htmx-powered]").wait_for(state="attached")

    # Games

    def begin(self, rows: int = 3, cols: int = 3, mode: str = "link", **more: str) -> str:
        """Make a game without the form's page, open it, and return its path."""
        self.page.request.get(f"{self.address}/juegos/timbiriche")
        answer = self.page.request.post(
            f"{self.address}/juegos/timbiriche",
            form={"tablero": "", "rows": rows, "cols": cols, "modo": mode, "empieza": "yo", **more},
            headers={"Origin": self.address},
            max_redirects=0,
        )
        assert answer.status == 303, answer.text()
        path = answer.headers["location"]
        self.open(path)
        return path

    def begin_from(self, line: str, mode: str = "screen") -> str:
        """Make a game from a match line, as its first seat; open it, and return its path."""
        slug, _, board = line.partition(" ")
        self.page.request.get(f"{self.address}/juegos/{slug}")
        answer = self.page.request.post(
            f"{self.address}/juegos/{slug}",
            form={"tablero": board, "modo": mode, "empieza": "yo"},
            headers={"Origin": self.address},
            max_redirects=0,
        )
        assert answer.status == 303, answer.text()
        path = answer.headers["location"]
        self.open(path)
        return path

    def send(self, path: str, move: str, version: int) -> None:
        """Make a move of the open game at once, without the page, which hears of it by itself."""
        answer = self.page.request.post(
            f"{self.address}{path}/jugadas",
            form={"move": move, "version": version},
            headers={"Origin": self.address},
            max_redirects=0,
        )
        assert answer.status == 303, answer.text()

    def sit(self, path: str) -> None:
        """Open a game's link and take the free seat."""
        self.open(path)
        self.press(self.page.locator("#sentarse"))
        expect(self.page.locator("#sentarse")).to_have_count(0)
        self.ready()

    def press(self, control: Any) -> None:
        """Use a button or link the way this person does."""
        if self.hand == "touch":
            control.tap()
        elif self.hand == "keyboard":
            control.focus()
            self.page.keyboard.press("Enter")
        else:
            control.click()

    def play(self, token: str, last: int) -> None:
        """Make a one-click move; `last` is the number of moves there are then."""
        moves: dict[Hand, Callable[[str], None]] = {
            "mouse": self.point_at,
            "touch": self.point_at,
            "keyboard": self.type,
            "scriptless": self.confirm,
        }
        self.sees(last - 1)
        moves[self.hand](token)
        self.sees(last)

    def point_at(self, token: str) -> None:
        """Click or tap on the middle of a place on the drawing."""
        board = self.page.locator("#tablero")
        box = board.bounding_box()
        _, _, width, height = map(float, (board.get_attribute("viewBox") or "").split())
        assert box is not None
        x, y = self.middle(token)
        where: Any = {"x": x / width * box["width"], "y": y / height * box["height"]}
        if self.hand == "touch":
            board.tap(position=where)
        else:
            board.click(position=where)

    def middle(self, token: str) -> tuple[float, float]:
        """Where a place is, in board units."""
        x, y = (float(self.button(token).get_attribute(name) or "") for name in ("data-x", "data-y"))
        return x, y

    def hit(self, token: str) -> Any:
        return self.page.locator(f'#tablero [data-token="{token}"]')

    def button(self, token: str) -> Any:
        return self.page.locator(f"#b-{token}")

    def type(self, token: str) -> None:
        """Reach the place with Tab and arrows only, then press Enter."""
        self.walk_to(token)
        self.page.keyboard.press("Enter")

    def walk_to(self, token: str) -> None:
        """Bring the focus to a place with Tab and as few arrow keys as can be."""
        self.reach_board()
        places: dict[str, tuple[float, float]] = dict(
            self.page.locator("#jugar button").evaluate_all(
                "all => all.map(({ id, dataset }) => [id.slice(2), [Number(dataset.x), Number(dataset.y)]])"
            )
        )
        here = (self.page.locator("#jugar button:focus").get_attribute("id") or "")[2:]
        self.page.keyboard.press("Shift")  # going up and down begins at this column
        for key in arrows(places, here, token):
            self.page.keyboard.press(key)
        expect(self.button(token)).to_be_focused()

    def reach_board(self) -> None:
        for _ in range(40):
            if self.page.locator("#jugar button:focus").count():
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab never reached the board")

    def confirm(self, token: str) -> None:
        """Without scripts: a click on the drawing previews, a large button plays."""
        self.point_at(token)
        self.page.locator("#confirmar-jugada").click()

    def click(self, token: str) -> None:
        """Choose a place that may be one click of several, each kind of hand in its way."""
        if self.hand == "keyboard":
            self.walk_to(token)
            self.page.keyboard.press("Enter")
        else:
            self.point_at(token)

    def drafting(self, act: Callable[[], None]) -> None:
        """Do something that is shown and not played, and wait until it is."""
        section = self.page.locator("#partida")
        before = section.get_attribute("data-draft") or ""
        act()
        expect(section).not_to_have_attribute("data-draft", before)

    # What is seen

    def sees(self, last: int) -> None:
        """Wait until the page shows the position after `last` moves."""
        if self.hand == "scriptless" and self.page.locator("#partida").get_attribute("data-last") != str(
            last
        ):
            self.page.reload()
        expect(self.page.locator("#partida")).to_have_attribute("data-last", str(last))

    def shown(self) -> dict[str, Any]:
        """The board and the score as the page shows them; read from the markup, so scripts may be off."""
        return shown(self.page.content())

    def state(self) -> str:
        return " ".join(self.page.locator("#estado").inner_text().split())

    def listen(self) -> None:
        """Begin to write down what the status region says."""
        self.page.evaluate(
            """() => {
              window.heard = [];
              new MutationObserver((changes) => {
                const added = changes.flatMap((change) => [...change.addedNodes]);
                heard.push(...added.map((node) => node.textContent));
              }).observe(document.getElementById("anuncio"), { childList: true });
            }"""
        )

    def heard(self) -> list[str]:
        heard: list[str] = self.page.evaluate("heard")
        return heard


SHAPE = re.compile(r'<(?:polygon|line|circle|path|text) id="(tablero-[^"]+)" class="([^"]*)"')
POINTS = re.compile(r'<span class="points">(\d+)</span>')
PASSING = frozenset({"choice", "aim", "sending", "draft", "chosen", "focus"})


def shown(markup: str) -> dict[str, Any]:
    """The lasting part of what a game's markup shows."""
    return {
        "shapes": {
            shape: " ".join(sorted(set(classes.split()) - PASSING))
            for shape, classes in SHAPE.findall(markup)
        },
        "points": POINTS.findall(markup),
    }


def arrows(places: dict[str, tuple[float, float]], start: str, target: str) -> list[str]:
    """The fewest arrow keys from one place to another, by the rule that the page explains."""
    seen: dict[tuple[str, float | None], list[str]] = {(start, None): []}
    ahead = deque(seen)
    while ahead:
        token, column = ahead.popleft()
        if token == target:
            return seen[token, column]
        for key, (right, down) in ARROWS.items():
            going = None if right else places[token][0] if column is None else column
            following = neighbour(places, token, right, down, going)
            if following is not None and (following, going) not in seen:
                seen[following, going] = [*seen[token, column], key]
                ahead.append((following, going))
    raise AssertionError(f"no arrow keys lead from {start} to {target}")


def neighbour(
    places: dict[str, tuple[float, float]], token: str, right: int, down: int, column: float | None
) -> str | None:
    """Where an arrow key leads: ahead, not more aside than ahead; up and down to the nearest row first."""
    x, y = places[token]
    found: list[tuple[float, float, int, str]] = []
    for number, (other, (u, v)) in enumerate(places.items()):
        ahead = (u - x) * right + (v - y) * down
        aside = abs((u - x) * down) + abs((v - y) * right)
        if ahead > NEAR and aside <= ahead + NEAR:
            cost = (ahead + 2 * aside, aside) if column is None else (ahead, abs(u - column))
            found.append((round(cost[0], 6), round(cost[1], 6), number, other))
    return min(found)[3] if found else None


class Screens:
    """Browsers' profiles that were made and are free again: making one costs half a second."""

    def __init__(self) -> None:
        self._free: dict[str, list[BrowserContext]] = defaultdict(list)

    def borrow(self, browser: Browser, options: dict[str, Any]) -> BrowserContext:
        """A profile with these options that knows nothing; only files of the site may be in its cache."""
        free = self._free[repr(options)]
        return free.pop() if free else browser.new_context(**options)

    def give_back(self, context: BrowserContext, options: dict[str, Any], address: str) -> None:
        """Forget what it did on a site, and keep it for somebody else."""
        context.unroute_all(behavior="ignoreErrors")
        page, *others = context.pages or [context.new_page()]
        for other in others:
            other.close()
        stored = {"origin": address, "storageTypes": "all"}
        context.new_cdp_session(page).send("Storage.clearDataForOrigin", stored)
        page.close()
        context.clear_cookies()
        self._free[repr(options)].append(context)


SCREENS: WeakKeyDictionary[Browser, Screens] = WeakKeyDictionary()


class People:
    """Everybody of one test."""

    def __init__(self, browser: Browser, address: str, guard: Guard) -> None:
        self._browser = browser
        self._screens = SCREENS.setdefault(browser, Screens())
        self.address = address
        self.guard = guard
        self._lent: list[tuple[BrowserContext, dict[str, Any]]] = []
        self._own: list[BrowserContext] = []

    def someone(
        self, hand: Hand = "mouse", language: str = "es-ES", fresh: bool = False, **options: Any
    ) -> Person:
        """Somebody new here; `fresh`, or with `options` of their own, in a browser that nobody had before."""
        plain = {**OPTIONS[hand], "locale": language, "service_workers": "block"}
        if fresh or options:
            context = self._browser.new_context(**{**plain, **options})
            self._own.append(context)
        else:
            context = self._screens.borrow(self._browser, plain)
            self._lent.append((context, plain))
        return Person(context, self.address, self.guard, hand)

    def leave(self) -> None:
        self.guard.over = True
        for context in self._own:
            context.close()
        for context, options in self._lent:
            self._screens.give_back(context, options, self.address)
