#include "triage/line.h"

#include <string.h>

#define ESCAPE '\033'
#define MOST_PREFIXES 6

/* Where the escape sequence that begins at `at` ends. */
static size_t skip_escape(struct slice text, size_t at)
{
	char kind = at + 1 < text.len ? text.ptr[at + 1] : 0;
	if (kind != '[' && kind != ']')
		return at + (kind ? 2 : 1);
	for (at += 2; at < text.len; at++) {
		unsigned char c = (unsigned char)text.ptr[at];
		if (kind == '[' ? c >= 0x40 && c <= 0x7e : c == 7)
			return at + 1;
		if (kind == ']' && c == ESCAPE)
			return at + (at + 1 < text.len && text.ptr[at + 1] == '\\' ? 2 : 1);
	}
	return at;
}

void line_drop_escapes(struct slice line, struct str *out)
{
	size_t done = 0, at;
	while (done < line.len && (at = slice_find(line, SLICE_LITERAL("\033"), done)) != (size_t)-1) {
		str_add(out, slice_sub(line, done, at));
		done = skip_escape(line, at);
	}
	str_add(out, slice_sub(line, done, line.len));
}

struct slice line_last_written(struct slice line)
{
	while (line.len && line.ptr[line.len - 1] == '\r')
		line.len--;
	for (size_t at = line.len; at > 0; at--)
		if (line.ptr[at - 1] == '\r')
			return slice_sub(line, at, line.len);
	return line;
}

static bool is_one_of(char c, const char *characters)
{
	return c && strchr(characters, c);
}

/* Where what is made of `characters` from `at` on ends. */
static size_t skip(struct slice line, size_t at, const char *characters)
{
	while (at < line.len && is_one_of(line.ptr[at], characters))
		at++;
	return at;
}

/* Does `line` have the form, from `at` on, in which '9' is any digit? Returns where it ends, or 0. */
static size_t form(struct slice line, size_t at, const char *text)
{
	for (; *text; text++, at++)
		if (at >= line.len || (*text == '9' ? !ascii_is_digit(line.ptr[at]) : line.ptr[at] != *text))
			return 0;
	return at;
}

/* "2025-06-20T05:54:20.0896525Z ", "2025-06-20 05:54:20,123 ", "21:47:50 ", each with or without brackets: GitHub,
 * Jenkins, GitLab, loggers. */
static size_t skip_clock(struct slice line)
{
	size_t open = slice_byte(line, 0) == '[', at = open, date = form(line, at, "9999-99-99");
	if (date)
		at = is_one_of(slice_byte(line, date), "T ") ? date + 1 : date;
	size_t clock = form(line, at, "99:99:99");
	if (!clock)
		return 0;
	at = skip(line, clock, ".,0123456789");
	if (date)
		at = slice_byte(line, at) == 'Z'             ? at + 1
		     : is_one_of(slice_byte(line, at), "+-") ? skip(line, at + 1, "0123456789:")
							     : at;
	if (open && slice_byte(line, at) != ']')
		return 0;
	at += open;
	return slice_byte(line, at) == ' ' ? at + 1 : at == line.len ? at : 0;
}

/* "12>" of MSBuild, before each line of one of several projects. */
static size_t skip_project(struct slice line)
{
	size_t number = skip(line, 0, "0123456789");
	bool is_number = number && number < 5 && slice_byte(line, number) == '>';
	return is_number && number + 1 < line.len && line.ptr[number + 1] != ' ' ? number + 1 : 0;
}

/* " 12.34 | " of tbuild, "#12 3395.3 " and "12.34 " of Docker's builder, " 132 | " of quoted source, ">> 1453 " and
 * "1454 " of Spack. */
static size_t skip_number(struct slice line)
{
	size_t at = slice_byte(line, 0) == '#' ? 1 : 0, number = skip(line, at, "0123456789");
	if (at) {
		size_t time = skip(line, number + 1, "0123456789.");
		bool timed = number > at && slice_byte(line, number) == ' ' && time > number + 1 &&
			     slice_byte(line, time) == ' ';
		return timed ? time + 1 : number > at && slice_byte(line, number) == ' ' ? number + 1 : 0;
	}
	if (number == 0)
		return 0;
	at = number;
	if (slice_byte(line, at) == '.' && ascii_is_digit(slice_byte(line, at + 1)))
		at = skip(line, at + 1, "0123456789");
	size_t spaces = skip(line, at, " ");
	if (spaces > at && slice_byte(line, spaces) == '|' && slice_byte(line, spaces + 1) == ' ')
		return spaces + 2;
	if (at > number)
		return spaces > at ? spaces : 0;
	/* cat -n, less -N */
	if (slice_byte(line, at) == '\t')
		return at + 1;
	return spaces >= at + 3 ? spaces : 0;
}

/* "web_1  | " of containers, "pytorch> " of Nix. */
static size_t skip_name(struct slice line)
{
	size_t at = skip(line, 0, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-");
	if (at < 2 || at > 60)
		return 0;
	if (slice_byte(line, at) == '>' && slice_byte(line, at + 1) == ' ' && line.ptr[at - 1] != '-')
		return at + 2;
	size_t bar = skip(line, at, " ");
	return bar > at && slice_byte(line, bar) == '|' && slice_byte(line, bar + 1) == ' ' ? bar + 2 : 0;
}

/* "[INFO] " of loggers, "[hipify] " of builds of many parts; not "[12/345] " of Ninja, nor what says that it is a
 * warning, or an error by number. */
static size_t skip_bracket(struct slice line)
{
	static const char *const kept[] = { "[WARN", "[DEBUG", "[Errno", "[WinError", "[SSL" };
	size_t at = skip(line, 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- /");
	bool is_name = at > 2 && at <= 40 && ascii_is_letter(line.ptr[1]) && slice_byte(line, at) == ']' &&
		       slice_byte(line, at + 1) == ' ';
	for (size_t i = 0; is_name && i < COUNT_OF(kept); i++)
		is_name = !slice_starts_with(line, kept[i]);
	return is_name ? at + 2 : 0;
}

/* "job<tab>step<tab>2025-06-20T05:54:20.0896525Z " of gh run view. */
static size_t skip_columns(struct slice line)
{
	size_t at = 0;
	for (int column = 0; column < 2; column++) {
		size_t tab = slice_find(line, SLICE_LITERAL("\t"), at);
		if (tab == (size_t)-1 || tab == at || tab > at + 80)
			return 0;
		at = tab + 1;
	}
	size_t clock = skip_clock(slice_sub(line, at, line.len));
	return clock ? at + clock : 0;
}

static size_t skip_mark(struct slice line)
{
	static const char *const marks[] = { "\xe2\x94\x82", "\xe2\x94\x83", "\xe2\x95\xb0\xe2\x94\x80>",
		"\xe2\x95\xb0\xe2\x94\x80\xe2\x96\xb6", "\xe2\x94\x9c\xe2\x94\x80\xe2\x96\xb6", "| ", "> ", ">> ",
		"##[error]", "##[warning]", "E   ",
		"stderr: ", "stdout: ", "remote: ", "CUSTOMBUILD : ", "EXEC : ", UTF8_MARK };
	for (size_t i = 0; i < COUNT_OF(marks); i++)
		if (slice_starts_with(line, marks[i]))
			return strlen(marks[i]);
	/* "::error file=x,line=1::text" */
	if (slice_starts_with(line, "::error") || slice_starts_with(line, "::warning")) {
		size_t end = slice_find(line, SLICE_LITERAL("::"), 7);
		return end == (size_t)-1 ? 0 : end + 2;
	}
	return 0;
}

static size_t skip_launcher(struct slice line, struct expression *launcher, struct regex_scratch *scratch)
{
	size_t begin, end;
	/* Asked of each line, so cheaply: none begins with a small letter or '/', as words and paths do. */
	if ((unsigned char)line.ptr[0] >= 'a' || line.ptr[0] == '/')
		return 0;
	return expression_search(launcher, scratch, line, &begin, &end) == REGEX_MATCH ? end : 0;
}

/* " [C:\w\a.vcxproj]": which project MSBuild was building. */
static struct slice without_project(struct slice line)
{
	size_t open = line.len;
	if (!slice_ends_with(line, "proj]"))
		return line;
	while (open > 1 && !(line.ptr[open - 1] == '[' && line.ptr[open - 2] == ' ' &&
				   (slice_byte(line, open + 1) == ':' || is_one_of(slice_byte(line, open), "/\\"))))
		open--;
	return open > 1 ? slice_sub(line, 0, open - 2) : line;
}

struct slice line_without_prefix(
	struct slice line, struct expression *launcher, struct regex_scratch *scratch, size_t *indentation)
{
	size_t before = 0;
	*indentation = 0;
	for (unsigned i = 0; i <= MOST_PREFIXES; i++) {
		size_t spaces = skip(line, 0, " \t"), found;
		*indentation = before + spaces;
		line = slice_sub(line, spaces, line.len);
		if (i == MOST_PREFIXES || line.len == 0)
			break;
		found = skip_mark(line);
		if (!found)
			found = is_one_of(line.ptr[0], "[0123456789") ? skip_clock(line) : 0;
		if (!found)
			found = is_one_of(line.ptr[0], "#0123456789") ? skip_number(line) : 0;
		if (!found)
			found = skip_project(line);
		if (!found)
			found = skip_name(line);
		if (!found)
			found = skip_launcher(line, launcher, scratch);
		if (!found && line.ptr[0] == '[') {
			found = skip_bracket(line);
			/* The name may be the first word of what a message says, and not of the program that speaks. */
			before += found ? spaces : 0;
		}
		if (!found && ascii_is_letter(line.ptr[0]))
			found = skip_columns(line);
		if (!found)
			break;
		line = slice_sub(line, found, line.len);
	}
	while (line.len && is_one_of(line.ptr[line.len - 1], " \t"))
		line.len--;
	return without_project(line);
}

bool line_is_progress(struct slice line)
{
	size_t at = 1;
	if (line.len < 5 || line.ptr[0] != '[')
		return false;
	while (at < line.len &&
		(ascii_is_digit(line.ptr[at]) || line.ptr[at] == '/' || line.ptr[at] == '%' || line.ptr[at] == ' '))
		at++;
	return at > 3 && at < line.len && line.ptr[at] == ']';
}

char *line_kept(struct slice line)
{
	if (line.len <= TRIAGE_KEPT_BYTES)
		return slice_dup(line);
	struct str text = STR_INIT;
	str_add(&text, utf8_cut(line, TRIAGE_KEPT_BYTES));
	str_add_cstr(&text, "…");
	return str_detach(&text);
}
