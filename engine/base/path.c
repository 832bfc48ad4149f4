#include "base/path.h"

#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/shown.h"
#include "base/utf8.h"

static bool is_control(char c)
{
	return (unsigned char)c < 0x20 || c == 0x7F;
}

/*
 * Does `part` name a DOS device? The extension does not count, nor do spaces before it: "nul.txt" and "con .c" are
 * devices. The digits of com and lpt may be the superscripts 1, 2 and 3 as well.
 */
static bool is_device(struct slice part)
{
	static const char *const plain[] = { "con", "prn", "aux", "nul", "conin$", "conout$" };
	static const char *const superscripts[] = { "\xC2\xB9", "\xC2\xB2", "\xC2\xB3" };
	size_t dot = slice_find(part, SLICE_LITERAL("."), 0);
	struct slice stem = slice_trim(slice_sub(part, 0, dot == (size_t)-1 ? part.len : dot));
	for (size_t i = 0; i < COUNT_OF(plain); i++)
		if (slice_eq_nocase(stem, slice_of(plain[i])))
			return true;
	struct slice port = slice_sub(stem, 0, 3), number = slice_sub(stem, 3, stem.len);
	if (!slice_eq_nocase(port, SLICE_LITERAL("com")) && !slice_eq_nocase(port, SLICE_LITERAL("lpt")))
		return false;
	if (number.len == 1)
		return number.ptr[0] >= '0' && number.ptr[0] <= '9';
	for (size_t i = 0; i < COUNT_OF(superscripts); i++)
		if (slice_eq_cstr(number, superscripts[i]))
			return true;
	return false;
}

/* What Linux allows; Windows counts units of UTF-16, which are never more. */
#define MAX_NAME_BYTES 255
/* And for a whole path. */
#define MAX_PATH_BYTES 4095

/* The ASCII that a file system which folds case takes a letter for, or NULL (Unicode's full case folding). */
static const char *folded(uint32_t c)
{
	static const struct {
		uint32_t letter;
		const char *ascii;
	} folds[] = { { 0xDF, "ss" }, { 0x17F, "s" }, { 0x1E9E, "ss" }, { 0x212A, "k" }, { 0xFB00, "ff" },
		{ 0xFB01, "fi" }, { 0xFB02, "fl" }, { 0xFB03, "ffi" }, { 0xFB04, "ffl" }, { 0xFB05, "st" },
		{ 0xFB06, "st" } };
	for (size_t i = 0; i < COUNT_OF(folds); i++)
		if (folds[i].letter == c)
			return folds[i].ascii;
	return NULL;
}

/* Longer than any reserved or protected name, whatever is done to it. */
#define RESERVED_BYTES 32

/*
 * The beginning of `part` as the file systems that are least exact would read it: with letters folded, without what
 * HFS+ and ext4 (where it folds case) do not see, up to the stream that NTFS would open (`.git::$INDEX_ALLOCATION`),
 * without dots and spaces at the end, which Windows drops.
 */
static struct slice plain_part(struct slice part, char buffer[RESERVED_BYTES])
{
	size_t n = 0, stream = slice_find(part, SLICE_LITERAL(":"), 0);
	part = slice_sub(part, 0, stream == (size_t)-1 ? part.len : stream);
	while (part.len && (part.ptr[part.len - 1] == '.' || part.ptr[part.len - 1] == ' '))
		part.len--;
	for (size_t i = 0, len; i < part.len && n < RESERVED_BYTES; i += len ? len : 1) {
		uint32_t code_point = 0;
		len = utf8_decode(part, i, &code_point);
		const char *ascii = len > 1 ? folded(code_point) : NULL;
		struct slice kept = ascii ? slice_of(ascii) : slice_sub(part, i, i + (len ? len : 1));
		for (size_t k = 0; k < kept.len && n < RESERVED_BYTES && !utf8_is_ignorable(code_point); k++)
			buffer[n++] = kept.ptr[k];
	}
	return slice_from(buffer, n);
}

static bool all_are(struct slice text, bool (*is)(char c))
{
	for (size_t i = 0; i < text.len; i++)
		if (!is(text.ptr[i]))
			return false;
	return text.len > 0;
}

/*
 * Is it a short name that NTFS may give to `name`: up to six characters of it without its dots, or, where many names
 * begin like that, two and four digits of a hash; then '~' and a number? ".github" is GITHUB~1, ".gitmodules" GITMOD~1
 * or GI7EBA~1. What stands for an extension is not looked at.
 */
static bool is_short_name(struct slice part, struct slice name)
{
	size_t dot = slice_find(part, SLICE_LITERAL("."), 0);
	struct slice base = slice_sub(part, 0, dot == (size_t)-1 ? part.len : dot);
	size_t tilde = slice_find(base, SLICE_LITERAL("~"), 0);
	if (tilde == (size_t)-1 || tilde == 0 || tilde > 6)
		return false;
	name = slice_sub(name, name.ptr[0] == '.', name.len);
	dot = slice_find(name, SLICE_LITERAL("."), 0);
	name.len = dot == (size_t)-1 ? name.len : dot;
	struct slice stem = slice_sub(base, 0, tilde), number = slice_sub(base, tilde + 1, base.len);
	size_t n_whole = name.len < 6 ? name.len : 6;
	bool is_begin = stem.len <= name.len && stem.len + number.len >= (n_whole < 6 ? n_whole + 1 : 7) &&
			slice_eq_nocase(stem, slice_sub(name, 0, stem.len));
	bool is_hashed = stem.len == 6 && slice_eq_nocase(slice_sub(stem, 0, 2), slice_sub(name, 0, 2)) &&
			 all_are(slice_sub(stem, 2, 6), ascii_is_hex_digit);
	return all_are(number, ascii_is_digit) && (is_begin || is_hashed);
}

/* Nearly all names of a tree are none that begins with a dot, in whatever disguise: this is asked of each of them. */
static bool may_begin_with_dot(struct slice part)
{
	return part.len &&
	       (part.ptr[0] == '.' || (unsigned char)part.ptr[0] >= 0x80 || memchr(part.ptr, '~', part.len));
}

/* Would a file system take `part`, in any of its spellings, for `name`? */
static bool is_named(struct slice plain, const char *name)
{
	return slice_eq_nocase(plain, slice_of(name)) || is_short_name(plain, slice_of(name));
}

bool path_part_is_reserved(struct slice part)
{
	char buffer[RESERVED_BYTES];
	if (!may_begin_with_dot(part))
		return false;
	struct slice plain = plain_part(part, buffer);
	return is_named(plain, ".git") || is_named(plain, ".tpatch");
}

/* Who can write these runs programs with other people's rights: on a push, when the folder is opened, when it is
 * committed. Besides, all that begins with ".git". */
static const char *const protected_names[] = { ".appveyor.yml", ".azure-pipelines", ".buildkite", ".circleci",
	".cirrus.yml", ".devcontainer", ".direnv", ".drone.yml", ".envrc", ".fleet", ".forgejo", ".gitattributes",
	".gitea", ".github", ".gitlab", ".gitmodules", ".hg", ".husky", ".idea", ".jenkins", ".pre-commit-config.yaml",
	".travis.yml", ".vs", ".vscode", ".woodpecker", ".woodpecker.yml", ".zed" };

bool path_is_protected(struct slice path)
{
	struct slice part;
	while (slice_cut(&path, '/', &part)) {
		char buffer[RESERVED_BYTES];
		if (!may_begin_with_dot(part))
			continue;
		struct slice plain = plain_part(part, buffer);
		if (slice_eq_nocase(slice_sub(plain, 0, plain.len < 4 ? plain.len : 4), SLICE_LITERAL(".git")))
			return true;
		for (size_t i = 0; i < COUNT_OF(protected_names); i++)
			if (is_named(plain, protected_names[i]))
				return true;
	}
	return false;
}

bool path_leads_into_tree(struct slice path)
{
	struct slice rest = path, part;
	while (slice_cut(&rest, '/', &part))
		if (!part.len || slice_eq_cstr(part, ".") || slice_eq_cstr(part, "..") || path_part_is_reserved(part))
			return false;
	return path.len && path.ptr[path.len - 1] != '/' && memchr(path.ptr, '\0', path.len) == NULL;
}

/* Why a character is refused, or NULL. */
static const char *character_problem(char c, bool glob)
{
	if (is_control(c))
		return "it contains a control character";
	if (c == '\\')
		return "it contains a backslash";
	if (c == ':')
		return "it contains a ':', which names a drive or a stream on Windows";
	if (c == '<' || c == '>' || c == '"' || c == '|')
		return "it contains a character that Windows does not allow in names";
	if (!glob && (c == '*' || c == '?'))
		return "it contains a wildcard";
	return NULL;
}

/* One that has matches what is shorter than itself. */
static bool has_wildcards(struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if (strchr("*?[{", text.ptr[i]))
			return true;
	return false;
}

/* Why one part between slashes is refused, or NULL. */
static const char *part_problem(struct slice part)
{
	if (!part.len)
		return "it has an empty part";
	if (slice_eq_cstr(part, ".") || slice_eq_cstr(part, ".."))
		return "it has a '.' or '..' part";
	if (path_part_is_reserved(part))
		return "it leads into .git or .tpatch";
	if (is_device(part))
		return "it contains the name of a DOS device";
	char last = part.ptr[part.len - 1];
	if (last == '.' || last == ' ')
		return "a part of it ends in a dot or a space, which Windows drops";
	if (part.len > MAX_NAME_BYTES && !has_wildcards(part))
		return "a part of it is longer than 255 bytes";
	return NULL;
}

static const char *find_problem(struct slice path, bool glob)
{
	if (!path.len)
		return "it is empty";
	if (path.ptr[0] == '/')
		return "it is absolute";
	if (path.len > MAX_PATH_BYTES && !has_wildcards(path))
		return "it is longer than 4095 bytes";
	for (size_t i = 0; i < path.len; i++) {
		const char *problem = character_problem(path.ptr[i], glob);
		if (problem)
			return problem;
	}
	if (glob && path.ptr[path.len - 1] == '/')
		path.len--;
	struct slice part;
	while (slice_cut(&path, '/', &part)) {
		const char *problem = part_problem(part);
		if (problem)
			return problem;
	}
	return NULL;
}

static bool check(struct slice path, bool glob, struct err *err)
{
	const char *problem = find_problem(path, glob);
	if (!problem)
		return true;
	struct str quoted = STR_INIT;
	shown_add(path, &quoted);
	err_set(err, ERR_PATCHSET, "%s '" SLICE_FMT "' is not allowed: %s", glob ? "glob" : "path",
		SLICE_ARG(str_slice(&quoted)), problem);
	str_release(&quoted);
	if (memchr(path.ptr ? path.ptr : "", '\\', path.len))
		return err_hint(err, "write '/' between folders, on Windows too");
	return err_hint(err, "name files by their path from the root of the tree, like cmake/Modules/FindMKL.cmake");
}

bool path_check(struct slice path, struct err *err)
{
	return check(path, false, err);
}

bool path_is_allowed(struct slice path)
{
	return !find_problem(path, false);
}

bool path_check_glob(struct slice glob, struct err *err)
{
	bool anchored = glob.len > 1 && glob.ptr[0] == '/';
	return check(slice_sub(glob, anchored ? 1 : 0, glob.len), true, err);
}

/* Offset just after the last '/', or 0. */
static size_t base_offset(struct slice path)
{
	size_t at = path.len;
	while (at && path.ptr[at - 1] != '/')
		at--;
	return at;
}

struct slice path_base(struct slice path)
{
	return slice_sub(path, base_offset(path), path.len);
}

struct slice path_dir(struct slice path)
{
	size_t at = base_offset(path);
	return slice_sub(path, 0, at ? at - 1 : 0);
}

void path_push(struct str *path, struct slice name)
{
	if (path->len && path->ptr[path->len - 1] != '/')
		str_add_char(path, '/');
	str_add(path, name);
}

char *path_join(const char *folder, const char *name)
{
	struct str path = STR_INIT;
	str_addf(&path, "%s%s%s", folder, folder[0] ? "/" : "", name);
	return str_detach(&path);
}

/* Appends one byte as C escapes it, or in octal. */
static void add_escaped(struct str *out, char c)
{
	static const char named[] = "\a\b\t\n\v\f\r\"\\";
	static const char letters[] = "abtnvfr\"\\";
	const char *hit = c ? strchr(named, c) : NULL;
	if (hit)
		str_addf(out, "\\%c", letters[hit - named]);
	else
		str_addf(out, "\\%03o", (unsigned)(unsigned char)c);
}

void path_quote(struct slice path, struct str *out)
{
	size_t begin = out->len;
	bool quote = false;
	str_add_char(out, '"');
	for (size_t i = 0; i < path.len;) {
		uint32_t code_point;
		size_t len = utf8_decode(path, i, &code_point);
		if (len == 0 || shown_is_hidden(code_point) || path.ptr[i] == '"' || path.ptr[i] == '\\') {
			len = len ? len : 1;
			for (size_t k = 0; k < len; k++)
				add_escaped(out, path.ptr[i + k]);
			quote = true;
		} else {
			str_add(out, slice_sub(path, i, i + len));
		}
		i += len;
	}
	if (quote) {
		str_add_char(out, '"');
		return;
	}
	/* Nothing had to be escaped: take the opening quote out again. */
	out->len = begin;
	out->ptr[begin] = '\0';
	str_add(out, path);
}
