#!/bin/sh
# What was done, seen afterwards: diff, log --patch, rollback --dry-run, export RUN, explain FILE, --output diff=FILE.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p sets tree
demo_project sets - <<'END'
tag-prefixes: [v]
END
cat >sets/set.yaml <<'END'
tpatch: 1
name: demo-1
summary: The rules of this case
target: {project: demo, versions: "1.*"}
rules:
  - id: raise-a
    title: Raise A
    why: The case needs it.
    files: a.cmake
    edits:
      - match: set(A 1)
        replace: set(A 2)
  - id: raise-b
    title: Raise B
    why: The case needs it.
    files: a.cmake
    edits:
      - match: set(B 1)
        replace: "set(B 2)\nset(BB 2)"
  - id: make
    title: Make a file
    why: The case needs it.
    files: new.cmake
    edits:
      - create: |
          set(NEW 1)
END
echo 1.0 >tree/demo.txt
printf 'set(A 1)\r\nset(X 1)\r\nset(Y 1)\r\nset(Z 1)\r\nset(B 1)\r\n' >tree/a.cmake
cp -r tree before
set -- --root tree
t() {
	echo "\$ tpatch $*"
	tpatch "$@" 2>&1 || echo "[$?]"
}
tpatch apply --dry -q "$@" --patchsets sets --output diff=all.diff >/dev/null
head -n 1 all.diff
(cd tree && git apply --check ../all.diff) && echo "git takes it"
tpatch apply --dry -q "$@" --patchsets sets --output diff=all.diff >/dev/null && echo "its own diff is replaced"
echo mine >mine.diff
t apply --dry -q "$@" --patchsets sets --output diff=mine.diff
t diff "$@"
tpatch -q "$@" --patchsets sets --rule raise-a
tpatch -q "$@" --patchsets sets --skip raise-a
t diff --stat "$@"
tpatch diff "$@" >all.diff
tpatch diff 1 "$@" | tr -d '\r'
(cd tree && git apply -R --check ../all.diff) && echo "git takes it back"
tpatch log -u -U 0 "$@" | sed 's/  [0-9T:Z-]*  / <when> /' | tr -d '\r'
t diff 3 "$@"
echo "--- blame"
tpatch explain a.cmake "$@" --patchsets sets | sed 's/[0-9-]*T[0-9:]*Z/<when>/' | tr -d '\r'
tpatch explain new.cmake "$@" --patchsets sets | sed 's/[0-9-]*T[0-9:]*Z/<when>/'
t explain demo.txt "$@" --patchsets sets
t explain nosuch "$@" --patchsets sets
echo "--- export"
tpatch export 1 "$@" 2>&1 | tr -d '\r' | sed -n '/^Subject/p; /^X-Tpatch/p'
tpatch export 2 "$@" >run.patch
echo "--- undone on paper"
tpatch rollback --dry-run "$@" | tr -d '\r'
tpatch rollback --dry-run "$@" >undo.diff 2>notes; cat notes
t rollback 1 --dry-run "$@"
t rollback --dry-run --force "$@"
printf 'set(MINE 1)\r\n' >>tree/a.cmake
t rollback --dry-run "$@"
tpatch diff "$@" >now.diff 2>notes; cat notes
tpatch explain a.cmake "$@" --patchsets sets | grep hand
sed -i '$d' tree/a.cmake
tpatch rollback -q "$@"
t diff 2 "$@"
(cd tree && git apply ../run.patch) && echo "the exported run applies"
echo "--- several runs undone on paper"
rm -rf tree && cp -r before tree
tpatch -q --root tree --patchsets sets --rule raise-a
tpatch -q --root tree --patchsets sets --rule raise-b
tpatch -q --root tree --patchsets sets --rule make
# The paper says what the rollback then does.
for how in "--last 2" "--last 3" "1 --force" "2 --force"; do
	rm -rf copy && cp -a tree copy
	tpatch recover --adopt -q --root copy
	# shellcheck disable=SC2086
	tpatch rollback --dry-run $how --root copy >undo.diff 2>notes
	cat notes
	cp -a copy paper && (cd paper && git apply ../undo.diff)
	# shellcheck disable=SC2086
	tpatch rollback -q $how --root copy
	diff -r -x .tpatch copy paper && echo "as the paper said: $how"
	rm -rf paper
done
t rollback --dry-run 1 --root tree
t rollback --dry-run --last 9 --root tree
tpatch rollback --dry-run --last 2 --root tree --json=compact | tr -d '\r'
printf 'set(MINE 1)\r\n' >>tree/a.cmake
t rollback --dry-run --last 2 --root tree
tpatch rollback --dry-run --last 3 --force --root tree 2>notes | tr -d '\r'
cat notes
tpatch rollback --last 3 --force --root tree
diff -r -x .tpatch before tree && echo "as before"
echo "--- one edit of several rules, beside that of another"
demo_set sets <<'END'
rules:
  - {id: same, title: T, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: same-too, title: T, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2)}, {match: set(C 1), replace: set(C 2)}]}
  - {id: other, title: T, why: w, files: a.cmake, edits: [{match: set(B 1), replace: set(B 2)}]}
  - {id: third, title: T, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
END
shared() {
	rm -rf tree
	mkdir tree
	echo 1.0 >tree/demo.txt
	printf 'set(A 1)\nset(B 1)\nset(C 1)\nset(D 1)\n' >tree/a.cmake
	tpatch -q --root tree --patchsets sets
	t explain a.cmake --root tree | sed 's/[0-9-]*T[0-9:]*Z/<when>/'
}
shared
sed -i '/id: third/d' sets/set.yaml
shared
sed -i '/id: same,/d' sets/set.yaml
t explain a.cmake --root tree | sed 's/[0-9-]*T[0-9:]*Z/<when>/'
