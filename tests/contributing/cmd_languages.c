/* tpatch languages */
#include "cmdline/exit.h"
#include "cli/option.h"
#include "cmdline/print.h"
#include "lang/language.h"

static int languages_run(const struct options *options, struct err *err)
{
	(void)options;
	struct str text = STR_INIT;
	size_t count;
	const struct language *const *all = language_all(&count);
	for (size_t i = 0; i < count; i++)
		str_addf(&text, "%-10s %s\n", all[i]->name, all[i]->summary);
	bool ok = print_text(STREAM_OUT, str_slice(&text), err);
	str_release(&text);
	return ok ? EXIT_OK : exit_code_of(err);
}

static const int languages_options[] = { OPTION_NONE };

const struct command command_languages = {
	.name = "languages",
	.arguments = "",
	.summary = "the languages that rules can be written for",
	.help = "Lists what `language` in a rule may be.\n\n"
		"examples\n"
		"  tpatch languages\n",
	.options = languages_options,
	.max_arguments = 0,
	.run = languages_run,
};
