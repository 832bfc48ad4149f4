/*
 * Is a YAML value what its field wants? One row per kind.
 */
#include "patchset/schema.h"

#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/nearest.h"
#include "base/path.h"
#include "base/utf8.h"
#include "format/regex.h"
#include "lang/language.h"

#define MAX_LANGUAGES 64
#define MAX_COUNT 1000000

/* What a check looks at. */
struct check {
	const struct yaml_file *file;
	const struct yaml_node *node; /* a text; not null */
	const struct schema_field *field;
	struct slice key;  /* as messages show it */
	struct slice text; /* of the node, white space at the ends left out */
	struct err *err;
};

static bool is_lower_or_digit(char c)
{
	return (c >= 'a' && c <= 'z') || ascii_is_digit(c);
}

static bool holds(struct slice text, char c)
{
	return text.len && memchr(text.ptr, c, text.len) != NULL;
}

/* Gives an error that was set elsewhere the place of byte `at` of the node's text. */
static bool place(const struct check *check, size_t at)
{
	check->err->kind = ERR_PATCHSET;
	return yaml_err_at(check->file, yaml_text_offset(check->file, check->node, at), check->err);
}

static bool refuse(const struct check *check)
{
	yaml_fail(check->file, check->node, check->err, "'" SLICE_FMT "' must be %s, not '" SLICE_FMT "'",
		SLICE_ARG(check->key), schema_kind_name(check->field->kind), SLICE_ARG(utf8_excerpt(check->text)));
	return err_hint(check->err, "%s: %s", check->field->key, check->field->help);
}

static bool check_text(const struct check *check)
{
	return check->text.len ||
	       yaml_fail(check->file, check->node, check->err, "'" SLICE_FMT "' is empty", SLICE_ARG(check->key));
}

/* May be empty. */
static bool check_prefix(const struct check *check)
{
	return !holds(check->text, '\n') || yaml_fail(check->file, check->node, check->err,
						    "'" SLICE_FMT "' must be one line", SLICE_ARG(check->key));
}

static bool check_line(const struct check *check)
{
	return check_text(check) && check_prefix(check);
}

/*
 * Code is taken byte for byte. YAML joins the lines of plain, quoted and folded texts, and ends a plain text at " #":
 * both would change the code without a word.
 */
static bool check_content(const struct check *check)
{
	const struct yaml_node *node = check->node;
	struct slice raw = slice_sub(check->file->text, node->begin, node->end);
	if (node->style == YAML_STYLE_FOLDED || (node->style != YAML_STYLE_LITERAL && holds(raw, '\n'))) {
		yaml_fail(check->file, node, check->err, "YAML would join the lines of '" SLICE_FMT "'",
			SLICE_ARG(check->key));
		return err_hint(check->err, "write code of several lines as a block after '|'");
	}
	size_t after = node->end;
	while (after < check->file->text.len && strchr(" \t", check->file->text.ptr[after]))
		after++;
	if (node->style != YAML_STYLE_PLAIN || after == check->file->text.len || check->file->text.ptr[after] != '#')
		return true;
	err_set(check->err, ERR_PATCHSET, "'" SLICE_FMT "' ends before the '#', where YAML sees a comment",
		SLICE_ARG(check->key));
	yaml_err_at(check->file, after, check->err);
	return err_hint(check->err, "put the code in quotes, or the comment on a line of its own");
}

static bool check_code(const struct check *check)
{
	return check_text(check) && check_content(check);
}

/* Words of lower-case letters and digits with one of `joints` between two. */
static bool is_joined(struct slice text, const char *joints)
{
	bool was_joint = true;
	for (size_t i = 0; i < text.len; i++) {
		bool joint = text.ptr[i] != '\0' && strchr(joints, text.ptr[i]) != NULL;
		if ((joint && was_joint) || (!joint && !is_lower_or_digit(text.ptr[i])))
			return false;
		was_joint = joint;
	}
	return text.len && !was_joint;
}

static bool check_id(const struct check *check)
{
	return is_joined(check->text, "-") || refuse(check);
}

static bool check_name(const struct check *check)
{
	return is_joined(check->text, "-._") || refuse(check);
}

/* Refuses a value that is none of `names`, telling the nearest. */
static bool refuse_choice(const struct check *check, const char *const *names, size_t count)
{
	struct str all = STR_INIT;
	for (size_t i = 0; i < count; i++)
		str_addf(&all, "%s%s", i ? ", " : "", names[i]);
	const char *nearest = nearest_name(check->text, names, count);
	yaml_fail(check->file, check->node, check->err, "unknown %s '" SLICE_FMT "'", check->field->key,
		SLICE_ARG(utf8_excerpt(check->text)));
	if (nearest)
		err_hint(check->err, "did you mean '%s'?", nearest);
	else
		err_hint(check->err, "it is one of %s", str_slice(&all).ptr);
	str_release(&all);
	return false;
}

static bool check_choice(const struct check *check)
{
	size_t count = 0;
	for (; check->field->choices[count]; count++)
		if (slice_eq_cstr(check->text, check->field->choices[count]))
			return true;
	return refuse_choice(check, check->field->choices, count);
}

static bool check_language(const struct check *check)
{
	if (language_find(check->text))
		return true;
	size_t count;
	const struct language *const *languages = language_all(&count);
	const char *names[MAX_LANGUAGES];
	for (size_t i = 0; i < count && i < MAX_LANGUAGES; i++)
		names[i] = languages[i]->name;
	return refuse_choice(check, names, count < MAX_LANGUAGES ? count : MAX_LANGUAGES);
}

/* Would YAML read this plain text as a number with a fraction? */
static bool is_fraction(struct slice text)
{
	size_t dots = 0;
	for (size_t i = 0; i < text.len; i++) {
		if (!ascii_is_digit(text.ptr[i]) && text.ptr[i] != '.')
			return false;
		dots += text.ptr[i] == '.';
	}
	return dots == 1;
}

static bool check_quoted(const struct check *check)
{
	if (check->node->is_string)
		return true;
	yaml_fail(check->file, check->node, check->err, "'" SLICE_FMT "' must be in quotes", SLICE_ARG(check->key));
	err_hint(check->err, "write \"" SLICE_FMT "\"%s", SLICE_ARG(utf8_excerpt(check->text)),
		is_fraction(check->text) ? ": without quotes it is a number, and 1.20 is 1.2" : "");
	return false;
}

static bool check_version(const struct check *check)
{
	struct version version;
	if (!check_quoted(check))
		return false;
	return version_parse(&version, check->node->text, check->err) || place(check, 0);
}

static bool check_series(const struct check *check)
{
	struct version v;
	if (!check_version(check))
		return false;
	version_parse(&v, check->node->text, NULL);
	return (v.n_parts == 2 && !v.pre && !v.has_post && !v.has_dev) || refuse(check);
}

static bool check_range(const struct check *check)
{
	struct arena arena = ARENA_INIT;
	struct version_range range;
	size_t error_offset = 0;
	if (!check_quoted(check))
		return false;
	bool ok = version_range_parse(&range, check->node->text, &arena, &error_offset, check->err);
	if (!ok)
		place(check, error_offset);
	struct version_bounds bounds = ok ? version_range_bounds(&range) : (struct version_bounds){ 0 };
	if (bounds.has_lowest && bounds.has_highest && version_cmp(&bounds.lowest, &bounds.highest) > 0) {
		yaml_fail(check->file, check->node, check->err, "no version is in the range '" SLICE_FMT "'",
			SLICE_ARG(utf8_excerpt(check->text)));
		ok = err_hint(check->err, "its lower bound is above its upper one");
	}
	arena_release(&arena);
	return ok;
}

/* A value that would be good without its quotes. */
static bool check_unquoted(const struct check *check)
{
	return !check->node->is_string || refuse(check) || err_hint(check->err, "remove the quotes");
}

static bool check_number(const struct check *check)
{
	for (size_t i = 0; i < check->text.len; i++)
		if (!ascii_is_digit(check->text.ptr[i]))
			return refuse(check);
	return (check->text.len || refuse(check)) && check_unquoted(check);
}

static bool parse_number(struct slice text, size_t *out)
{
	*out = 0;
	for (size_t i = 0; i < text.len; i++) {
		if (!ascii_is_digit(text.ptr[i]) || *out > MAX_COUNT)
			return false;
		*out = *out * 10 + (size_t)(text.ptr[i] - '0');
	}
	return text.len && *out <= MAX_COUNT;
}

bool schema_parse_count(struct slice text, struct count_range *out)
{
	text = slice_trim(text);
	*out = (struct count_range){ 0, SIZE_MAX, true };
	if (slice_starts_with(text, ">="))
		return parse_number(slice_trim(slice_sub(text, 2, text.len)), &out->min);
	if (slice_starts_with(text, "<="))
		return parse_number(slice_trim(slice_sub(text, 2, text.len)), &out->max) && out->max > 0;
	size_t dots = slice_find(text, SLICE_LITERAL(".."), 0);
	struct slice low = slice_sub(text, 0, dots == (size_t)-1 ? text.len : dots);
	struct slice high = dots == (size_t)-1 ? text : slice_sub(text, dots + 2, text.len);
	return parse_number(slice_trim(low), &out->min) && parse_number(slice_trim(high), &out->max) &&
	       out->min <= out->max && out->max > 0;
}

static bool check_count(const struct check *check)
{
	struct count_range range;
	if (schema_parse_count(check->text, &range))
		return true;
	yaml_fail(check->file, check->node, check->err, "'" SLICE_FMT "' is not a count: '" SLICE_FMT "'",
		SLICE_ARG(check->key), SLICE_ARG(utf8_excerpt(check->text)));
	return err_hint(check->err, "a count is a number from 1 on, or a range: \"1..24\", \">=1\" or \"<=3\"");
}

static bool check_bool(const struct check *check)
{
	bool fits = slice_eq_cstr(check->text, "true") ||
		    (slice_eq_cstr(check->text, "false") && check->field->kind == SCHEMA_BOOL);
	return (fits || refuse(check)) && check_unquoted(check);
}

static bool check_url(const struct check *check)
{
	size_t scheme = slice_starts_with(check->text, "https://")  ? 8
			: slice_starts_with(check->text, "http://") ? 7
								    : 0;
	bool fits = scheme && check->text.len > scheme && check->text.ptr[scheme] != '/';
	for (size_t i = 0; i < check->text.len; i++)
		fits = fits && (unsigned char)check->text.ptr[i] > ' ' && !strchr("\"<>", check->text.ptr[i]);
	if (fits || !scheme)
		return fits || refuse(check);
	yaml_fail(check->file, check->node, check->err, "'" SLICE_FMT "' is not a URL: '" SLICE_FMT "'",
		SLICE_ARG(check->key), SLICE_ARG(utf8_excerpt(check->text)));
	return err_hint(check->err,
		"a host follows the '//'; spaces, quotes and angle brackets are written as %%20, %%22, %%3C and %%3E");
}

static bool check_path(const struct check *check)
{
	return path_check(check->node->text, check->err) || place(check, 0);
}

static bool check_glob(const struct check *check)
{
	if (slice_starts_with(check->node->text, "!")) {
		yaml_fail(check->file, check->node, check->err, "a glob of a rule cannot begin with '!'");
		return err_hint(check->err, "put what is to be skipped into 'exclude', without the '!'");
	}
	if (!path_check_glob(check->node->text, check->err))
		return place(check, 0);
	struct glob_set *set = glob_set_new(&check->node->text.ptr, 1, false, check->err);
	if (!set)
		return place(check, 0);
	glob_set_free(set);
	return true;
}

static bool check_commit(const struct check *check)
{
	bool fits = check->text.len >= 7 && check->text.len <= 64;
	for (size_t i = 0; i < check->text.len; i++)
		fits = fits &&
		       (ascii_is_digit(check->text.ptr[i]) || (check->text.ptr[i] >= 'a' && check->text.ptr[i] <= 'f'));
	return fits || refuse(check);
}

static bool check_hash(const struct check *check)
{
	struct hash hash;
	return hash_from_hex(&hash, check->text) || refuse(check);
}

struct kind {
	const char *name;
	bool (*check)(const struct check *check); /* NULL: no text at all */
};

static const struct kind kinds[SCHEMA_KIND_COUNT] = {
	[SCHEMA_TEXT] = { "a text", check_text },
	[SCHEMA_LINE] = { "one line of text", check_line },
	[SCHEMA_CODE] = { "code", check_code },
	[SCHEMA_CONTENT] = { "code", check_content },
	[SCHEMA_PREFIX] = { "a text", check_prefix },
	[SCHEMA_SETTING] = { "one line of text, or ~", check_prefix },
	[SCHEMA_ID] = { "lower-case words joined by '-'", check_id },
	[SCHEMA_NAME] = { "a name of lower-case letters and digits, joined by '-', '.' or '_'", check_name },
	[SCHEMA_CHOICE] = { "one of a few words", check_choice },
	[SCHEMA_LANGUAGE] = { "the name of a language", check_language },
	[SCHEMA_VERSION] = { "a version in quotes", check_version },
	[SCHEMA_SERIES] = { "the two numbers of a series in quotes, like \"1.12\"", check_series },
	[SCHEMA_RANGE] = { "a range of versions in quotes", check_range },
	[SCHEMA_NUMBER] = { "a number", check_number },
	[SCHEMA_COUNT] = { "a count", check_count },
	[SCHEMA_BOOL] = { "true or false", check_bool },
	[SCHEMA_TRUE] = { "true", check_bool },
	[SCHEMA_URL] = { "a URL that begins with https:// or http://", check_url },
	[SCHEMA_PATH] = { "a path from the root of the tree", check_path },
	[SCHEMA_GLOB] = { "a path or glob", check_glob },
	[SCHEMA_COMMIT] = { "a commit of 7 to 64 lower-case hex digits", check_commit },
	[SCHEMA_HASH] = { "a hash of 32 hex digits", check_hash },
	[SCHEMA_MAP] = { "a map", NULL },
};

const char *schema_kind_name(enum schema_kind kind)
{
	return kinds[kind].name;
}

bool schema_check_value(const struct yaml_file *file, const struct yaml_node *node, const struct schema_field *field,
	struct slice key, struct err *err)
{
	bool (*check)(const struct check *) = kinds[field->kind].check;
	key = utf8_excerpt(key);
	if (field->kind == SCHEMA_SETTING && yaml_is_null(node))
		return true;
	if (yaml_is_null(node)) {
		yaml_fail(file, node, err, "'" SLICE_FMT "' has no value", SLICE_ARG(key));
		return err_hint(err, "put the text in quotes");
	}
	if (node->kind != (check ? YAML_KIND_TEXT : YAML_KIND_MAP)) {
		yaml_fail(file, node, err, "'" SLICE_FMT "' must be %s, not %s", SLICE_ARG(key),
			schema_kind_name(field->kind), yaml_kind_name(node->kind));
		if (field->kind == SCHEMA_CODE && node->kind == YAML_KIND_LIST && node->count &&
			node->items[0]->kind == YAML_KIND_TEXT)
			return err_hint(err,
				"write one text as it is in the file, such as \"" SLICE_FMT
				"%s\"; a text that begins with '[' goes in quotes",
				SLICE_ARG(node->items[0]->text), node->count > 1 ? " …" : "");
		if (check && node->style == YAML_STYLE_FLOW)
			return err_hint(err, "put a text that begins with '[' or '{' in quotes");
		return err_hint(err, "%s: %s", field->key, field->help);
	}
	struct check one = { file, node, field, key, slice_trim(node->text), err };
	return check ? check(&one) : true;
}
