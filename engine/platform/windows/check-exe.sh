#!/bin/sh
# Does the Windows program need nothing but Windows? Its DLLs must be the system's own, and it must carry its manifest and the flags for
# address randomisation and data execution prevention. A library has no manifest, and shows nothing but functions named tpatch_….
# usage: check-exe.sh PROGRAM.exe or LIBRARY.dll. Exit: 0 all is well, 1 not.
set -eu

objdump=${OBJDUMP:-x86_64-w64-mingw32-objdump}
command -v "$objdump" >/dev/null || objdump=objdump
headers=$("$objdump" -p "$1")
failed=0
for dll in $(printf '%s\n' "$headers" | sed -n 's/^[[:space:]]*DLL Name: //p'); do
	case $dll in
	KERNEL32.dll | ADVAPI32.dll | ntdll.dll) ;;
	# The C library: one is in every Windows, the other since Windows 10.
	msvcrt.dll | api-ms-win-crt-*.dll) ;;
	*)
		echo "$1: needs $dll, which is no part of Windows" >&2
		failed=1
		;;
	esac
done
for flag in HIGH_ENTROPY_VA DYNAMIC_BASE NX_COMPAT; do
	if ! printf '%s\n' "$headers" | grep -q "^[[:space:]]*$flag"; then
		echo "$1: is linked without $flag" >&2
		failed=1
	fi
done
case $1 in
*.dll)
	foreign=$(printf '%s\n' "$headers" | sed -n '/Ordinal\/Name Pointer/,/^$/p' | grep -E '^[[:space:]]*\[ *[0-9]+\]' | grep -v ' tpatch_[a-z_]*$' || :)
	if [ -n "$foreign" ]; then
		echo "$1: shows $foreign" >&2
		failed=1
	fi
	;;
*)
	if ! grep -aq '<longPathAware' "$1"; then
		echo "$1: has no manifest" >&2
		failed=1
	fi
	;;
esac
exit $failed
