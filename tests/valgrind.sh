#!/bin/sh
# A run of every command under valgrind: no invalid read or write, nothing uninitialised decides anything, nothing is leaked.
# usage: valgrind.sh TPATCH. Prints what valgrind found; ends with "valgrind: N passed, N failed".
set -u

command -v valgrind >/dev/null || {
	echo "valgrind: 0 passed, 0 failed (it is not installed)"
	exit 0
}
tpatch=$(realpath "$1")
fixtures=$(realpath "$(dirname "$0")/../fixtures")
suppressions=$(realpath "$(dirname "$0")/valgrind.supp")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
passed=0
failed=0

# v EXIT-CODE ARGUMENT...: one run
v() {
	wanted=$1
	shift
	# The C library's own "unhandled system call" is none of ours: openat2() is newer than valgrind, and the engine does without it then.
	valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect,possible --log-file=log \
		--suppressions="$suppressions" \
		"$tpatch" "$@" >out 2>err </dev/null
	code=$?
	if [ "$code" = "$wanted" ] && ! grep -qE 'Invalid|uninitialised|lost|overlap' log; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED tpatch $*: exit $code, not $wanted"
		head -n 20 err log
	fi
}

sets=$fixtures/verdict/as-expected/patchsets
cp -a "$fixtures/verdict/as-expected/before" tree
cp -a "$fixtures/pytorch-1.12.1/before" pytorch
v 1 check --root pytorch
v 0 --dry-run --root pytorch
v 0 plan -o plan --root pytorch
v 0 apply --plan plan --root pytorch
v 0 status --root pytorch --json
v 0 rollback --root pytorch
v 0 apply --root pytorch -j4
v 0 apply --root pytorch
v 0 rollback --root pytorch -q
v 0 export -o patches --root pytorch
v 0 explain cmake-minimum --root pytorch
v 0 matrix --trees pytorch --trees tree --patchsets "$sets"
v 0 list
v 0 show cmake-minimum
v 0 schema
v 0 schema --markdown
v 0 lint
v 0 parse --tree pytorch/CMakeLists.txt
v 0 parse --tree pytorch/setup.py --json
v 0 --root tree --patchsets "$sets"
diff -u "$fixtures/verdict/as-expected/before/a.cmake" tree/a.cmake | sed "1s|.*|--- a/a.cmake|; 2s|.*|+++ b/a.cmake|" >a.diff
v 0 new --from-diff a.diff --root "$fixtures/verdict/as-expected/before" --patchsets "$sets"
echo '# mine' >>tree/a.cmake
v 3 rollback --root tree
v 0 rollback --root tree --force
v 0 rollback 2 --root tree
v 0 log --root tree -v
v 0 log --root tree --prune --keep 0
v 0 --root tree --patchsets "$sets" -q
for name in tree/.tpatch/runs/*/header.applied; do
	mv "$name" "${name%applied}rolling"
done
v 0 recover --root tree
v 2 --root nowhere
v 2 --no-such-option
mkdir bad
printf 'tpatch: 1\nname: [x\n' >bad/set.yaml
v 2 check --root tree --patchsets bad
echo "valgrind: $passed passed, $failed failed"
[ "$failed" = 0 ]
