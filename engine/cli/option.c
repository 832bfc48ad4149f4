#include "cli/option.h"

#include <string.h>

#include "cli/values.h"
#include "lang/language.h"
#include "report/report.h"

static void add_languages(const struct options *options, struct str *out)
{
	(void)options;
	size_t count;
	const struct language *const *languages = language_all(&count);
	for (size_t i = 0; i < count; i++)
		str_addf(out, "%s\t%s\n", languages[i]->name, languages[i]->summary);
}

/* Those of the command, each with `behind` it. */
static void add_words(const struct options *options, const char *behind, struct str *out)
{
	size_t count;
	struct slice rest = slice_of(options->command->formats ? options->command->formats : ""), word;
	const struct report_format *const *formats = report_format_all(&count);
	if (options->command->formats)
		while (slice_cut(&rest, ' ', &word))
			str_addf(out, SLICE_FMT "%s\n", SLICE_ARG(word), behind);
	else
		for (size_t i = 0; i < count; i++)
			str_addf(out, "%s%s\t%s\n", formats[i]->name, behind, formats[i]->summary);
}

static void add_formats(const struct options *options, struct str *out)
{
	add_words(options, "", out);
}

static void add_report_formats(const struct options *options, struct str *out)
{
	add_words(options, "=", out);
}

const struct option_row option_rows[OPTION_COUNT] = { OPTIONS(OPTION_ROW) };

static bool takes(const struct command *command, int wanted)
{
	for (const int *id = command->options; *id; id++)
		if (*id == wanted)
			return true;
	return false;
}

void options_settle(struct options *options)
{
	bool prints_reports = takes(options->command, OPTION_REPORT) && takes(options->command, OPTION_JSON);
	if (!prints_reports || !options->format || strcmp(options->format, "json") != 0)
		return;
	options->format = NULL;
	if (options->json == JSON_OFF)
		options->json = JSON_PRETTY;
}
