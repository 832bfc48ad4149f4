/* The pages of help, from the rows of commands and options. */
#include "cmdline/command.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "cmdline/completion.h"
#include "cmdline/manual.h"
#include "cmdline/exit.h"
#include "cmdline/print.h"
#include "platform/terminal.h"
#include "text/wrap.h"

/* Of the 24 that a terminal has at least: below them comes the prompt, and less takes what fills all above that for too
 * much. */
#define SCREEN_LINES 22
/* Where the help of an option begins. */
#define HELP_COLUMN 27
/* Lines of prose are no easier to read where the terminal is wider. */
#define HELP_WIDTH 80

static size_t count_lines(const struct str *text)
{
	size_t lines = 0;
	for (size_t i = 0; i < text->len; i++)
		lines += text->ptr[i] == '\n';
	return lines;
}

static bool is_prose(struct slice line)
{
	return line.len && line.ptr[0] != ' ';
}

/* Paragraphs get the width that there is; lines that begin with a space, which are examples and tables, are left. */
static void add_reflowed(struct slice help, size_t width, struct str *out)
{
	struct str paragraph = STR_INIT;
	for (struct slice line; slice_cut(&help, '\n', &line);) {
		struct slice next, rest = help;
		if (!is_prose(line)) {
			str_add(out, line);
			str_add_cstr(out, help.ptr ? "\n" : "");
			continue;
		}
		str_add_cstr(&paragraph, paragraph.len ? " " : "");
		str_add(&paragraph, line);
		if (slice_cut(&rest, '\n', &next) && is_prose(next))
			continue;
		wrap_add(str_slice(&paragraph), 0, 0, width, out);
		str_add_char(out, '\n');
		str_clear(&paragraph);
	}
	str_release(&paragraph);
}

static void add_head(const struct program *program, const struct command *command, size_t width, struct str *out)
{
	struct str text = STR_INIT;
	str_addf(&text, "%s %s: %s\n\nusage: %s %s %s[options]\n", program->name, command->name, command->summary,
		program->name, command->name, command->arguments);
	add_reflowed(str_slice(&text), width, out);
	str_release(&text);
}

/* Appends "--root DIR" or "--json[=STYLE]". */
static void option_add_name(const struct option_row *row, struct str *out)
{
	str_addf(out, "--%s", row->name);
	if (row->value)
		str_addf(out, option_may_lack_value(row) ? "[=%s]" : " %s", row->value);
}

static void add_left(const struct option_row *row, struct str *out)
{
	struct str left = STR_INIT;
	if (row->letter)
		str_addf(&left, "-%c, ", row->letter);
	else
		str_add_cstr(&left, "    ");
	option_add_name(row, &left);
	str_addf(out, "  %-24s ", left.ptr);
	str_release(&left);
}

static void add_options(const struct program *program, const int *ids, size_t width, struct str *out)
{
	for (; *ids; ids++) {
		add_left(&program->options[*ids], out);
		wrap_add(slice_of(program->options[*ids].help), HELP_COLUMN, HELP_COLUMN, width, out);
		str_add_char(out, '\n');
	}
}

/* Appends all help of one command, in lines of at most `width` columns as far as its examples are. */
static void add_command(const struct program *program, const struct command *command, size_t width, struct str *out)
{
	struct str text = STR_INIT;
	add_head(program, command, width, out);
	str_addf(&text, "\n%s", command->help);
	if (command->add_help)
		command->add_help(&text);
	add_reflowed(str_slice(&text), width, out);
	str_release(&text);
	str_add_cstr(out, "\noptions\n");
	add_options(program, command->options, width, out);
	add_options(program, program->common_options, width, out);
}

/* The paragraph of `help` that begins with `word`, without the empty line after it; empty if there is none. */
static struct slice paragraph_of(const char *help, const char *word)
{
	struct slice rest = slice_of(help);
	while (rest.len) {
		size_t end = slice_find(rest, SLICE_LITERAL("\n\n"), 0);
		struct slice paragraph = slice_trim(slice_sub(rest, 0, end == (size_t)-1 ? rest.len : end));
		if (slice_starts_with(paragraph, word))
			return paragraph;
		rest = slice_sub(rest, end == (size_t)-1 ? rest.len : end + 2, rest.len);
	}
	return (struct slice){ 0 };
}

/* A blank line, then the paragraph, unless that is empty. */
static void add_paragraph(struct slice paragraph, size_t width, struct str *out)
{
	if (!paragraph.len)
		return;
	str_add_char(out, '\n');
	add_reflowed(paragraph, width, out);
	if (out->ptr[out->len - 1] != '\n')
		str_add_char(out, '\n');
}

/* As much of `text` as fits, up to the end of a part of the sentence. */
static struct slice first_parts(struct slice text, size_t columns)
{
	static const char *const ends[] = { ";", "(", ":", "," };
	for (size_t i = 0; i < COUNT_OF(ends) && wrap_columns(text) > columns; i++) {
		size_t cut = 0;
		for (size_t at = 0; (at = slice_find(text, slice_of(ends[i]), at)) != (size_t)-1 && at <= columns; at++)
			cut = at;
		if (cut > columns / 3)
			text = slice_trim(slice_sub(text, 0, cut));
	}
	return text;
}

/* A page of help in its parts. */
struct page {
	const struct program *program;
	const struct command *command;
	const struct options *options; /* with the program and the command: what values depend on */
	size_t width;
	int *ids;
	size_t n_ids, n_own; /* those of the command come first */
	struct str head, first, examples, text, codes;
};

/* The words that the option takes, by spaces. */
static void add_values(const struct option_row *row, const struct options *options, struct str *out)
{
	struct str lines = STR_INIT;
	option_add_values(row, options, &lines);
	struct slice rest = str_slice(&lines);
	for (struct slice line, word; slice_cut(&rest, '\n', &line) && rest.ptr;) {
		slice_cut(&line, '\t', &word);
		str_addf(out, "%s" SLICE_FMT, out->len ? " " : "", SLICE_ARG(word));
	}
	str_release(&lines);
}

static void add_line(const struct page *page, const struct option_row *row, struct str *out)
{
	struct str meaning = STR_INIT;
	add_left(row, out);
	if (row->shows_values)
		add_values(row, page->options, &meaning);
	else
		str_add_cstr(&meaning, row->help);
	wrap_add(first_parts(str_slice(&meaning), page->width > HELP_COLUMN ? page->width - HELP_COLUMN : 1),
		HELP_COLUMN, HELP_COLUMN, page->width, out);
	str_add_char(out, '\n');
	str_release(&meaning);
}

/* The first `n_lines` options on lines of their own, the others by name. */
static void add_page_options(const struct page *page, size_t n_lines, struct str *out)
{
	struct str names = STR_INIT;
	str_addf(out, "\noptions (all: `%s help %s`)\n", page->program->name, page->command->name);
	for (size_t i = 0; i < n_lines; i++)
		add_line(page, &page->program->options[page->ids[i]], out);
	for (size_t i = n_lines; i < page->n_ids; i++) {
		str_add_cstr(&names, i > n_lines ? ", " : "");
		option_add_name(&page->program->options[page->ids[i]], &names);
	}
	if (names.len) {
		str_add_cstr(out, "  ");
		wrap_add(str_slice(&names), 2, 2, page->width, out);
		str_add_char(out, '\n');
	}
	str_release(&names);
}

static void page_init(struct page *page, const struct program *program, const struct command *command, size_t width)
{
	*page = (struct page){ .program = program, .command = command, .width = width };
	page->options = options_new(program, command);
	page->ids = options_of_command(program, command, &page->n_own);
	while (page->ids[page->n_ids])
		page->n_ids++;
	add_head(program, command, width, &page->head);
	add_paragraph(paragraph_of(command->help, ""), width, &page->first);
	add_paragraph(paragraph_of(command->help, "examples\n"), width, &page->examples);
	add_paragraph(paragraph_of(command->help, "exit codes:"), width, &page->codes);
}

static void page_release(struct page *page)
{
	struct str *const parts[] = { &page->head, &page->first, &page->examples, &page->text, &page->codes };
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		str_release(parts[i]);
	free(page->ids);
	options_free(page->options);
}

/* Fills `text`: the first `n_lines` options on lines of their own. Does all fit a screen then? */
static bool page_fits(struct page *page, size_t n_lines)
{
	str_clear(&page->text);
	add_page_options(page, n_lines, &page->text);
	return count_lines(&page->head) + count_lines(&page->first) + count_lines(&page->examples) +
		       count_lines(&page->text) + count_lines(&page->codes) <=
	       SCREEN_LINES;
}

/*
 * Appends as much of it as fits a screen of 24 lines: examples and exit codes, as many options as have room on lines of
 * their own and the others by name, and the first paragraph if there is room yet.
 */
static void add_brief(const struct program *program, const struct command *command, size_t width, struct str *out)
{
	struct page page;
	page_init(&page, program, command, width);
	if (!page_fits(&page, page.n_own))
		str_clear(&page.first);
	for (size_t n_lines = page.n_ids; !page_fits(&page, n_lines) && n_lines; n_lines--)
		;
	const struct str *const parts[] = { &page.head, &page.first, &page.examples, &page.text, &page.codes };
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		str_add(out, str_slice(parts[i]));
	page_release(&page);
}

static void add_program_head(const struct program *program, struct str *out)
{
	str_addf(out, "%s: %s\n\nusage: %s %s\n\n%s\n", program->name, program->summary, program->name, program->usage,
		program->examples);
}

/* Appends what somebody has to know who asks for --help alone: it fits a screen of 24 lines. */
static void add_screen(const struct program *program, size_t width, struct str *out)
{
	struct str names = STR_INIT;
	add_program_head(program, out);
	str_addf(out, "commands (`%s help` says what each is for)\n  ", program->name);
	for (size_t i = 0; i < program->n_commands; i++)
		str_addf(&names, "%s%s", i ? " " : "", program->commands[i]->name);
	wrap_add(str_slice(&names), 2, 2, width, out);
	str_addf(out, "\n\noptions (`%s help %s` has all)\n", program->name, program->commands[0]->name);
	add_options(program, program->first_options, width, out);
	str_release(&names);
}

/* Appends the overview of all commands. */
static void add_overview(const struct program *program, struct str *out)
{
	add_program_head(program, out);
	str_add_cstr(out, "commands\n");
	for (size_t i = 0; i < program->n_commands; i++)
		str_addf(out, "  %-10s %s\n", program->commands[i]->name, program->commands[i]->summary);
	str_addf(out, "\n`%s COMMAND --help` is a screen of help, `%s help COMMAND` all of it.\n%s", program->name,
		program->name, program->exit_codes);
}

/* Columns of help: 80, or those of a narrower terminal. */
static size_t help_width(void)
{
	size_t width = platform_terminal_width(STREAM_OUT);
	return width && width < HELP_WIDTH ? width : HELP_WIDTH;
}

static void add_page(const struct options_shared *options, const struct command *command, struct str *out)
{
	if (options->man)
		manual_add(options->program, command, out);
	else if (command)
		add_command(options->program, command, help_width(), out);
	else
		add_overview(options->program, out);
}

/* What --version and --help ask for. */
static int answer(const struct options *options, struct err *err)
{
	const struct options_shared *shared = options_shared(options);
	const struct program *program = shared->program;
	struct str text = STR_INIT;
	if (shared->version) {
		str_addf(&text, "%s %s\n", program->name, program->version);
		if (shared->verbose && program->add_build)
			program->add_build(&text);
	} else if (shared->names_command) {
		add_brief(program, shared->command, help_width(), &text);
	} else {
		add_screen(program, help_width(), &text);
	}
	bool ok = print_paged(options, str_slice(&text), err);
	str_release(&text);
	return ok ? 0 : exit_code_of(err);
}

int command_run_help(const struct options *options, struct err *err)
{
	const struct options_shared *shared = options_shared(options);
	if (shared->version || shared->help)
		return answer(options, err);
	struct str text = STR_INIT;
	const struct command *command =
		shared->n_arguments ? command_find(shared->program, slice_of(shared->arguments[0])) : NULL;
	bool ok = !shared->n_arguments || command || command_fail_unknown(shared->program, shared->arguments[0], err);
	bool is_data = shared->completion || shared->man;
	if (ok && shared->completion)
		completion_add_script(shared->program, shared->completion, &text);
	else if (ok)
		add_page(shared, command, &text);
	if (ok)
		ok = is_data ? print_data(STREAM_OUT, str_slice(&text), err)
			     : print_paged(options, str_slice(&text), err);
	str_release(&text);
	return ok ? 0 : exit_code_of(err);
}
