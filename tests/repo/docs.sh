#!/bin/sh
# Is everything there that the documents name? Looks at all *.md of the repository:
#   - relative links [text](path)
#   - paths in `code` that begin with a top-level folder; words in capitals and `*` in them stand for anything
#   - `make TARGET`, in code and in code blocks
# Prints `file:line: reason`. usage: docs.sh, in the root of the repository. Exit: 0 all is there, 1 something is not.
set -eu

if ! [ -f Makefile ]; then
	echo "docs.sh: run me in the root of the repository" >&2
	exit 2
fi
failed=0
scratch=$(mktemp)
trap 'rm -f "$scratch"' EXIT


# is_there PATTERN: does some path fit, once words in capitals are taken as `*`?
is_there() {
	pattern=$(printf '%s' "$1" | sed -E 's/…/*/g; s/(^|[/_.-])[A-Z][A-Z_]*([/_.-]|$)/\1*\2/g; s/_X\./_*./g')
	[ -e "$1" ] || [ -n "$(find . -path ./.git -prune -o -path "./$pattern" -print 2>/dev/null | head -1)" ]
}

is_target() {
	grep -qhE "^([^#:=]* )?$1( [^:=]*)?:([^=]|\$)" Makefile engine/*/*.mk packaging/*.mk driver/*.mk tests/*/*.mk
}

tops=$(find . -mindepth 1 -maxdepth 1 -type d ! -name '.*' ! -name 'build*' | sed 's|^\./||' | tr '\n' '|' | sed 's/|$//')
find . -name '*.md' -not -path './.git/*' -not -path './build*/*' -not -path './fixtures/*' | sed 's|^\./||' | sort >"$scratch"
while read -r document; do
	folder=$(dirname "$document")
	# Each as `line kind text`.
	awk '
		{ line = $0 }
		{ while (match(line, /\]\([^)#]+/)) { print FNR, "link", substr(line, RSTART + 2, RLENGTH - 2); line = substr(line, RSTART + RLENGTH) } }
		{ line = $0 }
		/^```/ { in_block = !in_block; next }
		{
			text = in_block ? line : ""
			while (!in_block && match(line, /`[^`]+`/)) {
				code = substr(line, RSTART + 1, RLENGTH - 2)
				print FNR, "code", code
				text = text " ; " code
				line = substr(line, RSTART + RLENGTH)
			}
			gsub(/[;|&]+/, " ; ", text)
			n = split("; " text, word, /[ \t]+/)
			begins = 0
			for (i = 1; i <= n; i++) {
				if (begins && word[i] == "make")
					for (i++; i <= n && word[i] ~ /^(-[A-Za-z0-9]+|[A-Za-z_]+=.*|[a-z][a-z0-9-]*)$/; i++)
						if (word[i] ~ /^[a-z][a-z0-9-]*$/)
							print FNR, "target", word[i]
				if (word[i] == ";")
					begins = 1
				else if (word[i] !~ /^([$]|[A-Z_]+=.*)?$/)
					begins = 0
			}
		}' "$document" | while read -r line kind text; do
		case $kind in
		link)
			case $text in *://* | mailto:*) continue ;; esac
			[ -e "$folder/$text" ] || echo "$document:$line: no file '$text'"
			;;
		target) is_target "$text" || echo "$document:$line: the Makefile has no target '$text'" ;;
		code)
			path=$(printf '%s' "$text" | grep -oE "^($tops)/[A-Za-z0-9_.*/…-]*\$" || true)
			[ -z "$path" ] || is_there "${path%/}" || echo "$document:$line: no path '$path'"
			;;
		esac
	done
done <"$scratch" >"$scratch.found"
if [ -s "$scratch.found" ]; then
	cat "$scratch.found"
	failed=1
fi
rm -f "$scratch.found"
exit $failed
