/* tpatch schema: the format of patch sets for editors and people. */
#include "cli/command.h"
#include "cli/exit.h"
#include "cli/print.h"
#include "cli/schema_print.h"

static int schema_run(const struct options *options, struct err *err)
{
	struct str text = STR_INIT;
	if (options->markdown) {
		schema_add_markdown(&text);
	} else {
		struct json *schema = schema_json();
		json_print(schema, options->json == JSON_OFF || options->json == JSON_PRETTY, &text);
		str_add_char(&text, '\n');
		json_free(schema);
	}
	bool ok = print_text(STREAM_OUT, str_slice(&text), err);
	str_release(&text);
	return ok ? EXIT_OK : exit_code_of(err);
}

static const enum option_id schema_options[] = { OPTION_MARKDOWN, OPTION_JSON, OPTION_NONE };

const struct command command_schema = {
	.name = "schema",
	.arguments = "",
	.summary = "print the format of patch sets as JSON Schema, for editors",
	.help = "Prints a JSON Schema (draft 2020-12) of patch set files. Save it and name it in the first\n"
		"line of a patch set, and an editor with yaml-language-server completes and checks:\n\n"
		"  tpatch schema > tpatch.schema.json\n"
		"  # yaml-language-server: $schema=tpatch.schema.json\n\n"
		"--markdown prints a table of the keys of each map instead.\n",
	.options = schema_options,
	.max_arguments = 0,
	.run = schema_run,
};
