#!/bin/sh
# Static analysis: what compilers and their like can say of the code without running it.
#
#   cppcheck            all of engine/ and driver/
#   gcc -fanalyzer      what writes to trees and what reads what others wrote: commit/, format/, the reader of diffs
#   clang-tidy          the checks below, all of engine/ and driver/
#
# A finding that is not true is silenced beside the code, with the reason, or by a check that is left out here:
# clang-analyzer-core and gcc's null dereference follow paths that callers rule out, bugprone-sizeof-expression takes
# arrays of pointers for mistakes, bugprone-multi-level-implicit-pointer-conversion every vector of pointers,
# misc-include-cleaner wants every name included where it is used, and cppcheck's uninitvar takes an array that a loop
# fills for empty (valgrind and gcc see what is). Prints one line for each finding. A tool that is missing is skipped and named.
#
# usage: analyze.sh [--stride N], in the root of the repository. Every Nth file, and every (24 x N)th for the analyzer of
# clang-tidy, which takes five seconds for each. Ends with "N passed, N failed": files and findings. Exit: 0 nothing was
# found, 1 something was.
set -eu

stride=1
[ "${1-}" != --stride ] || stride=$2
checks='-*,bugprone-*,cert-err34-c,misc-*,performance-*,portability-*
,-bugprone-assignment-in-if-condition,-bugprone-branch-clone,-bugprone-easily-swappable-parameters,-bugprone-implicit-widening-of-multiplication-result
,-bugprone-macro-parentheses,-bugprone-multi-level-implicit-pointer-conversion,-bugprone-narrowing-conversions,-bugprone-reserved-identifier,-bugprone-sizeof-expression,-bugprone-suspicious-include
,-misc-include-cleaner,-misc-no-recursion,-misc-unused-parameters,-performance-no-int-to-ptr'
analyzer='-*,clang-analyzer-deadcode.*,clang-analyzer-security.*,clang-analyzer-unix.*,-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling'
checks=$(printf %s "$checks" | tr -d '\n')
set -- -Iengine -Idriver '-DTPATCH_VERSION="0"'
found=$(mktemp)
trap 'rm -f "$found"' EXIT

# sources N FOLDER...: every Nth of what is compiled here.
sources() {
	nth=$1
	shift
	find "$@" -name '*.c' ! -path '*win32*' ! -path '*/tests/*' | sort | awk -v nth="$nth" 'NR % nth == 0'
}
passed=0

if command -v cppcheck >/dev/null; then
	# shellcheck disable=SC2046 # file names without blanks
	cppcheck -q -j "$(nproc)" --std=c11 --enable=warning,performance,portability --inline-suppr --suppress=missingInclude \
		--suppress=internalAstError --suppress=normalCheckLevelMaxBranches --suppress=preprocessorErrorDirective --suppress=uninitvar --template='{file}:{line}: {message} [{id}]' \
		"$@" $(sources "$stride" engine driver) 2>>"$found"
	passed=$((passed + $(sources "$stride" engine driver | wc -l)))
else
	echo "analyze.sh: cppcheck is not here: skipped"
fi

if gcc -fanalyzer -x c -c -o /dev/null /dev/null 2>/dev/null; then
	sources "$stride" engine/commit engine/format engine/text |
		xargs -n 1 -P "$(nproc)" gcc -std=c11 "$@" -O1 -fanalyzer -Wno-analyzer-null-dereference -c -o /dev/null 2>&1 |
		grep -F 'warning:' >>"$found" || true
	passed=$((passed + $(sources "$stride" engine/commit engine/format engine/text | wc -l)))
else
	echo "analyze.sh: this gcc has no -fanalyzer: skipped"
fi

# tidy CHECKS N: of every Nth file.
tidy() {
	checks=$1
	nth=$2
	shift 2
	sources "$nth" engine driver |
		xargs -I FILE -P "$(nproc)" clang-tidy --quiet "--checks=$checks" FILE -- -std=c11 "$@" 2>/dev/null |
		grep -E '(warning|error):' >>"$found" || true
	passed=$((passed + $(sources "$nth" engine driver | wc -l)))
}

if command -v clang-tidy >/dev/null; then
	tidy "$checks" "$stride" "$@"
	tidy "$analyzer" $((stride == 1 ? 1 : stride * 24)) "$@"
else
	echo "analyze.sh: clang-tidy is not here: skipped"
fi

sort -u "$found"
failed=$(sort -u "$found" | wc -l)
echo "analyze: $passed passed, $failed failed"
[ "$failed" = 0 ]
