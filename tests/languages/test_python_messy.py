"""What Python files of real students do besides answering: each stays a right or a wrong answer, never a fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

import pytest

from grader.languages.python import PLUGIN
from grader.model import (
    Built,
    FunctionAsked,
    Interface,
    Limits,
    Parameter,
    Raised,
    Reply,
    Returned,
    State,
    Step,
    Submission,
    Unfit,
)
from grader.plugins import Sandbox
from grader.subject import BuiltSubject
from grader.values import MapValue, ObjectValue, OtherValue, SetValue, Value

pytestmark = pytest.mark.long  # one case of each test in each language otherwise

INTERFACE = Interface((FunctionAsked("answer", (Parameter("n"),)),))
MANY = 1500
PATIENT = Limits(total_s=600, wall_s=60)  # many tests at a time make forks slow
Open = Callable[..., object]


@contextmanager
def opened(
    sandbox: Sandbox, files: Mapping[str, str | bytes], main: str = "main.py", interface: Interface = INTERFACE
) -> Iterator[BuiltSubject]:
    toolchain = PLUGIN.find()
    sources = {name: text if isinstance(text, bytes) else text.encode() for name, text in files.items()}
    built = PLUGIN.build(Submission("x", sources, "python", main, ""), interface, toolchain, None)  # type: ignore[arg-type]
    assert isinstance(built, Built)
    subject = BuiltSubject(built, PLUGIN, toolchain, sandbox, PATIENT)
    try:
        assert subject.load(interface) is None
        yield subject
    finally:
        subject.close()


def answer(sandbox: Sandbox, source: str) -> Reply:
    with opened(sandbox, {"main.py": source}) as subject:
        return subject.ask([Step("answer", (1,))], State.NEW).replies[0]


def answers(sandbox: Sandbox, source: str, count: int = MANY) -> set[str]:
    with opened(sandbox, {"main.py": source}) as subject:
        asked = [Step("answer", (1,))] * count
        return set(map(repr, subject.ask(asked, State.EACH, 2.0).replies))


# --- values ------------------------------------------------------------------------------------------------

ITEMS: Mapping[str, tuple[str, Value]] = {
    "Counter": ("collections.Counter('aab')", MapValue((("a", 2), ("b", 1)))),
    "OrderedDict": ("collections.OrderedDict([('b', 1), ('a', 2)])", MapValue((("b", 1), ("a", 2)))),
    "defaultdict": ("collections.defaultdict(int, a=1)", MapValue((("a", 1),))),
    "named tuple": ("collections.namedtuple('Point', 'x y')(1, 2)", (1, 2)),
    "list of one's own": ("type('Rows', (list,), {})([1, 2])", [1, 2]),
    "set of one's own": ("type('Marks', (set,), {})([1])", SetValue((1,))),
    "text of one's own": ("type('Name', (str,), {})('ab')", "ab"),
    "decimal of one's own": ("type('Metres', (float,), {})(0.5)", 0.5),
    "bytes of one's own": ("type('Raw', (bytes,), {})(b'ab')", b"ab"),
    "subclass within a list": ("[collections.Counter('a')]", [MapValue((("a", 1),))]),
}


@pytest.mark.parametrize("name", ITEMS)
def test_a_value_of_a_subclass_counts_by_what_it_holds(any_sandbox: Sandbox, name: str) -> None:
    text, value = ITEMS[name]
    assert answer(any_sandbox, f"import collections\ndef answer(n): return {text}\n") == Returned(value)


LIARS: Mapping[str, tuple[str, Value]] = {
    "list": ("class L(list):\n def __iter__(self): return iter([9])\n def __len__(self): return 1", [1]),
    "tuple": ("class L(tuple):\n def __iter__(self): return iter([9])\n def __len__(self): return 1", (1,)),
    "set": ("class L(set):\n def __iter__(self): return iter([9])", SetValue((1,))),
    "dict": ("class L(dict):\n def items(self): return [(9, 9)]\n def __iter__(self): return iter([9])", MapValue(())),
    "str": ("class L(str):\n def __str__(self): return 'right'\n def __eq__(self, o): return True", "[1]"),
    "float": ("class L(float):\n def __float__(self): return 9.0\n def __repr__(self): return '9.0'", 1.0),
}


@pytest.mark.parametrize("name", LIARS)
def test_a_subclass_that_lies_counts_by_what_it_really_holds(any_sandbox: Sandbox, name: str) -> None:
    source, value = LIARS[name]
    made = {"dict": "L()", "float": "L(1)"}.get(name, "L([1])")
    assert answer(any_sandbox, f"{source}\ndef answer(n): return {made}\n") == Returned(value)


def test_a_subclass_of_an_integer_is_no_integer(any_sandbox: Sandbox) -> None:
    reply = answer(any_sandbox, "class I(int):\n def __repr__(self): return '9'\ndef answer(n): return I(7)\n")
    assert reply == Returned(OtherValue("I", "a subclass of int worth 7"))


def test_a_list_of_a_subclass_that_holds_itself_is_a_cycle(any_sandbox: Sandbox) -> None:
    source = "class L(list): pass\ndef answer(n):\n ring = L()\n ring.append(ring)\n return ring\n"
    assert answer(any_sandbox, source) == Returned([OtherValue("cycle", "a value that contains itself")])


@pytest.mark.parametrize("state", [State.NEW, State.EACH])
@pytest.mark.parametrize("count", [3, MANY])
def test_a_text_form_that_never_comes_is_left_out(any_sandbox: Sandbox, count: int, state: State) -> None:
    source = "import time\nclass R:\n def __repr__(self): time.sleep(3600)\ndef answer(n): return R()\n"
    with opened(any_sandbox, {"main.py": source}) as subject:
        replies = subject.ask([Step("answer", (1,))] * count, state, 5.0).replies
    assert set(map(repr, replies)) == {repr(Returned(ObjectValue("R", "")))}


# --- what loading leaves behind ----------------------------------------------------------------------------

LEFT = {
    "a process": "import os, time\nif os.fork() == 0:\n time.sleep(60)\n os._exit(0)\n",
    "a process of a process": (
        "import os, time\nif os.fork() == 0:\n os.setsid()\n if os.fork() == 0:\n  time.sleep(60)\n os._exit(0)\n"
    ),
    "a thread": "import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n",
    "a folder": "import os\nos.mkdir('made')\n",
    "nothing, after a while": "import time\ntime.sleep(0.06)\n",
}


@pytest.mark.parametrize("what", LEFT)
def test_what_loading_leaves_behind_costs_no_answer(any_sandbox: Sandbox, what: str) -> None:
    assert answers(any_sandbox, LEFT[what] + "def answer(n): return 1\n") == {repr(Returned(1))}


def test_a_program_that_is_started_while_loading_is_started_once(any_sandbox: Sandbox) -> None:
    source = "import os\nos.system('echo x >> log')\ndef answer(n): return len(open('log').readlines())\n"
    assert answers(any_sandbox, source) == {repr(Returned(1))}


def test_what_is_printed_while_loading_belongs_to_no_call(any_sandbox: Sandbox) -> None:
    source = "import sys\nprint('loading')\nprint('loading', file=sys.stderr)\ndef answer(n): print('x')\n"
    for count in (3, MANY):
        with opened(any_sandbox, {"main.py": source}) as subject:
            told = subject.ask([Step("answer", (1,))] * count, State.EACH, 2.0)
        assert (told.stdout, told.stderr) == (b"x\n" * count, b"")


# --- files -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["data.txt", "table.csv", "blob"])
def test_files_that_are_no_source_come_byte_by_byte(any_sandbox: Sandbox, name: str) -> None:
    content = b"\xef\xbb\xbfPr\xfcft\r\n"
    source = f"def answer(n): return open({name!r}, 'rb').read()\n"
    with opened(any_sandbox, {"main.py": source, name: content}) as subject:
        assert subject.ask([Step("answer", (1,))], State.NEW).replies == (Returned(content),)


HEADS: Mapping[str, bytes] = {
    "nothing": "def answer(n): return '틱택토 ü'\n".encode(),
    "a mark": "\ufeffdef answer(n): return '틱택토 ü'\n".encode(),
    "CRLF and a mark": "\ufeffdef answer(n):\r\n    return '틱택토 ü'\r\n".encode(),
    "UTF-16": "def answer(n): return '틱택토 ü'\n".encode("utf-16"),
    "a shebang": "#!/usr/bin/env python3\ndef answer(n): return '틱택토 ü'\n".encode(),
    "a mark and a shebang": "\ufeff#!/usr/bin/env python3\ndef answer(n): return '틱택토 ü'\n".encode(),
    "its encoding": b"# -*- coding: unicode_escape -*-\ndef answer(n): return '\\ud2f1\\ud0dd\\ud1a0 \\xfc'\n",
    "a wish for UTF-8": "# coding: utf8\ndef answer(n): return '틱택토 ü'\n".encode(),
    "old line ends": "def answer(n):\r    return '틱택토 ü'\r".encode(),
    "form feeds": "\f\ndef answer(n):\n\f    return '틱택토 ü'\n".encode(),
    "tabs": "def answer(n):\n\tif n:\n\t\treturn '틱택토 ü'\n".encode(),
}


@pytest.mark.parametrize("head", HEADS)
def test_a_file_is_loaded_however_it_begins(any_sandbox: Sandbox, head: str) -> None:
    with opened(any_sandbox, {"main.py": HEADS[head]}) as subject:
        assert subject.ask([Step("answer", (1,))], State.NEW).replies == (Returned("틱택토 ü"),)


@pytest.mark.parametrize(
    ("codec", "said"), [("cp1252", "Prüft"), ("cp949", "틱택토"), ("utf-16", "틱택토"), ("utf-16-be", "Prüft")]
)
def test_a_file_in_an_old_encoding_is_loaded(any_sandbox: Sandbox, codec: str, said: str) -> None:
    source = f"# {said}\ndef answer(n): return '{said}'\n"
    helper = f"WORD = '{said}'\n"
    files = {"main.py": "from helper import WORD\n" + source.replace(f"'{said}'", "WORD"), "helper.py": helper}
    with opened(any_sandbox, {name: text.encode(codec) for name, text in files.items()}) as subject:
        assert subject.ask([Step("answer", (1,))], State.NEW).replies == (Returned(said),)


# --- what modules hold -------------------------------------------------------------------------------------


def test_a_value_under_the_name_of_the_function_is_told(any_sandbox: Sandbox) -> None:
    with opened(any_sandbox, {"main.py": "answer = True\n"}) as subject:
        assert subject.offer.functions == {"answer": None}
        assert subject.offer.notes == ("`answer` is a value here and no function, so it can't be called.",)


EXPORTED = """\
#!/usr/bin/env python
# coding: utf-8

# In[1]:


get_ipython().run_line_magic('matplotlib', 'inline')
get_ipython().system('pip install numpy')
get_ipython().magic('time')


# In[2]:


def answer(n):
    return n


# In[3]:


answer(5)
"""


def test_a_script_exported_from_a_notebook_is_loaded(any_sandbox: Sandbox) -> None:
    assert answer(any_sandbox, EXPORTED) == Returned(1)


PLACES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "a helper": ("main.py", {"main.py": "from helper import answer\n", "helper.py": "def answer(n): return 7\n"}),
    "a package": (
        "main.py",
        {
            "main.py": "from game.board import Board\ndef answer(n): return Board().n\n",
            "game/__init__.py": "",
            "game/board.py": "from .size import N\nclass Board: n = N\n",
            "game/size.py": "N = 7\n",
        },
    ),
    "a folder without __init__": (
        "main.py",
        {"main.py": "from game.board import N\ndef answer(n): return N\n", "game/board.py": "N = 7\n"},
    ),
    "the main file in a folder": (
        "src/main.py",
        {"src/main.py": "import helper\ndef answer(n): return helper.N\n", "src/helper.py": "N = 7\n", "README.md": ""},
    ),
    "the main file in a folder, started from outside": (
        "src/main.py",
        {"src/main.py": "from src.helper import N\ndef answer(n): return N\n", "src/helper.py": "N = 7\n"},
    ),
    "a relative import": (
        "main.py",
        {"main.py": "from .helper import N\ndef answer(n): return N\n", "helper.py": "N = 7\n", "__init__.py": ""},
    ),
    "a relative import in a folder": (
        "game/main.py",
        {"game/main.py": "from . import helper\ndef answer(n): return helper.N\n", "game/helper.py": "N = 7\n"},
    ),
    "a helper that imports the main file": (
        "board game.py",
        {
            "board game.py": "N = 7\nimport helper\ndef answer(n): return helper.f()\n",
            "helper.py": "def f():\n    import solution\n    return solution.N\n",
        },
    ),
    "a circle": (
        "game.py",
        {
            "game.py": "class G: pass\nimport helper\ndef answer(n): return 7 if helper.is_game(G()) else 0\n",
            "helper.py": "from game import G\ndef is_game(g): return isinstance(g, G)\n",
        },
    ),
    "a name with blanks, in Korean": ("틱택토 판 검사 (1).py", {"틱택토 판 검사 (1).py": "def answer(n): return 7\n"}),
    "a name of the standard library": (
        "random.py",
        {"random.py": "def answer(n): return 7\n"},
    ),
    "helpers with names of the standard library": (
        "main.py",
        {
            "main.py": "import random, copy, inspect, string, typing\n"
            "def answer(n): return random.N + copy.N + inspect.N + string.N + typing.N\n",
            **{f"{name}.py": f"N = {n}\n" for n, name in enumerate(["random", "copy", "inspect", "string"])},
            "typing.py": "N = 1\n",
        },
    ),
}


@pytest.mark.parametrize("count", [1, MANY])
@pytest.mark.parametrize("place", PLACES)
def test_files_find_one_another_as_they_do_at_home(any_sandbox: Sandbox, place: str, count: int) -> None:
    main, files = PLACES[place]
    with opened(any_sandbox, files, main) as subject:
        replies = subject.ask([Step("answer", (1,))] * count, State.EACH, 2.0).replies
    assert set(map(repr, replies)) == {repr(Returned(7))}


NAMES = ["-c.py", "--help.py", "-.py", "my work (1).py", "틱택토.py", "__main__.py", "src/main.py", "a'b\".py", "x.PY"]


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_any_name_is_loaded_and_run(any_sandbox: Sandbox, name: str) -> None:
    source = "import sys\ndef answer(n): return 7\nif __name__ == '__main__': print('ran', *sys.argv[1:])\n"
    with opened(any_sandbox, {name: source}, name) as subject:
        assert subject.ask([Step("answer", (1,))], State.NEW).replies == (Returned(7),)
        outcome = subject.run(("-x", "y"), b"")
    assert (outcome.stdout, outcome.stderr, outcome.exit_code) == (b"ran -x y\n", b"", 0)


SITES: Mapping[str, tuple[str, Value]] = {
    "List": ("def answer(n: List[int]) -> Optional[int]: return 7", 7),
    "a method of a class": ("class Solution:\n    def answer(self, n: List[List[str]]) -> int: return 7", 7),
    "deque": ("def answer(n): return len(deque([n]))", 1),
    "cache": ("@cache\ndef answer(n): return 7", 7),
    "lru_cache": ("@lru_cache(None)\ndef answer(n): return 7", 7),
    "inf": ("def answer(n): return min(inf, 7)", 7),
    "heap": ("def answer(n):\n    h = []\n    heappush(h, 7)\n    return heappop(h)", 7),
    "modules": ("def answer(n): return math.gcd(14, 21) + bisect.bisect([], 1) + collections.Counter()['x']", 7),
    "of the system": ("def answer(n): return min(sys.maxsize, 7)", 7),
    "of one's own": ("def product(*n): return 7\ndef answer(n): return product(1, 2)", 7),
    "from a helper": ("from helper import count\ndef answer(n): return count", 7),
}


@pytest.mark.parametrize("what", SITES)
def test_what_programming_sites_supply_is_supplied(any_sandbox: Sandbox, what: str) -> None:
    source, value = SITES[what]
    files = {"main.py": source + "\n", "helper.py": "count = 7\n", "typing.py": "1 / 0\n", "heapq.py": "1 / 0\n"}
    sites = replace(INTERFACE, prelude="sites")
    with opened(any_sandbox, files, interface=sites) as subject:
        assert subject.ask([Step("answer", (1,))], State.NEW).replies == (Returned(value),)


def test_without_that_a_missing_import_is_an_error(any_sandbox: Sandbox) -> None:
    with opened(any_sandbox, {"main.py": "def answer(n): return inf\n"}) as subject:
        [reply] = subject.ask([Step("answer", (1,))], State.NEW).replies
    assert isinstance(reply, Raised)
    assert (reply.type, reply.message) == ("NameError", "name 'inf' is not defined")


def test_a_helper_with_the_name_of_a_standard_module_is_told() -> None:
    names = ["main.py", "random.py", "helper.py", "data/json.py", "types.txt", "test.py"]
    built = PLUGIN.build(Submission("x", dict.fromkeys(names, b"1"), "python", "main.py", ""), INTERFACE, None, None)  # type: ignore[arg-type]
    assert isinstance(built, Built)
    assert built.notes == ("`random.py` has the name of a module of Python itself: `import random` finds this file.",)


def test_a_call_that_does_not_fit_is_told_whatever_the_files_are_called(any_sandbox: Sandbox) -> None:
    files = {"main.py": "def answer(): return 1\n", "inspect.py": "1 / 0\n", "enum.py": "1 / 0\n", "re.py": "1 / 0\n"}
    with opened(any_sandbox, files) as subject:
        [reply] = subject.ask([Step("answer", (1,))], State.NEW).replies
    assert isinstance(reply, Unfit)
