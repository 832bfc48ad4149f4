#!/bin/sh
# Fetches a CMake of 4.0 or later from Debian unstable into a folder, beside the machine's own, and checks that it runs; and into OUT/python scikit-build-core,
# which is Python alone and runs with any.
# usage: get-cmake4.sh OUT. Nothing is installed and nothing outside of OUT is written: packages are unpacked with the libraries
# they need, down to the C library, and the programs are told to load these. Needs patchelf. Prints the path of cmake: OUT/bin/cmake.
set -eu

here=$(dirname "$0")
out=${1:?usage: get-cmake4.sh OUT}
if ! command -v patchelf >/dev/null; then
	echo "get-cmake4.sh: patchelf is needed (Debian's package of that name)" >&2
	exit 1
fi
mkdir -p "$out/apt/parts" "$out/apt/lists/partial" "$out/apt/cache/archives/partial" "$out/root"
out=$(cd "$out" && pwd)
apt=$out/apt
sh "$here/../../packaging/debian_source.sh" deb sid >"$apt/parts/debian.sources"

# With an empty status file nothing counts as installed, so everything that cmake needs is fetched.
: >"$apt/status"
set -- -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$apt/parts" -o Dir::Etc::preferencesparts=/dev/null \
	-o Dir::State::lists="$apt/lists" -o Dir::State::status="$apt/status" -o Dir::Cache="$apt/cache" \
	-o APT::Sandbox::User="$(id -un)" -o APT::Install-Recommends=0 -o Debug::NoLocking=1
apt-get "$@" update
apt-get "$@" --yes --download-only install cmake
for package in "$apt"/cache/archives/*.deb; do
	dpkg-deb -x "$package" "$out/root"
done

(cd "$apt" && apt-get "$@" download python3-scikit-build-core python3-pathspec python3-packaging)
for package in "$apt"/python3-*.deb; do
	dpkg-deb -x "$package" "$apt/python"
done
rm -rf "$out/python"
mv "$apt/python/usr/lib/python3/dist-packages" "$out/python"

loader=$(find "$out/root" -name 'ld-linux*.so.*' -print | head -1)
libraries=$(dirname "$(find "$out/root" -name 'libc.so.6' -print | head -1)")
cmake=$out/root/usr/bin/cmake
patchelf --set-interpreter "$loader" --force-rpath --set-rpath "$libraries:$(dirname "$loader")" "$cmake"
rm -rf "$apt"

version=$("$cmake" --version | sed -n 's/^cmake version \([0-9]*\)\..*/\1/p')
if [ "${version:-0}" -lt 4 ]; then
	echo "get-cmake4.sh: $cmake is not of version 4 or later" >&2
	exit 1
fi
# A script that includes a module shows that it finds its own files.
echo 'include(CMakePrintHelpers)' >"$out/self-test.cmake"
"$cmake" -P "$out/self-test.cmake"
rm "$out/self-test.cmake"
mkdir -p "$out/bin"
ln -sf ../root/usr/bin/cmake "$out/bin/cmake"
echo "$out/bin/cmake"
