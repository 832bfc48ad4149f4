/* tpatch: the command line. Parses, runs one command, prints its error, returns its code. */
#include "base/hash.h"
#include "base/sha256.h"
#include "cli/command.h"
#include "cli/exit.h"
#include "cli/print.h"
#include "format/json.h"
#include "format/regex.h"
#include "format/yaml.h"
#include "patchset/embedded.h"
#include "platform/read.h"
#include "report/report.h"

static void add_languages(struct str *out)
{
	size_t count;
	const struct language *const *languages = language_all(&count);
	str_add_cstr(out, "languages ");
	for (size_t i = 0; i < count; i++)
		str_addf(out, " %s", languages[i]->name);
	str_add_char(out, '\n');
}

static void add_formats(struct str *out)
{
	size_t count;
	const struct report_format *const *formats = report_format_all(&count);
	str_add_cstr(out, "formats   ");
	for (size_t i = 0; i < count; i++)
		str_addf(out, " %s", formats[i]->name);
	str_add_char(out, '\n');
}

/* What somebody who reads a report of an error wants to know. */
static void add_build(struct str *out)
{
	str_add_cstr(out, "pcre2      ");
	regex_library_add_version(out);
	str_addf(out, "\nlibyaml    %s\njansson    %s\nxxhash     %s\nlibsodium  %s\n", yaml_library_version(),
		 json_library_version(), hash_library_version(), sha256_library_version());
#if defined(__clang__)
	str_addf(out, "compiler   clang %d.%d.%d\n", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
	str_addf(out, "compiler   gcc %d.%d.%d\n", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
	add_languages(out);
	add_formats(out);
	str_addf(out, "embedded   %zu files of patch sets\n", embedded_file_count);
}

static int run(const struct options *options, struct err *err)
{
	struct str text = STR_INIT;
	if (options->version) {
		str_addf(&text, "tpatch %s\n", TPATCH_VERSION);
		if (options->verbose)
			add_build(&text);
	} else if (options->help) {
		size_t width = print_help_width();
		if (options->names_command)
			command_format_brief(options->command, width, &text);
		else
			command_format_screen(width, &text);
	} else {
		return options->command->run(options, err);
	}
	print_paged(options, str_slice(&text), err);
	str_release(&text);
	return exit_code_of(err);
}

int main(int argc, char **argv)
{
	struct err err = ERR_INIT;
	struct options options;
	platform_begin();
	int code = options_parse(argc, argv, &options, &err) ? run(&options, &err) : exit_code_of(&err);
	if (err.kind != ERR_NONE) {
		print_err(&err, &options);
		code = exit_code_of(&err);
	}
	options_release(&options);
	err_release(&err);
	return code;
}
