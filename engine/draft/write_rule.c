/* A drafted rule's edits and test as YAML. */
#include "draft/draft_private.h"

#include "base/path.h"
#include "format/yaml_write.h"

static void add_hunk(const struct patch_hunk *hunk, struct str *out)
{
	str_addf(out, "@@ -%zu,%zu +%zu,%zu @@", hunk->old_start, hunk->old_count, hunk->new_start, hunk->new_count);
	if (hunk->section.len && yaml_can_hold(hunk->section))
		str_addf(out, " " SLICE_FMT, SLICE_ARG(hunk->section));
	str_add_char(out, '\n');
	for (size_t i = 0; i < hunk->n_lines; i++) {
		str_add_char(out, " -+"[hunk->lines[i].side]);
		str_add(out, hunk->lines[i].text);
		str_add_cstr(out, hunk->lines[i].no_eol ? "\n\\ No newline at end of file\n" : "\n");
	}
}

static void write_key(const char *key, bool first, struct slice text, struct str *out)
{
	str_addf(out, "      %c %s:", first ? '-' : ' ', key);
	yaml_write_text(out, 10, text);
}

static void write_code_edit(const struct draft_edit *edit, struct str *out)
{
	static const char *const keys[] = { [DRAFT_REPLACE] = "replace",
		[DRAFT_INSERT_BEFORE] = "insert-before",
		[DRAFT_INSERT_AFTER] = "insert-after" };
	write_key("match", true, edit->match, out);
	if (edit->kind == DRAFT_DELETE) {
		str_add_cstr(out, "        delete: true\n");
		write_key("already", false, edit->already, out);
	} else {
		write_key(keys[edit->kind], false, edit->text, out);
	}
}

/* The edits of the file itself; how many. */
static size_t write_file_edits(const struct draft_rule *rule, struct str *out)
{
	size_t count = rule->fate != DRAFT_STAYS;
	if (rule->fate == DRAFT_CREATED) {
		write_key("create", true, rule->content, out);
	} else if (rule->fate == DRAFT_REMOVED) {
		str_add_cstr(out, "      - remove-file:\n          text:");
		yaml_write_text(out, 12, rule->content);
	} else if (rule->new_path) {
		write_key("rename-file", true, slice_of(rule->new_path), out);
		count++;
	}
	if (rule->changes_mode)
		str_addf(out, "      - executable: %s\n", rule->executable ? "true" : "false");
	return count + rule->changes_mode;
}

void draft_write_protected(const struct draft_rule *rule, struct str *out)
{
	if (path_is_protected(slice_of(rule->path)) || (rule->new_path && path_is_protected(slice_of(rule->new_path))))
		str_add_cstr(out, "    protected: true\n");
}

void draft_write_edits(const struct draft_rule *rule, struct str *out)
{
	struct str text = STR_INIT;
	str_add_cstr(out, "    edits:\n");
	size_t n_places = write_file_edits(rule, out);
	for (size_t h = 0; h < rule->n_hunks; h++) {
		const struct draft_hunk *hunk = &rule->hunks[h];
		for (size_t i = 0; i < hunk->edits.count; i++) {
			write_code_edit(&hunk->edits.items[i], out);
			n_places += hunk->edits.items[i].n_places;
		}
		n_places += !hunk->edits.count;
		if (!hunk->edits.count)
			add_hunk(hunk->hunk, &text);
		/* Neighbours that stay hunks are one edit: their order helps to tell their places. */
		if (text.len && (h + 1 == rule->n_hunks || rule->hunks[h + 1].edits.count)) {
			write_key("hunk", true, str_slice(&text), out);
			str_clear(&text);
		}
	}
	str_addf(out, "    expect: {files: 1, edits: %zu}\n", n_places);
	str_release(&text);
}

void draft_write_tests(const struct draft_rule *rule, struct str *out)
{
	struct str before = STR_INIT, after = STR_INIT;
	for (size_t h = 0; h < rule->n_hunks; h++) {
		patch_hunk_add_side(rule->hunks[h].hunk, PATCH_OLD, &before);
		patch_hunk_add_side(rule->hunks[h].hunk, PATCH_NEW, &after);
	}
	if (rule->fate == DRAFT_REMOVED)
		str_add(&before, rule->content);
	else if (rule->fate == DRAFT_CREATED)
		str_add(&after, rule->content);
	str_add_cstr(out, "    tests:\n");
	write_key(rule->fate == DRAFT_CREATED ? "after" : "before", true,
		str_slice(rule->fate == DRAFT_CREATED ? &after : &before), out);
	if (rule->n_hunks)
		write_key("after", false, str_slice(&after), out);
	if (rule->fate != DRAFT_STAYS)
		str_addf(out, "        absent: %s\n", rule->fate == DRAFT_CREATED ? "before" : "after");
	if (rule->new_path)
		write_key("path-after", false, slice_of(rule->new_path), out);
	if (rule->changes_mode)
		str_addf(out, "        executable: %s\n", rule->executable ? "after" : "before");
	str_release(&before);
	str_release(&after);
}
