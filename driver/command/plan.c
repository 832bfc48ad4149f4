#include "command/plan.h"

#include <string.h>

#include "command/findings.h"
#include "command/option.h"
#include "cmdline/print.h"
#include "system/system.h"

static void add_row(struct str *out, const char *name, const char *value, const char *more)
{
	if (value)
		str_addf(out, "%-10s%s%s\n", name, value, more ? more : "");
}

/* What of the environment decides how PyTorch is built: the profile's options, each in its own word. */
static void add_options(const struct recipe *recipe, struct str *out)
{
	size_t width = 0;
	for (size_t i = 0; i < recipe->n_changes; i++) {
		const struct change *change = &recipe->changes[i];
		bool is_option = slice_starts_with(slice_of(change->name), "USE_") ||
				 slice_starts_with(slice_of(change->name), "BUILD_");
		if (change->kind != CHANGE_SET || !is_option)
			continue;
		size_t begin = out->len;
		bool wraps = width > 0 && width + strlen(change->name) + strlen(change->value) + 2 > 90;
		if (wraps)
			width = 0;
		str_addf(out,
			width   ? " %s=%s"
			: wraps ? "\n          %s=%s"
				: "options   %s=%s",
			change->name, change->value);
		width += out->len - begin;
	}
	if (width)
		str_add_char(out, '\n');
}

static void add_plan(const struct recipe *recipe, enum step_kind until, struct str *out)
{
	struct str text = STR_INIT;
	add_row(out, "tree", recipe->root, NULL);
	add_row(out, "PyTorch", recipe->torch ? recipe->torch : "of unknown version", NULL);
	str_addf(out, "profile   %s: %s\n", recipe->profile->name, recipe->profile->summary);
	add_row(out, "python", recipe->python, NULL);
	if (recipe->toolkit.root)
		str_addf(out, "CUDA      %s, %s (%s)\n", recipe->toolkit.version, recipe->toolkit.root,
			recipe->toolkit.source);
	add_options(recipe, out);
	str_addf(out, "jobs      %zu: %s\n", recipe->jobs, recipe->jobs_why);
	for (int kind = 0; kind <= (int)until; kind++)
		if (recipe_has_step(recipe, (enum step_kind)kind))
			str_addf(&text, "%s%s", text.len ? ", " : "", step_name((enum step_kind)kind));
	add_row(out, "steps", text.ptr, NULL);
	str_release(&text);
}

static bool ask(struct err *err)
{
	struct str answer = STR_INIT;
	bool ok = print_text(STREAM_OUT, SLICE_LITERAL("\nbuild with these? [Y/n] "), err);
	if (ok && !system_read_line(&answer)) {
		print_if_possible(STREAM_OUT, SLICE_LITERAL("\n"));
		ok = err_set(err, ERR_USAGE, "standard input ended before the answer");
		err_hint(err, "--yes builds without a question");
	}
	struct slice word = slice_trim(str_slice(&answer));
	if (ok && word.len && !slice_eq_nocase(word, SLICE_LITERAL("y")) &&
		!slice_eq_nocase(word, SLICE_LITERAL("yes")))
		ok = err_set(err, ERR_UNFIT, "not built, as you asked");
	str_release(&answer);
	return ok;
}

static bool fail_wrong(const struct diagnosis *diagnosis, struct err *err)
{
	size_t count = diagnosis->n[STATE_WRONG];
	err_set(err, ERR_UNFIT, "%zu thing%s wrong: nothing was built", count, count == 1 ? " is" : "s are");
	return err_hint(err, "the fix is after the arrow; --no-doctor builds anyway");
}

bool plan_agree(const struct session *session, const struct recipe *recipe, const struct options *options,
	enum step_kind until, struct str *facts, struct err *err)
{
	struct diagnosis diagnosis = { 0 };
	struct str text = STR_INIT;
	bool asks = !options->yes && platform_is_terminal(STREAM_OUT);
	add_plan(recipe, until, &text);
	str_add(facts, str_slice(&text));
	str_add_char(&text, '\n');
	bool ok = options->no_doctor || session_examine(session, &diagnosis, err);
	if (ok && !options->no_doctor) {
		findings_print(&diagnosis, STATE_OK, true, false, facts);
		findings_print(&diagnosis, asks ? STATE_OK : STATE_UNKNOWN, options->verbose,
			print_colored(STREAM_OUT, options), &text);
	}
	ok = ok && print_text(STREAM_OUT, str_slice(&text), err) &&
	     (diagnosis.n[STATE_WRONG] == 0 || fail_wrong(&diagnosis, err)) && (!asks || ask(err));
	diagnosis_release(&diagnosis);
	str_release(&text);
	return ok;
}
