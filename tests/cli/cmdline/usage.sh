#!/bin/sh
# What is wrong on the command line is said on standard error, with exit code 2 and nothing on standard output.
tpatch nonsense
echo "exit $?"
tpatch --frob
echo "exit $?"
tpatch -nZy
echo "exit $?"
tpatch --stat=1
echo "exit $?"
tpatch check --root not-there
echo "exit $?"
tpatch --root . -U many
echo "exit $?"
tpatch rollback one two
echo "exit $?"
