#!/bin/sh
# Is what the comments of the code say of other files so? usage: comments.sh, in the root of the repository. Exit: 0 it is, 1 it is not.
set -eu
exec python3 tests/repo/comments.py
