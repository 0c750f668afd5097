"""What only Ruby has: where functions may stand, core classes that students change, encodings, and what means harm."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from grader.languages.ruby import PLUGIN
from grader.model import (
    Ended,
    Ending,
    EnumAsked,
    Frame,
    Interface,
    Place,
    Raised,
    Returned,
    State,
    Step,
    Toolchain,
    Unfit,
)
from grader.plugins import Language, Sandbox
from grader.values import EnumValue, MapValue, ObjectValue, OtherValue, SetValue, Value
from tests.languages.asking import a_class, answers_of, asked, functions, one, opened, refusal

pytestmark = pytest.mark.long  # one case of each test in each language otherwise

SOLUTION = functions(asked("solution", "n: int", returns="int"))
TEXT = functions(asked("solution", "n", returns="str"))
ANY = functions(asked("solution", "n"))
SITES = functions(asked("solution", "n"), prelude="sites")


@pytest.fixture(autouse=True)
def _toolchain(find_toolchain: Callable[[Language], Toolchain]) -> None:
    find_toolchain(PLUGIN)


# --- where a function may stand ------------------------------------------------------------------------------

PLACES = {
    "in a class, as programming sites want it": (
        "class Solution\n  def solution(n)\n    n + 1\n  end\nend\n",
        ["Used the method `solution` of `Solution`."],
    ),
    "on a class": (
        "class Solution\n  def self.solution(n) = n + 1\nend\n",
        ["Used the method `solution` of `Solution`."],
    ),
    "in a module function": (
        "module Tools\n  module_function\n\n  def solution(n)\n    n + 1\n  end\nend\n",
        ["Used the method `solution` of `Tools`."],
    ),
    "in a module": (
        "module Tools\n  def solution(n)\n    n + 1\n  end\nend\n",
        ["Used the method `solution` of `Tools`."],
    ),
    "in a class inside of a module": (
        "module Home\n  class Work\n    def solution(n)\n      n + 1\n    end\n  end\nend\n",
        ["Used the method `solution` of `Home::Work`."],
    ),
    "private in a class": (
        "class Solution\n  private\n\n  def solution(n)\n    n + 1\n  end\nend\n",
        ["Used the method `solution` of `Solution`."],
    ),
    "on the main object": ("def self.solution(n)\n  n + 1\nend\n", []),
    "public at top level": ("public\n\ndef solution(n)\n  n + 1\nend\n", []),
    "in a constant": (
        "SOLUTION = ->(n) { n + 1 }\n",
        ["Used `SOLUTION`, as `solution` was asked for."],
    ),
    "under another spelling": (
        "def Solution(n)\n  n + 1\nend\n",
        ["Used `Solution`, as `solution` was asked for."],
    ),
    "with an argument too many that has a default": ("def solution(n, more = 1)\n  n + more\nend\n", []),
    "in another file": (
        "require_relative 'other'\n",
        [],
    ),
}


@pytest.mark.parametrize("where", PLACES)
def test_a_function_is_found_wherever_it_stands(any_sandbox: Sandbox, where: str) -> None:
    source, notes = PLACES[where]
    files = {"a.rb": source, "other.rb": "def solution(n)\n  n + 1\nend\n"}
    with opened(PLUGIN, any_sandbox, files, SOLUTION) as subject:
        assert list(subject.offer.notes) == notes
        steps = [Step("solution", (4,)), Step("solution", (5,))]
        assert subject.ask(steps, State.NEW).replies == (Returned(5), Returned(6))
        assert subject.ask(steps, State.EACH).replies == (Returned(5), Returned(6))


def test_a_variable_that_holds_a_function_is_explained(any_sandbox: Sandbox) -> None:
    with opened(PLUGIN, any_sandbox, {"a.rb": "solution = ->(n) { n }\n"}, SOLUTION) as subject:
        assert subject.offer.functions == {"solution": None}
        assert subject.offer.notes == (
            "`solution` is a variable, which nothing outside of the file can use. Write it as `def solution(...)`.",
        )


BOARD = a_class("Board", ("n: int",), asked("is_over", returns="bool"), asked("has_won", returns="bool"))

CLASSES = {
    "as asked": ("def is_over = true\n  def has_won = false", []),
    "with question marks": (
        "def is_over? = true\n  def won? = false",
        [
            "Used `is_over?`, as `is_over` was asked for.",
            "Used `won?`, as `has_won` was asked for.",
        ],
    ),
    "private": (
        "private\n\n  def is_over = true\n  def has_won = false",
        [
            "`is_over` is private. It was used all the same; write it above the line `private`.",
            "`has_won` is private. It was used all the same; write it above the line `private`.",
        ],
    ),
}


@pytest.mark.parametrize("how", CLASSES)
def test_methods_are_found_as_ruby_writes_them(any_sandbox: Sandbox, how: str) -> None:
    body, notes = CLASSES[how]
    source = f"class Board\n  def initialize(n) = @n = n\n  {body}\nend\n"
    steps = [Step("Board", (3,), new=True, bind="b"), Step("is_over", on="b"), Step("has_won", on="b")]
    with opened(PLUGIN, any_sandbox, {"a.rb": source}, BOARD) as subject:
        assert list(subject.offer.notes) == notes
        replies = subject.ask(steps, State.NEW).replies
    assert replies == (Returned(ObjectValue("Board", "")), Returned(True), Returned(False))


def test_a_class_under_another_name_is_found_by_its_methods(any_sandbox: Sandbox) -> None:
    source = "Game = Struct.new(:n) do\n  def is_over = n > 2\n  def has_won = false\nend\n"
    steps = [Step("Board", (3,), new=True, bind="b"), Step("is_over", on="b")]
    with opened(PLUGIN, any_sandbox, {"a.rb": source}, BOARD) as subject:
        assert subject.offer.notes == ("Used `Game`, as `Board` was asked for.",)
        assert subject.ask(steps, State.NEW).replies[1] == Returned(True)


# --- arguments that do not fit -------------------------------------------------------------------------------

MISFITS = {
    "def solution\nend\n": "`solution` takes 0 arguments, and 1 is given",
    "def solution(a, b, c = 1)\nend\n": "`solution` takes 2 to 3 arguments, and 1 is given",
    "def solution(a, b, *c)\nend\n": "`solution` takes at least 2 arguments, and 1 is given",
    "def solution(n:)\nend\n": "`solution` wants named arguments (`n:`), and is called without names",
    "SOLUTION = ->(a, b) {}\n": "`the function` takes 2 arguments, and 1 is given",
}


@pytest.mark.parametrize("source", MISFITS)
def test_what_can_not_be_called_so_says_why(any_sandbox: Sandbox, source: str) -> None:
    with opened(PLUGIN, any_sandbox, {"a.rb": source}, SOLUTION) as subject:
        assert one(subject, "solution", 1) == Unfit(MISFITS[source])


def test_a_class_without_a_constructor_takes_no_arguments(any_sandbox: Sandbox) -> None:
    with opened(PLUGIN, any_sandbox, {"a.rb": "class Board\nend\n"}, BOARD) as subject:
        reply = subject.ask([Step("Board", (3,), new=True)], State.NEW).replies[0]
    assert reply == Unfit("`Board.new` takes 0 arguments, and 1 is given")


def test_an_argument_error_inside_of_the_function_is_its_own(any_sandbox: Sandbox) -> None:
    source = "def helper(a)\nend\n\ndef solution(n)\n  helper(1, 2)\nend\n"
    with opened(PLUGIN, any_sandbox, {"a.rb": source}, SOLUTION) as subject:
        reply = one(subject, "solution", 1)
    assert isinstance(reply, Raised)
    assert (reply.type, reply.message) == ("ArgumentError", "wrong number of arguments (given 2, expected 1)")
    assert reply.trace == (Frame("a.rb", 5, "solution"), Frame("a.rb", 1, "helper"))


# --- values --------------------------------------------------------------------------------------------------

GIVEN: Mapping[str, tuple[str, Value]] = {
    "a symbol": (":draw", ObjectValue("Symbol", "draw")),
    "a hash with symbols": ("{a: 1}", MapValue(((ObjectValue("Symbol", "a"), 1),))),
    "a range": ("(1..3)", OtherValue("Range", "1..3")),
    "a fraction": ("Rational(1, 2)", OtherValue("Rational", "1/2")),
    "a lazy list": ("[1].each", OtherValue("Enumerator", "#<Enumerator: [1]:each>")),
    "a class": ("Array", OtherValue("class", "Array")),
    "a list of a class of its own": ("Class.new(Array).new", ObjectValue("nameless", "[]")),
    "an object without anything": ("BasicObject.new", OtherValue("BasicObject", "")),
    "an object whose text form fails": (
        "Class.new { def to_s = raise }.new",
        ObjectValue("nameless", ""),
    ),
    "an object that lies about its class": (
        "Class.new { def class = Integer }.new",
        ObjectValue("nameless", ""),
    ),
    "a list in which one object stands twice": ("(a = [1]; [a, a])", [[1], [1]]),
    "text in another encoding": ("'\u017c'.encode('UTF-16LE')", "\u017c"),
    "text that is broken": (
        '"a\\xff"',
        OtherValue("String", "a text that is not valid in its encoding"),
    ),
    "frozen text": ("'a'.freeze", "a"),
    "a set": ("Set[1, 2]", SetValue((1, 2))),
    "an exception": ("ArgumentError.new('x')", OtherValue("ArgumentError", "x")),
}


@pytest.mark.parametrize("what", GIVEN)
def test_a_value_of_ruby_arrives_as_what_it_is(any_sandbox: Sandbox, what: str) -> None:
    expression, value = GIVEN[what]
    with opened(PLUGIN, any_sandbox, {"a.rb": f"def solution(n)\n  {expression}\nend\n"}, ANY) as subject:
        assert one(subject, "solution", 1) == Returned(value)


PACKED = "def solution(n)\n  n.bytes.pack('C*')\nend\n"


@pytest.mark.parametrize("text", ["", "abc", "\u017c"])
def test_packed_characters_are_text_unless_the_task_speaks_of_bytes(any_sandbox: Sandbox, text: str) -> None:
    with opened(PLUGIN, any_sandbox, {"a.rb": PACKED}, TEXT) as subject:
        assert one(subject, "solution", text) == Returned(text)
    with opened(PLUGIN, any_sandbox, {"a.rb": PACKED}, ANY) as subject:
        assert one(subject, "solution", text) == Returned(text.encode())


ENUMS = {
    "constants": "module Colour\n  RED = Object.new\n  BLUE = Object.new\nend\n",
    "constants of a class": "class Colour\n  RED = new\n  BLUE = new\nend\n",
    "constants in another spelling": "module Colour\n  Red = :r\n  Blue = :b\nend\n",
    "a hash": "COLOUR = { red: Object.new, blue: Object.new }\n",
}


@pytest.mark.parametrize("how", ENUMS)
def test_members_of_an_enumeration_go_in_and_out(any_sandbox: Sandbox, how: str) -> None:
    interface = Interface((asked("solution", "n"),), enums=(EnumAsked("Colour", ("RED", "BLUE")),))
    with opened(PLUGIN, any_sandbox, {"a.rb": ENUMS[how] + "def solution(n) = n\n"}, interface) as subject:
        member = EnumValue("Colour", "BLUE")
        assert one(subject, "solution", [member]) == Returned([member])


# --- the world of the student's code -------------------------------------------------------------------------

ORDINARY = {
    "asks for input while it loads": "n = gets.to_i\ndef solution(n) = 1\n",
    "prints while it loads": "puts 'hello'\ndef solution(n) = 1\n",
    "has a part for the start as a program": "def solution(n) = 1\nif __FILE__ == $0\n  exit 5\nend\n",
    "has data at its end": "LINE = DATA.read\ndef solution(n) = LINE.length\n__END__\n1",
    "has carriage returns": "def solution(n)\r\n  1\r\nend\r\n",
    "has a byte order mark": "\ufeffdef solution(n) = 1\n",
    "needs a gem of the library": "require 'prime'\ndef solution(n) = Prime.first(1).first - 1\n",
    "needs the library": "require 'json'\ndef solution(n) = JSON.parse('[1]').first\n",
    "needs a set": "def solution(n) = Set.new([1, 1]).size\n",
    "has a set of its own": "class Set\n  def one = 1\nend\ndef solution(n) = Set.new.one\n",
    "has names like ours": "class Driver; end\nmodule Kept; end\nmodule Wire; end\ndef solution(n) = 1\n",
    "uses no encoding but its own": "# encoding: iso-8859-1\ndef solution(n) = '\u017c'.length - 1\n",
    "is strict about texts": "# frozen_string_literal: true\n\ndef solution(n) = 'a'.length\n",
    "speaks of itself": "def solution(n) = __dir__.end_with?('submission') ? 1 : 0\n",
}


@pytest.mark.parametrize("what", ORDINARY)
def test_code_works_that_works_at_home(any_sandbox: Sandbox, what: str) -> None:
    with opened(PLUGIN, any_sandbox, {"a.rb": ORDINARY[what]}, SOLUTION) as subject:
        assert subject.load_failure is None
        assert one(subject, "solution", 1) == Returned(1)


def test_usual_libraries_are_there_where_sites_supply_them_and_only_there(any_sandbox: Sandbox) -> None:
    source = "def solution(n)\n  Matrix[[n]].determinant\nend\n"
    with opened(PLUGIN, any_sandbox, {"a.rb": source}, SITES) as subject:
        assert one(subject, "solution", 3) == Returned(3)
    with opened(PLUGIN, any_sandbox, {"a.rb": source}, ANY) as subject:
        reply = one(subject, "solution", 3)
    assert isinstance(reply, Raised)
    assert (reply.type, reply.message) == ("NameError", "uninitialized constant Matrix")
    assert reply.trace == (Frame("a.rb", 2, "solution"),)


# What students change without meaning to; `solution` is still asked and answered.
CHANGES = {
    "equal?": "def equal?(a, b) = a == b\n",
    "methods of every object": """
def class = 5
def hash = 5
def method(x) = 5
def is_a?(x) = true
def send(x) = 5
def puts(x) = 5
def fork = 5
def sleep(x) = 5
def raise(*x) = 5
def load(x) = 5
""",
    "numbers": """
class Integer
  def to_s(*) = 'number'
  def inspect = 'number'
end
""",
    "lists": """
class Array
  def each = 5
  def push(*) = 5
  def pop = 5
  def [](*) = 5
  def map = 5
end
""",
    "maps": """
class Hash
  def [](key) = 5
  def key?(key) = true
  def each_pair = 5
end
""",
    "texts": """
class String
  def [](*) = 5
  def gsub(*) = 5
  def <<(x) = 5
  def scan(*) = 5
  def ==(x) = true
end
""",
    "nothing": """
class NilClass
  def method_missing(*) = nil
end
""",
    "separators": "$, = ';'\n$/ = nil\n$; = 'x'\n",
    "standard output": "require 'stringio'\n$stdout = StringIO.new\n$stderr = StringIO.new\n",
    "standard output, its own": "$stdout = Class.new { def write(*) = 1 }.new\n",
    "standard output, closed": "STDOUT.close\nSTDERR.close\n",
    "encodings": "Encoding.default_internal = 'UTF-16LE' rescue 0\nEncoding.default_external = 'ISO-8859-2'\n",
    "missing constants": "class Object\n  def self.const_missing(name) = 5\nend\n",
}


@pytest.mark.parametrize("what", CHANGES)
def test_changes_of_core_classes_do_not_reach_the_driver(any_sandbox: Sandbox, what: str) -> None:
    source = CHANGES[what] + "def solution(n)\n  n\nend\n"
    value: Value = [1, "a\n\u017c", MapValue((("k", 2.5),)), None, True, -(2**70)]
    with opened(PLUGIN, any_sandbox, {"a.rb": source}, ANY) as subject:
        steps = [Step("solution", (value,)), Step("solution", (5,))]
        assert subject.ask(steps, State.NEW).replies == (Returned(value), Returned(5))
        assert subject.ask(steps, State.EACH).replies == (Returned(value), Returned(5))


# --- errors --------------------------------------------------------------------------------------------------

# What Ruby says where it finds nothing differs from version to version.
ERRORS: Mapping[str, tuple[str, str, str | None]] = {
    "exit": ("exit 3", "SystemExit", "exit"),
    "abort": ("abort 'no more'", "SystemExit", "no more"),
    "throw": ("throw :away", "UncaughtThrowError", "uncaught throw :away"),
    "nothing there": ("nil.upcase", "NoMethodError", None),
    "a misspelling": ("lenght", "NameError", None),
    "an error of its own": ("raise Bad, 'x'", "Bad", "x"),
    "an error whose message fails": ("raise Mute", "Mute", ""),
    "an error with a trace of its own": ("raise ArgumentError, 'x', caller(0)", "ArgumentError", "x"),
    "too deep": ("solution(n)", "SystemStackError", "stack level too deep"),
    "a file that is not there": ("File.read('x.txt')", "ENOENT", "No such file or directory @ rb_sysopen - x.txt"),
}


@pytest.mark.parametrize("what", ERRORS)
def test_an_error_is_told_by_type_message_and_line(any_sandbox: Sandbox, what: str) -> None:
    expression, kind, message = ERRORS[what]
    own = "class Bad < StandardError; end\nclass Mute < StandardError; def message = raise; end\n"
    source = f"def solution(n)\n  {expression}\nend\n{own}"
    with opened(PLUGIN, any_sandbox, {"a.rb": source}, SOLUTION) as subject:
        reply = one(subject, "solution", 1)
    assert isinstance(reply, Raised)
    assert (reply.type, message if message is not None else reply.message) == (kind, reply.message)
    assert (reply.trace[0], reply.trace[-1].line) == (Frame("a.rb", 2, "solution"), 2)


SYNTAX = {
    "def solution(n)\n  n +* 2\nend\n": Place("a.rb", 2, 6, "  n +* 2"),
    "def solution(n)\n  if n\n": Place("a.rb", 2, 7, "  if n"),
    "puts 'x\n": Place("a.rb", 1, 8, "puts 'x"),
    "def solution(n)\n  @1 = 5\nend\n": Place("a.rb", 2, 3, "  @1 = 5"),
    "# encoding: nonsense\n": Place("a.rb", None, None, None),
}


@pytest.mark.parametrize("source", SYNTAX)
def test_what_is_no_ruby_is_refused_with_its_place(any_sandbox: Sandbox, source: str) -> None:
    failure = refusal(PLUGIN, any_sandbox, {"a.rb": source}, SOLUTION)
    assert failure.place == SYNTAX[source]
    assert failure.message
    assert "/" not in failure.message


def test_leaving_while_it_loads_is_told(any_sandbox: Sandbox) -> None:
    with opened(PLUGIN, any_sandbox, {"a.rb": "def solution(n) = 1\nexit!(4)\n"}, SOLUTION) as subject:
        failure = subject.load_failure
    assert isinstance(failure, Ended)
    assert (failure.outcome.ending, failure.outcome.exit_code) == (Ending.EXITED, 4)


# --- code that means harm ------------------------------------------------------------------------------------

LINE = '{"id": "0123456789abcdef", "n": 0, "value": 7}'
FORGE = f"IO.for_fd(4, %q(w), autoclose: false).syswrite('{LINE}' + 10.chr) rescue 0"
HUNT = f"ObjectSpace.each_object(IO) {{ |io| io.write('{LINE}' + 10.chr) rescue 0 }}"
INSIDE = "ObjectSpace.each_object(Module) { |m| %s if m.name.to_s.start_with?('GraderInside') }"

HONEST = frozenset(("1",))
BROKEN = frozenset(("Invalid",))
HOSTILE: Mapping[str, tuple[str, frozenset[str]]] = {
    "forges a reply to a step": (f"def solution(n)\n  {FORGE}\n  1\nend\n", BROKEN),
    "forges a reply on whatever stream it finds": (f"def solution(n)\n  {HUNT}\n  1\nend\n", BROKEN),
    "forges a reply when it ends": (f"at_exit {{ {FORGE} }}\ndef solution(n) = 1\n", HONEST),
    "forges a reply from a copy of itself": (
        "def solution(n)\n  fork\n  1\nend\n",
        HONEST,
    ),
    "forges replies from a copy that outlives the call": (
        f"def solution(n)\n  fork {{ sleep 0.2; {FORGE}; exit! }}\n  1\nend\n",
        HONEST,
    ),
    "closes what it can": (
        "def solution(n)\n  (3..255).each { |fd| IO.for_fd(fd).close rescue 0 }\n  1\nend\n",
        frozenset(("Invalid", "Ended")),
    ),
    "changes how core methods are called": (
        """
[UnboundMethod, Method, Proc, IO, Class].each do |type|
  %i[bind_call bind call write new].each { |name| type.define_method(name) { |*| 7 } rescue 0 }
end
def solution(n) = 1
""",
        HONEST,
    ),
    "changes the driver": (
        INSIDE % "m.instance_methods(false).each { |name| m.define_method(name) { |*| 7 } }"
        + " rescue 0\n"
        + INSIDE % "m.singleton_methods.each { |name| m.define_singleton_method(name) { |*| 7 } }"
        + " rescue 0\n"
        + INSIDE % "m.constants.each { |name| m.send(:remove_const, name) }"
        + " rescue 0\ndef solution(n) = 1\n",
        HONEST,
    ),
    "ends its parent": (
        "def solution(n)\n  Process.kill(:KILL, Process.ppid)\n  sleep 1\n  1\nend\n",
        frozenset(("Ended", "Raised")),
    ),
    "ends all that it may": (
        "def solution(n)\n  Process.kill(:KILL, -1)\n  sleep 1\n  1\nend\n",
        frozenset(("Ended", "Raised", "1")),
    ),
    "stops itself": (
        "def solution(n)\n  Process.kill(:STOP, $$)\n  1\nend\n",
        frozenset(("Ended", "Raised")),
    ),
    "ends its main thread": ("def solution(n)\n  Thread.current.kill\n  1\nend\n", frozenset(("Raised",))),
    "is never done with its text form": (
        "class Odd\n  def to_s = loop {}\nend\ndef solution(n) = Odd.new\n",
        frozenset(("Ended",)),
    ),
    "lies about what it is": (
        """
class Lie
  def ==(other) = true
  def to_i = 1
  def to_int = 1
  def coerce(other) = [1, 1]
  def is_a?(type) = true
  def class = Integer
  def to_s = '1'
end
def solution(n) = Lie.new
""",
        frozenset(("object",)),
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("state", [State.NEW, State.EACH])
@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_code_gets_no_other_answer_than_its_own(isolating: Sandbox, what: str, state: State) -> None:
    source, allowed = HOSTILE[what]
    assert answers_of(PLUGIN, isolating, {"a.rb": source}, state) - allowed == set()
