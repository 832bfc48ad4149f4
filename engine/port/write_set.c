/* The patch set for B: drafted, with what is to be known of each rule above it, and proved in B. */
#include "port/write_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "base/sort.h"
#include "draft/provenance.h"
#include "format/yaml_write.h"

#define MAX_TITLE 110

/* --- what each rule is called ------------------------------------------------------------------------------------- */

static struct slice stem_of(const char *name)
{
	struct slice stem = path_base(slice_of(name));
	for (size_t i = stem.len; i-- > 1;)
		if (stem.ptr[i] == '.')
			return slice_sub(stem, 0, i);
	return stem;
}

static void read_provenances(struct writer *w)
{
	const struct series *series = w->porter->series;
	w->provenances = arena_alloc(&w->arena, (series->n_patches + 1) * sizeof(*w->provenances));
	for (size_t p = 0; p < series->n_patches; p++) {
		struct provenance *from = &w->provenances[p];
		const struct patch *patch = &series->patches[p].patch;
		struct str title = STR_INIT;
		if (!patch->n_files || !provenance_read(patch->files[0].preamble, &w->arena, from))
			from->title = NULL;
		if (!from->title || !yaml_can_hold(slice_of(from->title))) {
			struct slice stem = stem_of(series->patches[p].name);
			str_addf(&title, "Apply " SLICE_FMT,
				SLICE_ARG(yaml_can_hold(stem) && stem.len ? stem : SLICE_LITERAL("a diff")));
			from->title = arena_dup(&w->arena, str_slice(&title));
		}
		if (series->patches[p].is_reversed) {
			str_clear(&title);
			str_addf(&title, "Revert \"%s\"", from->title);
			from->title = arena_dup(&w->arena, str_slice(&title));
		}
		str_release(&title);
	}
}

/* A field of DEP-3: further lines begin with a blank, empty ones are " .". */
static void add_field(struct str *out, const char *name, const char *text)
{
	struct slice rest = slice_of(text), line;
	bool first = true;
	if (!text || !yaml_can_hold(rest))
		return;
	str_addf(out, "%s:", name);
	while (slice_cut(&rest, '\n', &line)) {
		str_addf(out, first || line.len ? " " SLICE_FMT "\n" : " .\n", SLICE_ARG(line));
		first = false;
	}
}

/* What a patch says of itself that cannot be said of several at once. */
static void add_only(const struct provenance *from, struct str *out)
{
	static const struct {
		const char *status, *field, *text;
	} words[] = { { "backport", "Origin", "backport" }, { "pending", "Forwarded", "no" },
		{ "submitted", "Forwarded", "yes" }, { "inappropriate", "Forwarded", "not-needed" } };
	add_field(out, "X-Tpatch-Rule", from->id);
	add_field(out, "Author", from->author);
	add_field(out, "Last-Update", from->date);
	for (size_t i = 0; from->status && i < COUNT_OF(words); i++)
		if (strcmp(from->status, words[i].status) == 0)
			str_addf(out, "%s: %s%s%s\n", words[i].field, from->status_link && i == 2 ? "" : words[i].text,
				from->status_link && i != 2 ? ", " : "", from->status_link ? from->status_link : "");
}

/* The text in front of a rule's diff, as draft/provenance.h reads it. */
static struct slice preamble_of(struct writer *w, const struct port_owners *owners)
{
	struct str out = STR_INIT, title = STR_INIT, why = STR_INIT;
	size_t n = owners->count, n_shown = 0;
	for (size_t i = 0; i < n; i++) {
		const struct provenance *from = &w->provenances[owners->patches[i]];
		if (title.len + strlen(from->title) < MAX_TITLE || i == 0) {
			str_addf(&title, "%s%s", i ? "; " : "", from->title);
			n_shown++;
		}
		str_addf(&why, "%s%s%s%s", i ? "\n\n" : "", n > 1 ? from->title : "", n > 1 ? ": " : "",
			from->why ? from->why
			: n > 1   ? "the diff does not say why."
				  : "");
	}
	if (n_shown < n)
		str_addf(&title, "; and %zu more", n - n_shown);
	str_addf(&title, "\n%s", why.ptr ? why.ptr : "");
	add_field(&out, "Description", slice_trim(str_slice(&title)).len ? title.ptr : "a diff");
	for (size_t i = 0; i < n; i++) {
		const struct provenance *from = &w->provenances[owners->patches[i]];
		for (size_t k = 0; k < from->n_links; k++)
			add_field(&out, "Bug", from->links[k]);
	}
	if (n == 1)
		add_only(&w->provenances[owners->patches[0]], &out);
	struct slice owned = slice_from(arena_dup(&w->arena, str_slice(&out)), out.len);
	str_release(&out);
	str_release(&title);
	str_release(&why);
	return owned;
}

/* --- what is above it ----------------------------------------------------------------------------------------- */

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static void
comment(struct str *out, const char *indent, const char *format, ...)
{
	struct str text = STR_INIT;
	va_list args;
	va_start(args, format);
	str_addv(&text, format, args);
	va_end(args);
	yaml_write_comment(out, indent, str_slice(&text));
	str_release(&text);
}

static struct slice edit_key(struct arena *arena, uint32_t patch, const char *path)
{
	struct str key = STR_INIT;
	str_addf(&key, "%lu %s", (unsigned long)patch, path);
	struct slice owned = slice_from(arena_dup(arena, str_slice(&key)), key.len);
	str_release(&key);
	return owned;
}

/* By patch and path. */
static void find_edits(struct writer *w)
{
	const struct port_result *result = w->porter->result;
	w->next_edit = arena_alloc(&w->arena, (result->n_edits + 1) * sizeof(*w->next_edit));
	for (size_t i = result->n_edits; i-- > 0;) {
		const struct port_edit *edit = &result->edits[i];
		if (!edit->path_in_b)
			continue;
		size_t *first = table_at(&w->edits_at, edit_key(&w->arena, edit->patch, edit->path_in_b));
		w->next_edit[i] = *first;
		*first = i + 1;
	}
}

struct rule_edits {
	size_t *items; /* numbers, in order */
	size_t count, capacity;
};

static int by_number(const void *a, const void *b)
{
	size_t left = *(const size_t *)a, right = *(const size_t *)b;
	return (left > right) - (left < right);
}

/* What the patches that the rule is of do to its file. */
static struct rule_edits edits_of(const struct writer *w, size_t rule)
{
	const struct patch_file *file = &w->patch.files[rule];
	const struct port_owners *owners = &w->owners[rule];
	bool is_moved = file->old_path && file->new_path && strcmp(file->old_path, file->new_path) != 0;
	const char *paths[] = { file->old_path ? file->old_path : file->new_path, is_moved ? file->new_path : NULL };
	struct rule_edits edits = { 0 };
	struct arena arena = ARENA_INIT;
	for (size_t i = 0; i < owners->count; i++)
		for (size_t k = 0; k < COUNT_OF(paths) && paths[k]; k++) {
			size_t at = table_get(&w->edits_at, edit_key(&arena, owners->patches[i], paths[k]));
			for (; at; at = w->next_edit[at - 1])
				VEC_PUSH(edits.items, edits.count, edits.capacity, at - 1);
		}
	sort_stable(edits.items, edits.count, sizeof(*edits.items), by_number);
	arena_release(&arena);
	return edits;
}

static void tell_owners(const struct writer *w, size_t rule, struct str *out)
{
	struct str names = STR_INIT;
	for (size_t i = 0; i < w->owners[rule].count; i++)
		str_addf(&names, "%s%s", names.len ? ", " : "",
			w->porter->series->patches[w->owners[rule].patches[i]].name);
	comment(out, "  ", "one rule, since they change the same or adjacent lines: %s", names.ptr);
	str_release(&names);
}

/* The evidence, and where a person has to judge, the edit as the diff has it: what port/review.h reads. */
static void tell_edit(const struct port_edit *edit, const char *indent, struct str *out)
{
	for (size_t k = 0; k < edit->n_evidence; k++)
		comment(out, indent, "  %s", edit->evidence[k]);
	bool is_judged = edit->outcome == PORT_LOOK || edit->outcome == PORT_PERSON;
	for (size_t k = 0; is_judged && edit->hunk && k < edit->hunk->n_lines; k++) {
		const struct patch_line *line = &edit->hunk->lines[k];
		comment(out, indent, "    %c" SLICE_FMT, " -+"[line->side], SLICE_ARG(line->text));
	}
}

/* What the tree has at the nearest place. */
static void tell_nearest(const struct port_edit *edit, struct str *out)
{
	struct slice rest = edit->before, line;
	if (!edit->first_line)
		return;
	comment(out, "", "  the tree has there:");
	for (size_t number = edit->first_line; slice_cut(&rest, '\n', &line) && rest.ptr; number++)
		comment(out, "", "    %zu: " SLICE_FMT, number, SLICE_ARG(line));
}

static void tell_rule(const struct writer *w, size_t rule, struct str *out)
{
	const struct port_result *result = w->porter->result;
	const struct series *series = w->porter->series;
	const struct review *reviewed = w->porter->options->reviewed;
	if (w->owners[rule].count > 1)
		tell_owners(w, rule, out);
	struct rule_edits edits = edits_of(w, rule);
	for (size_t i = 0; i < edits.count; i++) {
		struct port_edit *edit = &result->edits[edits.items[i]];
		struct str label = STR_INIT, body = STR_INIT;
		if (edit->outcome == PORT_EXACT && !edit->n_evidence)
			continue;
		str_addf(&label, "%s:%zu", series->patches[edit->patch].name, edit->diff_line);
		tell_edit(edit, "  ", &body);
		edit->is_reviewed = edit->outcome == PORT_LOOK && reviewed &&
				    review_has_accepted(reviewed, str_slice(&label), str_slice(&body));
		comment(out, "  ", "%s: %s", port_edit_outcome_name(edit), label.ptr);
		str_add(out, str_slice(&body));
		str_release(&label);
		str_release(&body);
	}
	free(edits.items);
}

/* After the rules: what is left for a person, with the old edit and what the tree has there, and what was left out
 * since upstream has it. */
static void tell_rest(const struct writer *w, struct str *out)
{
	const struct port_result *result = w->porter->result;
	bool *has_rule = xcalloc(result->n_edits + 1, sizeof(*has_rule));
	for (size_t rule = 0; rule < w->patch.n_files; rule++) {
		struct rule_edits edits = edits_of(w, rule);
		for (size_t i = 0; i < edits.count; i++)
			has_rule[edits.items[i]] = true;
		free(edits.items);
	}
	for (size_t i = 0; i < result->n_edits; i++) {
		const struct port_edit *edit = &result->edits[i];
		if (edit->outcome != PORT_PERSON && (edit->outcome != PORT_UPSTREAM || has_rule[i]))
			continue;
		comment(out, "", "%s: %s, %s:%zu", port_outcome_name(edit->outcome), edit->path,
			w->porter->series->patches[edit->patch].name, edit->diff_line);
		tell_edit(edit, "", out);
		if (edit->outcome == PORT_PERSON)
			tell_nearest(edit, out);
	}
	free(has_rule);
}

/* `yaml` with the comments in it: each rule begins with a line " - id:", which no text within a rule can have for its
 * indentation. */
static void add_rules(const struct writer *w, struct slice yaml, struct str *out)
{
	static const char begins[] = "  - id: ";
	size_t rule = 0;
	for (size_t at = 0; at < yaml.len;) {
		size_t end = slice_find(yaml, SLICE_LITERAL("\n"), at);
		end = end == (size_t)-1 ? yaml.len : end + 1;
		if (slice_starts_with(slice_sub(yaml, at, end), begins) && rule < w->patch.n_files)
			tell_rule(w, rule++, out);
		str_add(out, slice_sub(yaml, at, end));
		at = end;
	}
}

/* --- the whole ---------------------------------------------------------------------------------------------------- */

/* For each file of the diff to be: is it written as hunks? */
static bool *plain_files(struct writer *w)
{
	bool *plain = xcalloc(w->patch.n_files + 1, sizeof(*plain));
	for (size_t i = 0; i < w->patch.n_files; i++) {
		const struct patch_file *file = &w->patch.files[i];
		const struct side_file *of = writer_file(w, file->old_path ? file->old_path : file->new_path);
		plain[i] = of && of->form != SIDE_CODE;
	}
	return plain;
}

static bool draft_set(struct writer *w, struct str *yaml, struct err *err)
{
	bool *plain = plain_files(w);
	const struct port_options *options = w->porter->options;
	struct draft_options how = { .diff_name = w->porter->series->name,
		.project = options->project,
		.versions = options->versions,
		.target_note = options->target_note,
		.tree = options->to,
		.plain = plain };
	draft_report_release(&w->report);
	str_clear(yaml);
	bool ok = draft_make(&w->patch, &how, yaml, &w->report, err);
	free(plain);
	return ok;
}

static struct slice rules_of(struct slice yaml)
{
	size_t at = slice_find(yaml, SLICE_LITERAL("\nrules:\n"), 0);
	return slice_sub(yaml, at == (size_t)-1 ? 0 : at + 1, yaml.len);
}

/* What a person has to write: everything of a file that no set can say. */
static void hand_over(struct porter *porter)
{
	for (size_t i = 0; i < porter->b.n_files; i++) {
		const struct side_file *file = porter->b.files[i];
		for (size_t k = 0; k < porter->result->n_edits && file->form == SIDE_LEFT_OUT; k++) {
			struct port_edit *edit = &porter->result->edits[k];
			const char *path = edit->path_in_b ? edit->path_in_b : "";
			if (edit->outcome > PORT_LOOK ||
				(strcmp(path, file->path ? file->path : "") != 0 &&
					strcmp(path, file->original ? file->original : "") != 0))
				continue;
			edit->outcome = PORT_PERSON;
			VEC_PUSH(edit->evidence, edit->n_evidence, edit->evidence_capacity, file->problem);
		}
	}
}

static void compose(struct writer *w)
{
	port_compose(w->porter, &w->patch, &w->owners, &w->arena);
	for (size_t i = 0; i < w->patch.n_files; i++)
		w->patch.files[i].preamble = preamble_of(w, &w->owners[i]);
}

static bool try_once(struct writer *w, struct str *yaml, size_t *n_wrong, bool *is_whole, struct err *err)
{
	*n_wrong = 0;
	bool drafted = draft_set(w, yaml, err);
	return writer_prove(w, drafted ? rules_of(str_slice(yaml)) : slice_from(NULL, 0), n_wrong, is_whole, err);
}

/* Which files are it that break the whole? Each is tried by itself. */
static bool try_each(struct writer *w, struct str *yaml, struct err *err)
{
	struct side *b = &w->porter->b;
	unsigned *forms = xcalloc(b->n_files + 1, sizeof(*forms));
	unsigned char *wrong = xcalloc(b->n_files + 1, 1);
	bool ok = true, is_whole;
	for (size_t i = 0; i < b->n_files; i++)
		forms[i] = b->files[i]->form;
	for (size_t i = 0; i < b->n_files && ok; i++) {
		size_t n_wrong = 0;
		for (size_t k = 0; k < b->n_files; k++)
			b->files[k]->form = k == i ? forms[k] : SIDE_LEFT_OUT;
		compose(w);
		ok = !w->patch.n_files || try_once(w, yaml, &n_wrong, &is_whole, err);
		wrong[i] = n_wrong > 0;
	}
	for (size_t i = 0; i < b->n_files; i++) {
		b->files[i]->form = forms[i];
		b->files[i]->is_wrong = wrong[i];
	}
	free(forms);
	free(wrong);
	return ok;
}

/* The next form of each file that is not right. False where none is wrong by itself. */
static bool try_another_form(struct writer *w)
{
	bool any = false;
	for (size_t i = 0; i < w->porter->b.n_files; i++)
		if (w->porter->b.files[i]->is_wrong && w->porter->b.files[i]->form < SIDE_LEFT_OUT) {
			w->porter->b.files[i]->form++;
			any = true;
		}
	compose(w);
	return any;
}

/* Something of all the code breaks the whole, and nothing tells what. */
static void write_no_code(struct writer *w)
{
	for (size_t i = 0; i < w->porter->b.n_files; i++)
		if (w->porter->b.files[i]->form == SIDE_CODE)
			w->porter->b.files[i]->form = SIDE_HUNKS;
	compose(w);
}

/*
 * As code where that is proved with all rules together, else as hunks; a file for which that is not enough (its hunks
 * leave brackets open, one by one) as a single hunk, and at last not at all.
 */
static bool draft_and_prove(struct writer *w, struct str *yaml, struct err *err)
{
	enum { MAX_ROUNDS = 8 };
	bool ok = true, proved = false, goes_on = true;
	const char *why = "";
	for (size_t round = 0; ok && !proved && goes_on && w->patch.n_files && round < MAX_ROUNDS; round++) {
		size_t n_wrong;
		bool is_whole;
		ok = try_once(w, yaml, &n_wrong, &is_whole, err);
		proved = ok && !n_wrong;
		why = w->why;
		if (!ok || proved)
			continue;
		if (!is_whole && !round)
			write_no_code(w);
		else if (is_whole || (ok = try_each(w, yaml, err)))
			goes_on = try_another_form(w);
	}
	if (!ok || proved || !w->patch.n_files)
		return ok;
	err_set(err, ERR_UNFIT, "what was carried cannot become a patch set that is proved in '%s'%s",
		tree_name(w->porter->options->to), why);
	return err_hint(err, "carry the patches in parts");
}

/* The head of a set that takes the place of another, up to its rules. */
static void add_head(const struct writer *w, struct str *out)
{
	const struct port_options *options = w->porter->options;
	const struct port_base *base = options->base;
	str_addf(out, "tpatch: 1\nname: %s\nsummary:", base->name);
	yaml_write_text(out, 2, slice_of(base->summary));
	if (options->target_note)
		comment(out, "", "%s", options->target_note);
	str_addf(out, "target: {project: %s, versions: \"%s\"}\n" SLICE_FMT, options->project, options->versions,
		SLICE_ARG(base->head));
}

/* The set: what was drafted, with comments, and what stays of the one that it takes the place of. */
static void write_set(const struct writer *w, struct slice yaml, struct str *out)
{
	const struct port_base *base = w->porter->options->base;
	if (!base) {
		if (w->patch.n_files)
			add_rules(w, yaml, out);
	} else if (base->n_rules || w->patch.n_files || base->head.len) {
		struct slice rules = w->patch.n_files ? rules_of(yaml) : SLICE_LITERAL("rules:\n");
		add_head(w, out);
		if (base->n_rules || w->patch.n_files)
			add_rules(w, rules, out);
		str_add(out, base->rules);
	}
	if (out->len)
		tell_rest(w, out);
}

bool port_write(struct porter *porter, struct err *err)
{
	struct writer w = { .porter = porter };
	const struct port_options *options = porter->options;
	struct str yaml = STR_INIT;
	read_provenances(&w);
	compose(&w);
	bool ok = draft_and_prove(&w, &yaml, err);
	hand_over(porter);
	if (ok) {
		find_edits(&w);
		write_set(&w, str_slice(&yaml), &porter->result->yaml);
		if (options->base && porter->result->yaml.len)
			ok = writer_prove_whole(&w, str_slice(&porter->result->yaml), &porter->result->n_clashes, err);
		if (!w.patch.n_files)
			draft_report_release(&w.report);
		porter->result->n_rules = w.report.n_rules;
		porter->result->n_code_edits = w.report.n_code_edits;
		porter->result->n_hunks = w.report.n_hunks;
	}
	draft_report_release(&w.report);
	table_release(&w.edits_at);
	str_release(&yaml);
	arena_release(&w.arena);
	return ok;
}
