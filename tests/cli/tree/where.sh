#!/bin/sh
# Where one is: the top of the tree is found upwards; a bare tpatch only looks; what stops a run stands last.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
cp -r "$FIXTURES/pytorch-1.12.1/before" tree
cd tree/torch/utils || exit 1
tpatch | sed -n '1p; $p'
tpatch >/dev/null
echo "it would change: $?"
test -e ../../.tpatch && echo "a journal"
tpatch --pack numpy-2 -q
echo "quiet, and nothing done: $?"
tpatch apply -q --pack setuptools
echo "applied: $?"
test -e ../../.tpatch && echo "a journal"
tpatch explain cpp_extension.py | sed -n '1p'
tpatch explain setup.py | sed -n '1p'
tpatch check -q -g cpp_extension.py
tpatch diff --stat | tail -n 1
tpatch --stat --dry -q --pack numpy-2
cd ../../third_party || exit 1
tpatch rollback
cd .. || exit 1
sed -i s/_get_vc_env/_get_vc_environment/ tools/build_pytorch_libs.py
tpatch 2>&1 | tail -n 9 | sed '/^next: /!s/^\(.\{110\}\).*/\1/'
cd "$HOME" || exit 1
mkdir -p empty/below
cd empty/below || exit 1
t status
