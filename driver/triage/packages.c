#include "triage/packages.h"

#include <string.h>

const char *const package_kinds[PACKAGE_KINDS] = { "header", "library", "symbol", "name", "cmake", "module", "program",
	"feature", "api", "code", "declared" };
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

/* Does `name` begin so? What a pattern writes with '/' Windows writes with '\\'. */
static bool begins_so(const char *pattern, size_t length, struct slice name)
{
	size_t at = 0;
	while (at < length && at < name.len &&
		(name.ptr[at] == pattern[at] || (name.ptr[at] == '\\' && pattern[at] == '/')))
		at++;
	return at == length;
}

/* How much of `name` the pattern says, and one more; 0: it is another. */
static size_t how_well(const char *pattern, struct slice name)
{
	/* Nearly all end here: a table has thousands of names. */
	if (name.len && pattern[0] != name.ptr[0] && pattern[0] != '/' && pattern[0] != '*')
		return 0;
	size_t length = strlen(pattern);
	if (length && pattern[length - 1] == '*')
		return begins_so(pattern, length - 1, name) ? length : 0;
	return name.len == length && begins_so(pattern, length, name) ? length + 2 : 0;
}

/* "gl*" is glBegin and not global: what follows a short word in a name of C's is a capital, a digit or "_". */
#define SHORT_WORD 3

static bool is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static bool cuts_word(const char *pattern, struct slice name)
{
	size_t length = 0;
	while (is_lower(pattern[length]))
		length++;
	return length && length <= SHORT_WORD && strcmp(pattern + length, "*") == 0 && name.len > length &&
	       is_lower(name.ptr[length]);
}

/* `*most`: how much a pattern must say, and how much that of what is found says. */
static const struct package *find_better(
	const struct packages *packages, enum package_kind kind, struct slice name, size_t *most)
{
	const struct package *best = NULL;
	for (size_t i = 0; i < packages->count; i++) {
		const char *const *patterns = packages->items[i].known_by[kind];
		for (size_t j = 0; patterns && patterns[j]; j++) {
			size_t well = how_well(patterns[j], name);
			bool is_of_c = kind == PACKAGE_SYMBOL || kind == PACKAGE_NAME;
			if (well > *most && !(is_of_c && cuts_word(patterns[j], name))) {
				*most = well;
				best = &packages->items[i];
			}
		}
	}
	return best;
}

/* `least`: how much a pattern must say. */
static const struct package *find_best(
	const struct packages *packages, enum package_kind kind, struct slice name, size_t least)
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

static const struct package *find_symbol(const struct packages *packages, struct slice *name, struct str *scratch)
{
	/* What precedes a mangled name; the last one precedes all. */
	static const char *const before[] = { "_ZNK", "_ZN", "_ZTIN", "_ZTVN", "_ZTI", "_ZTV", "_Z", "" };
	str_clear(scratch);
	struct slice plain = demangled_name(*name, scratch);
	if (!plain.len)
		plain = declared_name(*name, scratch);
	const struct package *found = plain.len ? find_best(packages, PACKAGE_SYMBOL, plain, 0) : NULL;
	for (size_t i = 0; !found && i < COUNT_OF(before); i++)
		if (slice_starts_with(*name, before[i]))
			found = find_best(packages, PACKAGE_SYMBOL, slice_sub(*name, strlen(before[i]), name->len), 0);
	if (!found || !plain.len)
		return found;
	*name = plain;
	return found;
}

const struct package *packages_find(
	const struct packages *packages, enum package_kind kind, struct slice *name, struct str *scratch)
{
	if (kind == PACKAGE_SYMBOL)
		return find_symbol(packages, name, scratch);
	const struct package *found = find_best(packages, kind, *name, 0);
	bool is_path = kind == PACKAGE_HEADER || kind == PACKAGE_PROGRAM || kind == PACKAGE_FEATURE;
	for (size_t at = 0; is_path && !found && at < name->len; at++)
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
static const struct package *find_in_torch(const struct packages *packages, struct slice whole)
{
	size_t begin = own_part(whole), most = SOURCE_LEAST;
	if (last_part(whole) ? !is_in_torch(whole) : !is_distinct(whole))
		return NULL;
	struct str key = STR_INIT;
	str_addf(&key, "torch::" SLICE_FMT, SLICE_ARG(slice_sub(whole, begin, whole.len)));
	const struct package *found = find_better(packages, PACKAGE_NAME, str_slice(&key), &most);
	str_release(&key);
	return found;
}

const struct package *packages_find_in_source(const struct packages *packages, enum package_kind kind,
	struct slice *name, struct slice scope, struct str *scratch, bool *is_guess)
{
	str_clear(scratch);
	if (scope.len)
		str_addf(scratch, SLICE_FMT "%s" SLICE_FMT, SLICE_ARG(scope),
			kind == PACKAGE_API ? "." : "::", SLICE_ARG(*name));
	size_t most = SOURCE_LEAST;
	const struct package *found =
		kind == PACKAGE_NAME ? find_in_torch(packages, scope.len ? str_slice(scratch) : *name) : NULL;
	if (!found && scope.len)
		found = find_better(packages, kind, str_slice(scratch), &most);
	if (found && scope.len)
		*name = str_slice(scratch);
	size_t dot = slice_find(*name, SLICE_LITERAL("."), 0);
	*is_guess = found && kind == PACKAGE_API && dot != (size_t)-1 && most == dot + strlen(".*");
	bool is_member = kind == PACKAGE_DECLARED && scope.len && !slice_eq_cstr(scope, "std");
	return found || kind == PACKAGE_API || is_member ? found : find_best(packages, kind, *name, SOURCE_LEAST);
}
