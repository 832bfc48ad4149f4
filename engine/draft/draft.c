#include "draft/draft_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "base/shown.h"
#include "base/table.h"
#include "draft/provenance.h"
#include "format/regex.h"
#include "format/yaml_write.h"
#include "patchset/patchset.h"
#include "text/source.h"

#define MAX_SLUG 40
/* Of the second rule of a name. */
#define FIRST_NUMBER 2
/* A rule is tried alone in the whole file. Of a file that has more rules none is: they stay hunks. */
#define MAX_TRIED_OF_FILE 64

struct drafter {
	const struct draft_options *options;
	struct draft_report *report;
	struct provenance provenance; /* of the nearest text before the file */
	const char *fallback_title;
	struct str rules;       /* YAML of all rules so far */
	struct table ids;       /* that are taken: the next number for one more of its name */
	struct table n_of_path; /* so many files of the diff are this one */
	size_t n_files;         /* of the diff */
	bool is_plain;          /* of the file at hand: no hunk becomes code */
};

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
static void
complain(struct drafter *d, const char *path, size_t line, const char *format, ...)
{
	struct str text = STR_INIT;
	va_list args;
	va_start(args, format);
	str_addv(&text, format, args);
	va_end(args);
	struct draft_report *report = d->report;
	struct draft_complaint complaint = { path, line, arena_dup(&report->arena, str_slice(&text)) };
	VEC_PUSH(report->complaints, report->n_complaints, report->complaints_capacity, complaint);
	str_release(&text);
}

void draft_report_release(struct draft_report *report)
{
	free(report->complaints);
	arena_release(&report->arena);
	*report = (struct draft_report){ 0 };
}

/* --- names ------------------------------------------------------------------------------------------------------- */

static char lower_word_char(char c)
{
	if (c >= 'A' && c <= 'Z')
		return (char)(c - 'A' + 'a');
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '\0';
}

/* Appends the words of `text` in lower case, joined by '-': whole words, up to MAX_SLUG bytes. */
static void add_slug(struct slice text, struct str *out)
{
	size_t begin = out->len, whole = 0;
	for (size_t i = 0; i < text.len && out->len - begin <= MAX_SLUG; i++) {
		char c = lower_word_char(text.ptr[i]);
		if (c) {
			str_add_char(out, c);
		} else if (out->len > begin && out->ptr[out->len - 1] != '-') {
			whole = out->len - begin;
			str_add_char(out, '-');
		}
	}
	if (out->len - begin > MAX_SLUG)
		out->len = begin + (whole ? whole : MAX_SLUG);
	if (out->len > begin && out->ptr[out->len - 1] == '-')
		out->len--;
	str_reserve(out, 1);
	out->ptr[out->len] = '\0';
}

static struct slice diff_stem(const char *name)
{
	static const char *const endings[] = { ".patch", ".diff", ".txt" };
	struct slice stem = path_base(slice_of(name));
	for (size_t i = 0; i < COUNT_OF(endings); i++)
		if (slice_ends_with(stem, endings[i]))
			return slice_sub(stem, 0, stem.len - strlen(endings[i]));
	return slice_eq_cstr(stem, "<stdin>") ? SLICE_LITERAL("draft") : stem;
}

static const char *make_id(struct drafter *d, const char *title, const char *path)
{
	struct str id = STR_INIT, file = STR_INIT;
	const char *given = d->provenance.id;
	add_slug(slice_of(given ? given : title), &id);
	if (!id.len)
		str_add_cstr(&id, "rule");
	add_slug(path_base(slice_of(path)), &file);
	if (given && table_get(&d->ids, str_slice(&id)))
		given = NULL;
	if (!given && d->n_files > 1 && file.len)
		str_addf(&id, "-%s", file.ptr);
	struct arena *arena = &d->report->arena;
	const char *stem = arena_dup(arena, str_slice(&id)), *owned = stem;
	size_t number = table_get(&d->ids, slice_of(stem));
	for (size_t n = number; n && table_get(&d->ids, slice_of(owned)); number = ++n) {
		str_clear(&file);
		str_addf(&file, "%s-%zu", stem, n);
		owned = arena_dup(arena, str_slice(&file));
	}
	*table_at(&d->ids, slice_of(stem)) = number ? number : FIRST_NUMBER;
	if (owned != stem)
		*table_at(&d->ids, slice_of(owned)) = FIRST_NUMBER;
	str_release(&id);
	str_release(&file);
	return owned;
}

/* --- what can be said -------------------------------------------------------------------------------------------- */

/* Where the file is before the diff, or, where it comes with it, after. */
static const char *path_of(const struct patch_file *file)
{
	return file->old_path && (file->is_rename || !file->new_path) ? file->old_path : file->new_path;
}

/* Why nothing of the file can be expressed, or NULL. */
static const char *file_problem(const struct patch_file *file)
{
	if (file->is_binary)
		return "a binary file: only text can be patched";
	if (file->is_special)
		return "a symbolic link or a submodule: only files can be patched";
	if (file->is_copy)
		return "copies the file, for which there is no operation";
	if (!yaml_can_hold(slice_of(path_of(file))) || (file->new_path && !yaml_can_hold(slice_of(file->new_path))))
		return "its name has bytes that are not UTF-8, which YAML cannot contain";
	return glob_is_literal(slice_of(path_of(file))) ? NULL : "its name contains a wildcard of 'files'";
}

static const char *hunk_problem(const struct patch_hunk *hunk)
{
	for (size_t i = 0; i < hunk->n_lines; i++)
		if (!yaml_can_hold(hunk->lines[i].text))
			return "it has bytes that are not UTF-8, which YAML cannot contain";
	if (patch_hunk_mixes_line_ends(hunk))
		return "its lines end in LF and in CRLF: an edit takes the line end that it finds";
	if (!hunk->old_count && hunk->old_start)
		return "it has no context: make the diff with -U3";
	return NULL;
}

static bool read_tree_file(struct drafter *d, const struct patch_file *file, struct str *out, struct err *err)
{
	struct file_stat st;
	if (!d->options->tree)
		return true;
	if (!tree_stat(d->options->tree, path_of(file), &st, err))
		return false;
	if (st.type == FILE_REGULAR)
		return tree_read(d->options->tree, path_of(file), SOURCE_MAX_BYTES, out, NULL, err);
	complain(d, path_of(file), file->line, "is not in the tree, so its edits were not tried there");
	return true;
}

/* Only the lines of a hunk themselves, as a test: is it one at all? */
static bool is_good(struct drafter *d, const char *path, struct draft_hunk *hunk)
{
	struct draft_rule alone = { .path = path, .hunks = hunk, .n_hunks = 1 };
	struct trial trial;
	trial_run(&alone, slice_from(NULL, 0), &d->report->arena, &trial);
	if (!trial.proves)
		complain(d, path, hunk->hunk->line, "a hunk cannot be used: %s", trial.problem);
	trial_release(&trial);
	return trial.proves;
}

/* What does not fit the tree with all the others does not fit; one that is there twice may have its place by their
 * order. */
static void tell_misfits(struct drafter *d, const struct draft_rule *rule, const char *together)
{
	size_t n_told = 0;
	for (size_t i = 0; i < rule->n_hunks; i++)
		if (rule->hunks[i].misfit) {
			complain(d, rule->path, rule->hunks[i].hunk->line, "a hunk does not fit the tree: %s",
				rule->hunks[i].misfit);
			n_told++;
		}
	if (!n_told)
		complain(d, rule->path, 0, "its hunks together do not fit the tree: %s", together);
}

/* Tells what came out of draft_settle(). False where the hunks' own lines are no test. */
static bool tell_settled(struct drafter *d, const struct draft_rule *rule, const struct draft_settled *settled)
{
	if (!settled->proves)
		complain(d, rule->path, 0, "its hunks together do not make a test, so the rule has none: %s",
			settled->problem);
	else if (!settled->applies)
		tell_misfits(d, rule, settled->problem);
	return settled->proves;
}

/* --- the text ---------------------------------------------------------------------------------------------------- */

static void write_field(const char *key, const char *text, struct str *out)
{
	str_addf(out, "    %s:", key);
	yaml_write_text(out, 6, slice_of(text));
}

static void write_upstream(const struct provenance *from, struct str *out)
{
	if (from->n_links)
		str_add_cstr(out, "    links:\n");
	for (size_t i = 0; i < from->n_links; i++) {
		str_add_cstr(out, "      -");
		yaml_write_text(out, 8, slice_of(from->links[i]));
	}
	if (!from->status)
		return;
	str_addf(out, "    upstream:\n      status: %s\n", from->status);
	if (from->status_link) {
		str_add_cstr(out, "      link:");
		yaml_write_text(out, 8, slice_of(from->status_link));
	}
}

static void write_rule(struct drafter *d, const struct draft_rule *rule, bool with_tests)
{
	const struct provenance *from = &d->provenance;
	struct str why = STR_INIT;
	const char *title = from->title && yaml_can_hold(slice_of(from->title)) ? from->title : d->fallback_title;
	if (from->why && yaml_can_hold(slice_of(from->why)))
		str_add_cstr(&why, from->why);
	else
		str_addf(&why, "%s: the diff does not say what fails without it.", title);
	str_addf(&d->rules, "  - id: %s\n", make_id(d, title, rule->path));
	write_field("title", title, &d->rules);
	write_field("why", why.ptr, &d->rules);
	write_upstream(from, &d->rules);
	write_field("files", rule->path, &d->rules);
	draft_write_protected(rule, &d->rules);
	draft_write_edits(rule, &d->rules);
	if (with_tests)
		draft_write_tests(rule, &d->rules);
	d->report->n_rules++;
	for (size_t i = 0; i < rule->n_hunks; i++) {
		d->report->n_code_edits += rule->hunks[i].edits.count;
		d->report->n_hunks += !rule->hunks[i].edits.count;
	}
	str_release(&why);
}

/* `rule` says what becomes of the file itself. */
static void draft_hunks(
	struct drafter *d, const char *path, const struct patch_file *file, struct draft_rule rule, struct slice text)
{
	struct patch_file completed = *file;
	completed.hunks = arena_alloc(&d->report->arena, file->n_hunks * sizeof(*completed.hunks));
	memcpy(completed.hunks, file->hunks, file->n_hunks * sizeof(*completed.hunks));
	if (text.ptr)
		context_complete(&completed, text, &d->report->arena);
	rule.hunks = xcalloc(file->n_hunks, sizeof(*rule.hunks));
	for (size_t i = 0; i < file->n_hunks; i++) {
		struct draft_hunk *hunk = &rule.hunks[rule.n_hunks];
		*hunk = (struct draft_hunk){ .hunk = &completed.hunks[i] };
		const char *problem = hunk_problem(hunk->hunk);
		if (problem)
			complain(d, path, hunk->hunk->line, "a hunk cannot be used: %s", problem);
		else
			rule.n_hunks += is_good(d, path, hunk);
	}
	if (rule.n_hunks) {
		struct draft_settled settled = draft_settle(&rule, d->is_plain, text, &d->report->arena);
		write_rule(d, &rule, tell_settled(d, &rule, &settled));
	}
	for (size_t i = 0; i < rule.n_hunks; i++)
		free(rule.hunks[i].edits.items);
	free(rule.hunks);
}

static bool draft_file(struct drafter *d, const struct patch_file *file, struct err *err)
{
	const char *path = path_of(file), *problem;
	struct draft_rule rule = { .path = path };
	struct err refused = ERR_INIT;
	if (!path)
		return true;
	problem = file_problem(file);
	size_t n_of_path = table_get(&d->n_of_path, slice_of(path));
	if (!problem)
		problem = whole_file_read(file, &d->report->arena, &rule);
	if (!problem && (!path_check(slice_of(path), &refused) ||
				(rule.new_path && !path_check(slice_of(rule.new_path), &refused))))
		problem = arena_strdup(&d->report->arena, refused.message);
	err_release(&refused);
	bool of_file = rule.fate != DRAFT_STAYS || rule.new_path || rule.changes_mode;
	if (problem)
		complain(d, path, file->line, "%s", problem);
	if (problem || (!file->n_hunks && !of_file))
		return true;
	if (rule.fate != DRAFT_STAYS || !file->n_hunks) {
		write_rule(d, &rule, true);
		return true;
	}
	struct str bytes = STR_INIT;
	bool ok = n_of_path > MAX_TRIED_OF_FILE || read_tree_file(d, file, &bytes, err);
	if (ok)
		draft_hunks(d, path, file, rule, bytes.ptr ? str_slice(&bytes) : slice_from(NULL, 0));
	str_release(&bytes);
	return ok;
}

/* A comment is one line, whatever the text: YAML knows more line ends than LF, and characters that are none. */
static void write_comment(const char *label, const char *text, struct str *out)
{
	if (!text || !yaml_can_hold(slice_of(text)))
		return;
	str_addf(out, "# %s", label);
	shown_add(slice_of(text), out);
	str_add_char(out, '\n');
}

static void write_set(const struct drafter *d, struct str *out)
{
	const struct draft_options *options = d->options;
	struct str quoted = STR_INIT, name = STR_INIT;
	add_slug(diff_stem(options->diff_name), &name);
	write_comment("A draft, from ", options->diff_name, out);
	if (!options->tree)
		str_add_cstr(out,
			"# not tried in a tree: every hunk is as in the diff; with --root, what the tree proves "
			"becomes code\n");
	write_comment("author: ", d->provenance.author, out);
	write_comment("date: ", d->provenance.date, out);
	for (size_t i = 0; i < d->report->n_complaints; i++) {
		const struct draft_complaint *complaint = &d->report->complaints[i];
		str_clear(&quoted);
		path_quote(slice_of(complaint->path), &quoted);
		str_addf(&quoted, ": %s", complaint->text);
		write_comment("not expressed, or to review: ", quoted.ptr, out);
	}
	str_addf(out, "tpatch: 1\nname: %s\nsummary:", name.len ? name.ptr : "draft");
	yaml_write_text(out, 2, slice_of(d->fallback_title));
	write_comment("", options->target_note, out);
	str_addf(out, "target: {project: %s, versions: \"%s\"}\nrules:\n", options->project, options->versions);
	str_add(out, str_slice(&d->rules));
	str_release(&quoted);
	str_release(&name);
}

/* As a pack, since the target's project need not be one of those that are embedded. */
static bool check_draft(const struct drafter *d, struct err *err)
{
	struct str yaml = STR_INIT;
	str_addf(&yaml, "tpatch: 1\npack: draft\nsummary: draft\nrules:\n" SLICE_FMT, SLICE_ARG(str_slice(&d->rules)));
	struct patchset_library *library = patchset_library_load_text("the draft", str_slice(&yaml), err);
	patchset_library_free(library);
	str_release(&yaml);
	if (library)
		return true;
	err->kind = ERR_UNFIT;
	return err_prefix(err, "'%s' cannot become a patch set", d->options->diff_name);
}

static void set_fallback_title(struct drafter *d)
{
	struct str title = STR_INIT;
	struct slice stem = diff_stem(d->options->diff_name);
	str_addf(&title, "Apply " SLICE_FMT,
		SLICE_ARG(yaml_can_hold(stem) && stem.len ? stem : SLICE_LITERAL("a diff")));
	d->fallback_title = arena_dup(&d->report->arena, str_slice(&title));
	str_release(&title);
}

bool draft_make(const struct patch *patch, const struct draft_options *options, struct str *out,
	struct draft_report *report, struct err *err)
{
	struct drafter d = { .options = options, .report = report, .n_files = patch->n_files };
	struct provenance told;
	bool ok = true;
	*report = (struct draft_report){ 0 };
	for (size_t i = 0; i < options->n_known; i++)
		VEC_PUSH(report->complaints, report->n_complaints, report->complaints_capacity, options->known[i]);
	set_fallback_title(&d);
	for (size_t i = 0; i < patch->n_files; i++)
		if (path_of(&patch->files[i]))
			++*table_at(&d.n_of_path, slice_of(path_of(&patch->files[i])));
	for (size_t i = 0; i < patch->n_files && ok; i++) {
		if (provenance_read(patch->files[i].preamble, &report->arena, &told) || i == 0)
			d.provenance = told;
		d.is_plain = options->plain && options->plain[i];
		ok = draft_file(&d, &patch->files[i], err);
	}
	if (ok && !report->n_rules)
		ok = err_set(err, ERR_UNFIT, "no part of '%s' can become a rule", options->diff_name);
	ok = ok && check_draft(&d, err);
	if (ok)
		write_set(&d, out);
	str_release(&d.rules);
	table_release(&d.ids);
	table_release(&d.n_of_path);
	return ok;
}
