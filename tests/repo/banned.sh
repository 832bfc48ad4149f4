#!/bin/sh
# What the engine and the driver may not use: functions without bounds, hidden state or a hidden exit; printing outside cmdline/; the system outside
# platform/; global variables that can be written.
# usage: banned.sh [OBJECTS], in the root of the repository; OBJECTS is the folder with the engine's object files, whose
# symbols are looked at (without it that part is skipped). Prints `file:line: reason`. Exit: 0 nothing found, 1 something.
set -eu

code=$(mktemp)
trap 'rm -f "$code"' EXIT
find engine driver -name '*.[ch]' ! -path 'driver/tests/*' | sort | xargs awk -f tests/repo/strip.awk >"$code"
failed=0

# ban WORDS REASON [FILES]: no call of one of WORDS (an extended regular expression), except in FILES (another).
ban() {
	pattern="(^|[^A-Za-z0-9_>.])($1)[[:space:]]*\\("
	if found=$(grep -vE "^(${3:-nothing}):" "$code" | grep -E "^[^:]*:[0-9]*:.*$pattern"); then
		printf '%s\n' "$found" | sed -E "s/^([^:]*:[0-9]+):.*$pattern.*/\\1: \\3: $(printf '%s' "$2" | sed 's/[\/&]/\\&/g')/"
		failed=1
	fi
}

platform='(engine/platform|driver/system)/[^:]*'
ban 'strcpy|strcat|stpcpy|sprintf|vsprintf|gets|alloca' 'no bounds: use struct str or memcpy'
ban 'strtok|rand|srand|asctime|ctime|localtime|gmtime|setlocale|strerror' 'hidden state: it is not safe with threads'
ban 'atoi|atol|atoll|atof|scanf|sscanf|fscanf' 'tells no error: use strtoul or a scanner' "$platform"
ban 'system|popen|exec[lv]p?e?|fork|vfork|posix_spawnp?' 'only platform/process.h and platform/terminal.h start programs' 'engine/platform/posix/process.c'
ban 'qsort' 'leaves the order of equal elements to the C library: use base/sort.h' "$platform"
ban 'exit|_exit|_Exit|quick_exit|atexit|longjmp|setjmp|raise' 'only main() ends the process, by returning' 'engine/platform/posix/memory.c'
ban 'malloc|calloc|realloc|reallocarray|strdup|strndup' 'use base/alloc.h' 'engine/base/[a-z0-9/]*\.c'
ban 'printf|fprintf|vprintf|vfprintf|puts|fputs|putchar|putc|fputc|fwrite|perror' 'only cmdline/ and driver/command/ print, through platform_write_stream' "$platform"
ban 'fopen|freopen|fdopen|fread|fgets|getc|fgetc|getchar|tmpfile|tmpnam|mkstemp|remove|rename' 'only platform/ does input and output' "$platform"
ban 'getenv|secure_getenv|setenv|putenv|time|clock|clock_gettime|gettimeofday|sleep|nanosleep|signal|sigaction' 'only platform/ asks the system' "$platform"

if found=$(grep -vE "^$platform:" "$code" | grep -E '\<(_WIN32|_WIN64|__MINGW32__|__linux__|__unix__|__APPLE__|_MSC_VER)\>'); then
	printf '%s\n' "$found" | sed -E 's/^([^:]*:[0-9]+):.*/\1: only platform\/ knows on which system it is/'
	failed=1
fi
if found=$(grep -rnE 'TODO|FIXME|XXX|HACK' engine driver --include='*.[ch]'); then
	printf '%s\n' "$found" | sed -E 's/^([^:]*:[0-9]+):.*/\1: unfinished work belongs into an issue/'
	failed=1
fi

if [ $# -eq 0 ]; then
	echo "banned.sh: no folder of objects given: global variables not looked at"
	exit $failed
fi
objects=$(find "$1" -name '*.o' | sort)
if [ -z "$objects" ]; then
	echo "banned.sh: no object files in $1" >&2
	exit 2
fi
# Constant tables of pointers are in .data.rel.ro: written once by the loader, then read-only. Only what stays writable counts.
# shellcheck disable=SC2086 # a list of files
LC_ALL=C objdump -t $objects | awk -v top="$1/" '
	/:     file format / { object = substr($0, length(top) + 1); sub(/\.o: .*/, "", object); next }
	/\*COM\*/ { print object, $NF; next }
	/^[0-9a-f]+ / {
		for (i = 2; i < NF; i++)
			if ($i ~ /^\.(data|bss|tdata|tbss)/ && $i !~ /^\.data\.rel\.ro/ && $NF != $i)
				print object, $NF
	}' | grep -vE ' (__[a-z]*san_|\.L|__odr_asan|__unnamed_)' >"$code" || true
while read -r object symbol; do
	source=engine/$object.c
	# A variable inside a function is `name.0` with gcc and `function.name` with clang.
	symbol=$(printf '%s' "$symbol" | sed -E 's/\.[0-9]+$//; s/^.*\.//')
	line=$(grep -n "\\<$symbol\\>" "$source" 2>/dev/null | head -1 | cut -d : -f 1)
	echo "$source:${line:-1}: '$symbol' is a variable that can be written"
	failed=1
done <"$code"
exit $failed
