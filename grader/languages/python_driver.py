"""Requests on one descriptor -> replies on another, with the student's Python module in between.

Runs inside the sandbox, beside the student's code (see PROTOCOL.md). It loads the module once and forks for each
fresh state: the child has everything as it was just after loading. Where each of many calls asks for a fresh
state, and loading is quick and leaves nothing running, the module and its helpers are loaded anew instead, which is
20 times as fast.

Nothing is imported that the student's code could have put in our way, and `json` is not imported at all, since it
doubles the time of a start.
"""

import _signal
import _thread
import gc
import os
import select
import sys
import time
from _json import encode_basestring_ascii as _quote
from _json import make_scanner

DEEPEST, MOST_ITEMS, MOST_TEXT, LONGEST_MESSAGE = 50, 100_000, 1_000_000, 2_000
EXACT = 2**53
write, read, fork, waitpid, leave, killpg = os.write, os.read, os.fork, os.waitpid, os._exit, os.killpg
wait_readable, process_time, clock = select.select, time.process_time, time.monotonic
set_timer, set_handler = _signal.setitimer, _signal.signal
collect, freeze = gc.collect, gc.freeze
stdout, stderr = sys.stdout, sys.stderr
for name in ("select", "gc"):  # a file of the student's may have its name
    del sys.modules[name]
SOURCE = (lambda: None).__code__.co_filename
builtins = sys.modules["builtins"]
builtins.exit = builtins.quit = sys.exit  # what `site` would have given
builtins.get_ipython = lambda: Notebook()  # scripts that were exported from a notebook still ask for theirs


class Notebook:
    """Stands for the notebook: commands to it, such as those that draw or install, do nothing here."""

    def __getattr__(self, _name):
        return lambda *_words, **_named: None


class Scan:
    """What the scanner of the C library wants to know."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    memo: dict = {}  # noqa: RUF012 - the scanner wants it there


scan = make_scanner(Scan)


# --- values ------------------------------------------------------------------------------------------------


class TooMuch(Exception):
    """A value is larger than a reply may be."""


class Encoder:
    """Writes one value as JSON; counts what it writes. Never calls a method of the student's but a text form."""

    def __init__(self):
        self.items = MOST_ITEMS
        self.text = MOST_TEXT
        self.path = set()

    def write(self, value, depth=0):
        kind = type(value)
        if kind is int:
            return self.integer(value)
        if value is None or value is True or value is False:
            return {None: "null", True: "true", False: "false"}[value]
        if kind is str:
            return self.string(value)
        if kind is float:
            return self.real(value)
        if depth >= DEEPEST:
            return self.other("nested too deep", "...")
        if issubclass(kind, CONTAINERS) and id(value) in self.path:
            return self.other("cycle", "a value that contains itself")
        self.path.add(id(value))
        try:
            return self.compound(kind, value, depth + 1)
        finally:
            self.path.discard(id(value))

    def compound(self, kind, value, depth):
        """A container, or what is no plain value; a subclass counts by what it holds, whatever it says of itself."""
        enum = sys.modules.get("enum")
        if enum is not None and issubclass(kind, enum.Enum):
            name = value.__dict__.get("_name_")
            if type(name) is str:
                return '{"enum":[' + _quote(kind.__name__[:200]) + "," + _quote(name[:200]) + "]}"
        if issubclass(kind, list):
            return "[" + self.each(list.__iter__(value), depth) + "]"
        if issubclass(kind, tuple):
            return '{"tuple":[' + self.each(tuple.__iter__(value), depth) + "]}"
        if issubclass(kind, set):
            return '{"set":[' + self.each(set.__iter__(value), depth) + "]}"
        if issubclass(kind, frozenset):
            return '{"set":[' + self.each(frozenset.__iter__(value), depth) + "]}"
        if issubclass(kind, dict):
            pairs = ("[" + self.each(pair, depth) + "]" for pair in dict.items(value))
            return '{"map":[' + ",".join(pairs) + "]}"
        if issubclass(kind, bytes):
            return self.raw(bytes.__getitem__(value, slice(None)))
        if issubclass(kind, bytearray):
            return self.raw(bytearray.__getitem__(value, slice(None)))
        if issubclass(kind, str):
            return self.string(str.__str__(value))
        if issubclass(kind, float):
            return self.real(float.__float__(value))
        if issubclass(kind, type):
            return self.other("class", name_of(value))
        if callable(value):
            return self.other("function", name_of(value))
        return self.foreign(kind, value)

    def foreign(self, kind, value):
        """Values of other classes. Only the real type counts: what `__class__` says may be a lie."""
        if issubclass(kind, int):
            return self.other(kind.__name__, "a subclass of int worth " + str(int.__index__(value))[:200])
        if kind.__name__ == "coroutine":
            value.close()
            return self.other("coroutine", "what an async function gives back before it is awaited")
        if kind.__module__ == "builtins" or hasattr(kind, "__next__"):
            return self.other(kind.__name__, repr(value) if kind in (complex, range, slice) else "a " + kind.__name__)
        return '{"object":' + _quote(kind.__name__[:200]) + ',"text":' + self.string(text_form(value)) + "}"

    def raw(self, value):
        self.count_text(len(value))
        return '{"bytes":"' + standard("binascii").b2a_base64(value, newline=False).decode() + '"}'

    def each(self, items, depth):
        parts = []
        for item in items:
            self.items -= 1
            if self.items < 0:
                parts.append(self.other("too large", "..."))
                break
            parts.append(self.write(item, depth))
        return ",".join(parts)

    def integer(self, value):
        if -EXACT <= value <= EXACT:
            return int.__repr__(value)
        digits = int.__repr__(value) if value.bit_length() < 13_300 else ""
        if not digits or len(digits.lstrip("-")) > 4_000:
            return self.other("int", "an integer of more than 4,000 digits")
        return '{"int":"' + digits + '"}'

    def real(self, value):
        if value != value:
            return '{"float":"nan"}'
        if value in (float("inf"), float("-inf")):
            return '{"float":"' + ("inf" if value > 0 else "-inf") + '"}'
        if value == 0 and float.__repr__(value) == "-0.0":
            return '{"float":"-0.0"}'
        return float.__repr__(value)

    def string(self, value):
        if not self.count_text(len(value)):
            return self.other("str", "a text of " + str(len(value)) + " characters")
        return _quote(value)

    def count_text(self, length):
        self.text -= length
        return self.text >= 0

    def other(self, what, text):
        return '{"other":' + _quote(what[:200]) + ',"text":' + _quote(text[:2000]) + "}"


CONTAINERS = (list, tuple, set, frozenset, dict)


def name_of(value):
    """A name for a function or class, whatever it says of itself."""
    name = getattr(value, "__name__", None)
    return str(name)[:200] if type(name) is str else "something that can be called"


class Late(BaseException):
    """A text form does not come."""


def too_late(_number, _frame):
    raise Late


LONGEST_TEXT_S = 1.0


def text_form(value):
    """The text form of a student's object; empty if it has none, fails or takes long, and then for all objects."""
    if loaded.mute or (type(value).__str__ is object.__str__ and type(value).__repr__ is object.__repr__):
        return ""
    before = set_handler(_signal.SIGALRM, too_late)
    try:
        set_timer(_signal.ITIMER_REAL, LONGEST_TEXT_S)
        try:
            text = str(value)
            return str.__str__(text)[:2000] if issubclass(type(text), str) else ""
        finally:
            set_timer(_signal.ITIMER_REAL, 0)
    except Late:
        loaded.mute = True
        return ""
    except BaseException:
        return ""
    finally:
        set_handler(_signal.SIGALRM, before)


def build(wire, names):
    """The Python value that a request describes."""
    kind = type(wire)
    if kind is list:
        return [build(item, names) for item in wire]
    if kind is not dict:
        return wire
    tag, body = next(iter(wire.items()))
    if tag == "ref":
        return names[body]
    if tag == "int":
        return int(body)
    if tag == "float":
        return float(body)
    if tag == "bytes":
        return standard("binascii").a2b_base64(body)
    if tag == "map":
        return {build(key, names): build(item, names) for key, item in body}
    if tag == "enum":
        return enum_member(body)
    items = [build(item, names) for item in body]
    return tuple(items) if tag == "tuple" else set(items)


def enum_member(body):
    if body[0] not in loaded.enums:
        return body[1]
    found = loaded.space[loaded.enums[body[0]]]
    if isinstance(found, dict):
        return found[body[1]]
    return getattr(found, body[1])


# --- loading -----------------------------------------------------------------------------------------------


class Loaded:
    """The student's module and what it offers of the interface."""

    def __init__(self):
        self.space = {}
        self.functions = {}
        self.classes = {}
        self.methods = {}
        self.enums = {}
        self.arities = {}
        self.notes = []
        self.code = None
        self.path = ""
        self.prelude = "none"
        self.root = ""  # the student's folder, with a slash
        self.folders = []  # where modules of the student's are looked for
        self.standard = {}
        self.others = {}  # modules that are not the student's, by name
        self.once = False  # whether it can only be loaded once, at least quickly
        self.mute = False  # whether no text forms are asked for


loaded = Loaded()


def plain(name):
    return name.lower().replace("_", "")


def find(names, having):
    """The first of the names that is there, else one that differs only in case and underscores."""
    for name in names:
        if name in having:
            return name
    wanted = {plain(name) for name in names}
    for name in having:
        if plain(name) in wanted:
            return name
    return None


def note(found, asked):
    if found not in asked["names"]:
        loaded.notes.append("Used `" + found + "`, as `" + asked["names"][0] + "` was asked for.")


def own(space):
    """Names of the student's own functions and classes, in their order."""
    main = space.get("__name__")
    return [
        name
        for name, value in space.items()
        if callable(value) and not name.startswith("__") and getattr(value, "__module__", main) == main
    ]


def is_class(value):
    return isinstance(value, type)


def look_up(request):
    """Fill in `loaded` and say what was found."""
    space = loaded.space
    mine = own(space)
    classes = [name for name in mine if is_class(space[name])]
    callables = {name: value for name, value in space.items() if callable(value) and not is_class(value)}
    told = {"functions": {}, "classes": {}, "enums": {}}
    for asked in request["functions"]:
        found = find(asked["names"], callables)
        if found:
            loaded.functions[asked["name"]] = (None, found)
        else:
            found = function_in_class(asked, classes)
        told["functions"][asked["name"]] = found
        if found:
            note(found.rpartition(".")[2], asked)
        elif value := find(asked["names"], space):
            loaded.notes.append("`" + value + "` is a value here and no function, so it can't be called.")
    for asked in request["classes"]:
        told["classes"][asked["name"]] = find_class(asked, classes)
    for asked in request["enums"]:
        found = find(asked["names"], space)
        if found:
            loaded.enums[asked["name"]] = found
        told["enums"][asked["name"]] = found
    told["offers"] = mine[:20]
    told["notes"] = loaded.notes[:20]
    return told


def function_in_class(asked, classes):
    for name in classes:
        found = find(asked["names"], vars(loaded.space[name]))
        if found:
            loaded.functions[asked["name"]] = (name, found)
            loaded.notes.append("Used the method `" + found + "` of the class `" + name + "`.")
            return name + "." + found
    return None


def find_class(asked, classes):
    found = find(asked["names"], [name for name in loaded.space if is_class(loaded.space[name])])
    if not found:
        fitting = [
            name
            for name in classes
            if all(find(method["names"], dir(loaded.space[name])) for method in asked["methods"])
        ]
        if len(fitting) != 1 or not asked["methods"]:
            return None
        found = fitting[0]
    note(found, asked)
    loaded.classes[asked["name"]] = found
    methods = {}
    for method in asked["methods"]:
        name = find(method["names"], dir(loaded.space[found]))
        methods[method["name"]] = name
        if name:
            loaded.methods[asked["name"], method["name"]] = name
            note(name, method)
    return {"name": found, "methods": methods}


PRELUDE = {
    "": "bisect collections copy functools heapq itertools json math operator random re string sys time",
    "typing": "Any Callable DefaultDict Deque Dict FrozenSet Generator Iterable Iterator List Mapping Optional "
    "Sequence Set Tuple Type TypeVar Union",
    "collections": "ChainMap Counter OrderedDict defaultdict deque namedtuple",
    "heapq": "heapify heappop heappush heappushpop heapreplace nlargest nsmallest",
    "bisect": "bisect_left bisect_right insort insort_left insort_right",
    "functools": "cache cmp_to_key lru_cache partial reduce",
    "itertools": "accumulate chain combinations combinations_with_replacement count cycle groupby islice pairwise "
    "permutations product repeat starmap takewhile zip_longest",
    "math": "ceil comb factorial floor gcd hypot inf isqrt lcm log log10 log2 perm pi prod sqrt",
    "copy": "deepcopy",
}


def supply_prelude(code):
    """Give the names that programming sites import beforehand, if the module uses any of them."""
    used = set(code.co_names)
    waiting = list(code.co_consts)
    while waiting:
        constant = waiting.pop()
        if isinstance(constant, type(code)):
            used.update(constant.co_names)
            waiting.extend(constant.co_consts)
    for module, names in PRELUDE.items():
        for name in used.intersection(names.split()):
            loaded.space[name] = getattr(standard(module), name) if module else standard(name)


def standard(name):
    """A module of Python itself, whatever the student's files are called; they still find their own."""
    if name in loaded.standard:
        return loaded.standard[name]
    before, path = set(sys.modules), sys.path
    hidden = {one: sys.modules.pop(one) for one in [name] if is_students(sys.modules.get(name))}
    sys.path = [folder for folder in path if folder not in loaded.folders]
    try:
        module = __import__(name)
    finally:
        sys.path = path
        for one in set(sys.modules) - before:
            places = [os.path.join(folder, one) for folder in loaded.folders]
            if any(os.path.exists(place) or os.path.exists(place + ".py") for place in places):
                del sys.modules[one]
        sys.modules.update(hidden)
    loaded.standard[name] = module
    return module


def is_students(module):
    file = getattr(module, "__file__", None)
    return type(file) is str and file.startswith(loaded.root)


def load(request):
    """Run the student's module; the reply as text without its braces."""
    path = request["main"]
    with open(path, "rb") as file:
        source = file.read()
    try:
        code = compile(source, path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError) as error:
        return '"refused":' + refusal(error, path)
    loaded.root = os.getcwd() + "/"
    loaded.folders = list(dict.fromkeys([os.path.dirname(loaded.root + path), os.getcwd()]))
    sys.path[:0] = loaded.folders
    sys.argv = [path]
    loaded.code, loaded.path, loaded.prelude = code, path, request["prelude"]
    raised = None
    cpu_from, wall_from, others_from = process_time(), clock(), ended_children()
    try:
        execute()
    except BaseException as error:
        raised = describe(error)
    quick = process_time() - cpu_from <= QUICK_CPU_S and clock() - wall_from <= QUICK_WALL_S
    loaded.once = not quick or ended_children() != others_from or left_running()
    told = '"loaded":' + plain_json(look_up(request))
    return told if raised is None else '"raised":' + raised + "," + told


def execute():
    """Run the student's module in a space of its own."""
    module = type(sys)("solution")
    module.__file__ = loaded.path
    loaded.space = module.__dict__
    sys.modules["solution"] = module
    folder, _, name = loaded.path.removesuffix(".py").rpartition("/")
    if name.isidentifier() and not name.startswith("__") and name not in sys.stdlib_module_names:
        sys.modules[name] = module
    module.__package__ = folder.replace("/", ".") or "submission"
    if not folder:
        package = sys.modules["submission"] = type(sys)("submission")
        package.__path__ = [os.getcwd()]
    if loaded.prelude == "sites":
        supply_prelude(loaded.code)
    exec(loaded.code, module.__dict__)


def ended_children():
    """A number that grows with each process that was started and has ended; always the same where nobody tells."""
    try:
        with open("/proc/self/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[8]  # page faults of processes that were waited for
    except (OSError, IndexError):
        return b""


def left_running():
    """Whether loading has started threads or processes: a second loading would start them again."""
    if _thread._count() > 0:
        return True
    if not hasattr(os, "waitid"):
        return False
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def execute_afresh(nowhere, streams):
    """Run the module again, with the student's helper modules forgotten; what it prints was told the first time.

    Raises OSError when earlier states have left files open: each is to have as many as the first.
    """
    spare = os.dup(1)
    os.close(spare)
    if spare > streams[1] + MOST_LEFT_OPEN:
        raise OSError
    for name, module in list(sys.modules.items()):
        if loaded.others.get(name) is module:
            continue
        if is_students(module) or getattr(module, "__dict__", None) is loaded.space:
            del sys.modules[name]
        elif getattr(module, "__spec__", None) is not None:
            loaded.others[name] = module
    module = None
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    try:
        loaded.space = {}
        collect()  # what the last state still holds counts against the memory of this one
        execute()
    finally:
        flush()
        os.dup2(streams[0], 1)
        os.dup2(streams[1], 2)


def refusal(error, path):
    line = getattr(error, "lineno", None)
    column = getattr(error, "offset", None)
    source = getattr(error, "text", None)
    message = getattr(error, "msg", None) or str(error)
    return plain_json(
        {
            "message": type(error).__name__ + ": " + str(message)[:LONGEST_MESSAGE],
            "file": path,
            "line": line,
            "column": column,
            "source": source.rstrip("\n")[:500] if isinstance(source, str) else None,
        }
    )


def plain_json(value):
    """JSON of the driver's own plain values."""
    if isinstance(value, dict):
        return "{" + ",".join(_quote(key) + ":" + plain_json(item) for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(plain_json, value)) + "]"
    if isinstance(value, str):
        return _quote(value)
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(int(value))


def describe(error):
    """A raised error as JSON."""
    kind = type(error)
    trace, here = [], error.__traceback__
    while here is not None and len(trace) < 500:
        code = here.tb_frame.f_code
        if code.co_filename != SOURCE and not code.co_filename.startswith(("<", sys.base_prefix, "/usr")):
            trace.append({"file": relative(code.co_filename), "line": here.tb_lineno or 1, "function": code.co_name})
        here = here.tb_next
    try:
        message = str(error)
        message = str.__str__(message)[:LONGEST_MESSAGE] if isinstance(message, str) else ""
    except BaseException:
        message = ""
    return plain_json(
        {
            "type": kind.__name__[:200],
            "message": message,
            "trace": trace[:2] + trace[-18:] if len(trace) > 20 else trace,
            "memory": isinstance(error, MemoryError),
        }
    )


def relative(path):
    return path.removeprefix(loaded.root)


# --- running -----------------------------------------------------------------------------------------------


def find_target(step, names):
    """What the step calls, or the text of a reply that says why not."""
    kind = step[0]
    if kind == "method":
        if step[1] not in names:
            return None, '"missing":' + _quote(step[1])
        target = getattr(names[step[1]], method_name(names[step[1]], step[2]), None)
        return (target, None) if callable(target) else (None, '"missing":' + _quote(step[2]))
    if kind == "new":
        found = loaded.classes.get(step[1])
        return (loaded.space[found], None) if found else (None, '"missing":' + _quote(step[1]))
    owner, found = loaded.functions.get(step[1], (None, None))
    if found is None:
        return None, '"missing":' + _quote(step[1])
    if owner is None:
        return loaded.space[found], None
    raw = vars(loaded.space[owner])[found]
    if isinstance(raw, staticmethod | classmethod):
        return getattr(loaded.space[owner], found), None
    if owner not in names:
        names[owner] = loaded.space[owner]()
    return getattr(names[owner], found), None


def method_name(value, asked):
    """How the class of this object calls the method that was asked for."""
    for (owner, method), found in loaded.methods.items():
        if method == asked and issubclass(type(value), loaded.space[loaded.classes[owner]]):
            return found
    return next((found for (_owner, method), found in loaded.methods.items() if method == asked), asked)


def do(step, names):
    """The reply to one step, without its head."""
    arguments = step[3] if step[0] == "method" else step[2]
    target, values = None, None
    try:
        target, failure = find_target(step, names)
        if failure:
            return failure
        try:
            values = [build(argument, names) for argument in arguments]
        except KeyError as error:
            return '"missing":' + _quote(str(error.args[0]))
        result = target(*values)
        if step[-1]:
            names[step[-1]] = result
        return '"value":' + Encoder().write(result)
    except TypeError as error:
        if values is not None and error.__traceback__.tb_next is None and not fits(target, values):
            return '"unfit":' + _quote(str(error)[:500])
        return '"raised":' + describe(error)
    except BaseException as error:
        return '"raised":' + describe(error)


def fits(target, values):
    """Whether the call itself has the right number of arguments; only asked after a TypeError."""
    try:
        standard("inspect").signature(target).bind(*values)
    except TypeError:
        return False
    except ValueError:
        return True
    return True


def flush():
    theirs = (sys.stdout, stdout), (sys.stderr, stderr)
    for stream in (stdout, stderr, *(now for now, before in theirs if now is not before)):
        try:
            stream.flush()
        except BaseException:
            pass


def send(descriptor, text):
    data = text.encode("ascii") + b"\n"
    while data:
        data = data[write(descriptor, data) :]


class Lines:
    """Whole lines from a descriptor."""

    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.rest = b""

    def next(self):
        parts = [self.rest]
        while b"\n" not in parts[-1]:
            chunk = read(self.descriptor, 1 << 16)
            if not chunk:
                return None
            parts.append(chunk)
        line, _, self.rest = b"".join(parts).partition(b"\n")
        return line


def answer(replies, head, number, step, names):
    text = do(step, names)
    flush()
    send(replies, head + ',"n":' + str(number) + "," + text + "}")


def end_of(status):
    """How a child ended that did not do its work, as a reply without its head."""
    if os.WIFSIGNALED(status):
        return '"ended":{"signal":' + str(os.WTERMSIG(status)) + "}"
    return '"ended":{"exit":' + str(os.WEXITSTATUS(status)) + "}"


QUICK_CPU_S, QUICK_WALL_S, MANY, MOST_LEFT_OPEN = 0.002, 0.05, 20, 50


def answer_apart(replies, head, steps, first=0):
    """Do each step in a child of its own; stop at the first child that does not come to its end."""
    done, doing = os.pipe()
    os.set_blocking(done, False)
    for number, step in enumerate(steps[first:], first):
        pid = fork()
        if pid == 0:
            os.setpgid(0, 0)
            answer(replies, head, number, step, {})
            write(doing, finished())
            leave(0)
        status = waitpid(pid, 0)[1]
        end_group(pid)
        said = unblocked(done)
        if not said:
            send(replies, head + ',"n":' + str(number) + "," + end_of(status) + "}")
            break
        note_finish(said)
    os.close(done)
    os.close(doing)


def answer_afresh(replies, head, steps):
    """Do all steps in one child that loads the module anew before each; where that fails, in children of their own."""
    done, doing = os.pipe()
    os.set_blocking(done, False)
    pid = fork()
    if pid == 0:
        os.setpgid(0, 0)
        freeze()  # all that is there now is looked at no more
        nowhere, streams = os.open(os.devnull, os.O_WRONLY), [os.dup(1), os.dup(2)]
        count = 0
        for step in steps:
            try:
                execute_afresh(nowhere, streams)
            except BaseException:
                break
            answer(replies, head, count, step, {})
            count += 1
        write(doing, finished() + str(count).encode())
        leave(0)
    status = waitpid(pid, 0)[1]
    end_group(pid)
    said = unblocked(done)
    os.close(done)
    os.close(doing)
    if not said:
        send(replies, head + ',"n":0,' + end_of(status) + "}")
        return
    note_finish(said)
    if said[1:].isdigit() and int(said[1:]) < len(steps):
        loaded.once = True
        answer_apart(replies, head, steps, int(said[1:]))


def unblocked(descriptor):
    """What a child has left in the pipe, though another process may still hold its end."""
    try:
        return read(descriptor, 64)
    except BlockingIOError:
        return b""


def finished():
    """The byte by which a child says that it came to its end, and whether text forms were slow."""
    return b"!" if loaded.mute else b"."


def note_finish(said):
    loaded.mute = loaded.mute or said[:1] == b"!"


def end_group(group):
    """End what a child left behind, so that nothing of it speaks in a later request."""
    try:
        killpg(group, 9)
    except OSError:
        pass


class Child:
    """A forked copy of the loaded driver that holds one state; requests are handed on to it."""

    def __init__(self, replies):
        down, self.down = os.pipe()
        self.up, up = os.pipe()
        self.pid = self.group = fork()
        if self.pid == 0:
            os.setpgid(0, 0)
            os.close(self.down)
            os.close(self.up)
            serve_child(down, up, replies)
            leave(0)
        os.close(down)
        os.close(up)

    def ask(self, line):
        """Hand on a request; None when it was answered in full, else how the child ended."""
        try:
            send(self.down, line.decode())
        except OSError:
            pass
        while True:
            said = wait_readable([self.up], [], [], 0.05)[0] and read(self.up, 1)
            if said:
                note_finish(said)
                return None
            pid, status = waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid = None
                return end_of(status)

    def end(self):
        os.close(self.down)
        os.close(self.up)
        end_group(self.group)
        if self.pid:
            waitpid(self.pid, 0)


def serve_child(requests, done, replies):
    lines, names = Lines(requests), {}
    while (line := lines.next()) is not None:
        request = scan(line.decode(), 0)[0]
        for number, step in enumerate(request["steps"]):
            answer(replies, '{"id":' + _quote(request["id"]), number, step, names)
        write(done, finished())


def main():
    """Answer requests until there are no more."""
    requests, replies = int(sys.argv[1]), int(sys.argv[2])
    lines, child = Lines(requests), None
    while (line := lines.next()) is not None:
        request = scan(line.decode(), 0)[0]
        head = '{"id":' + _quote(request["id"])
        if request["do"] == "load":
            text = load(request)
            flush()
            send(replies, head + "," + text + "}")
            continue
        if child is not None and request["state"] != "same":
            child.end()
            child = None
        if request["state"] == "each":
            often = len(request["steps"]) >= MANY and not loaded.once
            (answer_afresh if often else answer_apart)(replies, head, request["steps"])
            continue
        child = child or Child(replies)
        ended = child.ask(line)
        if ended:
            send(replies, head + ',"n":0,' + ended + "}")
            child.end()
            child = None
    flush()
    leave(0)


if __name__ == "__main__":
    main()
