"""Jobs handed out: each goes to who can do it, what a lost worker was at is not lost, and who kills is found out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from grader import problem
from grader.batch.elsewhere import Elsewhere, Stopped
from grader.errors import GraderError, InputError
from grader.model import Isolation, Submission
from grader.workers import bench, dispatch
from grader.workers.crew import Crew, Lost, Unable, Worker
from grader.workers.dispatch import FAILED, KILLED, Dispatcher
from grader.workers.job import Graded, Job, Package, PackageWanted, Refused, Terms
from tests.doubling import write_package

TERMS = Terms("batch", "grader", "package", "auto", 0, (), 0)
PACKAGE = Package("doubling", {}, "package")
BOTH = ("javascript", "python")
ENDINGS = {"python": "double.py", "javascript": "double.js"}


def machine(*languages: str, level: Isolation = Isolation.FULL) -> Elsewhere:
    return Elsewhere(level, ("a layer",), (), "grader", {name: f"{name} 1" for name in languages}, languages)


def submission(name: str, language: str = "python") -> Submission:
    main = ENDINGS[language]
    return Submission(name, {main: b"double"}, None, None, "digest", candidates=((main, language),))


@dataclass(eq=False, slots=True)
class Fake:
    """A worker in this process: it grades at once, and does for some submissions what the test says."""

    name: str
    crew: FakeCrew
    is_like: Elsewhere | Refused = field(default_factory=lambda: machine(*BOTH))
    places: int = 1
    declared: Mapping[str, float] | None = None
    has_package: bool = False
    busy: int = 0

    def run(self, _language: str | None, function: Callable[..., Any], *arguments: Any) -> Any:
        if function is bench.prepare:
            self.crew.log.append((self.name, "package"))
            self.has_package = True
            return self.is_like
        job: Job = arguments[0]
        assert function is bench.grade
        self.has_package = self.has_package or len(arguments) == 2
        if not self.has_package:
            return PackageWanted()
        with self.crew.change:
            self.busy += 1
            self.crew.most_busy[self.name] = max(self.busy, self.crew.most_busy.get(self.name, 0))
            self.crew.log.append((self.name, job.submission.id))
        try:
            return self.crew.does.get(job.submission.id, grade)(self, job)
        finally:
            with self.crew.change:
                self.busy -= 1


@dataclass(slots=True)
class FakeCrew:
    """Fake workers, and a log of what went where."""

    there: list[Fake] = field(default_factory=list)
    does: dict[str, Callable[[Fake, Job], Any]] = field(default_factory=dict)
    log: list[tuple[str, str]] = field(default_factory=list)
    most_busy: dict[str, int] = field(default_factory=dict)
    change: Any = field(default_factory=threading.Lock)

    def add(self, name: str, **changes: Any) -> Fake:
        worker = Fake(name, self, **changes)
        self.there.append(worker)
        return worker

    def workers(self) -> Collection[Worker]:
        return list(self.there)

    def close(self, terms: Terms) -> None:
        self.log.append(("all", f"left {terms.batch}"))

    def graded_by(self, name: str) -> list[str]:
        return [what for who, what in self.log if who == name and what != "package"]


def grade(worker: Fake, job: Job) -> Graded:
    return Graded("basis", {"id": job.submission.id, "by": worker.name})


def grade_slowly(worker: Fake, job: Job) -> Graded:
    time.sleep(0.01)
    return grade(worker, job)


def kill(worker: Fake, _job: Job) -> Graded:
    """Take the worker down, with a new one in its place."""
    with worker.crew.change:
        if worker in worker.crew.there:
            worker.crew.there[worker.crew.there.index(worker)] = replace(worker, name=worker.name + "'", busy=0)
    raise Lost


def fall_with(worker: Fake, job: Job) -> Graded:
    """Be at work until the worker is gone."""
    until = time.monotonic() + 5
    while worker in worker.crew.there and time.monotonic() < until and not worker.name.endswith("'"):
        time.sleep(0.005)
    if worker not in worker.crew.there:
        raise Lost
    return grade(worker, job)


@pytest.fixture
def crew(monkeypatch: pytest.MonkeyPatch) -> FakeCrew:
    monkeypatch.setattr(dispatch, "LOOK_S", 0.01)
    monkeypatch.setattr(dispatch, "PATIENCE_S", 0.05)
    return FakeCrew()


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def opened(crew: FakeCrew, told: list[str], tmp_path: Path) -> Iterator[Callable[[], Dispatcher]]:
    package = problem.load(write_package(tmp_path))
    held: list[Dispatcher] = []

    def make() -> Dispatcher:
        as_crew: Crew = crew
        held.append(Dispatcher(as_crew, package, PACKAGE, TERMS, told.append))
        held[-1].open()
        return held[-1]

    yield make
    for one in held:
        one.stop()


def ask(dispatcher: Dispatcher, one: Submission) -> Any:
    """What comes of it: who graded it, or why nobody did."""
    try:
        return dispatcher.grade(one, "again")[1]["by"]
    except GraderError as error:
        return str(error)


def ask_all(dispatcher: Dispatcher, submissions: list[Submission], threads: int = 8) -> dict[str, Any]:
    with ThreadPoolExecutor(threads) as pool:
        return dict(
            zip((one.id for one in submissions), pool.map(lambda one: ask(dispatcher, one), submissions), strict=True)
        )


def test_each_worker_gets_the_package_once_and_each_submission_goes_to_one(
    crew: FakeCrew, opened: Callable[[], Dispatcher]
) -> None:
    for name in "ab":
        crew.add(name)
    dispatcher = opened()
    done = ask_all(dispatcher, [submission(f"s{number}") for number in range(40)])
    assert set(done.values()) <= {"a", "b"}
    assert sorted(crew.log) == sorted([("a", "package"), ("b", "package"), *((by, one) for one, by in done.items())])


def test_a_worker_does_no_more_at_once_than_it_has_places_for(crew: FakeCrew, opened: Callable[[], Dispatcher]) -> None:
    crew.add("a", places=2)
    crew.does = dict.fromkeys([f"s{number}" for number in range(9)], grade_slowly)
    ask_all(opened(), [submission(name) for name in crew.does])
    assert crew.most_busy == {"a": 2}


def test_a_language_that_a_worker_was_started_for_once_is_graded_there_one_at_a_time(
    crew: FakeCrew, opened: Callable[[], Dispatcher]
) -> None:
    crew.add("a", places=4, declared={"javascript": 1})
    crew.add("b", places=1, declared={"python": 1})
    slow = [submission(f"s{number}", "javascript") for number in range(6)]
    crew.does = dict.fromkeys([one.id for one in slow], grade_slowly)
    done = ask_all(opened(), [*slow, submission("p")])
    assert done == {**{one.id: "a" for one in slow}, "p": "b"}
    assert crew.most_busy == {"a": 1, "b": 1}


def test_what_no_worker_has_is_told_and_the_others_go_on(crew: FakeCrew, opened: Callable[[], Dispatcher]) -> None:
    crew.add("a", is_like=machine("python"))
    done = ask_all(opened(), [submission("j", "javascript"), submission("p")])
    assert done == {"j": "no worker that is there now has JavaScript", "p": "a"}


def test_a_submission_that_kills_its_worker_twice_is_not_graded_and_the_second_time_it_is_alone(
    crew: FakeCrew, opened: Callable[[], Dispatcher], told: list[str]
) -> None:
    crew.add("a", places=3)
    beside = [submission(f"beside{number}") for number in range(2)]
    crew.does = {one.id: fall_with for one in beside}

    def kill_when_all_are_there(worker: Fake, job: Job) -> Graded:
        until = time.monotonic() + 5
        while worker.name == "a" and worker.busy < 3 and time.monotonic() < until:
            time.sleep(0.005)
        if worker.name != "a":
            time.sleep(0.05)  # long enough for others to come, if they may
            assert worker.busy == 1
        return kill(worker, job)

    crew.does["killer"] = kill_when_all_are_there
    later = [submission(f"later{number}") for number in range(20)]
    crew.does |= dict.fromkeys([one.id for one in later], grade_slowly)
    done = ask_all(opened(), [*beside, submission("killer"), *later])
    assert done.pop("killer") == KILLED
    assert {one: by.strip("'") for one, by in done.items()} == dict.fromkeys(done, "a")
    assert sum(what == "killer" for _who, what in crew.log) == 2
    assert told[0] == "Worker a was lost; what it was at is tried again."


def test_what_a_lost_worker_was_at_is_graded_by_another(crew: FakeCrew, opened: Callable[[], Dispatcher]) -> None:
    first = crew.add("a")
    dispatcher = opened()

    def go_once(worker: Fake, job: Job) -> Graded:
        if worker is first:
            crew.there.remove(worker)
            crew.add("b")
            raise Lost
        return grade(worker, job)

    crew.does = {"s": go_once}
    assert ask(dispatcher, submission("s")) == "b"


def test_a_worker_that_refuses_is_left_out_and_told_and_the_others_grade(
    crew: FakeCrew, opened: Callable[[], Dispatcher], told: list[str]
) -> None:
    crew.add("a", is_like=Refused("its grader is another"))
    crew.add("b")
    assert set(ask_all(opened(), [submission(f"s{number}") for number in range(9)]).values()) == {"b"}
    assert told == ["Worker a is left out: its grader is another"]
    assert crew.graded_by("a") == []


def test_a_worker_that_refuses_later_has_taken_nothing_with_it(
    crew: FakeCrew, opened: Callable[[], Dispatcher], told: list[str]
) -> None:
    crew.add("a")
    dispatcher = opened()
    crew.add("b")
    crew.does = {
        f"s{number}": lambda worker, job: Refused("it is new") if worker.name == "a" else grade(worker, job)
        for number in range(5)
    }
    assert set(ask_all(dispatcher, [submission(name) for name in crew.does]).values()) == {"b"}
    assert told == ["Worker a is left out: it is new"]


def test_a_batch_without_a_worker_that_can_be_used_does_not_begin(
    crew: FakeCrew, opened: Callable[[], Dispatcher]
) -> None:
    with pytest.raises(InputError) as raised:
        opened()
    assert str(raised.value) == "no worker can grade this batch: no worker was there for 0 seconds"
    crew.add("a", is_like=Refused("its grader is another"))
    with pytest.raises(InputError) as raised:
        opened()
    said = "no worker can grade this batch: a worker was left out, as its grader is another"
    assert (str(raised.value), raised.value.exit_code) == (said, 2)


def test_when_all_workers_have_gone_for_good_the_rest_is_not_graded(
    crew: FakeCrew, opened: Callable[[], Dispatcher]
) -> None:
    crew.add("a")
    dispatcher = opened()
    crew.there.clear()
    done = ask_all(dispatcher, [submission("s"), submission("t")])
    assert set(done.values()) == {"no worker was there for 0 seconds"}


def test_a_language_whose_only_worker_was_lost_is_waited_for(
    crew: FakeCrew, opened: Callable[[], Dispatcher], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "PATIENCE_S", 5.0)
    crew.add("p", is_like=machine("python"))
    only = crew.add("j", is_like=machine("javascript"))
    dispatcher = opened()
    assert ask(dispatcher, submission("first", "javascript")) == "j"
    crew.there.remove(only)
    threading.Timer(0.1, crew.add, ["k"], {"is_like": machine("javascript")}).start()
    assert ask(dispatcher, submission("second", "javascript")) == "k"


def test_an_error_at_the_workers_costs_one_submission_its_grade_and_no_worker_its_place(
    crew: FakeCrew, opened: Callable[[], Dispatcher], told: list[str]
) -> None:
    def fail(_worker: Fake, _job: Job) -> Graded:
        raise Unable("MemoryError: none")

    crew.add("a")
    crew.does = {"s": fail}
    assert ask_all(opened(), [submission("s"), submission("t")]) == {"s": FAILED, "t": "a"}
    assert told == ["s: a worker could not grade it: MemoryError: none"] * 2


def test_a_worker_that_has_lost_the_package_gets_it_again(crew: FakeCrew, opened: Callable[[], Dispatcher]) -> None:
    worker = crew.add("a")
    dispatcher = opened()
    worker.has_package = False
    assert ask(dispatcher, submission("s")) == "a"


def test_what_was_not_begun_when_the_batch_is_stopped_is_not_graded(
    crew: FakeCrew, opened: Callable[[], Dispatcher]
) -> None:
    crew.add("a")
    dispatcher = opened()
    begun, go_on = threading.Event(), threading.Event()

    def wait(worker: Fake, job: Job) -> Graded:
        begun.set()
        go_on.wait(5)
        return grade(worker, job)

    crew.does = {"s": wait}
    with ThreadPoolExecutor(2) as pool:
        at_work = pool.submit(dispatcher.grade, submission("s"), "again")
        begun.wait(5)
        waiting = pool.submit(dispatcher.grade, submission("t"), "again")
        dispatcher.stop()
        assert isinstance(waiting.exception(5), Stopped)
        go_on.set()
        assert at_work.result(5)[1] == {"id": "s", "by": "a"}


def test_the_least_isolated_machine_comes_first_and_each_kind_once(
    crew: FakeCrew, opened: Callable[[], Dispatcher]
) -> None:
    weak = machine(*BOTH, level=Isolation.RESTRICTED)
    for number in range(4):
        crew.add(str(number), is_like=machine(*BOTH) if number % 2 else weak)
    assert opened().machines() == [weak, machine(*BOTH)]
