#!/bin/sh
# What the cases about bad input share. usage: . "$TESTS/cli/lib/case.sh", in a case of run_cli.py.
# shellcheck disable=SC2034 # the cases use it
sets=$FIXTURES/verdict/as-expected/patchsets

# A new tree that the set changes in two files, a.cmake and b.cmake.
fresh() {
	rm -rf tree
	cp -a "$FIXTURES/verdict/as-expected/before" tree
	state >"$HOME/state.before"
}

# demo_project FOLDER [-]: writes FOLDER/project.yaml, the project that nearly all cases are about. "-": what else it says is on standard input.
demo_project() {
	mkdir -p "$1"
	{
		printf '%s\n' 'tpatch: 1' 'project: demo' 'summary: A project' 'markers: [demo.txt]' 'version-file: demo.txt'
		[ "${2-}" != - ] || cat
	} >"$1/project.yaml"
}

# demo_set FOLDER [VERSIONS]: writes FOLDER/set.yaml, a set for it; variables and rules are on standard input.
demo_set() {
	mkdir -p "$1"
	{
		printf '%s\n' 'tpatch: 1' 'name: demo-1' 'summary: A set' "target: {project: demo, versions: \"${2-1.*}\"}"
		cat
	} >"$1/set.yaml"
}

# Runs tpatch; shows the command, standard output, standard error (behind "! ") and the exit code.
t() {
	echo "\$ tpatch $*"
	tpatch "$@" 2>"$HOME/stderr"
	code=$?
	sed 's/^/! /' "$HOME/stderr"
	echo "[$code]"
}

# Every file of the tree but the journal: mode, mtime and content.
state() {
	find tree -path tree/.tpatch -prune -o -type f -printf '%p %m %T@ ' -exec md5sum {} \; 2>&1 | sort
}

# Is the tree, byte for byte, mode and mtime, as fresh() or note_state() saw it?
note_state() {
	state >"$HOME/state.before"
}
as_it_was() {
	state >"$HOME/state.now"
	if cmp -s "$HOME/state.before" "$HOME/state.now"; then
		echo "the tree is as it was"
	else
		echo "THE TREE CHANGED:"
		diff "$HOME/state.before" "$HOME/state.now"
	fi
}

# A run where there may be too little room: done and taken back, or exit 4 and the tree as it was; shows what else is said.
in_little_room() {
	tpatch -q "$@" 2>"$HOME/stderr"
	code=$?
	if [ $code = 0 ]; then
		echo "there was room"
		tpatch -q rollback --root tree
	elif [ $code != 4 ]; then
		echo "exit $code"
	fi
	sed -e '/^hint: the tree is as it was$/d' -e '/^error: cannot .*: no space left on device$/d' "$HOME/stderr"
	as_it_was
}

# After a whole run in a fresh tree: makes of it what a kill between the two files leaves (engine/commit/journal/journal.c): a.cmake is new,
# b.cmake is old.
cut_off() {
	fresh
	tpatch -q --root tree --patchsets "$sets"
	run=tree/.tpatch/runs/000001
	cp -p tree/b.cmake "$run/new/1"
	ln -f "$run/old/1" tree/b.cmake
	mv "$run/header.applied" "$run/header.pending"
}

# forge_record STATE: the record of run 1 of a journal that came with the tree. What comes after "keeps 0" is read from standard input; the
# checksum, its last line, is that of all before it.
forge_record() {
	mkdir -p tree/.tpatch/runs/000001/old tree/.tpatch/runs/000001/new
	{
		printf '%s\n' 'tpatch-run 4' 'run 1' 'time 1769863000000000000' 'tool 0.1.0' 'set demo-1' 'target 1.0' 'keeps 0'
		cat
	} >"tree/.tpatch/runs/000001/header.$1"
}

# Runs a command for which permission bits count, whoever we are.
plain() {
	if [ "$(id -u)" = 0 ]; then
		setpriv --bounding-set=-dac_override,-dac_read_search --inh-caps=-dac_override,-dac_read_search "$@"
	else
		"$@"
	fi
}

# As t(), for which permission bits count.
plain_t() {
	echo "\$ tpatch $*"
	plain tpatch "$@" 2>"$HOME/stderr"
	code=$?
	sed 's/^/! /' "$HOME/stderr"
	echo "[$code]"
}

# The case cannot be run here: run_cli.py shows why.
skip() {
	echo "$*"
	exit 77
}

need_plain() {
	: >probe
	chmod 000 probe
	plain true 2>/dev/null || skip "setpriv cannot take capabilities away here"
	! plain test -r probe || skip "permission bits do not count here"
	rm -f probe
}
