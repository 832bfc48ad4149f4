#!/bin/sh
# What CONTRIBUTING.md promises, tried: a language, an operation on text, one on a file, a format and a command are one file and one row each, an option
# is a row, a member and its name at the command. Copies the repository and what is built into a scratch folder, adds the five files that lie beside
# this script, their rows, and an option for the command, and nothing else; builds; uses each of the six; and runs the checks of the repository there.
# usage: try.sh [BUILD]. The last line is `contributing: N passed, N failed`. Exit: 0 all passed, 1 some failed.
set -u

here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.." || exit
build=${1-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# expect NAME WANTED COMMAND...: its output, both streams, must be WANTED.
expect() {
	name=$1
	wanted=$2
	shift 2
	found=$("$@" 2>&1)
	if [ "$found" = "$wanted" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAILED %s: wanted\n%s\nfound\n%s\n' "$name" "$wanted" "$found"
	fi
}

# holds NAME WORDS COMMAND...: a line of its output holds WORDS.
holds() {
	name=$1
	words=$2
	shift 2
	if "$@" 2>&1 | grep -qF -- "$words"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAILED %s: "%s" is not in what this prints: %s\n' "$name" "$words" "$*"
	fi
}

# add MODULE FILE [REGISTRY]: the file, and its row before the last one of the registry, which is in the module REGISTRY if that is another one.
add() {
	cp "$here/$2" "engine/$1/$2"
	row=${2#*_}
	row=${row%.c}
	registry=engine/${3-$1}/registry.c
	last=$(grep -o 'ROW([a-z0-9_]*)' "$registry" | tail -n 1)
	sed -i "s/$last/ROW($row) $last/" "$registry"
}

mkdir -p "$scratch/$build"
for entry in ./*; do
	case $entry in
	./build*) ;;
	*) cp -a "$entry" "$scratch" ;;
	esac
done
cp -a "$build/obj" "$scratch/$build"
cp -a "$scratch/engine" "$scratch/engine.before"
cd "$scratch" || exit
add lang lang_jsonl.c
add op/operation op_comment_out.c
add fileop op_ensure_file.c op/operation
add report/format format_tsv.c
add cli/command cmd_languages.c
# The option: two lines in one file, and two in the command that takes it.
sed -i -e 's/^\tOPTIONS_SHARED_ROWS(ROW, "tpatch") .*/&\n\tROW(NAMES, KIND_FLAG, names, "names", 0, NULL, "only the names") \\/' \
	-e 's/^\tOPTIONS_SHARED;.*/&\n\tbool names;/' engine/cli/option.h
sed -i -e 's/{ OPTION_NONE }/{ OPTION_NAMES, OPTION_NONE }/' -e '/(void)options;/d' \
	-e 's/all\[i\]->name, all\[i\]->summary/all[i]->name, options->names ? "" : all[i]->summary/' engine/cli/command/cmd_languages.c
if ! make -s "BUILD=$build" >log 2>&1; then
	tail -n 20 log
	echo "contributing: 0 passed, 1 failed"
	exit 1
fi
tpatch=$scratch/$build/tpatch

changed=$(diff -rq engine.before engine | grep -c '^Files .*/\(registry.c\|option.h\) differ$')
new=$(diff -rq engine.before engine | grep -c '^Only in engine/')
expect "what was touched" "5 with rows, 5 files, 10 in all" echo "$changed with rows, $new files, $(diff -rq engine.before engine | grep -c .) in all"

holds "the command is in help" "languages" "$tpatch" help
holds "the command has help" "usage: tpatch languages" "$tpatch" languages --help
holds "the command has a manual page" ".TH TPATCH-LANGUAGES 1" "$tpatch" help languages --man
holds "the command completes" "languages	the languages" "$tpatch" __complete cur=lang
holds "the command runs, and knows the language" "jsonl      JSON, one value to a line" "$tpatch" languages
holds "the option is in help" "      --names              only the names" "$tpatch" languages --help
holds "the option has its place in the manual" "\\fB\\-\\-names\\fR" "$tpatch" help languages --man
holds "the option completes" "--names	only the names" "$tpatch" __complete cur=--n languages
expect "the option is obeyed" "jsonl" sh -c "'$tpatch' languages --names | sed -n 's/^\\(jsonl\\) *$/\\1/p'"
holds "another command does not take it" "'check' does not take --names" "$tpatch" check --names
holds "the format is in help" "tsv      a line for each rule" "$tpatch" help check
holds "the format prints" "cmake-minimum	would-patch" "$tpatch" check --root fixtures/pytorch-1.12.1/before --format tsv
holds "the operation is in the schema" '"comment-out"' "$tpatch" schema
holds "the operation on a file is in the schema" '"ensure-file"' "$tpatch" schema
holds "the language is in the schema" '"jsonl"' "$tpatch" schema

mkdir -p sets tree
echo 1.0 >tree/demo.txt
cat >sets/demo.yaml <<'END'
tpatch: 1
name: demo
summary: Both at once
target: {project: demo, versions: "1.*"}
rules:
  - id: no-tests
    title: Leave out the tests
    why: They are what is tried.
    files: "*.cmake"
    edits:
      - match: add_subdirectory(test $$$)
        comment-out: true
    tests:
      - {before: "add_subdirectory(test)\nadd_subdirectory(src)\n", after: "#add_subdirectory(test)\nadd_subdirectory(src)\n"}
  - id: threads
    title: Take four threads
    why: It is what is tried.
    files: "*.jsonl"
    edits:
      - match: '"threads": $N'
        set: {N: "4"}
    tests:
      - {before: '{"threads": 1, "x": [2]}', after: '{"threads": 4, "x": [2]}'}
  - id: marker
    title: Have a marker
    why: It is what is tried.
    files: made/marker.txt
    edits:
      - ensure-file: true
    tests:
      - {absent: before, after: ""}
      - {before: "anything\n", after: "anything\n"}
END
cat >sets/project.yaml <<'END'
tpatch: 1
project: demo
summary: A tree to try things on
markers: [demo.txt]
version-file: demo.txt
END
holds "rules with both hold their tests" " 0 failed" "$tpatch" test demo --patchsets sets
printf 'add_subdirectory(test)\n' >tree/a.cmake
printf '{ "threads" :  1 }\n"threads: 1"\n' >tree/b.jsonl
"$tpatch" -q --root tree --patchsets sets
expect "all three change a tree" "#add_subdirectory(test)
{ \"threads\" :  4 }
\"threads: 1\"" cat tree/a.cmake tree/b.jsonl tree/made/marker.txt
expect "and find it done" "" "$tpatch" check -q --root tree --patchsets sets
for check in registries layers banned lengths; do
	set --
	[ $check != banned ] || set -- "$build/obj/engine"
	expect "tests/repo/$check.sh" "" sh "tests/repo/$check.sh" "$@"
done
expect "the keys are asked for" "patchsets/README.md:1: does not tell of the key 'comment-out'
patchsets/README.md:1: does not tell of the key 'ensure-file'" env "BUILD=$build" sh tests/repo/schema_keys.sh

echo "contributing: $passed passed, $failed failed"
[ "$failed" = 0 ]
