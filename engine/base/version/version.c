#include "base/version/version.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

/* Numbers of more digits do not fit `unsigned long` everywhere, and no project has them. */
#define MAX_DIGITS 9

static bool is_alnum(char c)
{
	return ascii_is_digit(c) || ascii_is_letter(c);
}

static bool is_separator(char c)
{
	return c == '.' || c == '-' || c == '_';
}

/* A place in the text of a version. */
struct reader {
	struct slice text;
	size_t at;
};

static char peek(const struct reader *in, size_t ahead)
{
	return in->text.len - in->at > ahead ? in->text.ptr[in->at + ahead] : '\0';
}

/* Reads digits into `*out`. False where there are none, or too many. */
static bool read_number(struct reader *in, unsigned long *out)
{
	size_t begin = in->at;
	unsigned long value = 0;
	while (ascii_is_digit(peek(in, 0))) {
		if (in->at - begin >= MAX_DIGITS)
			return false;
		value = value * 10 + (unsigned long)(peek(in, 0) - '0');
		in->at++;
	}
	*out = value;
	return in->at > begin;
}

static bool read_release(struct reader *in, struct version *out)
{
	do {
		if (out->n_parts == VERSION_MAX_PARTS || !read_number(in, &out->part[out->n_parts]))
			return false;
		out->n_parts++;
		if (peek(in, 0) != '.' || !ascii_is_digit(peek(in, 1)))
			return true;
		in->at++;
	} while (true);
}

/*
 * Reads `[.-_]WORD[.-_][NUMBER]`, where WORD is one of `words`; a missing number is 0. `*word` is the index of the
 * word, or `n_words` when none is here (nothing is read then). False only on a number that is too long.
 */
static bool read_segment(
	struct reader *in, const char *const *words, size_t n_words, size_t *word, unsigned long *number)
{
	size_t skip = is_separator(peek(in, 0)) ? 1 : 0;
	struct slice rest = slice_sub(in->text, in->at + skip, in->text.len);
	for (*word = 0; *word < n_words; ++*word) {
		size_t len = strlen(words[*word]);
		if (rest.len >= len && slice_eq_nocase(slice_sub(rest, 0, len), slice_of(words[*word])))
			break;
	}
	*number = 0;
	if (*word == n_words)
		return true;
	in->at += skip + strlen(words[*word]);
	if (is_separator(peek(in, 0)) && ascii_is_digit(peek(in, 1)))
		in->at++;
	return !ascii_is_digit(peek(in, 0)) || read_number(in, number);
}

/* PEP 440's spellings; a longer word is before one that it begins with. */
static bool read_pre(struct reader *in, struct version *out)
{
	static const char *const words[] = { "alpha", "a", "beta", "b", "preview", "pre", "rc", "c" };
	static const char kinds[] = { 'a', 'a', 'b', 'b', 'r', 'r', 'r', 'r' };
	size_t word;
	if (!read_segment(in, words, sizeof(kinds), &word, &out->pre_number))
		return false;
	if (word < sizeof(kinds))
		out->pre = kinds[word];
	return true;
}

static bool read_post(struct reader *in, struct version *out)
{
	static const char *const words[] = { "post", "rev", "r" };
	if (peek(in, 0) == '-' && ascii_is_digit(peek(in, 1))) {
		in->at++;
		out->has_post = true;
		return read_number(in, &out->post);
	}
	size_t word;
	if (!read_segment(in, words, 3, &word, &out->post))
		return false;
	out->has_post = word < 3;
	return true;
}

static bool read_dev(struct reader *in, struct version *out)
{
	static const char *const words[] = { "dev" };
	size_t word;
	if (!read_segment(in, words, 1, &word, &out->dev))
		return false;
	out->has_dev = word < 1;
	return true;
}

/* +local: words of letters and digits. Nothing of it is kept. */
static bool skip_local(struct reader *in)
{
	if (peek(in, 0) != '+')
		return true;
	do {
		in->at++;
		if (!is_alnum(peek(in, 0)))
			return false;
		while (is_alnum(peek(in, 0)))
			in->at++;
	} while (is_separator(peek(in, 0)));
	return true;
}

bool version_parse(struct version *out, struct slice text, struct err *err)
{
	struct reader in = { slice_trim(text), 0 };
	*out = (struct version){ 0 };
	if (peek(&in, 0) == 'v' || peek(&in, 0) == 'V')
		in.at++;
	bool ok = read_release(&in, out) && read_pre(&in, out) && read_post(&in, out) && read_dev(&in, out) &&
		  skip_local(&in);
	if (ok && in.at == in.text.len)
		return true;
	if (!err)
		return false;
	err_set(err, ERR_USAGE, "'" SLICE_FMT "' is not a version", SLICE_ARG(utf8_excerpt(text)));
	if (peek(&in, 0) == '!')
		return err_hint(err, "epochs ('1!') are not supported");
	return err_hint(err, "a version looks like 1.12.1, 2.6.0rc1 or 2.7.0.dev20250101");
}

static int cmp_number(unsigned long a, unsigned long b)
{
	return a < b ? -1 : a > b;
}

/* Order of what is before the post-release: a development version of the release itself comes before its first
 * alpha. */
static int pre_rank(const struct version *v)
{
	if (!v->pre)
		return v->has_dev && !v->has_post ? 0 : 4;
	return v->pre == 'a' ? 1 : v->pre == 'b' ? 2 : 3;
}

static int cmp_release(const struct version *a, const struct version *b)
{
	int order = 0;
	for (size_t i = 0; i < VERSION_MAX_PARTS && !order; i++)
		order = cmp_number(a->part[i], b->part[i]);
	return order;
}

int version_cmp(const struct version *a, const struct version *b)
{
	int order = cmp_release(a, b);
	if (!order)
		order = pre_rank(a) - pre_rank(b);
	if (!order)
		order = cmp_number(a->pre_number, b->pre_number);
	if (!order)
		order = (int)a->has_post - (int)b->has_post;
	if (!order)
		order = cmp_number(a->post, b->post);
	if (!order)
		order = (int)b->has_dev - (int)a->has_dev;
	if (!order)
		order = cmp_number(a->dev, b->dev);
	return order;
}

void version_format(const struct version *v, struct str *out)
{
	for (size_t i = 0; i < v->n_parts; i++)
		str_addf(out, "%s%lu", i ? "." : "", v->part[i]);
	if (v->pre)
		str_addf(out, "%s%lu", v->pre == 'a' ? "a" : v->pre == 'b' ? "b" : "rc", v->pre_number);
	if (v->has_post)
		str_addf(out, ".post%lu", v->post);
	if (v->has_dev)
		str_addf(out, ".dev%lu", v->dev);
}

bool version_same_series(const struct version *a, const struct version *b, size_t n)
{
	for (size_t i = 0; i < n && i < VERSION_MAX_PARTS; i++)
		if (a->part[i] != b->part[i])
			return false;
	return true;
}
