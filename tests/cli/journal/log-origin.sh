#!/bin/sh
# The record of a run tells how it was made: the command, as it was typed, and what was in force with it.
cp -r "$FIXTURES/pytorch-1.12.1/before" tree
tpatch apply -q --root tree --facts none --profile blackwell --fact cuda=12.8 --rule 'cmake-*' --pack numpy-2 --skip cmake-policy-version -g '*.cmake' -g '!third_party/FP16/**'
tpatch log 1 --root tree | grep -v '^  [a-z_0-9]*/'
tpatch log 1 --root tree --json=compact | grep -o '"origin":{[^}]*}'
tpatch rollback -q --root tree
tpatch plan -q --facts none --root tree --rule cmake-minimum-own -o plan.json
tpatch -q --root tree --plan plan.json
tpatch log 2 --root tree
