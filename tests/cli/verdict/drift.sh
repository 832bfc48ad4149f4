#!/bin/sh
# A file that was changed after tpatch changed it: status says so, rollback refuses and writes nothing.
case=$FIXTURES/verdict/as-expected
cp -a "$case/before" tree
set -- --root tree --patchsets "$case/patchsets"
tpatch -q "$@"
echo '# mine' >>tree/a.cmake
cp tree/a.cmake mine
tpatch status "$@"
tpatch rollback --root tree
echo "exit $?"
cmp tree/a.cmake mine && echo "still mine"
