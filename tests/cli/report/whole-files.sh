#!/bin/sh
# What reports say of files that come, go, move and become executable, by one rule or two; and of rules that name no file: they warn, note
# and stop.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
demo_set sets <<'END'
rules:
  - {id: make, title: Make, why: w, files: made.txt, edits: [{create: "made\n"}]}
  - {id: make-too, title: Make as well, why: w, files: made.txt, edits: [{create: "made\n"}]}
  - {id: drop, title: Drop, why: w, files: old.txt, edits: [{remove-file: {text: "old\n"}}]}
  - {id: move, title: Move, why: w, files: here.txt, edits: [{rename-file: there.txt}]}
  - {id: run, title: Run, why: w, files: run.sh, edits: [{executable: true}]}
  - {id: heed, title: Heed, why: w, warn: the cable is short.}
  - {id: know, title: Know, why: w, note: the colour is blue.}
END
mkdir tree
echo 1.0 >tree/demo.txt
echo old >tree/old.txt
echo here >tree/here.txt
echo : >tree/run.sh
set -- --root tree --patchsets sets
# reports COMMAND...: what the reports say of each rule and file
reports() {
	rm -f github gitlab sarif junit
	t "$@" -q -o github=github -o gitlab=gitlab -o sarif=sarif -o junit=junit
	cat github
	python3 "$TESTS/cli/lib/compact.py" <gitlab | grep '"description"\|"location"'
	python3 "$TESTS/cli/lib/compact.py" <sarif | grep '"defaultConfiguration"\|"message"\|"artifactLocation"\|"deletedRegion"'
	cat junit
}
reports check "$@"
echo "--- done"
reports apply "$@"
echo "--- it stops"
demo_set sets <<'END'
rules:
  - {id: stop, title: Stop, why: w, refuse: this cannot be built.}
END
reports check "$@"
echo "--- what it proposes"
# shellcheck disable=SC2016 # the quotes are those of the hint
sh -c "$(sed -n 's/^next: `\([^`]*\)`.*/\1/p' "$HOME/stderr")"
echo "--- it stops for several reasons, in colour"
demo_set sets <<'END'
rules:
  - {id: stop, title: Stop, why: w, refuse: this cannot be built.}
  - {id: halt, title: Halt, why: w, refuse: nor can this.}
  - {id: lost, title: Lost, why: w, files: run.sh, edits: [{regex: lost, replace: found}]}
END
rm -r tree/.tpatch
tpatch check "$@" --color always 2>&1 | tr '\033' '^'
