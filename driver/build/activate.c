/*
 * Visual C++'s environment, taken once: cmd.exe runs vcvarsall.bat and prints what it has set. Its `set` prints UTF-16
 * with /u, while the programs that vcvarsall.bat calls print what they like; so what counts begins after a mark of
 * ours.
 */
#include <stdlib.h>
#include <string.h>

#include "build/work.h"
#include "data/data.h"

#define MARK "[tbuild: the environment]"
#define LIMIT_NS ((uint64_t)120 * 1000 * 1000 * 1000)

static void collect(void *ctx, struct slice bytes)
{
	str_add(ctx, bytes);
}

/* Where the mark's UTF-16 ends in `text`, or (size_t)-1. */
static size_t find_mark(struct slice text)
{
	struct str mark = STR_INIT;
	for (const char *c = MARK; *c; c++) {
		str_add_char(&mark, *c);
		str_add_char(&mark, '\0');
	}
	size_t at = slice_find(text, str_slice(&mark), 0), end = at == (size_t)-1 ? at : at + mark.len;
	str_release(&mark);
	return end;
}

/* What was printed before the mark, in the log: of UTF-16 in the letters of ASCII the zero bytes are left out. */
static void log_messages(struct work *work, struct slice text)
{
	struct str plain = STR_INIT;
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i])
			str_add_char(&plain, text.ptr[i]);
	struct slice rest = slice_trim(str_slice(&plain)), line;
	while (rest.len && slice_cut(&rest, '\n', &line))
		log_line(work, slice_trim(line));
	str_release(&plain);
}

static void set_item(struct environment *environment, const struct str *item)
{
	size_t length = environment_name_length(item->ptr);
	char *name = xstrndup(item->ptr, length);
	environment_set(environment, name, item->ptr + length + 1);
	free(name);
}

/* Values keep their spaces and may have several lines: a line that is not NAME=VALUE continues the one before. */
static void take_items(struct environment *environment, struct slice rest)
{
	struct str item = STR_INIT;
	while (rest.len) {
		size_t end = slice_find(rest, SLICE_LITERAL("\r\n"), 0);
		struct slice line = slice_sub(rest, 0, end == (size_t)-1 ? rest.len : end);
		char *text = slice_dup(line);
		size_t length = environment_name_length(text);
		bool is_item = length && text[length] == '=';
		if (is_item && item.len)
			set_item(environment, &item);
		if (is_item)
			str_clear(&item);
		else if (item.len)
			str_add_cstr(&item, "\r\n");
		if (is_item || item.len)
			str_add_cstr(&item, text);
		free(text);
		rest = slice_sub(rest, end == (size_t)-1 ? rest.len : end + 2, rest.len);
	}
	if (item.len)
		set_item(environment, &item);
	str_release(&item);
}

static void take_environment(struct environment *environment, struct slice bytes)
{
	struct str text = STR_INIT;
	size_t offset;
	environment_release(environment);
	/* A half character, which the name of a file may have, ends what can be read: the rest has no use without
	 * it. */
	utf16_decode(slice_sub(bytes, 0, bytes.len - bytes.len % 2), UTF16_LITTLE, &text, &offset);
	take_items(environment, str_slice(&text));
	str_release(&text);
}

static bool run_vcvarsall(struct work *work, struct str *out, bool *interrupted, struct err *err)
{
	const struct recipe *recipe = work->request->recipe;
	struct str line = STR_INIT, text = STR_INIT;
	struct process_result end;
	str_addf(&line, "\"\"%s\\VC\\Auxiliary\\Build\\vcvarsall.bat\" x64", recipe->msvc.visual_studio);
	if (recipe->vcvars_version)
		str_addf(&line, " -vcvars_ver=%s", recipe->vcvars_version);
	str_add_cstr(&line, " && echo " MARK " && set\"");
	const char *const argv[] = { "cmd.exe", "/d", "/u", "/v:off", "/s", "/c", line.ptr, NULL };
	const struct process_request request = {
		.argv = argv, .environment = &work->environment, .limit_ns = LIMIT_NS
	};
	str_addf(&text, "+ cmd.exe /d /u /v:off /s /c %s", line.ptr);
	log_line(work, str_slice(&text));
	bool ok = process_run(&request, collect, out, &end, err);
	*interrupted = ok && end.interrupted;
	if (ok && end.timed_out)
		ok = err_set(err, ERR_IO, "vcvarsall.bat did not finish within 2 minutes");
	str_release(&line);
	str_release(&text);
	return ok;
}

/* It may print an error and still end with 0 (conda/conda-build#861), so that what it has set is looked at. */
static bool check_activated(const struct work *work, struct err *err)
{
	const struct recipe *recipe = work->request->recipe;
	const char *version = environment_get(&work->environment, "VCToolsVersion");
	char *cl = process_find_program(&work->environment, "cl", 0);
	bool ok = true;
	if (!version || !environment_get(&work->environment, "INCLUDE") ||
		!environment_get(&work->environment, "LIB") || !cl)
		ok = err_set(err, ERR_UNFIT, "vcvarsall.bat of '%s' did not activate Visual C++%s%s",
			recipe->msvc.visual_studio, recipe->vcvars_version ? " " : "",
			recipe->vcvars_version ? recipe->vcvars_version : "");
	else if (!version_in_range(recipe->profile->msvc, slice_of(version)))
		ok = err_set(err, ERR_UNFIT, "vcvarsall.bat activated the toolset %s, but the profile requires %s",
			version, recipe->profile->msvc);
	free(cl);
	return ok || err_hint(err, "the log says why: %s; `tbuild doctor` looks at Visual Studio", work->log_path.ptr);
}

static bool capture(struct work *work, bool *interrupted, struct err *err)
{
	struct str text = STR_INIT;
	bool ok = run_vcvarsall(work, &text, interrupted, err);
	if (*interrupted)
		log_line(work, SLICE_LITERAL("vcvarsall.bat was interrupted"));
	if (ok && !*interrupted) {
		size_t mark = find_mark(str_slice(&text));
		log_messages(
			work, slice_sub(str_slice(&text), 0, mark == (size_t)-1 ? text.len : mark - 2 * strlen(MARK)));
		if (mark != (size_t)-1)
			take_environment(&work->environment, slice_sub(str_slice(&text), mark, text.len));
		ok = check_activated(work, err);
	}
	str_release(&text);
	return ok;
}

/* A second activation on top of one gives a mixture of both, so that one that is there is taken or refused. */
static bool take_active(
	struct work *work, enum msvc_state state, const char *version, const struct str *why, struct err *err)
{
	const struct recipe *recipe = work->request->recipe;
	struct str text = STR_INIT;
	bool ok = false;
	if (state == MSVC_HALF) {
		err_set(err, ERR_UNFIT, "Visual C++ is half-activated in this shell: %s", why->ptr);
	} else if (!version_in_range(recipe->profile->msvc, slice_of(version)) ||
		   (recipe->profile->vcvars_version &&
			   !slice_starts_with(slice_of(version), recipe->profile->vcvars_version))) {
		err_set(err, ERR_UNFIT, "the toolset %s is active in this shell; the profile requires %s", version,
			recipe->profile->vcvars_version ? recipe->profile->vcvars_version : recipe->profile->msvc);
	} else {
		str_addf(&text, "Visual C++ %s is active in this shell and is used", version);
		log_line(work, str_slice(&text));
		ok = true;
	}
	str_release(&text);
	return ok || err_hint(err, "start tbuild from a plain cmd.exe");
}

bool activate_msvc(struct work *work, bool *interrupted, struct err *err)
{
	const struct recipe *recipe = work->request->recipe;
	const char *version;
	struct str why = STR_INIT;
	*interrupted = false;
	if (!recipe->windows || !recipe->profile->msvc)
		return true;
	enum msvc_state state = msvc_state_of(work->request->probe, &version, &why);
	bool ok;
	if (state != MSVC_NONE) {
		ok = take_active(work, state, version, &why, err);
	} else if (!recipe->msvc.visual_studio || !recipe->msvc.toolset) {
		err_set(err, ERR_UNFIT, "no Visual Studio here has a C++ toolset %s", recipe->profile->msvc);
		ok = err_hint(err,
			recipe->msvc.seen.len ? "there is %s; `tbuild doctor` names what to install"
					      : "`tbuild doctor` names what to install",
			recipe->msvc.seen.ptr);
	} else {
		ok = capture(work, interrupted, err);
	}
	str_release(&why);
	return ok;
}
