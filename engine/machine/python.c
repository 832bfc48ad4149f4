#include "machine/python.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/*
 * Run with -S, so that nothing which lies among the packages is run; site.py's work, which is to find their folders,
 * is done here.
 */
static const char questions[] =
	"import sys, os, site, sysconfig\n"
	"print('version', '.'.join(map(str, sys.version_info[:3])))\n"
	"print('bits', 64 if sys.maxsize > 2**32 else 32)\n"
	"print('implementation', sys.implementation.name)\n"
	"print('free-threaded', bool(sysconfig.get_config_var('Py_GIL_DISABLED')))\n"
	"print('platform', sysconfig.get_platform())\n"
	"include = sysconfig.get_path('include')\n"
	"header = os.path.join(include, 'Python.h')\n"
	"print('header', header if os.path.exists(header) else '')\n"
	"base = sys.base_prefix\n"
	"home, settings = base, ''\n"
	"own = os.path.dirname(os.path.abspath(sys.executable))\n"
	"for folder in (own, os.path.dirname(own)):\n"
	"    if os.path.isfile(os.path.join(folder, 'pyvenv.cfg')):\n"
	"        home = folder\n"
	"        settings = open(os.path.join(folder, 'pyvenv.cfg'), errors='replace').read().lower()\n"
	"        break\n"
	"managed = os.path.join(sysconfig.get_path('stdlib'), 'EXTERNALLY-MANAGED')\n"
	"print('managed', home == base and os.path.exists(managed))\n"
	"print('libs', os.path.isdir(os.path.join(base, 'libs')))\n"
	"outer = home == base or 'include-system-site-packages=true' in settings.replace(' ', '')\n"
	"more = []\n"
	/* Without site.py, Debian's getsitepackages() takes an environment for the system's Python. */
	"if home != base:\n"
	"    scheme = 'nt' if os.name == 'nt' else 'posix_prefix'\n"
	"    where = {'base': home, 'platbase': home}\n"
	"    more += [sysconfig.get_path(kind, scheme, where) for kind in ('purelib', 'platlib')]\n"
	"if outer and site.check_enableusersite():\n"
	"    more.append(site.getusersitepackages())\n"
	"if outer:\n"
	"    more += site.getsitepackages([base])\n"
	/*
	 * Lines of .pth files name further folders, or are code, which is not run. That of setuptools and of virtualenv
	 * adds none, nor does that of a package whose metadata lies beside it (PEP 660), or that of a namespace.
	 */
	"idle = ('distutils-precedence.pth', '_virtualenv.pth')\n"
	"for folder in list(dict.fromkeys(more)):\n"
	"    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) and os.access(folder, os.R_OK) else ():\n"
	"        if not name.endswith('.pth') or not os.access(os.path.join(folder, name), os.R_OK):\n"
	"            continue\n"
	"        lines = open(os.path.join(folder, name), errors='replace').read().splitlines()\n"
	"        more += [os.path.join(folder, line.strip()) for line in lines if line.strip() and line[0] != '#']\n"
	"        if any(line.startswith(('import ', 'import\\t')) for line in lines) and name not in idle \\\n"
	"                and not name.startswith('__editable__') and not name.endswith('-nspkg.pth'):\n"
	"            print('pth', name)\n"
	"paths = list(sys.path) + [each for each in dict.fromkeys(more) if os.path.exists(each)]\n"
	"try:\n"
	"    from importlib.metadata import distributions\n"
	"except ImportError:\n"
	"    distributions = lambda path: ()\n"
	"seen = set()\n"
	"for each in distributions(path=paths):\n"
	"    name = each.metadata['Name']\n"
	"    if name not in seen:\n"
	"        print('package.%s %s' % (name, each.version))\n"
	"    seen.add(name)\n";

char *python_find(const struct probe *probe, const char *given)
{
	const char *environment = probe_env(probe, "VIRTUAL_ENV");
	if (given)
		return xstrdup(given);
	if (!environment)
		environment = probe_env(probe, "CONDA_PREFIX");
	if (environment) {
		struct str path = STR_INIT;
		bool conda = !probe_env(probe, "VIRTUAL_ENV");
		if (probe_is_windows(probe))
			str_addf(&path, conda ? "%s\\python.exe" : "%s\\Scripts\\python.exe", environment);
		else
			str_addf(&path, "%s/bin/python", environment);
		if (probe->type(probe, path.ptr) != FILE_NONE)
			return str_detach(&path);
		str_release(&path);
	}
	char *found = probe->find(probe, probe_is_windows(probe) ? "python" : "python3", 0);
	return found ? found : probe->find(probe, "python", 0);
}

char *python_environment_folder(const struct probe *probe, const char *python)
{
	struct slice folder = probe_dir(slice_of(python));
	struct str path = STR_INIT;
	str_addf(&path, SLICE_FMT "/../pyvenv.cfg", SLICE_ARG(folder));
	bool belongs = probe->type(probe, path.ptr) == FILE_REGULAR;
	str_release(&path);
	return belongs ? slice_dup(folder) : NULL;
}

void python_ask(const struct probe *probe, const char *python, struct str *says)
{
	const char *const argv[] = { python, "-S", "-c", questions, NULL };
	int code = 1;
	if (!probe->run(probe, argv, says, &code) || code != 0)
		str_clear(says);
}

char *python_answer(struct slice says, const char *name)
{
	struct slice line;
	size_t length = strlen(name);
	while (slice_cut(&says, '\n', &line))
		if (slice_starts_with(line, name) && line.len > length && line.ptr[length] == ' ')
			return slice_dup(slice_trim(slice_sub(line, length, line.len)));
	return NULL;
}

static bool same_package(struct slice a, const char *b)
{
	if (a.len != strlen(b))
		return false;
	for (size_t i = 0; i < a.len; i++) {
		char left = a.ptr[i] == '_' || a.ptr[i] == '.' ? '-' : a.ptr[i],
		     right = b[i] == '_' || b[i] == '.' ? '-' : b[i];
		if (!slice_eq_nocase(slice_from(&left, 1), slice_from(&right, 1)))
			return false;
	}
	return true;
}

char *python_package(struct slice says, const char *name)
{
	struct slice line;
	while (slice_cut(&says, '\n', &line)) {
		if (!slice_starts_with(line, "package."))
			continue;
		size_t blank = slice_find(line, SLICE_LITERAL(" "), 0);
		if (blank != (size_t)-1 && same_package(slice_sub(line, 8, blank), name))
			return slice_dup(slice_trim(slice_sub(line, blank, line.len)));
	}
	return NULL;
}
