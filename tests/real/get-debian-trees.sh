#!/bin/sh
# Fetches PyTorch's sources as Debian packages them (1.13.1 from bookworm, 2.6.0 from trixie) and unpacks each once: two real
# trees to run trees.py on, without GitHub; Debian's own patches
# (.debian.tar.xz), where the mirror has them, stay beside them for quilt_series.py.
# usage: get-debian-trees.sh [OUT] (default: trees under BUILD, or build/trees). Writes nothing elsewhere: apt gets lists and a cache
# of its own under OUT. Prints the folders of the trees.
set -eu

here=$(dirname "$0")
out=${1:-${BUILD:-build}/trees}
mkdir -p "$out"
out=$(cd "$out" && pwd)

fetch() { # SUITE VERSION
	tree=$out/pytorch-$2
	if ! [ -d "$tree" ]; then
		apt=$out/apt-$1
		mkdir -p "$apt/parts" "$apt/lists/partial" "$apt/cache/archives/partial"
		sh "$here/debian_source.sh" deb-src "$1" >"$apt/parts/debian.sources"
		set -- "$1" "$2" -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$apt/parts" -o Dir::State::lists="$apt/lists" \
			-o Dir::Cache="$apt/cache" -o APT::Sandbox::User="$(id -un)" -o Debug::NoLocking=1
		version=$2
		shift 2
		apt-get "$@" update
		(cd "$out" && apt-get "$@" source --download-only --tar-only pytorch)
		# Debian's patches are wanted by quilt_series.py alone, and mirrors do not keep all of them.
		(cd "$out" && apt-get "$@" source --download-only --diff-only pytorch 2>/dev/null) ||
			echo "get-debian-trees.sh: Debian's patches for $version are not to be had: go on without" >&2
		set -- "$out"/pytorch_"$version"*.orig.tar.*
		if ! [ -f "$1" ]; then
			echo "get-debian-trees.sh: no tarball of pytorch $version: has the suite another version by now?" >&2
			exit 1
		fi
		rm -rf "$tree.new"
		mkdir "$tree.new"
		tar -xf "$1" -C "$tree.new" --strip-components=1
		mv "$tree.new" "$tree"
		rm -rf "$apt"
	fi
	echo "$tree"
}

fetch bookworm 1.13.1
fetch trixie 2.6.0
