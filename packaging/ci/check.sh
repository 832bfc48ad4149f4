#!/bin/sh
# `tpatch check` in a pipeline of GitHub Actions, GitLab or any other. All settings come from the environment:
#
#   TPATCH_ROOT        top folder of the source tree (.)
#   TPATCH_ARGUMENTS   more of tpatch's options, parted by blanks: --profile kepler --fact cuda=11.8
#   TPATCH_REPORTS     FORMAT=FILE, parted by blanks: sarif=tpatch.sarif html=tpatch.html
#   TPATCH_FAIL        false: a tree that differs is told, and is no failure (true)
#   TPATCH_PROGRAM     a tpatch that is there already; else the sources that this script is of are built
#
# In a pipeline of GitHub it annotates the pull request, writes the summary page, and sets the outputs `exit-code` and `mend`, the command that mends
# the tree. Exit: as tpatch check does.
set -eu

root=${TPATCH_ROOT:-.}
tpatch=$(sh "$(dirname "$0")/program.sh")
summary=$(mktemp)
trap 'rm -f "$summary"' EXIT

set -f # words, and no names of files
# shellcheck disable=SC2086
set -- check --root "$root" ${TPATCH_ARGUMENTS-} --output "text=$summary"
for report in ${TPATCH_REPORTS-}; do
    set -- "$@" --output "$report"
done
set +f
if [ -n "${GITHUB_ACTIONS-}" ]; then
    set -- "$@" --format github
else
    set -- "$@" -q
fi
code=0
"$tpatch" "$@" || code=$?
[ -n "${GITHUB_ACTIONS-}" ] || cat "$summary"

# The command as somebody types it who has a checkout elsewhere.
there=$(cd "$root" 2>/dev/null && pwd) || there=$root
# Of a rule that does not fit, what comes next is to find out why.
mend=
[ "$code" != 1 ] || mend=$(sed -n 's/^next: \(tpatch .*\)/\1/p' "$summary" | tail -n 1)
case $mend in
"tpatch --root $there"*) mend="tpatch --root $root${mend#"tpatch --root $there"}" ;;
esac
[ -z "$mend" ] || echo "to mend it: $mend"

if [ -n "${GITHUB_STEP_SUMMARY-}" ] && [ -s "$summary" ]; then
    {
        echo "### tpatch check"
        # shellcheck disable=SC2016 # Markdown
        [ -z "$mend" ] || printf '\nTo mend it:\n```\n%s\n```\n' "$mend"
        printf '\n<details><summary>%s</summary>\n\n````\n' "$(grep -E '^[0-9]+ (files?|rules?) |^Nothing to do' "$summary" | tail -n 1)"
        cat "$summary"
        printf '````\n</details>\n'
    } >>"$GITHUB_STEP_SUMMARY"
fi
if [ -n "${GITHUB_OUTPUT-}" ]; then
    printf 'exit-code=%s\nmend=%s\n' "$code" "$mend" >>"$GITHUB_OUTPUT"
fi
if [ "$code" = 1 ] && [ "${TPATCH_FAIL:-true}" = false ]; then
    exit 0
fi
exit "$code"
