#!/bin/sh
# Makes what a release consists of, in the folder OUT, whose former content goes: the source as tpatch-VERSION.tar.xz, the Windows programs as a zip,
# the wheels for Linux and Windows, and SHA256SUMS of them all. The same commit gives the same source and, unless it is signed, the same zip, byte for
# byte. The Windows programs are signed where SIGN_CERTS and SIGN_KEY are set (packaging/sign.sh).
#
# usage: packaging/release.sh [--source-only] BUILD VERSION OUT, in the root of the repository. `make release` calls it.
#
# Refused unless the commit has the tag vVERSION, nothing is changed since, and CHANGELOG.md has a section for the version with a date.
# --source-only leaves out what has to be compiled. Exit: 0 made, 1 refused, or something went wrong.
set -eu

programs=true
if [ "${1-}" = --source-only ]; then
	programs=false
	shift
fi
build=${1:?usage: release.sh [--source-only] BUILD VERSION OUT}
version=${2:?usage: release.sh [--source-only] BUILD VERSION OUT}
out=${3:?usage: release.sh [--source-only] BUILD VERSION OUT}

refuse() {
	echo "release.sh: $1" >&2
	exit 1
}

git rev-parse --git-dir >/dev/null 2>&1 || refuse "this is no clone: a release is made of a commit"
[ -z "$(git status --porcelain --untracked-files=no)" ] || refuse "files are changed since the last commit: commit them, or put them back"
git tag --points-at HEAD | grep -qx "v$version" || refuse "the commit has no tag v$version, the version in the Makefile: git tag -s v$version"
grep -qE "^## \\[$version\\] - [0-9]{4}-[0-9]{2}-[0-9]{2}\$" CHANGELOG.md || refuse "CHANGELOG.md has no section '## [$version] - YYYY-MM-DD'"

rm -rf "$out"
mkdir -p "$out"
git archive --format=tar --prefix="tpatch-$version/" HEAD | xz -9 >"$out/tpatch-$version.tar.xz"
if $programs; then
	${MAKE:-make} BUILD="$build" windows
	sh packaging/sign.sh "$build/windows/tpatch.exe" "$build/windows/tbuild.exe" "$build/windows/lib/tpatch.dll"
	${MAKE:-make} BUILD="$build" dist-windows wheel wheel-windows
	cp "$build/windows/tpatch-$version-windows-x86_64.zip" "$build"/wheel/tpatch-"$version"-*.whl "$out"
fi
(cd "$out" && sha256sum -- * >SHA256SUMS)
cat "$out/SHA256SUMS"
