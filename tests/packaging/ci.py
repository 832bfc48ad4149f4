#!/usr/bin/env python3
"""Runs what docs/ci.md offers: the GitHub action, the GitLab job, the pre-commit hooks, and every command line.

usage: ci.py BUILD [CASE...], in the root of the repository; BUILD is what `make` built. Everything made goes to BUILD/ci.

The steps of action.yml and the scripts of packaging/ci/gitlab.yml run as their runners would run them, with the files and variables that those give, a cache,
and a server in the place of GitHub's and GitLab's; the workflow of the document's first run is played from beginning to end. GitLab's and pre-commit's clone comes from a repository made of the working tree. pre-commit is the real one and builds tpatch in its clone; without it
that part is said and skipped. Prints what is not so, and `ci: N passed, N failed`. Exit: 0 all well, 1 not.
"""
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading

import yaml

from embed import Wrong, expect, source_files, with_ccache

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
        # The job and the hook build what `./bootstrap test` has built, in clones.
        self.environment = with_ccache(build, {key: value for key, value in os.environ.items() if not key.startswith(hidden) and key not in ("BUILD", "MFLAGS")})
        self.path = self.environment["PATH"]
        self.environment.update(HOME=self.work, PATH=os.path.dirname(self.tpatch) + ":" + self.path, GIT_CONFIG_NOSYSTEM="1",
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


class Server(http.server.ThreadingHTTPServer):
    """The comments of one request, as GitHub and GitLab keep them. `answers`: what comes instead, (code, headers), each once."""

    def __init__(self):
        self.comments, self.asked, self.answers, self.token = [], [], [], "secret"
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def add(self, body, kind="Bot", user=7):
        self.comments.append({"id": len(self.comments) + 1, "body": body, "user": {"type": kind, "login": "x"}, "author": {"id": user}})

    def url(self):
        return "http://127.0.0.1:%d/api" % self.server_address[1]

    def took(self, *methods):
        """Were these the requests since the last call?"""
        asked, self.asked = self.asked, []
        expect([method for method, _ in asked] == list(methods), "asked: %s", asked)


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def reply(self, code, value, headers=()):
        self.send_response(code)
        for name, text in headers:
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(json.dumps(value).encode())

    def handle_one(self):
        server, body = self.server, self.rfile.read(int(self.headers.get("Content-Length") or 0))
        server.asked.append((self.command, self.path))
        if server.answers:
            code, headers = server.answers.pop(0)
            return self.reply(code, {"message": "::error::forged\n::set-output name=x::y"}, headers)
        if server.token not in (self.headers.get("Authorization", "")[len("Bearer "):], self.headers.get("PRIVATE-TOKEN")):
            return self.reply(401, {})
        path, _, query = self.path.partition("?")
        if path.endswith("/user"):
            return self.reply(200, {"id": 7})
        if self.command == "GET":
            page = int(re.search(r"\bpage=(\d+)", query)[1])
            return self.reply(200, server.comments[(page - 1) * 100:page * 100])
        text = json.loads(body)["body"]
        if self.command == "POST":
            server.add(text)
            return self.reply(201, server.comments[-1])
        number = int(path.rsplit("/", 1)[1])
        server.comments[number - 1]["body"] = text
        return self.reply(200, server.comments[number - 1])

    do_GET = do_POST = do_PATCH = do_PUT = handle_one


class Runner:
    """Composite actions, as far as action.yml goes: inputs, outputs, steps with run, shell, env and if, and actions/cache."""

    def __init__(self, place, cwd):
        self.place, self.cwd = place, cwd
        self.temp = os.path.join(place.work, "runner-temp")
        self.cache = os.path.join(place.work, "runner-cache")
        self.server, self.event = None, {}
        with open("action.yml", encoding="utf-8") as file:
            self.action = yaml.safe_load(file)

    def value(self, text, known):
        """With its ${{ … }}, which name one thing each."""
        def one(match):
            expect(match[1] in known, "the runner does not know %s", match[1])
            return known[match[1]]
        return re.sub(r"\$\{\{ *([\w.-]+) *\}\}", one, str(text))

    def holds(self, condition, known):
        if condition is None:
            return True
        name, wanted = re.fullmatch(r"([\w.-]+) == '(.*)'", condition).groups()
        return known[name] == wanted

    def keep(self, step, known):
        """actions/cache: what is there under the key comes back; what is there afterwards is kept."""
        path, key = self.value(step["with"]["path"], known), self.value(step["with"]["key"], known)
        expect(re.fullmatch(r"tpatch-[\d.]+-[\w.-]+-[0-9a-f]{16}", key), "key: %s", key)
        kept = os.path.join(self.cache, key)
        if os.path.isdir(kept):
            shutil.copytree(kept, path)
        return path, kept

    def run(self, **given):
        """Exit code, what was printed, outputs, summary."""
        known = {"inputs." + name: self.value(entry.get("default", ""), {"github.token": "secret"}) for name, entry in self.action["inputs"].items()}
        expect(set(given) <= set(self.action["inputs"]), "no such input: %s", given)
        known.update({"inputs." + name.replace("_", "-"): value for name, value in given.items()})
        shutil.rmtree(self.temp, ignore_errors=True)
        known["runner.temp"] = self.temp
        files = {name: os.path.join(self.place.work, name) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_EVENT_PATH")}
        open(files["GITHUB_STEP_SUMMARY"], "w", encoding="utf-8").close()
        with open(files["GITHUB_EVENT_PATH"], "w", encoding="utf-8") as file:
            json.dump(self.event, file)
        code, printed, to_keep = 0, "", []
        expect(self.action["runs"]["using"] == "composite", "no composite action")
        for step in self.action["runs"]["steps"]:
            if not self.holds(step.get("if"), known):
                continue
            if "uses" in step:
                expect(re.fullmatch(r"actions/cache@v\d+", step["uses"]), "the runner has no %s", step["uses"])
                to_keep.append(self.keep(step, known))
                continue
            expect("${{" not in step["run"], "an input becomes code: %s", step["run"])
            open(files["GITHUB_OUTPUT"], "w", encoding="utf-8").close()
            script = os.path.join(self.place.work, "step.sh")
            with open(script, "w", encoding="utf-8") as file:
                file.write(step["run"])
            env = {name: self.value(value, known) for name, value in step.get("env", {}).items()}
            code, shown = self.place.call(step["shell"], "-e", script, cwd=self.cwd, GITHUB_ACTIONS="true", GITHUB_ACTION_PATH=self.place.repository,
                                          GITHUB_WORKSPACE=self.cwd, GITHUB_REPOSITORY="me/patched", TPATCH_PATIENCE="2",
                                          GITHUB_API_URL=self.server.url() if self.server else "http://127.0.0.1:9", **files, **env)
            printed += shown
            with open(files["GITHUB_OUTPUT"], encoding="utf-8") as file:
                known.update({"steps.%s.outputs.%s" % (step["id"], name): value for name, value in (line.rstrip("\n").split("=", 1) for line in file)})
            if code:
                break
        for path, kept in to_keep:
            if code == 0 and not os.path.isdir(kept):
                shutil.copytree(path, kept)
        outputs = {name: self.value(entry["value"], known) for name, entry in self.action["outputs"].items()}
        with open(files["GITHUB_STEP_SUMMARY"], encoding="utf-8") as file:
            return code, printed, outputs, file.read()


def check_says_how(place):
    """The last line of a check that fails is a command that fixes the tree, options and all."""
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
    fix = "tpatch --root third_party/pytorch --fact cuda=11.8"
    expect(outputs["fix"] == fix and "\n```\n%s\n```\n" % fix in summary and "files would change" in summary, "summary:\n%s", summary[:1000])
    expect("to patch it: " + fix in shown, "the log does not say how to patch it")
    with open(os.path.join(workspace, "tpatch.sarif"), encoding="utf-8") as file:
        results = json.load(file)["runs"][0]["results"]
    places = [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in results]
    expect(len(places) > 20 and all(place.startswith(given["root"]) and os.path.isfile(os.path.join(workspace, place)) for place in places), "sarif: %s", places)
    for report in ("tpatch.sarif", "tpatch.html"):
        expect(os.path.getsize(os.path.join(workspace, report)) > 1000, "no %s", report)
    expect(runner.run(fail="false", **given)[0] == 0, "fail: false")
    # What the tree says of itself need not be said here, and a tpatch.yaml above the tree names it.
    with open(os.path.join(workspace, "tpatch.yaml"), "w", encoding="ascii") as file:
        file.write("root: third_party/pytorch\nfacts: {cuda: '11.8'}\n")
    code, shown, outputs, _ = runner.run(program=place.tpatch)
    expect(code == 1 and outputs["fix"] == "tpatch --root third_party/pytorch", "tpatch.yaml: %d %s\n%s", code, outputs, shown[-1000:])
    os.remove(os.path.join(workspace, "tpatch.yaml"))
    digest = place.must("tpatch", "show", "--digest", "pytorch-1.12.1").strip()
    pinned = dict(given, arguments=given["arguments"] + " --expect-digest " + digest)
    code, _, outputs, summary = runner.run(**pinned)
    expect(code == 1 and digest in summary and "--expect-digest " + digest in outputs["fix"], "pinned: %d\n%s", code, summary[:1000])
    code, shown, _, _ = runner.run(**dict(pinned, arguments="--expect-digest " + "0" * 64))
    expect(code == 2 and digest in shown and "0" * 64 in shown, "pinned to another set: %d\n%s", code, shown[-2000:])
    place.must("sh", "-c", fix, cwd=workspace)
    code, shown, outputs, summary = runner.run(**given)
    expect(code == 0 and outputs == {"exit-code": "0", "fix": "", "program": place.tpatch} and "Nothing to do" in summary and "::warning" not in shown, "fixed: %d %s", code, shown)
    place.must("tpatch", "rollback", "-q", "--root", tree)


def cache(place):
    """Nothing given but where the tree is: the program is built of the action's own sources, and the next run takes it from the cache."""
    workspace = os.path.join(place.work, "cached")
    place.tree("cached/pytorch")
    runner = Runner(place, workspace)
    code, shown, outputs, _ = runner.run(root="pytorch", fail="false")
    expect(code == 0 and outputs["fix"] == "tpatch --root pytorch" and "put into the cache" in shown and "GLIBC" not in shown, "built: %d\n%s", code, shown[-2000:])
    kept = outputs["program"]
    expect(kept.startswith(runner.temp), "the program is %s", kept)
    linked = place.must("ldd", os.path.join(runner.cache, *kept.split("/")[-2:-1], *kept.split("/")[-2:]))
    expect("yaml" not in linked and "jansson" not in linked, "what is kept needs libraries:\n%s", linked)
    # Without a compiler or anything that installs one.
    tools = os.path.join(place.work, "tools")
    os.makedirs(tools)
    for name in ("sh", "env", "dirname", "sed", "tr", "find", "sort", "xargs", "sha256sum", "cut", "uname", "mktemp", "rm", "cat", "grep", "tail", "awk", "mkdir", "python3"):
        os.symlink(shutil.which(name), os.path.join(tools, name))
    place.environment["PATH"], path = tools, place.environment["PATH"]
    code, shown, outputs, _ = runner.run(root="pytorch", fail="false")
    place.environment["PATH"] = path
    expect(code == 0 and outputs["fix"] == "tpatch --root pytorch" and "taken from the cache" in shown, "from the cache: %d\n%s", code, shown[-2000:])


def comment(place):
    """One comment of a pull request: made, written anew, left alone; never more than what the token may do."""
    workspace = os.path.join(place.work, "commented")
    tree = place.tree("commented/pytorch")
    runner = Runner(place, workspace)
    server = runner.server = Server()
    given = {"root": "pytorch", "program": place.tpatch, "fail": "false"}
    code, shown, _, _ = runner.run(**given)
    server.took()  # a push has nothing to comment on
    runner.event = {"pull_request": {"number": 5}}
    # Somebody else's comment that pretends to be ours, and more than one page of others.
    page = place.must("python3", "-c", "import hashlib; print('<!-- tpatch check %s -->' % hashlib.sha256(b'pytorch').hexdigest()[:12])").strip()
    server.add(page + "\nmine!", kind="User")
    for number in range(120):
        server.add("comment %d" % number)
    code, shown, _, summary = runner.run(**given)
    server.took("GET", "GET", "POST")
    body = server.comments[-1]["body"]
    expect(code == 0 and len(server.comments) == 122 and body.startswith(page + "\n### tpatch check") and summary in body, "comment:\n%s", body[:500])
    expect("\n```\ntpatch --root pytorch\n```\n" in body and "29 files would change" in body, "comment:\n%s", body[:500])
    runner.run(**given)
    server.took("GET", "GET")  # it says that already
    code, _, _, _ = runner.run(**dict(given, arguments="--rule msvc-vcvars"))
    server.took("GET", "GET", "PATCH")
    expect(len(server.comments) == 122 and "1 file would change" in server.comments[-1]["body"], "not written anew")
    # A row of backticks, HTML and a mention in a name stay text. Another tree has a comment of its own.
    odd = "````</details>@everyone"
    place.tree("commented/" + odd)
    runner.run(**dict(given, root=odd))
    server.took("GET", "GET", "POST")
    body = server.comments[-1]["body"]
    fence = re.search(r"</summary>\n\n(`+)\n", body)[1]
    expect(len(fence) == 5 and odd in body.split(fence + "\n")[1] and body.endswith("\n%s\n</details>\n" % fence), "a name leaves the block:\n%s", body[:900] + "|" + body[-300:])
    # Without the right: said on one line that no runner obeys, and the page of the run has it all.
    for answers, said in (([(403, ())], "no right to comment"), ([(404, ())], "sees no such request"), ([(401, ())], "not valid"),
                          ([(429, [("Retry-After", "99")])], "asked too often"), ([(403, [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "99999999999")])], "asked too often"),
                          ([(500, ())] * 3, "failed")):
        server.answers = list(answers)
        code, shown, outputs, summary = runner.run(**given)
        expect(code == 0 and said in shown and "forged" not in shown and "29 files would change" in summary and outputs["exit-code"] == "1", "%s: %d\n%s", answers, code, shown[-1500:])
        expect(not server.answers and len(server.asked) == len(answers), "asked %s", server.asked)
        server.asked = []
    # Asked to come back later, it does.
    server.answers = [(429, [("Retry-After", "0")]), (502, ())]
    runner.run(**given)
    server.took("GET", "GET", "GET", "GET", "PATCH")
    place.must("tpatch", "-q", "--root", tree)
    runner.run(**given)
    server.took("GET", "GET", "PATCH")
    expect("Nothing to do" in server.comments[-2]["body"], "fixed:\n%s", server.comments[-2]["body"][:500])
    # A tree that is as wanted is no news.
    del server.comments[:]
    runner.run(**given)
    server.took("GET")
    runner.run(**dict(given, comment="false"))
    server.took()
    server.shutdown()


def first_run(place):
    """The repository of two files that the document shows, from nothing: the workflow as it stands there, step by step."""
    files = dict(re.findall(r"`([\w./-]+)`:\n\n```yaml\n(.*?)^```", place.document, re.S | re.M))
    expect(set(files) == {"tpatch.yaml", ".github/workflows/patched.yml"}, "%s: the first run has %s", DOCUMENT, list(files))
    workspace = os.path.join(place.work, "first")
    for name, text in files.items():
        os.makedirs(os.path.dirname(os.path.join(workspace, name)), exist_ok=True)
        with open(os.path.join(workspace, name), "w", encoding="utf-8") as file:
            file.write(text)
    workflow = yaml.safe_load(files[".github/workflows/patched.yml"])
    (job,) = workflow["jobs"].values()
    expect(workflow["permissions"] == {"contents": "read", "pull-requests": "write"}, "permissions: %s", workflow["permissions"])
    runner, outputs, printed = Runner(place, workspace), {}, ""
    for step in job["steps"]:
        if step.get("uses", "").startswith("actions/checkout@"):
            if "with" in step:
                expect(step["with"]["repository"] == "pytorch/pytorch", "checks out %s", step["with"])
                place.tree("first/" + step["with"]["path"])
        elif step.get("uses") == "OWNER/tpatch@v" + place.version:
            code, shown, outputs, summary = runner.run(program=place.tpatch, **step.get("with", {}))
            expect(code == 0 and outputs["exit-code"] == "1" and outputs["fix"] == "tpatch --root pytorch" and "would change" in summary, "the action: %d\n%s", code, shown)
        else:
            known = {"steps.tpatch.outputs." + name: value for name, value in outputs.items()}
            env = {name: runner.value(value, known) for name, value in step.get("env", {}).items()}
            expect("${{" not in step["run"], "an output becomes code: %s", step["run"])
            printed += place.must("bash", "-e", "-c", step["run"], cwd=workspace, **env)
    expect("recorded as run 1" in printed and "facts    platform linux, gpu blackwell" in printed, "the workflow prints\n%s", printed)
    expect("Nothing to do" in place.must("tpatch", "check", cwd=workspace), "the tree is not as wanted")


def action_goes_wrong(place):
    workspace = os.path.join(place.work, "wrong")
    place.tree("wrong/before", os.path.join(UNFIT, "before"))
    runner = Runner(place, workspace)
    sets = "--patchsets " + os.path.join(place.repository, UNFIT, "patchsets")
    code, shown, outputs, summary = runner.run(root="before", arguments=sets, fail="false", program=place.tpatch)
    expect(code == 3 and outputs == {"exit-code": "3", "fix": "", "program": place.tpatch} and "::error " in shown and "nothing was written" in summary, "unfit: %d\n%s", code, shown)
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
    expect("files would change" in shown and "to patch it: tpatch --root . --fact cuda=11.8\n" in shown and "::warning" not in shown, "the job prints\n%s", shown)
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
    server = Server()
    told = dict(variables, TPATCH_TOKEN="secret", CI_API_V4_URL=server.url(), CI_PROJECT_ID="12", CI_MERGE_REQUEST_IID="3", TPATCH_ROOT=".")
    server.add("somebody else's", user=8)
    for _ in range(2):
        place.must("bash", "-c", job["script"][0], cwd=project, code=1, **told)
    expect(len(server.comments) == 2 and server.comments[1]["body"].startswith("<!-- tpatch check "), "notes: %s", server.comments)
    server.took("GET", "POST", "GET", "GET")  # the second time it looks whose note that is
    server.shutdown()
    place.must("sh", "-c", "tpatch --root . --fact cuda=11.8", cwd=project)
    shutil.rmtree(variables["TPATCH_SOURCE"])
    expect("Nothing to do" in place.must("bash", "-c", script, cwd=project, **variables) and quality(project) == [], "fixed")


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
    shown = place.must("git", "commit", "-qm", "first", cwd=project, code=1, PATH=place.path)
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
    cases = [case for case in (check_says_how, action, action_goes_wrong, cache, comment, first_run, gitlab, pre_commit, document)
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
