#include "machine/msvc.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/version/version.h"

enum { FITS_NOTHING, FITS_RANGE, FITS_WISH };

static int how_it_fits(const char *toolset, const char *range, const char *wanted)
{
	if (range && !version_in_range(range, slice_of(toolset)))
		return FITS_NOTHING;
	return wanted && slice_starts_with(slice_of(toolset), wanted) ? FITS_WISH : FITS_RANGE;
}

static bool is_newer(const char *version, const char *than)
{
	struct version a, b;
	return version_parse(&a, slice_of(version), NULL) && version_parse(&b, slice_of(than), NULL) &&
	       version_cmp(&a, &b) > 0;
}

/* The best toolset of one Visual Studio, for free(), and how it fits. NULL: none fits. The names of all go to
 * `seen`. */
static char *best_toolset(const struct probe *probe, const char *folder, const char *range, const char *wanted,
	int *fits, bool *has_any, struct str *seen)
{
	struct str path = STR_INIT;
	struct dir_list list = { 0 };
	char *best = NULL;
	*fits = FITS_NOTHING;
	str_addf(&path, "%s\\VC\\Tools\\MSVC", folder);
	str_addf(seen, "%s'%s' (", seen->len ? ", " : "", folder);
	bool listed = probe->list(probe, path.ptr, &list);
	for (size_t i = 0; listed && i < list.count; i++) {
		const char *name = list.entries[i].name;
		int own = how_it_fits(name, range, wanted);
		str_addf(seen, "%s%s", i ? ", " : "", name);
		if (own == FITS_NOTHING || own < *fits || (own == *fits && best && !is_newer(name, best)))
			continue;
		free(best);
		best = xstrdup(name);
		*fits = own;
	}
	str_add_cstr(seen, list.count ? ")" : "no toolset)");
	*has_any = list.count > 0;
	dir_list_release(&list);
	str_release(&path);
	return best;
}

void msvc_find(const struct probe *probe, const char *range, const char *wanted, struct msvc *out)
{
	const char *files = probe_env(probe, "ProgramFiles(x86)");
	struct str path = STR_INIT, text = STR_INIT;
	int code = 1, best = -1;
	*out = (struct msvc){ 0 };
	str_addf(&path, "%s\\Microsoft Visual Studio\\Installer\\vswhere.exe",
		files ? files : "C:\\Program Files (x86)");
	const char *const vswhere[] = { path.ptr, "-products", "*", "-sort", "-property", "installationPath", "-utf8",
		NULL };
	bool ran = probe->run(probe, vswhere, &text, &code) && code == 0;
	struct slice rest = str_slice(&text), line;
	while (ran && slice_cut(&rest, '\n', &line)) {
		line = slice_trim(line);
		if (line.len < 3 || line.ptr[1] != ':')
			continue;
		int fits;
		bool has_any;
		char *folder = slice_dup(line),
		     *toolset = best_toolset(probe, folder, range, wanted, &fits, &has_any, &out->seen);
		if (fits > best && has_any) {
			free(out->visual_studio);
			free(out->toolset);
			out->visual_studio = folder;
			out->toolset = toolset;
			best = fits;
			continue;
		}
		free(folder);
		free(toolset);
	}
	str_release(&path);
	str_release(&text);
}

void msvc_release(struct msvc *msvc)
{
	free(msvc->visual_studio);
	free(msvc->toolset);
	str_release(&msvc->seen);
	*msvc = (struct msvc){ 0 };
}

enum msvc_state msvc_state_of(const struct probe *probe, const char **version, struct str *why)
{
	static const char *const marks[] = { "VSCMD_VER", "VCToolsVersion", "VCINSTALLDIR", "VCToolsInstallDir" };
	static const char *const needed[] = { "VCToolsVersion", "INCLUDE", "LIB" };
	const char *target = probe_env(probe, "VSCMD_ARG_TGT_ARCH");
	struct str missing = STR_INIT;
	bool any = false;
	*version = probe_env(probe, "VCToolsVersion");
	for (size_t i = 0; i < COUNT_OF(marks); i++)
		any = any || probe_env(probe, marks[i]);
	for (size_t i = 0; any && i < COUNT_OF(needed); i++)
		if (!probe_env(probe, needed[i]))
			str_addf(&missing, "%s%s is not set", missing.len ? ", " : "", needed[i]);
	char *cl = any ? probe->find(probe, "cl", 0) : NULL;
	if (any && !cl)
		str_addf(&missing, "%scl is not in PATH", missing.len ? ", " : "");
	if (any && target && strcmp(target, "x64") != 0)
		str_addf(&missing, "%sit is for %s, not x64", missing.len ? ", " : "", target);
	enum msvc_state state = !any ? MSVC_NONE : missing.len ? MSVC_HALF : MSVC_ACTIVE;
	if (why && missing.len)
		str_add(why, str_slice(&missing));
	free(cl);
	str_release(&missing);
	return state;
}
