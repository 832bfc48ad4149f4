#!/bin/sh
# Does the table of ten jobs in docs/using.md say what tests/cli/cmdline/walk.sh takes? usage: walk.sh, in the root of the repository. Exit: 0 it does, 1 not.
set -eu
python3 tests/walk.py
