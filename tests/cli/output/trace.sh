#!/bin/sh
# TPATCH_TRACE: what a run does, and so how much work it is. Each file is walked, lexed and composed once, whatever becomes of the rules.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"

# What the events of a kind say, without times; in order, for the walk has none.
told() {
	sed -n "s/^trace: *[0-9.]* ms  $1 *//p" "$HOME/trace" | sed 's/: [0-9.]* ms$/: <ms>/' | LC_ALL=C sort
}

traced() {
	echo "\$ tpatch $*"
	TPATCH_TRACE=1 tpatch "$@" >"$HOME/stdout" 2>"$HOME/trace"
	echo "[$?]"
}

fresh
traced check -q -j1 --root tree --patchsets "$sets"
sed -n 's/^trace: *[0-9.]* ms  step *\(.*\): [0-9.]* ms$/\1/p' "$HOME/trace"
for kind in tree clue set rule walk words lex verdict compose; do
	told $kind | sed "s/^/$kind: /"
done

echo "--- with two threads the same"
cp "$HOME/trace" "$HOME/trace.1"
traced check -q -j2 --root tree --patchsets "$sets"
for kind in words lex verdict compose; do
	told $kind >"$HOME/two"
	mv "$HOME/trace" "$HOME/trace.2"
	cp "$HOME/trace.1" "$HOME/trace"
	told $kind | cmp - "$HOME/two"
	mv "$HOME/trace.2" "$HOME/trace"
done

echo "--- a group that fails: its files are not looked at twice, and composed not at all"
rm -rf tree
cp -a "$FIXTURES/group/one-is-missing/before" tree
traced --dry-run -j1 --root tree --patchsets "$FIXTURES/group/one-is-missing/patchsets"
for kind in walk words lex verdict compose; do
	told $kind | sed "s/^/$kind: /"
done

echo "--- explain: one walk"
fresh
traced explain the-rule --root tree --patchsets "$sets"
told walk

echo "--- off, and into a file"
TPATCH_TRACE=0 tpatch check -q --root tree --patchsets "$sets"
TPATCH_TRACE='' tpatch check -q --root tree --patchsets "$sets"
TPATCH_TRACE=$HOME/file tpatch check -q --root tree --patchsets "$sets"
sed -n 's/^trace: *[0-9.]* ms  total *//p' "$HOME/file" | tr , '\n' | sed 's/^ *//' | LC_ALL=C sort
TPATCH_TRACE=$HOME/none/file tpatch check -q --root tree --patchsets "$sets"
echo "[$?]"

echo "--- rules that do not apply, that their group brings, and whose edits change nothing"
demo_project sets
demo_set sets '>=1' <<'END'
rules:
  - {id: later, title: A, why: w, files: a.cmake, versions: ">=1.5", edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: chosen, title: A, why: w, group: g, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: brought, title: A, why: w, group: g, files: a.cmake, edits: [{match: set(B 1), replace: set(B 2)}]}
  - {id: left, title: A, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 4)}]}
END
fresh
printf 'set(A 1)\nset(B 1)\n' >tree/a.cmake
traced check -q -j1 --root tree --patchsets sets --rule chosen --rule later
for kind in rule words verdict compose; do
	told $kind | sed "s/^/$kind: /"
done

echo "--- a file that is made, and two rules that do not settle"
rm -rf tree own
mkdir tree
echo 1.0 >tree/demo.txt
printf 'set(A 1)\n' >tree/a.cmake
demo_project own
demo_set own <<'END'
rules:
  - {id: made, title: A, why: w, files: made.txt, edits: [{create: "new\n"}]}
  - {id: same, title: A, why: w, files: a.cmake, edits: [{match: set(A $V), set: {V: "1"}}]}
  - {id: other, title: A, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
END
traced check -q -j1 --root tree --patchsets own
for kind in words verdict compose; do
	told $kind | sed "s/^/$kind: /"
done
