#!/bin/sh
# --interactive on a terminal: every question, answer and help, and what is written then; by rule and by file, divided and of groups; a no for
# several places; what does not fit on the screen.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
demo_set sets <<'END'
rules:
  - id: raise
    title: Raise A
    why: The case needs it.
    links: [https://example.org/raise, https://example.org/more]
    files: '*.cmake'
    edits:
      - match: set(A $V)
        where: {V: {version: "<2"}}
        set: {V: "2"}
  - id: one
    title: Raise B, by a title that is longer than the terminal is wide and goes on in the next line
    why: B and C belong together.
    files: '*.cmake'
    group: pair
    edits:
      - match: set(B 1)
        replace: set(B 2)
  - id: two
    title: Raise C
    why: |
      B and C belong together, for a reason that takes more than one line of a terminal to tell, as reasons do.

      And for another one.
    files: '*.cmake'
    group: pair
    edits:
      - match: set(C 1)
        replace: set(C 2)
  - id: same
    title: Raise D
    why: The case needs it.
    files: b.cmake
    edits:
      - match: set(D 1)
        replace: set(D 2)
  - id: same-too
    title: Raise D as well
    why: The case needs it.
    files: b.cmake
    edits:
      - match: set(D $V)
        where: {V: {version: "<2"}}
        set: {V: "2"}
  - id: new
    title: Make a file
    why: The case needs it.
    files: made.txt
    edits:
      - create: |
          made
  - id: alone
    title: A group of one that is left
    why: The case needs it.
    files: '*.cmake'
    group: left
    edits:
      - match: set(E 1)
        replace: set(E 2)
END
# ask ANSWERS OPTION...: tpatch in a new tree, and what it made of it.
ask() {
	rm -rf tree was
	mkdir tree
	echo 1.0.0 >tree/demo.txt
	printf 'set(A 1)\nset(B 1)\n# \033[2Jend\nset(A 1)\n' >tree/a.cmake
	printf 'set(A 1)\nset(C 1)\nset(D 1)\nset(E 1)\n' >tree/b.cmake
	cp -r tree was
	echo "=== $*"
	typed "$@"
	diff -r -x .tpatch was tree
}
# typed ANSWERS OPTION...
typed() {
	answers=$1
	shift
	# shellcheck disable=SC2086 # words
	python3 "$TESTS/cli/lib/typed.py" ${terminal-} "$answers" tpatch --root tree --patchsets sets "${@:--i}"
}
ask "k ? x _ yes w p n s ? w p n k k Y N y n y n"
ask "s ? w p y ? d q"
ask "s a a"
ask "s n y ? n k s y ? a y y" --interactive=files
ask "n n s ? w n s d n n" --interactive=files
ask "y n y" -i --rule raise --rule one --rule two --rule same
ask "d"
ask "q"
ask "y ^D"
terminal=--colored
ask "? p w n y" -i --rule raise --rule same
terminal="--columns 40"
ask "n y q"

echo "=== more files than fit: one more, and several"
for n in 7 8; do
	rm -rf tree
	mkdir tree
	echo 1.0.0 >tree/demo.txt
	for i in $(seq $n); do echo 'set(A 1)' >"tree/f$i.cmake"; done
	terminal="--rows 12"
	typed "q" -i --rule raise
done
echo "=== one place is patched, and the other declined"
rm -rf tree
mkdir tree
echo 1.0.0 >tree/demo.txt
printf 'set(A 1)\nset(A 2)\n' >tree/a.cmake
terminal=
typed "n" -i --rule raise
t --root tree --patchsets sets --rule raise --dry-run --stat
t explain raise --root tree --patchsets sets
echo "=== three rules that want the same"
demo_set sets <<'END'
rules:
  - {id: one, title: One, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: two, title: Two, why: w, files: a.cmake, edits: [{match: set(A $V), where: {V: {version: "<2"}}, set: {V: "2"}}]}
  - {id: three, title: Three, why: w, files: a.cmake, edits: [{match: set($X 1), replace: set($X 2)}]}
END
for answers in "y y y" "y n n" "n y n" "n n y" "n n n"; do
	rm -rf tree
	mkdir tree
	echo 1.0.0 >tree/demo.txt
	printf 'set(A 1)\n' >tree/a.cmake
	typed "$answers" -i
	cat tree/a.cmake
done
echo "=== two rules that want a file executable"
demo_set sets <<'EOF'
rules:
  - {id: one, title: One, why: w, files: a.cmake, edits: [{executable: true}]}
  - {id: two, title: Two, why: w, files: a.cmake, edits: [{executable: true}]}
EOF
for answers in "y n" "n y" "n n"; do
	chmod -x tree/a.cmake
	rm -rf tree/.tpatch
	typed "$answers" -i
	[ ! -x tree/a.cmake ] || echo executable
done
echo "=== a later run, in a file in which another rule was declined"
demo_set sets <<'EOF'
rules:
  - {id: one, title: One, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: two, title: Two, why: w, files: a.cmake, edits: [{match: set(B 1), replace: set(B 2)}]}
EOF
rm -rf tree/.tpatch
printf 'set(A 1)\nset(B 1)\n' >tree/a.cmake
typed "n y" -i
printf 'set(A 1)\nset(B 2)\nset(B 1)\n' >tree/a.cmake
t --root tree --patchsets sets
cat tree/a.cmake
