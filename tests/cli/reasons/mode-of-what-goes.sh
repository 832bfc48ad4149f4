#!/bin/sh
# One rule removes a file whose executable bit another sets.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir sets tree
demo_project sets
demo_set sets <<'END'
rules:
  - {id: drop, title: Drop the file, why: w, files: old.txt, edits: [{remove-file: {text: "gone\n"}}]}
  - {id: run, title: Make it executable, why: w, files: old.txt, edits: [{executable: true}]}
END
echo 1.0 >tree/demo.txt
echo gone >tree/old.txt
chmod 644 tree/old.txt
t check --root tree --patchsets sets
