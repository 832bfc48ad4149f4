#!/bin/sh
# One object per line, or one object; the same words as in text.
case=$FIXTURES/verdict/missing-writes-nothing
cp -a "$case/before" tree
tpatch check --root tree --patchsets "$case/patchsets" --json=stream
echo "exit $?"
case=$FIXTURES/verdict/as-expected
tpatch --root "$case/before" --patchsets "$case/patchsets" --dry --json
