#!/bin/sh
# A link in the place of a file: no plan is written there, not even to what the link leads to, and no rule has a file there.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
t plan --root tree --patchsets "$sets" -o made.plan
rm tree/a.cmake
ln -s b.cmake tree/a.cmake
note_state
t apply --plan made.plan --root tree
as_it_was

demo_project sets
demo_set sets <<'END'
rules:
  - {id: one, title: One, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: two, title: Two, why: w, files: a.cmake, edits: [{remove-file: {text: "set(A 1)\n"}}]}
END
echo 1.0 >tree/demo.txt
t check --root tree --patchsets sets

echo "--- the folder is a link: nobody says that there is no such file, nor that it is removed"
mkdir tree/real
cp tree/b.cmake tree/real/a.cmake
ln -s real tree/sub
demo_set sets <<'END'
rules:
  - {id: one, title: One, why: w, files: sub/a.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: two, title: Two, why: w, files: sub/in/a.cmake, edits: [{remove-file: {text: "set(A 1)\n"}}]}
  - {id: three, title: Three, why: w, files: none/a.cmake, edits: [{remove-file: {text: "set(A 1)\n"}}]}
END
t check --root tree --patchsets sets
echo "--- a file is to be where a link is, or a name that differs in case"
demo_project own
for each in link.cmake linked/x A.cmake Sub/x sub/case.cmake; do
	demo_set own <<END
rules:
  - {id: one, title: One, why: w, files: here.txt, edits: [{rename-file: $each}]}
END
	rm -rf tree
	mkdir -p tree/sub
	echo 1.0 >tree/demo.txt
	echo here | tee tree/here.txt tree/sub/Case.cmake >tree/a.cmake
	ln -s a.cmake tree/link.cmake
	ln -s sub tree/linked
	tpatch --root tree --patchsets own -q 2>&1 | sed -n '/missing/p'
	find tree | sort | tr '\n' ' '
	echo
done
