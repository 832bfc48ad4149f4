#!/bin/sh
# Is everything there that the documents name: files, folders, targets of make? usage: docs.sh, in the root of the repository. Exit: 0 all is, 1 not.
set -eu
python3 tests/repo/docs.py
