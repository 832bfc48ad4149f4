#include "triage/packages.h"

#include <string.h>

const char *const package_kinds[PACKAGE_KINDS] = { "header", "library", "symbol", "name", "cmake", "module", "program",
	"feature", "api", "code", "declared", "arguments", "target" };
const struct package_source package_sources[PACKAGE_SOURCES] = { { "apt", "apt install" }, { "dnf", "dnf install" },
	{ "pip", "pip install" }, { "conda", "conda install -c conda-forge" }, { "brew", "brew install" },
	{ "vcpkg", "vcpkg install" } };

enum package_kind package_kind_of(struct slice name)
{
	size_t i = 0;
	while (i < PACKAGE_KINDS && !slice_eq_cstr(name, package_kinds[i]))
		i++;
	return (enum package_kind)i;
}

static bool is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static int byte_at(struct slice text, size_t at)
{
	return text.ptr[at] == '\\' ? '/' : (unsigned char)text.ptr[at];
}

static int compare_texts(struct slice a, struct slice b)
{
	size_t at = 0;
	while (at < a.len && at < b.len && byte_at(a, at) == byte_at(b, at))
		at++;
	if (at < a.len && at < b.len)
		return byte_at(a, at) - byte_at(b, at);
	return (a.len > b.len) - (a.len < b.len);
}

/* A beginning comes before the whole name of the same text, which says more. */
static int compare_names(const void *a, const void *b)
{
	const struct name *left = a, *right = b;
	int order = compare_texts(left->text, right->text);
	return order ? order : (int)right->is_beginning - (int)left->is_beginning;
}

static bool is_same(const struct name *a, const struct name *b)
{
	return compare_names(a, b) == 0;
}

static bool begins_with(struct slice text, struct slice beginning)
{
	return text.len >= beginning.len && compare_texts(slice_sub(text, 0, beginning.len), beginning) == 0;
}

/* The beginnings of `text` are `at` and those that it leads to. */
static size_t beginning_of(const struct names *names, size_t at, struct slice text)
{
	while (at && !(names->items[at - 1].is_beginning && begins_with(text, names->items[at - 1].text)))
		at = names->items[at - 1].shorter;
	return at;
}

static void names_sort(struct names *names)
{
	size_t kept = 0;
	sort_stable(names->items, names->count, sizeof(*names->items), compare_names);
	for (size_t i = 0; i < names->count; i++) {
		if (kept && is_same(&names->items[kept - 1], &names->items[i]))
			continue;
		names->items[kept] = names->items[i];
		names->items[kept].shorter = beginning_of(names, kept, names->items[i].text);
		kept++;
	}
	names->count = kept;
}

/* "gl*" is glBegin and not global: what follows a short word in a name of C's is a capital, a digit or "_". */
#define SHORT_WORD 3

static bool cuts_word(struct slice beginning, struct slice text)
{
	size_t length = 0;
	while (length < beginning.len && is_lower(beginning.ptr[length]))
		length++;
	return length && length <= SHORT_WORD && length == beginning.len && text.len > length &&
	       is_lower(text.ptr[length]);
}

/* How many of the names are not after `text`. */
static size_t count_up_to(const struct names *names, struct slice text, size_t *compared)
{
	size_t low = 0, high = names->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		bool is_after = compare_texts(names->items[middle].text, text) > 0;
		(*compared)++;
		if (is_after)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static size_t how_much(const struct name *name, struct slice text, bool is_of_c)
{
	if (!name->is_beginning)
		return compare_texts(name->text, text) == 0 ? name->text.len + 2 : 0;
	bool counts = begins_with(text, name->text) && !(is_of_c && cuts_word(name->text, text));
	return counts ? name->text.len + 1 : 0;
}

/*
 * The name that says most of `text`, or NULL: a beginning says its length and one more, a whole name two more, and what
 * says no more than `*most` does not count. `*most`: how much it says. `is_of_c`: a beginning that cuts a word of C's
 * is none.
 */
static const struct name *names_find(
	const struct names *names, struct slice text, bool is_of_c, size_t *most, size_t *compared)
{
	/* All names between a beginning and what begins with it begin with it as well. */
	for (size_t at = count_up_to(names, text, compared); at; at = names->items[at - 1].shorter) {
		size_t much = how_much(&names->items[at - 1], text, is_of_c);
		bool says_more = much > *most;
		(*compared)++;
		*most = says_more ? much : *most;
		if (much)
			return says_more ? &names->items[at - 1] : NULL;
	}
	return NULL;
}

static size_t count_patterns(const struct packages *packages, enum package_kind kind)
{
	size_t count = 0;
	for (size_t i = 0; i < packages->count; i++)
		for (size_t j = 0; packages->items[i].known_by[kind] && packages->items[i].known_by[kind][j]; j++)
			count++;
	return count;
}

static void sort_kind(struct packages *packages, enum package_kind kind, struct arena *arena)
{
	struct names *names = &packages->names[kind];
	names->items = arena_alloc(arena, (count_patterns(packages, kind) + 1) * sizeof(*names->items));
	names->count = 0;
	for (size_t i = 0; i < packages->count; i++) {
		const char *const *patterns = packages->items[i].known_by[kind];
		for (size_t j = 0; patterns && patterns[j]; j++) {
			struct slice text = slice_of(patterns[j]);
			bool is_beginning = slice_ends_with(text, "*");
			names->items[names->count++] =
				(struct name){ slice_sub(text, 0, text.len - is_beginning), is_beginning, i, 0 };
		}
	}
	names_sort(names);
}

void packages_sort(struct packages *packages, struct arena *arena)
{
	for (size_t kind = 0; kind < PACKAGE_KINDS; kind++)
		sort_kind(packages, (enum package_kind)kind, arena);
}

/* `*most`: how much a pattern must say, and how much that of what is found says. */
static struct found find_better(
	const struct packages *packages, enum package_kind kind, struct slice name, size_t *most)
{
	size_t compared = 0;
	bool is_of_c = kind == PACKAGE_SYMBOL || kind == PACKAGE_NAME;
	const struct name *found = names_find(&packages->names[kind], name, is_of_c, most, &compared);
	if (packages->compared)
		*packages->compared += compared;
	return found ? (struct found){ &packages->items[found->owner], !found->is_beginning, false }
		     : (struct found){ 0 };
}

/* `least`: how much a pattern must say. */
static struct found find_best(const struct packages *packages, enum package_kind kind, struct slice name, size_t least)
{
	return find_better(packages, kind, name, &least);
}

static bool is_of_name(char c)
{
	return ascii_is_letter(c) || ascii_is_digit(c) || c == '_' || c == ':' || c == '~';
}

/* "a::f" of "ns::type<x> a::f<int>(long) const": what is before the arguments, without those of templates. */
static struct slice declared_name(struct slice text, struct str *out)
{
	size_t depth = 0, from = out->len;
	for (size_t at = 0; at < text.len; at++) {
		char c = text.ptr[at];
		bool is_anonymous = slice_starts_with(slice_sub(text, at, text.len), "(anonymous namespace)::");
		if (is_anonymous)
			at += strlen("(anonymous namespace)::") - 1;
		else if (c == '<')
			depth++;
		else if (c == '>')
			depth -= depth > 0;
		else if (depth == 0 && is_of_name(c))
			str_add_char(out, c);
		else if (depth == 0 && (c == '(' || c == '@'))
			break;
		else if (depth == 0 && at + 1 < text.len && is_of_name(text.ptr[at + 1]))
			from = out->len;
	}
	return slice_sub(str_slice(out), from, out->len);
}

/* "a::f" of "_ZN1a1fEl" and of "_ZNK1a1fEl"; of others nothing (Itanium C++ ABI, "nested-name"). */
static struct slice demangled_name(struct slice text, struct str *out)
{
	size_t at = 3, from = out->len;
	if (!slice_starts_with(text, "_ZN") && !slice_starts_with(text, "_ZTVN") && !slice_starts_with(text, "_ZTIN"))
		return SLICE_LITERAL("");
	while (at < text.len && !ascii_is_digit(text.ptr[at]))
		at++;
	while (at < text.len && ascii_is_digit(text.ptr[at])) {
		size_t length = 0;
		for (; at < text.len && ascii_is_digit(text.ptr[at]) && length < text.len; at++)
			length = length * 10 + (size_t)(text.ptr[at] - '0');
		if (length > text.len - at)
			break;
		str_addf(out, "%s" SLICE_FMT, out->len > from ? "::" : "", SLICE_ARG(slice_sub(text, at, at + length)));
		at += length;
	}
	return slice_sub(str_slice(out), from, out->len);
}

static struct found find_symbol(const struct packages *packages, struct slice *name, struct str *scratch)
{
	/* What precedes a mangled name; the last one precedes all. */
	static const char *const before[] = { "_ZNK", "_ZN", "_ZTIN", "_ZTVN", "_ZTI", "_ZTV", "_Z", "" };
	str_clear(scratch);
	struct slice plain = demangled_name(*name, scratch);
	if (!plain.len)
		plain = declared_name(*name, scratch);
	struct found found = { 0 };
	if (plain.len)
		found = find_best(packages, PACKAGE_SYMBOL, plain, 0);
	for (size_t i = 0; !found.package && i < COUNT_OF(before); i++)
		if (slice_starts_with(*name, before[i]))
			found = find_best(packages, PACKAGE_SYMBOL, slice_sub(*name, strlen(before[i]), name->len), 0);
	if (!found.package || !plain.len)
		return found;
	*name = plain;
	return found;
}

struct found packages_find(
	const struct packages *packages, enum package_kind kind, struct slice *name, struct str *scratch)
{
	if (kind == PACKAGE_SYMBOL)
		return find_symbol(packages, name, scratch);
	struct found found = find_best(packages, kind, *name, 0);
	bool is_path = kind == PACKAGE_HEADER || kind == PACKAGE_PROGRAM || kind == PACKAGE_FEATURE;
	for (size_t at = 0; is_path && !found.package && at < name->len; at++)
		if (name->ptr[at] == '/' || name->ptr[at] == '\\')
			found = find_best(packages, kind, slice_sub(*name, at + 1, name->len), 0);
	return found;
}

void package_add_remedy(const struct package *package, struct str *out)
{
	const char *between = "";
	for (size_t i = 0; i < PACKAGE_SOURCES; i++) {
		if (!package->from[i])
			continue;
		str_addf(out, "%s%s %s", between, package_sources[i].command, package->from[i]);
		between = "; ";
	}
	if (package->note)
		str_addf(out, "%s%s", between, package->note);
}

/* What a name in a source is known by: "gl*" says too little there. */
#define SOURCE_LEAST 4

/* Where the part of "a::b::c" after the last "::" begins; 0 without one. */
static size_t last_part(struct slice name)
{
	size_t at = name.len;
	while (at && name.ptr[at - 1] != ':')
		at--;
	return at;
}

/* A name that says enough without its namespace: PackedTensorAccessor32, checked_tensor_unwrap. */
#define DISTINCT_LEAST 10

static bool is_distinct(struct slice name)
{
	bool joins = false;
	for (size_t i = 1; i < name.len; i++) {
		bool is_capital = !is_lower(name.ptr[i]) && ascii_is_letter(name.ptr[i]);
		joins = joins || name.ptr[i] == '_' || (is_capital && is_lower(name.ptr[i - 1]));
	}
	return joins && name.len >= DISTINCT_LEAST;
}

static bool is_in_torch(struct slice name)
{
	return slice_starts_with(name, "at::") || slice_starts_with(name, "c10::") ||
	       slice_starts_with(name, "torch::");
}

/* Where what the tables call "torch::b" begins in "at::a::b": with its class, where it is in one ("Tensor::b"). */
static size_t own_part(struct slice name)
{
	size_t at = last_part(name);
	size_t outer = at > 2 ? last_part(slice_sub(name, 0, at - 2)) : 0;
	bool has_class = outer < at && ascii_is_letter(name.ptr[outer]) && !is_lower(name.ptr[outer]);
	return has_class ? outer : at;
}

/* The tables have what is in any of PyTorch's namespaces as torch::name, and torch::Class::name. */
static struct found find_in_torch(const struct packages *packages, struct slice whole)
{
	size_t begin = own_part(whole), most = SOURCE_LEAST;
	if (last_part(whole) ? !is_in_torch(whole) : !is_distinct(whole))
		return (struct found){ 0 };
	struct str key = STR_INIT;
	str_addf(&key, "torch::" SLICE_FMT, SLICE_ARG(slice_sub(whole, begin, whole.len)));
	struct found found = find_better(packages, PACKAGE_NAME, str_slice(&key), &most);
	str_release(&key);
	return found;
}

struct found packages_find_in_source(const struct packages *packages, enum package_kind kind, struct slice *name,
	struct slice scope, struct str *scratch)
{
	str_clear(scratch);
	if (scope.len)
		str_addf(scratch, SLICE_FMT "%s" SLICE_FMT, SLICE_ARG(scope),
			kind == PACKAGE_API ? "." : "::", SLICE_ARG(*name));
	size_t most = SOURCE_LEAST;
	struct found found = { 0 };
	if (kind == PACKAGE_NAME)
		found = find_in_torch(packages, scope.len ? str_slice(scratch) : *name);
	if (!found.package && scope.len)
		found = find_better(packages, kind, str_slice(scratch), &most);
	if (found.package && scope.len)
		*name = str_slice(scratch);
	size_t dot = slice_find(*name, SLICE_LITERAL("."), 0);
	found.is_guess = found.package && kind == PACKAGE_API && dot != (size_t)-1 && most == dot + strlen(".*");
	bool is_member = kind == PACKAGE_DECLARED && scope.len && !slice_eq_cstr(scope, "std");
	return found.package || kind == PACKAGE_API || is_member ? found
								 : find_best(packages, kind, *name, SOURCE_LEAST);
}
