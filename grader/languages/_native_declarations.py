"""Code of C or C++ -> the functions, classes and enumerations that it defines at its top levels.

A small reader of declarations, not a parser: it knows brackets, a few keywords, and that a name before parentheses is
a function's. The compiler checks what it finds, since the names go back to it; see `_cpp_members` and `_c_members`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from grader.languages._native_nouns import Class, Declarations, Enumeration, Function, Parameter
from grader.languages._native_text import Code

_TOKEN = re.compile(r'[A-Za-z_]\w*|\d(?:\'?[\w.])*|::|->|"|[^\s\w]')
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_NO_NAME = re.compile(
    r"__attribute__|alignas|decltype|noexcept|requires|throw|if|while|for|switch|return|sizeof|asm|__asm__|typeof"
    r"|__typeof__|_Alignas|_Static_assert|static_assert|explicit|catch"
)
_SPECIFIER = re.compile(
    r"static|inline|extern|virtual|constexpr|consteval|constinit|explicit|friend|register|_Noreturn|__inline"
    r"|__inline__|__extension__|mutable|typedef"
)
_ALIAS = re.compile(r"\btypedef\s+(?:struct|union|enum)\s+(\w+)\s*(?:\{[^{}]*\})?\s*(\w+)\s*;")
_MOST_PARTS = 50
_ACCESS = frozenset(("public", "private", "protected"))


def declarations(file: str, code: Code) -> Declarations:
    """What the code declares, in its order."""
    return _Reader(file, code.text).read()


class _Reader:
    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        found = list(_TOKEN.finditer(text))
        self.tokens = [match.group() for match in found]
        self.starts = [match.start() for match in found]
        self.line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.match = _brackets(self.tokens)
        self.result = Declarations()

    def read(self) -> Declarations:
        waiting: list[tuple[int, int, tuple[str, ...]]] = [(0, len(self.tokens), ())]
        while waiting:
            start, end, scope = waiting.pop()
            waiting += reversed(list(self.read_scope(start, end, scope)))
        self.result.aliases = {found[1]: found[2] for found in _ALIAS.finditer(self.text)}
        self.result.functions.sort(key=lambda one: one.lines)
        return self.result

    # --- statements ----------------------------------------------------------------------------------------

    def read_scope(self, start: int, end: int, scope: tuple[str, ...]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
        """Read the declarations between two tokens; gives the scopes inside, still to be read."""
        for head, brace, after in self.statements(start, end):
            words = self.tokens[head : brace if brace is not None else after]
            if brace is not None and "namespace" in words[:2]:
                yield brace + 1, self.match[brace], (*scope, *_names_of_namespace(words))
            elif brace is not None and words[:2] == ["extern", '"']:
                yield brace + 1, self.match[brace], scope
            else:
                yield from self.read_declaration(head, brace, after, scope)

    def statements(self, start: int, end: int) -> Iterator[tuple[int, int | None, int]]:
        """The first word of each statement, its opening brace if it has a body, and the word behind it."""
        head = at = start
        parts = 0
        while at < end:
            word = self.tokens[at]
            if word == ";":
                yield head, None, at
                head = at = at + 1
                parts = 0
            elif word == "{" and self.match[at] < end:
                body = self.match[at]
                kind = self.kind_of(head, at) if parts < _MOST_PARTS else "body"
                if kind == "part":
                    at = body + 1
                    parts += 1
                    continue
                parts = 0
                after = body + 1
                if kind == "type":
                    after = self.end_of_statement(after, end)
                yield head, at, after
                head = at = after + (1 if kind == "type" else 0)
            elif word in _CLOSING and self.match[at] < end:
                at = self.match[at] + 1
            elif (word == ":" and at == head + 1 and self.tokens[head] in _ACCESS) or word == "}":
                head = at = at + 1
            else:
                at += 1

    def end_of_statement(self, at: int, end: int) -> int:
        while at < end and self.tokens[at] != ";":
            at = self.match[at] + 1 if self.tokens[at] in _CLOSING and self.match[at] < end else at + 1
        return at

    def kind_of(self, head: int, brace: int) -> str:
        """What an opening brace begins: a `body`, a `type`, or a `part` of an initialiser."""
        words = self.tokens[head:brace]
        if "namespace" in words[:2] or words[:2] == ["extern", '"']:
            return "body"
        opening = self.opening_of_function(head, brace)
        if opening is None:
            if any(word in ("class", "struct", "union", "enum") for word in words):
                return "type"
            return "part" if words else "body"
        rest = self.tokens[self.match[opening] + 1 : brace]
        if ":" in rest and (self.tokens[brace - 1] not in (")", "}", ":")):
            return "part"  # `: value{3}` before the body of a constructor
        return "body"

    def opening_of_function(self, head: int, end: int) -> int | None:
        """The parenthesis that opens the parameters, None if this declares no function."""
        at = head
        while at < end:
            word = self.tokens[at]
            if word == "=" and "operator" not in self.tokens[max(head, at - 2) : at]:
                return None
            if word == "(":
                before = self.tokens[at - 1] if at > head else ""
                operator = "operator" in self.tokens[max(head, at - 4) : at]
                if operator or (re.match(r"[A-Za-z_]", before) and not _NO_NAME.fullmatch(before)):
                    return at
            at = self.match[at] + 1 if word in _CLOSING and self.match[at] < end else at + 1
        return None

    # --- declarations --------------------------------------------------------------------------------------

    def read_declaration(
        self, head: int, brace: int | None, after: int, scope: tuple[str, ...]
    ) -> Iterator[tuple[int, int, tuple[str, ...]]]:
        head, template = self.without_template(head, brace if brace is not None else after)
        function = self.function_at(head, brace, after, scope, template)
        if function is not None:
            if brace is not None:
                self.result.bodies.append(function)
                self.result.functions.append(function)
            return
        if brace is None or self.kind_of(head, brace) != "type":
            return
        words = self.tokens[head:brace]
        name = self.name_of_type(words, brace, after)
        if "enum" in words:
            self.read_enumeration(words, name, brace, scope)
        elif name:
            yield from self.read_class(words, name, brace, scope, template)

    def without_template(self, head: int, end: int) -> tuple[int, bool]:
        """Behind `template <...>` and attributes."""
        template = False
        while head < end:
            if self.tokens[head] == "template":
                depth, at = 0, head + 1
                while at < end:
                    depth += {"<": 1, ">": -1}.get(self.tokens[at], 0)
                    at += 1
                    if depth == 0:
                        break
                head, template = at, True
            elif self.tokens[head] == "[" and self.match[head] < end:
                head = self.match[head] + 1
            else:
                break
        return head, template

    def name_of_type(self, words: list[str], brace: int, after: int) -> str:
        """The name after the keyword, or that of a `typedef struct {..} Name;`."""
        named = _name_after_keyword(words)
        tail = [word for word in self.tokens[self.match[brace] + 1 : after] if re.match(r"[A-Za-z_]", word)]
        return tail[-1] if "typedef" in words and tail else named

    def read_enumeration(self, words: list[str], name: str, brace: int, scope: tuple[str, ...]) -> None:
        members, expecting = [], True
        at, end = brace + 1, self.match[brace]
        while at < end:
            word = self.tokens[at]
            if expecting and re.match(r"[A-Za-z_]", word):
                members.append(word)
                expecting = False
            expecting = expecting or word == ","
            at = self.match[at] + 1 if word in _CLOSING and self.match[at] < end else at + 1
        scoped = "class" in words or "struct" in words
        found = Enumeration(name, scope, self.file, tuple(members), scoped, "typedef" not in words)
        self.result.enumerations.append(found)

    def read_class(
        self, words: list[str], name: str, brace: int, scope: tuple[str, ...], template: bool
    ) -> Iterator[tuple[int, int, tuple[str, ...]]]:
        inside = (*scope, name)
        methods: list[Function] = []
        constructors: list[Function] = []
        for head, body, after in self.statements(brace + 1, self.match[brace]):
            start, is_template = self.without_template(head, body if body is not None else after)
            function = self.function_at(start, body, after, inside, is_template)
            if function is None:
                yield from self.read_declaration(head, body, after, inside)
                continue
            if body is not None:
                self.result.bodies.append(function)
            if "friend" in self.tokens[start:after] or "delete" in self.tokens[self.closing(start, after) : after]:
                continue
            (constructors if function.name == name else methods).append(function)
        bases = tuple(word for word in _bases(words) if word not in _ACCESS)
        self.result.classes.append(Class(name, scope, self.file, tuple(methods), tuple(constructors), bases, template))

    def closing(self, head: int, end: int) -> int:
        opening = self.opening_of_function(head, end)
        return self.match[opening] if opening is not None else end

    def function_at(
        self, head: int, brace: int | None, after: int, scope: tuple[str, ...], template: bool
    ) -> Function | None:
        end = brace if brace is not None else after
        opening = self.opening_of_function(head, end)
        if opening is None or self.match[opening] > end:
            return None
        first = opening - 1
        while first - 1 >= head and self.tokens[first - 1] == "::":
            first -= 2
        qualifiers = tuple(word for word in self.tokens[max(first, head) : opening - 1] if word != "::")
        name = self.tokens[opening - 1]
        if (first - 1 >= head and self.tokens[first - 1] in ("~", "operator")) or not re.match(r"[A-Za-z_]", name):
            name = "~" if "~" in self.tokens[head:opening] else "operator"
        gives, rest = self.words_between(head, first), self.tokens[self.match[opening] + 1 : end]
        if not gives and not scope and brace is None:
            return None
        if "->" in rest:
            arrow = self.match[opening] + 1 + rest.index("->")
            gives = self.source(arrow + 1, end)
        body = self.match[brace] if brace is not None else -1
        return Function(
            name,
            (*scope, *qualifiers),
            gives,
            self.parameters(opening),
            self.file,
            (self.line(head), self.line(body if body >= 0 else after - 1)),
            self.starts[body] if body >= 0 else -1,
            template or any("auto" in one.text.split() for one in self.parameters(opening)),
            "static" in self.tokens[head:opening],
            rest[-2:] == ["=", "0"],
        )

    def words_between(self, head: int, end: int) -> str:
        """The type before a name, without what says nothing of the type."""
        at = head
        while at < end and (_SPECIFIER.fullmatch(self.tokens[at]) or self.tokens[at] == '"'):
            at += 1
            if at < end and self.tokens[at] == "(" and self.tokens[at - 1] == "explicit":
                at = self.match[at] + 1
        while at < end and self.tokens[at] in ("__attribute__", "[") and self.match[at + 1] < end:
            at = self.match[at + 1 if self.tokens[at] == "__attribute__" else at] + 1
        text = self.source(at, end)
        return " ".join(word for word in text.split() if not _SPECIFIER.fullmatch(word))

    def parameters(self, opening: int) -> tuple[Parameter, ...]:
        found, start, angle = [], opening + 1, 0
        closing = self.match[opening]
        at = start
        while at <= closing:
            word = self.tokens[at]
            angle += {"<": 1, ">": -1}.get(word, 0)
            if at == closing or (word == "," and angle <= 0):
                if at > start:
                    found.append(self.parameter(start, at))
                start, angle = at + 1, 0
            at = self.match[at] + 1 if word in _CLOSING and self.match[at] < closing else at + 1
        return () if [one.text for one in found] == ["void"] else tuple(found)

    def parameter(self, start: int, end: int) -> Parameter:
        default = next((at for at in range(start, end) if self.tokens[at] == "="), end)
        words = [at for at in range(start, default) if re.match(r"[A-Za-z_]", self.tokens[at])]
        name = words[-1] if len(words) > 1 else None
        bracket = next((at for at in range(start, default) if self.tokens[at] == "["), default)
        if name is not None and name > bracket:
            name = next((at for at in reversed(words) if at < bracket), None)
        return Parameter(self.source(start, default), self.tokens[name] if name is not None else "", default < end)

    # --- text ----------------------------------------------------------------------------------------------

    def source(self, start: int, end: int) -> str:
        """The text from one word to before another, in one line."""
        if start >= end:
            return ""
        last = end - 1
        text = self.text[self.starts[start] : self.starts[last] + len(self.tokens[last])]
        return " ".join(text.split())

    def line(self, word: int) -> int:
        at = self.starts[word] if word < len(self.starts) else len(self.text)
        return bisect_right(self.line_starts, at)


def _brackets(tokens: list[str]) -> list[int]:
    """For each opening bracket the place of its partner; for one without, a place behind the end."""
    match = [len(tokens)] * len(tokens)
    waiting: list[int] = []
    for at, word in enumerate(tokens):
        if word in _CLOSING:
            waiting.append(at)
        elif word in (")", "]", "}"):
            while waiting and _CLOSING[tokens[waiting[-1]]] != word and word == "}":
                waiting.pop()  # a brace ends what was left open in it
            if waiting and _CLOSING[tokens[waiting[-1]]] == word:
                match[waiting.pop()] = at
    return match


def _names_of_namespace(words: list[str]) -> tuple[str, ...]:
    names = [word for word in words[words.index("namespace") + 1 :] if re.match(r"[A-Za-z_]", word)]
    return tuple(names) or ("",)


def _name_after_keyword(words: list[str]) -> str:
    """The last name before the bases: what stands between are attributes."""
    start = max(words.index(word) for word in ("class", "struct", "union", "enum") if word in words)
    names: list[str] = []
    depth = 0
    for word in words[start + 1 :]:
        depth += {"(": 1, "[": 1, "<": 1, ")": -1, "]": -1, ">": -1}.get(word, 0)
        if word == ":" and depth == 0:
            break
        if depth == 0 and re.match(r"[A-Za-z_]", word) and word not in ("final", "__attribute__", "alignas"):
            names.append(word)
    return names[-1] if names else ""


def _bases(words: list[str]) -> list[str]:
    if ":" not in words:
        return []
    return [word for word in words[words.index(":") + 1 :] if re.match(r"[A-Za-z_]", word) and word != "virtual"]
