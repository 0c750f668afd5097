"""Message -> a sentence for a student. The one place where findings become words: no blame, no jargon."""

from __future__ import annotations

from collections.abc import Mapping

from grader.model import Message, Verdict

PHRASES: Mapping[str, str] = {
    "asked-for-input": "The code asked for typed input, and there is none in this test ({what}). "
    "Ask for input only in the part that runs when the file is started as a program.",
    "channel-closed": "The program closed the connection through which it is asked.",
    "cpu-limit": "It was still computing after {cpu_s} s. Is there a loop that never ends?",
    "crashed": "The program crashed ({signal}).",
    "ended-early": "The program ended itself (exit code {code}) before it gave an answer.",
    "exit-code": "The program ended with exit code {code}; {expected} was expected.",
    "fresh-state": "The answers are right only when every call starts afresh: something is kept between calls "
    "(a global variable, a static field or a default argument). It was accepted this time.",
    "invalid-reply": "The answer could not be understood: {why}.",
    "memory-limit": "It used more memory than allowed.",
    "missing": "`{name}` was not found. What was found: {seen}. Check the spelling.",
    "missing-all": "`{name}` was not found, and no other function or class either.",
    "never-came": "Never came: {values}, in {calls} calls over {seconds} s. That is no bad luck: a value that comes "
    "only once in {rarely} calls stays away for so long less than once in a million times.",
    "no-output": "The program printed nothing.",
    "not-raised": "An error should have been raised here.",
    "not-run": "Not tried: the tests before this one took too long or ended the program too often.",
    "not-sure": "What came may be chance or may not: that could not be told apart, and was accepted.",
    "not-utf8": "The program printed bytes that are not text in UTF-8.",
    "nothing-returned": "Nothing was returned. Does every way through the function end in `return`?",
    "objection": "{why}",
    "output-limit": "It printed more than {output}.",
    "overlooked": "It gave {what}. That was accepted.",
    "printed-not-returned": "The function printed something but returned nothing. "
    "Printing shows a value to a person; `return` gives it to the caller.",
    "process-limit": "It started more than {processes} processes or threads.",
    "raised": "It stopped with an error: {what}",
    "raised-exit": "The code ended the program (exit) instead of giving an answer.",
    "required": "Not counted, since this part needs another one to be right first: {part}.",
    "share": "Too often or too rarely: {values}, in {calls} calls over {seconds} s. Between {least} and {most} "
    "of the calls were expected. Chance does this less than once in a million times.",
    "slow-sample": "Not everything that should come came in {seconds} s, and the calls are too slow to wait for more. "
    "Does the function wait or compute for long?",
    "so-often": "The like came in {count} of {total} calls.",
    "unfit": "It can't be called as the task says: {why}.",
    "wall-limit": "No answer came within {wall_s} s. Does it wait for something?",
    "wrong-and-unasked": "Not right on {wrong} of {total} inputs (the first is shown); {unasked} more were not tried.",
    "wrong-on": "Not right on {wrong} of {total} inputs; the first is shown.",
    "wrong-output": "The output is not the expected one.",
    "wrong-type": "The answer is {actual}; {expected} was expected.",
    "wrong-value": "The answer is not the expected one.",
}

VERDICTS: Mapping[Verdict, str] = {
    Verdict.AC: "Accepted",
    Verdict.WA: "Wrong answer",
    Verdict.RTE: "Stopped with an error",
    Verdict.TLE: "Took too long",
    Verdict.MLE: "Used too much memory",
    Verdict.OLE: "Printed too much",
    Verdict.CE: "Can't be run",
    Verdict.IR: "Broke the conversation",
    Verdict.SK: "Not run",
}


def say(message: Message | None) -> str | None:
    """The message in words."""
    if message is None:
        return None
    return PHRASES[message.key].format_map(message.values)
