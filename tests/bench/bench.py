#!/usr/bin/env python3
"""Measures tpatch beside other programs, in one run, and prints a table of ratios.

usage: bench.py [--tree DIR] [--runs N] [--rounds N] [--out FILE] [--work DIR] [--ast-grep COMMAND] [--only WORD] TPATCH WALK PEAK

--tree DIR   a real tree, with a version.txt; left as it is. Without it gen_tree.py makes one of the same shape under --work.
--ast-grep   the ast-grep program (`npm install @ast-grep/cli`); without it, and where it is not on PATH, its row says so.
--only WORD  only rows that hold the word.

hyperfine times the two commands of a row in turn, --rounds times with --runs runs each after warming up; the medians of all runs make
the ratio. What a row changes is put back between runs, outside the time that counts. Peak memory is the kernel's maximum resident
set of one more run, which PEAK (peak.c) prints. The others get the set's `exclude` as well: rg as a glob, the walk as a folder whose files are not
read. Needs hyperfine and ripgrep.
"""
import argparse
import json
import os
import platform
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SUFFIXES = ["CMakeLists.txt", ".cmake", ".cmake.in", "!tools/vcpkg"]
GLOBS = ["CMakeLists.txt", "*.cmake", "*.cmake.in", "!**/tools/vcpkg/**"]


class Bench:
    def __init__(self, options):
        self.options = options
        self.tpatch = os.path.abspath(options.tpatch)
        self.walk, self.peak = os.path.abspath(options.walk), os.path.abspath(options.peak)
        self.work = os.path.abspath(options.work)
        self.rows = []
        os.makedirs(self.work, exist_ok=True)
        self.tree = os.path.abspath(options.tree) if options.tree else self.generated()

    def generated(self):
        tree = os.path.join(self.work, "generated")
        if not os.path.exists(os.path.join(tree, "version.txt")):
            shutil.rmtree(tree, ignore_errors=True)
            subprocess.run([sys.executable, os.path.join(HERE, "gen_tree.py"), tree], check=True)
        return tree

    def rules(self, count):
        folder = os.path.join(self.work, f"rules-{count}")
        subprocess.run([sys.executable, os.path.join(HERE, "gen_rules.py"), str(count), folder], check=True)
        return folder

    def check(self, root, *more):
        return [self.tpatch, "check", "-q", "-j2", "--root", root, *more]

    def times(self, command, prepare, warmup, runs=None):
        with tempfile.NamedTemporaryFile(dir=self.work, suffix=".json") as file:
            args = ["hyperfine", "-N", "-i", "--style=none", "--warmup", str(warmup), "--runs", str(runs or self.options.runs), "--export-json", file.name]
            if prepare:
                args += ["--prepare", shlex.join(prepare)]
            run = subprocess.run([*args, shlex.join(command)], capture_output=True, text=True, check=False)
            if run.returncode:
                sys.exit(f"{shlex.join(command)}:\n{run.stderr}")
            result = json.load(open(file.name, encoding="utf-8"))["results"][0]
        if not set(result["exit_codes"]) <= {0, 1}:
            sys.exit(f"{shlex.join(command)} ended with {set(result['exit_codes'])}")
        return result["times"]

    def row(self, what, against, limit, ours, theirs, prepare=(None, None), warmup=1, slow=False):
        """Times both, and adds a row. `limit` is the most that ours/theirs may be, or None. `slow`: the other takes minutes, two runs of it do."""
        if self.options.only and self.options.only not in f"{what} {against}":
            return
        a, b = [], []
        for number in range(self.options.rounds):
            a += self.times(ours, prepare[0], warmup)
            if not slow or number == 0:
                b += self.times(theirs, prepare[1], 0 if slow else warmup, 2 if slow else None)
        ours_median, theirs_median = statistics.median(a), statistics.median(b)
        self.rows.append((what, against, limit, spread(a), spread(b), ours_median / theirs_median))
        print(f"{what} / {against}: {ours_median / theirs_median:.2f}", file=sys.stderr)

    def lack(self, what, against, limit, why):
        if not self.options.only or self.options.only in f"{what} {against}":
            self.rows.append((what, against, limit, "", why, None))

    def memory(self, command):
        """Peak resident MiB of one run."""
        run = subprocess.run([self.peak, *command], capture_output=True, text=True, check=True)
        return int(run.stdout) / 1024


def spread(times):
    return f"{statistics.median(times):.3f} s ({min(times):.3f} to {max(times):.3f})"


def finding(bench):
    """Checking against finding, reading, and other tools' looking."""
    ours = bench.check(bench.tree)
    globs = [word for glob in GLOBS for word in ("-g", glob)]
    rg = ["rg", "--no-ignore", "--hidden", "-l", "-j2", *globs, "cmake_minimum_required", bench.tree]
    bench.row("check, full set", "rg, one pattern, same globs, 2 threads", 1.0, ours, rg)
    bench.row("check, full set", "bare walk that reads the same files, 2 threads", 1.5, ours, [bench.walk, "2", bench.tree, *SUFFIXES])
    not_entered = [suffix.replace("!", "-") for suffix in SUFFIXES]
    bench.row("check, full set", "the same walk, which does not enter what is excluded", None, ours, [bench.walk, "2", bench.tree, *not_entered])
    ast_grep = shutil.which(bench.options.ast_grep or "ast-grep")
    if ast_grep:
        rule = ["run", "--lang", "python", "--pattern", "distutils._msvccompiler._get_vc_env($A)", "--threads", "2", "--no-ignore", "hidden",
                "--no-ignore", "vcs", "--no-ignore", "dot", "--no-ignore", "parent", "--no-ignore", "exclude", "--no-ignore", "global"]
        bench.row("check, full set", "ast-grep, one Python rule, 2 threads", 0.05, ours, [ast_grep, *rule, bench.tree], slow=True)
    else:
        bench.lack("check, full set", "ast-grep, one Python rule, 2 threads", 0.05, "not installed")
    script = os.path.join(HERE, "..", "real", "seed_script.py")
    bench.row("check, full set", "the users' Python script, --dry", 0.4, ours, [sys.executable, script, "--root", bench.tree, "--dry"])


def applying(bench):
    """Applying, journal flushed, against sed and sync; then looking at the patched tree."""
    copy = os.path.join(bench.work, "copy")
    shutil.rmtree(copy, ignore_errors=True)
    subprocess.run(["cp", "-a", bench.tree, copy], check=True)
    report = subprocess.run([bench.tpatch, "check", "--json=compact", "--root", copy], capture_output=True, text=True, check=False)
    paths = sorted({finding["path"] for finding in json.loads(report.stdout)["findings"] if finding["verdict"] == "would-patch"})
    if not paths:
        sys.exit(f"nothing is to be done in {bench.tree}")
    originals = os.path.join(bench.work, "originals")
    shutil.rmtree(originals, ignore_errors=True)
    for path in paths:
        os.makedirs(os.path.dirname(os.path.join(originals, path)), exist_ok=True)
        shutil.copy2(os.path.join(copy, path), os.path.join(originals, path))
    sed_copy = os.path.join(bench.work, "sed")
    listing = os.path.join(bench.work, "paths")
    with open(listing, "w", encoding="utf-8") as file:
        file.write("\0".join(paths))
    sed = "cd %s && xargs -0 sed -i 's/VERSION [0-9.]*/VERSION 3.5/' <%s && sync" % (shlex.quote(sed_copy), shlex.quote(listing))
    put_back = "rm -rf %s && cp -a %s %s && sync" % (shlex.quote(sed_copy), shlex.quote(originals), shlex.quote(sed_copy))
    undo = "%s rollback -q --root %s >/dev/null 2>&1; sync" % (shlex.quote(bench.tpatch), shlex.quote(copy))
    bench.row(f"apply, full set, {len(paths)} files, flushed", "sed -i of the same files, sync", 1.5, [bench.tpatch, "-q", "-j2", "--root", copy],
              ["sh", "-c", sed], (["sh", "-c", undo], ["sh", "-c", put_back]), warmup=1)
    plan = os.path.join(bench.work, "plan.json")
    subprocess.run(["sh", "-c", undo], check=False)
    subprocess.run([bench.tpatch, "plan", "-o", plan, "--root", copy], check=True, stderr=subprocess.DEVNULL)
    bench.row(f"apply --plan, which names the {len(paths)} files, flushed", "sed -i of the same files, sync", 1.5,
              [bench.tpatch, "apply", "-q", "--plan", plan, "--root", copy], ["sh", "-c", sed], (["sh", "-c", undo], ["sh", "-c", put_back]), warmup=1)
    floor = "%s check -q -j2 --root %s; sync" % (shlex.quote(bench.tpatch), shlex.quote(copy))
    bench.row(f"apply, full set, {len(paths)} files, flushed", "check, then sync: what finding alone takes", None, [bench.tpatch, "-q", "-j2", "--root", copy],
              ["sh", "-c", floor], (["sh", "-c", undo], ["sh", "-c", undo]), warmup=1)
    subprocess.run([bench.tpatch, "-q", "--root", copy], check=True)
    bench.row("check of the patched tree", "check of the tree as it was", 1.1, bench.check(copy), bench.check(bench.tree))


def scaling(bench):
    """More rules, more files, and one rule alone."""
    few, many = bench.rules(50), bench.rules(1000)
    bench.row("check, 1,000 rules", "check, 50 rules", 3, bench.check(bench.tree, "--patchsets", many, "--use", "bench"),
              bench.check(bench.tree, "--patchsets", few, "--use", "bench"))
    one = bench.check(bench.tree, "--rule", "msvc-vcvars", "--use", "pytorch-2.0.1", "--tag", "2.0.1")
    bench.row("check, one rule with an explicit path", "check, full set", None, one, bench.check(bench.tree))
    ten = os.path.join(bench.work, "ten")
    if not os.path.exists(os.path.join(ten, "version.txt")):
        shutil.rmtree(ten, ignore_errors=True)
        os.makedirs(ten)
        for number in range(10):
            subprocess.run(["cp", "-al", bench.tree, os.path.join(ten, str(number))], check=True)
        shutil.copy(os.path.join(bench.tree, "version.txt"), ten)
    alone, together = (bench.check(root, "--patchsets", few, "--use", "bench", "--tag", "1.0") for root in (bench.tree, ten))
    bench.row("check, ten copies side by side", "check, one", 10.5, together, alone)
    if not bench.options.only:
        peaks = {"check, full set": bench.memory(bench.check(bench.tree)), "check, 1,000 rules": bench.memory(
            bench.check(bench.tree, "--patchsets", many, "--use", "bench")), "one": bench.memory(alone), "ten": bench.memory(together)}
        bench.rows.append(("peak memory, ten copies", "one", 1.5, f"{peaks['ten']:.1f} MiB", f"{peaks['one']:.1f} MiB", peaks["ten"] / peaks["one"]))
        top = max(peaks, key=peaks.get)
        bench.rows.append((f"peak memory, highest of these ({top})", "64 MiB", 1.0, f"{peaks[top]:.1f} MiB", "", peaks[top] / 64))


def version_of(command):
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return (run.stdout or run.stderr).splitlines()[0].strip()


def describe(bench):
    cpu = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8") if line.startswith("model name")), platform.machine())
    files = sum(len(names) for _, _, names in os.walk(bench.tree))
    kind = "real" if bench.options.tree else "generated"
    runs = bench.options.runs * bench.options.rounds
    return (f"{kind} tree of {files:,} files; {os.cpu_count()} processors ({cpu}), {platform.system()} {platform.release()}; load {os.getloadavg()[0]:.1f} "
            f"at the end; {runs} runs of each command; {version_of([bench.tpatch, '--version'])}, {version_of(['rg', '--version'])}, "
            f"{version_of(['hyperfine', '--version'])}")


def table(bench):
    lines = ["| what | against | at most | median (least to most) | of the other | ratio |", "|---|---|---:|---:|---:|---:|"]
    for what, against, limit, ours, theirs, ratio in bench.rows:
        shown = "" if ratio is None else f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.3f}"
        over = " **over**" if limit and ratio and ratio > limit else ""
        lines.append(f"| {what} | {against} | {limit or ''} | {ours} | {theirs} | {shown}{over} |")
    return "\n".join(lines) + "\n\n" + describe(bench) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", default="build/bench.md")
    parser.add_argument("--work", default="build/bench")
    parser.add_argument("--ast-grep")
    parser.add_argument("--only")
    parser.add_argument("tpatch")
    parser.add_argument("walk")
    parser.add_argument("peak")
    bench = Bench(parser.parse_args())
    for part in (finding, applying, scaling):
        part(bench)
    text = table(bench)
    with open(bench.options.out, "w", encoding="utf-8") as file:
        file.write(text)
    print(text, end="")


if __name__ == "__main__":
    main()
