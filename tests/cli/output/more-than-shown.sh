#!/bin/sh
# Lists end after ten items and say how many more there are, unless --verbose is given; what a run warns of is among the notes.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
demo_set sets <<'END'
rules:
  - id: raise
    title: Raise A
    why: The case needs it.
    files: "*.cmake"
    edits:
      - match: set(A 1)
        replace: set(A 2)
END
mkdir tree
echo 1.0.0 >tree/demo.txt
for i in $(seq 12); do
	printf 'set(A 1)\n# %s\n' "$i" >"tree/$i.cmake"
done
cp -R tree before
set -- --root tree --patchsets sets
ln tree/1.cmake twin
ln tree/2.cmake twin2
t "$@"
echo "--- all files are as before the run, though it was not undone"
for i in $(seq 12); do
	cp "before/$i.cmake" tree
done
t check "$@"
t check "$@" --verbose | grep -c "  undone "
echo "--- no rule would change them"
demo_set sets <<'END'
rules:
  - id: other
    title: Raise B
    why: The case needs it.
    files: "*.cmake"
    optional: true
    edits:
      - match: set(B 1)
        replace: set(B 2)
END
t check "$@" | grep -v digest
t check "$@" --verbose | grep -c "  undone "
for i in $(seq 2 12); do
	printf 'set(A 2)\n# %s\n' "$i" >"tree/$i.cmake"
done
t check "$@" | tail -n 3
