#!/usr/bin/env python3
"""What an editor makes of patch sets and of tpatch.yaml by the schemas that tpatch prints, asked of yaml-language-server over its protocol.

usage: yaml_server.py TPATCH FOLDER

The server is that of FOLDER/node_modules; where it is not there, npm installs it there, and where npm cannot, the suite is skipped (exit 77). A shipped patch
set must get no complaint; files with a fault, one on the line of the fault; keys and values are completed; hovering over a key tells what it is.
Prints "editors: N passed, N failed".
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading

VERSION = "1.25.0"
PATIENCE = 60  # seconds for one answer: not a measure, a bound
SET = """tpatch: 1
name: demo-1
summary: One rule
target: {project: demo, versions: "1.*"}
rules:
  - id: raise
    title: Raise it
    why: The case needs it.
    files: "*.cmake"
    edits:
      - match: set(A 1)
        replace: set(A 2)
"""
CONFIG = """profile: blackwell
skip:
  - rule: raise
    reason: we raise it ourselves
"""


class Server:
    """A language server on two pipes."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.last = 0
        self.settings = {}
        self.watch = threading.Timer(PATIENCE, self.process.kill)

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def read(self):
        length = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EOFError("the server has gone, or took more than %d seconds" % PATIENCE)
            if line == b"\r\n":
                return json.loads(self.process.stdout.read(length))
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])

    def until(self, fits):
        """The first message that fits; what the server itself asks for is answered on the way."""
        self.watch = threading.Timer(PATIENCE, self.process.kill)
        self.watch.start()
        try:
            while True:
                message = self.read()
                if "method" in message and "id" in message:
                    asked = message["method"] == "workspace/configuration"
                    items = message["params"]["items"] if asked else []
                    self.send({"id": message["id"], "result": [self.settings.get(item.get("section")) for item in items] if asked else None})
                elif fits(message):
                    return message
        finally:
            self.watch.cancel()

    def ask(self, method, params):
        self.last += 1
        own = self.last
        self.send({"id": own, "method": method, "params": params})
        answer = self.until(lambda message: message.get("id") == own)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["result"]

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def start(self, folder, schemas):
        self.settings = {"yaml": {"schemas": schemas, "schemaStore": {"enable": False}, "validate": True, "hover": True, "completion": True}}
        self.ask("initialize", {"processId": os.getpid(), "rootUri": "file://" + folder, "workspaceFolders": [{"uri": "file://" + folder, "name": "w"}],
                                "capabilities": {"workspace": {"configuration": True},
                                                 "textDocument": {"hover": {"contentFormat": ["markdown"]},
                                                                  "completion": {"completionItem": {"snippetSupport": True}}}}})
        self.tell("initialized", {})
        self.tell("workspace/didChangeConfiguration", {"settings": self.settings})

    def open(self, path, text):
        """[(line, message)] of what the server says of a text, lines from 1."""
        uri = "file://" + path
        self.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}})
        told = self.until(lambda m: m.get("method") == "textDocument/publishDiagnostics" and m["params"]["uri"] == uri)
        return [(d["range"]["start"]["line"] + 1, d["message"]) for d in told["params"]["diagnostics"]]

    def at(self, method, path, text, marked):
        """Asks about the place behind `marked` in the text."""
        before = text[:text.index(marked) + len(marked)]
        position = {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}
        return self.ask(method, {"textDocument": {"uri": "file://" + path}, "position": position})


class Cases:
    def __init__(self, server, folder):
        self.server, self.folder = server, folder
        self.passed = self.failed = self.files = 0

    def check(self, name, is_right, found):
        self.passed += bool(is_right)
        self.failed += not is_right
        if not is_right:
            print("FAILED %s: %s" % (name, found))

    def put(self, kind, text):
        self.files += 1
        path = os.path.join(self.folder, "sets/%d.yaml" % self.files if kind == "set" else "%d/tpatch.yaml" % self.files)
        return path, self.server.open(path, text)

    def sound(self, name, kind, text):
        _, found = self.put(kind, text)
        self.check(name, not found, found)

    def fault(self, name, kind, text, line, words):
        _, found = self.put(kind, text)
        self.check(name, any(at == line and words in message for at, message in found), found)

    def completes(self, name, kind, text, marked, *labels):
        path, _ = self.put(kind, text)
        result = self.server.at("textDocument/completion", path, text, marked)
        items = {item["label"]: item for item in (result["items"] if isinstance(result, dict) else result or [])}
        self.check(name, all(label in items for label in labels), sorted(items))
        bare = [label for label in labels if label in items and not items[label].get("documentation")]
        self.check(name + ", with words", not bare or kind == "value", bare)

    def hovers(self, name, kind, text, marked, words):
        path, _ = self.put(kind, text)
        result = self.server.at("textDocument/hover", path, text, marked)
        shown = json.dumps(result["contents"] if result else None)
        self.check(name, words in shown, shown)


def all_cases(cases, root):
    for name in ("pytorch-1.12.1.yaml", "setuptools.yaml", "pytorch.yaml"):
        with open(os.path.join(root, "patchsets", name), encoding="utf-8") as file:
            cases.sound("no complaint of patchsets/" + name, "set", file.read())
    cases.sound("no complaint of a set", "set", SET)
    cases.sound("no complaint of a project file", "config", CONFIG)
    cases.fault("a wrong key of an edit", "set", SET.replace("replace:", "replce:"), 12, "replce")
    cases.fault("a wrong key of a rule", "set", SET.replace("why:", "reason:"), 8, "reason")
    cases.fault("a wrong language", "set", SET.replace("files:", "language: cobol\n    files:"), 9, "Value is not accepted")
    cases.fault("a wrong type", "set", SET.replace("set(A 2)", "[set(A 2)]"), 12, "Incorrect type")
    cases.fault("a wrong key of a project file", "config", CONFIG.replace("profile:", "profil:"), 1, "profil")
    rule = SET + "    \n"
    cases.completes("keys of a rule", "set", rule, "set(A 2)\n    ", "language", "tests", "optional", "upstream")
    edit = SET.replace("        replace: set(A 2)\n", "        \n")
    cases.completes("operations of an edit", "set", edit, "set(A 1)\n        ", "replace", "set", "insert-after", "add-to", "delete", "ensure-requirement", "where")
    language = SET.replace("    edits:", "    language: \n    edits:")
    cases.completes("languages", "set", language, "    language: ", "cmake", "python", "toml", "requirements")
    cases.completes("keys of a project file", "config", CONFIG + "\n", "ourselves\n", "facts", "patchsets")
    cases.hovers("a rule's key", "set", SET, "\n    wh", "failure it prevents")
    cases.hovers("an operation", "set", SET, "\n        repl", "new code")
    cases.hovers("a project file's key", "config", CONFIG, "prof", "profile")


def server_command(folder):
    """The server's command; exits with 77 where it is not to be had."""
    program = os.path.join(folder, "node_modules/.bin/yaml-language-server")
    if not os.path.exists(program):
        if not shutil.which("npm"):
            print("skipped: npm is not installed")
            sys.exit(77)
        os.makedirs(folder, exist_ok=True)
        got = subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", folder, "yaml-language-server@" + VERSION],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if got.returncode or not os.path.exists(program):
            print("skipped: npm does not get yaml-language-server (no network?)")
            sys.exit(77)
    return [program, "--stdio"]


def main():
    if len(sys.argv) != 3:
        print(__doc__.split("\n")[2])
        return 2
    tpatch, root = os.path.abspath(sys.argv[1]), os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    command = server_command(os.path.abspath(sys.argv[2]))
    with tempfile.TemporaryDirectory() as folder:
        schemas = {}
        for name, arguments, glob in (("sets", [], "sets/*.yaml"), ("config", ["--of", "config"], "tpatch.yaml")):
            path = os.path.join(folder, name + ".schema.json")
            with open(path, "wb") as file:
                subprocess.run([tpatch, "schema", *arguments], stdout=file, check=True)
            schemas["file://" + path] = glob
        server = Server(command)
        try:
            server.start(folder, schemas)
            cases = Cases(server, folder)
            all_cases(cases, root)
        finally:
            server.process.kill()
    print("editors: %d passed, %d failed" % (cases.passed, cases.failed))
    return 1 if cases.failed else 0


if __name__ == "__main__":
    sys.exit(main())
