/* tpatch schema: the format of patch sets for editors and people, and that of what other commands print with --json. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "cli/exit.h"
#include "cli/option.h"
#include "cli/show/schema_print.h"
#include "cmdline/print.h"
#include "report/embedded_report.h"

#define SUFFIX ".schema.json"

/* The file of engine/report/schema that is of `name`; NULL if there is none. */
static const struct embedded_file *file_of(struct slice name)
{
	for (size_t i = 0; i < schema_file_count; i++) {
		struct slice file = slice_of(schema_files[i].name);
		if (slice_eq(slice_sub(file, 0, file.len - strlen(SUFFIX)), name))
			return &schema_files[i];
	}
	return NULL;
}

/* The file as it is, unless it is to be on one line. */
static bool print_file(const struct options *options, struct err *err)
{
	const struct embedded_file *file = file_of(slice_of(options->of));
	struct slice text = slice_from((const char *)file->bytes, file->length);
	if (options->json != JSON_COMPACT && options->json != JSON_STREAM)
		return print_paged(options, text, err);
	struct json *schema = json_parse(text, file->name, err);
	if (!schema)
		return false;
	struct str line = STR_INIT;
	print_json(options, schema, &line);
	bool ok = print_paged(options, str_slice(&line), err);
	json_free(schema);
	str_release(&line);
	return ok;
}

/* Of the files that people write, by the tables that read them. */
static bool print_of_files(const struct options *options, bool is_config, struct err *err)
{
	struct str text = STR_INIT;
	if (options->markdown) {
		schema_add_markdown(&text);
	} else {
		struct json *schema = is_config ? schema_config_json() : schema_json();
		json_print(schema, options->json == JSON_OFF || options->json == JSON_PRETTY, &text);
		str_add_char(&text, '\n');
		json_free(schema);
	}
	bool ok = print_paged(options, str_slice(&text), err);
	str_release(&text);
	return ok;
}

static int schema_run(const struct options *options, struct err *err)
{
	bool is_sets = !options->of || strcmp(options->of, "sets") == 0;
	bool is_config = !is_sets && strcmp(options->of, "config") == 0;
	bool ok = (is_sets || !options->markdown) || err_set(err, ERR_USAGE, "--markdown is for the schema of sets");
	ok = ok && (is_sets || is_config ? print_of_files(options, is_config, err) : print_file(options, err));
	return ok ? EXIT_OK : exit_code_of(err);
}

static const int schema_options[] = { OPTION_OF, OPTION_MARKDOWN, OPTION_JSON, OPTION_NONE };

const struct command command_schema = {
	.name = "schema",
	.arguments = "",
	.summary = "print the format of patch sets as JSON Schema, for editors",
	.help = "Prints a JSON Schema (draft 2020-12) of patch set files. Save it and name it in the first\n"
		"line of a patch set, and an editor with yaml-language-server completes and checks.\n"
		"--markdown prints a table of the keys of each map instead. --of config prints the schema\n"
		"of the project file, tpatch.yaml, --of report that\n"
		"of what `apply` and `check` print with --json, --of COMMAND of what that prints.\n\n"
		"examples\n"
		"  tpatch schema > tpatch.schema.json\n"
		"  # yaml-language-server: $schema=tpatch.schema.json\n"
		"  tpatch schema --of report > report.schema.json\n",
	.options = schema_options,
	.max_arguments = 0,
	.run = schema_run,
};
