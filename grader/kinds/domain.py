"""Call a function with every member of a finite domain -> on how many it is wrong, and on which first.

The domain and the right answers come from functions of the oracle. `_members.py` asks and judges.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from grader.kinds._causes import BY_RULE, WHEN_HIDDEN, read_rules
from grader.kinds._members import MembersCheck, Table
from grader.kinds._pictures import SCHEMA
from grader.plugins import Reader


@lru_cache(maxsize=16)
def table_of(domain: Callable[[], Any], expect: Callable[..., Any]) -> Table:
    """One table for all tests about the same domain."""
    return Table(domain, expect)


def asked_function(body: Mapping[str, Any], reader: Reader) -> str:
    """The function that `call` names, or the only one of the interface."""
    functions = [asked.name for asked in reader.interface.functions]
    function: str = body.get("call") or (functions[0] if len(functions) == 1 else "")
    if function not in functions:
        reader.fault(f"`call` names a function of the interface: {', '.join(functions)}", "call")
    return function


def expected_by(body: Mapping[str, Any], reader: Reader) -> Callable[..., Any]:
    """The function of the oracle that knows the right answers."""
    if "expect" in body:
        return reader.oracle(body["expect"], "expect")
    reader.fault("the key `expect` is missing")
    return lambda *_member: None


class DomainCheck(MembersCheck):
    """A function against an oracle over a whole finite domain, or the members of it for which `where` holds."""


class Domain:
    """The kind `domain`."""

    name = "domain"
    mark = "domain"
    schema: Mapping[str, Any] = {
        "domain": {"$ref": "#/$defs/oracle"},
        "call": {"type": "string"},
        "expect": {"$ref": "#/$defs/oracle"},
        "where": {"$ref": "#/$defs/oracle"},
        "order": {"$ref": "#/$defs/oracle"},
        **BY_RULE,
        **WHEN_HIDDEN,
        **SCHEMA,
    }

    def read(self, body: Mapping[str, Any], reader: Reader) -> DomainCheck:
        """A test such as `{domain: oracle.boards, call: solution, expect: oracle.is_reachable}`."""
        return DomainCheck(
            function=asked_function(body, reader),
            table=table_of(reader.oracle(body["domain"], "domain"), expected_by(body, reader)),
            numbers=reader.numbers,
            where=reader.oracle(body["where"], "where") if "where" in body else None,
            order=reader.oracle(body["order"], "order") if "order" in body else None,
            show=body.get("show"),
            causes=read_rules(body, reader),
        )


PLUGIN = Domain()
