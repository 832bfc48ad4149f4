/* tpatch show RULE|PACK: one rule with its why, links, edits and tests. */
#include <string.h>

#include "cmdline/exit.h"
#include "cli/find_rule.h"
#include "cli/show/list_text.h"
#include "cli/option.h"
#include "cmdline/print.h"
#include "patchset/digest.h"
#include "patchset/patchset.h"
#include "text/wrap.h"

#define LABEL_WIDTH 14

static void add_indented(struct slice text, const char *indent, struct str *out)
{
	struct slice line;
	text = slice_trim(text);
	while (slice_cut(&text, '\n', &line))
		str_addf(out, "%s" SLICE_FMT "\n", indent, SLICE_ARG(line));
}

/* `depth`: in so many conditions. */
static void add_block_within(const char *label, struct slice text, int depth, struct str *out)
{
	if (!text.ptr)
		return;
	bool one_line = slice_find(slice_trim(text), SLICE_LITERAL("\n"), 0) == (size_t)-1;
	if (one_line) {
		str_addf(out, "      %*s%-*s " SLICE_FMT "\n", 2 * depth, "", LABEL_WIDTH - 2 * depth, label,
			SLICE_ARG(slice_trim(text)));
		return;
	}
	struct str indent = STR_INIT;
	str_addf(&indent, "        %*s| ", 2 * depth, "");
	str_addf(out, "      %*s%s\n", 2 * depth, "", label);
	add_indented(text, indent.ptr, out);
	str_release(&indent);
}

static void add_block(const char *label, struct slice text, struct str *out)
{
	add_block_within(label, text, 0, out);
}

static void add_context(const struct context_def *context, int depth, struct str *out)
{
	static const char *const names[] = { "all", "any", "not", "inside", "after", "before" };
	/* A list of one says nothing by itself. */
	bool is_shown = context->kind != CONTEXT_ALL || context->n_parts > 1;
	if (context->pattern.text.ptr)
		add_block_within(names[context->kind], context->pattern.text, depth, out);
	else if (is_shown)
		str_addf(out, "      %*s%s\n", 2 * depth, "", names[context->kind]);
	for (size_t i = 0; i < context->n_parts; i++)
		add_context(&context->parts[i], depth + is_shown, out);
}

/* The operation and its value, unless that is a map of captures. */
static void add_value(const struct edit_def *edit, struct str *out)
{
	char hash[HASH_HEX_LEN + 1];
	hash_to_hex(edit->hash, hash);
	if (edit->op->value == OP_BOOL)
		str_addf(out, "      %-14s %s\n", edit->op->name, edit->flag ? "true" : "false");
	else if (edit->op->value == OP_TRUE)
		str_addf(out, "      %s\n", edit->op->name);
	else if (edit->has_hash)
		str_addf(out, "      %-14s content with hash %s\n", edit->op->name, hash);
	else if (edit->op->value != OP_SETS)
		add_block(edit->op->name, edit->text.text, out);
}

static void add_edit(const struct edit_def *edit, struct str *out)
{
	static const char *const kinds[WHERE_KIND_COUNT] = { "version", "matches", "is one of", "does not match",
		"is none of" };
	add_block("match", edit->match.text, out);
	add_block("regex", edit->regex.text, out);
	if (edit->op != &op_look)
		add_value(edit, out);
	for (size_t i = 0; i < edit->n_sets; i++)
		str_addf(out, "      %-14s $" SLICE_FMT ": " SLICE_FMT "\n", edit->op->name,
			SLICE_ARG(edit->sets[i].capture.text), SLICE_ARG(edit->sets[i].value.text));
	for (size_t i = 0; i < edit->n_where; i++) {
		str_addf(out, "      %-14s $" SLICE_FMT " %s", "where", SLICE_ARG(edit->where[i].capture.text),
			kinds[edit->where[i].kind]);
		for (size_t k = 0; k < edit->where[i].n_values; k++)
			str_addf(out, "%s " SLICE_FMT, k ? "," : "", SLICE_ARG(edit->where[i].values[k].text));
		str_add_char(out, '\n');
	}
	for (size_t i = 0; i < edit->context.n_parts; i++)
		add_context(&edit->context.parts[i], 0, out);
	if (edit->pick == PICK_NTH)
		str_addf(out, "      %-14s %zu\n", "pick", edit->pick_number);
	else if (edit->pick != PICK_EVERY)
		str_addf(out, "      %-14s %s\n", "pick", edit->pick == PICK_FIRST ? "first" : "last");
	for (size_t i = 0; i < edit->n_already; i++)
		add_block("already", edit->already[i].text, out);
}

static void add_strings(const char *label, const char *const *strings, struct str *out)
{
	for (size_t i = 0; strings && strings[i]; i++)
		str_addf(out, "  %-9s %s\n", i ? "" : label, strings[i]);
}

static void add_shown_by(const struct rule *rule, struct str *out)
{
	for (size_t i = 0; i < rule->n_shown_by; i++) {
		str_addf(out, "  %-9s %s", i ? "" : "shown by", rule->shown_by[i].tool);
		for (const char *const *claim = rule->shown_by[i].claims; claim && *claim; claim++)
			str_addf(out, "%s%s", claim == rule->shown_by[i].claims ? ", a stand-in for " : ", ", *claim);
		str_add_char(out, '\n');
		add_indented(slice_trim(slice_of(rule->shown_by[i].run)), "            ", out);
	}
}

static void add_superseded(const struct rule *rule, struct str *out)
{
	for (size_t i = 0; i < rule->n_superseded_by; i++) {
		const struct fingerprint_test *test = &rule->superseded_by[i];
		str_addf(out, "  %s%s", i ? "          and " : "needless  where ", test->file);
		if (test->contains_text)
			str_addf(out, " contains %s\n", test->contains_text);
		else
			str_add_cstr(out, test->exists ? " is there\n" : " is not there\n");
	}
}

static void add_test(const struct rule_test *test, bool is_notice, struct str *out)
{
	bool is_same = slice_eq(test->before, test->after) && test->absent_before == test->absent_after,
	     moves = strcmp(test->path, test->path_after) != 0,
	     sets = test->executable_before != test->executable_after;
	if (test->absent_before)
		str_add_cstr(out, "      before   no file\n");
	else
		add_indented(test->before, "      before | ", out);
	if (is_notice)
		str_addf(out, "      %s\n", test->found ? "is found" : "is not found");
	else if (is_same && !moves && !sets)
		str_add_cstr(out, "      stays as it is\n");
	else if (test->absent_after)
		str_add_cstr(out, "      after    no file\n");
	else if (!is_same)
		add_indented(test->after, "      after  | ", out);
	if (moves)
		str_addf(out, "      after    is '%s'\n", test->path_after);
	if (sets)
		str_addf(out, "      after    is %sexecutable\n", test->executable_after ? "" : "not ");
}

static void add_count(const char *name, struct count_range range, struct str *out)
{
	if (!range.given)
		return;
	str_addf(out, "%s%s ", out->len ? ", " : "", name);
	if (range.min == range.max)
		str_addf(out, "%zu", range.min);
	else if (range.max == SIZE_MAX)
		str_addf(out, ">=%zu", range.min);
	else if (range.min == 0)
		str_addf(out, "<=%zu", range.max);
	else
		str_addf(out, "%zu..%zu", range.min, range.max);
}

static void add_expect(const struct rule *rule, struct str *out)
{
	struct str text = STR_INIT;
	add_count("files", rule->expect_files, &text);
	add_count("edits", rule->expect_edits, &text);
	if (text.len)
		str_addf(out, "  expect    " SLICE_FMT "\n", SLICE_ARG(str_slice(&text)));
	str_release(&text);
}

static void add_rule(const struct rule *rule, size_t width, struct str *out)
{
	struct str line = STR_INIT;
	str_addf(&line, "%s: %s", rule->id, rule->title);
	wrap_add(str_slice(&line), 0, 2, width, out);
	str_add_cstr(out, "\n\n");
	wrap_prose(slice_trim(slice_of(rule->why)), 2, width, out);
	str_add_char(out, '\n');
	add_shown_by(rule, out);
	add_strings("links", rule->links, out);
	if (rule->upstream_status)
		str_addf(out, "  upstream  %s%s%s%s%s\n", rule->upstream_status,
			rule->upstream_fixed_in ? ", fixed in " : "",
			rule->upstream_fixed_in ? rule->upstream_fixed_in : "", rule->upstream_link ? ": " : "",
			rule->upstream_link ? rule->upstream_link : "");
	if (rule->versions)
		str_addf(out, "  versions  %s%s\n", rule->versions->text, rule_versions_known(rule));
	if (rule->when) {
		str_add_cstr(out, "  when      ");
		when_format(rule->when, out);
		str_add_cstr(out, rule->applies_when_unknown ? ", or not known\n" : "\n");
	}
	if (rule->group)
		str_addf(out, "  group     %s: applied with all its other rules, or not at all\n", rule->group);
	add_superseded(rule, out);
	if (rule->notice) {
		str_clear(&line);
		str_addf(&line, "  %-9s %s", notice_name(rule->notice), rule->notice_text);
		wrap_add(str_slice(&line), 0, 12, width, out);
		str_add_char(out, '\n');
	}
	add_strings("files", rule->files, out);
	add_strings("exclude", rule->exclude, out);
	add_expect(rule, out);
	if (rule->optional)
		str_add_cstr(out, "  optional  finding nothing is fine\n");
	if (rule->takes_protected && !rule->notice)
		str_add_cstr(out, "  protected may change files that git, CI and editors obey\n");
	str_addf(out, "  language  %s\n  written   %s:%zu\n", rule->language->name, rule->origin, rule->line);
	for (size_t i = 0; i < rule->n_edits; i++) {
		str_addf(out, "\n    %s %zu of %zu\n", rule->notice ? "if found" : "edit", i + 1, rule->n_edits);
		add_edit(&rule->edits[i], out);
	}
	for (size_t i = 0; i < rule->n_tests; i++) {
		str_addf(out, "\n    test %zu%s%s\n", i + 1, rule->tests[i].name ? ": " : "",
			rule->tests[i].name ? rule->tests[i].name : "");
		add_test(&rule->tests[i], rule->notice, out);
	}
	str_release(&line);
}

static bool print_digest(const struct patchset *set, struct err *err)
{
	char hex[SHA256_HEX_LEN + 1];
	struct str text = STR_INIT;
	patchset_digest_hex(set, hex);
	str_addf(&text, "%s\n", hex);
	bool ok = print_text(STREAM_OUT, str_slice(&text), err);
	str_release(&text);
	return ok;
}

/* Of the set with the values of --set and --profile. What a variable is for some versions of the target only, no tree
 * tells here. */
static bool show_digest(struct patchset_library *library, const struct options *options, struct err *err)
{
	const struct patchset *set = patchset_library_find(library, PATCHSET_SET, slice_of(options->arguments[0]));
	if (!set)
		return patchset_no_such_set(library, options->arguments[0], err);
	if (!patchset_library_read(library, PATCHSET_SET, set->name, err))
		return false;
	struct fact_request request = { .profile = options->profile };
	struct fact_values facts;
	struct patchset_library *with_values = NULL;
	bool ok = fact_values_gather(&facts, set->project_details, &request, err);
	struct variable_request values = { .pairs = (const char *const *)options->settings,
		.profile = ok ? facts.profile : NULL };
	ok = ok && patchset_with_values(library, &values, &with_values, &set, err) && print_digest(set, err);
	patchset_library_free(with_values);
	fact_values_release(&facts);
	return ok;
}

static bool takes_all(void *ctx, const struct rule *rule)
{
	(void)ctx;
	(void)rule;
	return true;
}

/* A pack, and the sets that use it. */
static void add_pack(const struct patchset_library *library, const struct patchset *pack, struct str *out)
{
	size_t n_sets;
	const struct patchset *const *sets = patchset_library_all(library, PATCHSET_SET, &n_sets);
	list_add_own(pack, true, takes_all, NULL, out);
	for (size_t s = 0, n = 0; s < n_sets; s++) {
		bool uses = false;
		for (size_t i = 0; i < sets[s]->n_rules && !uses; i++)
			uses = strcmp(sets[s]->rules[i]->pack, pack->name) == 0;
		if (uses)
			str_addf(out, "  %-9s %s  (%s %s)\n", n++ ? "" : "used by", sets[s]->name, sets[s]->project,
				sets[s]->target->text);
	}
	str_addf(out, "  %-9s %s\n", "written", pack->origin);
}

/* A rule, else a pack, else a set of that name. False with ERR_USAGE. */
static bool add_named(struct patchset_library *library, const char *name, struct str *out, struct err *err)
{
	const struct patchset *pack = patchset_library_find(library, PATCHSET_PACK, slice_of(name));
	const struct patchset *set = patchset_library_find(library, PATCHSET_SET, slice_of(name));
	const struct rule *rule = find_rule(library, NULL, name, NULL, err);
	if (rule) {
		add_rule(rule, platform_terminal_width(STREAM_OUT), out);
		return true;
	}
	if (!pack && !set)
		return false;
	err_release(err);
	if (pack)
		add_pack(library, pack, out);
	else
		list_add_set(library, set, out);
	return true;
}

static bool show_named(struct patchset_library *library, const struct options *options, struct err *err)
{
	struct str text = STR_INIT;
	bool ok = add_named(library, options->arguments[0], &text, err) && print_paged(options, str_slice(&text), err);
	str_release(&text);
	return ok;
}

/* A value says nothing of a rule, which is shown as its author wrote it. */
static bool check_arguments(const struct options *options, struct err *err)
{
	if (!options->n_arguments) {
		err_set(err, ERR_USAGE, options->digest ? "no patch set given" : "no rule or pack given");
		return err_hint(err, "`tpatch list` names them");
	}
	if (options->digest || (!options->settings && !options->profile))
		return true;
	err_set(err, ERR_USAGE, "--set and --profile are for --digest: a rule is shown as its author wrote it");
	return err_hint(err, "`tpatch show --digest SET` prints the digest of a patch set");
}

static int show_run(const struct options *options, struct err *err)
{
	if (!check_arguments(options, err))
		return exit_code_of(err);
	struct patchset_library *library = options->digest ? patchset_library_open(options->patchsets, err)
							   : patchset_library_load(options->patchsets, err);
	if (!library)
		return exit_code_of(err);
	bool ok = options->digest ? show_digest(library, options, err) : show_named(library, options, err);
	patchset_library_free(library);
	return ok ? EXIT_OK : exit_code_of(err);
}

static void add_arguments(const struct options *options, struct str *out)
{
	if (options->digest) {
		values_add_sets(options, out);
		return;
	}
	values_add_rules(options, out);
	values_add_packs(options, out);
}

static const int show_options[] = { OPTION_PATCHSETS, OPTION_DIGEST, OPTION_SET, OPTION_PROFILE, OPTION_NONE };

const struct command command_show = {
	.name = "show",
	.arguments = "RULE|PACK ",
	.summary = "show a rule (why, links, tests), a pack, or a set's digest",
	.help = "Prints a rule as its author wrote it, or a pack or set: its purpose, its rules, and\n"
		"which sets use it. `tpatch list` names them.\n"
		"\n"
		"With --digest, prints the SHA-256 of a patch set instead: of its file, the packs that it\n"
		"uses, its project, and the values of its variables. A run with --expect-digest refuses\n"
		"any other set, so what was reviewed is what is applied. `tpatch check` prints the digest\n"
		"of the set that fits a tree.\n"
		"\n"
		"examples\n"
		"  tpatch show cmake-minimum\n"
		"  tpatch show cmake-4\n"
		"  tpatch show my-rule --patchsets sets\n"
		"  tpatch show --digest pytorch-1.12.1\n",
	.add_arguments = add_arguments,
	.options = show_options,
	.max_arguments = 1,
	.run = show_run,
};
