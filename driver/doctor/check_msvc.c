/* Visual C++, on Windows. */
#include <stdlib.h>
#include <string.h>

#include "data/data.h"
#include "doctor/check.h"

static bool check_visual_studio(const struct doctor_context *x, struct finding *finding)
{
	if (!x->windows)
		return false;
	if (x->msvc.visual_studio)
		return found(finding, STATE_OK, "'%s'", x->msvc.visual_studio);
	found(finding, STATE_WRONG, "vswhere found no Visual Studio with C++");
	return fix_by(finding, "install \"Desktop development with C++\" (component "
			       "Microsoft.VisualStudio.Component.VC.Tools.x86.x64)");
}

static bool check_toolset(const struct doctor_context *x, struct finding *finding)
{
	if (!x->windows || !x->msvc.visual_studio || !x->profile || !x->profile->msvc)
		return false;
	const char *wanted = x->profile->vcvars_version;
	if (!x->msvc.toolset) {
		found(finding, STATE_WRONG, "'%s' has no toolset %s", x->msvc.visual_studio, x->profile->msvc);
		if (wanted && strcmp(wanted, "14.29") == 0)
			return fix_by(finding, "in the Visual Studio Installer add the component "
					       "Microsoft.VisualStudio.Component.VC.14.29.16.11.x86.x64");
		return fix_by(finding, "in the Visual Studio Installer add a toolset %s", x->profile->msvc);
	}
	if (wanted && !slice_starts_with(slice_of(x->msvc.toolset), wanted)) {
		found(finding, STATE_WRONG, "the profile activates %s, but there is only %s", wanted, x->msvc.toolset);
		return fix_by(finding, "in the Visual Studio Installer add the toolset %s", wanted);
	}
	return found_by(x, finding, STATE_OK, BASED_ON({ "toolset", x->msvc.toolset }), "%s", x->msvc.toolset);
}

static bool check_activated(const struct doctor_context *x, struct finding *finding)
{
	const char *version;
	struct str why = STR_INIT;
	if (!x->windows)
		return false;
	enum msvc_state state = msvc_state_of(x->probe, &version, &why);
	bool fits = state == MSVC_ACTIVE &&
		    (!x->profile || !x->profile->msvc || version_in_range(x->profile->msvc, slice_of(version)));
	if (state == MSVC_NONE)
		found(finding, STATE_OK,
			"no Visual Studio is active in this shell: tbuild activates the one it builds with");
	else if (state == MSVC_HALF)
		found(finding, STATE_WRONG, "Visual C++ is half-activated in this shell: %s", why.ptr);
	else if (!fits)
		found(finding, STATE_WRONG, "toolset %s is active in this shell; the profile requires %s", version,
			x->profile->msvc);
	else
		found_by(x, finding, STATE_OK, BASED_ON({ "toolset", version }), "toolset %s is active", version);
	str_release(&why);
	return finding->state != STATE_WRONG || fix_by(finding, "start tbuild from a plain cmd.exe");
}

static bool check_cl(const struct doctor_context *x, struct finding *finding)
{
	if (!x->windows || !x->msvc.visual_studio)
		return false;
	char *first = x->probe->find(x->probe, "cl", 0), *second = x->probe->find(x->probe, "cl", 1);
	struct slice path = slice_of(first ? first : "");
	bool own = first && x->msvc.toolset && slice_find_nocase(path, slice_of(x->msvc.toolset), 0) != (size_t)-1;
	if (!first)
		found(finding, STATE_OK, "none in PATH; tbuild activates the toolset's");
	else if (slice_find_nocase(path, SLICE_LITERAL("hostx86"), 0) != (size_t)-1)
		found(finding, STATE_WARNING, "'%s' comes first in PATH: a 32-bit compiler, which runs out of memory",
			first),
			fix_by(finding, "start tbuild from a plain cmd.exe, or activate with vcvars64.bat");
	else if (own)
		found(finding, STATE_OK, "'%s' wins%s%s", first, second ? ", before " : "", second ? second : "");
	else
		found(finding, STATE_WARNING, "'%s' comes first in PATH%s%s", first,
			x->msvc.toolset ? " and is not from toolset " : ", but no toolset of Visual Studio fits",
			x->msvc.toolset ? x->msvc.toolset : ""),
			fix_by(finding, "start tbuild from a plain cmd.exe: it activates the toolset of the profile");
	free(first);
	free(second);
	return true;
}

/* A folder "1033" beside cl.exe holds its English messages. */
static bool check_language(const struct doctor_context *x, struct finding *finding)
{
	if (!x->windows || !x->msvc.visual_studio || !x->msvc.toolset)
		return false;
	struct str path = STR_INIT;
	str_addf(&path, "%s\\VC\\Tools\\MSVC\\%s\\bin\\Hostx64\\x64\\1033", x->msvc.visual_studio, x->msvc.toolset);
	bool there = x->probe->type(x->probe, path.ptr) == FILE_DIRECTORY;
	str_release(&path);
	if (there)
		return found(finding, STATE_OK, "cl has English messages");
	found(finding, STATE_WARNING, "cl has no English messages");
	return fix_by(finding, "in the Visual Studio Installer, under Language packs, add English");
}

static bool check_stl(const struct doctor_context *x, struct finding *finding)
{
	const struct yaml_node *row =
		x->msvc.toolset && x->toolkit.version ? matrix_row(x, "stl", "msvc", x->msvc.toolset) : NULL;
	char *range = matrix_cell(row, "cuda");
	bool fits = range && version_in_range(range, slice_of(x->toolkit.version));
	if (range)
		found_by(x, finding, fits ? STATE_OK : STATE_WRONG,
			BASED_ON({ "toolset", x->msvc.toolset }, { "CUDA", x->toolkit.version }),
			"the headers of toolset %s require CUDA %s, but this is %s", x->msvc.toolset, range,
			x->toolkit.version);
	if (range && !fits)
		fix_by(finding, "use an older toolset (vcvars_version in the profile), or a newer CUDA");
	free(range);
	return range != NULL;
}

/* _MSC_VER of a toolset: 14.29 is 1929, 14.16 is 1916 (Microsoft, "Predefined macros"). */
static unsigned long msc_version(const char *toolset)
{
	struct version version;
	return version_parse(&version, slice_of(toolset), NULL) ? 1900 + version.part[1] : 0;
}

static bool check_host(const struct doctor_context *x, struct finding *finding)
{
	if (!x->msvc.toolset || !x->toolkit.root)
		return false;
	struct str path = STR_INIT, range = STR_INIT, own = STR_INIT;
	str_addf(&path, "%s/include/crt/host_config.h", x->toolkit.root);
	char *least = probe_extract_file(x->probe, path.ptr, "_MSC_VER\\s*<\\s*([0-9]{4})");
	char *below = probe_extract_file(x->probe, path.ptr, "_MSC_VER\\s*>=\\s*([0-9]{4})");
	char *cell = matrix_cell(matrix_row(x, "host", "cuda", x->toolkit.version), "msc");
	if (least && below)
		str_addf(&range, ">=%s, <%s", least, below);
	else if (cell)
		str_add_cstr(&range, cell);
	str_addf(&own, "%lu", msc_version(x->msvc.toolset));
	bool asked = least && below, fits = range.len == 0 || version_in_range(range.ptr, str_slice(&own));
	if (range.len)
		found_by(x, finding, fits ? STATE_OK : STATE_WRONG,
			BASED_ON({ "CUDA", asked ? NULL : x->toolkit.version }),
			"toolset %s is _MSC_VER %s, CUDA %s accepts %s%s", x->msvc.toolset, own.ptr, x->toolkit.version,
			range.ptr, asked ? " (its host_config.h)" : "");
	else
		found(finding, STATE_UNKNOWN,
			"toolset %s; neither host_config.h nor the table says what CUDA %s accepts", x->msvc.toolset,
			x->toolkit.version);
	if (!fits)
		fix_by(finding, "use another toolset (vcvars_version: \"14.29\" in the profile), or another CUDA");
	free(least);
	free(below);
	free(cell);
	str_release(&path);
	str_release(&range);
	str_release(&own);
	return true;
}

static const struct check checks[] = {
	{ "visual-studio", "everything is compiled with it", check_visual_studio },
	{ "toolset", "CUDA accepts only some toolsets", check_toolset },
	{ "msvc-active", "activating twice mixes both environments", check_activated },
	{ "cl", "CMake uses the first compiler in PATH", check_cl },
	{ "msvc-language", "PyTorch, Ninja and torch.compile read cl's messages, and break on those in other languages",
		check_language },
	{ "cuda-msvc", "nvcc rejects compilers that its headers do not know (C1189)", check_host },
	{ "cuda-stl", "the headers of Visual C++ reject a CUDA that is too old (STL1002), whatever options nvcc gets",
		check_stl },
};

const struct check_group checks_msvc = { checks, COUNT_OF(checks) };
