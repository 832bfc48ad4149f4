#!/bin/sh
# What git, CI systems and editors obey is changed by a rule that says so, and by no other: neither by name, nor by a glob, nor as the target of a renaming.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p sets tree/.github/workflows tree/.vscode
cp "$sets/project.yaml" sets
cp -r "$FIXTURES/verdict/as-expected/before/." tree
for file in tree/.github/workflows/build.cmake tree/.vscode/x.cmake tree/plain.cmake; do
	echo 'set(A 1)' >$file
done
rule() {
	cat >sets/set.yaml <<END
tpatch: 1
name: demo-1
summary: s
target: {project: demo, versions: "1.*"}
rules:
  - id: raise
    title: t
    why: w
    files: $1
$2
    edits:
      - $3
END
}
raise='{match: set(A 1), replace: set(A 2)}'
set -- --root tree --patchsets sets
echo "--- by its name"
rule .github/workflows/build.cmake '' "$raise"
t check -q "$@"
rule "['*.cmake', '.VSCODE/*.cmake']" '' "$raise"
t check -q "$@"
echo "--- as a target"
rule plain.cmake '' 'rename-file: .gitlab-ci.cmake'
t check -q "$@"
echo "--- by a glob"
rule "'**/*.cmake'" '' "$raise"
t -n --stat "$@"
t explain raise .vscode/x.cmake "$@" | grep -e NOT -e '^\['
echo "--- with the word"
rule "'**/*.cmake'" '    protected: true' "$raise"
t -n --stat "$@"
echo "--- from a diff"
cat >x.diff <<'END'
--- a/.github/workflows/build.cmake
+++ b/.github/workflows/build.cmake
@@ -1 +1 @@
-set(A 1)
+set(A 2)
END
tpatch new --from-diff x.diff --root tree --patchsets sets >drafted.yaml
grep -n -A 1 'files:' drafted.yaml
mv drafted.yaml sets/set.yaml
t -q "$@"
cat tree/.github/workflows/build.cmake tree/.vscode/x.cmake
