#!/bin/sh
# Prints tbuild's manual pages, made of what its --help says.
#
# usage: tbuild-manual.sh TBUILD            the names of the commands, one a line
#        tbuild-manual.sh TBUILD COMMAND    the page of the command; that of the whole for the command `tbuild`
set -eu

tbuild=$1
overview=$("$tbuild" --help)
if [ $# = 1 ]; then
    printf '%s\n' "$overview" | sed -n 's/^  \([a-z]*\)  *.*/\1/p'
    exit 0
fi
command=$2
name=tbuild-$command
summary=$(printf '%s\n' "$overview" | sed -n "s/^  $command  *\\([^;]*\\).*/\\1/p")
if [ "$command" = tbuild ]; then
    name=tbuild
    summary="builds PyTorch from a source tree that tpatch has patched"
    text=$overview
else
    text=$("$tbuild" "$command" --help)
fi
version=$("$tbuild" --version)
printf '%s\n' "$text" | awk -v name="$name" -v summary="$summary" -v version="$version" '
    function escaped(text) {
        gsub(/\\/, "\\e", text)
        gsub(/-/, "\\-", text)
        sub(/^[.\x27]/, "\\\\\\&&", text)
        return text
    }
    BEGIN {
        printf ".TH %s 1 \"\" \"%s\" \"User Commands\"\n.SH NAME\n%s \\- %s\n", toupper(name), version, escaped(name), escaped(summary)
    }
    /^usage: / {
        print ".SH SYNOPSIS\n" escaped(substr($0, 8)) "\n.SH DESCRIPTION"
        next
    }
    /^  / {
        if (!in_list)
            print name == "tbuild" ? ".SH COMMANDS" : ".SH OPTIONS"
        in_list = 1
        sub(/^ +/, "")
        match($0, /   *[^ ]/)
        print ".TP\n.B " escaped(substr($0, 1, RSTART - 1)) "\n" escaped(substr($0, RSTART + RLENGTH - 1))
        next
    }
    /^$/ {
        between = in_list ? ".SH NOTES" : in_text ? ".PP" : ""
        in_list = in_text = 0
        next
    }
    {
        if (in_text && /^Exit codes/)
            between = ".br"
        if (between)
            print between
        between = ""
        print escaped($0)
        in_text = 1
    }'
