#!/usr/bin/env python3
"""Runs what docs/ci.md offers: the GitHub action, the GitLab job, the pre-commit hooks, and every command line.

usage: ci.py BUILD [CASE...], in the root of the repository; BUILD is what `make` built. Everything made goes to BUILD/ci.

The steps of action.yml and the scripts of packaging/ci/gitlab.yml run as their runners would run them, with the files and variables that those give; GitLab's
and pre-commit's clone comes from a repository made of the working tree. pre-commit is the real one and builds tpatch in its clone; without it
that part is said and skipped. Prints what is not so, and `ci: N passed, N failed`. Exit: 0 all well, 1 not.
"""
import json
import os
import re
import shutil
import subprocess
import sys

import yaml

from embed import Wrong, expect, source_files

FIXTURE = "fixtures/pytorch-1.12.1/before"
UNFIT = "fixtures/verdict/missing"
DOCUMENT = "docs/ci.md"


class Place:
    """A home with tpatch in the PATH, and trees."""

    def __init__(self, build):
        self.repository = os.getcwd()
        self.work = os.path.abspath(os.path.join(build, "ci"))
        shutil.rmtree(self.work, ignore_errors=True)
        self.tpatch = os.path.join(self.work, "bin/tpatch")
        os.makedirs(os.path.dirname(self.tpatch))
        os.symlink(os.path.abspath(os.path.join(build, "tpatch")), self.tpatch)
        hidden = ("GITHUB_", "TPATCH_", "GIT_", "PRE_COMMIT", "MAKE")
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith(hidden) and key not in ("BUILD", "MFLAGS")}
        self.environment.update(HOME=self.work, PATH=os.path.dirname(self.tpatch) + ":" + os.environ["PATH"], GIT_CONFIG_NOSYSTEM="1",
                                GIT_AUTHOR_NAME="tests", GIT_AUTHOR_EMAIL="tests@example.com", GIT_COMMITTER_NAME="tests",
                                GIT_COMMITTER_EMAIL="tests@example.com", PRE_COMMIT_HOME=os.path.join(self.work, "pre-commit-home"))
        with open("Makefile", encoding="utf-8") as file:
            self.version = re.search(r"^VERSION := (.*)$", file.read(), re.M)[1]
        with open(DOCUMENT, encoding="utf-8") as file:
            self.document = file.read()

    def tree(self, name, source=FIXTURE):
        tree = os.path.join(self.work, name)
        shutil.copytree(source, tree, symlinks=True)
        return tree

    def call(self, *command, cwd=None, **more):
        """Exit code and all that was printed."""
        result = subprocess.run(command, cwd=cwd or self.work, env=dict(self.environment, **more), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                check=False, timeout=600)
        return result.returncode, result.stdout.decode(errors="replace")

    def must(self, *command, cwd=None, code=0, **more):
        got, shown = self.call(*command, cwd=cwd, **more)
        expect(got == code, "%s: exit %d\n%s", " ".join(command), got, shown[-3000:])
        return shown

    def blocks(self, language):
        return re.findall(r"^```%s\n(.*?)^```" % language, self.document, re.S | re.M)

    def snapshot(self):
        """A repository with the working tree as its one commit, tagged as a release is."""
        top = os.path.join(self.work, "tpatch.git-tree")
        if os.path.exists(top):
            return top
        for name in source_files():
            os.makedirs(os.path.dirname(os.path.join(top, name)), exist_ok=True)
            shutil.copy2(name, os.path.join(top, name), follow_symlinks=False)
        self.must("git", "init", "-q", cwd=top)
        self.must("git", "add", "-A", cwd=top)
        self.must("git", "commit", "-qm", "all", cwd=top)
        self.must("git", "tag", "v" + self.version, cwd=top)
        return top


class Runner:
    """Composite actions, as far as action.yml goes: inputs, outputs, steps with run, shell and env."""

    def __init__(self, place, cwd):
        self.place, self.cwd = place, cwd
        with open("action.yml", encoding="utf-8") as file:
            self.action = yaml.safe_load(file)

    def run(self, **given):
        """Exit code, what was printed, outputs, summary."""
        inputs = {name: given.get(name, str(entry.get("default", ""))) for name, entry in self.action["inputs"].items()}
        expect(set(given) <= set(inputs), "no such input: %s", given)
        files = {name: os.path.join(self.place.work, name) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for path in files.values():
            open(path, "w", encoding="utf-8").close()
        code, printed = 0, ""
        expect(self.action["runs"]["using"] == "composite", "no composite action")
        for step in self.action["runs"]["steps"]:
            expect("${{" not in step["run"], "an input becomes code: %s", step["run"])
            env = {name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda match: inputs[match[1]], value) for name, value in step.get("env", {}).items()}
            expect(not any("${{" in value for value in env.values()), "env: %s", env)
            script = os.path.join(self.place.work, "step.sh")
            with open(script, "w", encoding="utf-8") as file:
                file.write(step["run"])
            code, shown = self.place.call(step["shell"], "-e", script, cwd=self.cwd, GITHUB_ACTIONS="true", GITHUB_ACTION_PATH=self.place.repository,
                                          GITHUB_WORKSPACE=self.cwd, **files, **env)
            printed += shown
            if code:
                break
        with open(files["GITHUB_OUTPUT"], encoding="utf-8") as file:
            written = dict(line.rstrip("\n").split("=", 1) for line in file)
        for name, entry in self.action["outputs"].items():
            step, output = re.fullmatch(r"\$\{\{ steps\.(\w+)\.outputs\.([\w-]+) \}\}", entry["value"]).groups()
            expect(step in [one.get("id") for one in self.action["runs"]["steps"]] and output in written, "output %s: %s", name, written)
        with open(files["GITHUB_STEP_SUMMARY"], encoding="utf-8") as file:
            return code, printed, written, file.read()


def check_says_how(place):
    """The last line of a check that fails is a command that mends the tree, options and all."""
    for name in ("said's home/tree", 'a $(touch spoilt) `touch spoilt` "b"/tree', "it's $HOME!/tree", "~/#/[a]{b,c}*?\\d/tree"):
        tree = place.tree(name)
        os.mkdir(os.path.join(tree, "it's"))
        with open(os.path.join(tree, "it's", "left-out.cmake"), "w", encoding="ascii") as file:
            file.write("cmake_minimum_required(VERSION 2.8)\n")
        check_says_how_in(place, tree)
    expect(not os.path.exists(os.path.join(place.work, "spoilt")), "a name became code")


def check_says_how_in(place, tree):
    for arguments in ((), ("--fact", "cuda=11.8", "--rule", "*{cmake,cuda}*", "-g", "!**/it's/**")):
        shown = place.must("tpatch", "check", "--root", tree, *arguments, code=1)
        command = re.fullmatch(r"next: (tpatch --root .*)", shown.splitlines()[-1])
        expect(command, "check ends with: %s", shown.splitlines()[-1])
        place.must("sh", "-c", command[1])
        expect("Nothing to do" in place.must("tpatch", "check", "--root", tree, *arguments), "check is not content with %s", command[1])
        place.must("tpatch", "rollback", "-q", "--root", tree)


def action(place):
    workspace = os.path.join(place.work, "workspace")
    tree = place.tree("workspace/third_party/pytorch")
    runner = Runner(place, workspace)
    given = {"root": "third_party/pytorch", "arguments": "--fact cuda=11.8", "reports": "sarif=tpatch.sarif html=tpatch.html", "program": place.tpatch}
    code, shown, outputs, summary = runner.run(**given)
    expect(code == 1 and outputs["exit-code"] == "1", "exit %d, %s\n%s", code, outputs, shown[-2000:])
    annotations = re.findall(r"^::(\w+) title=tpatch \([\w-]+\),file=([^,]+),line=\d+", shown, re.M)
    expect(len(annotations) > 20 and all(os.path.isfile(path) for _, path in annotations), "annotations:\n%s", shown[:2000])
    mend = "tpatch --root third_party/pytorch --fact cuda=11.8"
    expect(outputs["mend"] == mend and "\n```\n%s\n```\n" % mend in summary and "files would change" in summary, "summary:\n%s", summary[:1000])
    expect("to mend it: " + mend in shown, "the log does not say how to mend it")
    with open(os.path.join(workspace, "tpatch.sarif"), encoding="utf-8") as file:
        results = json.load(file)["runs"][0]["results"]
    places = [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in results]
    expect(len(places) > 20 and all(place.startswith(given["root"]) and os.path.isfile(os.path.join(workspace, place)) for place in places), "sarif: %s", places)
    for report in ("tpatch.sarif", "tpatch.html"):
        expect(os.path.getsize(os.path.join(workspace, report)) > 1000, "no %s", report)
    expect(runner.run(fail="false", **given)[0] == 0, "fail: false")
    digest = place.must("tpatch", "show", "--digest", "pytorch-1.12.1").strip()
    pinned = dict(given, arguments=given["arguments"] + " --expect-digest " + digest)
    code, _, outputs, summary = runner.run(**pinned)
    expect(code == 1 and digest in summary and "--expect-digest " + digest in outputs["mend"], "pinned: %d\n%s", code, summary[:1000])
    code, shown, _, _ = runner.run(**dict(pinned, arguments="--expect-digest " + "0" * 64))
    expect(code == 2 and digest in shown and "0" * 64 in shown, "pinned to another set: %d\n%s", code, shown[-2000:])
    place.must("sh", "-c", mend, cwd=workspace)
    code, shown, outputs, summary = runner.run(**given)
    expect(code == 0 and outputs == {"exit-code": "0", "mend": ""} and "Nothing to do" in summary and "::warning" not in shown, "mended: %d %s", code, shown)
    place.must("tpatch", "rollback", "-q", "--root", tree)
    # Nothing given but where the tree is: the program is built of the action's own sources.
    code, shown, outputs, _ = runner.run(root="third_party/pytorch")
    expect(code == 1 and outputs["mend"] == "tpatch --root third_party/pytorch", "built: %d\n%s", code, shown[-2000:])


def action_goes_wrong(place):
    workspace = os.path.join(place.work, "wrong")
    place.tree("wrong/before", os.path.join(UNFIT, "before"))
    runner = Runner(place, workspace)
    sets = "--patchsets " + os.path.join(place.repository, UNFIT, "patchsets")
    code, shown, outputs, summary = runner.run(root="before", arguments=sets, fail="false", program=place.tpatch)
    expect(code == 3 and outputs == {"exit-code": "3", "mend": ""} and "::error " in shown and "nothing was written" in summary, "unfit: %d\n%s", code, shown)
    for given, said in (({"root": "no-such-folder"}, "no-such-folder"), ({"root": "before", "arguments": "--wrong"}, "--wrong"),
                        ({"root": "before", "arguments": "; touch spoilt $(touch spoilt) `touch spoilt` *"}, "tpatch check")):
        code, shown, outputs, _ = runner.run(program=place.tpatch, **given)
        expect(code == 2 and outputs["exit-code"] == "2" and said in shown, "%s: %d\n%s", given, code, shown)
    code, shown = place.call("sh", os.path.join(place.repository, "packaging/ci/check.sh"), cwd=workspace, TPATCH_PROGRAM="no-such-program")
    expect(code == 1 and "there is no program 'no-such-program'" in shown, "no program: %d %s", code, shown)
    expect(sorted(os.listdir(workspace)) == ["before"], "an input became code: %s", os.listdir(workspace))


def gitlab(place):
    with open("packaging/ci/gitlab.yml", encoding="utf-8") as file:
        jobs = yaml.safe_load(file)
    job = jobs["tpatch-check"]
    expect(job["variables"]["TPATCH_REF"] == "v" + place.version, "TPATCH_REF is not v%s", place.version)
    project = place.tree("project")
    variables = dict(job["variables"], TPATCH_REPOSITORY="file://" + place.snapshot(), TPATCH_SOURCE=os.path.join(place.work, "fetched"),
                     TPATCH_ARGUMENTS="--fact cuda=11.8", TPATCH_PROGRAM="tpatch", GITLAB_CI="true", CI_PROJECT_DIR=project)
    script = "\n".join(["set -eo pipefail", *job["before_script"], *job["script"]])
    shown = place.must("bash", "-c", script, cwd=project, code=1, **variables)
    expect("files would change" in shown and "to mend it: tpatch --root . --fact cuda=11.8\n" in shown and "::warning" not in shown, "the job prints\n%s", shown)
    artifacts = [*job["artifacts"]["paths"], *job["artifacts"]["reports"].values()]
    expect(all(os.path.getsize(os.path.join(project, path)) > 1000 for path in artifacts), "artifacts: %s", os.listdir(project))
    expect(set(job["artifacts"]["reports"]) == {"junit", "codequality"} and set(job["artifacts"]["reports"].values()) < set(job["artifacts"]["paths"]),
           "artifacts: %s", job["artifacts"])

    def quality(top):
        with open(os.path.join(top, job["artifacts"]["reports"]["codequality"]), encoding="utf-8") as file:
            return json.load(file)

    places = [entry["location"]["path"] for entry in quality(project)]
    expect(len(places) > 20 and all(os.path.isfile(os.path.join(project, path)) for path in places), "code quality of %s", places)
    # The tree as a folder of the repository: its paths begin at the top of that.
    place.must("bash", "-c", job["script"][0], code=1, **dict(variables, CI_PROJECT_DIR=place.work, TPATCH_ROOT="project"))
    expect([entry["location"]["path"] for entry in quality(place.work)] == ["project/" + path for path in places], "code quality of a folder: %s",
           quality(place.work))
    place.must("sh", "-c", "tpatch --root . --fact cuda=11.8", cwd=project)
    shutil.rmtree(variables["TPATCH_SOURCE"])
    expect("Nothing to do" in place.must("bash", "-c", script, cwd=project, **variables) and quality(project) == [], "mended")


def pre_commit(place):
    """A commit is refused, the other hook patches, the commit goes through; with the configuration of the document."""
    if not shutil.which("pre-commit"):
        print("ci.py: pre-commit is not here: skipped")
        return
    with open(".pre-commit-hooks.yaml", encoding="utf-8") as file:
        hooks = {hook["id"] for hook in yaml.safe_load(file)}
    theirs, local = [yaml.safe_load(block) for block in place.blocks("yaml") if block.startswith("repos:")]
    expect(theirs["repos"][0]["rev"] == "v" + place.version and {hook["id"] for hook in theirs["repos"][0]["hooks"]} == hooks, "%s: %s", DOCUMENT, theirs)
    theirs["repos"][0]["repo"] = place.snapshot()
    project = place.tree("committed")
    place.must("git", "init", "-q", cwd=project)

    def configure(configuration):
        with open(os.path.join(project, ".pre-commit-config.yaml"), "w", encoding="utf-8") as file:
            yaml.safe_dump(configuration, file)
        place.must("git", "add", "-A", cwd=project)

    configure(theirs)
    place.must("pre-commit", "install", cwd=project)
    # The hook builds its own, whatever else is there.
    shown = place.must("git", "commit", "-qm", "first", cwd=project, code=1, PATH=os.environ["PATH"])
    expect("files would change" in shown and "next: tpatch --root " in shown and "  CC " not in shown, "the hook prints\n%s", shown)
    place.must("git", "commit", "-qnm", "unpatched", cwd=project)
    command = re.search(r"`(pre-commit run --hook-stage manual tpatch)`", place.document)[1]
    shown = place.must(*command.split(), cwd=project, code=1)
    expect("files were modified by this hook" in shown, "the hook that patches prints\n%s", shown)
    place.must("git", "add", "-A", cwd=project)
    expect(".tpatch" not in place.must("git", "status", "--short", cwd=project), "the journal would be committed")
    place.must("git", "commit", "-qm", "patched", cwd=project)
    configure(local)
    place.must("git", "commit", "-qm", "checked", cwd=project)
    place.must("tpatch", "rollback", "-q", "--root", project)
    place.must("git", "commit", "-qam", "taken back", cwd=project, code=1)


def document(place):
    """Every command line does what it says, and what the examples name is there."""
    runner = Runner(place, place.work)
    uses = [step for block in place.blocks("yaml") if block.startswith("on:") for step in yaml.safe_load(block)["jobs"]["patched"]["steps"]]
    own = [step for step in uses if step["uses"] == "OWNER/tpatch@v" + place.version]
    expect(len(own) == 1 and set(own[0]["with"]) <= set(runner.action["inputs"]), "%s: the action is used with %s", DOCUMENT, own)
    for name in (*runner.action["inputs"], *runner.action["outputs"]):
        expect("`%s`" % name in place.document, "%s does not tell of `%s`", DOCUMENT, name)
    with open("packaging/ci/gitlab.yml", encoding="utf-8") as file:
        template = yaml.safe_load(file)["tpatch-check"]["variables"]
    example = [yaml.safe_load(block) for block in place.blocks("yaml") if block.startswith("include:")][0]
    expect(set(example["tpatch-check"]["variables"]) <= set(template) and "v%s/packaging/ci/gitlab.yml" % place.version in example["include"][0]["remote"],
           "%s: the job is used with %s", DOCUMENT, example)
    expected = ("files changed", "files would change", "exit code 1", "recorded as run 1", "recorded as run 1")
    blocks = place.blocks("sh")
    expect(len(blocks) == len(expected), "%s has %d blocks of command lines", DOCUMENT, len(blocks))
    for number, (block, said) in enumerate(zip(blocks, expected)):
        home = os.path.join(place.work, "home-%d" % number)
        place.tree("home-%d/src/pytorch" % number)
        os.symlink(place.repository, os.path.join(home, "src/tpatch"))
        os.symlink(os.path.join(place.repository, "patchsets"), os.path.join(home, "rules"))
        shown = place.must("bash", "-euc", block, cwd=home, HOME=home)
        expect(said in shown, "%s: block %d does not say '%s':\n%s", DOCUMENT, number + 1, said, shown[-1500:])


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    place = Place(sys.argv[1])
    failed = 0
    cases = [case for case in (check_says_how, action, action_goes_wrong, gitlab, pre_commit, document)
             if len(sys.argv) == 2 or case.__name__ in sys.argv[2:]]
    for case in cases:
        try:
            case(place)
        except Wrong as wrong:
            failed += 1
            print("FAILED %s: %s" % (case.__name__, wrong))
    print("ci: %d passed, %d failed" % (len(cases) - failed, failed))
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
