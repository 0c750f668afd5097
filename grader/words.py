"""Message -> a sentence for a student. The one place where findings become words: no blame, no jargon."""

from __future__ import annotations

from collections.abc import Mapping

from grader.model import Message, Verdict

PHRASES: Mapping[str, str] = {
    "accepts-illegal": "{where}: this answer is not allowed, but the program went on as if it were. "
    "It should ask again and change nothing.",
    "asked-for-input": "The code asked for typed input, and there is none in this test ({what}). "
    "Ask for input only in the part that runs when the file is started as a program.",
    "asked-past-end": "It asked for more input than there is in this test. The last line that it printed is `{last}`.",
    "asks-nothing": "{where}: the program waits for an answer, or ends, without having asked anything. "
    "A person would not know what to type.",
    "breaks-rule": "{linter} finds that a rule of style is broken: {rules}. Points off: {off}.",
    "breaks-rules": "{linter} finds that {count} rules of style are broken: {rules}. Points off: {off}.",
    "channel-closed": "The program closed the connection through which it is asked.",
    "cpu-limit": "It was still computing after {cpu_s} s. Is there a loop that never ends?",
    "crashed": "The program crashed ({signal}).",
    "does-not-ask-first": "{where}: the program does not take this as an answer to the questions "
    "that come before the game.",
    "ended-early": "The program ended itself (exit code {code}) before it gave an answer.",
    "ends-alike": "{where}: this game ended in the same words as one that the other side won. "
    "Who has won must be said.",
    "ends-early": "{where}: the program ended, but the game is not over.",
    "exit-code": "The program ended with exit code {code}; {expected} was expected.",
    "fresh-state": "The answers are right only when every call starts afresh: something is kept between calls "
    "(a global variable, a static field or a default argument). It was accepted this time.",
    "gets-worse": "Before training it won {before} of {games} games, after {training} games of training only {after}: "
    "it gets worse. Is a lost game taken for a won one?",
    "grows": "{large} took about {times} times as long as {small}. It should take {wanted}.",
    "grows-at-least": "The time grows at least like n to the power of {least}.",
    "grows-like": "The time grows about like n to the power of {exponent} (between {least} and {most}).",
    "growth-undecided": "How the time grows with the size could not be told for sure on this machine. It was accepted.",
    "growth-unmeasured": "How the time grows with the size can't be measured on this machine. It was accepted.",
    "invalid-reply": "The answer could not be understood: {why}.",
    "keeps-output": "{where}: the program waits for an answer, but what it printed came only when it ended. "
    "Flush the output before reading, or print to standard output directly.",
    "knows-already": "Before any training it won {before} of {games} games. What it can do does not come from games "
    "that it has played.",
    "learns-nothing": "Before training it won {before} of {games} games, after {training} games of training {after}: "
    "that is no more than luck.",
    "learns-regardless": "A second copy was told the opposite after each game, so it should have learned to lose. "
    "But it won {before} of {games} games before that training, and {after} after {training} games of it: "
    "it does not go by what `{over}` is told.",
    "learns-too-little": "Before training it won {before} of {games} games, after {training} games of training "
    "{after}; {least} were expected. Does it forget, or still try moves at random?",
    "memory-limit": "It used more memory than allowed.",
    "misses-best": "{where}: there was a move with which the program wins for sure, and it made another one.",
    "misses-win": "{where}: the program could take all that was left and win, but did not.",
    "missing": "`{name}` was not found. What was found: {seen}. Check the spelling.",
    "missing-all": "`{name}` was not found, and no other function or class either.",
    "names-other-winner": "{where}: the game is over, but the program names the side that has not won.",
    "never-ends": "{where}: the game is over, but the program does not end.",
    "never-came": "Never came: {values}, in {calls} calls over {seconds} s. That is no bad luck: a value that comes "
    "only once in {rarely} calls stays away for so long less than once in a million times.",
    "no-output": "The program printed nothing.",
    "not-raised": "An error should have been raised here.",
    "not-run": "Not tried: the tests before this one took too long or ended the program too often.",
    "not-sure": "What came may be chance or may not: that could not be told apart, and was accepted.",
    "not-tried": "There is no `{name}`, so this part was not tried.",
    "not-utf8": "The program printed bytes that are not text in UTF-8{guess}.",
    "nothing-returned": "Nothing was returned. Does every way through the function end in `return`?",
    "objection": "{why}",
    "objection-at": "{where}: {why}",
    "one-of": "Right, but only the better of this part and {part} counts.",
    "output-limit": "It printed more than {output}.",
    "overlooked": "It gave {what}. That was accepted.",
    "points-all": "All {tests} tests have to pass for its points.",
    "points-optional": "It is optional: it can add points and takes none away.",
    "points-raisable": "It is worth {points} points in place of {usual} once this part is right too: {part}.",
    "points-raised": "It is worth {points} points in place of {usual}, since this part is right too: {part}.",
    "points-required": "It counts once this part is right: {part}.",
    "points-share": "Each of its {tests} tests gives the same share of its points.",
    "printed-not-returned": "The function printed something but returned nothing. "
    "Printing shows a value to a person; `return` gives it to the caller.",
    "process-limit": "It started more than {processes} processes or threads.",
    "raised": "It stopped with an error: {what}",
    "raised-exit": "The code ended the program (exit) instead of giving an answer.",
    "reads-past-end": "{where}: the game is over, but the program reads on, "
    "and stopped with an error when nothing more was typed.",
    "refuses-legal": "{where}: this answer is allowed, but the program did not take it.",
    "required": "Not counted, since this part needs another one to be right first: {part}.",
    "unseen-blanks": "Only blanks or line ends differ, first in line {line}: {actual}; {expected} was expected.",
    "unseen-letters": "It only looks the same: line {line}, character {column} is {actual}; {expected} was expected.",
    "right-but-running": "All that it should print is there, but it does not end: is a loop or a thread still running?",
    "right-until-then": "What it had printed until then is right.",
    "style-not-judged": "Style was not judged, and nothing was taken off: {why}",
    "takes-illegal": "{where}: the program itself made a move that the rules do not allow.",
    "share": "Too often or too rarely: {values}, in {calls} calls over {seconds} s. Between {least} and {most} "
    "of the calls were expected. Chance does this less than once in a million times.",
    "slow-games": "After {games} games its calls had taken more than {seconds} s, the most for all games together. "
    "Does a call wait or compute for long?",
    "slow-sample": "Not everything that should come came in {seconds} s, and the calls are too slow to wait for more. "
    "Does the function wait or compute for long?",
    "smallest-and-unasked": "Not right on {wrong} of {total} inputs (the smallest that was found is shown); "
    "{unasked} more were not tried.",
    "smallest-of": "Not right on {wrong} of {total} inputs; the smallest that was found is shown.",
    "so-often": "The like came in {count} of {total} calls.",
    "unfit": "It can't be called as the task says: {why}.",
    "total-limit": "All calls together took more than {total_s} s. "
    "No single one took too long, but each must be faster.",
    "waits": "A person looks at this: {what}",
    "wall-limit": "No answer came within {wall_s} s. Does it wait for something?",
    "wrong-and-unasked": "Not right on {wrong} of {total} inputs (the first is shown); {unasked} more were not tried.",
    "wrong-on": "Not right on {wrong} of {total} inputs; the first is shown.",
    "wrong-output": "The output is not the expected one.",
    "wrong-rest": "{where}: what was printed does not show the number that is left.",
    "wrong-type": "The answer is {actual}; {expected} was expected.",
    "wrong-items": "The answer holds other items than it should.{missing}{extra}",
    "wrong-keys": "The answer holds other keys than it should.{missing}{extra}",
    "wrong-length": "The answer has {actual} items; {expected} were expected.",
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
    Verdict.PD: "Waits for a person",
}


def say(message: Message | None) -> str | None:
    """The message in words."""
    if message is None:
        return None
    return PHRASES[message.key].format_map(message.values)
