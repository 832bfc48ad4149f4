#!/bin/sh
# Is the program that was built for Linux what a release is to be: position-independent, all of its tables read-only once it is loaded, no
# stack that can be executed, guards on the stack, and the C library's checking functions in use? A build with a sanitizer has none of the last.
# usage: hardening.sh [PROGRAM]. Prints what is missing. Exit: 0 nothing, 1 something, 2 it could not be looked at.
set -eu

if [ $# -eq 0 ]; then
	echo "hardening.sh: no program given: not looked at"
	exit 0
fi
program=$1
failed=0
missing() {
	echo "$program: $1"
	failed=1
}

if ! readelf -h "$program" >/dev/null 2>&1; then
	echo "hardening.sh: '$program' is no ELF program" >&2
	exit 2
fi
readelf -hW "$program" | grep -q 'Type: *DYN' || missing "it is not position-independent (-pie)"
readelf -dW "$program" | grep -q 'FLAGS.*BIND_NOW' || missing "names are bound late (-z now)"
readelf -lW "$program" | grep -q 'GNU_RELRO' || missing "its tables stay writable (-z relro)"
readelf -lW "$program" | grep -q 'GNU_STACK.* RW ' || missing "its stack can be executed"
symbols=$(readelf -W --dyn-syms "$program")
if printf '%s\n' "$symbols" | grep -qE '__[atu][a-z]*san_'; then
	echo "$program: built with a sanitizer: the rest does not apply"
	exit $failed
fi
printf '%s\n' "$symbols" | grep -q '__stack_chk_fail' || missing "no guards on the stack (-fstack-protector-strong)"
printf '%s\n' "$symbols" | grep -qE '__[a-z]+_chk' || missing "no checking functions (-D_FORTIFY_SOURCE=3)"
exit $failed
