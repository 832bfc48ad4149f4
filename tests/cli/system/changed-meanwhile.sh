#!/bin/sh
# A tree that changes between the plan and the writing (lib/on_lock.c runs a command there): nothing is written, and the files are named.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
set -- --root tree --patchsets "$sets"
cc -shared -fPIC -o on_lock.so "$TESTS/cli/lib/on_lock.c" -ldl 2>cc.log || skip "no compiler for a shared library"
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0"
cat >look.sh <<'END'
find tree -path tree/.tpatch -prune -o -printf '%p %y %m %T@\n' -type f -exec md5sum {} + | sort
END
# meanwhile COMMAND: a run, and COMMAND while it is at work
meanwhile() {
	echo "--- $1"
	ON_LOCK="$1; sh look.sh >during" LD_PRELOAD=$PWD/on_lock.so \
		tpatch --root tree --patchsets "$sets" 2>stderr
	code=$?
	sed 's/^/! /' stderr
	echo "[$code]"
	sh look.sh >after
	cmp during after && echo "nothing was written"
}
fresh
meanwhile "echo '# mine' >>tree/a.cmake"
fresh
meanwhile "rm tree/a.cmake"
fresh
meanwhile "rm tree/a.cmake; mkdir tree/a.cmake"
fresh
meanwhile "rm tree/b.cmake; mkfifo tree/b.cmake"
fresh
echo "set(A 1)" >elsewhere
meanwhile "rm tree/b.cmake; ln -s ../elsewhere tree/b.cmake"
cat elsewhere
fresh
mkdir tree/sub
mv tree/b.cmake tree/sub
mkdir outside
cp tree/sub/b.cmake outside
meanwhile "mv tree/sub tree/sub.old; ln -s ../outside tree/sub"
cat outside/b.cmake
# A change of time alone is none.
fresh
echo "--- touch"
ON_LOCK="touch tree/a.cmake" LD_PRELOAD=$PWD/on_lock.so tpatch -q "$@"
echo "[$?]"
# Files that are made, removed, renamed.
demo_project own
demo_set own <<'END'
rules:
  - {id: made, title: A, why: w, files: sub/made.txt, edits: [{create: "new\n"}]}
  - {id: gone, title: A, why: w, files: gone.txt, edits: [{remove-file: {text: "old\n"}}]}
  - {id: moved, title: A, why: w, files: here.txt, edits: [{rename-file: there.txt}]}
END
sets=$PWD/own
for each in 'mkdir tree/sub; echo other >tree/sub/made.txt' 'mkdir tree/sub; echo new >tree/sub/made.txt' 'mkdir -p tree/sub/made.txt' 'echo >tree/sub' 'ln -s . tree/sub' \
	'echo older >tree/gone.txt' 'rm tree/gone.txt' 'rm tree/here.txt' 'echo other >tree/there.txt' 'mv tree/here.txt tree/there.txt' 'mkdir tree/there.txt'; do
	rm -rf tree
	mkdir tree
	echo 1.0 >tree/demo.txt
	echo old >tree/gone.txt
	echo here >tree/here.txt
	meanwhile "$each"
done
