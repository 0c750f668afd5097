"""Sources and the members that they offer -> a program with its driver, built in the sandbox; shared by C and C++.

Each file of the student's is compiled by itself, as it is, with lines behind it that describe the members. What the
compiler can't take of these lines is written in another way or left out, and the member told of as one that can't be
called. The student's names are then hidden from the driver, and `main` gets another name, so that a function `read`
or `main` of the student's is never taken for one of ours.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from grader.errors import SandboxError
from grader.languages._compiling import in_time
from grader.languages._native_driver import COMPILER, FOLDER, Driver
from grader.languages._native_lines import line_table
from grader.languages._native_lookup import Lookup, Member
from grader.languages._native_messages import INSIDE, Told, failure, log_of, read_messages
from grader.languages._native_nouns import Function
from grader.languages._native_precompiled import Precompiled, headers_of
from grader.languages._native_sources import Sources
from grader.model import BuildFailure, Built, Command, Ending, Outcome, Toolchain
from grader.plugins import Run

MOST_ATTEMPTS = 6
NAMES_LINE, FIRST_MEMBER = 900, 1000
NOT_COMPILED, NOT_LINKED, NOT_MADE = 10, 20, 30
# In version 5 of DWARF the lines of our headers would be told as lines of the student's file.
COMMON_FLAGS = (
    "-O1", "-g1", "-gdwarf-4", "-fno-pie", "-fwrapv", "-fno-inline-functions-called-once", "-pthread",
    "-Wall", "-Wextra", "-Wno-unused-result", "-Wno-sign-compare", "-Wno-unused-parameter",
    "-fmacro-prefix-map=./=", "-fdiagnostics-color=never", "-fno-diagnostics-show-caret", "-fmessage-length=0",
    "-fmax-errors=20",
)  # fmt: skip
_MISSING_NAME = re.compile(
    r"not declared|undeclared|does not name a|not a member of .std|unknown type name|has not been declared"
    r"|is not a template|implicit declaration|incomplete type|is not a class"
)
_AMBIGUOUS = re.compile("ambiguous")  # a name of the student's with one that was supplied
_PRIVATE = re.compile(r"is (?:private|protected)")
_NO_RETURN = re.compile(r"no return statement in function|control reaches end of non-void")
_TWICE = re.compile(r"`(?:[\w~]+::)*(\w+)[^`]*` is defined more than once")
_SELECT_ADDRESSES = r"sed -n 's/.* \(0x[0-9a-f]*\).*/\1/p'"
PRELUDE_NOTE = "Lines such as `{lines}` were missing and were supplied."
PRIVATE_NOTE = "Something that is asked for is private; it was used all the same."
NO_RETURN = " __extension__ ({ extern void grader_inside_no_return(void); grader_inside_no_return(); }); "


@dataclass(frozen=True, slots=True)
class Dialect:
    """What differs between C and C++ in building.

    `header` is what the lines behind the student's text begin with, `local` the names that are hidden from the driver,
    as a pattern; `preludes` are texts to supply, the smaller first; `names` gives text, by file, that must stand before
    the members. `traps` says that a function which is asked for must be ended by us where it forgets to return; the
    compiler of C++ does that for all.
    """

    language: str
    compiler: str
    flags: tuple[str, ...]
    header: str
    local: str
    preludes: tuple[str, ...]
    prelude_note: str
    traps: bool
    names: Callable[[Lookup], list[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class Tried:
    """One run of the compiler and linker, with what they told."""

    outcome: Outcome
    told: tuple[Told, ...]

    @property
    def refused(self) -> bool:
        """Whether the compiler said no, as against giving up or being ended."""
        return self.outcome.ending is Ending.EXITED and self.outcome.exit_code == NOT_COMPILED

    @property
    def errors(self) -> list[Told]:
        """The errors in their order."""
        return [one for one in self.told if one.kind == "error"]

    def says(self, pattern: re.Pattern[str]) -> bool:
        """Whether one of the errors is of this kind."""
        return any(pattern.search(one.text) for one in self.errors)


@dataclass(slots=True)
class Builder:
    """One submission on its way to a program; `chosen` says in which of its ways each member is written.

    `begun` holds what is precompiled for headers that were asked for.
    """

    dialect: Dialect
    sources: Sources
    lookup: Lookup
    toolchain: Toolchain
    run: Run
    driver: Driver
    others: Mapping[str, bytes]
    sites: bool
    precompiled: Precompiled | None = None
    chosen: dict[int, int] = field(default_factory=dict)
    prelude: int | None = None
    open_access: bool = False
    trapped: frozenset[tuple[str, int]] = frozenset()
    begun: dict[str, Path | None] = field(default_factory=dict)

    def build(self, main: str) -> Built | BuildFailure:
        """The program, or what the compiler has against it."""
        for member in self.lookup.members:
            if member.key and self.sources.unit_of(member.file) is None:
                why = f"`{member.found}` stands in {member.file}, which is included nowhere"
                self.lookup.unfits.setdefault(member.key, why)
        tried = self._try()
        texts = self.sources.texts
        log = log_of([one for one in tried.told if one.inside is None], texts)
        if tried.outcome.exit_code == NOT_MADE:
            raise SandboxError(
                f"the program could not be made ready: {tried.outcome.stderr[-500:].decode('utf-8', 'replace')}"
            )
        if tried.outcome.ending is Ending.CPU_LIMIT:
            return BuildFailure("The compiler did not come to an end with this code.", log=log)
        if tried.outcome.ending is not Ending.EXITED or tried.outcome.exit_code not in (0, NOT_COMPILED, NOT_LINKED):
            return BuildFailure("The compiler gave up on this code.", log=log)
        if tried.outcome.exit_code != 0:
            return failure([self._placed(one) for one in tried.errors], log, texts)
        lines = line_table(tried.outcome.files.get("lines", b"").decode("utf-8", "replace"), self.sources)
        members = json.dumps(self.lookup.loaded()) + "\n" + json.dumps(self.lookup.unfits)
        files = {f"submission/{path}": content for path, content in self.others.items()}
        files["build/program"] = tried.outcome.files.get("program", b"")
        files |= {"build/members.json": members.encode(), "build/lines": lines.encode()}
        return Built(files, main, notes=tuple(self._notes(tried)), log=log)

    def _placed(self, error: Told) -> Told:
        """What the linker finds twice is placed where it stands for the last time."""
        twice = _TWICE.match(error.text)
        found = [
            one for file in self.sources.declared.values() for one in file.functions if twice and one.name == twice[1]
        ]
        return replace(error, file=found[-1].file, line=found[-1].lines[0]) if found else error

    def _notes(self, tried: Tried) -> list[str]:
        notes = [PRELUDE_NOTE.format(lines=self.dialect.prelude_note)] if self.prelude is not None else []
        notes += [PRIVATE_NOTE] if self.open_access else []
        return notes + [
            f"`{function.name}` ({one.file}, line {one.line}) does not come to a `return` on every way through it."
            for one, function in self._without_return(tried)
        ]

    def _without_return(self, tried: Tried) -> list[tuple[Told, Function]]:
        return [
            (one, function)
            for one in tried.told
            if one.file and one.line and _NO_RETURN.search(one.text)
            for function in [self.sources.function_at(one.file, one.line)]
            if function is not None
        ]

    # --- attempts ------------------------------------------------------------------------------------------

    def _try(self) -> Tried:
        """Compile in one way after the other until it works, or until the student's own code is what fails."""
        earlier = None
        for _number in range(MOST_ATTEMPTS):
            tried = self._compile()
            if not tried.refused:
                return self._with_traps(tried)
            if tried.errors and tried.errors[0].inside is not None:
                alone = self._compile(alone=True)
                if alone.outcome.exit_code == 0:
                    self._give_way(tried.errors)
                    continue
                tried = alone
            if self.sites and tried.says(_MISSING_NAME) and self._more_supplied():
                earlier = tried
                continue
            return earlier if earlier is not None and tried.says(_AMBIGUOUS) else tried
        raise SandboxError("what was found in this code could not be described to the compiler")

    def _more_supplied(self) -> bool:
        """Supply what programming sites do; nothing that code which writes `std::` does not want, if it helps."""
        qualified = any("std::" in code.text for code in self.sources.codes.values())
        following = self.prelude + 1 if self.prelude is not None else 0 if qualified else len(self.dialect.preludes) - 1
        if following >= len(self.dialect.preludes):
            return False
        self.prelude = following
        return True

    def _give_way(self, errors: Sequence[Told]) -> None:
        """Write what the compiler did not take in another way."""
        if not self.open_access and any(_PRIVATE.search(one.text) for one in errors):
            self.open_access = True
            return
        numbers = {one.inside - FIRST_MEMBER: one.text for one in errors if one.inside and one.inside >= FIRST_MEMBER}
        numbers = {number: why for number, why in numbers.items() if number < len(self.lookup.members)}
        if not numbers:
            raise SandboxError(f"what was found in this code could not be described to the compiler: {errors[0].text}")
        for number, why in numbers.items():
            member = self.lookup.members[number]
            self.chosen[number] = self.chosen.get(number, 0) + 1
            if self.chosen[number] >= len(member.codes) and member.key:
                self.lookup.unfits.setdefault(member.key, _unfit(member, why))

    def _with_traps(self, tried: Tried) -> Tried:
        """The same program, ended where a function that is asked for forgets to return: never right by luck."""
        asked = {(member.file, member.body) for member in self.lookup.members}
        self.trapped = frozenset(asked & {(one.file, one.end) for _told, one in self._without_return(tried)})
        if not self.dialect.traps or not self.trapped or tried.outcome.exit_code != 0:
            return tried
        again = self._compile()
        return Tried(again.outcome, tried.told) if again.outcome.exit_code == 0 else tried

    # --- one run -------------------------------------------------------------------------------------------

    def _compile(self, *, alone: bool = False) -> Tried:
        """Compile all units; `alone` without the members, only to see whether the student's code is sound."""
        files = {f"submission/{path}": content for path, content in self.others.items()}
        files |= {f"submission/{path}": text.encode("utf-8", "replace") for path, text in self._texts().items()}
        if not alone:
            files |= self.driver.files
            for unit, text in self._added().items():
                files[f"submission/{unit}"] += text.encode("utf-8", "replace")
        if self.prelude is not None:
            files["driver/grader-inside/prelude.h"] = self.dialect.preludes[self.prelude].encode()
        beginnings = {} if alone else self._beginnings()
        outcome = self._run(files, beginnings, alone=alone)
        if beginnings and outcome.exit_code != 0:  # whatever fails with what is precompiled: what counts is without
            outcome = self._run(files, {}, alone=alone)
        printed = outcome.stderr.decode("utf-8", "replace")
        return Tried(outcome, tuple(read_messages(printed, self.sources.texts)))

    def _run(self, files: Mapping[str, bytes], beginnings: Mapping[str, Path], *, alone: bool) -> Outcome:
        script = "\n".join(self._compiling(beginnings, alone=alone) + ([] if alone else self._linking()))
        roots, collect = (*self.toolchain.roots, *self.driver.roots), None if alone else "build"
        command = Command(("/bin/sh", "-c", script), files, roots=roots, collect=collect)
        return in_time(self.run(command, COMPILER))

    def _beginnings(self) -> Mapping[str, Path]:
        """The headers, precompiled, that units begin with."""
        if self.precompiled is None or self.driver.cache is None or self.open_access:
            return {}
        supplied = self.dialect.preludes[self.prelude] if self.prelude is not None else ""
        found: dict[str, Path] = {}
        for unit in self.sources.units:
            headers = headers_of(supplied + self.sources.texts[unit])
            if headers not in self.begun:
                asked = headers, self._flags(), self.driver.cache, self.toolchain, self.run
                self.begun[headers] = self.precompiled.find(*asked)
            made = self.begun[headers]
            if made is not None:
                found[unit] = made
        return found

    def _texts(self) -> dict[str, str]:
        texts = dict(self.sources.texts)
        for file, end in sorted(self.trapped, reverse=True) if self.dialect.traps else ():
            texts[file] = texts[file][:end] + NO_RETURN + texts[file][end:]
        return texts

    def _objects(self) -> list[str]:
        return [f"../build/{number}.o" for number in range(len(self.sources.units))]

    def _flags(self) -> list[str]:
        access = ["-fno-access-control"] if self.open_access else []
        return [*COMMON_FLAGS, *self.dialect.flags, *access]

    def _compiling(self, beginnings: Mapping[str, Path], *, alone: bool) -> list[str]:
        flags = [*self._flags(), "-isystem", f"{FOLDER}/include"]
        for folder in sorted({PurePosixPath(path).parent.as_posix() for path in self.sources.texts} - {"."}):
            flags += ["-iquote", f"./{folder}"]
        flags += ["-include", f"{FOLDER}/prelude.h"] if self.prelude is not None else []
        lines = ["mkdir -p ../build"]
        here = '-fdebug-prefix-map="$PWD=."'
        for unit, made in zip(self.sources.units, self._objects(), strict=True):
            target = ["-fsyntax-only"] if alone else ["-c", "-o", made]
            begin = f"{FOLDER}/{PurePosixPath(made).stem}.h"
            if unit in beginnings:
                lines.append(f"ln -s {shlex.quote(str(beginnings[unit]))} {begin}.gch && : > {begin}")
            before = ["-include", begin] if unit in beginnings else []
            words = [str(self.toolchain.programs[self.dialect.compiler]), *before, *flags, *target]
            command = shlex.join([*words, "-x", self.dialect.language, f"./{unit}"])
            lines.append(f"{command} {here} || exit {NOT_COMPILED}")
        return lines

    def _linking(self) -> list[str]:
        tools = {name: shlex.quote(str(path)) for name, path in self.toolchain.programs.items()}
        compiler, objects = tools[self.dialect.compiler], self._objects()
        whole = objects[0] if len(objects) == 1 else "../build/whole.o"
        merge = [f"{tools['ld']} -r -o {whole} {' '.join(objects)} || exit {NOT_LINKED}"] if len(objects) > 1 else []
        link = f"{compiler} -no-pie -pthread {'-fuse-ld=gold' if 'ld.gold' in tools else ''} -o ../build/program"
        addresses = f"{tools['objdump']} --wide --dwarf=decodedline ../build/program | {_SELECT_ADDRESSES} | sort -u"
        hide = f"--wildcard --redefine-sym main=grader_inside_main -L '!grader_inside_*' -L '{self.dialect.local}'"
        return [
            *merge,
            f"{tools['objcopy']} {hide} {whole} || exit {NOT_MADE}",
            f"{link} {whole} {self.driver.object} -lm -ldl || exit {NOT_LINKED}",
            f"{addresses} | {tools['addr2line']} --addresses --inlines -e ../build/program > ../build/lines",
            f"{tools['objcopy']} --strip-debug ../build/program || exit {NOT_MADE}",
            f"rm {' '.join(dict.fromkeys([whole, *objects]))}",
        ]

    def _added(self) -> dict[str, str]:
        """The text behind each unit: the members that its files define."""
        first: dict[str, list[str]] = {}
        lines = self._by_unit((file, _at(NAMES_LINE, text)) for file, text in self.dialect.names(self.lookup))
        for number, member in enumerate(self.lookup.members):
            way, unit = self.chosen.get(number, 0), self.sources.unit_of(member.file)
            if way < len(member.codes) and unit is not None:
                for texts, text in ((first, member.first), (lines, member.codes[way])):
                    numbered = _at(FIRST_MEMBER + number, text.replace("@number@", str(number)))
                    texts.setdefault(unit, []).append(numbered)
        return {
            unit: "\n".join(
                [
                    f"\n\n{_at(1, '#if __INCLUDE_LEVEL__ == 0')}",
                    *first.get(unit, []),
                    *(f"#undef {name}" for name in self.sources.macros(unit) if name != "defined"),
                    f"#include <grader-inside/{self.dialect.header}>",
                    *described,
                    "#endif\n",
                ]
            )
            for unit, described in lines.items()
        }

    def _by_unit(self, texts: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
        gathered: dict[str, list[str]] = {}
        for file, text in texts:
            unit = self.sources.unit_of(file)
            if unit is not None:
                gathered.setdefault(unit, []).append(text)
        return gathered


def _at(line: int, text: str) -> str:
    """The text, with its place in messages, where no warning is given."""
    return f'# {line} "{INSIDE}" 3\n{text}'


def _unfit(member: Member, why: str) -> str:
    return f"asked for is `{member.asked}`, found is `{member.found}`, and it can't be called like that ({why[:200]})"
