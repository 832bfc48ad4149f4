#!/bin/sh
# What could not be judged, in every format: more than are listed, the same in several places, with a rule, before and after a run.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
demo_set sets <<'END'
rules:
  - id: raise
    title: Raise A
    why: w
    files: "*.cmake"
    edits: [{match: set(A $V), where: {V: {version: "<3"}}, set: {V: "3"}}]
END
mkdir tree
echo 1.0 >tree/demo.txt
echo 'set(A 1)' >tree/a.cmake
# shellcheck disable=SC2016 # CMake's variables
for i in $(seq 12); do printf 'set(A ${V%s})\n' "$i"; done >tree/b.cmake
# shellcheck disable=SC2016 # the same
printf '\tset(A ${V12})\nset(A ${V12})\nset(A ${V1})\n' >tree/c.cmake
set -- --root tree --patchsets sets
t check "$@"
t check "$@" --verbose
tpatch check "$@" -q -o json=json -o sarif=sarif -o html=html >/dev/null
python3 "$TESTS/cli/lib/compact.py" <json | sed -n '/"notes": /,/  },/p'
python3 "$TESTS/cli/lib/compact.py" <sarif | sed -n '/Notifications": /,/      },/p'
sed -n 's/.*<script[^>]*id="data"[^>]*>//p' html | sed 's,</script>.*,,' | python3 "$TESTS/cli/lib/compact.py" | sed -n '/"notes": /,/  },/p'
tpatch check "$@" --json=stream | grep '"note"' | head -n 2
t apply "$@" | sed -n '/^notes/,/^$/p'
