#!/bin/sh
# A tree in the middle of a merge: where git left both sides in a file that a rule changes, the user is told.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir tree
demo_project sets
demo_set sets <<'END'
rules:
  - id: raise
    title: Raise X
    why: It fails.
    files: '*.cmake'
    edits:
      - match: set(X $V)
        set: {V: "9"}
END
cd tree || exit 1
git init -q -b main
git config user.name Somebody
git config user.email somebody@example.org
printf '1.0\n' >demo.txt
printf 'set(A 1)\nset(X 1)\nset(B 1)\n' >merged.cmake
printf '# one\n#=======\n# <<<<<<< two\nset(X 1)\n' >plain.cmake
git add .
git commit -qm one
git switch -qc other
sed -i 's/X 1/X 2/' merged.cmake
git commit -qam two
git switch -q main
sed -i 's/X 1/X 3/' merged.cmake
git commit -qam three
git merge other >/dev/null
cd ..
t --root tree --patchsets sets --dry
t check --root tree --patchsets sets --json | grep -A 4 '"notes": \['
echo "# resolved"
git -C tree checkout -q --theirs merged.cmake
t check --root tree --patchsets sets
echo "# a rule that only renames the file takes no code"
git -C tree checkout -q --merge merged.cmake
sed -i "s/files: .*/files: merged.cmake/; s/match: set(X .V)/rename-file: moved.cmake/; /set: {V/d" sets/set.yaml
t check --root tree --patchsets sets
