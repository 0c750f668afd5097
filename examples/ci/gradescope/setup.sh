#!/usr/bin/env bash
# Run once by Gradescope, when the autograder is built: the toolchains and the grader, from the wheel in this zip.
# It wants an image with Python 3.11 or newer, such as Ubuntu 24.04.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"

apt-get update -qq
apt-get install -y -qq --no-install-recommends python3-venv bubblewrap openjdk-17-jdk-headless g++
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install --quiet "$here"/grader-*.whl
