"""tpatch patches source trees by rules that know the language; tbuild builds them afterwards. Both are programs: this package finds them."""
import os
import sys
import sysconfig


def find(name):
    """The path of the program `name`, "tpatch" or "tbuild", that was installed with this package. FileNotFoundError where it is not."""
    program = name + (".exe" if os.name == "nt" else "")
    package = os.path.dirname(os.path.abspath(__file__))
    folders = [sysconfig.get_path("scripts")]
    # `pip install --user`, and `pip install --target`, which puts scripts beside the packages.
    folders.append(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user") if sys.version_info >= (3, 10) else os.name + "_user"))
    folders += [os.path.join(os.path.dirname(package), "bin"), os.path.join(os.path.dirname(package), "Scripts")]
    for folder in folders:
        path = os.path.join(folder, program)
        if os.path.isfile(path):
            return path
    raise FileNotFoundError("%s is in none of %s: install the package again" % (program, ", ".join(folders)))
