#!/bin/sh
# packaging/release.sh: refuses a commit without its tag, changes since, and a changelog without the version; makes the same source twice, and
# what it makes is what git tracks. usage: release.sh, in the root of the repository. Ends with "release: N passed, N failed".
set -u

if ! git rev-parse --git-dir >/dev/null 2>&1; then
	echo "this is no clone, or git is not here"
	exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0
version=9.8.7

# holds WHAT COMMAND...
holds() {
	what=$1
	shift
	if "$@" >"$scratch/out" 2>&1; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED $what"
		head -n 5 "$scratch/out"
	fi
}

# refuses TEXT: the release is refused, and that is why.
refuses() {
	! release one && grep -qF "$1" "$scratch/out"
}

release() {
	(cd "$scratch/clone" && PATH=$scratch/bin:$PATH sh packaging/release.sh --source-only build "$version" "$scratch/$1")
}

commit() {
	git -C "$scratch/clone" -c user.name=x -c user.email=x@example.invalid commit -q -a -m "$1"
}

# An archive is packed as tightly as can be; here, in a sixth of the time.
mkdir "$scratch/bin"
printf '#!/bin/sh\n[ "$*" = -9 ] || exit 2\nexec %s -1\n' "$(command -v xz)" >"$scratch/bin/xz"
chmod +x "$scratch/bin/xz"
git clone -q --no-hardlinks . "$scratch/clone"
# What is not committed yet is tried too.
git ls-files -z | tar --null -T - --ignore-failed-read -cf - 2>/dev/null | tar -C "$scratch/clone" -xf -
git -C "$scratch/clone" add -A
commit "as it is" || true
holds "a commit without its tag is refused" refuses "no tag v$version"
git -C "$scratch/clone" tag "v$version"
holds "a changelog without the version is refused" refuses "no section '## [$version"
printf '## [%s] - 2026-01-31\n' "$version" >>"$scratch/clone/CHANGELOG.md"
holds "a changed file is refused" refuses "files are changed"
commit "changes" && git -C "$scratch/clone" tag -f "v$version" >/dev/null
holds "a tagged commit is taken" release one
holds "and once more" release two
holds "the same bytes twice" cmp "$scratch/one/tpatch-$version.tar.xz" "$scratch/two/tpatch-$version.tar.xz"
holds "the checksums are those of the files" env -C "$scratch/one" sha256sum -c SHA256SUMS
mkdir "$scratch/unpacked"
tar -C "$scratch/unpacked" -xf "$scratch/one/tpatch-$version.tar.xz"
git -C "$scratch/clone" ls-files -z | tr '\0' '\n' | LC_ALL=C sort >"$scratch/tracked"
(cd "$scratch/unpacked/tpatch-$version" && find . ! -type d | sed 's|^\./||' | LC_ALL=C sort) >"$scratch/found"
holds "the source is what git tracks" cmp "$scratch/tracked" "$scratch/found"

echo "release: $passed passed, $failed failed"
[ "$failed" = 0 ]
