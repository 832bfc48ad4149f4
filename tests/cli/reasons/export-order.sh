#!/bin/sh
# The patches of a run whose rules put lines at one place, when the set has them in another order today.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
# order RULE...: the set
order() {
	{
		echo 'rules:'
		for each in "$@"; do
			echo "  - {id: $each, title: Add $each, why: w, files: a.cmake, edits: [{match: f(), insert-before: $each()}]}"
		done
	} | demo_set sets
}
mkdir tree
echo 1.0 >tree/demo.txt
echo 'f()' >tree/a.cmake
order one two
tpatch apply --root tree --patchsets sets -q
cat tree/a.cmake
order two one
t export 1 --root tree --patchsets sets -o series
grep -E '^(Subject|[-+ ][^-+]|@@)' series
git init -q repository
cp tree/demo.txt repository/
echo 'f()' >repository/a.cmake
git -C repository apply ../series && cmp repository/a.cmake tree/a.cmake && echo "the same as the run made"
