/* CUDA: the toolkit, and what it can compile for. */
#include <stdlib.h>
#include <string.h>

#include "data/data.h"
#include "doctor/check.h"

#define RULES_MAX_BYTES ((size_t)1 << 20)

/* "12.9" of "12.9.1", for free(); NULL: it is no version. */
static char *minor_release(const char *text)
{
	struct version version;
	struct str out = STR_INIT;
	if (!version_parse(&version, slice_of(text), NULL))
		return NULL;
	str_addf(&out, "%lu.%lu", version.part[0], version.part[1]);
	return str_detach(&out);
}

/* A toolkit may be headers alone, and those of another than its nvcc. */
static bool check_own_nvcc(const struct doctor_context *x, struct finding *finding)
{
	struct str path = STR_INIT, text = STR_INIT, out = STR_INIT;
	char *release = minor_release(x->toolkit.version);
	int code = 0;
	str_addf(&path, "%s/bin/nvcc%s", x->toolkit.root, x->windows ? ".exe" : "");
	const char *const ask[] = { path.ptr, "--version", NULL };
	bool there = x->probe->run(x->probe, ask, &out, &code);
	char *own = there && code == 0 ? probe_extract(str_slice(&out), "release ([0-9]+\\.[0-9]+)") : NULL;
	str_addf(&text, "%s in '%s' (%s)", x->toolkit.version, x->toolkit.root, x->toolkit.source);
	if (!there)
		found(finding, STATE_WRONG, "%s has no bin/nvcc that runs", text.ptr);
	else if (!own)
		found(finding, STATE_UNKNOWN, "%s, whose nvcc does not say its version", text.ptr);
	else if (!release || strcmp(own, release) != 0)
		found(finding, STATE_WRONG, "%s has the nvcc of CUDA %s", text.ptr, own);
	else
		found_by(x, finding, STATE_OK, BASED_ON({ "CUDA", x->toolkit.version }), "%s", text.ptr);
	if (finding->state == STATE_WRONG)
		fix_by(finding, "install the toolkit anew, with its compiler, or give --cuda DIR");
	free(own);
	free(release);
	str_release(&path);
	str_release(&text);
	str_release(&out);
	return true;
}

static bool check_toolkit(const struct doctor_context *x, struct finding *finding)
{
	if (!x->profile || !x->profile->cuda)
		return false;
	if (x->toolkit_fits)
		return check_own_nvcc(x, finding);
	const char *given = x->target->request->cuda;
	if (x->toolkit.seen.len)
		found(finding, STATE_WRONG, "the profile requires CUDA %s, but this is %s", x->profile->cuda,
			x->toolkit.seen.ptr);
	else
		found(finding, STATE_WRONG, "the profile requires CUDA %s, and there is no toolkit%s%s%s",
			x->profile->cuda, given ? " in '" : "", given ? given : "", given ? "' (--cuda)" : "");
	fix_by(finding,
		"install a CUDA toolkit %s (without its driver if the GPU needs an older one), %sgive --cuda DIR",
		x->profile->cuda, x->toolkit.version ? "" : "or ");
	return !x->toolkit.version ||
	       fix_by(finding, ", or use a profile for CUDA %s: tbuild profiles", x->toolkit.version);
}

static bool check_nvcc(const struct doctor_context *x, struct finding *finding)
{
	if (!x->toolkit_fits)
		return false;
	char *first = x->probe->find(x->probe, "nvcc", 0), *second = x->probe->find(x->probe, "nvcc", 1);
	bool own = first && is_of_toolkit(x, first);
	if (!first)
		found(finding, STATE_OK, "none in PATH; tbuild adds the toolkit's");
	else if (own)
		found(finding, STATE_OK, "'%s' wins%s%s", first, second ? ", before " : "", second ? second : "");
	else
		found(finding, STATE_WARNING, "'%s' comes first in PATH and is not from '%s'", first, x->toolkit.root),
			fix_by(finding, "tbuild puts the toolkit's bin first; do the same for other tools");
	free(first);
	free(second);
	return true;
}

static bool check_spaces(const struct doctor_context *x, struct finding *finding)
{
	if (!x->toolkit_fits || !x->windows)
		return false;
	if (!strchr(x->toolkit.root, ' '))
		return found(finding, STATE_OK, "'%s'", x->toolkit.root);
	char *other = x->probe->short_path(x->probe, x->toolkit.root);
	bool has_other = other && !strchr(other, ' ');
	if (has_other)
		found(finding, STATE_OK, "'%s' contains spaces; tbuild uses '%s'", x->toolkit.root, other);
	free(other);
	if (has_other)
		return true;
	found(finding, STATE_WARNING, "'%s' contains spaces, and its volume has no 8.3 names", x->toolkit.root);
	return fix_by(finding,
		"mklink /J C:\\cuda \"%s\" and --cuda C:\\cuda; or --cuda with the short form, where the volume has "
		"one: for %%I in (\"%s\") do @echo %%~sI",
		x->toolkit.root, x->toolkit.root);
}

/* A tree that is patched for 13.0 is so for 13.2, too. */
static bool is_same_series(const char *a, const char *b)
{
	struct version one, other;
	return version_parse(&one, slice_of(a), NULL) && version_parse(&other, slice_of(b), NULL) &&
	       one.part[0] == other.part[0];
}

static bool check_torch(const struct doctor_context *x, struct finding *finding)
{
	const struct yaml_node *row = x->toolkit.version ? matrix_row(x, "torch", "torch", x->target->torch) : NULL;
	char *range = matrix_cell(row, "cuda"), *usual = matrix_cell(row, "usual");
	bool fits = !range || version_in_range(range, slice_of(x->toolkit.version));
	char *patched = fits || !x->target->root ? NULL : tree_patched_for(x->target->root, "cuda");
	if (patched && !version_in_range(range, slice_of(patched)) && is_same_series(patched, x->toolkit.version)) {
		found(finding, STATE_WARNING,
			"PyTorch %s supports CUDA %s, but this is %s; tpatch patched this tree for %s",
			x->target->torch, range, x->toolkit.version, patched);
		fix_by(finding, "it may work; upstream builds it with: %s", usual ? usual : range);
	} else if (!fits) {
		found(finding, STATE_WRONG, "PyTorch %s supports CUDA %s, but this is %s", x->target->torch, range,
			x->toolkit.version);
		/* The profile was made for this CUDA: what is missing is the patch. */
		if (x->root && x->toolkit_fits)
			fix_by(finding, "%s --fact cuda=%s; or use a CUDA version that upstream builds with: %s",
				x->patch.ptr, x->toolkit.version, usual ? usual : range);
		else
			fix_by(finding, "use a CUDA version that upstream builds with: %s", usual ? usual : range);
	} else if (range && usual) {
		char *own = minor_release(x->toolkit.version);
		struct slice rest = slice_of(usual), each;
		bool is_usual = false;
		while (own && !is_usual && slice_cut(&rest, ',', &each))
			is_usual = slice_eq_cstr(slice_trim(each), own);
		found(finding, is_usual ? STATE_OK : STATE_WARNING, "CUDA %s; upstream builds PyTorch %s with %s",
			x->toolkit.version, x->target->torch, usual);
		if (!is_usual)
			fix_by(finding, "it may work; known to work: %s", usual);
		free(own);
	} else if (x->toolkit.version) {
		found_by(x, finding, STATE_OK, BASED_ON({ "PyTorch", x->target->torch }), "%s", x->toolkit.version);
	}
	free(patched);
	free(range);
	free(usual);
	return x->toolkit.version != NULL;
}

static bool check_host(const struct doctor_context *x, struct finding *finding)
{
	const char *given = build_env(x, "CUDAHOSTCXX"), *host = given && given[0] ? given : x->cxx;
	if (x->windows || !x->toolkit.root)
		return false;
	char *version = compiler_gcc_version(x->probe, host);
	if (!version)
		return found(finding, STATE_UNKNOWN,
			"'%s' does not say that it is GCC; tbuild does not know which others CUDA %s accepts", host,
			x->toolkit.version);
	struct str path = STR_INIT, range = STR_INIT;
	str_addf(&path, "%s/include/crt/host_config.h", x->toolkit.root);
	char *most = probe_extract_file(x->probe, path.ptr, "__GNUC__\\s*>\\s*([0-9]+)");
	char *cell = matrix_cell(matrix_row(x, "host", "cuda", x->toolkit.version), "gcc");
	if (most)
		str_addf(&range, "<%lu", strtoul(most, NULL, 10) + 1);
	else if (cell)
		str_add_cstr(&range, cell);
	bool known = range.len > 0, fits = !known || version_in_range(range.ptr, slice_of(version));
	if (!known)
		found(finding, STATE_UNKNOWN,
			"%s %s; neither host_config.h nor the table says what CUDA %s "
			"accepts",
			host, version, x->toolkit.version);
	else
		found_by(x, finding, fits ? STATE_OK : STATE_WRONG,
			BASED_ON({ "CUDA", most ? NULL : x->toolkit.version }), "%s %s; CUDA %s accepts %s%s", host,
			version, x->toolkit.version, range.ptr, most ? " (its host_config.h)" : "");
	if (!fits)
		fix_by(finding, "install an older g++ and --set CC=gcc-N --set CXX=g++-N --set CUDAHOSTCXX=g++-N");
	free(version);
	free(most);
	free(cell);
	str_release(&path);
	str_release(&range);
	return true;
}

static bool check_arch(const struct doctor_context *x, struct finding *finding)
{
	struct str wrong = STR_INIT, unknown = STR_INIT;
	if (!x->arch || !x->toolkit.version)
		return false;
	for (size_t i = 0; x->arch[i]; i++) {
		const struct yaml_node *row = matrix_arch(x, slice_of(x->arch[i]));
		char *range = matrix_cell(row, "cuda"), *name = matrix_cell(row, "name");
		bool fits = range && version_in_range(range, slice_of(x->toolkit.version));
		/* The first says why; of the others the number is enough. */
		if (!range)
			str_addf(&unknown, "%s%s", unknown.len ? ", " : "", x->arch[i]);
		else if (!fits && wrong.len)
			str_addf(&wrong, ", %s", x->arch[i]);
		else if (!fits)
			str_addf(&wrong, "%s (%s) needs CUDA %s, but the toolkit is %s; not covered: %s", x->arch[i],
				name, range, x->toolkit.version, x->arch[i]);
		free(range);
		free(name);
	}
	if (wrong.len)
		found(finding, STATE_WRONG, "%s", wrong.ptr),
			fix_by(finding, "use another toolkit, or shorten %s", x->arch_place);
	else if (unknown.len)
		found(finding, STATE_UNKNOWN, "tbuild does not know which CUDA supports %s", unknown.ptr);
	else
		found_by(x, finding, STATE_OK, BASED_ON({ "CUDA", x->toolkit.version }),
			"CUDA %s supports every arch of %s", x->toolkit.version, x->arch_owner);
	str_release(&wrong);
	str_release(&unknown);
	return true;
}

/* The expression with which the tree takes a capability apart, out of `if(${arch_name} MATCHES "^(…)$")`, for free();
 * NULL where it is not found. */
static char *tree_arch_expression(struct slice rules)
{
	static const char *const beginnings[] = { "arch_name MATCHES \"^(", "arch_name} MATCHES \"^(" };
	size_t begin = (size_t)-1, end = (size_t)-1;
	for (size_t i = 0; i < COUNT_OF(beginnings) && begin == (size_t)-1; i++)
		if ((begin = slice_find(rules, slice_of(beginnings[i]), 0)) != (size_t)-1)
			begin += strlen(beginnings[i]) - 2;
	if (begin != (size_t)-1)
		end = slice_find(rules, SLICE_LITERAL("\")"), begin);
	if (end == (size_t)-1)
		return NULL;
	struct str text = STR_INIT;
	for (size_t i = begin; i < end; i++) {
		/* CMake halves backslashes in a string. */
		if (rules.ptr[i] == '\\' && i + 1 < end && rules.ptr[i + 1] == '\\')
			i++;
		str_add_char(&text, rules.ptr[i]);
	}
	return str_detach(&text);
}

/* "12.0+PTX" is asked without its end, which the tree takes off before. A name such as "Ampere" is one that the tree
 * has between quotation marks. */
static bool tree_reads(struct slice rules, const char *expression, const char *arch)
{
	struct slice text = slice_of(arch);
	if (slice_ends_with(text, "+PTX"))
		text.len -= 4;
	bool is_number = text.len && text.ptr[0] >= '0' && text.ptr[0] <= '9';
	char *plain = slice_dup(text), *matched = is_number ? probe_extract(text, expression) : NULL;
	struct str quoted = STR_INIT;
	str_addf(&quoted, "\"%s\"", plain);
	bool reads = is_number ? matched != NULL : slice_find(rules, str_slice(&quoted), 0) != (size_t)-1;
	free(plain);
	free(matched);
	str_release(&quoted);
	return reads;
}

static bool check_arch_tree(const struct doctor_context *x, struct finding *finding)
{
	struct str rules = STR_INIT;
	struct err err = ERR_INIT;
	if (!x->root || !x->arch)
		return false;
	bool there = root_read(x->target->root, "cmake/Modules_CUDA_fix/upstream/FindCUDA/select_compute_arch.cmake",
		RULES_MAX_BYTES, &rules, NULL, &err);
	char *expression = there ? tree_arch_expression(str_slice(&rules)) : NULL;
	const char *unread = NULL;
	bool is_patched = tree_is_patched(x->target->root);
	for (size_t i = 0; expression && !unread && x->arch[i]; i++)
		unread = tree_reads(str_slice(&rules), expression, x->arch[i]) ? NULL : x->arch[i];
	if (!expression)
		found(finding, STATE_UNKNOWN,
			"cannot tell how this tree reads the arch list: select_compute_arch.cmake %s",
			there ? "has no pattern for it" : "is not there");
	else if (unread)
		found(finding, STATE_WRONG, "this tree does not accept the arch %s: it accepts %s", unread, expression),
			fix_by(finding,
				"%s%sa newer PyTorch (two digits before the dot from 2.6, 'a' from 2.4), or an arch "
				"without suffix; code for 8.9 would not run on a 12.0",
				is_patched ? "" : x->patch.ptr, is_patched ? "" : ", or ");
	else
		found(finding, STATE_OK, "the tree accepts every arch of %s", x->arch_owner);
	free(expression);
	err_release(&err);
	str_release(&rules);
	return true;
}

static bool check_cudnn(const struct doctor_context *x, struct finding *finding)
{
	if (!x->profile || !x->profile->cudnn)
		return false;
	const struct build_variables variables = { build_variable, x };
	char *where, *version = cudnn_find(x->probe, &variables, x->toolkit.root, &where);
	bool fits = version && version_in_range(x->profile->cudnn, slice_of(version));
	char *floor = matrix_cell(matrix_row(x, "torch", "torch", x->target->torch), "cudnn");
	if (!version)
		found(finding, STATE_WRONG, "no cudnn_version.h in CUDNN_INCLUDE_DIR, CUDNN_ROOT, the toolkit%s",
			x->windows ? "" : " or /usr/include");
	else if (!fits)
		found(finding, STATE_WRONG, "%s in '%s'; the profile requires %s", version, where, x->profile->cudnn);
	else if (floor && !version_in_range(floor, slice_of(version)))
		found(finding, STATE_WARNING, "%s in '%s'; PyTorch %s asks for %s", version, where, x->target->torch,
			floor),
			fix_by(finding, "install cuDNN %s, %s, and point to it: --set CUDNN_ROOT=DIR", floor,
				x->profile->cudnn);
	else if (!build_env(x, "CUDNN_LIBRARY") && !library_is_beside(x, where, "cudnn"))
		found(finding, STATE_UNKNOWN, "%s in '%s', but no library of cuDNN in the lib folders beside it",
			version, where),
			fix_by(finding, "if it is elsewhere: --set CUDNN_LIBRARY=FILE");
	else
		found_by(x, finding, STATE_OK, BASED_ON({ "cuDNN", version }), "%s in '%s'", version, where);
	if (!fits)
		fix_by(finding,
			"install cuDNN %s for CUDA %s, and point to it: --set CUDNN_ROOT=DIR, with "
			"DIR/include/cudnn_version.h",
			x->profile->cudnn,
			x->toolkit_fits    ? x->toolkit.version
			: x->profile->cuda ? x->profile->cuda
					   : "of the build");
	free(floor);
	free(version);
	free(where);
	return true;
}

/* cuDNN 8.3 to 8.9 loads it when it runs; NVIDIA does not ship it. */
static bool check_zlib(const struct doctor_context *x, struct finding *finding)
{
	if (!x->windows || !x->profile || !x->profile->cudnn || !x->toolkit.root)
		return false;
	struct str include = STR_INIT, path = STR_INIT;
	str_addf(&include, "%s/include", x->toolkit.root);
	char *version = cudnn_version_in(x->probe, include.ptr);
	bool needed = version && version_in_range(">=8.3, <9", slice_of(version));
	str_addf(&path, "%s\\bin\\zlibwapi.dll", x->toolkit.root);
	char *elsewhere = needed ? x->probe->find(x->probe, "zlibwapi.dll", 0) : NULL;
	bool there = needed && (elsewhere || x->probe->type(x->probe, path.ptr) == FILE_REGULAR);
	if (needed && there)
		found(finding, STATE_OK, "'%s'", elsewhere ? elsewhere : path.ptr);
	else if (needed)
		found(finding, STATE_WARNING, "no zlibwapi.dll in PATH or in the toolkit's bin"),
			fix_by(finding, "copy zlibwapi.dll (64-bit) to '%s\\bin'", x->toolkit.root);
	free(version);
	free(elsewhere);
	str_release(&include);
	str_release(&path);
	return needed;
}

static const struct check checks[] = {
	{ "cuda", "all GPU code is compiled with it", check_toolkit },
	{ "nvcc", "CMake uses the first nvcc in PATH, which may belong to another toolkit", check_nvcc },
	{ "cuda-path-spaces", "parts of the build call nvcc without quoting its path", check_spaces },
	{ "cuda-torch",
		"a CUDA that is too old is refused, and one that is too new breaks the "
		"compilation",
		check_torch },
	{ "cuda-gcc", "nvcc rejects compilers that its headers do not know", check_host },
	{ "cuda-arch", "each nvcc supports the GPUs of its time", check_arch },
	{ "arch-tree", "the tree's own CMake code parses the arch list", check_arch_tree },
	{ "cudnn", "PyTorch silently turns it off when it is not found", check_cudnn },
	{ "zlib", "cuDNN 8.3 and later 8.x load it at run time", check_zlib },
};

const struct check_group checks_cuda = { checks, COUNT_OF(checks) };
