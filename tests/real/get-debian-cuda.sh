#!/bin/sh
# A CUDA toolkit of Debian's non-free component, in a folder of its own that is laid out as NVIDIA's installer does: enough to compile, not to link.
# usage: get-debian-cuda.sh SUITE FOLDER [INCLUDE]
# Fetches the toolkit of SUITE (bullseye has 11.2, bookworm 11.8, trixie 12.4) with apt's own settings, so that the system is not touched, and makes FOLDER. Where this
# machine's g++ is newer than the toolkit takes, but SUITE has one that it takes (g++-11), that is put in FOLDER/gcc, and nvcc uses it. Debian has no
# cuDNN: FOLDER gets links to the cudnn*.h of INCLUDE.
set -eu
if [ $# -ne 2 ] && [ $# -ne 3 ]; then
	sed -n '2,6s/^# //p' "$0" >&2
	exit 2
fi
suite=$1
cudnn=${3-}
mkdir "$2"
home=$(cd "$2" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
packaging=$(cd "$(dirname "$0")/../../packaging" && pwd)
with_apt() {
	sh "$packaging/debian_apt.sh" "$scratch/apt" "$@"
}
# unpack FOLDER PACKAGE...: without the libraries, which are most of it.
unpack() {
	into=$1
	shift
	mkdir -p "$scratch/debs" "$into"
	(cd "$scratch/debs" && with_apt apt-get download "$@")
	for package in "$scratch"/debs/*.deb; do
		dpkg-deb --fsys-tarfile "$package" | tar -xf - -C "$into" --no-wildcards-match-slash --exclude='./usr/lib/*-linux-gnu' --exclude=./usr/share --exclude=./usr/lib/nsight*
	done
	rm -r "$scratch/debs"
}
with_apt begin deb+non-free "$suite"
set -- nvidia-cuda-toolkit nvidia-cuda-dev libcupti-dev libnvidia-ml-dev libthrust-dev libcub-dev
# shellcheck disable=SC2046 # one word or none: older suites do not have this one
unpack "$scratch/unpacked" "$@" $(with_apt apt-cache pkgnames 'libcu++-dev')
usr=$scratch/unpacked/usr
toolkit=$usr/lib/nvidia-cuda-toolkit
mkdir -p "$home/nvvm/bin" "$home/lib64"
mv "$usr/include" "$usr/bin" "$home"
mv "$toolkit/bin/nvcc" "$toolkit/bin/crt" "$home/bin"
mv "$toolkit/bin/cicc" "$home/nvvm/bin"
mv "$toolkit/libdevice" "$home/nvvm"
cat >"$home/bin/nvcc.profile" <<'PROFILE'
TOP = $(_HERE_)/..
NVVMIR_LIBRARY_DIR = $(TOP)/nvvm/libdevice
PATH += $(TOP)/gcc/bin:$(TOP)/nvvm/bin:$(_HERE_):
INCLUDES += "-I$(TOP)/include" $(_SPACE_)
PROFILE
[ -z "$cudnn" ] || ln -s "$(realpath "$cudnn")"/cudnn*.h "$home/include"
newest=$(sed -n 's/^#if __GNUC__ > \([0-9]*\)$/\1/p' "$home/include/crt/host_config.h")
if [ "$(g++ -dumpversion | cut -d. -f1)" -gt "$newest" ]; then
	unpack "$home/gcc" "g++-$newest" "gcc-$newest" "cpp-$newest" "libgcc-$newest-dev" "libstdc++-$newest-dev"
	mv "$home"/gcc/usr/* "$home/gcc" # the compiler finds its parts relative to itself
	rmdir "$home/gcc/usr"
	ln -s "g++-$newest" "$home/gcc/bin/g++"
	ln -s "gcc-$newest" "$home/gcc/bin/gcc"
fi
"$home/bin/nvcc" --version | tail -2 | head -1
