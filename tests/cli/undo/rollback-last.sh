#!/bin/sh
# Of two runs that are to be undone the older one is in the way of an edit: what is said of it does not hold for the newer one.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
tpatch -q --root tree --patchsets "$sets" --globs a.cmake
tpatch -q --root tree --patchsets "$sets" --globs b.cmake
echo "# mine" >>tree/a.cmake
t rollback --last 2 --root tree
tail -n 1 tree/a.cmake

# Runs that undo what others did: a file that came and went is no change, undone runs are passed over, and a forced rollback takes only runs that are applied.
mkdir between
cd between || exit
mkdir tree
echo 1.0 >tree/demo.txt
echo a >tree/f.txt
echo x >tree/x.sh
demo_project there
demo_set there <<'END'
rules:
  - {id: b, title: b, why: It is b., files: f.txt, edits: [{match: a, replace: b}]}
  - {id: new, title: new, why: It is new., files: sub/n.txt, edits: [{create: "n\n"}]}
  - {id: runs, title: runs, why: It runs., files: x.sh, edits: [{executable: true}]}
END
demo_project back
demo_set back <<'END'
rules:
  - {id: a, title: a, why: It is a., files: f.txt, edits: [{match: b, replace: a}]}
  - {id: gone, title: gone, why: It is gone., files: sub/n.txt, edits: [{remove-file: {text: "n\n"}}]}
END
demo_project more
demo_set more <<'END'
rules:
  - {id: more, title: more, why: It is more., files: sub/m.txt, edits: [{create: "m\n"}]}
END
t apply --root tree --patchsets there -q
t apply --root tree --patchsets back -q
t diff --root tree
find tree -path tree/.tpatch -prune -o -print | sort
t apply --root tree --patchsets more -q
t rollback --root tree --dry-run --last 2
t rollback --root tree 2
t rollback --root tree --last 3 --dry-run
t rollback --root tree 3
t apply --root tree --patchsets more -q
t rollback --root tree --last 2 --dry-run
t rollback --root tree 1
t rollback --root tree 1 --dry-run --force
t rollback --root tree 1 --force
find tree -path tree/.tpatch -prune -o -print | sort
