#include "cmdline/option.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "cmdline/command.h"

_Static_assert(sizeof(enum color_when) == sizeof(int), "members of KIND_CHOICE are written as int");

static const struct option_row *row_of(const struct program *program, int id)
{
	return &program->options[id];
}

static struct options_shared *shared_of(struct options *options)
{
	return (struct options_shared *)options;
}

const struct options_shared *options_shared(const struct options *options)
{
	return (const struct options_shared *)options;
}

static void *member_of(const struct option_row *row, struct options *options)
{
	return (char *)options + row->offset;
}

bool option_may_lack_value(const struct option_row *row)
{
	return row->kind == KIND_MAYBE_CHOICE;
}

static bool parse_number(const struct option_row *row, const char *text, size_t *out, struct err *err)
{
	char *end;
	unsigned long long value = strtoull(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end || value < row->least || value > row->most)
		return err_set(err, ERR_USAGE, "--%s takes a whole number from %zu to %zu, not '%s'", row->name,
			row->least, row->most, text);
	*out = (size_t)value;
	return true;
}

static bool fail_choice(const struct option_row *row, const char *text, struct err *err)
{
	const char *names[32];
	char *copies = xstrdup(row->choices), *at = copies;
	size_t count = 0;
	struct str list = STR_INIT;
	while (at && count < COUNT_OF(names)) {
		char *end = strchr(at, ' ');
		names[count++] = at;
		at = end ? end + 1 : NULL;
		if (end)
			*end = '\0';
		str_addf(&list, "%s%s", list.len ? ", " : "", names[count - 1]);
	}
	const char *nearest = nearest_name(slice_of(text), names, count);
	err_set(err, ERR_USAGE, "--%s does not take '%s'", row->name, text);
	if (nearest)
		err_hint(err, "did you mean '%s'? It takes one of: %s", nearest, list.ptr);
	else
		err_hint(err, "it takes one of: %s", list.ptr);
	free(copies);
	str_release(&list);
	return false;
}

/* The index of the word in `choices`. */
static bool parse_choice(const struct option_row *row, const char *text, int *out, struct err *err)
{
	struct slice rest = slice_of(row->choices), word;
	for (*out = 0; slice_cut(&rest, ' ', &word); ++*out)
		if (slice_eq_cstr(word, text))
			return true;
	return fail_choice(row, text, err);
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

static bool fail_pair(const struct option_row *row, const char *text, struct err *err)
{
	err_set(err, ERR_USAGE, "--%s takes NAME=VALUE, not '%s'", row->name, text);
	return row->example ? err_hint(err, "--%s %s", row->name, row->example) : false;
}

bool option_set(const struct option_row *row, const char *value, struct options *out, struct err *err)
{
	void *member = member_of(row, out);
	int choice = 0;
	switch (row->kind) {
	case KIND_FLAG:
		*(bool *)member = true;
		return true;
	case KIND_COUNTER:
		++*(int *)member;
		return true;
	case KIND_PAIRS:
		if (!strchr(value, '=') || value[0] == '=')
			return fail_pair(row, value, err);
		*(const char ***)member = add_to_list(*(const char ***)member, value);
		return true;
	case KIND_LIST:
		*(const char ***)member = add_to_list(*(const char ***)member, value);
		return true;
	case KIND_NUMBER:
		return parse_number(row, value, member, err);
	case KIND_TEXT:
		*(const char **)member = value;
		return !row->choices || parse_choice(row, value, &choice, err);
	case KIND_CHOICE:
	case KIND_MAYBE_CHOICE:
		if (value && !parse_choice(row, value, &choice, err))
			return false;
		choice += row->kind == KIND_MAYBE_CHOICE;
		memcpy(member, &choice, sizeof(choice));
		return true;
	}
	return true;
}

void options_begin(const struct program *program, int argc, char **argv, struct options *options)
{
	memset(options, 0, program->options_size);
	struct options_shared *out = shared_of(options);
	out->program = program;
	out->given = xcalloc(program->n_options, sizeof(*out->given));
	out->noted_trees = xcalloc(1, sizeof(*out->noted_trees));
	out->command_line = xcalloc((size_t)argc + 1, sizeof(*out->command_line));
	for (int i = 0; i < argc; i++)
		out->command_line[i] = argv[i];
	for (int id = 1; id < (int)program->n_options; id++) {
		const struct option_row *row = row_of(program, id);
		int choice = (int)row->initial;
		if (row->kind == KIND_NUMBER)
			memcpy(member_of(row, options), &row->initial, sizeof(row->initial));
		else if (row->kind == KIND_CHOICE)
			memcpy(member_of(row, options), &choice, sizeof(choice));
	}
}

void options_release(struct options *options)
{
	struct options_shared *out = shared_of(options);
	for (int id = 1; id < (int)out->program->n_options; id++) {
		if (row_of(out->program, id)->kind == KIND_LIST || row_of(out->program, id)->kind == KIND_PAIRS) {
			const char ***list = member_of(row_of(out->program, id), options);
			free(*list);
			*list = NULL;
		}
	}
	for (size_t i = 0; i < out->noted_trees->count; i++)
		free(out->noted_trees->items[i]);
	free(out->noted_trees->items);
	free(out->noted_trees);
	config_free(out->config);
	out->config = NULL;
	free(out->given);
	free(out->command_line);
	out->given = NULL;
	out->command_line = NULL;
}

const struct option_row *option_find(const struct options *options, struct slice name)
{
	const struct options_shared *shared = options_shared(options);
	const struct option_row *found = NULL;
	size_t n_own;
	int *taken = options_of_command(shared->program, shared->command, &n_own);
	for (int id = 1; id < (int)shared->program->n_options; id++) {
		const struct option_row *row = row_of(shared->program, id);
		if (slice_eq_cstr(name, row->name) || (row->also && slice_eq_cstr(name, row->also)))
			found = found ? found : row;
	}
	for (const int *id = taken; found && *id; id++)
		if (strcmp(row_of(shared->program, *id)->name, found->name) == 0)
			found = row_of(shared->program, *id);
	free(taken);
	return found;
}

const struct options *options_new(const struct program *program, const struct command *command)
{
	struct options *options = xcalloc(1, program->options_size);
	options_begin(program, 0, NULL, options);
	shared_of(options)->command = command;
	return options;
}

void options_free(const struct options *options)
{
	struct options *own = (struct options *)options;
	options_release(own);
	free(own);
}

bool option_is_given(const struct options *options, int id)
{
	return options_shared(options)->given[id];
}

void options_note_tree(const struct options *options, const char *path)
{
	struct tree_list *trees = options_shared(options)->noted_trees;
	VEC_PUSH(trees->items, trees->count, trees->capacity, xstrdup(path));
}

void option_add_values(const struct option_row *row, const struct options *options, struct str *out)
{
	struct slice rest = slice_of(row->choices ? row->choices : ""), word;
	if (row->add_values)
		row->add_values(options, out);
	else
		while (rest.len && slice_cut(&rest, ' ', &word))
			str_addf(out, SLICE_FMT "\n", SLICE_ARG(word));
}

int *options_of_command(const struct program *program, const struct command *command, size_t *n_own)
{
	int *all = xcalloc(2 * program->n_options + 1, sizeof(*all));
	size_t n = 0;
	for (const int *id = command->options; *id; id++)
		all[n++] = *id;
	*n_own = n;
	for (const int *id = program->common_options; *id; id++)
		all[n++] = *id;
	return all;
}
