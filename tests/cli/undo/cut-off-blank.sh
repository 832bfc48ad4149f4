#!/bin/sh
# What is to be typed after a cut-off run can be pasted, whatever the folder is called.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
cut_off
mv tree "my tree; \$HOME"
# shellcheck disable=SC2016 # the quotes are those of the hint
hint=$(tpatch check --root "my tree; \$HOME" 2>&1 | sed -n 's/^hint: .*`\(.*\)`.*/\1/p')
eval "$hint"
