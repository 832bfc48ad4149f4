#!/bin/sh
# Signs Windows programs in place, so that Windows shows who made them. usage: packaging/sign.sh PROGRAM...
#
# What to sign with comes from the environment; without SIGN_CERTS nothing is signed, and the script says so.
#
# SIGN_CERTS       a file with the code signing certificate and those above it (PEM or SPC)
# SIGN_KEY         its private key (PEM), or a PKCS#11 URI
# SIGN_PASS_FILE   a file with the key's password, if it has one
# SIGN_TIMESTAMP   the address of an RFC 3161 timestamp server; without one, the signature ends with the certificate
#
# Exit: 0 all are signed, or none was to be; 1 one is not, and is as it was.
set -eu

if [ -z "${SIGN_CERTS-}" ]; then
	echo "sign.sh: SIGN_CERTS is not set: the Windows programs are not signed"
	exit 0
fi
: "${SIGN_KEY:?sign.sh: SIGN_CERTS is set, and SIGN_KEY is not}"
for program in "$@"; do
	set -- -certs "$SIGN_CERTS" -key "$SIGN_KEY" -h sha256 -n tpatch
	[ -z "${SIGN_PASS_FILE-}" ] || set -- "$@" -readpass "$SIGN_PASS_FILE"
	[ -z "${SIGN_TIMESTAMP-}" ] || set -- "$@" -ts "$SIGN_TIMESTAMP"
	rm -f "$program.signed"
	if ! said=$(osslsigncode sign "$@" -in "$program" -out "$program.signed" 2>&1); then
		rm -f "$program.signed"
		echo "sign.sh: cannot sign '$program': $said" >&2
		exit 1
	fi
	chmod +x "$program.signed"
	mv "$program.signed" "$program"
	echo "sign.sh: signed '$program'"
done
