#!/bin/sh
# shellcheck disable=SC2016 # a dollar is a line of sed, or a variable of CMake
# Which rule is made of a change to code in a tree: what becomes an edit of code, what stays a hunk, and what each says.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir old new
demo_project sets
printf '1.0.0\n' >old/demo.txt
cp old/demo.txt new/
# file NAME: what is on standard input, in the tree from now on.
file() {
	name=$1
	tee "old/$name" >"new/$name"
}
# change CONTEXT WHAT SCRIPT: the edits of the rule made of what the sed script does to the file.
change() {
	printf '%s\n' "-- $2"
	sed -i "$3" "new/$name"
	diff -U "$1" --label "a/$name" --label "b/$name" "old/$name" "new/$name" >the.patch
	tpatch new --from-diff the.patch --root old --patchsets sets 2>errors | sed -n '/^    edits:/,/^    tests:/{/^    edits:\|^    tests:/d;p}'
	grep -v '^1 rule' errors
	cp "old/$name" "new/$name"
}
echo "== CMake"
file CMakeLists.txt <<'END'
project(demo)
# options
option(USE_A "a" ON)
option(USE_B "b" ON)

if(USE_A)
  find_package(A 1.0)
  target_link_libraries(demo
    a   # first
    b
    c)
else()
  message("no a")
endif()
set(X 1)
set(Y "$HOME")
set(X 1)
foreach(i a b)
  set(X 1)
endforeach()
list(APPEND L
  a
  b
)
END
change 3 'one argument' 's/USE_B "b" ON/USE_B "b" OFF/'
change 3 'two commands side by side' '3,4s/ON/OFF/'
change 3 'a command goes' '/find_package/d'
change 3 'the first command goes' '1d'
change 3 'a command goes below a comment' '3d'
change 3 'a command comes' '/find_package/a\  find_package(B)'
change 3 'two commands come' '/find_package/a\  find_package(B)\n  find_package(C)'
change 3 'a command comes with a comment' '/find_package/a\  # b\n  find_package(B)'
change 3 'a command comes in front of all' '1i\cmake_minimum_required(VERSION 3.5)'
change 3 'a command comes behind all' '$a\install(FILES a)'
change 3 'a block comes' '/^set(Y/a\if(Y)\n  set(Z 1)\nendif()'
change 3 'a part of a command' 's/^    b$/    bb/'
change 3 'a line of a command goes' '/^    b$/d'
change 3 'a line comes into a command' '/^    b$/a\    b2'
change 3 'a line with a comment in a command' 's/^    a /    aa /'
change 3 'a part of a command without comments' 's/^  b$/  bb/'
change 3 'a line comes into a command without comments' '/^  b$/i\  ab'
change 3 'the head of a block' 's/^if(USE_A)/if(USE_A OR USE_B)/'
change 3 'the branch of a block' 's/^else()/elseif(USE_B)/'
change 3 'a comment' 's/^# options/# all options/'
change 3 'one of several that are equal' '15s/1/2/'
change 3 'one of several that are equal, in a block' '/foreach/,$s/1/2/'
change 3 'several that are equal' 's/X 1/X 2/'
change 3 'what reads as a capture' 's/HOME/ROOT/'
change 3 'what becomes a capture' 's/ROOT/HOME/; s/^set(X 1)/set(X "$A")/'
change 0 'without context, a command' 's/USE_B "b" ON/USE_B "b" OFF/'
change 1 'one line of context' 's/message("no a")/message("none")/'
echo "== Python"
file setup.py <<'END'
import os
import sys


def run(args,
        kwargs=None):
    """Runs."""
    if not args:
        return 1
    for a in args:
        print(a)
        # next
        print(a)
    return 0


class Build:
    names = [
        'a',
        'b',
        'c',
    ]

    @property
    def one(self):
        x = {'k': 1, 'l': 2}
        return x


setup(name='demo', install_requires=['a', 'b'], cmdclass={'build': Build})
END
change 3 'an import goes' '2d'
change 3 'an import comes' '2a\import json'
change 3 'a head of two lines' 's/kwargs=None/kwargs=()/'
change 3 'one item' "s/'b',/'bb',/"
change 3 'an item comes' "/'b',/a\\        'b2',"
change 3 'an item goes' "/'b',/d"
change 3 'a docstring' 's/"""Runs."""/"""Runs all."""/'
change 3 'the only statement of a block' 's/return 1/return 2/'
change 3 'the only statement of a block goes' 's/return 1/pass/'
change 3 'a statement is put into a block' 's/^    return 0/    if a:\n        return 0/'
change 3 'another indentation' "/for a in args/,/return 0/s/^        print/            print/; s/^    for a in args/    for a in args:\n        if a/"
change 3 'one of two statements that are equal' '11s/a)/b)/'
change 3 'a decorator' 's/@property/@cached/'
change 3 'a decorator goes' '/@property/d'
change 3 'the value of a long statement' "s/cmdclass={'build': Build}/cmdclass={}/"
change 3 'a method comes' '/^        return x/a\\n    def two(self):\n        return 2'
echo "== a change in a long statement: so many lines above it, and below it, are taken in"
{
	echo 'x = ['
	seq 100 122 | sed 's/.*/    &,/'
	echo ']'
} >lines
file long.py <lines
for i in 110 111 112; do
	change 30 "item $i" "s/$i,/0,/"
done
echo "== C++"
file a.cpp <<'END'
#include <a.h>
#include <b.h>

namespace n {
int f(int a) {
  if (a)
    return g(a);
  for (int i = 0; i < a; i++) {
    h(i,
      a);
  }
  switch (a) {
  case 1:
    g(1);
    break;
  }
  return 0;
}
struct S {
  int x;
  int y = 0;
};
}
END
change 3 'an include' 's/<b.h>/<c.h>/'
change 3 'a statement' 's/g(1);/g(2);/'
echo "== requirements"
file requirements.txt <<'END'
# needed
numpy==1.26
setuptools<70
END
change 3 'a version' 's/1.26/2.0/'
echo "== text"
file notes.txt <<'END'
one
two
END
change 3 'a word' 's/two/2/'
echo "== more changes of one file than are tried with all of it"
for n in 64 65; do
	seq "$n" | sed 's/.*/set(A& 1)/' >old/many.cmake
	: >the.patch
	seq "$n" | while read -r i; do
		printf -- '--- a/many.cmake\n+++ b/many.cmake\n@@ -%d +%d @@\n-set(A%d 1)\n+set(A%d 2)\n' "$i" "$i" "$i" "$i"
	done >the.patch
	tpatch new --from-diff the.patch --root old --patchsets sets 2>errors >/dev/null
	cat errors
done
