"""A machine -> what works on it, and how to mend what doesn't."""

from __future__ import annotations

import click

from grader import doctor as doctors
from grader.errors import ExitCode


@click.command("doctor")
def command() -> ExitCode:
    """Say what works on this machine, and how to mend what doesn't."""
    broken = False
    for examined in doctors.examine():
        click.echo(f"{examined.state.value:<4}  {examined.what}: {examined.found}".rstrip(": "))
        if examined.mend:
            click.echo(f"      mend it by: {examined.mend}")
        broken = broken or examined.state is doctors.State.BROKEN
    return ExitCode.OUR_FAILURE if broken else ExitCode.ACCEPTED
