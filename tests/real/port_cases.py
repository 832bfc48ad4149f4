"""Patches that a person carried to another tree by hand, for port.py: from a repository's history, from packagers' series, from our own rules.

Each source yields Case objects. The diffs of other people are read where they lie and are not kept.
"""
import ast, collections, os, re, subprocess, tempfile

MAX_PATCH, MAX_FILES = 120_000, 25
# An edited pair shares this much of its added and removed lines with the patch, or it is another patch.
SHARED = 0.5


def run(*command, **more):
    return subprocess.run(command, capture_output=True, **more)


def write(root, name, data):
    path = os.path.join(root, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(data)


def read(root, name):
    path = os.path.join(root, name)
    if not os.path.isfile(path) or os.path.islink(path):
        return None
    with open(path, "rb") as f:
        return f.read()


class Case:
    """One patch P, made for the files A, and what a person made of the files B with it: T. A is None where nobody has it."""

    def __init__(self, group, name, patch, a, b, t, edited=False):
        self.group, self.name, self.patch, self.a, self.b, self.t, self.edited = group, name, patch, a, b, t, edited


# --- diffs -------------------------------------------------------------------------------------------------------------

def paths_of(patch):
    """The files a diff names, in order."""
    out, old, new = [], 0, 0
    for line in patch.split(b"\n"):
        m = re.match(rb"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@", line)
        if m and old <= 0 and new <= 0:
            old, new = int(m.group(1) or 1), int(m.group(2) or 1)
        elif old > 0 or new > 0:
            old -= line[:1] in (b" ", b"-", b"")
            new -= line[:1] in (b" ", b"+", b"")
        else:
            m = re.match(rb"(?:---|\+\+\+) ([^\t\r]+)", line) or re.match(rb"rename (?:from|to) (.+)", line)
            if not m or m.group(1).strip() == b"/dev/null":
                continue
            name = m.group(1).strip().decode("utf8", "replace")
            name = name.split("/", 1)[-1] if line[:1] in b"-+" else name
            if name not in out:
                out.append(name)
    return out


def changed_lines(patch):
    """Added and removed lines, indentation and white space within them aside, each with how often."""
    count, old, new = collections.Counter(), 0, 0
    for line in patch.split(b"\n"):
        m = re.match(rb"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@", line)
        if m and old <= 0 and new <= 0:
            old, new = int(m.group(1) or 1), int(m.group(2) or 1)
        elif old > 0 or new > 0:
            sign = line[:1]
            old -= sign in (b" ", b"-", b"")
            new -= sign in (b" ", b"+", b"")
            if sign in (b"+", b"-"):
                text = line[1:].rstrip(b"\r")
                count[sign, b" ".join(text.split()) + text[len(text.rstrip()):]] += 1
    return count


def relation(patch, made):
    """How the person's patch is to the first one: "same" lines, "edited", or None where they are hardly the same patch."""
    p, q = changed_lines(patch), changed_lines(made)
    if p == q:
        return "same"
    both, all_ = sum((p & q).values()), sum((p | q).values())
    return "edited" if all_ and both >= SHARED * all_ else None


def gnu(patch, files, fuzz):
    """What GNU patch makes of the files; None where it refuses."""
    with tempfile.TemporaryDirectory(prefix="port-") as root:
        for n, data in files.items():
            if data is not None:
                write(root, n, data)
        done = run("patch", "-p1", "-N", f"-F{fuzz}", "-s", "-f", "--no-backup-if-mismatch", "-r", "-", input=patch, cwd=root)
        return None if done.returncode else {n: read(root, n) for n in set(files) | set(paths_of(patch))}


# --- trees -------------------------------------------------------------------------------------------------------------

class Folder:
    def __init__(self, path):
        self.path = path

    def file(self, name):
        return read(self.path, name)


class Commit:
    def __init__(self, repository, commit):
        self.repository, self.commit = repository, commit

    def file(self, name):
        return self.repository.file(self.commit, name)


class Repository:
    def __init__(self, path):
        self.path = path
        self.objects = subprocess.Popen(["git", "-C", path, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def git(self, *arguments):
        return run("git", "-C", self.path, *arguments).stdout

    def file(self, commit, path):
        if path.startswith(("./", "../", "/")):  # git ends where it has no work tree
            return None
        self.objects.stdin.write(f"{commit}:{path}\n".encode())
        self.objects.stdin.flush()
        head = re.fullmatch(rb"[0-9a-f]{40,} (\w+) (\d+)\n", self.objects.stdout.readline())
        if not head:
            return None
        data = self.objects.stdout.read(int(head.group(2)))
        self.objects.stdout.read(1)
        return data if head.group(1) == b"blob" else None

    def diff(self, old, new):
        return self.git("diff", "--no-renames", "--no-color", old, new)

    def commits(self):
        """Hash, subject and message, newest first."""
        text = self.git("log", "--format=%H%x1f%s%x1f%b%x1e").decode("utf8", "replace")
        return [row.strip("\n").split("\x1f") for row in text.split("\x1e") if row.strip()]


# --- the history of a repository -----------------------------------------------------------------------------------------

def plain(subject):
    return " ".join(re.sub(r"\(#\d+\)|\[[^\]]*\]|\W", " ", subject).lower().split())


def pairs_of(repository):
    """(kind, commit whose change is carried, commit in which a person carried it), newest first."""
    rows = repository.commits()
    by_subject, by_hash, by_number = collections.defaultdict(list), {}, collections.defaultdict(list)
    for i, (commit, subject, _) in enumerate(rows):
        by_subject[plain(subject)].append(i)
        by_hash[commit] = i
        for number in re.findall(r"\(#(\d+)\)\s*$", subject):
            by_number[number].append(i)
    for i, (commit, subject, body) in enumerate(rows):
        m = re.match(r'(?:Revert|Back out) "?(?:D\d+: )?(?:\[pytorch\]\[PR\] )?(.*?)"?$', subject)
        if m:
            named = re.search(r"This reverts commit ([0-9a-f]{40})", body)
            found = [by_hash[named.group(1)]] if named and named.group(1) in by_hash else by_subject[plain(m.group(1))]
            kind = "revert"
        elif re.match(r"\W*re-?(?:land|submit|apply)", subject, re.I):
            number = re.search(r"#(\d+)", re.sub(r"\(#\d+\)\s*$", "", subject))
            title = plain(re.sub(r"^\W*re-?(?:land|submit|apply)(?:ing)?\W*(?:of)?\W*(?:D\d+)?\W*", "", subject, flags=re.I))
            found = (by_number[number.group(1)] if number else []) or by_subject[title]
            kind = "reland"
        else:
            continue
        older = [k for k in found if k > i]
        if older:
            yield kind, rows[older[0]][0], commit, subject


def history_case(repository, kind, first, second, subject):
    old, new = (first, first + "^") if kind == "revert" else (first + "^", first)
    patch, made = repository.diff(old, new), repository.diff(second + "^", second)
    names = paths_of(patch)
    if not patch or not made or len(patch) > MAX_PATCH or not names or len(names) > MAX_FILES or len(paths_of(made)) > MAX_FILES:
        return None
    if b"GIT binary" in patch or b"Binary files" in patch or b"Subproject commit" in patch or b"Binary files" in made:
        return None
    how = relation(patch, made)
    if not how:
        return None
    wanted = sorted(set(names) | set(paths_of(made)))
    a = {n: repository.file(old, n) for n in names}
    b = {n: repository.file(second + "^", n) for n in wanted}
    if all(a[n] == b.get(n) for n in names):
        return None
    t = {n: repository.file(second, n) for n in wanted}
    return Case(kind, f"{first[:9]} {second[:9]} {subject[:44]}", patch, a, b, t, how == "edited")


def cases_of_history(path):
    """(name, function that makes the case, or None) for each pair; to make one takes two calls of git."""
    repository = Repository(path)
    for kind, first, second, subject in pairs_of(repository):
        yield f"{kind} {first[:9]} {second[:9]} {subject[:44]}", lambda row=(kind, first, second, subject): history_case(repository, *row)


# --- packagers' series -----------------------------------------------------------------------------------------------------

class Series:
    """The patches of one version of a package, in order: (name, bytes)."""

    def __init__(self, version, patches):
        self.version, self.patches = version, patches


def quilt(folder):
    """FOLDER/VERSION/series, or its *.patch by name."""
    for version in sorted(os.listdir(folder)):
        root = os.path.join(folder, version)
        listed = os.path.join(root, "series")
        if os.path.isfile(listed):
            rows = [line.split("#")[0].split() for line in open(listed)]
            names = [row[0] for row in rows if row and (len(row) == 1 or row[1] == "-p1")]
        else:
            names = sorted(n for n in os.listdir(root) if n.endswith((".patch", ".diff")))
        yield Series(version, [(n, read(root, n)) for n in names if read(root, n)])


def commits_of(repository, folders):
    """Commits of all branches that touch the folders, oldest first."""
    return repository.git("log", "--all", "--format=%H", "--date-order", "--reverse", "--", *folders).decode().split()


def last_of_each_version(repository, folders, recipe):
    """The recipe as it was when it last said a version, per version."""
    found = {}
    for commit in commits_of(repository, folders):
        for name, text in recipe(repository, commit):
            version, patches = name, text
            if re.fullmatch(r"\d+(\.\d+)+", version):
                found[version] = (commit, patches)
    for version, (commit, patches) in sorted(found.items()):
        read_ = [(n, repository.file(commit, n)) for n in patches]
        yield Series(version, [(os.path.basename(n), data) for n, data in read_ if data])


def conda(repository, commit):
    for path in ("recipe/meta.yaml", "recipe/recipe.yaml"):
        text = (repository.file(commit, path) or b"").decode("utf8", "replace")
        m = re.search(r'set version = "([^"]+)"', text) or re.search(r'^\s*version: "?([0-9.]+)', text, re.M)
        if m:
            names = re.findall(r"^\s*- (patches/\S+\.(?:patch|diff)|[\w.-]+\.(?:patch|diff))", text, re.M)
            yield m.group(1), ["recipe/" + n for n in dict.fromkeys(names)]


def vcpkg(repository, commit):
    text = (repository.file(commit, "ports/libtorch/portfile.cmake") or b"").decode("utf8", "replace")
    manifest = (repository.file(commit, "ports/libtorch/vcpkg.json") or b"").decode("utf8", "replace")
    m = re.search(r'"version[a-z-]*": "([0-9.]+)"', manifest)
    if m:
        first = text.split("vcpkg_from_github", 2)[1] if "vcpkg_from_github" in text else ""
        yield m.group(1), ["ports/libtorch/" + n for n in re.findall(r"[\w.-]+\.patch", first)]


def easybuild(repository, commit):
    folder = "easybuild/easyconfigs/p/PyTorch/"
    best = {}
    for name in repository.git("ls-tree", "--name-only", commit, folder).decode().split():
        if not name.endswith(".eb"):
            continue
        try:
            tree = ast.parse(repository.file(commit, name))
        except SyntaxError:
            continue
        values = {s.targets[0].id: s.value for s in tree.body if isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name)}
        patches = [e.value for e in getattr(values.get("patches"), "elts", []) if isinstance(e, ast.Constant)]
        version = getattr(values.get("version"), "value", None)
        if version and len(patches) > len(best.get(version, [])):
            best[version] = [folder + n for n in patches]
    yield from best.items()


def easybuild_now(repository):
    """All versions stand in the newest commit side by side."""
    for version, names in sorted(easybuild(repository, "HEAD")):
        yield Series(version, [(os.path.basename(n), repository.file("HEAD", n)) for n in names if repository.file("HEAD", n)])


def listed(repository, commit, *folders):
    """The patches below the folders, by name."""
    names = repository.git("ls-tree", "-r", "--name-only", commit, *folders).decode().split("\n")
    return [n for n in names if n.endswith((".patch", ".diff"))]


def open_ce(repository, commit):
    """A folder for each version, with a meta.yaml."""
    for path in repository.git("ls-tree", "-r", "--name-only", commit).decode().split("\n"):
        if re.fullmatch(r"(pytorch-[\d.]+/)?recipe/meta.yaml", path):
            text = repository.file(commit, path).decode("utf8", "replace")
            m = re.search(r'set version = "([^"]+)"', text)
            if m:
                names = re.findall(r"^\s*- ([\w.-]+\.patch)", text, re.M)
                yield m.group(1), [f"{os.path.dirname(path)}/{n}" for n in dict.fromkeys(names)]


def therock(repository, commit):
    """A folder for each version; what is for hipified sources stands on what is for all."""
    found = collections.defaultdict(list)
    for path in listed(repository, commit, "external-builds"):
        m = re.search(r"/v?(\d+\.\d+(?:\.\d+)?)/pytorch/(?:base|hipified)/", path)
        if m:
            found[m.group(1)].append(path)
    yield from found.items()


def rocm_sdk(repository, commit):
    """A folder for each ROCm, of which the newest is for the version that the build's file names."""
    names = repository.git("ls-tree", "-r", "--name-only", commit, "binfo", "patches").decode().split("\n")
    folders = {n.rsplit("/", 1)[0] for n in names if re.fullmatch(r"patches/rocm-[\d.]+/pytorch/[^/]+\.patch", n)}
    for path in names:
        text = repository.file(commit, path).decode("utf8", "replace") if re.search(r"\d_pytorch\.binfo$", path) and folders else ""
        m = re.search(r"VERSION_TAG=v(\d+\.\d+(?:\.\d+)?)", text)
        if m:
            newest = max(folders, key=lambda folder: number(re.search(r"rocm-([\d.]+)", folder).group(1)))
            yield m.group(1), listed(repository, commit, newest)


PACKAGERS = {
    "conda": lambda repository: last_of_each_version(repository, ["recipe"], conda),
    "anaconda": lambda repository: last_of_each_version(repository, ["recipe"], conda),
    "open-ce": lambda repository: last_of_each_version(repository, ["."], open_ce),
    "vcpkg": lambda repository: last_of_each_version(repository, ["ports/libtorch"], vcpkg),
    "therock": lambda repository: last_of_each_version(repository, ["external-builds"], therock),
    "rocm-sdk": lambda repository: last_of_each_version(repository, ["patches", "binfo"], rocm_sdk),
    "easybuild": easybuild_now,
}


def bare(name):
    """A patch's name without its number, and the version that some packagers put in front."""
    return re.sub(r"^\d+[-_]|^[A-Za-z]+[-_]v?\d+(\.\d+)*[-_]", "", name)


def with_prefixes(patch, tree):
    """The diff with a/ and b/ in front of its paths, where the tree has them only as they are: what needs -p0, some packagers find out by trying."""
    heads = re.findall(rb"(?m)^(?:---|\+\+\+) ([^\t\r\n]+)", patch)
    names = [n.strip().decode("utf8", "replace") for n in heads if not n.startswith((b"/", b"."))]
    if not any(tree.file(n) for n in names) or any("/" in n and tree.file(n.split("/", 1)[1]) for n in names):
        return patch
    return re.sub(rb"(?m)^(---|\+\+\+) (?!/dev/null)([^\n]+\n)(?=\+\+\+|@@)",
                  lambda m: m.group(1) + (b" a/" if m.group(1) == b"---" else b" b/") + m.group(2), patch)


def stack(series, tree):
    """name: (patch, files before it, files after it), of the patches that fit their own tree as they are."""
    now, out = {}, {}
    for name, patch in series.patches:
        names = paths_of(patch)
        before = {n: now[n] if n in now else tree.file(n) for n in names}
        exact = gnu(patch, before, 0)
        after = exact or gnu(patch, before, 2)
        if after is None:
            continue
        now.update(after)
        if exact:
            out[bare(name)] = (patch, before, after)
    return out


def number(version):
    return [int(n) for n in version.split(".")]


def cases_of_series(packager, all_series, tree_of):
    """Pairs of an older and a newer version's patch of one name; a patch that was taken over as it is, is none."""
    stacks, done = {}, set()
    for series in all_series:
        tree = tree_of(series.version)
        if tree:
            series.patches = [(n, with_prefixes(data, tree)) for n, data in series.patches]
        stacks[series.version] = stack(series, tree) if tree else {}
    patches = {s.version: {bare(n): data for n, data in s.patches} for s in all_series}
    versions = sorted(stacks, key=number)
    for k, new in enumerate(versions):
        for name, (made, b, t) in stacks[new].items():
            for old in reversed(versions[:k]):
                patch = with_prefixes(patches[old].get(name, b""), tree_of(new))
                if not patch or patch == made or (patch, new) in done or len(patch) > MAX_PATCH:
                    continue
                done.add((patch, new))
                a = stacks[old][name][1] if name in stacks[old] else None
                how = relation(patch, made)
                if not how or (a and all(a[n] == b.get(n) for n in a)):
                    continue
                b2, t2 = dict(b), dict(t)
                for n in paths_of(patch):
                    if n not in b2:
                        b2[n] = t2[n] = tree_of(new).file(n)
                yield Case(packager, f"{packager} {old} {new} {name}", patch, a, b2, t2, how == "edited")


# --- our own rules -----------------------------------------------------------------------------------------------------------

def rule_patches(tpatch, tree):
    """rule: {file: its part of the diff}, of what the catalogue would do in the tree."""
    text = run(tpatch, "export", "--root", tree, "--format", "git").stdout
    out = {}
    for mail in re.split(rb"(?m)^From 0{40} .*\n", text)[1:]:
        rule = re.search(rb"(?m)^X-Tpatch-Rule: (\S+)", mail)
        parts = re.split(rb"(?m)^(?=diff --git )", mail)
        if rule:
            last = re.sub(rb"(?m)^-- \n.*\Z", b"", parts[-1], flags=re.S)
            out[rule.group(1).decode()] = {paths_of(p)[0]: p for p in [*parts[1:-1], last] if paths_of(p)}
    return out


def cases_of_rules(tpatch, folders):
    """Each rule in each file of tree A, to tree B, where the catalogue changes that file as well."""
    trees = {os.path.basename(os.path.normpath(folder)): folder for folder in folders}
    made = {name: rule_patches(tpatch, tree) for name, tree in trees.items()}
    for old in trees:
        for new in trees:
            for rule in made[old] if old != new else []:
                for n, patch in made[old][rule].items():
                    wanted = made[new].get(rule, {}).get(n)
                    how = relation(patch, wanted) if wanted else None
                    a, b = read(trees[old], n), read(trees[new], n)
                    t = gnu(wanted, {n: b}, 0) if how and a != b else None
                    if t and gnu(patch, {n: a}, 0):  # one rule's patch may need another's
                        yield Case("rules", f"{old} {new} {rule} {n}", patch, {n: a}, {n: b}, t, how == "edited")
