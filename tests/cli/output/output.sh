#!/bin/sh
# Where the output goes is closed or full. A reader that has gone is no error; a report that is lost is one, and the code tells whether
# the tree was changed: 4 it is as it was, 5 it is not.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
[ -c /dev/full ] || skip "/dev/full is not here"
set -- --root tree --patchsets "$sets"
fresh
# show WHAT CODE: what the command before said
show() {
	echo "$1 [$2]"
	sed 's/^/! /' stderr
}
tpatch "$@" --dry >/dev/full 2>stderr
show "dry run, full" $?
tpatch "$@" --dry 2>stderr >&-
show "dry run, closed" $?
tpatch check "$@" --json >/dev/full 2>stderr
show "check, full" $?
tpatch check -q "$@" >/dev/full 2>stderr
show "check -q, full" $?
tpatch help >/dev/full 2>stderr
show "help, full" $?
tpatch nonsense 2>/dev/full
echo "an error, full [$?]"
tpatch check "$@" >/dev/full 2>&1
echo "check, both full [$?]"
tpatch check "$@" -q <&- >&- 2>&-
echo "check -q, all closed [$?]"
tpatch "$@" --dry -q 2>&- | wc -l
as_it_was
echo "--- a reader that goes"
{ tpatch "$@" --dry -q; echo "[$?]" >code; } | :
cat code
{ tpatch check "$@" 2>stderr; echo "[$?]" >code; } | head -n 1
cat code stderr
as_it_was
{ tpatch "$@" 2>stderr; echo "[$?]" >code; } | :
cat code stderr
echo "--- after a change"
tpatch rollback --root tree >/dev/full 2>stderr
show "rollback, full" $?
as_it_was
tpatch "$@" >/dev/full 2>stderr
show "apply, full" $?
tpatch "$@" >/dev/full 2>stderr
show "apply with nothing to do, full" $?
cut_off
tpatch recover --root tree >/dev/full 2>stderr
show "recover, full" $?
as_it_was
tpatch "$@" <&- >&- 2>&-
echo "apply, all closed [$?]"
tpatch check -q "$@"
echo "check -q [$?]"
cat tree/*.cmake
