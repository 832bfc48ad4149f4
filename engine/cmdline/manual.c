#include "cmdline/manual.h"

#include <ctype.h>
#include <string.h>

/* How the list of exit codes begins. */
#define EXIT_CODES "Exit codes: "

/* A '-' is typed as it is; '.' and ''' begin requests only at the start of a line. */
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

static void add_head(const struct program *program, const char *name, const char *summary, struct str *out)
{
	str_add_cstr(out, ".TH ");
	add_upper(name, out);
	str_addf(out, " 1 \"\" \"%s %s\" \"User Commands\"\n.SH NAME\n", program->name, program->version);
	add_text(slice_of(name), false, out);
	str_add_cstr(out, " \\- ");
	add_text(slice_of(summary), false, out);
	str_add_char(out, '\n');
}

/* Where help is set in lines of its own: examples and tables begin with spaces, and a word above them is their
 * title. */
static bool is_title(struct slice line, struct slice next)
{
	return line.len && line.len < 24 && line.ptr[0] != ' ' && slice_starts_with(next, "  ") &&
	       !slice_ends_with(line, ".") && !slice_ends_with(line, ":");
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

static void add_options(const struct program *program, const int *ids, struct str *out)
{
	for (; *ids; ids++) {
		const struct option_row *row = &program->options[*ids];
		bool is_optional = option_may_lack_value(row);
		str_add_cstr(out, ".TP\n");
		if (row->letter)
			str_addf(out, "\\fB\\-%c\\fR, ", row->letter);
		str_add_cstr(out, "\\fB\\-\\-");
		add_text(slice_of(row->name), false, out);
		str_add_cstr(out, "\\fR");
		if (row->value) {
			str_add_cstr(out, is_optional ? "[=\\fI" : " \\fI");
			add_text(slice_of(row->value), false, out);
			str_add_cstr(out, is_optional ? "\\fR]" : "\\fR");
		}
		str_add_char(out, '\n');
		add_line(slice_of(row->help), out);
	}
}

static void add_command(const struct program *program, const struct command *command, struct str *out)
{
	struct str text = STR_INIT;
	str_addf(&text, "%s-%s", program->name, command->name);
	add_head(program, text.ptr, command->summary, out);
	str_addf(out, ".SH SYNOPSIS\n.B %s %s\n", program->name, command->name);
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
	add_options(program, command->options, out);
	add_options(program, program->common_options, out);
	str_addf(out, ".SH SEE ALSO\n.BR %s (1)\n", program->name);
	str_release(&text);
}

static void add_overview(const struct program *program, struct str *out)
{
	add_head(program, program->name, program->manual_summary, out);
	str_addf(out, ".SH SYNOPSIS\n.B %s\n", program->name);
	add_line(slice_of(program->usage), out);
	str_add_cstr(out, ".SH DESCRIPTION\n");
	add_line(slice_of(program->summary), out);
	str_add_cstr(out, ".PP\n");
	add_help(slice_of(program->examples), out);
	str_add_cstr(out, ".SH COMMANDS\n");
	for (size_t i = 0; i < program->n_commands; i++) {
		str_addf(out, ".TP\n.BR %s\\-%s (1)\n", program->name, program->commands[i]->name);
		add_line(slice_of(program->commands[i]->summary), out);
	}
	str_add_cstr(out, ".SH OPTIONS\nEvery command takes these; its own page has the others.\n");
	add_options(program, program->common_options, out);
	if (program->environment) {
		str_add_cstr(out, ".SH ENVIRONMENT\n");
		add_help(slice_of(program->environment), out);
	}
	str_add_cstr(out, ".SH EXIT STATUS\n");
	add_help(slice_sub(slice_of(program->exit_codes), strlen(EXIT_CODES), strlen(program->exit_codes)), out);
}

void manual_add(const struct program *program, const struct command *command, struct str *out)
{
	if (command)
		add_command(program, command, out);
	else
		add_overview(program, out);
}
