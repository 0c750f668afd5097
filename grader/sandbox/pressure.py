"""The machine -> for how long programs have waited for a core, as the kernel sums it up.

What a busy machine takes from a program must not count against it. Where the kernel does not tell (no Linux, or one
without pressure stall information) nothing is taken off.
"""

from __future__ import annotations

import os
import re

_TOTAL = re.compile(rb"^some .*\btotal=(\d+)", re.MULTILINE)


def starved_s() -> float:
    """Seconds, since the machine was started, in which some program waited for a core."""
    try:
        descriptor = os.open("/proc/pressure/cpu", os.O_RDONLY)
    except OSError:
        return 0.0
    try:
        found = _TOTAL.search(os.read(descriptor, 1000))
    except OSError:
        return 0.0
    finally:
        os.close(descriptor)
    return int(found[1]) / 1e6 if found else 0.0
