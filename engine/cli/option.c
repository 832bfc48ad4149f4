/* The command line: one row per option. The only file that knows getopt_long (platform's C library has it on every system). */
#include "cli/option.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "base/str.h"
#include "cli/command.h"
#include "text/wrap.h"

/* Where the help of an option begins. */
#define HELP_COLUMN 27

struct option_row {
	const char *name;
	char letter; /* 0: none */
	int argument; /* no_argument, required_argument, optional_argument */
	const char *value; /* how help calls the argument */
	const char *help;
};

static const struct option_row rows[OPTION_COUNT] = {
	[OPTION_ROOT] = { "root", 'C', required_argument, "DIR", "the source tree (default: the working directory)" },
	[OPTION_DRY_RUN] = { "dry-run", 'n', no_argument, NULL, "print the diff and write nothing (also --dry)" },
	[OPTION_INTERACTIVE] = { "interactive", 'i', optional_argument, "BY", "ask for each of the rules (default), or of the files" },
	[OPTION_DECLINED] = { "declined", 0, no_argument, NULL, "take also what was declined before (with --interactive)" },
	[OPTION_UNIFIED] = { "unified", 'U', required_argument, "N", "lines of context in a diff (default: 3)" },
	[OPTION_STAT] = { "stat", 0, no_argument, NULL, "lines added and removed per file, instead of the diff" },
	[OPTION_TAG] = { "tag", 0, required_argument, "VERSION", "what the tree is, instead of finding out: 1.12.1" },
	[OPTION_FORCE_TAG] = { "force-tag", 0, no_argument, NULL, "take the version of --tag even where the tree is clearly of another" },
	[OPTION_PATCHSETS] = { "patchsets", 0, required_argument, "DIR", "more patch sets; one of the same name replaces an embedded one" },
	[OPTION_USE] = { "use", 0, required_argument, "NAME", "use this patch set, whatever version the tree is" },
	[OPTION_RULE] = { "rule", 0, required_argument, "ID", "only this rule; a glob such as 'numpy2-*' takes several; repeatable" },
	[OPTION_PACK] = { "pack", 0, required_argument, "NAME", "only the rules of this pack (a glob takes several); repeatable" },
	[OPTION_SKIP] = { "skip", 0, required_argument, "ID", "not this rule (a glob leaves several out); repeatable" },
	[OPTION_GLOBS] = { "globs", 'g', required_argument, "GLOB", "only files that match, from the working folder; '!' in front leaves files out; repeatable" },
	[OPTION_JOBS] = { "jobs", 'j', required_argument, "N", "threads (default: one per processor)" },
	[OPTION_LANGUAGE] = { "language", 0, required_argument, "NAME", "read the file as this language (default: by its name)" },
	[OPTION_TREE] = { "tree", 0, no_argument, NULL, "the tree instead of the tokens" },
	[OPTION_KEEP] = { "keep", 0, required_argument, "N", "with --prune: how many applied runs to keep (default: 1)" },
	[OPTION_PRUNE] = { "prune", 0, no_argument, NULL, "remove the records of undone and old runs" },
	[OPTION_LAST] = { "last", 0, required_argument, "N", "undo the last N applied runs, newest first" },
	[OPTION_FORCE] = { "force", 0, no_argument, NULL, "put originals over later edits too; these are kept as a run of their own" },
	[OPTION_PLAN] = { "plan", 0, required_argument, "FILE", "write what this plan file says (`tpatch plan` makes them)" },
	[OPTION_FORMAT] = { "format", 0, required_argument, "NAME", "the form of the output" },
	[OPTION_REPLACE] = { "force", 0, no_argument, NULL, "--output replaces a file that is no report, too" },
	[OPTION_OUTPUT] = { "output", 'o', required_argument, "PATH", "where the output goes (default: standard output)" },
	[OPTION_REPORT] = { "output", 'o', required_argument, "FORMAT=FILE", "a report in a file besides; '-' is standard output; repeatable" },
	[OPTION_TREES] = { "trees", 0, required_argument, "DIR", "a source tree, or a folder that holds some; repeatable" },
	[OPTION_FROM_DIFF] = { "from-diff", 0, required_argument, "FILE", "the unified diff to read; '-' is standard input" },
	[OPTION_STRIP] = { "strip", 'p', required_argument, "N", "folders to take off the paths of a diff (default: 1)" },
	[OPTION_UPDATE_ALL] = { "update-all", 0, no_argument, NULL, "write what came out as the new `after` of tests that failed, and test again" },
	[OPTION_TO] = { "to", 0, required_argument, "DIR", "the tree to carry the patches to; with --git, a tag" },
	[OPTION_FROM] = { "from", 0, required_argument, "DIR", "the tree that they were written for, which makes places surer; with --git, a tag" },
	[OPTION_TARGET] = { "target", 0, required_argument, "NAME", "the project that the new set is for, where the tree does not tell" },
	[OPTION_ACCEPT] = { "accept-reviewed", 0, no_argument, NULL, "what is to be looked at has been: it does not change the exit code" },
	[OPTION_ALL] = { "all", 0, no_argument, NULL, "the patch set that fits the tree of --from, with all its rules" },
	[OPTION_MARKDOWN] = { "markdown", 0, no_argument, NULL, "Markdown tables instead of JSON" },
	[OPTION_OF] = { "of", 0, required_argument, "WHAT", "sets (default), report, or a command: what --json prints" },
	[OPTION_COMPLETION] = { "completion", 0, required_argument, "SHELL", "a script that completes command lines: bash, zsh, fish, powershell" },
	[OPTION_MAN] = { "man", 0, no_argument, NULL, "as a manual page" },
	[OPTION_GIT] = { "git", 0, required_argument, "DIR", "a git repository whose tags are the trees, of which none is checked out" },
	[OPTION_TAGS] = { "tags", 0, required_argument, "GLOB", "with --git: which tags" },
	[OPTION_FACT] = { "fact", 0, required_argument, "NAME=VALUE", "what rules may ask for, like cuda=12.8; repeatable; `tpatch list` names them" },
	[OPTION_FACTS] = { "facts", 0, required_argument, "FILE", "the same as a YAML map" },
	[OPTION_PROFILE] = { "profile", 0, required_argument, "NAME", "facts and variables under one name; `tpatch list` names them" },
	[OPTION_SET] = { "set", 0, required_argument, "NAME=VALUE", "the value of a variable of the set; repeatable; `tpatch list` names them" },
	[OPTION_DIGEST] = { "digest", 0, no_argument, NULL, "the SHA-256 of a patch set with its packs, project and values" },
	[OPTION_EXPECT_DIGEST] = { "expect-digest", 0, required_argument, "HEX", "refuse a patch set with another digest (`tpatch show --digest SET`)" },
	[OPTION_JSON] = { "json", 0, optional_argument, "STYLE", "JSON: pretty (default), compact, stream (a line each)" },
	[OPTION_COLOR] = { "color", 0, required_argument, "WHEN", "auto (default), always, never; NO_COLOR is honoured" },
	[OPTION_NO_PAGER] = { "no-pager", 0, no_argument, NULL, "print long output as it is; else TPATCH_PAGER or PAGER shows it" },
	[OPTION_QUIET] = { "quiet", 'q', no_argument, NULL, "only errors, and the diff of a dry run" },
	[OPTION_VERBOSE] = { "verbose", 'v', no_argument, NULL, "every file and every note" },
	[OPTION_HELP] = { "help", 'h', no_argument, NULL, "a screen of help; `tpatch help COMMAND` has all of it" },
	[OPTION_VERSION] = { "version", 'V', no_argument, NULL, "the version of tpatch; with -v also of what it is made of" },
};

/* Spellings besides the row's own. */
static const struct {
	const char *name;
	enum option_id id;
} aliases[] = { { "dry", OPTION_DRY_RUN }, { "colour", OPTION_COLOR } };

static const struct {
	enum option_id id;
	const char *words;
} values[] = {
	{ OPTION_JSON, "pretty compact stream" },
	{ OPTION_INTERACTIVE, "rules files" },
	{ OPTION_COLOR, "auto always never" },
	{ OPTION_COMPLETION, "bash zsh fish powershell" },
	{ OPTION_OF, "sets report status log list explain matrix rollback lint parse" },
};

static const enum option_id common[] = { OPTION_COLOR, OPTION_NO_PAGER, OPTION_QUIET, OPTION_VERBOSE, OPTION_HELP, OPTION_VERSION, OPTION_NONE };

/* The row of another command that is spelled alike: getopt knows only the first of the two. */
static enum option_id namesake(enum option_id id)
{
	return id == OPTION_OUTPUT ? OPTION_REPORT : id == OPTION_FORCE ? OPTION_REPLACE : OPTION_NONE;
}

static bool command_takes(const struct command *command, enum option_id id)
{
	for (const enum option_id *common_id = common; *common_id != OPTION_NONE; common_id++)
		if (*common_id == id)
			return true;
	for (const enum option_id *own = command->options; *own != OPTION_NONE; own++)
		if (*own == id)
			return true;
	return false;
}

static bool parse_count(const char *text, const char *option, size_t most, size_t *out, struct err *err)
{
	char *end;
	unsigned long long value = strtoull(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end || value > most)
		return err_set(err, ERR_USAGE, "--%s takes a whole number from 0 to %zu, not '%s'", option, most, text);
	*out = (size_t)value;
	return true;
}

static bool parse_choice(const char *text, const char *option, const char *const *choices, int *out, struct err *err)
{
	for (int i = 0; choices[i]; i++) {
		if (strcmp(choices[i], text) == 0) {
			*out = i;
			return true;
		}
	}
	struct str list = STR_INIT;
	size_t n = 0;
	for (; choices[n]; n++)
		str_addf(&list, "%s%s", n ? ", " : "", choices[n]);
	const char *nearest = nearest_name(slice_of(text), choices, n);
	err_set(err, ERR_USAGE, "--%s does not take '%s'", option, text);
	if (nearest)
		err_hint(err, "did you mean '%s'? It takes one of: %s", nearest, list.ptr);
	else
		err_hint(err, "it takes one of: %s", list.ptr);
	str_release(&list);
	return false;
}

static bool set_json(struct options *out, const char *value, struct err *err)
{
	static const char *const styles[] = { "pretty", "compact", "stream", NULL };
	static const enum json_style meaning[] = { JSON_PRETTY, JSON_COMPACT, JSON_STREAM };
	int choice = 0;
	if (value && !parse_choice(value, "json", styles, &choice, err))
		return false;
	out->json = meaning[choice];
	return true;
}

static bool set_ask(struct options *out, const char *value, struct err *err)
{
	static const char *const words[] = { "rules", "files", NULL };
	int choice = 0;
	if (value && !parse_choice(value, "interactive", words, &choice, err))
		return false;
	out->ask = choice ? ASK_BY_FILE : ASK_BY_RULE;
	return true;
}

static bool set_color(struct options *out, const char *value, struct err *err)
{
	static const char *const whens[] = { "auto", "always", "never", NULL };
	int choice = 0;
	if (!parse_choice(value, "color", whens, &choice, err))
		return false;
	out->color = (enum color_when)choice;
	return true;
}

/* `list` with `text` at its end, NULL-terminated. */
static const char **add_to_list(const char **list, const char *text)
{
	size_t count = 0;
	while (list && list[count])
		count++;
	list = xreallocarray(list, count + 2, sizeof(*list));
	list[count] = text;
	list[count + 1] = NULL;
	return list;
}

static void set_flag(enum option_id id, struct options *out)
{
	switch (id) {
	case OPTION_DRY_RUN:
		out->dry_run = true;
		break;
	case OPTION_STAT:
		out->stat = true;
		break;
	case OPTION_TREE:
		out->tree = true;
		break;
	case OPTION_PRUNE:
		out->prune = true;
		break;
	case OPTION_FORCE:
	case OPTION_REPLACE:
		out->force = true;
		break;
	case OPTION_FORCE_TAG:
		out->force_tag = true;
		break;
	case OPTION_DECLINED:
		out->declined = true;
		break;
	case OPTION_DIGEST:
		out->digest = true;
		break;
	case OPTION_MARKDOWN:
		out->markdown = true;
		break;
	case OPTION_UPDATE_ALL:
		out->update_all = true;
		break;
	case OPTION_ACCEPT:
		out->accept = true;
		break;
	case OPTION_ALL:
		out->all = true;
		break;
	case OPTION_MAN:
		out->man = true;
		break;
	case OPTION_NO_PAGER:
		out->no_pager = true;
		break;
	case OPTION_QUIET:
		out->quiet = true;
		break;
	case OPTION_VERBOSE:
		out->verbose++;
		break;
	case OPTION_HELP:
		out->help = true;
		break;
	default:
		out->version = true;
		break;
	}
}

/* Options whose value is kept as it was typed. */
static bool set_text(enum option_id id, const char *value, struct options *out)
{
	const struct {
		enum option_id id;
		const char **text;
	} texts[] = {
		{ OPTION_ROOT, &out->root },
		{ OPTION_TAG, &out->tag },
		{ OPTION_PATCHSETS, &out->patchsets },
		{ OPTION_USE, &out->use },
		{ OPTION_FACTS, &out->facts_file },
		{ OPTION_PROFILE, &out->profile },
		{ OPTION_GIT, &out->git },
		{ OPTION_TAGS, &out->tags },
		{ OPTION_PLAN, &out->plan },
		{ OPTION_EXPECT_DIGEST, &out->expect_digest },
		{ OPTION_FORMAT, &out->format },
		{ OPTION_LANGUAGE, &out->language },
		{ OPTION_FROM_DIFF, &out->from_diff },
		{ OPTION_TO, &out->to },
		{ OPTION_FROM, &out->from },
		{ OPTION_TARGET, &out->target },
		{ OPTION_OF, &out->of },
		{ OPTION_COMPLETION, &out->completion },
	};
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		if (texts[i].id == id) {
			*texts[i].text = value;
			return true;
		}
	}
	return false;
}

static bool set_option(enum option_id id, const char *value, struct options *out, struct err *err)
{
	switch (id) {
	case OPTION_UNIFIED:
		return parse_count(value, "unified", 1000000, &out->context, err);
	case OPTION_GLOBS:
		out->globs = add_to_list(out->globs, value);
		return true;
	case OPTION_RULE:
		out->rules = add_to_list(out->rules, value);
		return true;
	case OPTION_PACK:
		out->packs = add_to_list(out->packs, value);
		return true;
	case OPTION_SKIP:
		out->skips = add_to_list(out->skips, value);
		return true;
	case OPTION_FACT:
		out->facts = add_to_list(out->facts, value);
		return true;
	case OPTION_SET:
		out->settings = add_to_list(out->settings, value);
		return true;
	case OPTION_TREES:
		out->trees = add_to_list(out->trees, value);
		return true;
	case OPTION_OUTPUT:
		out->output = value;
		out->reports = add_to_list(out->reports, value);
		return true;
	case OPTION_JOBS:
		return parse_count(value, "jobs", 256, &out->jobs, err);
	case OPTION_STRIP:
		return parse_count(value, "strip", 100, &out->strip, err);
	case OPTION_LAST:
		if (!parse_count(value, "last", 1000000, &out->last, err))
			return false;
		return out->last || err_set(err, ERR_USAGE, "--last takes a whole number from 1 on");
	case OPTION_KEEP:
		out->keep_given = true;
		return parse_count(value, "keep", 1000000, &out->keep, err);
	case OPTION_JSON:
		return set_json(out, value, err);
	case OPTION_INTERACTIVE:
		return set_ask(out, value, err);
	case OPTION_COLOR:
		return set_color(out, value, err);
	default:
		if (!set_text(id, value, out))
			set_flag(id, out);
		return true;
	}
}

/* getopt's tables, made from the rows. */
struct getopt_tables {
	struct option longs[OPTION_COUNT + COUNT_OF(aliases) + 1];
	char shorts[3 * OPTION_COUNT + 3];
};

static void make_tables(struct getopt_tables *tables)
{
	size_t n = 0;
	struct str shorts = STR_INIT;
	str_add_cstr(&shorts, ":");
	for (int id = 1; id < OPTION_COUNT; id++) {
		if (id == OPTION_REPORT || id == OPTION_REPLACE)
			continue;
		tables->longs[n++] = (struct option){ rows[id].name, rows[id].argument, NULL, 256 + id };
		if (rows[id].letter)
			str_addf(&shorts, "%c%s", rows[id].letter, rows[id].argument == required_argument ? ":" : rows[id].argument == optional_argument ? "::" : "");
	}
	for (size_t i = 0; i < COUNT_OF(aliases); i++)
		tables->longs[n++] = (struct option){ aliases[i].name, rows[aliases[i].id].argument, NULL, 256 + (int)aliases[i].id };
	tables->longs[n] = (struct option){ 0 };
	memcpy(tables->shorts, shorts.ptr, shorts.len + 1);
	str_release(&shorts);
}

static enum option_id id_of(int code)
{
	if (code >= 256)
		return (enum option_id)(code - 256);
	for (int id = 1; id < OPTION_COUNT; id++)
		if (rows[id].letter == code)
			return (enum option_id)id;
	return OPTION_NONE;
}

/* Options that an earlier tpatch had, and what to write now. */
static const struct {
	const char *name, *hint;
} retired[] = {
	{ "filter", "--rule takes a rule's id or a glob: `--rule '*numpy*'` instead of `--filter numpy`; --pack takes a pack, --skip leaves rules out" },
};

static bool fail_unknown(const char *typed, int letter, struct err *err)
{
	const char *names[OPTION_COUNT + COUNT_OF(aliases)];
	size_t n = 0;
	for (int id = 1; id < OPTION_COUNT; id++)
		names[n++] = rows[id].name;
	for (size_t i = 0; i < COUNT_OF(aliases); i++)
		names[n++] = aliases[i].name;
	bool is_letter = letter > 0 && letter < 256 && !slice_starts_with(slice_of(typed), "--");
	if (is_letter)
		err_set(err, ERR_USAGE, "unknown option '-%c'", letter);
	else
		err_set(err, ERR_USAGE, "unknown option '%s'", typed);
	const char *name = typed + strspn(typed, "-");
	for (size_t i = 0; i < COUNT_OF(retired); i++)
		if (!is_letter && slice_eq_cstr(slice_from(name, strcspn(name, "=")), retired[i].name))
			return err_hint(err, "%s", retired[i].hint);
	const char *nearest = nearest_name(slice_from(name, strcspn(name, "=")), names, n);
	/* Letters behind one '-' look like many a name: there it must be the name itself. */
	if (nearest && typed[0] == '-' && (!is_letter || slice_eq_cstr(slice_from(name, strcspn(name, "=")), nearest)))
		return err_hint(err, "did you mean --%s?", nearest);
	return err_hint(err, "`tpatch help` lists commands, `tpatch COMMAND --help` its options");
}

/* What -o means is the command's to say, and the command may stand behind it. */
static void settle_output(struct options *out)
{
	if (command_takes(out->command, OPTION_REPORT)) {
		out->output = NULL;
	} else {
		free(out->reports);
		out->reports = NULL;
	}
	if (!out->format || strcmp(out->format, "json") != 0 || !command_takes(out->command, OPTION_REPORT) || !command_takes(out->command, OPTION_JSON))
		return;
	out->format = NULL;
	if (out->json == JSON_OFF)
		out->json = JSON_PRETTY;
}

/* The argument in which getopt found the unknown `letter`: it goes on to the next one only when it is through with the letters of one. */
static const char *argument_of(int argc, char **argv, int letter)
{
	const char *next = optind < argc ? argv[optind] : "";
	bool is_cluster = letter > 0 && letter < 256 && next[0] == '-' && next[1] != '-' && strchr(next, letter) && strlen(next) > 2;
	return is_cluster ? next : optind > 0 && optind <= argc ? argv[optind - 1] : "";
}

static bool read_options(int argc, char **argv, struct options *out, struct err *err)
{
	struct getopt_tables tables;
	make_tables(&tables);
	opterr = 0;
	optind = 0;
	bool seen[OPTION_COUNT] = { false };
	for (int code; (code = getopt_long(argc, argv, tables.shorts, tables.longs, NULL)) != -1;) {
		/* Of a value that is not taken ("--stat=1") one C library says '?', another ':'. */
		enum option_id refused = (code == '?' || code == ':') && optopt ? id_of(optopt) : OPTION_NONE;
		if (refused && rows[refused].argument == no_argument)
			return err_set(err, ERR_USAGE, "--%s takes no value", rows[refused].name);
		if (code == '?')
			return fail_unknown(argument_of(argc, argv, optopt), optopt, err);
		if (code == ':') {
			err_set(err, ERR_USAGE, "option '%s' needs a value", argv[optind - 1]);
			return err_hint(err, "--%s %s", rows[id_of(optopt)].name, rows[id_of(optopt)].value);
		}
		enum option_id id = id_of(code);
		seen[id] = true;
		if (!set_option(id, optarg, out, err))
			return false;
	}
	out->arguments = argv + optind;
	out->n_arguments = (size_t)(argc - optind);
	if (out->n_arguments && (out->command = command_find(slice_of(out->arguments[0])))) {
		out->arguments++;
		out->n_arguments--;
		out->names_command = true;
	} else if (out->n_arguments) {
		return command_fail_unknown(out->arguments[0], err);
	} else {
		out->command = command_find(SLICE_LITERAL("apply"));
	}
	for (int id = 1; id < OPTION_COUNT && !out->help && !out->version; id++)
		if (seen[id] && !command_takes(out->command, (enum option_id)id) && !command_takes(out->command, namesake((enum option_id)id))) {
			err_set(err, ERR_USAGE, "'%s' does not take --%s", out->command->name, rows[id].name);
			return err_hint(err, "`tpatch %s --help` lists what it takes", out->command->name);
		}
	settle_output(out);
	return true;
}

static const char **copy_arguments(int argc, char **argv)
{
	const char **copy = xcalloc((size_t)argc + 1, sizeof(*copy));
	for (int i = 0; i < argc; i++)
		copy[i] = argv[i];
	return copy;
}

bool options_parse(int argc, char **argv, struct options *out, struct err *err)
{
	*out = (struct options){ .context = 3, .keep = 1, .strip = 1, .command_line = copy_arguments(argc, argv) };
	if (!read_options(argc, argv, out, err))
		return false;
	if (out->help || out->version || (int)out->n_arguments <= out->command->max_arguments)
		return true;
	err_set(err, ERR_USAGE, "'%s' takes %s, not '%s'", out->command->name, out->command->max_arguments ? "fewer arguments" : "no argument",
	        out->arguments[out->command->max_arguments]);
	if (!out->root && !out->command->max_arguments && command_takes(out->command, OPTION_ROOT))
		return err_hint(err, "to name a source tree, write --root '%s'", out->arguments[0]);
	return err_hint(err, "usage: tpatch %s %s[options]", out->command->name, out->command->arguments);
}

void options_release(struct options *options)
{
	free(options->command_line);
	free(options->globs);
	free(options->rules);
	free(options->packs);
	free(options->skips);
	free(options->facts);
	free(options->settings);
	free(options->trees);
	free(options->reports);
	options->rules = options->packs = options->skips = NULL;
	options->command_line = options->globs = options->facts = options->settings = options->trees = options->reports = NULL;
}

struct option_info option_info(enum option_id id)
{
	const struct option_row *row = &rows[id];
	struct option_info info = {
		.name = row->name,
		.letter = row->letter,
		.takes_value = row->argument != no_argument,
		.may_lack_value = row->argument == optional_argument,
		.value = row->value,
		.help = row->help,
	};
	for (size_t i = 0; i < COUNT_OF(values); i++)
		if (values[i].id == id)
			info.choices = values[i].words;
	return info;
}

void options_format_help(const enum option_id *ids, size_t width, struct str *out)
{
	for (; *ids != OPTION_NONE; ids++) {
		const struct option_row *row = &rows[*ids];
		struct str left = STR_INIT;
		if (row->letter)
			str_addf(&left, "-%c, ", row->letter);
		else
			str_add_cstr(&left, "    ");
		str_addf(&left, "--%s", row->name);
		if (row->argument == required_argument)
			str_addf(&left, " %s", row->value);
		else if (row->argument == optional_argument)
			str_addf(&left, "[=%s]", row->value);
		str_addf(out, "  %-24s ", left.ptr);
		wrap_add(slice_of(row->help), HELP_COLUMN, HELP_COLUMN, width, out);
		str_add_char(out, '\n');
		str_release(&left);
	}
}

const enum option_id *options_common(void)
{
	return common;
}
