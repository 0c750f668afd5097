"""What `javac` said -> a sentence with a place, in terms of the student's files."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grader.model import BuildFailure, Ending, Outcome, Place

_ERROR = re.compile(
    r"^(?P<file>[^\n:]+\.java):(?P<line>\d+): error: (?P<text>[^\n]*)\n(?P<source>[^\n]*)\n(?P<caret> *)\^\n?"
    r"(?:  symbol: +(?P<symbol>[^\n]*)\n)?",
    re.MULTILINE,
)
_PACKAGES = {
    "java.util": "ArrayDeque ArrayList Arrays BitSet Collections Comparator Deque HashMap HashSet "
    "InputMismatchException Iterator LinkedHashMap LinkedHashSet LinkedList List Locale Map NoSuchElementException "
    "Objects Optional PriorityQueue Queue Random Scanner Set Stack StringJoiner StringTokenizer Timer TreeMap TreeSet "
    "Vector",
    "java.io": "BufferedReader BufferedWriter File FileReader FileWriter IOException InputStreamReader PrintStream "
    "PrintWriter Serializable",
    "java.math": "BigDecimal BigInteger",
    "java.util.concurrent": "ThreadLocalRandom TimeUnit",
    "java.util.function": "BiFunction Function Predicate Supplier",
    "java.util.stream": "Collectors IntStream Stream",
}
_IMPORTS = {name: f"{package}.{name}" for package, names in _PACKAGES.items() for name in names.split()}


def failure_of(outcome: Outcome, log: str, given: Mapping[str, str]) -> BuildFailure:
    """Why the code could not be compiled; `given` leads from the names of files to those that the student knows."""
    for wanted, name in given.items():
        log = log.replace(f"./{wanted}", name)
    if outcome.ending is Ending.CPU_LIMIT:
        return BuildFailure("The compiler did not come to an end with this code.", log=log)
    if outcome.ending is not Ending.EXITED or outcome.exit_code not in (0, 1):
        return BuildFailure("The compiler gave up on this code.", log=log)
    match = _ERROR.search(log)
    if match is None:
        return BuildFailure(log.strip().split("\n")[0][:500] or "The compiler refused this code.", log=log)
    place = Place(match["file"], int(match["line"]), len(match["caret"]) + 1, match["source"][:500])
    return BuildFailure(_sentence(match["text"], match["symbol"])[:500], place, log)


def _sentence(text: str, symbol: str | None) -> str:
    """The message, with the symbol that was not found and what would bring it."""
    if symbol is None:
        return text
    name = symbol.split()[-1] if symbol.split() else ""
    hint = f" (is `import {_IMPORTS[name]};` missing?)" if name in _IMPORTS else ""
    return f"{text}: {symbol}{hint}"
