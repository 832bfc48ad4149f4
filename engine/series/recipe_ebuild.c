#include "base/ascii.h"
#include "series/recipe.h"

#include <string.h>

#include "base/path.h"

/* What an ebuild's variables stand for by its file's name: caffe2-2.4.1-r2.ebuild. */
struct names {
	struct slice pn, pv, pr; /* caffe2, 2.4.1, r2 (or nothing) */
};

static struct names names_of(struct slice path)
{
	struct slice base = path_base(path);
	struct names names = { { "", 0 }, { "", 0 }, { "", 0 } };
	base = slice_sub(base, 0, base.len - (slice_ends_with(base, ".ebuild") ? sizeof(".ebuild") - 1 : 0));
	size_t dash = base.len;
	while (dash && base.ptr[dash - 1] != '-')
		dash--;
	if (dash > 1 && dash + 1 < base.len && base.ptr[dash] == 'r' && base.ptr[dash + 1] >= '0' &&
		base.ptr[dash + 1] <= '9') {
		names.pr = slice_sub(base, dash, base.len);
		base = slice_sub(base, 0, dash - 1);
		for (dash = base.len; dash && base.ptr[dash - 1] != '-';)
			dash--;
	}
	names.pv = slice_sub(base, dash, base.len);
	names.pn = slice_sub(base, 0, dash ? dash - 1 : 0);
	return names;
}

/* Appends what the variable stands for; false where only a run could tell. */
static bool add_variable(const struct names *names, struct slice name, struct str *out)
{
	if (slice_eq_cstr(name, "FILESDIR"))
		str_add_cstr(out, "files");
	else if (slice_eq_cstr(name, "PN"))
		str_add(out, names->pn);
	else if (slice_eq_cstr(name, "PV"))
		str_add(out, names->pv);
	else if (slice_eq_cstr(name, "P"))
		str_addf(out, SLICE_FMT "-" SLICE_FMT, SLICE_ARG(names->pn), SLICE_ARG(names->pv));
	else if (slice_eq_cstr(name, "PVR"))
		str_addf(out, SLICE_FMT "%s" SLICE_FMT, SLICE_ARG(names->pv), names->pr.len ? "-" : "",
			SLICE_ARG(names->pr));
	else
		return false;
	return true;
}

/* A word of the shell as it is after quotes and the variables above were taken out; what is not known stays as it is
 * written. */
static void expand(const struct names *names, struct slice word, struct str *out)
{
	for (size_t i = 0; i < word.len; i++) {
		char c = word.ptr[i];
		if (c == '"' || c == '\'')
			continue;
		bool braces = c == '$' && i + 1 < word.len && word.ptr[i + 1] == '{';
		size_t begin = i + (braces ? 2 : 1), end = begin;
		while (c == '$' && end < word.len && ascii_is_word(word.ptr[end]))
			end++;
		if (c == '$' && (!braces || (end < word.len && word.ptr[end] == '}')) &&
			add_variable(names, slice_sub(word, begin, end), out))
			i = end - (braces ? 0 : 1);
		else
			str_add_char(out, c);
	}
}

static bool ends_word(char c)
{
	return strchr(" \t\n;&|()", c) != NULL;
}

/* The word at `*at`, which moves behind it. */
static struct slice next_word(struct slice text, size_t *at)
{
	size_t begin = *at;
	char quote = 0;
	while (*at < text.len && (quote || !ends_word(text.ptr[*at]))) {
		char c = text.ptr[(*at)++];
		if (quote ? c == quote : c == '"' || c == '\'')
			quote = quote ? 0 : c;
	}
	return slice_sub(text, begin, *at);
}

static void skip_comment(struct slice text, size_t *at)
{
	while (*at < text.len && text.ptr[*at] != '\n')
		(*at)++;
}

/* The words from `*at` to the end of the command, or of the array, as patches. */
static void take_words(
	struct recipe *recipe, const struct names *names, size_t *at, bool is_array, const char *condition)
{
	struct str name = STR_INIT;
	size_t strip = RECIPE_STRIP_UNSAID;
	while (*at < recipe->text.len) {
		char c = recipe->text.ptr[*at];
		if (is_array ? c == ')' : strchr("\n;&|)", c) != NULL)
			break;
		if (c == '\\' && *at + 1 < recipe->text.len)
			*at += 2;
		else if (c == '#')
			skip_comment(recipe->text, at);
		else if (ends_word(c))
			(*at)++;
		else {
			size_t offset = *at;
			struct slice word = next_word(recipe->text, at);
			str_clear(&name);
			expand(names, word, &name);
			if (!is_array && slice_starts_with(word, "-")) {
				strip = word.len == 3 && word.ptr[1] == 'p' && word.ptr[2] >= '0' && word.ptr[2] <= '9'
						? (size_t)(word.ptr[2] - '0')
						: strip;
				continue;
			}
			struct recipe_patch *patch = recipe_add(recipe, offset, str_slice(&name));
			patch->strip = strip;
			patch->condition = condition;
		}
	}
	str_release(&name);
}

/* What stands in front of a command in its line, `use cuda &&`: it is run only then. */
static const char *line_before(struct recipe *recipe, size_t offset)
{
	size_t begin = offset;
	while (begin && recipe->text.ptr[begin - 1] != '\n')
		begin--;
	struct slice before = slice_trim(slice_sub(recipe->text, begin, offset));
	return before.len ? arena_dup(&recipe->arena, before) : NULL;
}

void recipe_read_ebuild(struct recipe *recipe)
{
	struct names names = names_of(slice_of(recipe->path));
	struct slice text = recipe->text;
	for (size_t at = 0; at < text.len;) {
		size_t offset = at;
		if (text.ptr[at] == '#') {
			skip_comment(text, &at);
			continue;
		}
		struct slice word = next_word(text, &at);
		bool is_array = at < text.len && text.ptr[at] == '(' &&
				(slice_eq_cstr(word, "PATCHES=") || slice_eq_cstr(word, "PATCHES+="));
		if (is_array) {
			const char *condition = line_before(recipe, offset);
			at++;
			take_words(recipe, &names, &at, true, condition);
		} else if (slice_eq_cstr(word, "eapply") || slice_eq_cstr(word, "epatch")) {
			take_words(recipe, &names, &at, false, line_before(recipe, offset));
		} else if (!word.len) {
			at++;
		}
	}
}
