"""What a worker makes of a job: the same result as here, or a refusal, and never something in between."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from grader import problem, submission
from grader.batch import grading
from grader.batch.elsewhere import Elsewhere
from grader.errors import SandboxError
from grader.model import Command, Isolation, Limits
from grader.pipeline import Options, grade_submission
from grader.plugins import Sandbox
from grader.sandbox.none import NoSandbox
from grader.workers import bench
from grader.workers.job import Graded, Job, Package, PackageWanted, Refused, Terms, edition, packed
from tests.doubling import GOOD, PACKAGE, write_files, write_package
from tests.workers.batches import MEASURED

ORACLE = "def wrong(value):\n    raise ValueError('oh')\n"
WITH_ORACLE = PACKAGE.replace("- {call: double(2), returns: 4}", "- {call: double(2), returns: oracle.wrong}")


@pytest.fixture
def package(tmp_path: Path) -> Package:
    return packed(write_package(tmp_path))


def terms(package: Package, **changes: object) -> Terms:
    plain = Terms("batch", edition(), package.fingerprint, "none", 0, (), 0)
    return replace(plain, **changes)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def own_bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    made = bench.Bench()
    monkeypatch.setattr(bench, "bench", lambda: made)
    yield
    for name in ("batch", *(f"batch{number}" for number in range(9))):
        made.clear(Terms(name, "", "", "", 0, (), 0))


def job(folder: Path, its: Terms) -> Job:
    path = write_files(folder, {"ann.py": GOOD}) / "ann.py"
    return Job(its, submission.collect(path), "grader check doubling ann.py", "python")


def test_a_job_gives_the_result_and_the_basis_that_it_has_here(tmp_path: Path, package: Package) -> None:
    its = terms(package)
    described = bench.prepare(its, package)
    one: Job = pickle.loads(pickle.dumps(job(tmp_path, its)))  # noqa: S301 - our own
    answer = pickle.loads(pickle.dumps(bench.grade(one)))  # noqa: S301 - our own
    task, sandbox = problem.load(tmp_path / "doubling"), NoSandbox()
    here = grade_submission(task, one.submission, sandbox, one.repeat, Options())
    assert isinstance(answer, Graded)
    assert isinstance(described, Elsewhere)
    for place in (sandbox, described):
        as_here: Sandbox = place
        assert answer.basis == grading.bases(task, as_here, Options()).of(one.submission, one.repeat)
    assert without_measures(answer.result) == without_measures(here)
    assert here["verdict"] == "AC"


def without_measures(result: object) -> object:
    def blank(pairs: list[tuple[str, object]]) -> dict[str, object]:
        return {key: None if key in MEASURED else value for key, value in pairs}

    return json.loads(json.dumps(result), object_pairs_hook=blank)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda its, package: (replace(its, grader="0.0.9"), package), f"its grader is {edition()}, and not 0.0.9"),
        (
            lambda its, package: (its, replace(package, files={**package.files, "more.txt": b""})),
            "the package that it has is not that of the batch",
        ),
        (
            lambda its, package: (replace(its, package="0"), package),
            "the package that it has is not that of the batch",
        ),
        (
            lambda its, package: (replace(its, isolation="perfect"), package),
            "there is no level of isolation `perfect`: full, restricted, none or auto",
        ),
    ],
    ids=["version", "a file more", "fingerprint", "isolation"],
)
def test_a_worker_that_can_not_keep_to_the_terms_refuses(
    tmp_path: Path, package: Package, change: Callable[[Terms, Package], tuple[Terms, Package]], why: str
) -> None:
    its, sent = change(terms(package), package)
    assert bench.prepare(its, sent) == Refused(why)
    assert bench.grade(job(tmp_path, its), sent) == Refused(why)


def test_a_worker_without_isolation_refuses_unless_none_was_asked_for(
    package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "open_sandbox", lambda _asked: NoSandbox())
    refused = bench.prepare(terms(package, isolation="auto"), package)
    assert refused == Refused("no isolation works on it (`grader doctor` says why there)")
    assert isinstance(bench.prepare(terms(package), package), Elsewhere)


def test_a_job_whose_package_is_not_there_asks_for_it(tmp_path: Path, package: Package) -> None:
    one = job(tmp_path, terms(package))
    assert bench.grade(one) == PackageWanted()
    assert isinstance(bench.grade(one, package), Graded)
    assert isinstance(bench.grade(one), Graded)


def test_a_batch_that_has_ended_is_forgotten_and_its_folder_goes(tmp_path: Path, package: Package) -> None:
    its = terms(package)
    table = bench.bench().table(its, package)
    assert isinstance(table, bench.Table)
    folder = Path(table.folder.name)
    assert sorted(path.name for path in folder.iterdir()) == ["problem.yaml"]
    bench.finish(its)
    assert bench.grade(job(tmp_path, its)) == PackageWanted()
    del table
    assert not folder.exists()


def test_of_batches_that_never_said_their_end_only_the_newest_are_kept(package: Package) -> None:
    for number in range(6):
        bench.prepare(terms(package, batch=f"batch{number}"), package)
    kept = [isinstance(bench.bench().table(terms(package, batch=f"batch{n}"), None), bench.Table) for n in range(6)]
    assert kept == [False, False, True, True, True, True]


def test_a_fault_of_the_package_is_told_at_its_place_in_the_author_s_folder(tmp_path: Path) -> None:
    folder = write_package(tmp_path, WITH_ORACLE.replace("returns: oracle.wrong", "check: oracle.wrong"))
    (folder / "oracle.py").write_text(ORACLE)
    package = packed(folder)
    its = terms(package)
    answer = bench.grade(job(tmp_path, its), package)
    here = grade_submission(problem.load(folder), job(tmp_path, its).submission, NoSandbox(), "", Options())
    assert isinstance(answer, Graded)
    assert answer.result["flagged"] == here["flagged"]
    assert str(folder) in here["flagged"][0]


def test_a_package_that_can_not_be_loaded_there_is_refused_with_its_faults(tmp_path: Path) -> None:
    folder = write_package(tmp_path, WITH_ORACLE.replace("returns: oracle.wrong", "check: oracle.wrong"))
    (folder / "oracle.py").write_text("import not_installed_there\n")
    package = packed(folder)
    said = (
        f"it can't load the package: {folder}/oracle.py:1: ModuleNotFoundError: No module named 'not_installed_there'"
    )
    assert bench.prepare(terms(package), package) == Refused(said)


def test_nothing_is_ever_started_in_the_sandbox_of_another_machine(package: Package) -> None:
    machine = bench.prepare(terms(package), package)
    assert isinstance(machine, Elsewhere)
    assert machine.level is Isolation.NONE
    with pytest.raises(SandboxError):
        machine.start(Command(("true",), {}), Limits())
