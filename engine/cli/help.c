/* The pages of help, from the rows of commands and options. */
#include "base/alloc.h"
#include "cli/command.h"
#include "report/report.h"
#include "text/wrap.h"

/* Of the 24 that a terminal has at least: below them comes the prompt, and less takes what fills all above that for too much. */
#define SCREEN_LINES 22
/* Where the help of an option begins. */
#define HELP_COLUMN 27

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

/* Paragraphs get the width that there is; lines that begin with a blank, which are examples and tables, are left. */
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

static void add_head(const struct command *command, size_t width, struct str *out)
{
	struct str text = STR_INIT;
	str_addf(&text, "tpatch %s: %s\n\nusage: tpatch %s %s[options]\n", command->name, command->summary, command->name, command->arguments);
	add_reflowed(str_slice(&text), width, out);
	str_release(&text);
}

void command_format_help(const struct command *command, size_t width, struct str *out)
{
	struct str text = STR_INIT;
	add_head(command, width, out);
	str_addf(&text, "\n%s", command->help);
	if (command->add_help)
		command->add_help(&text);
	add_reflowed(str_slice(&text), width, out);
	str_release(&text);
	str_add_cstr(out, "\noptions\n");
	options_format_help(command->options, width, out);
	options_format_help(options_common(), width, out);
}

/* The paragraph of `help` that begins with `word`, without the empty line behind it; empty if there is none. */
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

static void add_name(const struct option_info *info, struct str *out)
{
	str_addf(out, "--%s", info->name);
	if (info->takes_value)
		str_addf(out, info->may_lack_value ? "[=%s]" : " %s", info->value);
}

/* What --format takes, else the option's help. */
static void add_meaning(const struct command *command, enum option_id id, const struct option_info *info, struct str *out)
{
	size_t count;
	const struct report_format *const *formats = report_format_all(&count);
	if (id != OPTION_FORMAT)
		str_add_cstr(out, info->help);
	else if (command->formats)
		str_add_cstr(out, command->formats);
	else
		for (size_t i = 0; i < count; i++)
			str_addf(out, "%s%s", i ? " " : "", formats[i]->name);
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

static void add_line(const struct command *command, enum option_id id, size_t width, struct str *out)
{
	struct option_info info = option_info(id);
	struct str left = STR_INIT, meaning = STR_INIT;
	if (info.letter)
		str_addf(&left, "-%c, ", info.letter);
	else
		str_add_cstr(&left, "    ");
	add_name(&info, &left);
	str_addf(out, "  %-24s ", left.ptr);
	add_meaning(command, id, &info, &meaning);
	wrap_add(first_parts(str_slice(&meaning), width > HELP_COLUMN ? width - HELP_COLUMN : 1), HELP_COLUMN, HELP_COLUMN, width, out);
	str_add_char(out, '\n');
	str_release(&left);
	str_release(&meaning);
}

/* The first `n_lines` options on lines of their own, the others by name. */
static void add_options(const struct command *command, const enum option_id *ids, size_t count, size_t n_lines, size_t width, struct str *out)
{
	struct str names = STR_INIT;
	str_addf(out, "\noptions (all: `tpatch help %s`)\n", command->name);
	for (size_t i = 0; i < n_lines; i++)
		add_line(command, ids[i], width, out);
	for (size_t i = n_lines; i < count; i++) {
		struct option_info info = option_info(ids[i]);
		str_add_cstr(&names, i > n_lines ? ", " : "");
		add_name(&info, &names);
	}
	if (names.len) {
		str_add_cstr(out, "  ");
		wrap_add(str_slice(&names), 2, 2, width, out);
		str_add_char(out, '\n');
	}
	str_release(&names);
}

/* A page of help in its parts. */
struct page {
	const struct command *command;
	size_t width;
	enum option_id ids[2 * OPTION_COUNT];
	size_t n_ids, n_own; /* those of the command come first */
	struct str head, first, examples, options, codes;
};

static void page_init(struct page *page, const struct command *command, size_t width)
{
	*page = (struct page){ .command = command, .width = width };
	for (const enum option_id *id = command->options; *id != OPTION_NONE; id++)
		page->ids[page->n_ids++] = *id;
	page->n_own = page->n_ids;
	for (const enum option_id *id = options_common(); *id != OPTION_NONE; id++)
		page->ids[page->n_ids++] = *id;
	add_head(command, width, &page->head);
	add_paragraph(paragraph_of(command->help, ""), width, &page->first);
	add_paragraph(paragraph_of(command->help, "examples\n"), width, &page->examples);
	add_paragraph(paragraph_of(command->help, "exit codes:"), width, &page->codes);
}

static void page_release(struct page *page)
{
	struct str *const parts[] = { &page->head, &page->first, &page->examples, &page->options, &page->codes };
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		str_release(parts[i]);
}

/* Fills `options`: the first `n_lines` on lines of their own. Does all fit a screen then? */
static bool page_fits(struct page *page, size_t n_lines)
{
	str_clear(&page->options);
	add_options(page->command, page->ids, page->n_ids, n_lines, page->width, &page->options);
	return count_lines(&page->head) + count_lines(&page->first) + count_lines(&page->examples) + count_lines(&page->options) + count_lines(&page->codes) <=
	       SCREEN_LINES;
}

void command_format_brief(const struct command *command, size_t width, struct str *out)
{
	struct page page;
	page_init(&page, command, width);
	if (!page_fits(&page, page.n_own))
		str_clear(&page.first);
	for (size_t n_lines = page.n_ids; !page_fits(&page, n_lines) && n_lines; n_lines--)
		;
	const struct str *const parts[] = { &page.head, &page.first, &page.examples, &page.options, &page.codes };
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		str_add(out, str_slice(parts[i]));
	page_release(&page);
}

void command_format_screen(size_t width, struct str *out)
{
	static const enum option_id first[] = { OPTION_ROOT, OPTION_DRY_RUN, OPTION_INTERACTIVE, OPTION_TAG, OPTION_RULE, OPTION_VERBOSE, OPTION_NONE };
	struct str names = STR_INIT;
	size_t count;
	const struct command *const *commands = command_all(&count);
	str_add_cstr(out, "tpatch: patches source trees by rules that know the language, takes edits back\n\n"
	                  "usage: tpatch [COMMAND] --root DIR [options]\n\n"
	                  "  tpatch --root DIR --dry      show what would change, write nothing\n"
	                  "  tpatch --root DIR            apply the patch set that fits the tree\n"
	                  "  tpatch --root DIR -i         the same, asking before each rule\n"
	                  "  tpatch check --root DIR      for CI: exit code 1 if something would change\n"
	                  "  tpatch rollback --root DIR   take the last run back, byte for byte\n\n"
	                  "commands (`tpatch help` tells what each is for)\n");
	for (size_t i = 0; i < count; i++)
		str_addf(&names, "%s%s", i ? " " : "", commands[i]->name);
	str_add_cstr(out, "  ");
	wrap_add(str_slice(&names), 2, 2, width, out);
	str_add_cstr(out, "\n\noptions (`tpatch help apply` has all)\n");
	options_format_help(first, width, out);
	str_release(&names);
}

void command_format_overview(struct str *out)
{
	size_t count;
	const struct command *const *commands = command_all(&count);
	str_add_cstr(out, "tpatch: patches source trees by rules that know the language, takes edits back\n\n"
	                  "usage: tpatch [COMMAND] --root DIR [options]\n\n"
	                  "  tpatch --root DIR --dry      show what would change, write nothing\n"
	                  "  tpatch --root DIR            apply the patch set that fits the tree\n"
	                  "  tpatch rollback --root DIR   take it back, byte for byte\n\ncommands\n");
	for (size_t i = 0; i < count; i++)
		str_addf(out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
	str_add_cstr(out, "\n`tpatch COMMAND --help` is a screen of help, `tpatch help COMMAND` all of it.\n"
	                  "Exit codes: 0 done or nothing to do, 1 check says the tree differs, 2 usage or\n"
	                  "invalid patch set, 3 a rule does not fit, 4 I/O error, 5 I/O error and the tree\n"
	                  "needs `tpatch recover`.\n");
}
