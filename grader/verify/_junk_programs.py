"""An interface -> programs that offer all of it and answer nothing but junk, in Python and JavaScript.

They are hostile where they fill memory or print without end, and run in the sandbox like every submission.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from grader.model import Interface, Submission
from grader.plugins import languages
from grader.submission import digest

HUGE = 5_000_000


@dataclass(frozen=True, slots=True)
class Junk:
    """One kind of junk: what functions do, and what the program does, in each language."""

    name: str
    function: Mapping[str, str]
    program: Mapping[str, str]


JUNK = (
    Junk(
        "nothing",
        {"python": "return None", "javascript": "return;"},
        {"python": "pass", "javascript": ""},
    ),
    Junk(
        "a wrong type",
        {"python": "return {'junk': 'junk'}", "javascript": "return new Map([['junk', 'junk']]);"},
        {"python": "print('junk')", "javascript": "console.log('junk');"},
    ),
    Junk(
        "NaN",
        {"python": "return float('nan')", "javascript": "return NaN;"},
        {"python": "print(float('nan'))", "javascript": "console.log(NaN);"},
    ),
    Junk(
        "a huge text",
        {"python": f"return '9' * {HUGE}", "javascript": f"return '9'.repeat({HUGE});"},
        {"python": f"print('9' * {HUGE})", "javascript": f"console.log('9'.repeat({HUGE}));"},
    ),
    Junk(
        "output without end",
        {
            "python": "while True:\n        print('junk' * 1000)",
            "javascript": "for (;;) { require('fs').writeSync(1, 'junk'.repeat(1000)); }",
        },
        {
            "python": "while True:\n        print('junk' * 1000)",
            "javascript": "for (;;) { require('fs').writeSync(1, 'junk'.repeat(1000)); }",
        },
    ),
)


def junk_program(language: str, junk: Junk, interface: Interface) -> Submission:
    """A submission that offers the interface."""
    write, name = WRITERS[language]
    files = {name: write(junk, interface).encode()}
    return Submission(
        f"junk in {language}, {junk.name}", files, None, None, digest(files), candidates=((name, language),)
    )


def _python(junk: Junk, interface: Interface) -> str:
    spell = languages()["python"].spell
    body = junk.function["python"]
    written = ["import enum", ""]
    for asked in interface.enums:
        written += [f"class {asked.name}(enum.Enum):"]
        written += [f"    {member} = {number}" for number, member in enumerate(asked.members)]
    for function in interface.functions:
        written += [f"def {spell(function.name)}({_names(len(function.parameters))}):", f"    {body}"]
    for made in interface.classes:
        defaults = _names(max(map(len, made.constructors), default=0), " = None")
        written += [f"class {made.name}:", f"    def __init__(self{', ' * bool(defaults)}{defaults}):", "        pass"]
        inner = body.replace("\n    ", "\n        ")
        for method in made.methods:
            names = _names(len(method.parameters))
            written += [f"    def {spell(method.name)}(self{', ' * bool(names)}{names}):", f"        {inner}"]
    written += ["if __name__ == '__main__':", f"    {junk.program['python']}"]
    return "\n".join(written) + "\n"


def _javascript(junk: Junk, interface: Interface) -> str:
    spell = languages()["javascript"].spell
    body = junk.function["javascript"]
    written = []
    for asked in interface.enums:
        members = ", ".join(f"{member}: {number}" for number, member in enumerate(asked.members))
        written.append(f"const {asked.name} = Object.freeze({{ {members} }});")
    written += [
        f"function {spell(function.name)}({_names(len(function.parameters))}) {{ {body} }}"
        for function in interface.functions
    ]
    for made in interface.classes:
        count = max(map(len, made.constructors), default=0)
        methods = " ".join(
            f"{spell(method.name)}({_names(len(method.parameters))}) {{ {body} }}" for method in made.methods
        )
        written.append(f"class {made.name} {{ constructor({_names(count)}) {{}} {methods} }}")
    written.append(f"if (require.main === module) {{ {junk.program['javascript']} }}")
    return "\n".join(written) + "\n"


def _names(count: int, behind: str = "") -> str:
    return ", ".join(f"given_{number}{behind}" for number in range(count))


WRITERS: Mapping[str, tuple[Callable[[Junk, Interface], str], str]] = {
    "python": (_python, "junk.py"),
    "javascript": (_javascript, "junk.js"),
}
"""The function that writes a program in the language, and the name of its file."""
