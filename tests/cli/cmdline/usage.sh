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
echo "--- the sections of a manual page, and an option in it"
tpatch help list --man | grep '^\.SH'
tpatch help init --man | grep -F 'globs' | head -n 2
echo "--- a word that no set, pack or rule has"
tpatch list nosuchword
echo "[$?]"
echo "--- words that an option does not take"
tpatch list --format xml
echo "exit $?"
tpatch test --format xml
echo "exit $?"
tpatch test --output sarif=x
echo "exit $?"
tpatch test --output junit=/dev/null nosuchrule
echo "exit $?"
echo "--- a word in the place of another kind of word"
mkdir tree
cp -a "$FIXTURES/verdict/as-expected/before/." tree
sets=$FIXTURES/verdict/as-expected/patchsets
wrong() {
	tpatch "$@"
	echo "exit $?"
}
wrong check --root tree --patchsets "$sets" --facts cuda=12.8
wrong check --root tree --patchsets "$sets"/set.yaml
wrong check --root tree --patchsets nowhere
wrong check --root tree --output sarif
wrong check --root tree more
wrong list one two
wrong -profile kepler --root tree
wrong apply -profile kepler --root tree
wrong --cuda 12.8 --root tree
wrong apply --root tree --plan tree/demo.txt
wrong lint mine
wrong show demo --patchsets "$sets"
wrong help verdicts
