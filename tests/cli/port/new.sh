#!/bin/sh
# A diff becomes a draft that loads, proves itself and does what the diff does; what cannot be said is refused with a reason.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir tree sets
printf '1.0.0\n' >tree/demo.txt
demo_project sets
printf 'project(x)\noption(A "a" ON)\nset(B 1)\n# a note\nset(C 1)\n' >tree/CMakeLists.txt
cat >fix-it.patch <<'EOF'
Description: Turn A off
 It fails with "no A".
Author: Some One <some@one.example>
Bug: https://bugs.example/1
Forwarded: no
---
--- demo.orig/CMakeLists.txt
+++ demo/CMakeLists.txt
@@ -1,5 +1,5 @@
 project(x)
-option(A "a" ON)
+option(A "a" OFF)
 set(B 1)
-# a note
+# another note
 set(C 1)
EOF
tpatch new --from-diff fix-it.patch --root tree --patchsets sets -o sets/fix-it.yaml
echo "exit $?"
cat sets/fix-it.yaml
tpatch test fix-it --patchsets sets
tpatch --root tree --patchsets sets -q && cat tree/CMakeLists.txt
tpatch new --from-diff fix-it.patch --root tree --patchsets sets -q >/dev/null
echo "exit $?"
printf 'diff --git a/x.png b/x.png\nindex 1..2 100644\nBinary files a/x.png and b/x.png differ\n' | tpatch new --from-diff - --tag 1.0
echo "exit $?"
printf -- '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n' >short.patch
tpatch new --from-diff short.patch
echo "exit $?"
printf -- '--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\n' >plain.patch
tpatch new --from-diff plain.patch --tag 1.0
echo "exit $?"
tpatch new --from-diff plain.patch --tag 1.0 -p 0
echo "exit $?"
tpatch new
echo "exit $?"
echo "== one binary file does not spoil the rest; the folder of -o is made"
{ printf 'diff --git a/x.png b/x.png\nindex 1..2 100644\nBinary files a/x.png and b/x.png differ\n'; cat plain.patch; } | sed 's,^\([-+][-+][-+]\) x,\1 a/x,' |
	tpatch new --from-diff - --tag 1.0 -q -o made/x.yaml
echo "exit $?"
grep -c hunk: made/x.yaml
tpatch new --from-diff plain.patch -p 0 -q -o no/such/x.yaml
echo "exit $?"
echo "== a tree of no known project is not taken for another"
mkdir other
echo a >other/x
tpatch new --from-diff plain.patch -p 0 --root other --patchsets sets -q | grep -B1 target:
tpatch new --from-diff plain.patch -p 0 --root other --patchsets sets -q -o made/y.yaml
echo "exit $?"
echo "== a tree of a known project does not tell its version"
echo none >other/demo.txt
tpatch new --from-diff plain.patch -p 0 --root other --patchsets sets -q | grep -B1 target:
tpatch new --from-diff plain.patch -p 0 --root other --patchsets sets -q -o made/y.yaml
echo "exit $?"
echo "== two equal edits are one with two places, by the proof and by apply"
printf 'option(A "a" ON)\nset(B 1)\noption(A "a" ON)\n' >tree/CMakeLists.txt
cat >twice.patch <<'EOF'
--- a/CMakeLists.txt
+++ b/CMakeLists.txt
@@ -1,3 +1,3 @@
-option(A "a" ON)
+option(A "a" OFF)
 set(B 1)
-option(A "a" ON)
+option(A "a" OFF)
EOF
tpatch new --from-diff twice.patch --root tree --patchsets sets -o sets/fix-it.yaml
tpatch apply --root tree --patchsets sets -q
echo "exit $?"
cat tree/CMakeLists.txt
