#!/bin/sh
# --version is one line for programs to read; with -v it says what the program is made of.
tpatch --version
tpatch check --version
tpatch --version -v | sed -E -e 1d -e 's/^(pcre2|libyaml|jansson|xxhash|libsodium) +[0-9]+(\.[0-9]+)+( .*)?$/\1 N/' -e 's/^(compiler +[a-z]+) .*/\1 N/;s/ (gcc|clang)/ CC/' -e 's/[0-9]+ files/N files/'
