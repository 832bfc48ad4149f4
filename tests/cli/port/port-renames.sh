#!/bin/sh
# Patches that rename a file: what becomes of that where the tree has the file, has it there already, or has moved it.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p old sets
demo_project sets
printf '1.0.0\n' >old/demo.txt
mkdir old/tools
seq -f 'line %g of the tool' 20 >old/tools/first.py
cat >rename.diff <<'END'
diff --git a/tools/first.py b/tools/second.py
similarity index 100%
rename from tools/first.py
rename to tools/second.py
END
cat >change.diff <<'END'
--- a/tools/first.py
+++ b/tools/first.py
@@ -9,3 +9,3 @@
 line 9 of the tool
-line 10 of the tool
+line 10 of ours
 line 11 of the tool
END
port() {
	tpatch port "$@" --to new --patchsets sets -o out.yaml --json=compact >out.json
	echo "exit $?"
	python3 - <<'END'
import json
for edit in json.load(open("out.json"))["edits"]:
    print(f"{edit['outcome']} {edit.get('path_in_tree') or edit['path']}")
    print("".join(f"  {line}\n" for line in edit["evidence"]), end="")
END
}
again() {
	echo "== $1"
	rm -rf new
	cp -r old new
	printf '2.0.0\n' >new/demo.txt
}

again "the file is where it was"
port rename.diff --from old

again "a second patch changes it where it is then"
sed 's/first\.py/second.py/' change.diff >second.diff
port rename.diff second.diff --from old
cp out.yaml sets/drafted.yaml
tpatch apply -q --root new --patchsets sets
rm sets/drafted.yaml
ls new/tools
sed -n 10p new/tools/second.py

again "upstream renamed it too"
mv new/tools/first.py new/tools/second.py
port rename.diff --from old

again "another file is there"
echo "something else" >new/tools/second.py
port rename.diff --from old

again "it was moved elsewhere"
mkdir new/scripts
mv new/tools/first.py new/scripts/first.py
port rename.diff --from old

again "and a binary file of its name is none"
mkdir new/bin new/scripts
mv new/tools/first.py new/scripts/first.py
printf 'a\0b\n' >new/bin/first.py
port change.diff --from old

again "hundreds of others of its name come before it"
mkdir new/zlib
mv new/tools/first.py new/zlib/first.py
for i in $(seq 100 600); do
	mkdir "new/d$i"
	echo "tool $i" >"new/d$i/first.py"
done
port change.diff --from old

again "two are equally like it"
mkdir new/one new/two
cp new/tools/first.py new/one/first.py
mv new/tools/first.py new/two/first.py
port change.diff --from old

again "a file for a folder that is no longer there, and one for a folder that never was"
rm -rf new/tools
printf -- '--- /dev/null\n+++ b/tools/own.py\n@@ -0,0 +1 @@\n+own\n--- /dev/null\n+++ b/mine/own.py\n@@ -0,0 +1 @@\n+own\n--- /dev/null\n+++ b/own.py\n@@ -0,0 +1 @@\n+own\n' >made.diff
port made.diff --from old
port made.diff

# removal: a patch that removes the file.
removal() {
	printf 'diff --git a/tools/first.py b/tools/first.py\ndeleted file mode 100644\n--- a/tools/first.py\n+++ /dev/null\n@@ -1,20 +0,0 @@\n'
	sed 's/^/-/' old/tools/first.py
}
removal >gone.diff

again "a file that is removed was moved elsewhere"
mkdir new/scripts
mv new/tools/first.py new/scripts/first.py
port gone.diff --from old

again "a file that is removed is elsewhere, twice"
mkdir new/scripts new/more
cp new/tools/first.py new/more/first.py
mv new/tools/first.py new/scripts/first.py
port gone.diff --from old

again "a file that is removed has other lines here"
sed -i 's/line 3 /line three /' new/tools/first.py
port gone.diff --from old

again "a copy"
cat >copy.diff <<'END'
diff --git a/tools/first.py b/tools/second.py
similarity index 90%
copy from tools/first.py
copy to tools/second.py
--- a/tools/first.py
+++ b/tools/second.py
@@ -9,3 +9,3 @@
 line 9 of the tool
-line 10 of the tool
+line 10 of ours
 line 11 of the tool
END
port copy.diff --from old
