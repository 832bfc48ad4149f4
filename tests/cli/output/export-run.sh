#!/bin/sh
# What a run did as a series: the one that `tpatch export` gives before it; of rules that are others today; in the order in which git and quilt take it.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
cp -a "$FIXTURES/pytorch-1.12.1/before" tree
cp -a tree cloned
set -- --root tree
echo "--- the bundled sample: before the run and after it, the same bytes"
tpatch export -q "$@" --profile blackwell --fact platform=linux >before.mbox
tpatch -q "$@" --profile blackwell --fact platform=linux
tpatch export 1 "$@" >after.mbox
cmp before.mbox after.mbox && grep -c '^X-Tpatch-Rule' after.mbox
tpatch export 1 -q "$@" --format quilt -o patches && head -n 2 patches/series
cd cloned || exit 1
git init -q . && git config user.name nobody && git config user.email nobody@example.org && git config core.autocrlf false && git add -A && git commit -q -m start
git am -q --keep-cr <../after.mbox && git log --format=%s | head -n 2
cd ..
diff -r -x .git -x .tpatch tree cloned && echo "git am makes the tree of the run"
echo "--- one rule, and all without it"
tpatch rollback -q "$@"
tpatch -q "$@" --rule msvc-vcvars
tpatch -q "$@" --skip msvc-vcvars --fact platform=linux
for run in 2 3; do
	tpatch export "$run" "$@" | sed -n 's/^Subject/Subject/p' | tail -n 1
done
t export 1 "$@"
t export 9 "$@"

echo "--- rules of a project file that is gone, or that are others now"
rm -rf tree
mkdir -p tree/rules
cp "$sets/project.yaml" tree/rules/
cat >tree/rules/set.yaml <<'END'
tpatch: 1
name: demo-1
summary: Two rules in one file
target: {project: demo, versions: "1.*"}
variables:
  floor: {default: "5", help: what A becomes}
rules:
  - id: raise-a
    title: Raise A
    why: The case needs it.
    files: a.cmake
    edits: [{match: set(A 1), replace: "set(A {{floor}})"}]
  - id: raise-b
    title: Raise B
    why: The case needs it.
    files: ["*.cmake"]
    edits: [{match: set(B 1), replace: set(B 2)}]
END
echo 1.0 >tree/demo.txt
printf 'set(A 1)\nset(X 1)\nset(B 1)\n' >tree/a.cmake
printf 'set(B 1)\n' >tree/b.cmake
printf 'patchsets: rules\nvariables: {floor: "7"}\n' >tree/tpatch.yaml
tpatch -q "$@"
rm tree/tpatch.yaml
t explain a.cmake "$@" | sed 's/[0-9-]*T[0-9:]*Z/<when>/'
tpatch export 1 -q "$@" | grep '^[-+]set\|^Subject'
echo "--- changed since: as the run left it, where the rules make that again"
echo 'set(MINE 1)' >>tree/a.cmake
t export 1 "$@" | grep 'MINE\|^Subject\|^!'
echo "--- another rule of that name"
sed -i 's/set(B 2)/set(B 3)/' tree/rules/set.yaml
t export 1 "$@" | grep 'MINE\|^Subject\|^!\|^raise'
echo "--- none"
mv tree/rules kept
t export 1 "$@" | grep 'MINE\|^Subject\|^!\|^raise'
t explain a.cmake "$@" | sed 's/[0-9-]*T[0-9:]*Z/<when>/'
