#!/bin/sh
# What .pre-commit-hooks.yaml starts: `tpatch COMMAND OPTION...` in the repository that is committed to. The program is built once for each revision
# that .pre-commit-config.yaml names, in pre-commit's own clone of it; without a compiler, it says what is missing.
#
# usage: hook.sh COMMAND OPTION...
set -eu

tpatch=$(sh "$(dirname "$0")/program.sh" --as-user)
exec "$tpatch" "$@"
