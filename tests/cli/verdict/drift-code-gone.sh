#!/bin/sh
# Somebody took out the code that tpatch had changed, and no word of the rule is left in the file: that is drift, not peace.
case=$FIXTURES/verdict/as-expected
cp -a "$case/before" tree
set -- --root tree --patchsets "$case/patchsets"
tpatch -q "$@"
printf '# all gone\n' >tree/a.cmake
tpatch check "$@"
echo "exit $?"
