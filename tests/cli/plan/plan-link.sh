#!/bin/sh
# A plan is not written where a link lies in the place of a file, not even to what the link leads to.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
t plan --root tree --patchsets "$sets" -o made.plan
rm tree/a.cmake
ln -s b.cmake tree/a.cmake
note_state
t apply --plan made.plan --root tree
as_it_was
