#include "cli/completion.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "report/report.h"

static const struct {
	const char *shell;
	void (*print)(struct str *out);
} rows[] = {
	{ "bash", completion_bash },
	{ "zsh", completion_zsh },
	{ "fish", completion_fish },
	{ "powershell", completion_powershell },
};

bool completion_add(const char *shell, struct str *out, struct err *err)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		if (strcmp(rows[i].shell, shell) == 0) {
			rows[i].print(out);
			return true;
		}
	}
	err_set(err, ERR_USAGE, "--completion knows no shell '%s'", shell);
	return err_hint(err, "it takes one of: %s", option_info(OPTION_COMPLETION).choices);
}

enum completion_value completion_value_of(enum option_id id)
{
	struct option_info info = option_info(id);
	if (id == OPTION_REPORT)
		return COMPLETION_REPORT;
	if (info.choices || id == OPTION_FORMAT || id == OPTION_LANGUAGE)
		return COMPLETION_WORDS;
	if (info.value && strcmp(info.value, "DIR") == 0)
		return COMPLETION_FOLDER;
	return info.value && (strcmp(info.value, "FILE") == 0 || strcmp(info.value, "PATH") == 0) ? COMPLETION_FILE : COMPLETION_ANY;
}

static void add_word(const char *word, struct str *out)
{
	str_addf(out, "%s%s", out->len ? " " : "", word);
}

void completion_add_words(const struct command *command, enum option_id id, struct str *out)
{
	size_t count = 0;
	struct str words = STR_INIT;
	const char *fixed = option_info(id).choices ? option_info(id).choices : command->formats;
	if (id == OPTION_LANGUAGE) {
		const struct language *const *languages = language_all(&count);
		for (size_t i = 0; i < count; i++)
			add_word(languages[i]->name, &words);
	} else if (fixed) {
		add_word(fixed, &words);
	} else {
		const struct report_format *const *formats = report_format_all(&count);
		for (size_t i = 0; i < count; i++)
			add_word(formats[i]->name, &words);
	}
	str_add(out, str_slice(&words));
	str_release(&words);
}

enum option_id *completion_options(const struct command *command, size_t *count)
{
	enum option_id *all = xcalloc(2 * OPTION_COUNT, sizeof(*all));
	*count = 0;
	for (const enum option_id *id = command->options; *id != OPTION_NONE; id++)
		all[(*count)++] = *id;
	for (const enum option_id *id = options_common(); *id != OPTION_NONE; id++)
		all[(*count)++] = *id;
	return all;
}

bool completion_takes_files(const struct command *command)
{
	return strstr(command->arguments, "FILE") && command->max_arguments;
}

void completion_add_quoted(const char *text, const char *special, const char *escape, struct str *out)
{
	for (; *text; text++) {
		if (strchr(special, *text))
			str_add_cstr(out, escape);
		str_add_char(out, *text);
	}
}
