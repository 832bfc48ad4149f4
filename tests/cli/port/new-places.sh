#!/bin/sh
# A diff is drafted against another tree than it was made for: each hunk gets its place as for a port.
mkdir -p tree/lib sets
printf 'tpatch: 1\nproject: demo\nsummary: A project\nmarkers: [demo.txt]\nversion-file: demo.txt\n' >sets/project.yaml
echo 2.0.0 >tree/demo.txt
{
	seq -f '# new line %g' 20
	printf 'def first(x):\n    check(x)\n    begin()\n    run(x)\n    end()\n    return x\n\n'
	printf 'def second(x):\n    check(x)\n    begin()\n    run(x)\n    end()\n    return x\n\n'
	printf 'def third(x, y):\n    prepare(y)\n    call(x, y)\n    close(y)\n'
} >tree/a.py
seq -f 'word %g of the list' 30 >tree/lib/list.txt
printf 'one\nTWO\nthree\n' >tree/done.txt
cat >many.diff <<'END_OF_DIFF'
Description: Many things
--- a/a.py
+++ b/a.py
@@ -10,5 +10,5 @@ def second(x):
     check(x)
     begin()
-    run(x)
+    run(x + 1)
     end()
     return x
@@ -16,3 +16,4 @@ def third(x):
     prepare(y)
-    call(x, y)
+    called(x, y)
+    note(y)
     close(y)
--- a/list.txt
+++ b/list.txt
@@ -8,3 +8,3 @@
 word 8 of the list
-word 9 of the list
+word nine of the list
 word 10 of the list
--- a/done.txt
+++ b/done.txt
@@ -1,3 +1,3 @@
 one
-two
+TWO
 three
END_OF_DIFF
tpatch new --from-diff many.diff --root tree --patchsets sets -o sets/many.yaml
echo "exit $?"
grep -E '^#|^  *files:|@@' sets/many.yaml
tpatch --root tree --patchsets sets --dry-run | grep '^[-+]'
echo '-- where the line numbers hold, one of two twins is meant'
printf -- '--- a/a.py\n+++ b/a.py\n@@ -29,4 +29,4 @@\n     check(x)\n     begin()\n-    run(x)\n+    run(2)\n     end()\n' >here.diff
tpatch new --from-diff here.diff --root tree --patchsets sets 2>&1 | sed -n '/rule/p;/match/p;/@@/p;/^# /p'
echo '-- shifted, and the only place'
printf -- '--- a/a.py\n+++ b/a.py\n@@ -2,3 +2,3 @@\n     prepare(y)\n-    call(x, y)\n+    call(y, x)\n     close(y)\n' >shifted.diff
tpatch new --from-diff shifted.diff --root tree --patchsets sets >/dev/null
echo "exit $?"
