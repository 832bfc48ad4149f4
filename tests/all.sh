#!/bin/sh
# Every test there is, several suites side by side. Each suite's output goes to build/log/SUITE.log; a suite that fails shows its end.
# The last line is the sum: "N passed, N failed". Needs the network once, for Debian's source packages (kept under build/).
#
# usage: tests/all.sh [-j N] [--thorough | --quick] [SUITE...]
#
# -j N         suites at a time (default: two more than there are cores, because some wait most of the time)
# --thorough   what the whole run takes at every Nth only (faults, instrumented fixtures, Windows, oracles, memory) at every one, a minute of each fuzz target, and
#              what it leaves out; tests/README.md has the list. The Nth are always the same ones
# --quick      for `make check`: each fixture as it is or with CRLF, every second case of the command line, fewer faults
set -u
cd "$(dirname "$0")/.." || exit
BUILD=${BUILD-build}
log=$BUILD/log
mkdir -p "$log"
at_once=$(($(nproc) + 2))
thorough=false
quick=false
while :; do
    case ${1-} in
    -j)
        at_once=$2
        shift 2
        ;;
    --thorough)
        thorough=true
        shift
        ;;
    --quick)
        quick=true
        shift
        ;;
    *) break ;;
    esac
done
wanted=$*

# every N: N, or 1 where the run is thorough.
every() {
    if $thorough; then echo 1; else echo "$1"; fi
}

# quickly N M: N where the run is quick, else M.
quickly() {
    if $quick; then echo "$1"; else echo "$2"; fi
}

# A line in the first pipe for each suite that may run; a line in the second for who may print.
pipe=$(mktemp -u)
mkfifo "$pipe" "$pipe.print"
exec 8<>"$pipe.print" 9<>"$pipe"
rm "$pipe" "$pipe.print"
seq "$at_once" >&9
echo >&8
started=

is_wanted() {
    case " $wanted " in
    "  " | *" $1 "*) ;;
    *) return 1 ;;
    esac
}

# work_in FILE: of `times` before and after, the seconds that processors were at work in between for programs that have ended.
work_in() {
    awk -F '[ ms]+' 'NR % 2 == 0 { work[NR] = 60 * ($1 + $3) + $2 + $4 } END { printf "%.0f", work[4] - work[2] }' "$1"
}

# run_suite NAME COMMAND...: runs it and writes down the counts of its last "N passed, N failed"; a suite that exits otherwise than its counts
# say counts as one more failure.
run_suite() {
    name=$1
    shift
    begun=$(date +%s)
    times >"$log/$name.times"
    # What is started in the background ignores Ctrl-C, and hands that on: cases that press it would wait for nothing.
    env --default-signal=INT,QUIT "$@" >"$log/$name.log" 2>&1 </dev/null 8>&- 9>&-
    code=$?
    times >>"$log/$name.times"
    counts=$(sed -nE 's/^(.*[^0-9])?([0-9]+) passed, ([0-9]+) failed.*$/\2 \3/p' "$log/$name.log" | tail -n 1)
    p=${counts%% *}
    f=${counts##* }
    if [ "$code" = 77 ]; then
        p=0
        f=0
        printf '%-14s skipped: %s\n' "$name" "$(tail -n 1 "$log/$name.log")" >"$log/$name.report"
    else
        if [ -z "$counts" ]; then
            p=0
            f=1
            echo "$name: printed no counts" >>"$log/$name.log"
        elif [ "$code" != 0 ] && [ "$f" = 0 ]; then
            f=1
            echo "$name: exited with $code" >>"$log/$name.log"
        fi
        printf '%-14s %6s passed, %s failed  (%s s, %s s of work)\n' "$name" "$p" "$f" "$(($(date +%s) - begun))" "$(work_in "$log/$name.times")" \
            >"$log/$name.report"
        if [ "$f" != 0 ]; then
            {
                echo "--- the end of $log/$name.log"
                tail -n 40 "$log/$name.log"
                echo "---"
            } >>"$log/$name.report"
        fi
    fi
    read -r _ <&8
    cat "$log/$name.report"
    echo >&8
    echo "$p $f" >"$log/$name.counts"
}

# suite NAME COMMAND...: starts it when there is room for one more.
suite() {
    is_wanted "$1" || return 0
    rm -f "$log/$1.counts"
    started="$started $1"
    read -r _ <&9
    {
        run_suite "$@"
        echo >&9
    } &
}

# after NAME: waits until this suite, where it was started, has ended.
after() {
    case "$started " in *" $1 "*) while ! [ -e "$log/$1.counts" ]; do sleep 0.2; done ;; esac
}

# behind OTHER NAME COMMAND...: starts it when OTHER has ended and there is room; what comes after it in this file does not wait for that.
behind() {
    other=$1
    shift
    is_wanted "$1" || return 0
    rm -f "$log/$1.counts"
    started="$started $1"
    {
        after "$other"
        read -r _ <&9
        run_suite "$@"
        echo >&9
    } &
}

# Behind pyenv and its like, `python3` is a script that looks for the program to run, in more time than many a test takes.
PATH=$(python3 -c 'import os, sys; print(os.path.dirname(sys.executable))'):$PATH
export PATH

# Suites make and remove trees of thousands of files: in memory, where there is plenty, at half of what the kernel works for a disk.
roomy=$(df -k --output=avail /dev/shm 2>/dev/null | tail -n 1)
unused=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo 2>/dev/null)
if [ -z "${TMPDIR-}" ] && [ "${roomy:-0}" -gt 8000000 ] && [ "${unused:-0}" -gt 12000000 ] && TMPDIR=$(mktemp -d /dev/shm/tests-XXXXXX); then
    # Some become another user.
    chmod 755 "$TMPDIR"
    export TMPDIR
    # shellcheck disable=SC2064 # this folder, whatever the variable is then
    trap "rm -rf '$TMPDIR'" EXIT
    trap 'exit 1' HUP INT TERM
fi

make_quiet="make -s -j$(nproc) BUILD=$BUILD"
$make_quiet all libraries test-programs >"$log/build.log" 2>&1 || {
    tail -n 40 "$log/build.log"
    echo "0 passed, 1 failed"
    exit 1
}
python3 tests/fixture.py "$BUILD/fixtures"

# borrow BUILD-FOLDER FOLDER...: in the whole run, the former gets the objects that are there of folders which a special build of it need not look into.
borrow() {
    special=$BUILD/$1/obj
    shift
    $thorough && return
    mkdir -p "$special/engine" "$special/tests"
    for folder in "$@"; do
        [ ! -d "$special/$folder" ] || continue
        cp -R "$BUILD/obj/$folder" "$special/$folder"
        # A header that is changed later is one of theirs, too.
        find "$special/$folder" -name '*.d' -exec sed -i "s|^$BUILD/obj/|$special/|" {} +
    done
}

# The longest first, as far as one does not need what another makes, so that all cores have something to do until the end. None has the machine for
# itself: those that look at the clock are held to the seconds that they work, or have patience.
suite driver sh -c "$make_quiet check-driver"
suite get-trees sh -c "sh tests/real/get-debian-trees.sh && echo '1 passed, 0 failed'"
suite get-cmake4 sh -c "sh tests/real/get-cmake4.sh $BUILD/cmake4 && echo '1 passed, 0 failed'"
# Wine looks for its server below TMPDIR, which must be the same for all of its programs: none.
# What Windows' suites share is compiled as quickly as what sanitizers look at.
WINDOWS_LEVEL=$($thorough && echo -O2 || echo '-O0 -g0')
export WINDOWS_LEVEL
# Of the unit tests those that nothing of the system reaches are the same on Linux.
units=$($thorough || (cd tests/unit && printf '%s ' */ | sed -E 's;\<(lang|match|text|triage)/ ;;g'; echo windows/))
# Faults are tried at every 11th call where nothing is said: each is a message to Wine's server, of which all programs wait most of the time.
suite windows env -u TMPDIR STRIDE="$(every 64)" CLI_STRIDE="$(every 9)" FILES_STRIDE="$(every 3)" UNITS="$units" FAULTS_STRIDE="$($thorough && echo 11 || echo 487)" \
    sh -c "$make_quiet check-windows WINDOWS_SUITES='unit clang fixtures files cli'"
# Objects by clang with its sanitizers are those of fuzzing, of these unit tests, and of the fixtures.
# Not optimised, where they run for seconds: compiling them takes most of the time.
level=LEVEL=$($thorough && echo -O1 || echo -O0)
# The unit tests themselves are not instrumented.
borrow fuzz tests/unit
suite unit-asan env FAULTS_STRIDE="$(every 97)" sh -c "$make_quiet $level sanitized && $BUILD/fuzz/tests/unit"
after get-trees
# What Debian has at the moment: 1.13.1 and 2.6.0 when this was written.
trees=$(printf '%s ' "$BUILD"/trees/pytorch-*[0-9])
newest=$(printf '%s\n' "$BUILD"/trees/pytorch-*[0-9] | sort -V | tail -n 1)
series=$(printf '%s\n' "$BUILD"/trees/pytorch_*.debian.tar.* | sort -V | tail -n 1)
behind unit-asan fuzz sh -c "$make_quiet $level SECONDS=$($thorough && echo 60 || echo 1) SEEDS=$($thorough && echo 0 || echo 40) fuzz"
behind unit-asan fixtures-asan sh -c "$make_quiet $level sanitized && python3 tests/run_fixtures.py --stride $(every 27) $BUILD/fuzz/tpatch"
# These have Wine, and its prefix, for themselves, one after another.
behind windows driver-windows env -u TMPDIR STRIDE="$(every 25)" sh -c "$make_quiet check-driver-windows"
behind driver-windows windows-cases env -u TMPDIR TREE="$($thorough && echo "${trees%% *}")" sh -c "$make_quiet check-windows WINDOWS_SUITES=cases"
behind windows-cases wheel env -u TMPDIR python3 tests/packaging/wheel.py "$BUILD"
suite memory python3 tests/crash/memory.py --stride "$(every 67)" --steps 5 "$BUILD/tpatch" every made
suite reads python3 tests/crash/reads.py --stride "$(every 5)" "$BUILD/tpatch"
suite browser env -u TMPDIR python3 tests/browser/pages.py --stride "$(every 3)" "$BUILD/tpatch"
# shellcheck disable=SC2086
suite round-trip python3 tests/real/round_trip.py --stride "$(every 12)" "$BUILD/tpatch" $trees
# shellcheck disable=SC2046 # one word or none
suite debian python3 tests/packaging/debian.py $($thorough && echo --source) "$BUILD"
suite analyze sh tests/analyze.sh --stride "$(every 6)"
# shellcheck disable=SC2086
suite oracle-python python3 tests/oracle/python_oracle.py --stride "$(every 48)" "$BUILD/tpatch" $trees
# shellcheck disable=SC2086
suite grammar python3 tests/oracle/python_grammar.py --cases "$($thorough && echo 50000 || echo 1500)" "$BUILD/tpatch" $trees
# No thread runs code of these.
borrow tsan engine/author engine/cli engine/cmdline engine/draft engine/port engine/report engine/series
# What the threads do is the same in all fixtures: these have the most files, and all the ways in which a run ends.
suite fixtures-tsan sh -c "make -s -j$(nproc) BUILD=$BUILD/tsan SANITIZE=thread CFLAGS='-O0 -g1' $BUILD/tsan/tpatch && python3 tests/run_fixtures.py --stride $(every 13) $BUILD/tsan/tpatch detect pytorch verdict"
after get-cmake4
suite ci python3 tests/packaging/ci.py "$BUILD"
# shellcheck disable=SC2086 # several words
suite grid python3 tests/real/grid.py --check --tool "$BUILD/cmake4/bin/cmake" "$BUILD/tpatch" $trees
# shellcheck disable=SC2086 # several words
suite half-patched env CMAKE4="$BUILD/cmake4/bin/cmake" python3 tests/real/half_patched.py "$BUILD/tpatch" $trees
# Behind what both cores compile: a case may take six times as long as it may work.
# shellcheck disable=SC2046 # one word or none
suite hostile python3 tests/hostile/run.py $($thorough && echo --long) "$BUILD/tpatch"
suite reports sh -c "sh tests/get_sarif_validator.sh $BUILD/sarif; SARIF_VALIDATOR=$BUILD/sarif python3 tests/report_check.py --stride $(every 3) $BUILD/tpatch"
suite fixtures python3 tests/run_fixtures.py --stride "$(quickly 2 1)" "$BUILD/tpatch"
suite cli python3 tests/run_cli.py --stride "$(quickly 2 1)" "$BUILD/tpatch"
suite repo sh tests/repo/all.sh
suite valgrind sh tests/valgrind.sh "$BUILD/tpatch"
suite crash python3 tests/crash/kill.py --seconds "$($thorough && echo 60 || echo 10)" "$BUILD/tpatch" made "${trees%% *}"
# shellcheck disable=SC2086
suite real env CMAKE4="$BUILD/cmake4/bin/cmake" python3 tests/real/trees.py "$BUILD/tpatch" $trees
# Nor does an edit.
borrow scaling engine/author engine/draft engine/port engine/series
suite scaling sh -c "$make_quiet scaling SCALING='--stride $(every 36) edit-'"
suite shells python3 tests/shells.py "$BUILD/tpatch"
suite terminal python3 tests/terminal/run.py "$BUILD/tpatch"
suite oracle-c python3 tests/oracle/c_oracle.py --stride "$(every 48)" "$BUILD/tpatch" "$BUILD"/trees/pytorch-*[0-9]/aten "$newest/c10"
suite statements python3 tests/oracle/statements.py --stride "$(every 13)" "$BUILD/tpatch"
suite operations python3 tests/oracle/operations.py --cases 800 "$BUILD/tpatch" "$BUILD/fixtures"
suite release sh tests/packaging/release.sh
if [ -f "$series" ]; then
    suite quilt python3 tests/real/quilt_series.py "$BUILD/tpatch" "$newest" "$series"
    # shellcheck disable=SC2086
    suite carried-over python3 tests/real/carried_over.py "$BUILD/tpatch" "$newest" "$series" $trees
elif [ -z "$wanted" ]; then
    echo "quilt, carried-over: Debian's patches are not to be had: skipped"
fi
suite model python3 tests/crash/model.py --sequences "$($thorough && echo 100 || echo 60)" "$BUILD/tpatch"
suite rule-sets python3 tests/oracle/rule_sets.py --cases "$($thorough && echo 5000 || echo 300)" "$BUILD/tpatch"
suite lived-in python3 tests/crash/lived_in.py --sequences 200 "$BUILD/tpatch"
suite unit env FAULTS_STRIDE="$(quickly 97 "$(every 11)")" "$BUILD/tests/unit"
# shellcheck disable=SC2086
suite features python3 driver/tests/features.py "$BUILD/tbuild" $trees
# shellcheck disable=SC2086
suite messages python3 driver/tests/messages.py "$BUILD/tbuild" $trees
# shellcheck disable=SC2086
suite driver-real python3 driver/tests/real.py "$BUILD/tbuild" "${trees%% *}"
suite long-tokens python3 tests/oracle/long_tokens.py --stride "$(every 23)" "$BUILD/tpatch"
suite contributing sh tests/contributing/try.sh "$BUILD"
suite embed python3 tests/packaging/embed.py "$BUILD"
suite race python3 tests/crash/race.py --rounds 30 "$BUILD/tpatch"
suite editors python3 tests/editors/yaml_server.py "$BUILD/tpatch" "$BUILD/editors"
suite instructions sh -c "$make_quiet check-instructions"
suite diff sh -c "$make_quiet check-diff"
suite port-promise python3 tests/port_promise.py --rounds 1 "$BUILD/tpatch"
suite includes python3 tests/oracle/includes.py --cases "$($thorough && echo 3000 || echo 100)" "$BUILD/tpatch"
suite oracle-requirements python3 tests/oracle/requirements_oracle.py --cases "$($thorough && echo 20000 || echo 1500)" "$BUILD/tpatch" "$newest"
suite oracle-toml python3 tests/oracle/toml_oracle.py --cases "$($thorough && echo 20000 || echo 1500)" "$BUILD/tpatch" "$newest"
# shellcheck disable=SC2086 # a list of folders
suite oracle-cmake python3 tests/oracle/cmake_oracle.py "$BUILD/tpatch" $trees
suite docs python3 tests/docs.py "$BUILD/tpatch"
suite vcvars python3 tests/check_vcvars.py pytorch-1.12.1 pytorch-1.13 pytorch-2.0.1 pytorch-2.4
suite schema python3 tests/schema_check.py "$BUILD/tpatch" patchsets "$BUILD/fixtures"
suite regressions sh -c "$make_quiet check-regressions"
# shellcheck disable=SC2086
suite port-real python3 tests/real/port.py --check "$BUILD/tpatch" --rules $trees
suite port-oracle python3 tests/port_oracle.py --rounds 2 --files 250 --least 480,443 "$BUILD/tpatch"
# shellcheck disable=SC2086
suite compatibility python3 tests/real/compatibility.py --check "$BUILD/tpatch" driver/data/matrix.yaml $trees
# shellcheck disable=SC2086
suite cmake-itself python3 tests/oracle/cmake_itself.py "$BUILD/tpatch" $trees
suite patchsets "$BUILD/tpatch" test
behind fixtures-tsan tree-tsan sh -c "$BUILD/tsan/tpatch --dry-run -q -j8 --root ${trees%% *} >/dev/null && echo '1 passed, 0 failed'"

# The same once more, by other compilers and options.
if $thorough; then
    suite clang env FAULTS_STRIDE=23 sh -c "$make_quiet BUILD=$BUILD/clang CC=clang check-unit"
    suite unit-asan-gcc sh -c "$make_quiet BUILD=$BUILD/asan SANITIZE=address,undefined CFLAGS='-O1 -g' all check-unit"
    behind wheel ucrt env -u TMPDIR sh -c "$make_quiet check-ucrt"
fi

wait
passed=0
failed=0
for name in $started; do
    read -r p f <"$log/$name.counts"
    passed=$((passed + p))
    failed=$((failed + f))
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
