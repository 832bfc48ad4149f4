#!/bin/sh
# Files that come, go, get another path or the executable bit: from a diff to rules, and through every command.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir tree sets
printf '1.0.0\n' >tree/demo.txt
printf 'one\ntwo\n' >tree/gone.txt
printf 'one\ntwo\nthree\n' >tree/old.txt
printf 'true\n' >tree/run.sh
chmod 644 tree/*
demo_project sets
cat >move-things.patch <<'END'
Description: Move things
 They are where nobody looks.
---
diff --git a/new/made.sh b/new/made.sh
new file mode 100755
--- /dev/null
+++ b/new/made.sh
@@ -0,0 +1,2 @@
+#!/bin/sh
+true
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
--- a/gone.txt
+++ /dev/null
@@ -1,2 +0,0 @@
-one
-two
diff --git a/old.txt b/new/moved.txt
rename from old.txt
rename to new/moved.txt
--- a/old.txt
+++ b/new/moved.txt
@@ -1,3 +1,3 @@
 one
-two
+TWO
 three
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
END
tpatch new --from-diff move-things.patch --root tree --patchsets sets -o sets/move-things.yaml
cat sets/move-things.yaml
tpatch test move-things --patchsets sets
tpatch lint move-things --patchsets sets
tpatch --root tree --patchsets sets --dry -q
tpatch --root tree --patchsets sets --dry -q --stat
tpatch check --root tree --patchsets sets --format github
tpatch plan --root tree --patchsets sets -o made.plan -q
cp -R tree later
mkdir later/new && printf 'mine\n' >later/new/made.sh
echo '# a plan is refused once something is where it makes a file'
tpatch apply --plan made.plan --root later
echo "exit $?"
tpatch --root tree --patchsets sets
tpatch log 1 --root tree
find tree -name .tpatch -prune -o -type f -print | sort
echo '# drift'
cp -p tree/new/made.sh kept.sh
echo false >>tree/new/made.sh
printf 'other\n' >tree/gone.txt
tpatch status --root tree --patchsets sets
tpatch check --root tree --patchsets sets
echo "exit $?"
tpatch explain move-things-made-sh --root tree --patchsets sets
tpatch rollback --root tree
echo "exit $?"
echo '# put right again, but for a file of somebody in the new folder'
cp -p kept.sh tree/new/made.sh
rm tree/gone.txt
printf 'mine\n' >tree/new/mine.txt
tpatch rollback --root tree
find tree -name .tpatch -prune -o -type f -print | sort
