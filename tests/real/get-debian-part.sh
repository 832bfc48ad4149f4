#!/bin/sh
# The files of a PyTorch release that Debian installs, laid out as in its source tree: a part of a tree, where a release cannot be had whole.
# usage: get-debian-part.sh SUITE FOLDER
# Fetches libtorch-dev and python3-torch of SUITE (sid) with apt's own settings in a folder of its own, so that the system is not touched, and makes FOLDER.
# It has the Python files, the headers, and the CMake files that an installed PyTorch shares with its source; no CMakeLists.txt, setup.py, tools/ or .cpp.
set -eu
if [ $# -ne 2 ]; then
	sed -n '2,5s/^# //p' "$0" >&2
	exit 2
fi
suite=$1
mkdir "$2"
part=$(cd "$2" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
packaging=$(cd "$(dirname "$0")/../../packaging" && pwd)
sh "$packaging/debian_apt.sh" "$scratch/apt" begin deb "$suite"
(cd "$scratch" && sh "$packaging/debian_apt.sh" "$scratch/apt" apt-get download libtorch-dev python3-torch)
for package in "$scratch"/*.deb; do dpkg-deb -x "$package" "$scratch/unpacked"; done

usr=$scratch/unpacked/usr
cmake=$(echo "$usr"/lib/*/cmake/Caffe2)
mkdir -p "$part/aten/src" "$part/cmake/Modules"
cp -R "$usr"/lib/python3/dist-packages/torch "$usr"/lib/python3/dist-packages/torchgen "$part"
cp -R "$usr/include/torch" "$usr/include/c10" "$usr/include/caffe2" "$part"
cp -R "$usr/include/ATen" "$part/aten/src"
cp -R "$cmake/public" "$cmake/Modules_CUDA_fix" "$part/cmake"
cp "$cmake"/Find*.cmake "$part/cmake/Modules"
find "$part" \( -name '*.so' -o -type l \) -exec rm {} +
version=$(sed -n "s/^__version__ = '\([0-9.]*\).*/\1/p" "$part/torch/version.py")
echo "$version" >"$part/version.txt"
echo "$part: $version, $(find "$part" -type f | wc -l) files"
