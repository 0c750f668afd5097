"""Measures the page of a class in Chromium: bytes, and what it takes until it can be used.

By hand: `python tests/bench/batch_page.py`. Usable is when the search of the last table has answered: the page is
there, laid out, and its script has run. Told is the time on the clock, which other work on the machine makes longer,
and the CPU time of the page's own thread, which is what a machine at rest needs. With a folder as argument pictures
are left there.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from grader.reports.html import render_batch  # noqa: E402 - the checkout itself is measured
from tests.reports import sample  # noqa: E402

MEASURED = {"400 x 60": (400, 15), "2000 x 100": (2000, 25)}  # students, tests of each of four parts
PICTURED = {"1": (1, 15), "300": (300, 15), "2000": (2000, 25)}
FLAGS = ("no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking", "disable-sync")
RUNS = 3
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LONGEST_MS = 240_000
USABLE = """() => new Promise((resolve) => {
  const search = [...document.querySelectorAll('.tools input')].pop();
  search.value = 'student-001';
  search.dispatchEvent(new Event('input'));
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0));
})"""


def write_page(students: int, tests: int, file: Path) -> None:
    """The page of a class of so many students, with four parts of so many tests."""
    batch = sample.batch(students, tests)
    file.write_text(render_batch(batch, sample.links(batch)), "utf-8")


def usable_ms(browser: Browser, file: Path) -> tuple[float, float]:
    """From the beginning of the navigation until the search has answered: on the clock, and of CPU time."""
    context = browser.new_context(offline=True, viewport={"width": 1400, "height": 800})
    page = context.new_page()
    meter = context.new_cdp_session(page)
    meter.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(file.as_uri(), wait_until="load", timeout=LONGEST_MS)
    clock: float = page.evaluate(USABLE)
    metrics = {one["name"]: one["value"] for one in meter.send("Performance.getMetrics")["metrics"]}
    context.close()
    return clock, 1000 * metrics["TaskDuration"]


def leave_pictures(browser: Browser, name: str, file: Path, folder: Path) -> None:
    """The top of the page, narrow and wide, light and dark."""
    for width in (360, 1400):
        for scheme in SCHEMES:
            context = browser.new_context(
                offline=True,
                viewport={"width": width, "height": 4000},
                color_scheme=scheme,
            )
            page = context.new_page()
            page.goto(file.as_uri(), timeout=LONGEST_MS)
            page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", timeout=LONGEST_MS)
            context.close()


def main() -> None:
    """Say what the pages cost, or leave pictures where that was asked for."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=[f"--{flag}" for flag in FLAGS])
        file = Path(folder, "page.html")
        for name, size in PICTURED.items() if len(sys.argv) > 1 else ():
            write_page(*size, file)
            leave_pictures(browser, name, file, Path(sys.argv[1]))
        for name, size in MEASURED.items() if len(sys.argv) == 1 else ():
            write_page(*size, file)
            took = [usable_ms(browser, file) for _ in range(RUNS)]
            told = ", ".join(f"{clock:.0f} ms ({cpu:.0f} of CPU)" for clock, cpu in sorted(took))
            print(f"{name}: {file.stat().st_size:,} bytes, usable after {told}")  # noqa: T201
        browser.close()


if __name__ == "__main__":
    main()
