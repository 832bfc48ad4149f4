/* Sets of globs. Those that come down to comparing bytes never reach PCRE2; the others do only where their literal ends
 * fit. */
#include "format/regex.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"

#define MAX_BYTES ((size_t)4096)
#define MAX_ALTERNATIVES ((size_t)256)

/* How a path is compared with a glob. Parts are what is between '/'. */
enum glob_kind {
	GLOB_WHOLE,     /* src/a.c: the path is `literal` */
	GLOB_LAST,      /* a.c or src/a.c below any folder: the path's last parts are `literal` */
	GLOB_SUFFIX,    /* *.cmake: the path ends with `literal`, which has no '/' */
	GLOB_HOLDS,     /* *CMakeLists*: the last part of the path holds `literal`, which has no '/' */
	GLOB_BELOW,     /* src/: the path begins with `literal`, which ends with '/' */
	GLOB_BELOW_ANY, /* tools/vcpkg/ below any folder: the same, or `literal` follows a '/' */
	GLOB_REGEX      /* the path begins with `literal`, ends with `tail`, holds `middle`, and `regex` matches */
};

struct glob {
	enum glob_kind kind;
	char *text; /* holds `literal`, `tail` and `middle` */
	struct slice literal, tail, middle;
	struct regex *regex;
};

struct glob_set {
	struct glob *globs; /* without braces */
	size_t count, capacity;
	bool nocase;
	bool may_end_with[256]; /* by GLOB_HOLDS alone a path with another last byte is taken: that rules most out */
};

static bool is_special(char c)
{
	return c == '*' || c == '?' || c == '[' || c == ']' || c == '\\';
}

static bool is_plain(struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if (is_special(text.ptr[i]))
			return false;
	return true;
}

bool glob_is_literal(struct slice glob)
{
	for (size_t i = 0; i < glob.len; i++)
		if (is_special(glob.ptr[i]) || glob.ptr[i] == '{' || glob.ptr[i] == '}')
			return false;
	return glob.len > 0 && glob.ptr[0] != '/' && glob.ptr[glob.len - 1] != '/';
}

/* The offset after the bracket expression at `at`, or after the '[' alone where it does not end: PCRE2 reports that. */
static size_t skip_class(struct slice glob, size_t at)
{
	size_t i = at + 1;
	if (i < glob.len && (glob.ptr[i] == '!' || glob.ptr[i] == '^'))
		i++;
	if (i < glob.len && glob.ptr[i] == ']')
		i++;
	while (i < glob.len && glob.ptr[i] != ']')
		i += glob.ptr[i] == '\\' ? 2 : 1;
	return i < glob.len ? i + 1 : at + 1;
}

/* The offset after what is at `at`: an escaped byte, a class, or one byte. */
static size_t skip_one(struct slice glob, size_t at)
{
	if (glob.ptr[at] == '\\' && at + 1 < glob.len)
		return at + 2;
	return glob.ptr[at] == '[' ? skip_class(glob, at) : at + 1;
}

/* The offset of the next '{' or '}' from `at`, or the length. */
static size_t find_brace(struct slice glob, size_t at)
{
	while (at < glob.len && glob.ptr[at] != '{' && glob.ptr[at] != '}')
		at = skip_one(glob, at);
	return at < glob.len ? at : glob.len;
}

/*
 * The offset of the ',' or '}' that ends the alternative which begins at `at`; the length where there is none.
 */
static size_t find_alternative_end(struct slice glob, size_t at)
{
	for (size_t depth = 0; at < glob.len; at = skip_one(glob, at)) {
		char c = glob.ptr[at];
		if (depth == 0 && (c == ',' || c == '}'))
			return at;
		if (c == '{')
			depth++;
		else if (c == '}')
			depth--;
	}
	return glob.len;
}

/* The literal end of a glob. A '/' in front of it is left out: after `**` it may stand for nothing. */
static struct slice literal_tail(struct slice glob)
{
	size_t begin = glob.len;
	while (begin > 0 && !is_special(glob.ptr[begin - 1]))
		begin--;
	if (begin > 0 && begin < glob.len && (glob.ptr[begin - 1] == '\\' || glob.ptr[begin] == '/'))
		begin++;
	return slice_sub(glob, begin, glob.len);
}

static struct slice literal_head(struct slice glob)
{
	size_t end = 0;
	while (end < glob.len && !is_special(glob.ptr[end]))
		end++;
	return slice_sub(glob, 0, end);
}

/* The longest run of bytes that stand for themselves. It ends at a '/': after `**` that may stand for nothing. */
static struct slice literal_middle(struct slice glob)
{
	struct slice longest = { glob.ptr, 0 };
	for (size_t at = 0, begin = 0; at < glob.len;) {
		bool stands_for_itself = !is_special(glob.ptr[at]) && glob.ptr[at] != '/';
		at = skip_one(glob, at);
		if (!stands_for_itself)
			begin = at;
		else if (at - begin > longest.len)
			longest = slice_sub(glob, begin, at);
	}
	return longest;
}

static bool holds(struct slice path, struct slice what, bool nocase)
{
	return (nocase ? slice_find_nocase(path, what, 0) : slice_find(path, what, 0)) != (size_t)-1;
}

static bool compile_glob(struct glob *glob, struct slice text, bool nocase, struct err *err)
{
	struct str pattern = STR_INIT;
	size_t error_offset;
	glob->kind = GLOB_REGEX;
	glob->literal = literal_head(text);
	glob->tail = literal_tail(text);
	glob->middle = literal_middle(text);
	if (regex_from_glob(text, &pattern, err))
		glob->regex =
			regex_new(str_slice(&pattern), REGEX_PLAIN | (nocase ? REGEX_NOCASE : 0), &error_offset, err);
	str_release(&pattern);
	return glob->regex != NULL;
}

/* `text` is matched against the whole path. */
static bool classify(struct glob *glob, struct slice text, bool nocase, struct err *err)
{
	struct slice rest = text;
	while (slice_starts_with(rest, "**/"))
		rest = slice_sub(rest, 3, rest.len);
	bool anywhere = rest.len < text.len;
	struct slice folder = slice_sub(rest, 0, rest.len >= 2 ? rest.len - 2 : 0);
	glob->literal = rest;
	if (is_plain(rest)) {
		glob->kind = anywhere ? GLOB_LAST : GLOB_WHOLE;
		return true;
	}
	if (slice_ends_with(rest, "/**") && is_plain(folder)) {
		glob->kind = anywhere ? GLOB_BELOW_ANY : GLOB_BELOW;
		glob->literal = folder;
		return true;
	}
	struct slice suffix = slice_sub(rest, 1, rest.len);
	if (anywhere && rest.ptr[0] == '*' && is_plain(suffix) && !memchr(suffix.ptr, '/', suffix.len)) {
		glob->kind = GLOB_SUFFIX;
		glob->literal = suffix;
		return true;
	}
	struct slice held = slice_sub(suffix, 0, suffix.len ? suffix.len - 1 : 0);
	if (anywhere && held.len && rest.ptr[0] == '*' && slice_ends_with(suffix, "*") && is_plain(held) &&
		!memchr(held.ptr, '/', held.len)) {
		glob->kind = GLOB_HOLDS;
		glob->literal = held;
		return true;
	}
	return compile_glob(glob, text, nocase, err);
}

/* Notes the bytes with which a path that the glob takes may end. */
static void note_last_byte(struct glob_set *set, const struct glob *glob)
{
	bool is_below = glob->kind == GLOB_BELOW || glob->kind == GLOB_BELOW_ANY;
	if (glob->kind == GLOB_HOLDS)
		return;
	struct slice end = is_below ? (struct slice){ NULL, 0 } : glob->kind == GLOB_REGEX ? glob->tail : glob->literal;
	for (int byte = 0; byte < 256; byte++)
		if (end.len == 0 || byte == (unsigned char)end.ptr[end.len - 1] ||
			(set->nocase && ascii_to_lower((char)byte) == ascii_to_lower(end.ptr[end.len - 1])))
			set->may_end_with[byte] = true;
}

/* Adds one glob without braces. `anywhere`: the glob as it was written has no '/' that ties it to the root. */
static bool add_one(struct glob_set *set, struct slice text, bool anywhere, struct err *err)
{
	struct str full = STR_INIT;
	struct glob glob = { 0 };
	if (slice_starts_with(text, "/"))
		text = slice_sub(text, 1, text.len);
	str_add_cstr(&full, anywhere ? "**/" : "");
	str_add(&full, text);
	if (slice_ends_with(text, "/"))
		str_add_cstr(&full, "**");
	size_t len = full.len;
	glob.text = str_detach(&full);
	bool ok = classify(&glob, slice_from(glob.text, len), set->nocase, err);
	note_last_byte(set, &glob);
	VEC_PUSH(set->globs, set->count, set->capacity, glob);
	return ok;
}

/* Adds `text` with its first brace group replaced by each of its alternatives, and so on for the next. */
static bool add_expanded(struct glob_set *set, struct slice text, bool anywhere, size_t limit, struct err *err)
{
	size_t open = find_brace(text, 0), at = open;
	if (open == text.len)
		return set->count < limit ? add_one(set, text, anywhere, err)
					  : err_set(err, ERR_PATCHSET, "more than %zu alternatives", MAX_ALTERNATIVES);
	if (text.ptr[open] == '}')
		return err_set(err, ERR_PATCHSET, "'}' without '{'") ||
		       err_hint(err, "write '\\}' for the character itself");
	size_t close = open;
	do
		close = find_alternative_end(text, close + 1);
	while (close < text.len && text.ptr[close] != '}');
	if (close == text.len)
		return err_set(err, ERR_PATCHSET, "'{' without '}'") ||
		       err_hint(err, "write '\\{' for the character itself");
	struct str one = STR_INIT;
	bool ok = true;
	while (ok && at < close) {
		size_t end = find_alternative_end(text, at + 1);
		str_clear(&one);
		str_add(&one, slice_sub(text, 0, open));
		str_add(&one, slice_sub(text, at + 1, end));
		str_add(&one, slice_sub(text, close + 1, text.len));
		ok = add_expanded(set, str_slice(&one), anywhere, limit, err);
		at = end;
	}
	str_release(&one);
	return ok;
}

static bool add_glob(struct glob_set *set, struct slice text, struct err *err)
{
	if (text.len == 0)
		return err_set(err, ERR_PATCHSET, "it is empty");
	if (text.len > MAX_BYTES)
		return err_set(err, ERR_PATCHSET, "it is longer than %zu bytes", MAX_BYTES);
	bool anywhere = !memchr(text.ptr, '/', text.len - 1);
	return add_expanded(set, text, anywhere, set->count + MAX_ALTERNATIVES, err);
}

struct glob_set *glob_set_new(const char *const *globs, size_t count, bool nocase, struct err *err)
{
	struct glob_set *set = xcalloc(1, sizeof(*set));
	set->nocase = nocase;
	for (size_t i = 0; i < count; i++) {
		if (add_glob(set, slice_of(globs[i]), err))
			continue;
		err_prefix(err, "bad glob '%s'", globs[i]);
		glob_set_free(set);
		return NULL;
	}
	return set;
}

void glob_set_free(struct glob_set *set)
{
	if (!set)
		return;
	for (size_t i = 0; i < set->count; i++) {
		regex_free(set->globs[i].regex);
		free(set->globs[i].text);
	}
	free(set->globs);
	free(set);
}

/* The first byte decides nearly always. */
static bool same(const char *a, struct slice b, bool nocase)
{
	if (b.len == 0)
		return true;
	if (!nocase)
		return a[0] == b.ptr[0] && memcmp(a, b.ptr, b.len) == 0;
	return ascii_to_lower(a[0]) == ascii_to_lower(b.ptr[0]) && slice_eq_nocase(slice_from(a, b.len), b);
}

static bool begins(struct slice path, struct slice with, bool nocase)
{
	return path.len >= with.len && same(path.ptr, with, nocase);
}

static bool ends(struct slice path, struct slice with, bool nocase)
{
	return path.len >= with.len && same(path.ptr + path.len - with.len, with, nocase);
}

/* Is `folder`, which ends with '/', anywhere in `path` as whole parts? */
static bool is_below(struct slice path, struct slice folder, bool nocase)
{
	size_t at = 0;
	while (at + folder.len <= path.len) {
		if (same(path.ptr + at, folder, nocase))
			return true;
		const char *slash = memchr(path.ptr + at, '/', path.len - at);
		if (!slash)
			return false;
		at = (size_t)(slash - path.ptr) + 1;
	}
	return false;
}

static struct slice last_part(struct slice path)
{
	size_t begin = path.len;
	while (begin > 0 && path.ptr[begin - 1] != '/')
		begin--;
	return slice_from(path.ptr + begin, path.len - begin);
}

static bool glob_fits(const struct glob *glob, struct regex_scratch *scratch, struct slice path, bool nocase)
{
	size_t begin, end;
	switch (glob->kind) {
	case GLOB_WHOLE:
		return path.len == glob->literal.len && same(path.ptr, glob->literal, nocase);
	case GLOB_LAST:
		return ends(path, glob->literal, nocase) &&
		       (path.len == glob->literal.len || path.ptr[path.len - glob->literal.len - 1] == '/');
	case GLOB_SUFFIX:
		return ends(path, glob->literal, nocase);
	case GLOB_HOLDS:
		/* Where it is nowhere in the path, which is quickly told, the last part need not be looked for. */
		return holds(path, glob->literal, nocase) && holds(last_part(path), glob->literal, nocase);
	case GLOB_BELOW:
		return begins(path, glob->literal, nocase);
	case GLOB_BELOW_ANY:
		return is_below(path, glob->literal, nocase);
	case GLOB_REGEX:
		break;
	}
	return ends(path, glob->tail, nocase) && begins(path, glob->literal, nocase) &&
	       holds(path, glob->middle, nocase) &&
	       regex_search(glob->regex, scratch, path, 0, &begin, &end) == REGEX_MATCH;
}

bool glob_set_match(const struct glob_set *set, struct regex_scratch *scratch, struct slice path)
{
	bool may_end = !path.len || set->may_end_with[(unsigned char)path.ptr[path.len - 1]];
	for (size_t i = 0; i < set->count; i++)
		if ((may_end || set->globs[i].kind == GLOB_HOLDS) &&
			glob_fits(&set->globs[i], scratch, path, set->nocase))
			return true;
	return false;
}

/* Is `folder` or one above it named by `name`, which ends with '/'? */
static bool is_in(struct slice folder, struct slice name, bool anywhere, bool nocase)
{
	struct slice bare = slice_from(name.ptr, name.len - 1);
	bool is_it = ends(folder, bare, nocase) &&
		     (folder.len == bare.len || (anywhere && folder.ptr[folder.len - bare.len - 1] == '/'));
	return is_it || (anywhere ? is_below(folder, name, nocase) : begins(folder, name, nocase));
}

bool glob_set_takes_all_below(const struct glob_set *set, struct slice folder)
{
	bool all = false;
	for (size_t i = 0; i < set->count && !all; i++) {
		const struct glob *glob = &set->globs[i];
		if (glob->kind == GLOB_BELOW || glob->kind == GLOB_BELOW_ANY)
			all = is_in(folder, glob->literal, glob->kind == GLOB_BELOW_ANY, set->nocase);
	}
	return all;
}
