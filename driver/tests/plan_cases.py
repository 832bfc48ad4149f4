"""What tbuild says on a terminal before it builds, whole: what it builds with, the question, and each answer. The builds do next to nothing."""
import os
import re

import build_cases
import data_cases
from build_case import python
from case import Skipped, must, write

OPTIONS = ["USE_OPTION_%d_WITH_A_LONG_NAME" % number for number in range(5)] + ["BUILD_OTHER", "USE_CUDA"]
PROFILE = """profile: tiny
summary: a build that does next to nothing
env: {%s, OTHER: "1"}
configure: ["{python}", -c, "print('configured')"]
build: ["{python}", -c, "print('built')"]
"""
# Of the machine that the tests run on.
ANYWHERE = ((r"\d+ cores?, \d+ MiB available, \d+ MiB for each", "N cores, N MiB available, N MiB for each"), (r"^jobs +\d+", "jobs      N"), (r" +\d+(\.\d+)? s\b", " N s"),
            (r"\d{8}-\d{6}[-\d]*", "TIME"))
PLAN = """tree      ROOT
PyTorch   2.7.0
profile   tiny: a build that does next to nothing
python    PYTHON
options   USE_OPTION_0_WITH_A_LONG_NAME=0 USE_OPTION_1_WITH_A_LONG_NAME=0
          USE_OPTION_2_WITH_A_LONG_NAME=0 USE_OPTION_3_WITH_A_LONG_NAME=0
          USE_OPTION_4_WITH_A_LONG_NAME=0 BUILD_OTHER=0 USE_CUDA=0
jobs      N: N cores, N MiB available, N MiB for each
steps     configure, build
"""


def asked(tbuild, scratch, answer, *more):
    """What a person sees who answers so, and the exit code."""
    if not python():
        raise Skipped("no Python with setuptools, wheel and Python.h")
    root = os.path.join(scratch, "pytorch")
    if not os.path.exists(root):
        data_cases.make_tree(scratch, {"more_options": "".join('option(%s "of the case" OFF)\n' % name for name in OPTIONS)}, tbuild)
        write(os.path.join(scratch, "tiny.yaml"), PROFILE % ", ".join('%s: "0"' % name for name in OPTIONS))
        for each in ("home", "tmp"):
            os.mkdir(os.path.join(scratch, each))
    keys = [(rb"\[Y/n\] ", answer)] if answer else []
    code, shown = build_cases.on_terminal(tbuild, scratch, root, keys, "--profile", os.path.join(scratch, "tiny.yaml"), "--unpatched", "--no-doctor", "--until", "build", *more)
    shown = shown.replace("\r\n", "\n").replace(root, "ROOT").replace(scratch, "SCRATCH").replace(python(), "PYTHON")
    for pattern, by in ANYWHERE:
        shown = re.sub(pattern, by, shown, flags=re.M)
    return code, shown


def same(found, *known):
    must(found == known, "tbuild says", found[1], "and ends with %s, instead of" % found[0], known[1], "and %s" % known[0])


def answers(tbuild, scratch):
    for no in ("n", "no", "nein", "yn", "yess"):
        same(asked(tbuild, scratch, no.encode() + b"\n"), 3, PLAN + "\n\nbuild with these? [Y/n] " + no + "\nerror: not built, as you asked\n")
    same(asked(tbuild, scratch, b"\x04"), 2, PLAN + "\n\nbuild with these? [Y/n] \nerror: standard input ended before the answer\nhint: --yes builds without a question\n")
    for yes in ("", "y", "Y", "yes", " YES "):
        code, shown = asked(tbuild, scratch, yes.encode() + b"\n", "--again")
        must(code == 0 and shown.startswith(PLAN + "\n\nbuild with these? [Y/n] " + yes + "\n") and "built" not in shown.split("[Y/n]")[0], code, shown)
    code, shown = asked(tbuild, scratch, b"", "--yes", "--again")
    must(code == 0 and shown.startswith(PLAN + "\nconfigure "), code, shown)


def cases(tbuild):
    yield "plan/answers", lambda scratch: answers(tbuild, scratch)
