#!/bin/sh
# Ten things that a user does, each in as few commands as it takes. `was` says what the same took before the project file, facts from the machine and the
# commands that show what was done: at commit bcccdf7, whose commands and options these are. tests/walk.py makes the table in docs/using.md of this file.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
cp -r "$FIXTURES/pytorch-1.12.1/before" "$HOME/pytorch"
cp -r "$HOME/pytorch" "$HOME/untouched"
job() {
	echo
	echo "--- $*"
}
was() {
	:
}
# A command of another tool, which the lines behind it stand for.
meanwhile() {
	echo "\$ $*"
}
# Runs a command and shows it; of what it prints, beginning and end.
now() {
	echo "\$ $*"
	"$@" >"$HOME/printed" 2>&1
	code=$?
	if [ "$(wc -l <"$HOME/printed")" -gt 12 ]; then
		head -n 6 "$HOME/printed"
		echo "…"
		tail -n 5 "$HOME/printed"
	else
		cat "$HOME/printed"
	fi
	[ $code = 0 ] || echo "[$code]"
}
# Not shown, and no command of the user: is it as the job wants it?
holds() {
	"$@" >/dev/null 2>&1 || echo "NOT SO: $*"
}
cd "$HOME/pytorch" || exit 1

job "A first look: which tree is this, and what would change?"
was tpatch --root . --dry
now tpatch
holds diff -r "$HOME/untouched" .

job "A dry run for the card that it is built for, as a diff"
was tpatch --root . --dry --profile blackwell
now tpatch --dry --profile blackwell

job "Apply"
was tpatch --root . --profile blackwell
now tpatch apply --profile blackwell
holds grep -q NPY_ABI_VERSION torch/csrc/utils/tensor_numpy.cpp

job "See what was done, and by which rule"
was cp -r . ../before
was tpatch log 1
was diff -ru ../before .
was tpatch show cppext-two-digits
now tpatch diff --stat
now tpatch explain torch/utils/cpp_extension.py

job "Undo it, and see first what that would do"
was tpatch log 1
was tpatch rollback
now tpatch rollback --dry-run
now tpatch rollback
holds diff -r -x .tpatch "$HOME/untouched" .

job "All rules but one, and those of one pack only"
was tpatch check --root . --profile blackwell --skip msvc-vcvars
was tpatch check --root . --profile blackwell --pack numpy-2
now tpatch check --skip msvc-vcvars
now tpatch check --pack numpy-2

job "The second day: the same again, for the same card, without that rule"
was tpatch --root . --profile blackwell --skip msvc-vcvars
was tpatch check --root . --profile blackwell --skip msvc-vcvars -q
printf 'profile: blackwell\nskip:\n  - rule: msvc-vcvars\n    reason: nobody builds on Windows here\n' >tpatch.yaml
now tpatch apply
now tpatch check -q

mkdir packaging && ln -s "$TESTS/../packaging/ci" packaging/ci
job "CI: is the tree as it should be?"
was env TPATCH_ROOT=. TPATCH_PROGRAM=tpatch TPATCH_ARGUMENTS="--profile blackwell --skip msvc-vcvars" sh packaging/ci/check.sh
now env TPATCH_PROGRAM=tpatch sh packaging/ci/check.sh

job "A new version of the tree, after the old one was patched"
was tpatch rollback
was git checkout v2.4.0
was tpatch --root . --profile blackwell --skip msvc-vcvars
now tpatch rollback
meanwhile git checkout v2.4.0
for name in *; do [ "$name" = tpatch.yaml ] || rm -r "$name"; done
cp -r "$FIXTURES/pytorch-2.4-blackwell/before/." .
now tpatch apply

job "Build"
was tbuild --profile blackwell --root .
# The sample cannot be built: driver/tests builds what can.
meanwhile tbuild
