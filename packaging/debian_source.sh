#!/bin/sh
# Prints an apt source in deb822 form for suites of Debian, with the mirror and key of this machine's own sources.
# usage: debian_source.sh TYPE SUITE... (TYPE: deb or deb-src). Exit: 0, or 1 if this machine has no Debian source.
set -eu

type=$1
shift
codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)

# The fields of the first entry for this machine's own suite, whichever of the two forms it is written in.
entry=$(
	for file in /etc/apt/sources.list.d/*.sources; do
		[ -f "$file" ] || continue
		awk -v suite="$codename" '
			BEGIN { RS = "" }
			(" " $0 " ") ~ ("\nSuites:([^\n]* )?" suite "[ \n]") && /Components:[^\n]* main/ { print; exit }' "$file"
	done
	for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
		[ -f "$file" ] || continue
		awk -v suite="$codename" '
			$1 == "deb" {
				key = ""
				if (match($0, /\[[^]]*\]/)) {
					options = substr($0, RSTART + 1, RLENGTH - 2)
					$0 = substr($0, 1, RSTART - 1) substr($0, RSTART + RLENGTH)
					if (match(options, /signed-by=[^ ]+/))
						key = "\nSigned-By: " substr(options, RSTART + 10, RLENGTH - 10)
				}
				if ($3 == suite && $4 == "main") {
					print "URIs: " $2 key
					exit
				}
			}' "$file"
	done
)
uris=$(printf '%s\n' "$entry" | sed -n 's/^URIs:[[:space:]]*//p' | head -1)
key=$(printf '%s\n' "$entry" | sed -n 's/^Signed-By:[[:space:]]*//p' | head -1)
if [ -z "$uris" ]; then
	echo "debian_source.sh: this machine has no apt source for '$codename'" >&2
	exit 1
fi
echo "Types: $type"
echo "URIs: $uris"
echo "Suites: $*"
echo "Components: main"
[ -z "$key" ] || echo "Signed-By: $key"
