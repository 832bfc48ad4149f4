/* The Python that a build runs, and what it says of itself and of its packages. */
#ifndef TPATCH_MACHINE_PYTHON_H
#define TPATCH_MACHINE_PYTHON_H

#include "machine/probe.h"

/* `given`, that of the active virtual environment, or the first python3 (python) in PATH; for free(), or NULL. */
char *python_find(const struct probe *probe, const char *given);
/* The folder of programs of the virtual environment that this Python belongs to, for free(); NULL: to none. */
char *python_environment_folder(const struct probe *probe, const char *python);
/*
 * Asks it. `says` gets lines "name value": version, bits, implementation ("cpython"), free-threaded, platform
 * ("linux-x86_64"), header, managed, libs, package.NAME for each package that is installed, also in a folder that
 * a .pth file names; pth for each .pth file with code that may add further folders. Nothing where it does not run. No
 * file of the packages is executed, neither .pth nor sitecustomize.py.
 */
void python_ask(const struct probe *probe, const char *python, struct str *says);
/* The value after "name " in what python_ask() wrote, for free(); NULL if there is none. */
char *python_answer(struct slice says, const char *name);
/* The version of a package, whose name is compared as pip does: case, '-', '_' and '.' do not count. For free(), or
 * NULL. */
char *python_package(struct slice says, const char *name);

#endif
