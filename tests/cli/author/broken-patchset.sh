#!/bin/sh
# A patch set that cannot be loaded is shown with place and caret: exit 2.
mkdir sets tree
cat >sets/bad.yaml <<'END'
tpatch: 1
name: bad
summary: unquoted version
target: {project: demo, versions: 1.20}
END
tpatch --root tree --patchsets sets
echo "exit $?"
cat >sets/bad.yaml <<'END'
tpatch: 1
name: bad
summary: a word that is none
target: {project: demo, versions: "1.20"}
rulez: []
END
tpatch list --patchsets sets
echo "exit $?"
printf 'tpatch: 1\nname: [\n' >sets/bad.yaml
tpatch list --patchsets sets
echo "exit $?"
