"""The oracle.py of a package -> its functions, whose errors are faults of the package wherever they are called.

It is trusted code of the author's: it runs in this process.
"""

from __future__ import annotations

import inspect
import random
import sys
import traceback
from collections.abc import Callable, Generator, Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

from grader.errors import Fault, PackageError
from grader.schema_check import meant

# What the author's code may raise; leaving the program is no way to say that an answer is right.
AUTHORS = (Exception, SystemExit, GeneratorExit)


class Oracle:
    """The functions of one package's oracle; loaded when the first one is asked for."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._seed = seed
        self._module: ModuleType | None = None
        self.tried = False
        self._known: dict[Callable[..., Any], Callable[..., Any]] = {}

    def load(self, missing: Fault) -> list[Fault]:
        """Load it; what is wrong with it, `missing` if there is none."""
        self.tried = True
        file = self._folder / "oracle.py"
        if not file.is_file():
            return [missing]
        name = f"grader_oracle_{abs(hash(str(file.resolve())))}"
        module = ModuleType(name)
        module.__file__ = str(file)
        sys.modules[name] = module
        try:
            SourceFileLoader(name, str(file)).exec_module(module)
        except AUTHORS as error:
            return [oracle_fault(self._folder, error)]
        self._module = module
        return []

    @property
    def usable(self) -> bool:
        """Whether it could be loaded."""
        return self._module is not None

    def function(self, reference: object) -> Callable[..., Any] | str:
        """The function `oracle.name`, the same object each time, or a sentence that says why there is none."""
        module = self._module
        name = str(reference).removeprefix("oracle.")
        found = getattr(module, name, None)
        if not callable(found):
            known = [key for key, value in vars(module).items() if callable(value) and not key.startswith("_")]
            return f"oracle.py has no function `{name}`{meant(name, known)}"
        if found not in self._known:
            self._known[found] = _guarded(found, self._folder)
        return self._known[found]

    def made(self, function: Callable[..., Any]) -> list[Any]:
        """What a function that makes tests gives; one with a parameter `rng` gets a seeded generator.

        Raises PackageError when it fails.
        """
        try:
            wants_random = "rng" in inspect.signature(function).parameters
        except (TypeError, ValueError):
            wants_random = False
        return list(function(*((random.Random(self._seed),) if wants_random else ())))  # noqa: S311 - not for secrets


def oracle_fault(folder: Path, error: BaseException) -> Fault:
    """An error raised by a package's oracle, as a fault at its line."""
    file = folder / "oracle.py"
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).resolve() == file.resolve()
    ]
    line = frames[-1].lineno if frames else getattr(error, "lineno", None)
    return Fault(str(file), line, None, f"{type(error).__name__}: {error}")


def _guarded(function: Callable[..., Any], folder: Path) -> Callable[..., Any]:
    """The author's function, whose errors are faults of the package wherever it is called."""

    def call(*arguments: Any) -> Any:
        try:
            found = function(*arguments)
        except AUTHORS as error:
            raise PackageError([oracle_fault(folder, error)]) from error
        if found is True or found is False:  # most of what there is, and tables are large
            return found
        return items(found) if isinstance(found, Iterator) else found

    def items(found: Iterator[Any]) -> Generator[Any, Any, Any]:
        sent = None
        while True:
            try:
                item = next(found) if sent is None else found.send(sent)  # type: ignore[attr-defined]  # a generator
            except StopIteration as end:
                return end.value
            except AUTHORS as error:
                raise PackageError([oracle_fault(folder, error)]) from error
            sent = yield item

    call.__wrapped__ = function  # type: ignore[attr-defined]  # so that its parameters can be seen
    call.__name__ = getattr(function, "__name__", "a function of the oracle")
    call.__doc__ = function.__doc__
    return call
