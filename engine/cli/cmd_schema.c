/* tpatch schema: the format of patch sets for editors and people, and that of reports for programs. */
#include <string.h>

#include "cli/command.h"
#include "cli/exit.h"
#include "cli/print.h"
#include "cli/schema_print.h"
#include "report/embedded_report.h"

/* 1: of reports, 0: of patch sets, -1: of neither. */
static int is_of_report(const char *of)
{
	if (of && strcmp(of, "report") == 0)
		return 1;
	return of && strcmp(of, "sets") != 0 ? -1 : 0;
}

/* The file as it is: one, named in engine/report/schema/INDEX. */
static bool print_report_schema(const struct options *options, struct err *err)
{
	const struct embedded_file *file = &schema_files[0];
	struct slice text = slice_from((const char *)file->bytes, file->length);
	if (options->markdown)
		return err_set(err, ERR_USAGE, "--markdown is for the schema of sets");
	if (options->json != JSON_COMPACT && options->json != JSON_STREAM)
		return print_paged(options, text, err);
	struct json *schema = json_parse(text, file->name, err);
	if (!schema)
		return false;
	struct str line = STR_INIT;
	json_print(schema, false, &line);
	str_add_char(&line, '\n');
	bool ok = print_paged(options, str_slice(&line), err);
	json_free(schema);
	str_release(&line);
	return ok;
}

static int schema_run(const struct options *options, struct err *err)
{
	struct str text = STR_INIT;
	int of_report = is_of_report(options->of);
	if (of_report < 0) {
		err_set(err, ERR_USAGE, "--of does not take '%s'", options->of);
		err_hint(err, "it takes one of: sets, report");
		return exit_code_of(err);
	}
	if (of_report)
		return print_report_schema(options, err) ? EXIT_OK : exit_code_of(err);
	if (options->markdown) {
		schema_add_markdown(&text);
	} else {
		struct json *schema = schema_json();
		json_print(schema, options->json == JSON_OFF || options->json == JSON_PRETTY, &text);
		str_add_char(&text, '\n');
		json_free(schema);
	}
	bool ok = print_paged(options, str_slice(&text), err);
	str_release(&text);
	return ok ? EXIT_OK : exit_code_of(err);
}

static const enum option_id schema_options[] = { OPTION_OF, OPTION_MARKDOWN, OPTION_JSON, OPTION_NONE };

const struct command command_schema = {
	.name = "schema",
	.arguments = "",
	.summary = "print the format of patch sets as JSON Schema, for editors",
	.help = "Prints a JSON Schema (draft 2020-12) of patch set files. Save it and name it in the first\n"
		"line of a patch set, and an editor with yaml-language-server completes and checks.\n"
		"--markdown prints a table of the keys of each map instead. --of report prints the schema\n"
		"of what `apply` and `check` print with --json.\n\n"
		"examples\n"
		"  tpatch schema > tpatch.schema.json\n"
		"  # yaml-language-server: $schema=tpatch.schema.json\n"
		"  tpatch schema --of report > report.schema.json\n",
	.options = schema_options,
	.max_arguments = 0,
	.run = schema_run,
};
