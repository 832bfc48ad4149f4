#!/bin/sh
# Patches are carried to a tree that moved: four outcomes, a set that applies strictly, and evidence beside each edit.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p old new/sub sets
demo_project sets
printf '1.0.0\n' >old/demo.txt
printf '2.0.0\n' >new/demo.txt
cat >old/a.txt <<'END'
first
alpha one
beta two
gamma three
delta four
epsilon five
zeta six
eta seven
theta eight
iota nine
kappa ten
last
END
# Above: a line more. At the end of the hunk's context: another line. What upstream has made: theta. Another word in a changed line: kappa.
cat >new/a.txt <<'END'
zero
first
alpha one
beta two
gamma three
delta 4
epsilon five
zeta six
eta seven
theta 8
iota nine
kappa ten, or so
last
END
cat >one.patch <<'END'
Description: Capital beta
Author: Some One <some@one.example>
---
--- a/a.txt
+++ b/a.txt
@@ -2,4 +2,4 @@ first
 alpha one
-beta two
+Beta two
 gamma three
 delta four
END
cat >two.patch <<'END'
Subject: Beta is second
--- a/a.txt
+++ b/a.txt
@@ -2,4 +2,6 @@
 alpha one
 Beta two
+beta again
 gamma three
@@ -8,3 +9,3 @@
 eta seven
-theta eight
+theta 8
 iota nine
END
cat >three.patch <<'END'
--- a/a.txt
+++ b/a.txt
@@ -11,3 +12,3 @@
 iota nine
-kappa ten
+Kappa ten
 last
END
cp -r new fresh
mkdir series
cp one.patch two.patch three.patch series
printf 'one.patch\n# a comment\ntwo.patch -p1\nthree.patch # why\n' >series/series
tpatch port series --from old --to new --patchsets sets -o sets/ported.yaml
echo "exit $?"
cat sets/ported.yaml
tpatch test series --patchsets sets -q && tpatch --root new --patchsets sets -q && cat new/a.txt
cp sets/ported.yaml again.yaml
tpatch port one.patch --to old --patchsets sets -q | sed -n 's/^ *match: //p'
echo '-- a second time, upstream has all of it'
tpatch port series --to new --patchsets sets
echo "exit $?"
echo '-- nothing comes near; and what needs a person stands in the set'
printf -- '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n nowhere\n-to be found\n+at all\n--- a/gone.txt\n+++ b/gone.txt\n@@ -1 +1 @@\n-x\n+y\n--- /dev/null\n+++ b/sub/made.txt\n@@ -0,0 +1 @@\n+made\n' >hard.patch
tpatch port hard.patch --to new --patchsets sets
echo "exit $?"
tpatch port hard.patch --to new --patchsets sets --json=compact -o sets/hard.yaml
echo "exit $?"
echo '-- bad input'
printf 'no diff\n' | tpatch port - --to new
tpatch port nowhere.patch --to new
tpatch port one.patch
tpatch port
tpatch port one.patch --to nowhere
tpatch port sets --to new
printf 'one.patch\nmissing.patch\n' >series/series
tpatch port series --to new
echo "exit $?"
echo '-- trees of a repository'
git init -q repo
for side in old fresh; do
	rm -rf repo/*.txt repo/sub
	cp "$side"/*.txt repo
	git -C repo add -A
	git -C repo -c user.name=x -c user.email=x@y.z commit -q -m "$side"
	git -C repo tag "$side"
done
tpatch port one.patch --git repo --from old --to fresh --patchsets sets -q | sed -n 's/^target: //p;s/^ *files: //p'
tpatch port one.patch --git repo --from old --to none --patchsets sets
echo "exit $?"
echo '-- what no set can say'
printf 'diff --git a/x.png b/x.png\nindex 1..2 100644\nBinary files a/x.png and b/x.png differ\n' | tpatch port - --to new --patchsets sets
printf -- '--- a/c:d.txt\n+++ b/c:d.txt\n@@ -1 +1 @@\n-x\n+y\n' | tpatch port - --to new --patchsets sets
printf 'diff --cc a.txt\n@@@ -1,1 -1,1 +1,1 @@@\n- a\n -b\n++c\n' | tpatch port - --to new --patchsets sets
echo '-- a patch set: what fits stays, what does not is carried'
mkdir -p own
cp sets/project.yaml own
cat >own/demo.yaml <<'END'
tpatch: 1
name: demo-1
summary: For 1.0
target: {project: demo, versions: ">=1.0"}
rules:
  - id: fits
    title: Capital alpha
    why: It is a name.
    files: a.txt
    edits:
      - match: alpha one
        replace: Alpha one
    tests: [{before: "alpha one\n", after: "Alpha one\n"}]
  - id: upstream
    title: Theta in digits
    why: It is a number.
    files: a.txt
    edits:
      - match: theta eight
        replace: theta 8
    tests: [{before: "theta eight\n", after: "theta 8\n"}]
  - id: stale
    title: Capital kappa
    why: It is a name.
    files: a.txt
    edits:
      - hunk: |
          @@
           iota nine
          -kappa ten
          +Kappa ten
           last
    tests: [{before: "iota nine\nkappa ten\nlast\n", after: "iota nine\nKappa ten\nlast\n"}]
END
tpatch port demo-1 --from old --to fresh --patchsets own -o stale.yaml
echo "exit $?"
sed -n '/^rules/,$p' stale.yaml
tpatch port --all --from old --to fresh --patchsets own -q -o - | sed -n 's/^ *title: //p'
echo '-- without the old tree, what a rule does is shown by its test; the set is named by its file'
cp own/demo.yaml demo.yaml
tpatch port demo.yaml --to fresh --patchsets sets -o next.yaml
echo "exit $?"
cat next.yaml
rm -f sets/ported.yaml sets/hard.yaml
cp next.yaml sets
tpatch test demo-2.0 --patchsets sets -q && cp -r fresh made && tpatch --root made --patchsets sets -q
diff fresh/a.txt made/a.txt
echo '-- a second time it is for that tree already'
tpatch port sets/next.yaml --to fresh --patchsets sets -o again.yaml
echo "exit $?"
echo '-- packs: one that fits stays in use; of one that does not, what fits is copied; what depends on the machine stays'
mkdir packs
cp sets/project.yaml packs
{ printf 'tpatch: 1\npack: broken\nsummary: A pack\n'; sed -n '/^rules/,$p' own/demo.yaml; } >packs/broken.yaml
cat >packs/whole.yaml <<'END'
tpatch: 1
pack: whole
summary: A pack
rules:
  - {id: first-line, title: Capital first, why: It is the head., files: a.txt, edits: [{match: first, replace: First}]}
END
cat >packs/demo.yaml <<'END'
tpatch: 1
name: with-packs
summary: For 1.0
target: {project: demo, versions: ">=1.0"}
use: [whole, broken]
variables:
  word: {help: A word, default: Zeta}
rules:
    # It is a name, and a comment stays with its rule.
    - id: zeta
      title: Capital zeta
      why: It is a name.
      files: a.txt
      edits: [{match: zeta six, replace: "{{word}} six"}]

    # Of the machine.
    - id: on-windows
      title: Capital eta
      why: It is a name.
      when: {os: windows}
      files: a.txt
      edits: [{match: eta seven, replace: Eta seven}]
# The end.
END
sed -i 's/^summary: A project$/&\nfacts: {os: {type: choice, choices: [windows, linux], help: The system}}/' packs/project.yaml
tpatch port with-packs --from old --to fresh --patchsets packs -o packs.yaml
echo "exit $?"
grep -v '^          \|^  #' packs.yaml
rm sets/next.yaml
cp packs.yaml packs/whole.yaml packs/project.yaml sets
rm -r made && cp -r fresh made && tpatch --root made --patchsets sets -q
diff fresh/a.txt made/a.txt
tpatch port packs/broken.yaml --to fresh --patchsets packs
echo "exit $?"
tpatch port demo-1 --all --from old --to fresh
