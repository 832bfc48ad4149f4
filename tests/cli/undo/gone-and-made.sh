#!/bin/sh
# A file that one run removes and a later one makes or changes: what a dry run says of undoing both is what becomes of it. And status, where
# a newer run changed a file too: only the newer one says what the file should be.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets

# run RULE...: applies a set that has these rules.
run() {
	printf '%s\n' 'rules:' "$@" | demo_set sets
	tpatch -q --root tree --patchsets sets
}

# edits ID FILE EDIT: a rule.
edits() {
	printf '%s\n' "  - {id: $1, title: t, why: w, files: $2, edits: [$3]}"
}
remove_x=$(edits remove-x x.txt '{remove-file: {text: "x\n"}}')

# With a time that Windows can give it, too: it counts in tenths of a microsecond.
make_x() {
	echo x >tree/x.txt
	touch -d 2024-05-06T07:08:09Z tree/x.txt
}

# Both runs, on paper and then really.
undo_both() {
	t rollback --last 2 --dry-run --root tree
	t rollback --last 2 --root tree
}
echo "--- removed, and made by the later run"
fresh
make_x
note_state
run "$remove_x"
run "$(edits make-x x.txt '{create: "y\n"}')"
undo_both
as_it_was
echo "--- removed, made by hand, and changed by the later run"
fresh
make_x
note_state
run "$remove_x"
echo '(one)' >tree/x.txt
run "$(edits change-x x.txt '{match: (one), replace: (two)}')"
undo_both
t rollback --force --dry-run --root tree
t rollback --force --root tree
as_it_was
echo "--- made, and removed by the later run"
fresh
run "$(edits make-x x.txt '{create: "x\n"}')" "$(edits change-a a.cmake '{match: set(A 1), replace: set(A 2)}')"
run "$remove_x"
t diff --root tree
undo_both
as_it_was
echo "--- a folder that a run made, in which is another file now"
for options in "1 --force" "--last 2 --json=compact"; do
	fresh
	run "$(edits make-x n/x.txt '{create: "one\n"}')"
	run "$(edits change-x n/x.txt '{match: one, replace: two}')"
	echo mine >tree/n/mine.txt
	# shellcheck disable=SC2086 # words
	t rollback $options --root tree
	ls tree/n
done
echo "--- status"
fresh
run "$(edits change-a '"*.cmake"' '{match: set(A 1), replace: set(A 2)}')"
run "$(edits change-a a.cmake '{match: set(A 2), replace: set(A 3)}')"
tpatch status --root tree | grep -A 1 '^  run'
cp -p "$FIXTURES/verdict/as-expected/before/b.cmake" tree
echo '# mine' >>tree/a.cmake
tpatch status --root tree | grep -A 1 '^  run'
