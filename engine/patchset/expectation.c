#include "patchset/expectation.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "format/yaml.h"
#include "format/yaml_write.h"

/* New text for bytes [begin, end) of yaml_file.text. */
struct splice {
	size_t begin, end;
	struct str text; /* LF */
};

struct rewrite {
	struct yaml_file file;
	struct splice *splices;
	size_t n_splices;
};

/* --- finding the test --------------------------------------------------------------------------------------------- */

/* The map that begins at a place. It may hang under an alias, so every node is looked at, the shared ones more than
 * once. */
static const struct yaml_node *find_map(const struct yaml_node *node, const struct expectation *at)
{
	if (node->kind == YAML_KIND_MAP && node->line == at->line && node->column == at->column &&
		yaml_find(node, "before"))
		return node;
	const struct yaml_node *found = NULL;
	for (size_t i = 0; i < node->count && !found && node->kind != YAML_KIND_TEXT; i++)
		found = find_map(node->kind == YAML_KIND_LIST ? node->items[i] : node->pairs[i].value, at);
	return found;
}

/* Is the value right after its key, and is it no one else's? */
static bool is_own(const struct yaml_file *file, const struct yaml_pair *pair)
{
	size_t at = pair->key->end;
	while (at < file->text.len && strchr(" \t:", file->text.ptr[at]))
		at++;
	return at == pair->value->begin;
}

static size_t line_end(const struct yaml_file *file, size_t offset)
{
	size_t end = slice_find(file->text, SLICE_LITERAL("\n"), offset);
	return end == (size_t)-1 ? file->text.len : end;
}

/* The byte after a value; of a block that of its last line, without the blank lines that are not its own. */
static size_t value_end(const struct yaml_file *file, const struct yaml_node *value)
{
	if (value->style != YAML_STYLE_LITERAL)
		return value->end;
	size_t n_lines = value->text.len && !slice_ends_with(value->text, "\n");
	for (size_t i = 0; i < value->text.len; i++)
		n_lines += value->text.ptr[i] == '\n';
	return line_end(file, yaml_offset(file, value->line + n_lines, 1));
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

/* The comment on the line of `from`, or nothing. */
static struct slice comment_after(const struct yaml_file *file, size_t from)
{
	struct slice rest = slice_sub(file->text, from, line_end(file, from));
	size_t at = slice_find(rest, SLICE_LITERAL(" #"), 0);
	return at == (size_t)-1 ? slice_from("", 0) : slice_sub(rest, at, rest.len);
}

/* A value as it is after "key: ". `*is_block`: it has lines of its own. */
static void format_value(const struct yaml_node *map, size_t indent, struct slice text, struct str *out, bool *is_block)
{
	struct str value = STR_INIT;
	if (map->style == YAML_STYLE_FLOW)
		yaml_write_quoted(&value, text);
	else
		yaml_write_text(&value, indent, text);
	struct slice written = str_slice(&value);
	if (slice_starts_with(written, " "))
		written = slice_sub(written, 1, written.len);
	if (slice_ends_with(written, "\n"))
		written.len--;
	*is_block = slice_starts_with(written, "|");
	str_add(out, written);
	str_release(&value);
}

/* A block whose first line is blank or indented must be written two columns after its key. */
static size_t indent_for(const struct yaml_file *file, const struct yaml_pair *old, struct slice text)
{
	bool begins_blank = text.len && strchr(" \t\n", text.ptr[0]);
	size_t kept =
		old->value->style == YAML_STYLE_LITERAL && !begins_blank ? yaml_block_indent(file, old->value) : 0;
	return kept ? kept : old->key->column - 1 + 2;
}

static void add_with_comment(struct str *out, struct slice value, struct slice comment)
{
	size_t first = slice_find(value, SLICE_LITERAL("\n"), 0);
	if (first == (size_t)-1)
		first = value.len;
	str_add(out, slice_sub(value, 0, first));
	str_add(out, comment);
	str_add(out, slice_sub(value, first, value.len));
}

static void replace_value(const struct yaml_file *file, const struct yaml_node *map, const struct yaml_pair *pair,
	struct slice text, struct splice *out)
{
	const struct yaml_node *old = pair->value;
	struct str value = STR_INIT;
	struct slice comment = slice_from("", 0);
	bool is_block;
	format_value(map, indent_for(file, pair, text), text, &value, &is_block);
	out->begin = old->begin;
	out->end = value_end(file, old);
	if (old->style == YAML_STYLE_LITERAL) {
		comment = comment_after(file, old->begin);
	} else if (is_block) {
		comment = comment_after(file, out->end);
		out->end = line_end(file, out->end);
	}
	/* After plain code a comment is taken for a mistake. */
	bool needs_quotes = (comment.len || comment_after(file, out->end).len) && !strchr("|'\"", value.ptr[0]);
	str_add_cstr(&out->text, needs_quotes ? "'" : "");
	if (needs_quotes)
		str_add_char(&value, '\'');
	add_with_comment(&out->text, str_slice(&value), comment);
	str_release(&value);
}

static void add_value(const struct yaml_file *file, const struct yaml_node *map, const struct yaml_pair *before,
	struct slice text, struct splice *out)
{
	bool is_block, flow = map->style == YAML_STYLE_FLOW;
	out->begin = value_end(file, before->value);
	if (!flow)
		out->begin = line_end(file, out->begin);
	out->end = out->begin;
	str_add_cstr(&out->text, flow ? ", after: " : "\n");
	if (!flow) {
		str_add_repeat(&out->text, ' ', before->key->column - 1);
		str_add_cstr(&out->text, "after: ");
	}
	format_value(map, indent_for(file, before, text), text, &out->text, &is_block);
}

static bool plan_splice(struct rewrite *rewrite, const char *path, const struct expectation *new, struct err *err)
{
	const struct yaml_file *file = &rewrite->file;
	const struct yaml_node *map = find_map(file->root, new);
	if (!map) {
		err_set(err, ERR_PATCHSET, "the test is no longer here: the file has changed since it was read");
		return err_at(err, path, new->line, new->column);
	}
	const struct yaml_pair *after = yaml_find(map, "after"), *before = yaml_find(map, "before"),
			       *held = after ? after : before;
	if (!is_own(file, held) || held->value->style == YAML_STYLE_FOLDED) {
		yaml_fail(file, held->key, err,
			"the text is elsewhere (an anchor, an alias or a tag), or is folded: it cannot be rewritten");
		return err_hint(err, "write it as a block after '|'");
	}
	if (!yaml_can_hold(new->after)) {
		yaml_fail(file, held->key, err, "YAML cannot contain the result");
		return err_hint(err, "texts of a patch set are UTF-8 without U+0000, U+FFFE and U+FFFF");
	}
	struct splice *splice = &rewrite->splices[rewrite->n_splices++];
	if (after)
		replace_value(file, map, after, new->after, splice);
	else
		add_value(file, map, before, new->after, splice);
	return true;
}

static int by_place(const void *a, const void *b)
{
	const struct splice *x = a, *y = b;
	return (x->begin > y->begin) - (x->begin < y->begin);
}

/* Moves `*at` over the bytes of the file that stand for `count` bytes of its text, and copies them to `out` if there is
 * one. */
static void pass(struct slice bytes, size_t *at, size_t count, struct str *out)
{
	size_t begin = *at;
	while (count > 0 && *at < bytes.len) {
		bool is_crlf = bytes.ptr[*at] == '\r' && *at + 1 < bytes.len && bytes.ptr[*at + 1] == '\n';
		*at += is_crlf ? 2 : 1;
		count--;
	}
	if (out)
		str_add(out, slice_sub(bytes, begin, *at));
}

static void add_lines(struct slice text, bool crlf, struct str *out)
{
	for (size_t i = 0; i < text.len; i++) {
		if (crlf && text.ptr[i] == '\n')
			str_add_char(out, '\r');
		str_add_char(out, text.ptr[i]);
	}
}

static void splice_all(const struct rewrite *rewrite, struct slice bytes, struct str *out)
{
	size_t at = utf8_mark_len(bytes), done = 0;
	bool crlf = slice_find(bytes, SLICE_LITERAL("\r\n"), 0) != (size_t)-1;
	str_add(out, slice_sub(bytes, 0, at));
	for (size_t i = 0; i < rewrite->n_splices; i++) {
		const struct splice *splice = &rewrite->splices[i];
		pass(bytes, &at, splice->begin - done, out);
		pass(bytes, &at, splice->end - splice->begin, NULL);
		add_lines(str_slice(&splice->text), crlf, out);
		done = splice->end;
	}
	str_add(out, slice_sub(bytes, at, bytes.len));
}

bool expectations_write(const char *path, struct slice bytes, const struct expectation *expectations, size_t count,
	struct str *out, struct err *err)
{
	struct rewrite rewrite = { .splices = xcalloc(count, sizeof(*rewrite.splices)) };
	bool ok = yaml_file_parse(&rewrite.file, path, bytes, err);
	for (size_t i = 0; i < count && ok; i++)
		ok = plan_splice(&rewrite, path, &expectations[i], err);
	if (ok) {
		sort_stable(rewrite.splices, rewrite.n_splices, sizeof(*rewrite.splices), by_place);
		splice_all(&rewrite, bytes, out);
	}
	for (size_t i = 0; i < rewrite.n_splices; i++)
		str_release(&rewrite.splices[i].text);
	free(rewrite.splices);
	yaml_file_release(&rewrite.file);
	return ok;
}
