#!/bin/sh
# Formats for programs: names and texts that they must escape, matches that look alike, edits in files that move or become executable; and a
# rule that finds nothing.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project patchsets
demo_set patchsets <<'SET'
rules:
  - {id: share, title: "100%, twice: the same", why: "90% of a\n\n  b", files: '*.cmake', edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: again, title: Shared, why: w, files: 'a,b%20.cmake', edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: blank, title: Room, why: w, files: 'a,b%20.cmake', edits: [{regex: 'set\(C(?= 1)', insert-after: '  ', already: 'set\(C   1'}]}
  - {id: shorter, title: Shorter, why: w, files: 'a,b%20.cmake', edits: [{regex: '   1', delete: true}]}
  - {id: move, title: Move, why: w, files: old.txt, edits: [{rename-file: new/name.txt}, {regex: '\bx\b', replace: 'y'}]}
  - {id: run, title: Run, why: w, files: run.sh, edits: [{executable: true}]}
  - {id: run-too, title: Run as well, why: w, files: run.sh, edits: [{executable: true}]}
  - {id: in-script, title: In the script, why: w, files: run.sh, edits: [{match: f 1, replace: f 2}]}
  - {id: gone, title: Nothing has it, why: w, files: '*.txt', edits: [{regex: nowhere, replace: somewhere}]}
SET
mkdir -p tree
echo 1.0 >tree/demo.txt
printf 'set(A 1)\nset(A 1)\nset(B   1)\nset(C 1)\n' >'tree/a,b%20.cmake'
printf 'x\nx\n' >tree/old.txt
printf '#!/bin/sh\nf 1\n' >tree/run.sh
set -- --root tree --patchsets patchsets
for command in check apply; do
	t "$command" "$@" -q -o github=github -o gitlab=gitlab -o sarif=sarif
	cat github
	python3 "$TESTS/cli/lib/compact.py" <gitlab | grep '"description"\|"path"\|"begin"'
	python3 "$TESTS/cli/lib/compact.py" <sarif | grep '"message"\|"deletedRegion"'
	python3 -c 'import json; prints = [a["fingerprint"] for a in json.load(open("gitlab"))]; print(len(prints), len(set(prints)))'
	sed -i '/id: gone/d' patchsets/set.yaml
done
