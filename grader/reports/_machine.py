r"""Text for machines and their logs -> the same text, in which no line is a command to a CI runner.

Reports are printed into logs, and students' text stands in them. GitHub's runner obeys a line that begins with `::`
after blanks, or that holds `##[` anywhere; Azure obeys `##vso[`, TeamCity `##teamcity[`.
"""

from __future__ import annotations

import json
import re
from typing import Any

_FIRST = re.compile(r"^(\s*?)([ \t]?)(?=::)", re.MULTILINE)
_ANYWHERE = re.compile(r"##(?=\w*\[)")
_XML_FIRST = re.compile(r"^(\s*):(?=:)", re.MULTILINE)


def defused(text: str) -> str:
    """Plain text with a backslash before what would be a command, in place of a blank if there is one."""
    return _ANYWHERE.sub(r"#\\", _FIRST.sub(r"\1\\", text))


def defused_xml(text: str) -> str:
    """XML that means the same."""
    return re.sub("#(?=#)", "&#35;", _XML_FIRST.sub(r"\1&#58;", text))


def dump(value: Any) -> str:
    """JSON in ASCII: whatever bytes a student printed, every reader of JSON can read it."""
    return json.dumps(value, indent=1, ensure_ascii=True, allow_nan=False).replace("##", "#\\u0023") + "\n"
