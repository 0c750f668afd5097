"""The command line: choose the command, say what went wrong, choose the exit code.

0 graded and all accepted; 1 graded, not all accepted; 2 usage, package or input wrong; 3 our failure (something is
ungraded); 130 interrupted. Results go to standard output only when asked for, everything else to standard error.
A command is a module under `commands/`, imported when it is the one, so that `--help` is quick.
"""

from __future__ import annotations

import gc
import os
import sys
import traceback
from importlib import import_module
from typing import NoReturn

import click

from grader import __version__
from grader.errors import ExitCode, GraderError, PackageError

COMMANDS = {
    "check": "Grade one submission: a file, a folder or an archive.",
    "batch": "Grade many submissions: each file, folder or archive in SOURCE is one, or it is a download of an LMS.",
    "ci": "Grade the repository of an assignment, in its CI: the tasks that are named, or those in grader.toml.",
    "regrade": "Show who would change when a batch is graded again; then apply or drop it.",
    "report": "Render stored results again: a JSON report, or the folder that a batch has left.",
    "course": "Grade all tasks of a course, and make one gradebook with a column for each.",
    "gradebook": "Fill in the gradebook that a learning platform exported, or make one table of several tasks.",
    "feedback": "Pack the feedback of a batch to hand out: a page for each student.",
    "similar": "Show pairs of hand-ins that have more in common than is usual in their class.",
    "forget": "Remove all that OUT holds of one student, and search it for what may be left.",
    "new": "Start a problem package, or a solution of one.",
    "list": "List the tasks that ship with the tool, or those in FOLDER.",
    "show": "Show the statement of a task.",
    "demo": "Grade the example class that ships with the tool, and say where the report is.",
    "verify": "Prove a problem package: its texts, its tests, its references and its wrong solutions.",
    "doctor": "Say what works on this machine, and how to mend what doesn't.",
}


class Commands(click.Group):
    """The commands, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names, the usual ones first."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"grader.commands.{cmd_name}").command
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the help says of each, without importing any."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def main() -> NoReturn:
    """Run the command line; the entry point of the program `grader`."""
    gc.set_threshold(200_000)  # nearly all that a run makes lives to its end, so looking for garbage finds none
    try:
        # Not cli.main(): that ends with 1 when the reader of a pipe has gone.
        with cli.make_context("grader", sys.argv[1:]) as context:
            code = cli.invoke(context)
    except click.exceptions.Exit as exit_:
        code = exit_.exit_code
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("\nInterrupted.", err=True)
        code = ExitCode.INTERRUPTED
    except PackageError as error:
        click.echo(f"grader: the problem package is wrong:\n{error}", err=True)
        code = error.exit_code
    except GraderError as error:
        click.echo(f"grader: {error}", err=True)
        code = error.exit_code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = ExitCode.ACCEPTED
    except Exception:  # noqa: BLE001 - whatever it is, it must not end with 1, which says "graded, not accepted"
        click.echo(f"grader: a fault of the grader itself\n{traceback.format_exc()}", err=True)
        code = ExitCode.OUR_FAILURE
    sys.exit(int(code) if isinstance(code, int) else int(ExitCode.ACCEPTED))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 90})
@click.version_option(__version__, prog_name="grader")
@click.pass_context
def cli(context: click.Context) -> None:
    """Grade programming submissions in a sandbox and say what is wrong with them."""
    if os.environ.get("NO_COLOR"):
        context.color = False
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace" if stream is sys.stderr else "replace")
