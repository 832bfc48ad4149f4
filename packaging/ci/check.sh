#!/bin/sh
# Runs `tpatch check` in a pipeline of GitHub Actions, GitLab or any other. Settings of the tree (profile, facts, skipped rules, …) are in its
# tpatch.yaml; settings of the pipeline are in the environment:
#
#   TPATCH_ROOT        top folder of the source tree; if empty, the one that tpatch.yaml names, else the working directory
#   TPATCH_ARGUMENTS   more options of tpatch, separated by spaces: --fail-on missing
#   TPATCH_REPORTS     FORMAT=FILE, separated by spaces: sarif=tpatch.sarif html=tpatch.html
#   TPATCH_FAIL        false: report changes, but exit with 0 (default: true)
#   TPATCH_PROGRAM     the tpatch to use; if empty, build the sources that this script belongs to
#   TPATCH_CACHE       a folder that the pipeline caches, for the program that was built (program.sh)
#   TPATCH_TOKEN       a token that may comment: writes the summary as one comment on the pull or merge request (comment.py)
#   TPATCH_COMMENT     false: write no comment
#
# In a pipeline of GitHub it annotates the pull request, writes the summary page, and sets the outputs `exit-code`, `fix` (the command that
# patches the tree) and `program` (the tpatch that checked). Exits with the code of tpatch check.
set -eu

here=$(dirname "$0")
root=${TPATCH_ROOT-}
tpatch=$(sh "$here/program.sh")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
summary=$work/summary

set -f # words, and no names of files
# shellcheck disable=SC2086
set -- check ${TPATCH_ARGUMENTS-} --output "text=$summary"
[ -z "$root" ] || set -- "$@" --root "$root"
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

# The command for somebody who has a checkout elsewhere. If a rule does not fit, there is none: the next step is to find out why.
fix=
[ "$code" != 1 ] || fix=$(sed -n 's/^next: \(tpatch .*\)/\1/p' "$summary" | tail -n 1)
there=$(cd "${root:-.}" 2>/dev/null && pwd) || there=$root
for folder in "$there" "$(pwd)"; do
    case $fix in
    "tpatch --root $folder"*)
        rest=${fix#"tpatch --root $folder"}
        shown=${root:-.}
        [ "$folder" = "$there" ] || shown=.
        case $rest in
        /*) fix="tpatch --root ${rest#/}" ;;
        "" | " "*) fix="tpatch --root $shown$rest" ;;
        *) continue ;;
        esac
        break
        ;;
    esac
done
[ -z "$fix" ] || echo "to patch it: $fix"

# A code block whose fence is longer than any row of backticks in the text: nothing in it is Markdown, a mention or HTML.
block() {
    fence=$(awk '{ while (match($0, /`+/)) { if (RLENGTH > most) most = RLENGTH; $0 = substr($0, RSTART + RLENGTH) } }
        END { for (most = most < 3 ? 3 : most + 1; most; most--) printf "`" }' "$1")
    printf '%s\n' "$fence"
    cat "$1"
    printf '%s\n' "$fence"
}

page() {
    echo "### tpatch check"
    if [ -n "$fix" ]; then
        printf '%s\n' "$fix" >"$work/fix"
        printf '\nTo patch it:\n'
        block "$work/fix"
    fi
    outcome=$(grep -E '^[0-9]+ (files?|rules?) |^Nothing to do' "$summary" | tail -n 1 | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g')
    printf '\n<details><summary>%s</summary>\n\n' "${outcome:-Full report}"
    block "$summary"
    printf '</details>\n'
}

if [ -s "$summary" ]; then
    page >"$work/page"
    [ -z "${GITHUB_STEP_SUMMARY-}" ] || cat "$work/page" >>"$GITHUB_STEP_SUMMARY"
    if [ -n "${TPATCH_TOKEN-}" ] && [ "${TPATCH_COMMENT:-true}" != false ]; then
        # A comment that cannot be written does not fail the check.
        python3 "$here/comment.py" "$work/page" "$code" "${root:-.}" || echo "tpatch: no comment was written" >&2
    fi
fi
if [ -n "${GITHUB_OUTPUT-}" ]; then
    printf 'exit-code=%s\nfix=%s\nprogram=%s\n' "$code" "$fix" "$tpatch" >>"$GITHUB_OUTPUT"
fi
if [ "$code" = 1 ] && [ "${TPATCH_FAIL:-true}" = false ]; then
    exit 0
fi
exit "$code"
