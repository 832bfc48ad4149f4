#include "patchset/rule_text.h"

#include <string.h>

/* The line at byte `at`, with its end; `*next` is the byte after it. */
static struct slice line_at(struct slice text, size_t at, size_t *next)
{
	size_t end = slice_find(text, SLICE_LITERAL("\n"), at);
	*next = end == (size_t)-1 ? text.len : end + 1;
	return slice_sub(text, at, *next);
}

static size_t indent_of(struct slice line)
{
	size_t n = 0;
	while (n < line.len && line.ptr[n] == ' ')
		n++;
	return n;
}

static bool is_comment(struct slice line)
{
	size_t n = indent_of(line);
	return n < line.len && line.ptr[n] == '#';
}

/* A key at the left margin, not a comment, an item or the end of a document. */
static bool is_top_key(struct slice line)
{
	return line.len && !strchr(" \t#-\r\n.", line.ptr[0]) && slice_find(line, SLICE_LITERAL(":"), 0) != (size_t)-1;
}

bool patchset_is_text(struct slice text)
{
	for (size_t at = 0, next; at < text.len; at = next)
		if (slice_starts_with(line_at(text, at, &next), "tpatch:"))
			return true;
	return false;
}

struct slice patchset_top_key(struct slice bytes, const char *key)
{
	size_t n = strlen(key), begin = bytes.len, at = 0;
	for (size_t next; at < bytes.len; at = next) {
		struct slice line = line_at(bytes, at, &next);
		if (begin < bytes.len && is_top_key(line))
			break;
		if (slice_starts_with(line, key) && line.len > n && line.ptr[n] == ':')
			begin = at;
	}
	return slice_sub(bytes, begin, begin < bytes.len ? at : bytes.len);
}

const struct patchset_source *rule_source(
	const struct patchset_library *library, const struct patchset *set, const struct rule *rule)
{
	for (size_t i = 0; i < set->n_sources; i++) {
		const struct patchset *of =
			patchset_library_find(library, set->sources[i].kind, slice_of(set->sources[i].name));
		if (of && strcmp(of->origin, rule->origin) == 0)
			return &set->sources[i];
	}
	return NULL;
}

/* Byte `at` begins a line. Before the first one: false. */
static bool go_up(struct slice bytes, size_t *at)
{
	if (!*at)
		return false;
	do
		--*at;
	while (*at && bytes.ptr[*at - 1] != '\n');
	return true;
}

/* Where the rule's comments begin, of which `begin` is the first byte of its own line. */
static size_t begin_of_comments(struct slice bytes, size_t begin, size_t indent)
{
	size_t above = begin, next;
	while (go_up(bytes, &above)) {
		struct slice line = line_at(bytes, above, &next);
		if (!is_comment(line) || indent_of(line) != indent)
			return begin;
		begin = above;
	}
	return begin;
}

/* The byte after the rule's last line: what is indented less, or as much, is no part of it, unless it is a comment
 * between lines of the rule. */
static size_t end_of_rule(struct slice bytes, size_t begin, size_t indent)
{
	size_t at, end;
	line_at(bytes, begin, &at);
	end = at;
	for (size_t next; at < bytes.len; at = next) {
		struct slice line = line_at(bytes, at, &next);
		if (!slice_trim(line).len)
			continue;
		if (indent_of(line) > indent)
			end = next;
		else if (!is_comment(line))
			break;
	}
	return end;
}

static size_t offset_of_line(struct slice bytes, size_t line)
{
	size_t at = 0;
	for (size_t next; line > 1 && at < bytes.len; at = next, line--)
		line_at(bytes, at, &next);
	return at;
}

/* Where the line begins that has the dash of the rule, which may be above its first key. False where it has none of its
 * own: in brackets. */
static bool find_item(struct slice bytes, const struct rule *rule, size_t *begin)
{
	size_t next;
	*begin = offset_of_line(bytes, rule->line);
	struct slice line = slice_trim(line_at(bytes, *begin, &next));
	if (slice_starts_with(line, "- "))
		return true;
	while (go_up(bytes, begin)) {
		line = slice_trim(line_at(bytes, *begin, &next));
		if (slice_starts_with(line, "-"))
			return !slice_trim(slice_sub(line, 1, line.len)).len ||
			       is_comment(slice_sub(line, 1, line.len));
		if (line.len && !is_comment(line))
			return false;
	}
	return false;
}

bool rule_text_add(
	const struct patchset_library *library, const struct patchset *set, const struct rule *rule, struct str *out)
{
	const struct patchset_source *source = rule_source(library, set, rule);
	size_t begin, next;
	if (!source || !find_item(source->bytes, rule, &begin))
		return false;
	size_t indent = indent_of(line_at(source->bytes, begin, &next));
	size_t end = end_of_rule(source->bytes, begin, indent);
	for (size_t at = begin_of_comments(source->bytes, begin, indent); at < end; at = next) {
		struct slice line = line_at(source->bytes, at, &next), text = slice_trim(line);
		size_t spaces = indent_of(line);
		if (text.len)
			str_add_repeat(out, ' ', 2 + spaces - (spaces < indent ? spaces : indent));
		while (line.len && strchr("\r\n", line.ptr[line.len - 1]))
			line.len--;
		str_add(out, slice_sub(line, spaces < line.len ? spaces : line.len, line.len));
		str_add_char(out, '\n');
	}
	return true;
}
