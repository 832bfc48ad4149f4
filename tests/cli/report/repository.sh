#!/bin/sh
# Where the paths of reports begin: at the top of the repository that CI checks, if the tree is in it.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
demo_set sets <<'END'
rules:
  - {id: change, title: Change, why: w, files: "*.cmake", edits: [{match: set(A 1), replace: set(A 2)}]}
END
mkdir -p repository/sub/tree
echo 1.0 >repository/sub/tree/demo.txt
echo 'set(A 1)' >repository/sub/tree/a.cmake
report() {
	tpatch check --root repository/sub/tree --patchsets sets -q -o github=github -o gitlab=gitlab -o sarif=sarif >/dev/null
	cat github
	grep '"path"' gitlab
	grep -A 2 '"artifactLocation"\|"SRCROOT": {' sarif
}
report
for top in repository repository/ repository/sub/tree repository/sub/tree/ repository/su other; do
	echo "--- $top"
	CI_PROJECT_DIR=$PWD/$top report
done
echo "--- of GitHub"
GITHUB_WORKSPACE=$PWD/repository report
echo "--- a folder whose name has what separates folders elsewhere"
mkdir 'a\b:c'
cp repository/sub/tree/* 'a\b:c'
tpatch check --root 'a\b:c' --patchsets sets -q -o sarif=sarif >/dev/null
grep -A 2 '"SRCROOT": {' sarif
