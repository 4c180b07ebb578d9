"""How soon pages are painted: `python -m tests.benchmarks.pages [rounds]`.

For each page, with nothing cached, the middle of some rounds: milliseconds to the first paint, to the
largest one and to the end of loading, as Chromium counts them, and what has shifted by then.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.running import RunningSite

PAGES = (
    "/",
    "/juegos/gusano",
    "/juegos/ayu/reglas",
    "/juegos/timbiriche/aprender",
    "/juegos/timbiriche/mesa",
    "/preferencias",
)
TIMES = """() => new Promise((done) => {
  let [largest, shift] = [0, 0];
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch("largest-contentful-paint", ({ startTime }) => (largest = startTime));
  watch("layout-shift", ({ value }) => (shift += value));
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const [first] = performance.getEntriesByName("first-contentful-paint");
    const [{ loadEventEnd }] = performance.getEntriesByType("navigation");
    done([first.startTime, largest, loadEventEnd, shift]);
  }));
})"""


def measured(browser: Browser, address: str) -> list[float]:
    """The times of one visit of somebody who has never been here."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    page = context.new_page()
    page.goto(address, wait_until="load")
    times: list[float] = page.evaluate(TIMES)
    context.close()
    return times


def main(rounds: int) -> None:
    """Print a line for each page."""
    with (
        tempfile.TemporaryDirectory() as folder,
        RunningSite(Path(folder)) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        print(f"{'page':32} first  largest  loaded  shift")
        for path in PAGES:
            times = [measured(browser, site.address + path) for _round in range(rounds)]
            first, largest, loaded, shift = (median(each) for each in zip(*times, strict=True))
            print(f"{path:32} {first:5.0f}  {largest:7.0f}  {loaded:6.0f}  {shift:.4f}")
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
