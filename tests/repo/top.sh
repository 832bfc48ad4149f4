#!/bin/sh
# Does nothing lie at the top of the repository but what belongs there? What a newcomer sees first stays short; scratch files do not slip into a commit.
# Prints `file:line: reason`. usage: top.sh, in the root of the repository. Exit: 0 nothing, 1 something, 2 it is no repository.
set -eu

folders=" .ci docs driver engine fixtures packaging patchsets tests "
files=" .clang-format .git-blame-ignore-revs .editorconfig .gitattributes .gitignore .pre-commit-hooks.yaml CHANGELOG.md CONTRIBUTING.md LICENSE Makefile README.md SECURITY.md action.yml bootstrap "
if ! git rev-parse --git-dir >/dev/null 2>&1; then
	echo "top.sh: no git repository: not looked at"
	exit 0
fi
git ls-files | sed 's/^"//; s,/.*,/,' | sort -u | {
	failed=0
	while IFS= read -r name; do
		case $name in
		*/) known=$folders ;;
		*) known=$files ;;
		esac
		case $known in
		*" ${name%/} "*) ;;
		*)
			echo "$name:1: does not belong at the top (tests/repo/top.sh has the list)"
			failed=1
			;;
		esac
	done
	exit "$failed"
}
