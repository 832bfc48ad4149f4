"""One list of profiles for tpatch and tbuild: each is known to both, is for the same trees, and what tpatch patched with it tbuild takes with it.
What is said of profiles that are refused is in refused.txt, whole.

usage: profile_cases.py TBUILD    writes refused.txt anew; read it before you commit it
"""
import functools
import json
import os
import shutil
import sys
import tempfile

import machines
from case import HERE, expect, must, read, run, write
from data_cases import CMAKELISTS

ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import fixture  # noqa: E402

TREES = ("pytorch-1.12.1", "pytorch-1.13", "pytorch-2.0.1", "pytorch-2.4", "pytorch-2.6", "pytorch-2.7")
VERSIONS = ("1.12.1", "1.13.1", "2.0.1", "2.1.2", "2.2.2", "2.3.1", "2.4.1", "2.5.1", "2.6.0", "2.7.1", "2.8.0", "2.9.1", "2.10.0", "2.12.0", "2.14.0", "2.15.0")
OPTIONS = CMAKELISTS.split("\n", 1)[1]
CUDA_13 = "blackwell-cuda13"
# Of what the fixtures' parts of trees say nothing, or which is another's matter.
REFUSED = os.path.join(HERE, "refused.txt")
ABOUT_PROFILES = ("version", "options", "cuda", "cuda-arch", "arch-tree", "cuda-torch")


def names_of(tbuild):
    return [line.split()[0] for line in run(tbuild, "profiles")[1].splitlines()]


def machine_for(profile, scratch, root, is_old=False):
    """LINUX with the toolkit that the profile's GPU is served by; in old releases that is CUDA 11 for ada, too."""
    change = {}
    if profile.startswith("kepler") or (profile == "ada" and is_old):
        change = {"files": {machines.CUDA + "/include/cuda.h": machines.cuda_h(11080), "/usr/include/cudnn_version.h": machines.cudnn_h(8, 7, 0)},
                  "programs": [machines.nvcc("11.8")]}
    if profile == CUDA_13:
        change = {"files": {machines.CUDA + "/include/cuda.h": machines.cuda_h(13000), "/usr/include/cudnn_version.h": machines.cudnn_h(9, 12, 0)},
                  "programs": [machines.nvcc("13.0")]}
    return machines.write(machines.changed(machines.LINUX, change), scratch, root)


def same_list(tbuild, scratch):
    tpatch = os.path.join(os.path.dirname(tbuild), "tpatch")
    text = run(tpatch, "list")[1].split("profiles of pytorch, for --profile NAME\n")[1]
    must([line.split()[0] for line in text.split("\n\n")[0].splitlines()] == names_of(tbuild), "not the same names", text, names_of(tbuild))


def same_versions(tbuild, scratch):
    """Both take a profile for the same releases, from the first that tpatch patches to the newest."""
    tpatch = os.path.join(os.path.dirname(tbuild), "tpatch")
    fixture.expand_all(os.path.join(scratch, "fixtures"), ["pytorch-2.7"])
    tree = os.path.join(scratch, "fixtures/pytorch-2.7/before")
    write(os.path.join(tree, "CMakeLists.txt"), read(os.path.join(tree, "CMakeLists.txt")) + OPTIONS)
    served = {}
    for name in names_of(tbuild):
        machine = machine_for(name, scratch, tree)
        for version in VERSIONS:
            patching = run(tpatch, "facts", "--root", tree, "--tag", version, "--profile", name, "--facts", "none")
            building = run(tbuild, "--root", tree, "--torch", version, "--profile", name, "--machine", machine, "--dry-run")
            served[name, version] = patching[0] == 0
            must(patching[0] == building[0] and patching[0] in (0, 2), "%s, %s: tpatch %d, tbuild %d" % (name, version, patching[0], building[0]), patching, building)
            if patching[0] == 2:
                must("the profile '%s' is for" % name in patching[2] and "the profile '%s' is for" % name in building[2], patching, building)
    for name in ("cpu", "ada", "blackwell"):
        must(all(served[name, version] for version in VERSIONS), "%s is not for every release" % name, served)
    for name in ("kepler", "kepler-mkl", "kepler-openblas"):
        must([version for version in VERSIONS if not served[name, version]] == list(VERSIONS[VERSIONS.index("2.9.1"):]), "CUDA 11 ends with 2.8", served)
    must([version for version in VERSIONS if served[CUDA_13, version]] == list(VERSIONS[VERSIONS.index("2.6.0"):]), "CUDA 13 begins with 2.6", served)


def patched_and_built(name, tree, tbuild, scratch):
    """What README shows: tpatch with the profile, then tbuild with it."""
    tpatch = os.path.join(os.path.dirname(tbuild), "tpatch")
    fixture.expand_all(os.path.join(scratch, "fixtures"), [tree])
    root = os.path.join(scratch, "pytorch")
    shutil.move(os.path.join(scratch, "fixtures", tree, "before"), root)
    # The fixtures have parts of trees: the options of the whole one, and not all the files that rules for a GPU change.
    write(os.path.join(root, "CMakeLists.txt"), read(os.path.join(root, "CMakeLists.txt")) + OPTIONS)
    absent = ["--skip", "sdp-sm120"] if tree in ("pytorch-2.4", "pytorch-2.6") else []
    absent += ["--skip", "cuda-13-*"] if name == CUDA_13 else []
    expect(run(tpatch, "--root", root, "--profile", name, *absent), 0, "recorded as run 1")
    machine = machine_for(name, scratch, root, is_old=True)
    words = ("--root", root, "--profile", name, "--machine", machine)
    found = json.loads(run(tbuild, "doctor", "--json", *words)[1])["checks"]
    wrong = [each for each in found if each["state"] == "wrong" and each["id"] in ABOUT_PROFILES]
    must(not wrong, "tbuild doctor says of the tree that tpatch patched with the same profile", wrong)
    expect(run(tbuild, "--dry-run", *words), 0, "setup.py build")


def project_file(tbuild, scratch):
    """The profile of tpatch.yaml counts, from a folder below too, unless another one is typed; what is for tpatch alone is no error."""
    fixture.expand_all(os.path.join(scratch, "fixtures"), ["pytorch-2.7"])
    root = os.path.join(scratch, "fixtures/pytorch-2.7/before")
    write(os.path.join(root, "CMakeLists.txt"), read(os.path.join(root, "CMakeLists.txt")) + OPTIONS)
    words = ("--root", root, "--machine", machine_for("cpu", scratch, root), "--dry-run")
    expect(run(tbuild, *words), 2, "--profile")
    write(os.path.join(root, "tpatch.yaml"), "profile: cpu\nfacts: auto\nskip: [{rule: numpy2-elsize, reason: none}]\n")
    typed = run(tbuild, *words, "--no-config", "--profile", "cpu")
    expect(typed, 0, "setup.py build")
    must(run(tbuild, *words)[:2] == typed[:2], "not the same as with --profile cpu", run(tbuild, *words), typed)
    must(run(tbuild, *words, "--profile", "ada")[:2] == run(tbuild, *words, "--no-config", "--profile", "ada")[:2], "the typed profile does not count")
    expect(run(tbuild, *words, "--no-config"), 2, "--profile")
    write(os.path.join(root, "tpatch.yaml"), "profile: cup\n")
    expect(run(tbuild, *words), 2, "there is no profile 'cup'")
    write(os.path.join(root, "tpatch.yaml"), "profil: cpu\n")
    expect(run(tbuild, *words), 2, "tpatch.yaml:1:1", "did you mean 'profile'")


def refusals(tbuild, scratch):
    """Each part of refused.txt is a profile, and after `--` what `tbuild profiles FILE` and its exit code say of it."""
    root = os.path.join(scratch, "tree")
    write(os.path.join(root, "version.txt"), "2.7.0\n")
    write(os.path.join(root, "CMakeLists.txt"), CMAKELISTS)
    said = []
    for text in [part.split("--\n")[0] for part in read(REFUSED).split("==\n")[1:]]:
        write(os.path.join(scratch, "own.yaml"), text)
        code, out, err = run(tbuild, "profiles", "own.yaml", "--root", root, cwd=scratch)
        said.append("%s--\n%s%s[%d]\n" % (text, out, err.replace(scratch, "$SCRATCH"), code))
    return "".join("==\n" + each for each in said)


def refused(tbuild, scratch):
    said = refusals(tbuild, scratch)
    must(said == read(REFUSED), "not as refused.txt says", said, "If that is right: profile_cases.py TBUILD writes it anew.")


def cases(tbuild):
    yield "profile/refused", functools.partial(refused, tbuild)
    yield "profile/project_file", functools.partial(project_file, tbuild)
    yield "profile/same_list", functools.partial(same_list, tbuild)
    yield "profile/same_versions", functools.partial(same_versions, tbuild)
    for name in names_of(tbuild):
        for tree in TREES[TREES.index("pytorch-2.6"):] if name == CUDA_13 else TREES:
            yield "profile/%s/%s" % (name, tree), functools.partial(patched_and_built, name, tree, tbuild)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        write(REFUSED, refusals(os.path.abspath(sys.argv[1]), folder))
