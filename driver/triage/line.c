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

static char at_of(struct slice line, size_t at)
{
	return at < line.len ? line.ptr[at] : 0;
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
	size_t open = at_of(line, 0) == '[', at = open, date = form(line, at, "9999-99-99");
	if (date)
		at = is_one_of(at_of(line, date), "T ") ? date + 1 : date;
	size_t clock = form(line, at, "99:99:99");
	if (!clock)
		return 0;
	at = skip(line, clock, ".,0123456789");
	if (date)
		at = at_of(line, at) == 'Z'             ? at + 1
		     : is_one_of(at_of(line, at), "+-") ? skip(line, at + 1, "0123456789:")
							: at;
	if (open && at_of(line, at) != ']')
		return 0;
	at += open;
	return at_of(line, at) == ' ' ? at + 1 : at == line.len ? at : 0;
}

/* " 12.34 | " of tbuild, "#12 3395.3 " and "12.34 " of Docker's builder, " 132 | " of quoted source, ">> 1453 " and
 * "1454 " of Spack. */
static size_t skip_number(struct slice line)
{
	size_t at = at_of(line, 0) == '#' ? 1 : 0, number = skip(line, at, "0123456789");
	if (at) {
		size_t time = skip(line, number + 1, "0123456789.");
		bool timed = number > at && at_of(line, number) == ' ' && time > number + 1 && at_of(line, time) == ' ';
		return timed ? time + 1 : number > at && at_of(line, number) == ' ' ? number + 1 : 0;
	}
	if (number == 0)
		return 0;
	at = number;
	if (at_of(line, at) == '.' && ascii_is_digit(at_of(line, at + 1)))
		at = skip(line, at + 1, "0123456789");
	size_t spaces = skip(line, at, " ");
	if (spaces > at && at_of(line, spaces) == '|' && at_of(line, spaces + 1) == ' ')
		return spaces + 2;
	if (at > number)
		return spaces > at ? spaces : 0;
	return spaces >= at + 3 ? spaces : 0;
}

/* "web_1  | " of containers, "pytorch> " of Nix. */
static size_t skip_name(struct slice line)
{
	size_t at = skip(line, 0, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-");
	if (at < 2 || at > 60)
		return 0;
	if (at_of(line, at) == '>' && at_of(line, at + 1) == ' ' && line.ptr[at - 1] != '-')
		return at + 2;
	size_t bar = skip(line, at, " ");
	return bar > at && at_of(line, bar) == '|' && at_of(line, bar + 1) == ' ' ? bar + 2 : 0;
}

static size_t skip_mark(struct slice line)
{
	static const char *const marks[] = { "\xe2\x94\x82", "\xe2\x95\xb0\xe2\x94\x80>",
		"\xe2\x95\xb0\xe2\x94\x80\xe2\x96\xb6", "\xe2\x94\x9c\xe2\x94\x80\xe2\x96\xb6", "| ", "> ", ">> ",
		"##[error]", "##[warning]", "E   ", "stderr: ", "stdout: ", "remote: ", "\xef\xbb\xbf" };
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

/* Where the first `text` within the next `most` bytes ends, or 0. */
static size_t skip_text(struct slice line, const char *text, size_t most)
{
	size_t at = slice_find(slice_sub(line, 0, line.len < most ? line.len : most), slice_of(text), 0);
	return at == (size_t)-1 ? 0 : at + strlen(text);
}

/* "(APIServer pid=12) " of vLLM and Ray, "[rank0]: " of torchrun, "[1,0]<stderr>:" of mpirun, "0: " of srun,
 * "[INFO ] W-9000-m_1.0-stdout MODEL_LOG - " of TorchServe, "- name - ERROR - " of Python's logging,
 * "ERROR 04-06 20:46:48 [core.py:1] " of vLLM. */
static size_t skip_process(struct slice line)
{
	size_t number = skip(line, 0, "0123456789"), time = 0;
	if (number && number < 3 && at_of(line, number) == ':' && at_of(line, number + 1) == ' ' &&
		ascii_is_letter(at_of(line, number + 2)))
		return number + 2;
	if (slice_starts_with(line, "("))
		return skip_text(line, "pid=", 60) ? skip_text(line, ")", 90) : 0;
	if (slice_starts_with(line, "[rank"))
		return skip_text(line, "]: ", 12);
	if (form(line, 0, "[9,9]<std"))
		return skip_text(line, ">:", 20);
	if (slice_starts_with(line, "["))
		return skip_text(line, "] W-", 12) ? skip_text(line, " - ", 120) : 0;
	if (slice_starts_with(line, "- "))
		return skip_text(line, " - ERROR - ", 90);
	if (slice_starts_with(line, "ERROR ") && (time = form(line, 6, "99-99 99:99:99 ")) != 0) {
		size_t place = skip_text(slice_sub(line, time, line.len), "] ", 80);
		return time + place;
	}
	return 0;
}

struct slice line_without_prefix(struct slice line, size_t *indentation)
{
	*indentation = 0;
	for (unsigned i = 0; i <= MOST_PREFIXES; i++) {
		size_t spaces = skip(line, 0, " \t"), found;
		*indentation = spaces;
		line = slice_sub(line, spaces, line.len);
		if (i == MOST_PREFIXES || line.len == 0)
			break;
		found = skip_mark(line);
		if (!found)
			found = is_one_of(line.ptr[0], "[0123456789") ? skip_clock(line) : 0;
		if (!found)
			found = is_one_of(line.ptr[0], "#0123456789") ? skip_number(line) : 0;
		if (!found)
			found = skip_name(line);
		if (!found)
			found = skip_process(line);
		if (!found)
			break;
		line = slice_sub(line, found, line.len);
	}
	while (line.len && is_one_of(line.ptr[line.len - 1], " \t"))
		line.len--;
	return line;
}

static bool holds_one_of(struct slice line, const char *const *texts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (slice_find(line, slice_of(texts[i]), 0) != (size_t)-1)
			return true;
	return false;
}

bool line_is_warning(struct slice line)
{
	static const char *const first[] = { "WARNING", "[WARNING]", "Warning: ", "W: ", "WARN", "DEBUG", "[DEBUG]",
		"warn(", "warnings.warn(" };
	static const char *const inside[] = { "UserWarning: ", "RuntimeWarning: ", "FutureWarning: ", "- WARNING -",
		"- DEBUG -", " [WARNING] ", ": W tensorflow/", ": W external/", " Warning pull " };
	static const char *const telling[] = { "CUDA initialization", "Retrying", "Failed to import",
		"invalid metadata:", "inconsistent", "does not exist", "looks like a filename", "nvcc was not found",
		"GPG error", "is ignored: it is" };
	bool begins = false;
	for (size_t i = 0; i < COUNT_OF(first) && !begins; i++)
		begins = slice_starts_with(line, first[i]);
	return (begins || holds_one_of(line, inside, COUNT_OF(inside))) &&
	       !holds_one_of(line, telling, COUNT_OF(telling));
}
