/* The door to PCRE2: no other file includes pcre2.h. */
#include "format/regex.h"

#include <stdlib.h>
#include <string.h>
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "format/newline.h"
#include "platform/read.h"

/*
 * What one search may cost. PCRE2 counts steps anew for each place where a match may begin, and counts no steps while
 * it runs over the bytes of a simple repeat, so its own limit bounds one place only. Hence:
 *  - A subject of up to QUICK_BYTES is tried in one call, with a limit per place such that all places together stay
 *    within CALL_STEPS. Nearly every search ends there.
 *  - Others, and those that came to that limit, go over the places in pieces, and look at the clock of the thread
 *    between them, which a busy machine does not advance. At worst the first piece takes PIECE_STEPS; pieces grow up to
 *    PIECE_GROWTH times while they are quick.
 */
#define MATCH_LIMIT 1000000u
#define DEPTH_LIMIT MATCH_LIMIT
#define HEAP_LIMIT_KIB (64u << 10)
#define JIT_STACK_MAX_BYTES ((size_t)64 << 20)
#define QUICK_BYTES ((size_t)64 << 10)
#define CALL_STEPS ((size_t)1 << 28)
#define PIECE_STEPS ((size_t)1 << 27)
#define PIECE_GROWTH ((size_t)32)
#define PIECE_QUICK_NS 1000000u
#define BUDGET_NS ((uint64_t)10 * 1000000000u)

struct regex {
	pcre2_code *bytes;      /* for what is not UTF-8; NULL where the pattern has characters that bytes cannot say */
	pcre2_code *characters; /* for what is; NULL where the regex is of bytes */
	size_t n_groups;
	bool matches_empty;
	bool is_anchored; /* can match at one place only */
	bool has_verbs;   /* whose effect on other places would be lost between two calls */
};

struct regex_scratch {
	pcre2_match_data *data;
	pcre2_match_context *context;
	pcre2_jit_stack *stack;
	size_t n_pairs;   /* room in `data` */
	size_t n_matched; /* pairs of `data` that the last match has set */
	size_t bom;       /* bytes of the last subject's byte order mark: `data` counts from after it */
	uint64_t budget_ns;
	/* The pass that `spent_ns` belongs to. */
	const struct regex *pass_regex;
	struct slice pass_subject;
	const pcre2_code *pass_code; /* of `pass_regex`, the one for what this subject is */
	uint64_t spent_ns;
};

static void must_have(const void *memory)
{
	if (!memory)
		memory_exhausted();
}

/* "`prefix``reason of PCRE2`". */
static bool fail(struct err *err, const char *prefix, int code)
{
	PCRE2_UCHAR reason[256] = "";
	pcre2_get_error_message(code, reason, sizeof(reason));
	return err_set(err, ERR_PATCHSET, "%s%s", prefix, (const char *)reason);
}

static uint32_t compile_options(unsigned flags)
{
	uint32_t options = PCRE2_MULTILINE | PCRE2_NEVER_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_USE_OFFSET_LIMIT;
	if (flags & REGEX_NOCASE)
		options |= PCRE2_CASELESS;
	if (flags & REGEX_ANCHORED)
		options |= PCRE2_ANCHORED | PCRE2_ENDANCHORED;
	return options;
}

static pcre2_code *compile(struct slice pattern, uint32_t options, int *code, size_t *offset)
{
	pcre2_compile_context *context = pcre2_compile_context_create(NULL);
	must_have(context);
	pcre2_set_newline(context, PCRE2_NEWLINE_ANYCRLF);
	pcre2_set_bsr(context, PCRE2_BSR_ANYCRLF);
	pcre2_code *compiled = pcre2_compile(
		(PCRE2_SPTR)(pattern.ptr ? pattern.ptr : ""), pattern.len, options, code, offset, context);
	pcre2_compile_context_free(context);
	if (!compiled && *code == PCRE2_ERROR_HEAP_FAILED)
		memory_exhausted();
	return compiled;
}

/* What a regex of bytes and the same one of characters have in common. */
static const pcre2_code *any_code(const struct regex *regex)
{
	return regex->characters ? regex->characters : regex->bytes;
}

/* Sets what is to be known of the compiled regex. */
static void prepare(struct regex *regex, bool has_verbs)
{
	uint32_t n_groups = 0, empty = 0, options = 0;
	const pcre2_code *code = any_code(regex);
	pcre2_pattern_info(code, PCRE2_INFO_CAPTURECOUNT, &n_groups);
	pcre2_pattern_info(code, PCRE2_INFO_MATCHEMPTY, &empty);
	pcre2_pattern_info(code, PCRE2_INFO_ALLOPTIONS, &options);
	regex->n_groups = n_groups;
	regex->matches_empty = empty != 0;
	regex->is_anchored = options & PCRE2_ANCHORED;
	regex->has_verbs = has_verbs;
	/* Where there is no JIT, or the system forbids it, pcre2_match() interprets. */
	if (regex->bytes)
		pcre2_jit_compile(regex->bytes, PCRE2_JIT_COMPLETE);
	if (regex->characters)
		pcre2_jit_compile(regex->characters, PCRE2_JIT_COMPLETE);
}

/* Does a character that has a meaning in regular expressions stand where it has none? */
static bool is_about_brackets(int code)
{
	return code == PCRE2_ERROR_MISSING_CLOSING_PARENTHESIS || code == PCRE2_ERROR_UNMATCHED_CLOSING_PARENTHESIS ||
	       code == PCRE2_ERROR_MISSING_SQUARE_BRACKET || code == PCRE2_ERROR_QUANTIFIER_INVALID;
}

/* Compiles for bytes, for characters, or for both: see struct regex. False: neither could be, and `*code` is why. */
static bool compile_both(struct regex *regex, struct slice text, unsigned flags, int *code, size_t *offset)
{
	uint32_t options = compile_options(flags);
	if (flags & (REGEX_BYTES | REGEX_PLAIN) || !utf8_is_valid(text)) {
		regex->bytes = compile(text, options | PCRE2_NEVER_UTF, code, offset);
		return regex->bytes != NULL;
	}
	regex->characters = compile(text, options | PCRE2_UTF, code, offset);
	if (!regex->characters)
		return false;
	int other_code = 0;
	size_t other_offset = 0;
	if (utf8_ascii_prefix(text) == text.len)
		regex->bytes = compile(text, options | PCRE2_NEVER_UTF, &other_code, &other_offset);
	return true;
}

struct regex *regex_new(struct slice pattern, unsigned flags, size_t *error_offset, struct err *err)
{
	struct translation translation = { 0 };
	bool plain = flags & REGEX_PLAIN;
	if (!plain && !translation_make(&translation, pattern, error_offset, err))
		return NULL;
	struct regex *regex = xcalloc(1, sizeof(*regex));
	int code = 0;
	size_t offset = 0;
	if (compile_both(regex, plain ? pattern : str_slice(&translation.text), flags, &code, &offset)) {
		/* A converted glob has verbs, but is tried on paths, which are short. */
		prepare(regex, plain || translation.has_verbs);
		/* PCRE2 10.42 does not count what (*ACCEPT) in a group ends. */
		regex->matches_empty |= translation.may_accept;
	} else {
		*error_offset = plain ? offset : translation_origin(&translation, offset);
		fail(err, "bad regular expression: ", code);
		if (!plain && is_about_brackets(code))
			err_hint(err, "write \\( \\) \\[ \\{ \\* \\+ \\? where the character itself is meant");
		regex_free(regex);
		regex = NULL;
	}
	translation_release(&translation);
	return regex;
}

void regex_free(struct regex *regex)
{
	if (!regex)
		return;
	pcre2_code_free(regex->bytes);
	pcre2_code_free(regex->characters);
	free(regex);
}

bool regex_matches_empty(const struct regex *regex)
{
	return regex->matches_empty;
}

size_t regex_group_count(const struct regex *regex)
{
	return regex->n_groups;
}

struct regex_scratch *regex_scratch_new(void)
{
	struct regex_scratch *scratch = xcalloc(1, sizeof(*scratch));
	scratch->budget_ns = BUDGET_NS;
	scratch->context = pcre2_match_context_create(NULL);
	must_have(scratch->context);
	pcre2_set_depth_limit(scratch->context, DEPTH_LIMIT);
	pcre2_set_heap_limit(scratch->context, HEAP_LIMIT_KIB);
	/* Without a stack of its own a match has 32 KiB of the machine's, too little for a lazy repeat over a page of
	 * text. */
	scratch->stack = pcre2_jit_stack_create((size_t)32 << 10, JIT_STACK_MAX_BYTES, NULL);
	if (scratch->stack)
		pcre2_jit_stack_assign(scratch->context, NULL, scratch->stack);
	return scratch;
}

void regex_scratch_free(struct regex_scratch *scratch)
{
	if (!scratch)
		return;
	pcre2_match_data_free(scratch->data);
	pcre2_match_context_free(scratch->context);
	pcre2_jit_stack_free(scratch->stack);
	free(scratch);
}

void regex_scratch_set_budget(struct regex_scratch *scratch, uint64_t budget_ns)
{
	scratch->budget_ns = budget_ns;
}

static void make_room(struct regex_scratch *scratch, size_t n_pairs)
{
	if (scratch->n_pairs >= n_pairs)
		return;
	pcre2_match_data_free(scratch->data);
	scratch->data = pcre2_match_data_create((uint32_t)n_pairs, NULL);
	must_have(scratch->data);
	scratch->n_pairs = n_pairs;
}

/* One call: places [from, last], each with up to `limit` steps. Places after `last` are not tried; PCRE2_UNSET: all
 * are. */
static enum regex_result match_once(
	struct regex_scratch *scratch, struct slice subject, size_t from, size_t last, uint32_t limit)
{
	pcre2_set_offset_limit(scratch->context, last);
	pcre2_set_match_limit(scratch->context, limit);
	/* That the subject is UTF-8 where the code wants it was seen when the pass began. */
	int rc = pcre2_match(scratch->pass_code, (PCRE2_SPTR)subject.ptr, subject.len, from, PCRE2_NO_UTF_CHECK,
		scratch->data, scratch->context);
	scratch->n_matched = rc > 0 ? (size_t)rc : 0;
	if (rc > 0)
		return REGEX_MATCH;
	if (rc == PCRE2_ERROR_NOMEMORY)
		memory_exhausted();
	/* What else can happen to a valid pattern on bytes: steps, depth, heap or stack ran out, or a recursion without
	 * end. */
	return rc == PCRE2_ERROR_NOMATCH ? REGEX_NO_MATCH : REGEX_LIMIT;
}

/* Steps per place such that all places together stay within CALL_STEPS, unless the subject is very long. */
static uint32_t limit_for_one_call(size_t n_places)
{
	size_t limit = CALL_STEPS / (n_places + 1);
	return limit > MATCH_LIMIT ? MATCH_LIMIT : limit < 1000 ? 1000 : (uint32_t)limit;
}

/* The first place from `at` on where a match may begin: not within a character. */
static size_t place_from(const struct regex_scratch *scratch, struct slice subject, size_t at)
{
	if (scratch->pass_code == scratch->pass_regex->characters)
		while (at < subject.len && ((unsigned char)subject.ptr[at] & 0xC0) == 0x80)
			at++;
	return at;
}

static enum regex_result match_pieces(
	struct regex_scratch *scratch, struct slice subject, size_t from, uint64_t deadline_ns)
{
	uint64_t now_ns = platform_monotonic_ns();
	size_t places = PIECE_STEPS / (MATCH_LIMIT + (subject.len - from)) + 1, most_places = places * PIECE_GROWTH;
	for (;;) {
		size_t last = subject.len - from > places ? from + places : PCRE2_UNSET;
		/* PCRE2 itself does not begin between the two bytes of a line end, unless a search is told to. */
		if (last != PCRE2_UNSET && last + 1 < subject.len && subject.ptr[last] == '\r' &&
			subject.ptr[last + 1] == '\n')
			last++;
		else if (last != PCRE2_UNSET)
			last = place_from(scratch, subject, last + 1) - 1;
		enum regex_result result = match_once(scratch, subject, from, last, MATCH_LIMIT);
		if (result != REGEX_NO_MATCH || last == PCRE2_UNSET)
			return result;
		uint64_t begun_ns = now_ns;
		now_ns = platform_monotonic_ns();
		if (platform_thread_ns() >= deadline_ns)
			return REGEX_LIMIT;
		if (now_ns - begun_ns < PIECE_QUICK_NS && places < most_places)
			places *= 2;
		from = last + 1;
	}
}

static enum regex_result match_all_places(
	const struct regex *regex, struct regex_scratch *scratch, struct slice subject, size_t from)
{
	size_t n_places = subject.len - from + 1;
	if (regex->is_anchored)
		return match_once(scratch, subject, from, PCRE2_UNSET, MATCH_LIMIT);
	if (regex->has_verbs)
		return match_once(scratch, subject, from, PCRE2_UNSET, limit_for_one_call(n_places));
	enum regex_result result = REGEX_LIMIT;
	if (n_places <= QUICK_BYTES) {
		/* This clock costs a tenth of the thread's, and the searches that end here are many. */
		uint64_t begun_ns = platform_monotonic_ns();
		result = match_once(scratch, subject, from, PCRE2_UNSET, limit_for_one_call(n_places));
		scratch->spent_ns += platform_monotonic_ns() - begun_ns;
	}
	if (result == REGEX_LIMIT && scratch->spent_ns < scratch->budget_ns) {
		uint64_t begun_ns = platform_thread_ns();
		result = match_pieces(scratch, subject, from, begun_ns + scratch->budget_ns - scratch->spent_ns);
		scratch->spent_ns += platform_thread_ns() - begun_ns;
	}
	return result;
}

/* The code that a subject is searched with, NULL where none can find anything in it: a pattern with characters beyond
 * ASCII, in what is not UTF-8. */
static const pcre2_code *code_for(const struct regex *regex, struct slice subject)
{
	return regex->characters && utf8_is_valid(subject) ? regex->characters : regex->bytes;
}

enum regex_result regex_search(const struct regex *regex, struct regex_scratch *scratch, struct slice subject,
	size_t from, size_t *begin, size_t *end)
{
	scratch->n_matched = 0;
	if (from > subject.len)
		return REGEX_NO_MATCH;
	scratch->bom = utf8_mark_len(subject);
	subject = slice_sub(subject, scratch->bom, subject.len);
	from -= from < scratch->bom ? from : scratch->bom;
	if (!subject.ptr)
		subject.ptr = "";
	make_room(scratch, regex->n_groups + 1);
	if (from == 0 || scratch->pass_regex != regex || scratch->pass_subject.ptr != subject.ptr ||
		scratch->pass_subject.len != subject.len) {
		scratch->spent_ns = 0;
		scratch->pass_code = code_for(regex, subject);
	}
	scratch->pass_regex = regex;
	scratch->pass_subject = subject;
	if (!scratch->pass_code)
		return REGEX_NO_MATCH;
	if (scratch->spent_ns >= scratch->budget_ns)
		return REGEX_LIMIT;
	enum regex_result result = match_all_places(regex, scratch, subject, place_from(scratch, subject, from));
	if (result != REGEX_MATCH)
		return result;
	const PCRE2_SIZE *pairs = pcre2_get_ovector_pointer(scratch->data);
	*begin = pairs[0] + scratch->bom;
	*end = pairs[1] + scratch->bom;
	return REGEX_MATCH;
}

bool regex_group(const struct regex_scratch *scratch, size_t number, size_t *begin, size_t *end)
{
	if (number >= scratch->n_matched)
		return false;
	const PCRE2_SIZE *pairs = pcre2_get_ovector_pointer(scratch->data) + 2 * number;
	if (pairs[0] == PCRE2_UNSET)
		return false;
	*begin = pairs[0] + scratch->bom;
	*end = pairs[1] + scratch->bom;
	return true;
}

/* `size` is room on entry; on success the length, on PCRE2_ERROR_NOMEMORY the room needed, else the byte of
 * `replacement` that is wrong. */
static int substitute(const pcre2_code *code, struct regex_scratch *scratch, struct slice subject,
	struct slice replacement, char *out, size_t *size)
{
	uint32_t options = PCRE2_SUBSTITUTE_MATCHED | PCRE2_SUBSTITUTE_REPLACEMENT_ONLY | PCRE2_SUBSTITUTE_EXTENDED |
			   PCRE2_SUBSTITUTE_UNSET_EMPTY | PCRE2_SUBSTITUTE_OVERFLOW_LENGTH;
	return pcre2_substitute(code, (PCRE2_SPTR)(subject.ptr ? subject.ptr : ""), subject.len, 0, options,
		scratch->data, scratch->context, (PCRE2_SPTR)(replacement.ptr ? replacement.ptr : ""), replacement.len,
		(PCRE2_UCHAR *)out, size);
}

static bool fail_replacement(struct err *err, int code, size_t offset, uint32_t n_groups)
{
	if (code == PCRE2_ERROR_NOSUBSTRING && n_groups)
		err_set(err, ERR_PATCHSET, "the pattern has no such group: it has %u", (unsigned)n_groups);
	else if (code == PCRE2_ERROR_NOSUBSTRING)
		err_set(err, ERR_PATCHSET, "the pattern has no groups");
	else
		fail(err, "", code);
	err_prefix(err, "bad replacement at byte %zu", offset);
	return err_hint(err, "'$1' and '${name}' are groups, '$$' is a dollar sign, '\\\\' a backslash");
}

static bool expand(const pcre2_code *code, struct regex_scratch *scratch, struct slice subject,
	struct slice replacement, struct str *out, struct err *err)
{
	size_t size = replacement.len + 64;
	str_reserve(out, size);
	int rc = substitute(code, scratch, subject, replacement, out->ptr + out->len, &size);
	if (rc == PCRE2_ERROR_NOMEMORY) {
		str_reserve(out, size);
		rc = substitute(code, scratch, subject, replacement, out->ptr + out->len, &size);
	}
	if (rc >= 0)
		out->len += size;
	out->ptr[out->len] = '\0';
	uint32_t n_groups = 0;
	pcre2_pattern_info(code, PCRE2_INFO_CAPTURECOUNT, &n_groups);
	return rc >= 0 || fail_replacement(err, rc, size, n_groups);
}

bool regex_expand(
	struct regex_scratch *scratch, struct slice subject, struct slice replacement, struct str *out, struct err *err)
{
	return expand(scratch->pass_code, scratch, utf8_without_mark(subject), replacement, out, err);
}

/* The name of group `number`, or NULL. */
static const char *group_name(const pcre2_code *code, size_t number)
{
	uint32_t count = 0, size = 0;
	PCRE2_SPTR table = NULL;
	pcre2_pattern_info(code, PCRE2_INFO_NAMECOUNT, &count);
	pcre2_pattern_info(code, PCRE2_INFO_NAMEENTRYSIZE, &size);
	pcre2_pattern_info(code, PCRE2_INFO_NAMETABLE, &table);
	for (uint32_t i = 0; i < count; i++, table += size)
		if (((size_t)table[0] << 8 | table[1]) == number)
			return (const char *)table + 2;
	return NULL;
}

/*
 * A match to try a replacement on, for PCRE2 checks a replacement only while it makes it: a pattern with the same
 * groups, matched on nothing, where either all groups or none took part, so that both branches of ${1:+yes:no} come to
 * be read.
 */
static pcre2_code *probe_new(const struct regex *regex, bool groups_match)
{
	struct str pattern = STR_INIT;
	str_add_cstr(&pattern, groups_match ? "(?J)(?:" : "(?J)(?:(?!)");
	for (size_t i = 1; i <= regex->n_groups; i++) {
		const char *name = group_name(any_code(regex), i);
		if (name)
			str_addf(&pattern, "(?<%s>)", name);
		else
			str_add_cstr(&pattern, "()");
	}
	str_add_cstr(&pattern, "|)");
	int code = 0;
	size_t offset = 0;
	pcre2_code *probe = compile(str_slice(&pattern), 0, &code, &offset);
	str_release(&pattern);
	return probe;
}

static bool check_on_probe(const struct regex *regex, struct slice replacement, bool groups_match, struct err *err)
{
	struct regex_scratch *scratch = regex_scratch_new();
	struct str out = STR_INIT;
	pcre2_code *probe = probe_new(regex, groups_match);
	must_have(probe);
	make_room(scratch, regex->n_groups + 1);
	pcre2_match(probe, (PCRE2_SPTR) "", 0, 0, 0, scratch->data, NULL);
	bool ok = expand(probe, scratch, SLICE_LITERAL(""), replacement, &out, err);
	pcre2_code_free(probe);
	str_release(&out);
	regex_scratch_free(scratch);
	return ok;
}

bool regex_check_replacement(const struct regex *regex, struct slice replacement, struct err *err)
{
	return check_on_probe(regex, replacement, true, err) && check_on_probe(regex, replacement, false, err);
}

bool regex_from_glob(struct slice glob, struct str *pattern, struct err *err)
{
	pcre2_convert_context *context = pcre2_convert_context_create(NULL);
	must_have(context);
	/* Windows has other defaults. */
	pcre2_set_glob_separator(context, '/');
	pcre2_set_glob_escape(context, '\\');
	PCRE2_UCHAR *converted = NULL;
	size_t len = 0;
	int code = pcre2_pattern_convert(
		(PCRE2_SPTR)(glob.ptr ? glob.ptr : ""), glob.len, PCRE2_CONVERT_GLOB, &converted, &len, context);
	if (code == 0)
		str_add_bytes(pattern, (const char *)converted, len);
	pcre2_converted_pattern_free(converted);
	pcre2_convert_context_free(context);
	return code == 0 || fail(err, "", code);
}

void regex_library_add_version(struct str *out)
{
	char version[64] = "";
	uint32_t has_jit = 0;
	/* Wants 24 code units at most. */
	pcre2_config(PCRE2_CONFIG_VERSION, version);
	pcre2_config(PCRE2_CONFIG_JIT, &has_jit);
	str_addf(out, "%s, %s JIT", version, has_jit ? "with" : "without");
}
