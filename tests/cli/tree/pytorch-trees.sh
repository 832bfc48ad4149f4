#!/bin/sh
# PyTorch trees that are not what the sets were made for: a version without a set, forks, shallow and partial clones, the newest release. Each is
# said plainly, with the right exit code.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"

sample() {
	rm -rf tree
	cp -a "$FIXTURES/$1/before" tree
}
# What a user reads first.
first_lines() {
	echo "\$ tpatch --root tree --dry"
	tpatch --root tree --dry --facts none 2>&1 >/dev/null | sed '/^$/,$d' | sed 's/, [0-9]* rules$/, N rules/'
}

echo "# a development version that no release followed"
sample pytorch-1.13
echo 1.14.0a0 >tree/version.txt
t check --root tree
echo "# older and newer than every set"
echo 1.8.1 >tree/version.txt
t check --root tree
echo 3.0.0a0 >tree/version.txt
t check --root tree
echo "# newer than every tree that the rules have met, and between two of them"
sample pytorch-2.7
echo 2.16.0a0 >tree/version.txt
t check --root tree -q
first_lines
tpatch status --root tree | sed -n '2,6p'
tpatch check --root tree --json=compact | grep -o '"untried": *"[^"]*"'
tpatch status --root tree --json=compact | grep -o '"untried": *"[^"]*"'
echo 2.8.0 >tree/version.txt
first_lines
echo "# vendors' forks: more behind the version, or no version at all"
sample pytorch-2.4
echo 2.4.0+vendor2.29.0.12 >tree/version.txt
first_lines
echo 2.4.0.post3 >tree/version.txt
first_lines
echo "2.4-of-a-vendor" >tree/version.txt
first_lines
rm tree/version.txt
first_lines
echo "# a shallow clone: HEAD is a commit that nobody knows, and there are no tags"
sample pytorch-2.6
mkdir tree/.git
echo 0123456789012345678901234567890123456789 >tree/.git/HEAD
echo 0123456789012345678901234567890123456789 >tree/.git/shallow
first_lines
echo "# the same, of a release's commit"
echo 1eba9b3aa3c43f86f4a2c807ac8e12c4a7767340 >tree/.git/HEAD
first_lines
echo "# a partial tree: without a folder that a rule names, and without third_party"
sample pytorch-2.6
rm -rf tree/third_party tree/torch/utils
printf '[submodule "third_party/ittapi"]\n\tpath = third_party/ittapi\n' >tree/.gitmodules
tpatch --root tree --dry --facts none 2>&1 >/dev/null | grep -E "missing|ittapi|^1 rule"
echo "# no PyTorch at all"
rm -rf tree/torch
t check --root tree
