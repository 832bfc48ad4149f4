"""Cases that build nothing: signatures, doctor, profiles, options of trees, scripts. What doctor says is beside doctor.txt, whole.

usage: data_cases.py TBUILD    writes doctor.txt anew; read it before you commit it
"""
import collections
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
try:
    from re import _parser as sre_parse
except ImportError:
    import sre_parse

import doctor_cases
import machines
from case import Skipped, expect, must, read, run, shown, triage_all, write
from doctor_cases import CASES

ANSWERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "doctor.txt")
DATA = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data")
CMAKELISTS = """cmake_minimum_required(VERSION 3.18)
option(BUILD_TEST "tests" OFF)
# option(USE_CUDDN "a comment declares nothing" OFF)
option(USE_CUDA "CUDA" ON)
option(USE_ROCM "ROCm" OFF)
option(USE_XPU "XPU" ON)
option(USE_KINETO "kineto" ON)
option(USE_DISTRIBUTED "distributed" ON)
set(BLAS "MKL" CACHE STRING "Which BLAS")
cmake_dependent_option(USE_CUDNN "cuDNN" ON "USE_CUDA" OFF)
cmake_dependent_option(
  USE_MKLDNN "mkldnn" ON
  "CPU_INTEL OR CPU_AARCH64" OFF)
"""
# Checks that no version decides, or whose row is the profile or the tree itself.
VERSIONLESS = ("activation", "arch-tree", "bits", "cmake-args", "disk", "flags", "git", "gpu", "memory", "nvcc", "oneapi", "options", "packages", "processor", "python-bits",
               "python-headers", "rivals", "rocm", "root", "stale", "strays", "submodules", "temp", "wheel")
# Checks that can be ok where no program is: they are about the tree, the system and the variables.
PROGRAMLESS = ("arch-tree", "bits", "cmake-args", "environment-size", "fetched", "flags", "msvc-active", "oneapi", "options", "rivals", "rocm", "root", "stale", "strays",
               "submodules", "version")
RELEASES = ("1.12.1", "1.13.1") + tuple("2.%d.0" % minor for minor in range(16)) + ("2.15.0a0",)
# Checks whose answer is one about the release.
ABOUT_RELEASES = ("cmake", "compile-gpu", "compile-triton", "cuda-torch", "fetched", "gcc", "nvtx", "python", "version")
UNKNOWN_RELEASES = ("2.16.0a0", "3.0.0")
PROFILES = {
    "bare": "profile: bare\nsummary: nothing is set\n",
    "future": "profile: future\nsummary: with no upper end\ncuda: '>=12'\ncudnn: '>=9'\narch: ['12.0a']\n",
    "wide": "profile: wide\nsummary: for any toolkit\ncuda: '>=9'\n",
    "family": "profile: family\nsummary: for all of a family\ncuda: '>=12'\narch: ['12.0f']\n",
    "next": "profile: next\nsummary: for a GPU that is not known\ncuda: '>=12'\narch: ['14.0']\n",
    "named": "profile: named\nsummary: for a GPU by its name\ncuda: '>=12'\narch: [Rubin]\n",
    "branched": "profile: branched\nsummary: for a driver that is not known\ncuda: '>=12'\ndriver_branch: newest\n",
    "launched": "profile: launched\nsummary: with distcc\nlauncher: distcc\n",
    "unknown": "profile: unknown\nsummary: a name that is wrong\nenv: {USE_CUDDN: \"1\"}\n",
    "strange": "profile: strange\nsummary: a name that no other is like\nenv: {BUILD_ON_THE_MOON: \"1\"}\n",
}


def make_tree(folder, change, tbuild):
    """A tree as small as doctor allows, with what the case changes in it."""
    share = "/" * bool(change.pop("share", False))
    root = share + os.path.join(folder, change.pop("root", "pytorch" + "-long" * 12 * bool(change.pop("long_root", False))))
    arch = "[0-9]\\\\.[0-9]" if change.pop("old_arch", False) else "[0-9]+\\\\.[0-9]a?"
    write(os.path.join(root, "CMakeLists.txt"), CMAKELISTS + change.pop("more_options", ""))
    write(os.path.join(root, "version.txt"), change.pop("torch", "2.7.0") + "a0\n")
    rules = "other.cmake" if change.pop("no_arch_rules", False) else "select_compute_arch.cmake"
    other_rules = change.pop("other_arch_rules", None)
    write(os.path.join(root, "cmake/Modules_CUDA_fix/upstream/FindCUDA", rules), other_rules or 'if(${arch_name} MATCHES "^(%s(\\\\([0-9]\\\\.[0-9]\\\\))?)$")\n' % ("(" + arch + ")"))
    if change.pop("no_modules", False):
        for name in ("cpuinfo", "fbgemm", "gloo", "onnx"):
            write(os.path.join(root, "third_party", name, "LICENSE"), "")
    else:
        write(os.path.join(root, ".gitmodules"), "".join("[submodule \"%s\"]\n\tpath = third_party/%s\n" % (name, name) for name in change.pop("modules", "ab")))
    write(os.path.join(root, "third_party/a/LICENSE"), "")
    if change.pop("empty_nested", False):
        write(os.path.join(root, "third_party/a/.gitmodules"), "[submodule \"c\"]\n\tpath = deps/c\n")
    for folder in ("torch/csrc", "caffe2", "third_party/b"):
        os.makedirs(os.path.join(root, folder), exist_ok=True)
    if not change.pop("empty_module", False):
        write(os.path.join(root, "third_party/b/LICENSE"), "")
    for name in change.pop("without", ()):
        shutil.rmtree(os.path.join(root, "third_party", name))
    for name in change.pop("empty", ()):
        os.remove(os.path.join(root, "third_party", name, "LICENSE"))
    if change.pop("clone", False):
        write(os.path.join(root, ".git"), "gitdir: elsewhere\n")
    if change.pop("no_version", False):
        os.remove(os.path.join(root, "version.txt"))
    cuda_rules = change.pop("cuda_cmake", None)
    if cuda_rules:
        write(os.path.join(root, "cmake/public/cuda.cmake"), cuda_rules)
    cache = change.pop("cache", None)
    if cache:
        write(os.path.join(root, "build/CMakeCache.txt"), cache.replace("ROOT", shown(root).replace("\\", "/")))
    patch(root, change.pop("patch", None), tbuild)
    return root


PATCH_SET = """tpatch: 1
name: case
summary: for the case
target: {project: pytorch, versions: ">=1"}
rules:
  - id: higher
    title: Raise the minimum
    why: for the case
    files: CMakeLists.txt
    edits:
      - match: cmake_minimum_required(VERSION 3.18)
        replace: cmake_minimum_required(VERSION 3.19)
"""
TOOL_SET = """      - executable: true
"""


def patch(root, how, tbuild):
    """Has tpatch change the tree; and then, if it is to have drifted, somebody else."""
    if not how:
        return
    if how == "spoilt":
        write(os.path.join(root, ".tpatch"), "no folder")
        return
    sets = os.path.join(os.path.dirname(root), "sets")
    path = os.path.join(root, "CMakeLists.txt")
    facts = ("--fact", how[4:]) if how.startswith("for ") else ()
    first = PATCH_SET + (TOOL_SET if how == "bit lost" else "")
    for text in [first] + [first.replace("3.19", "3.20").replace("3.18", "3.19")] * (how == "twice"):
        write(os.path.join(sets, "case.yaml"), text)
        done = subprocess.run([os.path.join(os.path.dirname(tbuild), "tpatch"), "--root", root, "--patchsets", sets, "--use", "case", "--tag", "2.7.0", *facts],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
        must(done.returncode == 0, "tpatch failed", done.stdout)
    if how == "drifted":
        write(path, read(path) + "# somebody\n")
    if how == "bit lost":
        os.chmod(path, 0o644)


@functools.lru_cache(maxsize=None)
def known_answers():
    """{name of the case: what doctor says of its check}."""
    return dict(part.split("\n", maxsplit=1) for part in read(ANSWERS).split("== ")[1:])


def doctor(tbuild, name, case, scratch):
    answer = doctor_answer(tbuild, case, scratch)
    if os.environ.get("TBUILD_TESTS_WINE"):
        return  # paths of the tree look otherwise there
    known = known_answers().get(name, "")
    must(answer == known, "doctor.txt says", known, "instead of", answer, "If that is right: data_cases.py TBUILD writes it anew.")


def doctor_checks(tbuild, case, scratch):
    """(exit code, the row of each check, the root) of doctor for the case."""
    _, profile, base, change, _, _ = case
    change = dict(change)
    settings = [word for each in change.pop("set", ()) for word in ("--set", each)]
    root = make_tree(scratch, change, tbuild)
    machine = machines.write(machines.changed(base, change), scratch, root)
    if profile in PROFILES:
        write(os.path.join(scratch, profile + ".yaml"), PROFILES[profile])
        profile = os.path.join(scratch, profile + ".yaml")
    code, out, err = run(tbuild, "doctor", "--root", root, "--profile", profile, "--machine", machine, "--json", *settings)
    must(code in (0, 1), "exit code %d" % code, out, err)
    return code, json.loads(out)["checks"], root


def doctor_answer(tbuild, case, scratch):
    """What it says of the check of the case: what it saw, and the remedy."""
    check, _, _, _, state, text = case
    code, rows, root = doctor_checks(tbuild, case, scratch)
    checks = {each["id"]: each for each in rows}
    if state == "absent":
        must(check not in checks, "the check applies", checks.get(check))
        return ""
    must(check in checks, "the check does not apply", rows)
    must(checks[check]["state"] == state, "says %s" % checks[check], "expected %s" % state)
    must(text in checks[check]["seen"], "saw %r, without %r" % (checks[check]["seen"], text))
    must(state in ("ok", "unknown") or checks[check].get("fix"), "says nothing that fixes it")
    must(code == (1 if any(each["state"] == "wrong" for each in checks.values()) else 0), "exit code %d" % code)
    order = ["wrong", "warning", "unknown", "ok"]
    places = [order.index(each["state"]) for each in rows]
    must(places == sorted(places), "not sorted", places)
    answer = checks[check]["seen"] + "\n" + ("fix: %s\n" % checks[check]["fix"] if checks[check].get("fix") else "")
    return re.sub(r"('ROOT' has )\d+", r"\1N", answer.replace(root, "ROOT").replace(scratch, "SCRATCH"))


def reasons(tbuild, scratch):
    """What each check is for: of its first case, on whose machine it applies."""
    lines = []
    for row in sorted({case[0] for case in CASES}):
        case = next(each for each in CASES if each[0] == row and each[4] != "absent")
        rows = doctor_checks(tbuild, case, os.path.join(scratch, row))[1]
        lines.append("%-16s %s\n" % (row, next(each["why"] for each in rows if each["id"] == row)))
    return "".join(lines)


def doctor_reasons(tbuild, scratch):
    if os.environ.get("TBUILD_TESTS_WINE"):
        raise Skipped("the reasons are the same on Linux")
    must(reasons(tbuild, scratch) == known_answers()["reasons"], "doctor.txt gives other reasons", reasons(tbuild, scratch))


def doctor_until(tbuild, scratch):
    """The package that makes wheels is looked for only where one is made."""
    root = make_tree(scratch, {}, tbuild)
    machine = machines.write(machines.LINUX, scratch, root)
    for until, expected in (("build", False), ("wheel", True)):
        out = run(tbuild, "doctor", "--root", root, "--profile", "cpu", "--machine", machine, "--json", "--until", until)[1]
        must(("wheel" in [each["id"] for each in json.loads(out)["checks"]]) == expected, "--until " + until, out)


def doctor_beyond_its_tables(tbuild, scratch):
    """On a machine where everything is newer than the tables, only what no version decides is ok."""
    change = {**doctor_cases.FUTURE_CUDA, **doctor_cases.python(version="3.99.0"),
              **doctor_cases.says(gxx="99.1.0", getconf="glibc 2.99", **doctor_cases.assembler("9.99"))}
    change["programs"] += [{"path": "/usr/bin/cmake", "arguments": "--version", "output": "cmake version 9.9.0"},
                           {"path": "/usr/bin/ninja", "arguments": "--version", "output": "9.9.0\n"}]
    change["files"] = {**change["files"], "/usr/include/cudnn_version.h": machines.cudnn_h(99, 0, 0), machines.CUDA + "/include/crt/host_config.h": None}
    root = make_tree(scratch, {"torch": "2.99.0"}, tbuild)
    write(os.path.join(scratch, "future.yaml"), PROFILES["future"])
    out = run(tbuild, "doctor", "--root", root, "--profile", os.path.join(scratch, "future.yaml"), "--json",
              "--machine", machines.write(machines.changed(machines.LINUX, change), scratch, root))[1]
    said = {each["id"]: each["state"] for each in json.loads(out)["checks"]}
    ok = {each for each, state in said.items() if state == "ok"}
    must(ok <= set(VERSIONLESS), "ok without a row that says so", sorted(ok - set(VERSIONLESS)))


def doctor_everywhere(tbuild, scratch):
    """Every release and shipped profile, on machines with nothing, and releases beyond the tables on whole machines: no ok that nothing says."""
    root = make_tree(scratch, {}, tbuild)
    names = [line.split()[0] for line in run(tbuild, "profiles")[1].splitlines()]
    # macOS has BLAS and LAPACK itself.
    empty = [{"system": system, "description": system, "bits": 64} for system in ("linux", "windows", "macos")]
    whole = [machines.changed(each, {}) for each in (machines.LINUX, machines.WINDOWS)]
    bad, count = [], 0
    for described, releases in [(each, RELEASES) for each in empty] + [(each, UNKNOWN_RELEASES) for each in whole]:
        machine = machines.write(described, scratch, root)
        for name in names:
            for release in releases:
                code, out, err = run(tbuild, "doctor", "--root", root, "--profile", name, "--torch", release, "--machine", machine, "--json")
                must(code in (0, 1), name, release, err)
                states = {each["id"]: each["state"] for each in json.loads(out)["checks"]}
                bad += ["%s, %s, %s: %s" % (described["system"], name, release, each) for each, state in states.items()
                        if state == "ok" and (described["system"], each) != ("macos", "blas")
                        and (each not in PROGRAMLESS if releases is RELEASES else each in ABOUT_RELEASES)]
                count += len(states)
    must(count > 5000 and not bad, "ok without anything that says so, of %d" % count, *bad)


def states_of(folder):
    """{row: the states that its check can say}, by the source: what is named in its function and in those of the file that this one calls."""
    rows = {}
    for name in sorted(each for each in os.listdir(folder) if each.startswith("check_")):
        text = read(os.path.join(folder, name))
        body = dict(re.findall(r"(?ms)^static (?:\w+ )+\*?(\w+)\(.*?\)\n(\{.*?^\})", text))
        table = re.search(r"(?ms)^static const struct check checks\[\] = \{$(.*?)^\};", text).group(1)
        for row, function in re.findall(r'(?s)\{ "([\w-]+)",\s.*?(check_\w+) \}', table):
            seen, queue = set(), [function]
            while queue:
                each = queue.pop()
                seen.add(each)
                queue += [other for other in body if other not in seen and re.search(r"\b%s\(" % other, body[each])]
            said = "".join(body[each] for each in seen)
            rows[row] = {state.lower() for state in re.findall(r"\bSTATE_(\w+)", said)} | ({"unknown"} if re.search(r"found_(by|missing)\(", said) else set())
    return rows


def doctor_knows_all(tbuild, scratch):
    """Of every row of the checks there is a described machine for each state that it can say: ok, wrong or warning, unknown where something can be so."""
    rows = states_of(os.path.join(os.path.dirname(DATA), "doctor"))
    must(len(rows) > 40 and all("ok" in states and states & {"wrong", "warning"} for states in rows.values()), "found not all of the checks", rows)
    tried = {row: {case[4] for case in CASES if case[0] == row} for row in rows}
    missing = ["%s: %s" % (row, ", ".join(sorted(states - tried[row]))) for row, states in sorted(rows.items()) if states - tried[row]]
    must(not missing, "no described machine for", *missing)
    must({case[0] for case in CASES} <= set(rows), "cases of no row", {case[0] for case in CASES} - set(rows))


def samples(tbuild, scratch):
    """Each row is the first to match its own sample, also after a prefix and between other lines."""
    rows = json.loads(run(tbuild, "triage", "--list", "--json")[1])
    logs = {}
    for row in rows:
        logs[row["id"] + ".log"] = row["sample"] + "\n"
        logs[row["id"] + "-between.log"] = "before\n[1/2] Building -Werror=nonnull\n    3.21 | " + row["sample"] + "\r\nninja: build stopped: subcommand failed.\n"
    wrong = []
    for name, hits in triage_all(tbuild, scratch, logs).items():
        said = hits[0]["id"] if hits else "nothing"
        wrong += [(name, "taken for " + said)] if name not in (said + ".log", said + "-between.log") else []
    must(len(logs) > 800 and not wrong, "samples", *wrong)


def signatures(tbuild, scratch):
    """None of those that there were is lost, and what is known of a failure says where to read more."""
    rows = json.loads(run(tbuild, "triage", "--list", "--json")[1])
    must(len(rows) >= 200 and len({row["id"] for row in rows}) == len(rows), len(rows))
    # These are found in the log itself, or in the user's own folder.
    own = {"python-headers", "protobuf-mixed", "header-missing", "compile-error", "link-error", "cmake-error", "python-error", "file-locked", "omp-dup"}
    for row in rows:
        must(row["cause"] and row["fix"] and row["sample"], row)
        must(all(re.fullmatch(r"https://[a-z0-9.-]+/\S*", link) for link in row["links"]) and (row["links"] or row["id"] in own), row)


HARMLESS = ("", "a", "-- Configuring done", "-- Performing Test HAVE_X - Failed", "[1/2] Building CXX object x.o", "error", "warning: unused variable", "100% tests passed",
            "-Werror=format -fPIC -mavx2", "Installing collected packages: torch", "-- Looking for dlopen - not found", "make[1]: Leaving directory '/w'")


def is_unbounded(operator, argument):
    return operator in (sre_parse.MAX_REPEAT, sre_parse.MIN_REPEAT) and argument[1] == sre_parse.MAXREPEAT


def lint_tree(tree, inside, begins):
    """What is wrong with an expression: a repeat in a repeat takes time without bound, and "^" after something never matches."""
    wrong, anything, first = [], 0, begins
    for operator, argument in tree:
        if operator is sre_parse.AT and argument is sre_parse.AT_BEGINNING and not first:
            wrong.append("'^' after something")
        if is_unbounded(operator, argument):
            wrong += ["a repeat without bound in another"] if inside else []
            anything += argument[2][0][0] is sre_parse.ANY
        if operator is sre_parse.SUBPATTERN:
            wrong += lint_tree(argument[3], inside, first)
        elif operator is sre_parse.BRANCH:
            for branch in argument[1]:
                wrong += lint_tree(branch, inside, first)
        elif operator in (sre_parse.MAX_REPEAT, sre_parse.MIN_REPEAT):
            wrong += lint_tree(argument[2], inside or (is_unbounded(operator, argument) and len(argument[2]) > 1), first)
        first = first and operator in (sre_parse.AT, sre_parse.ASSERT, sre_parse.ASSERT_NOT)
    return wrong + (["'.*' %d times" % anything] if anything > 2 else [])


def lint(tbuild, scratch):
    """Expressions of the rows: lines come without indentation, no row may match what is harmless, and none may take time without bound."""
    bad, terms, text = [], {}, "".join(read(os.path.join(DATA, name)) for name in ("lines.yaml", "signatures.yaml", "messages.yaml"))

    def expanded(pattern):
        return re.sub(r"%\{([\w-]+)\}", lambda found: terms[found.group(1)], pattern)
    for name, meaning in re.findall(r"(?m)^- term: (\S+)\n  is: (\".*\")$", text):
        terms[name] = expanded(json.loads(meaning))
    for row in re.split(r"(?m)^- id: ", text)[1:]:
        pattern = expanded(json.loads(re.search(r"(?m)^  match: (\".*\")$", row).group(1)))
        tree = sre_parse.parse(pattern)
        wrong = lint_tree(tree, False, True)
        wrong += ["matches %r" % line for line in HARMLESS if re.search(pattern, line)]
        wrong += ["a space after '^', where a line has none"] if re.search(r"(?<!\[)\^( |\\s)", pattern) else []
        wrong += lint_table(row, tree.state.groups - 1) + lint_candidates(row)
        bad += [(row.split("\n")[0], each) for each in wrong]
    must(not bad, "lint", *bad)


def lint_table(row, groups):
    """What a row says about the package that it looks up, and about the groups of its expression, of which no more than four are kept."""
    says = {key: text for key, text in re.findall(r"(?m)^  (cause|fix|table|otherwise): (.*)$", row)}
    says["candidates"] = "".join(re.findall(r"(?m)^    (?:cause|tell|fix): (.*)$", row))
    wrong = ["'{1}' or 'table' without a group"] if not groups and ("{1}" in "".join(says.values()) or "table" in says) else []
    named = "".join(says[key] for key in ("cause", "otherwise") if key in says and ("otherwise" in says or "table" not in says))
    wrong += ["names a package where there may be none"] if re.search(r"\{(package|get)\}", named) else []
    wrong += ["'{%s}' without such a group" % each for each in re.findall(r"\{([2-9])\}", "".join(says.values())) if int(each) > min(groups, 4)]
    return wrong + (["'otherwise' without 'table'"] if "otherwise" in says and "table" not in says else [])


def lint_candidates(row):
    """A row has a fix, or two to five candidates, each once, each with a question of its own; one that is raised by its line can be."""
    found = re.split(r"(?m)^  - id: ", row)[1:]
    ids = [each.split("\n")[0] for each in found]
    tells = [re.search(r"(?m)^    tell: (.*)$", each).group(1) for each in found]
    wrong = ["has %d candidates" % len(ids)] if "\n  candidates:\n" in row and not 2 <= len(ids) <= 5 else []
    wrong += ["a feature or a note has candidates"] if ids and not re.search(r"(?m)^  level: (fatal|kill|general|aside)$", row) else []
    wrong += ["a candidate twice, or a question that does not decide"] if len(set(ids)) < len(ids) or len(set(tells)) < len(tells) else []
    for pattern in re.findall(r"(?m)^    match: (\".*\")$", row):
        wrong += lint_tree(sre_parse.parse(json.loads(pattern)), False, True)
    return wrong


def packages(tbuild, scratch):
    """No name leads to two packages, and a '*' is at the end alone."""
    bad, seen = [], {}
    text = "".join(read(os.path.join(DATA, name + ".yaml")) for name in ("packages", "api", "codes", "declared"))
    for row in re.split(r"(?m)^- ", text)[1:]:
        for kind, names in re.findall(r"\b(header|library|symbol|name|cmake|module|program|api|code|declared|arguments): \[([^\]]*)\]", row):
            for name in (each.strip().strip('"') for each in names.split(",")):
                bad += [(kind, name, "a '*' within")] if "*" in name[:-1] else []
                bad += [(kind, name, "twice")] if (kind, name) in seen else []
                seen[kind, name] = row
    must(len(seen) > 1300 and not bad, "packages", *bad)


def triage_first_failed(tbuild, scratch):
    log = ("-- Not compiling with CUDA. Suppress this warning with -DUSE_CUDA=OFF.\n"
           "[1/9] Building CXX object a.o\nFAILED: a.o \n/usr/bin/c++ -Werror=nonnull -c a.cpp\n"
           "c++: fatal error: Killed signal terminated program cc1plus\n"
           "[2/9] Building CXX object b.o\nFAILED: b.o \n/usr/bin/c++ -c b.cpp\nb.cpp:1:1: error: 'uint8_t' does not name a type\n"
           "ninja: build stopped: subcommand failed.\nsubprocess.CalledProcessError: Command returned non-zero exit status 1.\n")
    got = run(tbuild, "triage", "-", stdin=log)
    expect(got, 0, "oom-killed (kill), line 5", "also   line 9: include-missing", "line 1: cuda-off-silent", "fix    ")


def triage_candidates(tbuild, scratch):
    """Of several causes the line or the rest of the log raises one; the answer says how to tell them apart, and is less sure where nothing is raised."""
    def ask(log):
        hit = json.loads(run(tbuild, "triage", "-", "--json", stdin=log)[1])[0]
        must(hit["fix"] == hit["candidates"][0]["fix"], "the fix is not that of the first candidate", hit)
        return hit["id"], hit["candidates"][0]["id"], hit["candidates"][0]["raised"], len(hit["candidates"])

    gpu = "RuntimeError: Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU\n"
    must(ask(gpu) == ("no-driver", "driver-none", False, 4), "the order of the row")
    must(ask("Step 3/9 : RUN python setup.py install (docker)\n" + gpu) == ("no-driver", "docker-no-gpu", True, 4), "what the rest of the log says")
    must(ask("OSError: /x/libfoo.so: file too short\n") == ("loader-short", "download-cut", True, 3), "what the line says")
    wheel = "ERROR: Could not find a version that satisfies the requirement torchaudio==%s (from versions: 0.11.0, 0.11.0+cpu, 2.0.2+cu118)\n"
    for version, expected in (("0.8.1", ["torch-python"]), ("0.8.1+cu101", ["torch-index"])):
        hit = json.loads(run(tbuild, "triage", "-", "--json", stdin=wheel % version)[1])[0]
        must([each["id"] for each in hit["candidates"] if each["raised"]] == expected, "what pip has elsewhere is not what was asked for", hit)
    shown_first = "1      as this log suggests: it was cut off"
    got = run(tbuild, "triage", "-", stdin="OSError: /x/libfoo.so: file too short\n")
    expect(got, 0, "cause  the loader refuses the library", shown_first, "       tell  its size", "       fix   pip install --force-reinstall", "2      it is a pointer of Git LFS")
    log = os.path.join(scratch, "short.log")
    write(log, "OSError: /x/libfoo.so: file too short\n")
    expect(run(tbuild, "report", log, "--machine", machines.write(machines.LINUX, scratch, make_tree(scratch, {}, tbuild))), 0, shown_first)


def triage_around(tbuild, scratch):
    """The lines that are shown around the one that tells: those before it that belong to the step that failed, and two behind."""
    killed = "c++: fatal error: Killed signal terminated program cc1plus"
    lines = ["line %d" % number for number in range(1, 100)]

    def around(log, *expected):
        out = run(tbuild, "triage", "-", stdin="\n".join(log) + "\n")[1]
        found = out.replace("\r\n", "\n").split("\ncause ")[0].split("\n")[1:]
        must(found == list(expected), *found, "instead of", *expected)

    hit = "  >     %d  " + killed
    behind = ["       %d  behind 1", "       %d  behind 2"]
    more = ["behind 1", "behind 2", "behind 3"]
    around(lines[:7] + [killed] + more, hit % 8, "        9  behind 1", "       10  behind 2")
    around(["FAILED: x.o"] + lines[1:7] + [killed] + more, *("        %d  line %d" % (n, n) for n in range(4, 8)), hit % 8, "        9  behind 1", "       10  behind 2")
    around(lines[:5] + ["FAILED: x.o", "line 7", killed], "        6  FAILED: x.o", "        7  line 7", hit % 8)
    around(["FAILED: x.o", killed], "        1  FAILED: x.o", hit % 2)
    around([killed, "FAILED: x.o", "line 3"], hit % 1, "        2  FAILED: x.o", "        3  line 3")
    # What only says that something failed has its reason above it.
    around(lines[:6] + ["make: *** [all] Error 1"] + more, *("        %d  line %d" % (n, n) for n in range(3, 7)), "  >     7  make: *** [all] Error 1", "        8  behind 1",
           "        9  behind 2", "       10  behind 3")
    around(["make: *** [all] Error 1"], "  >     1  make: *** [all] Error 1")
    # More lines than are kept.
    for length in (59, 60, 61, 62, 90):
        around(["FAILED: x.o"] + lines[1:length] + [killed] + more, *("       %d  line %d" % (n, n) for n in range(length - 3, length + 1)),
               "  >    %d  %s" % (length + 1, killed), *(each % (length + 2 + i) for i, each in enumerate(behind)))
    for length, shown_length, end in ((159, 159, ""), (160, 160, ""), (161, 160, "\u2026")):
        line = killed + " " + "x" * (length - len(killed) - 1)
        around([line], "  >     1  " + line[:shown_length] + end)


def triage_nothing(tbuild, scratch):
    got = run(tbuild, "triage", "-", stdin="CMake Error: Found two conflicting CUDA versions:\n")
    must(got[1].splitlines()[2].startswith("cause  "), "shows a line that the log does not have", got[1])
    got = run(tbuild, "triage", "-", stdin="CMake Error: Found two conflicting CUDA versions:\n\n  V1\n")
    must(got[1].splitlines()[2:4] == ["        2  ", "        3    V1"], "an empty line within is shown", got[1])
    expect(run(tbuild, "triage", "-", stdin="all is well\n"), 1, "no known failure found in 1 line\nnext   if the build failed")
    expect(run(tbuild, "triage", os.path.join(scratch, "gone.log")), 4, "gone.log")


def profile_errors(tbuild, scratch):
    root = make_tree(scratch, {}, tbuild)
    for text, message in (
        ("profile: x\nsummary: y\nenvv: {}\n", "did you mean 'env'?"),
        ("profile: x\nsummary: y\nversions: \"=>2\"\n", "x.yaml:3:11"),
        ("profile: x\n", "x.yaml:1:1: a profile needs 'profile' (its name) and 'summary'"),
        ("profile: [x]\nsummary: y\n", "x.yaml:1:10: 'profile' takes a text"),
        ("profile: x\nsummary: [y]\n", "x.yaml:2:10: 'summary' takes a text"),
        ("profile: x\nsummary: y\nversions: [y]\n", "x.yaml:3:11: 'versions' must be a range of versions"),
        ("profile: x\nsummary: y\nwhen: {a: b}\n", "x.yaml:3:7: 'when' must be a list of maps"),
        ("profile: x\nsummary: y\nwhen: [a]\n", "x.yaml:3:8"),
        ("summary: y\n", "x.yaml:1:1: a profile needs 'profile' (its name) and 'summary'"),
        ("profile: x\nsummary: y\nlauncher: make\n", "x.yaml:3:11: 'launcher' must be ccache, sccache, distcc or icecc"),
        ("profile: x\nsummary: y\nheavy: [flash]\n", "x.yaml:3:1: 'heavy' needs 'mib_per_heavy_job'"),
        ("profile: x\nsummary: y\nwhen:\n  - {versions: \">=1\", heavy: [flash]}\n", "x.yaml:4:23: 'heavy' needs 'mib_per_heavy_job'"),
        ("profile: x\nsummary: y\nextends: x.yaml\n", "x.yaml"),
        ("profile: x\nsummary: y\njobs: 0\n", "'jobs' must be a whole number"),
        ("profile: x\nsummary: y\nwhen: [{system: mac}]\n", "'system' must be linux, windows or macos"),
        ("profile: x\nsummary: y\nenv: {USE_CUDDN: \"1\"}\n", "did you mean 'USE_CUDNN'?"),
        ("profile: x\nsummary: y\nversions: \"<2\"\n", "the tree is 2.7.0"),
        ("profile: x\nsummary: y\nenv: {CC: \"a\\ncalc\"}\n", "x.yaml:3:11: text in a profile must not contain line ends"),
        ("profile: x\nsummary: y\nbuild: [a, \"b\\rc\"]\n", "must not contain line ends"),
        ("profile: x\nsummary: y\ncheck: |\n  import os\n  x\n", "must not contain line ends"),
        ("profile: x\nsummary: y\nwhen: [{versions: \">=1\", env: {CC: \"a\\nb\"}}]\n", "must not contain line ends"),
        ("profile: x\nsummary: y\nstage_into: 'x\" & calc & \"'\n", "a path must not contain"),
        ("profile: x\nsummary: y\nstage: {a: 'x\" & calc'}\n", "a path must not contain"),
        ("- x\n", "expected a map"),
        ("", "no YAML value"),
    ):
        path = os.path.join(scratch, "x.yaml")
        write(path, text)
        got = run(tbuild, "--root", root, "--profile", path, "--dry-run")
        must(got[0] in (2, 4), "exit code %d for %r" % (got[0], text), *got[1:])
        must(message in got[2], "does not say %r for %r" % (message, text), got[2])
    expect(run(tbuild, "--root", root, "--profile", "keplr-mkl", "--dry-run"), 2, "no profile 'keplr-mkl'")
    expect(run(tbuild, "--root", root, "--dry-run"), 2, "no profile given", "name one with --profile")
    expect(run(tbuild, "--root", scratch, "--profile", "cpu", "--dry-run"), 2, "no CMakeLists.txt", "--root DIR is the top folder")
    within = os.path.join(root, "torch")
    write(os.path.join(within, "CMakeLists.txt"), "")
    expect(run(tbuild, "doctor", "--root", within), 2, "error: '%s' is part of the PyTorch source tree '%s'\nhint: --root is the top folder of the source tree" % (shown(within), shown(root)))
    os.remove(os.path.join(within, "CMakeLists.txt"))
    expect(run(tbuild, "--root", root, "--profile", "cpu", "--dry-run", "--set", "USE_CUDDN=1"), 2, "no option 'USE_CUDDN'", "did you mean 'USE_CUDNN'?")
    write(os.path.join(root, "tools/setup_helpers/cmake.py"), 'names = [n for n in os.environ if n.startswith(("BUILD_", "USE_")) or n == "USE_MORE"]\n')
    got = run(tbuild, "--root", root, "--profile", "cpu", "--dry-run", "--set", "USE_Q=1")
    expect(got, 2, "no option 'USE_Q'")
    must("'USE_'" not in got[2], "the begin of a name is no option", got[2])
    expect(run(tbuild, "--root", root, "--profile", "cpu", "--dry-run", "--set", "USE_MORE=1"), 0, "USE_MORE=1")
    expect(run(tbuild, "--root", root, "--profile", "cpu", "--dry-run", "--set", "USE_CUDNN"), 2, "--set takes NAME=VALUE")
    for text, message in (("A B=1", "may have letters, digits and '_': 'A B'"), ("A;echo=1", "'A;echo'"), ("1A=1", "'1A'"), ("A=b\nc", "the value of 'A' in --set must not contain line ends")):
        if "\n" in text and os.environ.get("TBUILD_TESTS_WINE"):
            continue  # not every starter of programs passes it on
        expect(run(tbuild, "--root", root, "--profile", "cpu", "--dry-run", "--set", text), 2, message)
    expect(run(tbuild, "--root", root, "--profile", "cpu", "--dry-run", "--editable", "--target", "torch"), 2, "leave out --editable")
    expect(run(tbuild, "docter"), 2, "did you mean `tbuild doctor`?")
    expect(run(tbuild, "undo"), 2, "'undo' is not a command", "hint: `tpatch rollback` undoes the patches")
    expect(run(tbuild, "diff"), 2, "hint: tbuild only builds: `tpatch diff` shows what was patched")
    expect(run(tbuild, "--skip", "x"), 2, "unknown option '--skip'", "`tpatch apply --skip RULE`")
    expect(run(tbuild, "--rot", "x"), 2, "unknown option '--rot'", "did you mean --root?")
    expect(run(tbuild, "--set"), 2, "option '--set' needs a value", "--set NAME=VALUE")
    expect(run(tbuild, "-p"), 2, "option '-p' needs a value", "--profile NAME|FILE")
    expect(run(tbuild, "-nZy"), 2, "unknown option '-Z'")
    expect(run(tbuild, "--yes=1"), 2, "--yes takes no value")
    expect(run(tbuild, "--root", root, "--profile", "cpu", "--script", "sh", "--yes"), 2, "--script needs --dry-run")
    expect(run(tbuild, "--root", root, "--profile", "cpu", "--dry-run", "--until", "end"), 2, "--until does not take 'end'", "it takes one of: clean, configure")
    expect(run(tbuild, "triage", "--profile", "x"), 2, "does not take --profile")


def remedies(tbuild, scratch):
    """Commands that fix are words for the shell, whatever the path; and such as can work for this tree."""
    root = make_tree(scratch, {"root": "py torch's", "empty_module": True}, tbuild)
    no_cmake = {"programs": [{"path": "/usr/bin/cmake", "gone": True}]}

    def fixes(profile="cpu", change=no_cmake):
        machine = machines.write(machines.changed(machines.LINUX, change), scratch, root)
        said = run(tbuild, "doctor", "--root", root, "--profile", profile, "--machine", machine, "--json", "--python", "/my env/bin/python")
        return {each["id"]: each.get("fix") for each in json.loads(said[1])["checks"]}

    word = "'%s'" % shown(root).replace("'", "'\\''")
    must(fixes()["patched"] == "tpatch --root " + word + " --profile cpu", fixes()["patched"])
    must(fixes()["cmake"] == "'/my env/bin/python' -m pip install cmake", fixes()["cmake"])
    must(fixes("blackwell-cuda13", {"files": {machines.CUDA + "/include/cuda.h": machines.cuda_h(13000)}})["cuda-torch"].startswith(
        "tpatch --root %s --profile blackwell-cuda13 --fact cuda=13.0; or use a CUDA version that upstream" % word), fixes())
    must("not a git clone" in fixes()["submodules"] and "--branch v2.7.0 " in fixes()["submodules"], fixes()["submodules"])
    write(os.path.join(root, ".git"), "gitdir: elsewhere\n")
    must(fixes()["submodules"].startswith("git -C %s submodule sync && " % word), fixes()["submodules"])


def remedies_fit(tbuild, scratch):
    """A remedy is one for this tree, this toolkit and this profile: tpatch where it mends it and has not yet, no package that does not exist."""
    count = [0]

    def fix(check, profile="cpu", base=machines.LINUX, **change):
        count[0] += 1
        folder = os.path.join(scratch, str(count[0]))
        os.makedirs(folder)
        root = make_tree(folder, change, tbuild)
        machine = machines.write(machines.changed(base, change), folder, root)
        said = json.loads(run(tbuild, "doctor", "--root", root, "--profile", profile, "--machine", machine, "--json")[1])
        return next(each for each in said["checks"] if each["id"] == check).get("fix", "").replace("'%s'" % shown(root), "ROOT").replace(shown(root), "ROOT")

    for expected, found in (
            ("tpatch --root ROOT --profile blackwell, or a newer PyTorch", fix("arch-tree", "blackwell", torch="2.4.0", old_arch=True)),
            ("a newer PyTorch", fix("arch-tree", "blackwell", old_arch=True, patch="kept")),
            ("install cuda-nvtx of this toolkit", fix("nvtx", "ada", torch="1.13.1", files={machines.CUDA + "/include/cuda.h": machines.cuda_h(12080)})),
            ("use CUDA 12.8 or older", fix("nvtx", "ada", torch="1.13.1")),
            ("install cuDNN >=8.2, <8.8 for CUDA >=11.4, <12, ", fix("cudnn", "kepler")),
            ("install a CUDA toolkit >=11.4, <12 (without its driver if the GPU needs an older one), give --cuda DIR, or use a profile for CUDA 12.9: tbuild profiles", fix("cuda", "kepler")),
            ("patch the tree with tpatch", fix("gcc", **doctor_cases.NEW_GCC)),
            ("if the build fails, set CC and CXX to an older one", fix("gcc", patch="kept", **doctor_cases.NEW_GCC)),
            ("C:\\venv\\Scripts\\python.exe -m pip install mkl-devel, and --set INTEL_MKL_DIR=ENV\\Library", fix("blas", base=machines.WINDOWS))):
        must(found.startswith(expected), "the remedy is %r" % found, "expected %r" % expected)


def managed_python(tbuild, scratch):
    """pip installs nothing into a Python that the distribution keeps: the command that fixes makes an environment first."""
    root = make_tree(scratch, {}, tbuild)
    says = machines.python_says(managed=True, packages={"setuptools": "65.0"})
    programs = [{"path": "/venv/bin/python", "gone": True}, {"path": "/usr/bin/python3", "arguments": "-c", "output": says}, {"path": "/venv/bin/python3", "gone": True}]
    machine = machines.write(machines.changed(machines.LINUX, {"programs": programs, "env": {"VIRTUAL_ENV": None}}), scratch, root)
    said = json.loads(run(tbuild, "doctor", "--root", root, "--profile", "cpu", "--machine", machine, "--json")[1])
    fixes = {each["id"]: each.get("fix") for each in said["checks"]}
    begin = "/usr/bin/python3 -m venv ENV && . ENV/bin/activate && python -m pip install "
    must(fixes["wheel"] == begin + "wheel" and fixes["packages"].startswith(begin + '"pyyaml>=5"'), fixes["wheel"], fixes["packages"])


def environments(tbuild, scratch):
    """Doctor sees the packages of a virtual environment, made by this Python or by the system's, with or without those of the Python it was made from."""
    if os.environ.get("TBUILD_TESTS_WINE"):
        raise Skipped("the Python here is Linux's")
    root, seen = make_tree(scratch, {}, tbuild), 0
    for python in sorted({sys.executable, "/usr/bin/python3"}):
        for more in ([], ["--system-site-packages"]):
            env = os.path.join(scratch, "env%d" % seen)
            if subprocess.run([python, "-m", "venv", "--without-pip", *more, env], check=False, capture_output=True).returncode:
                continue
            where = subprocess.run([env + "/bin/python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], check=True, capture_output=True, text=True).stdout.strip()
            write(os.path.join(where, "sympy-0.1.dist-info", "METADATA"), "Metadata-Version: 2.1\nName: sympy\nVersion: 0.1\n")
            said = run(tbuild, "doctor", "--root", root, "--profile", "cpu", "--python", env + "/bin/python")
            must("sympy 0.1 is not >=" in said[1], python, more, *said)
            seen += 1
    must(seen, "no virtual environment could be made")


def path_files(tbuild, scratch):
    """Doctor sees the packages of folders that a .pth file names (setup.py develop, conda develop), runs no code of one, and names those that have some."""
    if os.environ.get("TBUILD_TESTS_WINE"):
        raise Skipped("the Python here is Linux's")
    root, env, ran = make_tree(scratch, {}, tbuild), os.path.join(scratch, "env"), os.path.join(scratch, "ran")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", env], check=True)
    where = subprocess.run([env + "/bin/python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], check=True, capture_output=True, text=True).stdout.strip()
    write(os.path.join(scratch, "mine", "sympy.egg-info", "PKG-INFO"), "Metadata-Version: 2.1\nName: sympy\nVersion: 0.1\n")
    write(os.path.join(where, "easy-install.pth"), "# a comment\n%s\n/nowhere\n" % os.path.join(scratch, "mine"))
    write(os.path.join(where, "hook.pth"), "import sys; open(%r, 'w')\n" % ran)
    write(os.path.join(where, "distutils-precedence.pth"), "import os\n")
    out = run(tbuild, "doctor", "--root", root, "--profile", "cpu", "--python", env + "/bin/python", "--json")[1]
    seen = {each["id"]: each["seen"] for each in json.loads(out)["checks"]}["packages"]
    must("sympy 0.1 is not >=" in seen and "pyyaml" in seen and "are missing, unless the code in 'hook.pth' adds it" in seen, seen)
    must(not os.path.exists(ran), "ran the code of hook.pth")


def toolkits_once(tbuild, scratch):
    """A toolkit that variables and PATH name again is listed once."""
    root = make_tree(scratch, {}, tbuild)
    machine = machines.write(machines.changed(machines.LINUX, {"env": {"CUDA_HOME": machines.CUDA, "CUDA_PATH": machines.CUDA}}), scratch, root)
    got = run(tbuild, "--root", root, "--profile", "kepler-mkl", "--machine", machine, "--dry-run")
    expect(got, 3, "found 12.9 in '%s' (CUDA_HOME); --cuda DIR" % machines.CUDA)


def colour(tbuild, scratch):
    """Only where it is asked for: a pipe is no terminal. Taken out, the text is the same."""
    root = make_tree(scratch, {"empty_module": True}, tbuild)
    machine = machines.write(machines.changed(machines.LINUX, {"cores": 16}), scratch, root)
    log = os.path.join(scratch, "log")
    write(log, "c++: fatal error: Killed signal terminated program cc1plus\n")
    for words in (("doctor", "--root", root, "-p", "cpu", "--machine", machine), ("triage", log), ("--root", root, "-p", "none")):
        plain, colored, never = (run(tbuild, *words, *more) for more in ((), ("--color", "always"), ("--color=never",)))
        must("\033" not in plain[1] + plain[2] and plain == never, plain, never)
        must("\033[1;31m" in colored[1] + colored[2], colored)
        must(re.sub("\033\\[[0-9;]*m", "", colored[1] + colored[2]) == plain[1] + plain[2] and colored[0] == plain[0], plain, colored)
    expect(run(tbuild, "doctor", "--color", "sometimes"), 2, "--color does not take 'sometimes'", "auto, always, never")
    must("\033" not in run(tbuild, "report", log, "--root", root, "--machine", machine, "--color", "always")[1], "a report is text")
    must("\033" not in run(tbuild, "triage", log, "--json", "--color", "always")[1], "JSON is text")


def until(tbuild, scratch):
    """A dry run ends where the build would end."""
    steps = {"configure": "--cmake-only", "compare": "is not OFF", "build": "setup.py build\n", "wheel": "bdist_wheel", "check": "-m zipfile"}
    for last in steps:
        text = script_of(tbuild, os.path.join(scratch, last), machines.LINUX, "cpu", "--until", last)
        names = list(steps)
        for name, line in steps.items():
            must((line in text) == (names.index(name) <= names.index(last)), "--until %s: the step %s" % (last, name), text)


def drifted(tbuild, scratch):
    """No script comes of a tree that is not as tpatch left it, as no build does."""
    root = make_tree(scratch, {"patch": "drifted", "root": "py torch"}, tbuild)
    machine = machines.write(machines.LINUX, scratch, root)
    words = ("--root", root, "--profile", "cpu", "--machine", machine, "--dry-run")
    got = run(tbuild, *words)
    quote = '"' if os.environ.get("TBUILD_TESTS_WINE") else "'"
    expect(got, 3, "1 file is not as tpatch left it", "CMakeLists.txt", "--unpatched", "`tpatch status --root %s%s%s`" % (quote, shown(root), quote))
    must(not got[1], "a script came of it", got[1])
    expect(run(tbuild, *words, "--unpatched"), 0, "setup.py bdist_wheel")
    record = os.path.join(root, ".tpatch/runs/000001/header.")
    os.rename(record + "applied", record + "rolling")
    expect(run(tbuild, *words), 4, "was interrupted", "`tpatch recover --root %s%s%s`" % (quote, shown(root), quote))


def in_tree(tbuild, scratch):
    """Without --root the tree is the working directory, where it is one."""
    root = make_tree(scratch, {}, tbuild)
    machine = machines.write(machines.LINUX, scratch, root)

    def found(where, *more):
        said = json.loads(run(tbuild, "doctor", "-p", "cpu", "--json", "--machine", machine, *more, cwd=where)[1])
        return said.get("root"), "submodules" in [each["id"] for each in said["checks"]]

    must(found(root) == (shown(root), True), found(root))
    must(found(scratch) == (None, False), found(scratch))
    must(found(scratch, "--root", root) == (shown(root), True), found(scratch, "--root", root))


def screen(tbuild, scratch):
    """Help is for 80 columns, and what --help prints for 24 lines."""
    code, text, err = run(tbuild, "help")
    must(code == 0 and "Exit codes" in text, text, err)
    commands = [line.split()[0] for line in text.split("\ncommands\n")[1].splitlines() if line.startswith("  ")]
    must({"build", "doctor", "triage", "report", "profiles"} <= set(commands), commands)
    for words in [["--help"]] + [[command, "--help"] for command in commands] + [["help", command] for command in commands]:
        code, text, err = run(tbuild, *words)
        must(code == 0 and text and not err, err)
        wide = [line for line in text.splitlines() if len(line) > 80]
        must(not wide, *wide)
        must(len(text.splitlines()) <= 24 or words[0] == "help", "more than a screen", text)


def profile_circle(tbuild, scratch):
    root, path = make_tree(scratch, {}, tbuild), os.path.join(scratch, "a.yaml")
    write(path, "profile: a\nsummary: a\nextends: %s\n" % path)
    expect(run(tbuild, "--root", root, "--profile", path, "--dry-run"), 2, "circle")


def profile_in_folder(tbuild, scratch):
    """A name with a slash is a path, whatever it ends in."""
    root = make_tree(scratch, {}, tbuild)
    path = os.path.join(scratch, "mine")
    write(path, "profile: mine\nsummary: mine\n")
    expect(run(tbuild, "profiles", path), 0, "mine")
    expect(run(tbuild, "--root", root, "--profile", path + "-gone", "--dry-run"), 4, "mine-gone")


def triage_after_probe(tbuild, scratch):
    """An error in the output of one of CMake's probes counts less; after that output, errors count as usual."""
    probe, error = "Performing C++ SOURCE FILE Test HAS_X failed with the following output:\n", "b.cpp:1:1: error: 'uint8_t' does not name a type\n"
    expect(run(tbuild, "triage", "-", stdin=probe + error), 0, "line 2, confidence low")
    expect(run(tbuild, "triage", "-", stdin=probe + "-- Looking for x\n" + error), 0, "line 3, confidence ")


def shipped(tbuild, scratch):
    """Every shipped profile loads for each system and version, and says what it is."""
    code, out, err = run(tbuild, "profiles")
    must(code == 0, err)
    names = [line.split()[0] for line in out.splitlines()]
    must({"cpu", "kepler-mkl", "kepler-openblas", "ada", "blackwell"} <= set(names), names)
    for name in names:
        for version in ("1.12.1", "2.0.1", "2.4.1", "2.7.1", "2.9.0"):
            expect(run(tbuild, "profiles", name, "--torch", version), 0, name, "BUILD_TEST=0")


def script_of(tbuild, scratch, machine, profile, *more):
    root = make_tree(scratch, {}, tbuild)
    path = machines.write(machine, scratch, root)
    got = run(tbuild, "--root", root, "--profile", profile, "--machine", path, "--dry-run", *more)
    must(got[0] == 0, got[2])
    return got[1]


def script_shell(tbuild, scratch):
    text = script_of(tbuild, scratch, machines.changed(machines.LINUX, {"env": {"USE_MKL": "1", "CMAKE_ARGS": "-DX"}}), "blackwell", "--set", "X=it's $HOME")
    for line in ("unset USE_MKL", "unset CMAKE_ARGS", "export TORCH_CUDA_ARCH_LIST=12.0", "export CUDA_HOME=/usr/local/cuda-12.9", "export USE_CUDNN=1",
                 "export PATH=/usr/local/cuda-12.9/bin:\"${PATH-}\"", "export X='it'\\''s $HOME'", "/venv/bin/python setup.py build --cmake --cmake-only"):
        must(line in text.splitlines(), "has no line %r" % line, text)
    path = os.path.join(scratch, "script.sh")
    write(path, text)
    must(subprocess.run(["sh", "-n", path]).returncode == 0, "sh does not read it")


def script_batch(tbuild, scratch):
    text = script_of(tbuild, scratch, machines.changed(machines.WINDOWS, {"env": {"CUDA_PATH": None, "CUDA_HOME": WIN_KEPLER},
                     "files": {WIN_KEPLER + "/include/cuda.h": machines.cuda_h(11080)}, "short_names": {WIN_KEPLER: "C:\\PROGRA~1\\CUDA\\V11~1.8"}}),
                     "kepler-mkl", "--set", "X=50% off", "--set", 'Y=a "b" & c')
    must(text.count("\r\n") == text.count("\n"), "lines do not end in CRLF")
    for line in ('set "DISTUTILS_USE_SDK=1"', 'call "%VSROOT%\\VC\\Auxiliary\\Build\\vcvarsall.bat" x64 -vcvars_ver=14.29', 'set "BLAS=MKL"',
                 'set "TORCH_CUDA_ARCH_LIST=3.5;3.7;5.0;5.2;6.0;6.1;7.0;7.5"', 'set "X=50%% off"', 'set ^"Y=a ^"b^" ^& c^"', 'set "PATH=C:\\PROGRA~1\\CUDA\\V11~1.8\\bin;%PATH%"',
                 'if exist "C:\\PROGRA~1\\CUDA\\V11~1.8\\bin\\cudart64_*.dll" (copy /y "C:\\PROGRA~1\\CUDA\\V11~1.8\\bin\\cudart64_*.dll" "torch\\lib" >nul & if errorlevel 1 exit /b 1)',
                 'if exist "C:\\venv\\Library\\bin\\mkl_*.dll" (copy /y "C:\\venv\\Library\\bin\\mkl_*.dll" "torch\\lib" >nul & if errorlevel 1 exit /b 1)',
                 "C:\\venv\\Scripts\\python.exe setup.py bdist_wheel", "if not %errorlevel%==0 exit /b 1"):
        must(line in text.split("\r\n"), "has no line %r" % line, text)
    newest = script_of(tbuild, scratch, machines.changed(machines.WINDOWS, {"files": {machines.WIN_CUDA + "/include/cuda.h": machines.cuda_h(13000)}}), "blackwell-cuda13")
    for folder in ("bin", "bin\\x64"):  # of CUDA 13
        must('if exist "C:\\cuda\\%s\\cudart64_*.dll" (copy' % folder in newest, "stages not what CUDA 13 has", newest)
    must("\\x64\\x64" not in newest and "Library\\bin\\x64" not in newest, "stages what is in no such folder", newest)
    no_mkl = script_of(tbuild, scratch, machines.changed(machines.WINDOWS, {"env": {"OpenBLAS_HOME": "C:\\blas", "CUDA_PATH": WIN_KEPLER},
                       "files": {WIN_KEPLER + "/include/cuda.h": machines.cuda_h(11080)}}), "kepler-openblas")
    must("mkl_" not in no_mkl and "C:\\blas\\bin\\*openblas*.dll" in no_mkl, "stages MKL, or no OpenBLAS", no_mkl)


def script_batch_which_msvc(tbuild, scratch):
    """The Visual Studio that is there by its path; where none has the toolset, the newest, when it runs."""
    text = script_of(tbuild, scratch, machines.WINDOWS, "blackwell")
    must('set "VSROOT=%s"' % machines.VS in text and "-vcvars_ver=14.44.35207" in text, text)
    text = script_of(tbuild, scratch, machines.changed(machines.WINDOWS, {"programs": [{"path": machines.VSWHERE, "gone": True}]}), "blackwell")
    must("for /f " in text and "-vcvars_ver" not in text, text)


# What recipes that are handed on have, and what does nothing, or harm: PyTorch reads no such variable, the option is no more, or it hides an error.
KNOWN_ERRORS = ("/MP", "CMAKE_ARGS=", "-allow-unsupported-compiler", "CMAKE_CUDA_ARCHITECTURES", "USE_CAFFE2", "BUILD_CAFFE2", "PTHREADPOOL", "USE_OPENMP", "USE_MKL=",
                "USE_BLAS", "USE_EIGEN_FOR_BLAS", "MKLROOT", "MKL_ROOT", "CUDA_ROOT=", "USE_CUPTI=", "USE_AVX", "USE_MPI", "USE_GLOO", "USE_NCCL", "RESPONSE_FILE_FOR",
                "OUTPUT_DIRECTORY", "robocopy", "CMAKE_CXX_FLAGS", "CMAKE_C_FLAGS", "REM ", "SSE4", "cmake -S", "CMAKE_INSTALL_PREFIX", "CUDAHOSTCXX=")


def no_known_errors(tbuild, scratch):
    """No shipped profile has what the users' recipes had wrong, on any system, for any PyTorch that it is for."""
    tried = 0
    for name, cuda in (("kepler-mkl", 11080), ("kepler-openblas", 11080), ("ada", 12060), ("blackwell", 12090), ("cpu", 0)):
        for base in (machines.LINUX, machines.WINDOWS):
            files = {machines.CUDA + "/include/cuda.h": machines.cuda_h(cuda), machines.WIN_CUDA + "/include/cuda.h": machines.cuda_h(cuda)}
            for torch in ("1.12.1", "2.0.1", "2.6.0", "2.7.1", "2.8.0"):
                root = make_tree(os.path.join(scratch, name + torch + base["system"]), {"torch": torch}, tbuild)
                machine = machines.write(machines.changed(base, {"files": files}), scratch, root)
                code, text, err = run(tbuild, "--root", root, "--profile", name, "--machine", machine, "--dry-run")
                if code == 2 and "' is for PyTorch" in err:
                    continue
                must(code == 0, "exit code %d" % code, err)
                tried += 1
                for bad in KNOWN_ERRORS:
                    lines = [line for line in text.splitlines() if bad in line and not line.lower().startswith(("unset ", "#", "rem ", "::")) and not line.endswith('="')
                             and not line.endswith('=\r')]
                    must(not lines, "%s, %s, %s: has %r" % (name, base["system"], torch, bad), *lines)
                must("BUILD_TEST=0" in text, "builds the C++ tests")
                must(base["system"] == "linux" or "DISTUTILS_USE_SDK=1" in text, "activates Visual Studio twice")
                must(name != "blackwell" or "12.0" in text and "8.9" not in text, "not for Blackwell", text)
    must(tried > 25, "tried only %d" % tried)


WIN_KEPLER = "C:\\Program Files\\NVIDIA GPU Computing Toolkit\\CUDA\\v11.8"


def report(tbuild, scratch):
    """Markdown with all that an issue needs, the home folder hidden; a log's backticks do not end its block."""
    root = make_tree(scratch, {"patch": "drifted"}, tbuild)
    machine = machines.write(machines.changed(machines.LINUX, {"env": {"HOME": shown(scratch)}, "memory": {"available": 6 * machines.GIB}}), scratch, root)
    log = os.path.join(scratch, "log.txt")
    write(log, "zebra\n" + "line\n" * 200 + "```\nc++: fatal error: Killed signal terminated program cc1plus\nlast of all\n")
    got = run(tbuild, "report", log, "--root", root, "--profile", "blackwell", "--machine", machine)
    expect(got, 0, "# tbuild", "PyTorch 2.7.0, profile blackwell", "Tree: `~%s`" % shown(root)[len(shown(scratch)):], "## Machine", "16 cores", "**wrong** `memory`", "run 1: applied",
           "set case for 2.7.0", "CMakeLists.txt: has changed since tpatch changed it", "oom-killed (kill), line 203", "last of all", "\n````\n")
    must(shown(scratch) not in got[1], "names the home folder", got[1])
    must("zebra" not in got[1], "has all of the log")
    path = os.path.join(scratch, "report.md")
    expect(run(tbuild, "report", log, "--root", root, "--profile", "blackwell", "--machine", machine, "--output", path), 0)
    must(read(path) == got[1], "the file is another than what is printed")
    expect(run(tbuild, "report", "--root", root, "--machine", machine, "--output", path), 0)
    before = read(log)
    expect(run(tbuild, "report", log, "--root", root, "--machine", machine, "--output", log), 2, "log.txt' exists and does not look as if tbuild wrote it", "--force")
    must(read(log) == before, "the log was written over")
    expect(run(tbuild, "report", "--root", root, "--machine", machine), 0, "There is no log: tbuild has not built this tree")
    header = os.path.join(root, ".tpatch/runs/000001/header.applied")
    record = read(header)
    write(os.path.join(root, "CMakeLists.txt"), read(os.path.join(root, "CMakeLists.txt")).replace("# somebody\n", ""))
    expect(run(tbuild, "report", "--root", root, "--machine", machine), 0, "The one file is as tpatch left it.")
    write(header, record[:-2])
    expect(run(tbuild, "report", "--root", root, "--machine", machine), 0, "- run 1 is broken: ")
    shutil.rmtree(os.path.join(root, ".tpatch"))
    expect(run(tbuild, "report", "--root", root, "--machine", machine), 0, "tpatch has changed nothing here.")
    write(os.path.join(root, ".tpatch"), "no folder")
    expect(run(tbuild, "report", "--root", root, "--machine", machine), 0, "The journal cannot be read: ", "'.tpatch'")
    expect(run(tbuild, "report", os.path.join(scratch, "gone"), "--machine", machine), 4, "gone")
    expect(run(tbuild, "report", "--machine", machine, "--output", os.path.join(scratch, "no/such/folder")), 4, "no/such/folder")
    expect(run(tbuild, "report", "--root", os.path.join(scratch, "nowhere")), 2, "nowhere")


def cases(tbuild):
    """(name, function of a scratch folder) of each."""
    numbers = collections.Counter()
    for case in CASES:
        numbers[case[0], case[4]] += 1
        if "share" in case[3] and os.environ.get("TBUILD_TESTS_WINE"):
            continue  # under Wine, such a path leads to no folder
        name = "doctor/%s/%s-%d" % (case[0], case[4], numbers[case[0], case[4]])
        yield name, functools.partial(doctor, tbuild, name, case)
    for function in (doctor_knows_all, doctor_reasons, doctor_beyond_its_tables, doctor_everywhere, doctor_until, signatures, samples, lint, packages, triage_first_failed, triage_candidates, triage_around, triage_nothing, report, profile_errors, remedies, remedies_fit, managed_python, environments, path_files, toolkits_once, colour, until, drifted, in_tree, screen, profile_circle, profile_in_folder, triage_after_probe, shipped, script_shell, script_batch, script_batch_which_msvc, no_known_errors):
        yield "data/" + function.__name__, functools.partial(function, tbuild)


if __name__ == "__main__":
    with open(ANSWERS, "w", encoding="utf-8") as f:
        with tempfile.TemporaryDirectory() as folder:
            f.write("== reasons\n" + reasons(os.path.abspath(sys.argv[1]), os.path.realpath(folder)))
        for case_name, function in cases(os.path.abspath(sys.argv[1])):
            if case_name.startswith("doctor/") and "/absent-" not in case_name:
                with tempfile.TemporaryDirectory() as folder:
                    f.write("== %s\n%s" % (case_name, doctor_answer(function.args[0], function.args[2], os.path.realpath(folder))))
