#!/bin/sh
# Builds tpatch on Windows itself: in an MSYS2 shell (UCRT64, or the older MINGW64), in the root of the repository. Installs what that takes
# with pacman, which asks first; the program is build/tpatch.exe, and needs nothing of MSYS2 to run. Then it proves the rules that it carries.
#
# usage: msys2.sh [MAKE-ARGUMENT...]
set -eu

case ${MSYSTEM-} in
UCRT64 | MINGW64) ;;
*)
	echo "msys2.sh: this is no UCRT64 or MINGW64 shell of MSYS2 (MSYSTEM is '${MSYSTEM-}')" >&2
	exit 2
	;;
esac
prefix=${MINGW_PACKAGE_PREFIX:?msys2.sh: MSYS2 sets MINGW_PACKAGE_PREFIX}
pacman -S --needed make "$prefix-gcc" "$prefix-pcre2" "$prefix-libyaml" "$prefix-jansson" "$prefix-xxhash" "$prefix-libsodium"
make -j"$(nproc)" CC=gcc "$@"
build/tpatch.exe --version
build/tpatch.exe test
