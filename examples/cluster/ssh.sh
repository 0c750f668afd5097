#!/bin/sh
# A command of the grader, with workers on machines that can be reached by ssh:
#
#     sh ssh.sh ann@lab1 ann@lab2 -- grader batch valid-board submissions/ -o out/
#
# Nothing listens on a network: the scheduler and the workers are bound to loopback, and ssh carries what they say. Each
# machine has the same grader in $GRADER_HOME/.venv. GRADER_PORT is the first of as many free ports as there are
# machines, and one more; GRADER_RESOURCES says what the machines have.
set -eu
case " $* " in *" -- "?*) ;; *) echo "usage: sh ssh.sh HOST... -- grader batch ..." >&2; exit 2 ;; esac
home=${GRADER_HOME:-grader} port=${GRADER_PORT:-8786} threads=${GRADER_THREADS:-2} resources=${GRADER_RESOURCES:-}
loopback="--host 127.0.0.1 --no-dashboard --dashboard-address 127.0.0.1:0"
started=""
# The scheduler was started first and ends last: a worker that loses it while it ends may hang.
trap 'for process in $started; do kill "$process" 2>/dev/null || true; wait "$process" || true; done' EXIT
trap 'exit 130' INT TERM

# The grader finishes what it is at when Ctrl-C comes: the others have to be there until then.
in_background() { (trap '' INT; exec "$@") & started="$! $started"; }

# shellcheck disable=SC2086  # the options are words
in_background dask scheduler --port "$port" $loopback >/dev/null 2>&1
number=$port
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  number=$((number + 1))
  in_background ssh -tt -o ExitOnForwardFailure=yes -R "$port:127.0.0.1:$port" -L "$number:127.0.0.1:$number" "$1" \
    "exec $home/.venv/bin/dask worker tcp://127.0.0.1:$port --worker-port $number --name $1 --nthreads $threads \
    ${resources:+--resources '$resources'} $loopback" </dev/null >/dev/null 2>&1
  shift
done
shift
"$@" --executor "dask:tcp://127.0.0.1:$port"
