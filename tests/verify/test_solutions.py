"""Where solutions are looked for, and what is made of their folders."""

from __future__ import annotations

from pathlib import Path

from grader import problem
from grader.verify.solutions import find_solutions
from tests.doubling import GOOD, write_files
from tests.verify.making import EXPECTED, write


def test_references_lie_in_the_package_or_beside_the_folder_of_problems(tmp_path: Path) -> None:
    package = write(tmp_path / "problems")
    write_files(tmp_path / "reference" / "doubling", {"python-second/double.py": GOOD})
    found = find_solutions(problem.load(package))
    assert [(one.name, one.language) for one in found.references] == [
        ("reference/python", "python"),
        ("reference/python-second", "python"),
    ]
    assert found.looked == (package / "reference", tmp_path / "reference" / "doubling")


def test_a_package_elsewhere_has_its_references_inside(tmp_path: Path) -> None:
    package = write(tmp_path / "tasks")
    write_files(tmp_path / "reference" / "doubling", {"python/double.py": GOOD})
    found = find_solutions(problem.load(package))
    assert (len(found.references), found.looked) == (1, (package / "reference",))


def test_what_is_said_of_a_solution_is_no_part_of_it(tmp_path: Path) -> None:
    package = write(tmp_path, {"reference/python/expect.yaml": EXPECTED})
    found = find_solutions(problem.load(package))
    assert [sorted(one.submission.files) for one in (*found.references, *found.wrong)] == [["double.py"]] * 2
    assert [one.expected is not None for one in (*found.references, *found.wrong)] == [True, True]
    assert found.faults == ()
