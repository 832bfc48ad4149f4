#include "command/option.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"

#define JOBS_MOST 4096
/* Codes of options for getopt_long() are above those of letters. */
#define CODE_BASE 256

static const struct option_info rows[OPTION_COUNT] = {
	[OPTION_ROOT] = { "root", 'C', "DIR", "the source tree (default: the working directory)" },
	[OPTION_PROFILE] = { "profile", 'p', "NAME|FILE", "what to build; `tbuild profiles` lists them" },
	[OPTION_TORCH] = { "torch", 0, "VERSION", "what the tree is, whatever its version.txt says" },
	[OPTION_PYTHON] = { "python", 0, "FILE", "the Python to build for (default: the active one)" },
	[OPTION_CUDA] = { "cuda", 0, "DIR", "the CUDA toolkit (default: the first that fits)" },
	[OPTION_JOBS] = { "jobs", 'j', "N", "compilers at once (default: by cores and memory)" },
	[OPTION_SET] = { "set", 0, "NAME=VALUE", "one more variable of the build; repeatable" },
	[OPTION_DRY_RUN] = { "dry-run", 'n', NULL, "print all of it as a script, and run nothing" },
	[OPTION_SCRIPT] = { "script", 0, "sh|bat", "with --dry-run: which shell (default: this system's)" },
	[OPTION_MACHINE] = { "machine", 0, "FILE", "a machine described in YAML, instead of this one" },
	[OPTION_JSON] = { "json", 0, NULL, "JSON instead of text" },
	[OPTION_UNPATCHED] = { "unpatched", 0, NULL, "build even if the tree is not as tpatch left it" },
	[OPTION_UNTIL] = { "until", 0, "STEP", "end after clean, configure, compare, build, …" },
	[OPTION_AGAIN] = { "again", 0, NULL, "do all steps, also those that are done" },
	[OPTION_CLEAN] = { "clean", 0, NULL, "first remove build, dist, *.egg-info, CMakeCache.txt" },
	[OPTION_YES] = { "yes", 'y', NULL, "do not ask whether what was found is right" },
	[OPTION_NO_DOCTOR] = { "no-doctor", 0, NULL, "build whatever is wrong with the machine" },
	[OPTION_LIST] = { "list", 0, NULL, "list what is known" },
	[OPTION_VERBOSE] = { "verbose", 'v', NULL, "all that programs print; why each check is made" },
	[OPTION_OUTPUT] = { "output", 'o', "FILE", "write to this file instead of standard output" },
	[OPTION_COMPLETION] = { "completion", 0, "SHELL", "a script for bash, zsh, fish or powershell" },
	[OPTION_COLOR] = { "color", 0, "WHEN", "auto (default), always, never; NO_COLOR is honoured" },
	[OPTION_HELP] = { "help", 'h', NULL, "help for the command" },
	[OPTION_VERSION] = { "version", 'V', NULL, "the version" },
};

struct option_info option_info(enum option_id id)
{
	return rows[id];
}

const enum option_id options_common[] = { OPTION_COLOR, OPTION_HELP, OPTION_VERSION, OPTION_NONE };

static bool takes(const struct command *command, enum option_id id)
{
	for (const enum option_id *common = options_common; *common != OPTION_NONE; common++)
		if (*common == id)
			return true;
	for (const enum option_id *own = command->options; *own != OPTION_NONE; own++)
		if (*own == id)
			return true;
	return false;
}

static bool set_color(struct options *out, const char *text, struct err *err)
{
	static const char *const words[] = { [COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never" };
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (strcmp(words[i], text) == 0) {
			out->color = (enum color_when)i;
			return true;
		}
	}
	return err_set(err, ERR_USAGE, "--color takes auto, always or never, not '%s'", text);
}

static bool set_jobs(struct options *out, const char *text, struct err *err)
{
	char *end;
	unsigned long value = strtoul(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end || value < 1 || value > JOBS_MOST)
		return err_set(err, ERR_USAGE, "--jobs takes a whole number from 1 to %d, not '%s'", JOBS_MOST, text);
	out->jobs = value;
	return true;
}

static bool add_set(struct options *out, const char *text, struct err *err)
{
	if (!strchr(text, '=') || text[0] == '=')
		return err_set(err, ERR_USAGE, "--set takes NAME=VALUE, not '%s'", text);
	size_t count = 0;
	while (out->set && out->set[count])
		count++;
	out->set = xreallocarray(out->set, count + 2, sizeof(*out->set));
	out->set[count] = text;
	out->set[count + 1] = NULL;
	return true;
}

static bool set_option(struct options *out, enum option_id id, const char *value, struct err *err)
{
	const char **texts[OPTION_COUNT] = { [OPTION_ROOT] = &out->root, [OPTION_PROFILE] = &out->profile, [OPTION_TORCH] = &out->torch,
		[OPTION_PYTHON] = &out->python, [OPTION_CUDA] = &out->cuda, [OPTION_SCRIPT] = &out->script, [OPTION_MACHINE] = &out->machine,
		[OPTION_UNTIL] = &out->until, [OPTION_OUTPUT] = &out->output, [OPTION_COMPLETION] = &out->completion };
	bool *flags[OPTION_COUNT] = { [OPTION_DRY_RUN] = &out->dry_run, [OPTION_JSON] = &out->json, [OPTION_UNPATCHED] = &out->unpatched,
		[OPTION_AGAIN] = &out->again, [OPTION_CLEAN] = &out->clean, [OPTION_YES] = &out->yes, [OPTION_NO_DOCTOR] = &out->no_doctor, [OPTION_LIST] = &out->list, [OPTION_VERBOSE] = &out->verbose, [OPTION_HELP] = &out->help, [OPTION_VERSION] = &out->version };
	if (texts[id])
		*texts[id] = value;
	if (flags[id])
		*flags[id] = true;
	if (id == OPTION_SET)
		return add_set(out, value, err);
	if (id == OPTION_COLOR)
		return set_color(out, value, err);
	return id != OPTION_JOBS || set_jobs(out, value, err);
}

/* OPTION_NONE for a code that no option has. */
static enum option_id id_of(int code)
{
	if (code > CODE_BASE && code < CODE_BASE + OPTION_COUNT)
		return (enum option_id)(code - CODE_BASE);
	for (size_t i = OPTION_NONE + 1; code > 0 && i < OPTION_COUNT; i++)
		if (rows[i].letter == code)
			return (enum option_id)i;
	return OPTION_NONE;
}

/* `refused`: the letter, as getopt_long() says, or 0. */
static bool fail_option(const char *word, int refused, struct err *err)
{
	const char *names[OPTION_COUNT];
	size_t count = 0;
	for (size_t i = OPTION_NONE + 1; i < OPTION_COUNT; i++)
		names[count++] = rows[i].name;
	struct slice name = slice_of(word + strspn(word, "-"));
	/* Of letters behind one '-' only the last one moves `optind`: `word` is then the one before. */
	if (refused > 0 && refused < CODE_BASE && !slice_starts_with(slice_of(word), "--"))
		err_set(err, ERR_USAGE, "unknown option '-%c'", refused);
	else
		err_set(err, ERR_USAGE, "unknown option '%s'", word);
	const char *near = slice_starts_with(slice_of(word), "--") ? nearest_name(slice_sub(name, 0, strcspn(name.ptr, "=")), names, count) : NULL;
	return near ? err_hint(err, "did you mean --%s?", near) : err_hint(err, "`tbuild COMMAND --help` lists those of a command");
}

/* It lacks a value, or has one that it does not take ("--yes=1"). */
static bool fail_value(enum option_id id, struct err *err)
{
	if (!rows[id].value)
		return err_set(err, ERR_USAGE, "--%s takes no value", rows[id].name);
	err_set(err, ERR_USAGE, "--%s needs a value", rows[id].name);
	return err_hint(err, "--%s %s", rows[id].name, rows[id].value);
}

static bool read_words(int argc, char **argv, struct options *out, enum option_id *given, size_t *n_given, struct err *err)
{
	struct option table[OPTION_COUNT] = { { 0 } };
	struct str letters = STR_INIT;
	int code;
	str_add_char(&letters, ':');
	for (size_t i = OPTION_NONE + 1; i < OPTION_COUNT; i++) {
		table[i - 1] = (struct option){ rows[i].name, rows[i].value ? required_argument : no_argument, NULL, CODE_BASE + (int)i };
		if (rows[i].letter)
			str_addf(&letters, "%c%s", rows[i].letter, rows[i].value ? ":" : "");
	}
	bool ok = true;
	opterr = 0;
	while (ok && (code = getopt_long(argc, argv, letters.ptr, table, NULL)) != -1) {
		enum option_id id = id_of(code == ':' || code == '?' ? optopt : code);
		/* Of a value that is not taken one C library says '?', another ':'. */
		if (code == ':' || (code == '?' && optopt > CODE_BASE))
			ok = fail_value(id, err);
		else
			ok = code == '?' ? fail_option(argv[optind - 1], optopt, err) : set_option(out, id, optarg, err);
		if (ok)
			given[(*n_given)++] = id;
	}
	out->arguments = argv + optind;
	out->n_arguments = (size_t)(argc - optind);
	str_release(&letters);
	return ok;
}

bool options_parse(int argc, char **argv, struct options *out, struct err *err)
{
	size_t n_given = 0;
	*out = (struct options){ 0 };
	enum option_id *given = xcalloc((size_t)argc * 8 + 1, sizeof(*given));
	bool ok = read_words(argc, argv, out, given, &n_given, err);
	if (ok && out->n_arguments && (out->command = command_find(slice_of(out->arguments[0]))) != NULL) {
		out->command_named = true;
		out->arguments++;
		out->n_arguments--;
	} else if (ok && out->n_arguments) {
		ok = command_fail_unknown(out->arguments[0], err);
	} else if (ok) {
		out->command = command_find(SLICE_LITERAL("build"));
	}
	for (size_t i = 0; ok && i < n_given; i++)
		if (!takes(out->command, given[i]))
			ok = err_set(err, ERR_USAGE, "'tbuild %s' does not take --%s", out->command->name, rows[given[i]].name);
	if (ok && out->n_arguments > out->command->max_arguments)
		ok = err_set(err, ERR_USAGE, "'%s' is one word too many for 'tbuild %s'", out->arguments[out->command->max_arguments], out->command->name);
	free(given);
	return ok;
}

void options_release(struct options *options)
{
	free(options->set);
	*options = (struct options){ 0 };
}

void options_format_help(const enum option_id *ids, struct str *out)
{
	for (; *ids != OPTION_NONE; ids++) {
		const struct option_info *row = &rows[*ids];
		size_t begin = out->len;
		str_addf(out, row->letter ? "  -%c, " : "      ", row->letter);
		str_addf(out, "--%s%s%s", row->name, row->value ? " " : "", row->value ? row->value : "");
		str_add_repeat(out, ' ', out->len - begin < 27 ? 28 - (out->len - begin) : 1);
		str_addf(out, "%s\n", row->help);
	}
}
