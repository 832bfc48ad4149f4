#!/bin/sh
# The diff alone is on standard output, in git's form; the summary is on standard error; nothing is written.
case=$FIXTURES/verdict/as-expected
cp -a "$case/before" tree
tpatch --root tree --patchsets "$case/patchsets" --dry-run >made.diff
echo "exit $?"
cat made.diff
(cd tree && git apply --check ../made.diff) && echo "git takes it"
tpatch --root tree --patchsets "$case/patchsets" --dry -q -U0
tpatch --root tree --patchsets "$case/patchsets" --dry -q --stat
diff -r "$case/before" tree && echo "as it was"
