#!/bin/sh
# Colour only where it is asked for: a file is no terminal.
case=$FIXTURES/verdict/as-expected
cp -a "$case/before" tree
tpatch --root tree --patchsets "$case/patchsets" --dry -q --color always | tr '\033' '^'
tpatch --root tree --patchsets "$case/patchsets" --dry -q | grep -c "$(printf '\033')"
