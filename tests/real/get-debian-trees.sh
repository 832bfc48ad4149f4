#!/bin/sh
# Fetches PyTorch's sources as Debian packages them (bookworm's, which is 1.13.1, and trixie's, 2.6.0) and unpacks each once: two real
# trees to run trees.py on, without GitHub. Beside the newer one lies Debian's own quilt series (pytorch_*.debian.tar.xz), for quilt_series.py
# and carried_over.py; mirrors do not keep those of old revisions.
# usage: get-debian-trees.sh [OUT] (default: trees under BUILD, or build/trees). Writes nothing elsewhere: apt gets lists and a cache
# of its own under OUT. Prints the folders of the trees. Where a suite has another version by now, its tree has that version's name, and that is said.
set -eu

packaging=$(cd "$(dirname "$0")/../../packaging" && pwd)
out=${1:-${BUILD:-build}/trees}
mkdir -p "$out"
out=$(cd "$out" && pwd)

# download SUITE PART...: what `apt-get source` gives of pytorch in that suite, into a new folder $out/new.
download() {
	apt=$out/apt-$1
	sh "$packaging/debian_apt.sh" "$apt" begin deb-src "$1"
	shift
	rm -rf "$out/new"
	mkdir "$out/new"
	for part in "$@"; do
		(cd "$out/new" && sh "$packaging/debian_apt.sh" "$apt" apt-get source --download-only "--$part-only" pytorch)
	done
	rm -rf "$apt"
}

# The upstream version in the name of a file: 2.6.0 of pytorch_2.6.0+dfsg-7.debian.tar.xz.
version_of() {
	basename "$1" | sed -E 's/^pytorch_([0-9]+(\.[0-9]+)*).*/\1/'
}

unpack() { # SUITE VERSION
	set -- "$1" "$2" "$out"/new/pytorch_*.orig.tar.*
	if ! [ -f "$3" ]; then
		echo "get-debian-trees.sh: $1 has no tarball of pytorch" >&2
		exit 1
	fi
	version=$(version_of "$3")
	[ "$version" = "$2" ] || echo "get-debian-trees.sh: $1 has pytorch $version by now, not $2" >&2
	tree=$out/pytorch-$version
	rm -rf "$tree.new"
	mkdir "$tree.new"
	tar -xf "$3" -C "$tree.new" --strip-components=1
	rm -rf "$tree"
	mv "$tree.new" "$tree"
	rm -f "$3"
}

fetch() { # SUITE VERSION
	tree=$out/pytorch-$2
	if ! [ -d "$tree" ]; then
		download "$1" tar
		unpack "$1" "$2"
	fi
	echo "$tree"
}

# The series belongs to the tree: where the suite has another upstream version, the tree is fetched with it.
fetch_with_patches() { # SUITE VERSION
	set -- "$1" "$2" "$out"/pytorch_*.debian.tar.*
	if [ -f "$3" ]; then
		tree=$out/pytorch-$(version_of "$3")
	fi
	if ! [ -f "$3" ] || ! [ -d "$tree" ]; then
		download "$1" diff || true
		set -- "$1" "$2" "$out"/new/pytorch_*.debian.tar.*
		if ! [ -f "$3" ]; then
			echo "get-debian-trees.sh: Debian's patches for $2 are not to be had: go on without" >&2
			fetch "$1" "$2"
			return
		fi
		tree=$out/pytorch-$(version_of "$3")
		mv "$3" "$out/"
		[ -d "$tree" ] || {
			download "$1" tar
			unpack "$1" "$2"
		}
	fi
	echo "$tree"
}

fetch bookworm 1.13.1
fetch_with_patches trixie 2.6.0
rm -rf "$out/new"
