#!/bin/sh
# Writes the C source of a table of base/embedded.h: the files that FOLDER/INDEX names, byte for byte.
# INDEX has one file name per line; blank lines and lines that begin with '#' do not count.
# usage: embed.sh FOLDER [HEADER PREFIX] > embedded.c: HEADER (patchset/embedded.h) declares PREFIX_files and PREFIX_file_count (embedded).
set -euf
LC_ALL=C
export LC_ALL

fail()
{
	printf 'embed.sh: %s\n' "$1" >&2
	exit 1
}

[ $# -eq 1 ] || [ $# -eq 3 ] || fail 'usage: embed.sh FOLDER [HEADER PREFIX]'
header=${2-patchset/embedded.h}
prefix=${3-embedded}
[ -f "$1/INDEX" ] || fail "'$1/INDEX' is not there"
cd "$1"

# A carriage return may be left by a checkout on Windows.
names=$(tr -d '\r' <INDEX | sed -e 's/[[:blank:]]*$//' -e '/^#/d' -e '/^$/d')
twice=$(printf '%s\n' "$names" | sort | uniq -d)
[ -z "$twice" ] || fail "INDEX names a file twice: $twice"

printf '/* Made by engine/patchset/embed.sh; do not edit. */\n#include "%s"\n\n' "$header"

count=0
table=
# The names are split at line ends alone.
IFS='
'
for name in $names; do
	case $name in
	[.-]* | *[!A-Za-z0-9._-]*) fail "'$name' in INDEX is not the name of a file of this folder" ;;
	esac
	[ -f "$name" ] || fail "'$name' is in INDEX but not in the folder"
	[ -s "$name" ] || fail "'$name' is empty"
	printf 'static const unsigned char bytes_%d[] = {\n' "$count"
	od -An -v -tu1 "$name" | awk '{
		line = "\t"
		for (i = 1; i <= NF; i++)
			line = line (i > 1 ? " " : "") $i ","
		print line
	}'
	printf '};\n\n'
	table="$table	{ \"$name\", bytes_$count, sizeof(bytes_$count) },
"
	count=$((count + 1))
done

# The row of zeros keeps the table from being empty, which C does not allow.
printf 'const struct embedded_file %s_files[] = {\n%s\t{ 0 },\n};\n\n' "$prefix" "$table"
printf 'const size_t %s_file_count = %d;\n' "$prefix" "$count"
