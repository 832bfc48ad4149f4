#include "cli/manual.h"

#include <ctype.h>
#include <string.h>

/* A '-' is typed as it stands; '.' and ''' begin requests only at the start of a line. */
static void add_text(struct slice text, bool begins_line, struct str *out)
{
	if (begins_line && text.len && (text.ptr[0] == '.' || text.ptr[0] == '\''))
		str_add_cstr(out, "\\&");
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == '\\')
			str_add_cstr(out, "\\e");
		else if (text.ptr[i] == '-')
			str_add_cstr(out, "\\-");
		else
			str_add_char(out, text.ptr[i]);
	}
}

static void add_line(struct slice text, struct str *out)
{
	add_text(text, true, out);
	str_add_char(out, '\n');
}

static void add_upper(const char *text, struct str *out)
{
	for (; *text; text++)
		str_add_char(out, (char)toupper((unsigned char)*text));
}

static void add_head(const char *name, const char *summary, struct str *out)
{
	str_add_cstr(out, ".TH ");
	add_upper(name, out);
	str_addf(out, " 1 \"\" \"tpatch %s\" \"User Commands\"\n.SH NAME\n", TPATCH_VERSION);
	add_text(slice_of(name), false, out);
	str_add_cstr(out, " \\- ");
	add_text(slice_of(summary), false, out);
	str_add_char(out, '\n');
}

/* Where help is set in lines of its own: examples and tables begin with blanks, and a word above them is their title. */
static bool is_title(struct slice line, struct slice next)
{
	return line.len && line.len < 24 && line.ptr[0] != ' ' && slice_starts_with(next, "  ") && !slice_ends_with(line, ".") && !slice_ends_with(line, ":");
}

static void add_help(struct slice help, struct str *out)
{
	bool is_set = false, wants_paragraph = false;
	for (struct slice line; slice_cut(&help, '\n', &line);) {
		struct slice rest = help, next = { 0 };
		slice_cut(&rest, '\n', &next);
		bool is_example = slice_starts_with(line, "  ");
		if (is_set && !is_example)
			str_add_cstr(out, ".EE\n.RE\n");
		if (!line.len) {
			wants_paragraph = next.len > 0;
			is_set = false;
			continue;
		}
		if (is_title(line, next))
			str_add_cstr(out, ".SS ");
		else if (wants_paragraph || (is_set && !is_example))
			str_add_cstr(out, ".PP\n");
		wants_paragraph = false;
		if (is_example && !is_set)
			str_add_cstr(out, ".RS 2\n.EX\n");
		is_set = is_example;
		add_line(is_example ? slice_sub(line, 2, line.len) : line, out);
	}
	if (is_set)
		str_add_cstr(out, ".EE\n.RE\n");
}

static void add_option(enum option_id id, struct str *out)
{
	struct option_info info = option_info(id);
	str_add_cstr(out, ".TP\n");
	if (info.letter)
		str_addf(out, "\\fB\\-%c\\fR, ", info.letter);
	str_add_cstr(out, "\\fB\\-\\-");
	add_text(slice_of(info.name), false, out);
	str_add_cstr(out, "\\fR");
	if (info.takes_value) {
		str_add_cstr(out, info.may_lack_value ? "[=\\fI" : " \\fI");
		add_text(slice_of(info.value), false, out);
		str_add_cstr(out, info.may_lack_value ? "\\fR]" : "\\fR");
	}
	str_add_char(out, '\n');
	add_line(slice_of(info.help), out);
}

static void add_options(const enum option_id *ids, struct str *out)
{
	for (; *ids != OPTION_NONE; ids++)
		add_option(*ids, out);
}

void manual_add_command(const struct command *command, struct str *out)
{
	struct str text = STR_INIT;
	str_addf(&text, "tpatch-%s", command->name);
	add_head(text.ptr, command->summary, out);
	str_addf(out, ".SH SYNOPSIS\n.B tpatch %s\n", command->name);
	str_clear(&text);
	str_addf(&text, "%s[options]", command->arguments);
	add_line(str_slice(&text), out);
	str_add_cstr(out, ".SH DESCRIPTION\n");
	str_clear(&text);
	str_add_cstr(&text, command->help);
	if (command->add_help)
		command->add_help(&text);
	add_help(str_slice(&text), out);
	str_add_cstr(out, ".SH OPTIONS\n");
	add_options(command->options, out);
	add_options(options_common(), out);
	str_add_cstr(out, ".SH SEE ALSO\n.BR tpatch (1)\n");
	str_release(&text);
}

void manual_add_overview(struct str *out)
{
	size_t count;
	const struct command *const *commands = command_all(&count);
	struct str text = STR_INIT;
	add_head("tpatch", "patch source trees by rules that know the language", out);
	str_add_cstr(out, ".SH SYNOPSIS\n.B tpatch\n[\\fICOMMAND\\fR] \\fB\\-\\-root\\fR \\fIDIR\\fR [options]\n.SH DESCRIPTION\n");
	command_format_overview(&text);
	struct slice rest = str_slice(&text);
	size_t from = slice_find(rest, SLICE_LITERAL("\nusage:"), 0), to = slice_find(rest, SLICE_LITERAL("\ncommands\n"), 0);
	size_t usage_end = slice_find(rest, SLICE_LITERAL("\n\n"), from + 1);
	add_line(slice_sub(rest, slice_find(rest, SLICE_LITERAL(": "), 0) + 2, from - 1), out);
	add_help(slice_sub(rest, usage_end + 1, to + 1), out);
	str_add_cstr(out, ".SH COMMANDS\n");
	for (size_t i = 0; i < count; i++) {
		str_addf(out, ".TP\n.BR tpatch\\-%s (1)\n", commands[i]->name);
		add_line(slice_of(commands[i]->summary), out);
	}
	str_add_cstr(out, ".SH OPTIONS\nEvery command takes these; its own page has the others.\n");
	add_options(options_common(), out);
	str_add_cstr(out, ".SH EXIT STATUS\n");
	size_t codes = slice_find(rest, SLICE_LITERAL("Exit codes: "), 0);
	add_help(slice_sub(rest, codes + strlen("Exit codes: "), rest.len), out);
	str_release(&text);
}
