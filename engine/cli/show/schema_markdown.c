#include "cli/show/schema_print.h"

#include "base/alloc.h"

const struct schema **schema_all(struct arena *arena, size_t *count)
{
	static const struct schema *const fixed[] = {
		&schema_set,
		&schema_pack,
		&schema_project,
		&schema_target,
		&schema_rule,
		&schema_upstream,
		&schema_expect,
		&schema_test,
		&schema_content,
		&schema_context,
		&schema_condition,
		&schema_negation,
		&schema_fingerprint,
		&schema_evidence,
		&schema_when,
		&schema_search,
		&schema_fact,
		&schema_profile,
		&schema_profile_when,
		&schema_variable,
		&schema_variable_case,
	};
	const struct schema **all = arena_alloc(arena, (COUNT_OF(fixed) + 1) * sizeof(*all));
	struct schema *edit = arena_alloc(arena, sizeof(*edit));
	for (*count = 0; *count < COUNT_OF(fixed); ++*count)
		all[*count] = fixed[*count];
	*edit = schema_edit(arena);
	all[(*count)++] = edit;
	return all;
}

const struct schema *schema_behind(const struct schema_field *field, const struct schema *edit)
{
	return field->map ? field->map : edit;
}

/* `|` ends a cell. */
static void add_cell(const char *text, struct str *out)
{
	for (; *text; text++) {
		if (*text == '|')
			str_add_char(out, '\\');
		str_add_char(out, *text);
	}
}

static void add_kind(const struct schema_field *field, const struct schema *edit, struct str *out)
{
	static const char *const many[] = {
		[SCHEMA_ONE] = "",
		[SCHEMA_ONE_OR_LIST] = ", or a list of them",
		[SCHEMA_LIST] = "",
		[SCHEMA_NAMED] = " for each name",
	};
	if (field->many == SCHEMA_LIST)
		str_add_cstr(out, "a list, each ");
	if (field->kind == SCHEMA_MAP)
		add_cell(schema_behind(field, edit)->what, out);
	else if (field->kind == SCHEMA_CHOICE)
		for (size_t i = 0; field->choices[i]; i++)
			str_addf(out, "%s`%s`", i ? ", " : "", field->choices[i]);
	else
		add_cell(schema_kind_name(field->kind), out);
	str_add_cstr(out, many[field->many]);
	for (size_t i = 0; field->words && field->words[i]; i++)
		str_addf(out, ", or `%s`", field->words[i]);
}

static void add_row(const struct schema_field *field, const struct schema *edit, struct str *out)
{
	str_addf(out, "| `%s` | %s | ", field->key, field->required ? "required" : "");
	add_kind(field, edit, out);
	str_add_cstr(out, " | ");
	add_cell(field->help, out);
	str_add_cstr(out, " |\n");
}

void schema_add_markdown(struct str *out)
{
	struct arena arena = ARENA_INIT;
	size_t count;
	const struct schema **all = schema_all(&arena, &count);
	for (size_t i = 0; i < count; i++) {
		str_addf(out, "%s### %s\n\n| key | | value | meaning |\n|---|---|---|---|\n", i ? "\n" : "",
			all[i]->what);
		for (size_t k = 0; k < all[i]->n_fields; k++)
			add_row(&all[i]->fields[k], all[count - 1], out);
		if (all[i]->others)
			add_row(all[i]->others, all[count - 1], out);
	}
	arena_release(&arena);
}
