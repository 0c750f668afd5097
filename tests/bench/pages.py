"""Times the HTML pages in CPU time, which other work disturbs least. By hand: `python tests/bench/pages.py`.

A submission has two pages, for the instructor and for the student; each submission here has another text, so that its
colours are made once for both. With the path of a `results.json` real results are rendered.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from grader.redact import for_student  # noqa: E402 - the checkout itself is measured
from grader.reports.html import render_batch, render_submission  # noqa: E402
from tests.reports import sample  # noqa: E402

SUBMISSIONS = 40


def spent_ms(since: float) -> float:
    """The CPU time since then."""
    return 1000 * (time.process_time() - since)


def samples() -> list[dict[str, Any]]:
    """Accepted submissions, no two with the same text."""
    results = [sample.accepted(number) for number in range(SUBMISSIONS)]
    for number, result in enumerate(results):
        sources = result["submission"]["sources"]
        result["submission"]["sources"] = {name: f"{text}# {number}\n" for name, text in sources.items()}
    return results


def pairs_ms(results: Sequence[Mapping[str, Any]]) -> tuple[float, float]:
    """The median cost of the two pages, after a first one that compiles the templates."""
    render_submission(results[0])
    instructor, student = [], []
    for result in results[1:]:
        begun = time.process_time()
        render_submission(result, up="../index.html")
        instructor.append(spent_ms(begun))
        begun = time.process_time()
        render_submission(for_student(result))
        student.append(spent_ms(begun))
    return statistics.median(instructor), statistics.median(student)


def main() -> None:
    """Say what the pages cost."""
    results = json.loads(Path(sys.argv[1]).read_text("utf-8"))["results"] if len(sys.argv) > 1 else samples()
    instructor_ms, student_ms = pairs_ms(results)
    print(f"page for the instructor {instructor_ms:.2f} ms, for the student {student_ms:.2f} ms")  # noqa: T201
    for students, tests in ((400, 60), (2000, 100)):
        batch = sample.batch(students, tests // 4)
        begun = time.process_time()
        page = render_batch(batch, sample.links(batch))
        print(f"{students} x {tests}: {spent_ms(begun):.0f} ms, {len(page.encode()):,} bytes")  # noqa: T201


if __name__ == "__main__":
    main()
