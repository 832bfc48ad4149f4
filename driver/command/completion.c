#include "command/completion.h"

#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "recipe/recipe.h"

static const struct {
	const char *shell;
	void (*print)(struct str *out);
} rows[] = {
	{ "bash", completion_bash },
	{ "zsh", completion_zsh },
	{ "fish", completion_fish },
	{ "powershell", completion_powershell },
};

static void add_word(struct slice word, struct str *out)
{
	str_addf(out, "%s" SLICE_FMT, out->len ? " " : "", SLICE_ARG(word));
}

bool completion_add(const char *shell, struct str *out, struct err *err)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		if (strcmp(rows[i].shell, shell) == 0) {
			rows[i].print(out);
			return true;
		}
	}
	return err_set(err, ERR_USAGE, "--completion takes bash, zsh, fish or powershell, not '%s'", shell);
}

enum completion_value completion_value_of(enum option_id id)
{
	const char *value = option_info(id).value;
	if (!value || id == OPTION_SET)
		return COMPLETION_ANY;
	if (id == OPTION_PROFILE)
		return COMPLETION_NAMED;
	if (id == OPTION_SCRIPT || id == OPTION_UNTIL || id == OPTION_COLOR || id == OPTION_COMPLETION)
		return COMPLETION_WORDS;
	return strcmp(value, "DIR") == 0 ? COMPLETION_FOLDER : strcmp(value, "FILE") == 0 ? COMPLETION_FILE : COMPLETION_ANY;
}

static void add_profiles(struct str *out)
{
	const char **names = profile_names();
	for (size_t i = 0; names[i]; i++)
		add_word(slice_sub(slice_of(names[i]), 0, strlen(names[i]) - strlen(".profile.yaml")), out);
	free(names);
}

static void add_commands(struct str *out)
{
	size_t count;
	const struct command *const *commands = command_all(&count);
	for (size_t i = 0; i < count; i++)
		add_word(slice_of(commands[i]->name), out);
}

char *completion_words(enum option_id id)
{
	struct str words = STR_INIT;
	if (id == OPTION_PROFILE)
		add_profiles(&words);
	for (int kind = 0; id == OPTION_UNTIL && kind < STEP_COUNT; kind++)
		add_word(slice_of(step_name((enum step_kind)kind)), &words);
	for (size_t i = 0; id == OPTION_COMPLETION && i < COUNT_OF(rows); i++)
		add_word(slice_of(rows[i].shell), &words);
	if (id == OPTION_SCRIPT)
		str_add_cstr(&words, "sh bat");
	if (id == OPTION_COLOR)
		str_add_cstr(&words, "auto always never");
	return str_detach(&words);
}

enum completion_value completion_argument_of(const struct command *command)
{
	if (command->max_arguments == 0)
		return COMPLETION_ANY;
	if (strstr(command->arguments, "NAME"))
		return COMPLETION_NAMED;
	return strstr(command->arguments, "COMMAND") ? COMPLETION_WORDS : COMPLETION_FILE;
}

char *completion_argument_words(const struct command *command)
{
	struct str words = STR_INIT;
	enum completion_value value = completion_argument_of(command);
	if (value == COMPLETION_NAMED)
		add_profiles(&words);
	else if (value == COMPLETION_WORDS)
		add_commands(&words);
	return str_detach(&words);
}

enum option_id *completion_options(const struct command *command)
{
	enum option_id *all = xcalloc(2 * OPTION_COUNT, sizeof(*all));
	size_t count = 0;
	for (const enum option_id *id = command->options; *id != OPTION_NONE; id++)
		all[count++] = *id;
	for (const enum option_id *id = options_common; *id != OPTION_NONE; id++)
		all[count++] = *id;
	return all;
}

void completion_add_quoted(const char *text, const char *special, const char *escape, struct str *out)
{
	for (; *text; text++) {
		if (strchr(special, *text))
			str_add_cstr(out, escape);
		str_add_char(out, *text);
	}
}
