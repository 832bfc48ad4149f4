#!/bin/sh
# Rules that fit the tree and yet must not be written, and what a verdict says of those that have nothing to do: whole.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
# rules TITLE: the rules are on standard input; the tree has what is in new/.
rules() {
	echo "== $1"
	sed 's/^/  - /; 1s/^/rules:\n/' | demo_set sets
	rm -rf tree
	mkdir tree
	echo 1.0 >tree/demo.txt
	printf 'set(A 1)\nset(B 1)\n' >tree/a.cmake
	[ ! -d new ] || cp -RP new/. tree
	rm -rf new
	mkdir new
	shift
	tpatch --root tree --patchsets sets -v "$@" 2>&1 | sed '/^tree/d; /^version/d; /^set /d; /^digest/d; /^undo/d; /^$/d'
	cat tree/a.cmake
}
rules 'what comes out is no code' <<'END'
{id: one, title: One, why: w, files: a.cmake, edits: [{regex: '1\)', replace: '1'}]}
END
rules 'what is created is no code' <<'END'
{id: one, title: One, why: w, files: b.cmake, edits: [{create: "set(A\n"}]}
END
rules 'two want the same place' <<'END'
{id: one, title: One, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
{id: two, title: Two, why: w, files: a.cmake, edits: [{match: set($X 1), replace: set($X 3)}]}
END
rules 'two edits of one rule want the same place' <<'END'
{id: one, title: One, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2)}, {match: set($X 1), replace: set($X 3)}]}
END
rules 'a result that is changed again' <<'END'
{id: one, title: One, why: w, files: a.cmake, edits: [{regex: '1', replace: '11'}]}
END
rules 'what one writes parts another one from its code' <<'END'
{id: one, title: One, why: w, files: a.cmake, edits: [{match: set(A 1), replace: "set(A 1)\nset(X)"}]}
{id: two, title: Two, why: w, files: a.cmake, edits: [{match: set(A 1), insert-after: set(Y)}]}
END
rules 'the content of another rule' <<'END'
{id: one, title: One, why: w, files: b.cmake, edits: [{create: "set(C 1)\n"}]}
{id: two, title: Two, why: w, files: '*.cmake', edits: [{match: set(C 1), replace: set(C 2)}]}
END
rules 'a new place of a file, and what is for it there' <<'END'
{id: one, title: One, why: w, files: a.cmake, edits: [{rename-file: c.cmake}]}
{id: two, title: Two, why: w, files: c.cmake, optional: true, edits: [{match: set(A 1), replace: set(A 2)}]}
END
mkdir -p new/b.cmake
rules 'a folder is where a file is to be' <<'END'
{id: one, title: One, why: w, files: b.cmake, edits: [{create: "set(C 1)\n"}]}
END
rules 'a group of which half is made' <<'END'
{id: one, title: One, why: w, group: g, files: a.cmake, edits: [{match: set(A 0), replace: set(A 1)}]}
{id: two, title: Two, why: w, group: g, files: a.cmake, edits: [{match: set(C 0), replace: set(C 1)}]}
END
rules 'other counts than expected' <<'END'
{id: one, title: One, why: w, files: a.cmake, expect: {edits: 3}, edits: [{match: 'set($X 1)', replace: set($X 2)}]}
{id: two, title: Two, why: w, files: '*.cmake', expect: {files: 2..4}, edits: [{match: set(A 1), replace: set(A 2)}]}
END
rules 'nothing to do, for many reasons' <<'END'
{id: gone, title: A, why: w, files: none.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
{id: absent, title: A, why: w, files: a.cmake, edits: [{match: set(C 1), replace: set(C 2)}]}
{id: may, title: A, why: w, files: a.cmake, optional: true, edits: [{match: set(C 1), replace: set(C 2)}]}
{id: fine, title: A, why: w, files: a.cmake, edits: [{match: set(A $V), set: {V: "2"}, where: {V: {version: "<1"}}}]}
{id: done, title: A, why: w, files: a.cmake, edits: [{match: set(A 0), replace: set(A 1)}]}
{id: inside, title: A, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2), inside: if(X)}]}
{id: behind, title: A, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2), after: set(B 1)}]}
{id: blocks, title: A, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2), any: [{inside: if(X)}, {inside: if(Y)}]}]}
{id: later, title: A, why: w, files: a.cmake, versions: ">=1.5", edits: [{match: set(A 1), replace: set(A 2)}]}
{id: fixed, title: A, why: w, files: a.cmake, upstream: {status: backport, fixed-in: "1.0"}, edits: [{match: set(C 1), replace: set(C 2)}]}
END
printf 'set(C 1)\n' >new/b.cmake
rules 'the content of another rule, which is there' <<'END'
{id: one, title: One, why: w, files: b.cmake, edits: [{create: "set(C 1)\n"}]}
{id: two, title: Two, why: w, files: '*.cmake', edits: [{match: set(C 1), replace: set(C 2)}]}
END
rules 'a result that its second edit does not recognise' <<'END'
{id: one, title: One, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2)}, {match: set(B 1), replace: set(B 2), after: set(A 1)}]}
END
printf 'a = 1\nb = \n' >new/a.toml
rules 'a file that was no code before' <<'END'
{id: one, title: One, why: w, files: a.toml, edits: [{match: a = 1, replace: a = 2}]}
END
rules 'a group of which a part is there and another one can be neither' <<'END'
{id: one, title: One, why: w, group: g, files: a.cmake, edits: [{match: set(A 0), replace: set(A 1)}]}
{id: two, title: Two, why: w, group: g, optional: true, files: a.cmake, edits: [{match: set(C 0), replace: set(C 1)}]}
{id: three, title: Three, why: w, group: g, files: a.cmake, edits: [{match: set(B 1), replace: set(B 2)}]}
END
printf 'set(C 2)\nset(D 2)\n' >new/c.cmake
rules 'places that are changed already count for the least, and not for the most' <<'END'
{id: least, title: A, why: w, files: '?.cmake', expect: {edits: 4..5}, edits: [{match: 'set($X 1)', replace: set($X 2)}]}
{id: too-few, title: A, why: w, files: '?.cmake', expect: {edits: '>=5', files: '>=3'}, edits: [{match: 'set($X 1)', replace: set($X 2)}]}
{id: most, title: A, why: w, files: '?.cmake', expect: {edits: '<=2', files: '<=1'}, edits: [{match: 'set($X 1)', replace: set($X 2)}]}
{id: too-many, title: A, why: w, files: '?.cmake', expect: {edits: 0..1}, edits: [{match: 'set($X 1)', replace: set($X 2)}]}
{id: exact, title: A, why: w, files: '?.cmake', expect: {edits: 3}, edits: [{match: 'set($X 1)', replace: set($X 2)}]}
END
echo 'set(B 1)' >new/b.cmake
rules 'only a part of the tree' --globs b.cmake <<'END'
{id: elsewhere, title: A, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
{id: said, title: A, why: w, files: a.cmake, warn: It is here., if-found: {match: set(A 1)}}
{id: unsaid, title: A, why: w, files: a.cmake, warn: It is there., if-found: {match: set(C 1)}}
{id: always, title: A, why: w, note: It is so.}
END
printf 'B = 1\n' >new/b.py
rules 'the only place that is looked at goes' --globs b.py <<'END'
{id: one, title: One, why: w, files: b.py, edits: [{remove-file: {text: "B = 1\n"}}]}
{id: two, title: Two, why: w, files: '*.py', edits: [{match: B = 2, replace: B = 1}]}
END
rules 'what is to be removed is nowhere' <<'END'
{id: one, title: One, why: w, files: '*.cmake', edits: [{match: set(C 1), delete: true}]}
END
rules 'what only speaks, and has nothing to say' <<'END'
{id: said, title: A, why: w, files: a.cmake, warn: It is here., if-found: {match: set(A 1)}}
{id: unsaid, title: A, why: w, files: a.cmake, warn: It is there., if-found: {match: set(C 1)}}
{id: always, title: A, why: w, note: It is so.}
END
mkdir -p new/folder.cmake new/sub
for each in folder link; do
	echo 'set(A 1)' >"new/$each.txt"
done
cp -R new kept
for each in folder.cmake a.cmake a.cmake/x sub/other.cmake; do
	cp -RP kept/. new
	rules "a file is to be at $each" <<END
{id: one, title: One, why: w, files: link.txt, edits: [{rename-file: $each}]}
END
done
for each in 'b.cmake b.cmake' 'b.cmake B.cmake' 'b/a b' 'b b/a' 'b/a B/b'; do
	rules "two files are to be at $each" <<END
{id: one, title: One, why: w, files: ${each% *}, edits: [{create: "set(C 1)\n"}]}
{id: two, title: Two, why: w, files: ${each#* }, edits: [{create: "set(C 1)\n"}]}
END
done
cp kept/link.txt kept/folder.txt new
rules 'two files are to be at one path' <<'END'
{id: one, title: One, why: w, files: link.txt, edits: [{rename-file: d.txt}]}
{id: two, title: Two, why: w, files: folder.txt, edits: [{rename-file: d.txt}]}
{id: three, title: Three, why: w, files: d.txt, edits: [{create: "x\n"}]}
END
printf 'caf\351\n' >new/latin.txt
rules 'a letter that the file writes otherwise' <<'END'
{id: one, title: One, why: w, files: latin.txt, edits: [{regex: 'f(?=.)', replace: é}]}
END
# What a program reads of the exit code.
invocation() {
	tpatch check --root tree --patchsets sets --format sarif "$@" | sed -n '/"invocations"/,/^      \]/p'
}
rules 'a rule that does not fit' <<'END'
{id: one, title: One, why: w, files: a.cmake, edits: [{match: set(C 1), replace: set(C 2)}]}
{id: two, title: Two, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
END
invocation
invocation --skip one
