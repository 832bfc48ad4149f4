#include "draft/provenance.h"

#include <string.h>

#include "base/alloc.h"

#define MAX_TITLE 120

enum field {
	FIELD_NONE,
	FIELD_TITLE,
	FIELD_AUTHOR,
	FIELD_DATE,
	FIELD_BUG,
	FIELD_ORIGIN,
	FIELD_FORWARDED,
	FIELD_APPLIED,
	FIELD_RULE,
	FIELD_OTHER,
	FIELD_COUNT
};

static const struct {
	const char *name;
	enum field field;
} names[] = {
	{ "description", FIELD_TITLE },
	{ "subject", FIELD_TITLE },
	{ "author", FIELD_AUTHOR },
	{ "from", FIELD_AUTHOR },
	{ "last-update", FIELD_DATE },
	{ "date", FIELD_DATE },
	{ "bug", FIELD_BUG },
	{ "link", FIELD_BUG },
	{ "fixes", FIELD_BUG },
	{ "closes", FIELD_BUG },
	{ "origin", FIELD_ORIGIN },
	{ "forwarded", FIELD_FORWARDED },
	{ "applied-upstream", FIELD_APPLIED },
	{ "reviewed-by", FIELD_OTHER },
	{ "acked-by", FIELD_OTHER },
	{ "signed-off-by", FIELD_OTHER },
	{ "co-authored-by", FIELD_OTHER },
	{ "cc", FIELD_OTHER },
	{ "to", FIELD_OTHER },
	{ "change-id", FIELD_OTHER },
	{ "x-tpatch-rule", FIELD_RULE },
	{ "x-link", FIELD_BUG },
	{ "message-id", FIELD_OTHER },
	{ "mime-version", FIELD_OTHER },
	{ "content-type", FIELD_OTHER },
	{ "content-transfer-encoding", FIELD_OTHER },
};

/* Which field a line begins; `*value` is what is after the colon. Bug-Debian and its like are bugs. */
static enum field field_of(struct slice line, struct slice *value)
{
	size_t colon = slice_find(line, SLICE_LITERAL(":"), 0);
	if (colon == (size_t)-1 || colon == 0)
		return FIELD_NONE;
	struct slice name = slice_sub(line, 0, colon);
	*value = slice_trim(slice_sub(line, colon + 1, line.len));
	if (slice_eq_nocase(slice_sub(name, 0, 4), SLICE_LITERAL("bug-")))
		return FIELD_BUG;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (slice_eq_nocase(name, slice_of(names[i].name)))
			return names[i].field;
	return FIELD_NONE;
}

struct fields {
	/* the first of each kind, but all of FIELD_BUG; continued lines joined by a line end */
	struct str text[FIELD_COUNT];
	struct str body; /* what belongs to no field */
};

static void add_field_line(struct fields *fields, enum field field, struct slice text)
{
	/* DEP-3 writes an empty line of a long text as " .". */
	if (slice_eq_cstr(text, "."))
		text.len = 0;
	str_addf(&fields->text[field], "%s" SLICE_FMT, fields->text[field].len ? "\n" : "", SLICE_ARG(text));
}

static bool is_boilerplate(const struct fields *fields, struct slice line)
{
	return (slice_starts_with(line, "From ") && !fields->body.len) ||
	       slice_starts_with(line, "This patch header follows DEP-3");
}

static void collect(struct slice text, struct fields *out)
{
	struct slice line, value;
	enum field current = FIELD_NONE;
	while (slice_cut(&text, '\n', &line)) {
		while (slice_ends_with(line, "\r") || slice_ends_with(line, " "))
			line.len--;
		if (slice_eq_cstr(line, "---") || slice_eq_cstr(line, "--"))
			return;
		if (current != FIELD_NONE && (slice_starts_with(line, " ") || slice_starts_with(line, "\t"))) {
			add_field_line(out, current, slice_trim(line));
			continue;
		}
		current = field_of(line, &value);
		if (current != FIELD_NONE && current != FIELD_BUG && out->text[current].len)
			current = FIELD_OTHER;
		if (current != FIELD_NONE)
			add_field_line(out, current, value);
		else if (!is_boilerplate(out, line))
			str_addf(&out->body, SLICE_FMT "\n", SLICE_ARG(line));
	}
}

static bool is_url(struct slice text)
{
	size_t scheme = slice_starts_with(text, "https://") ? 8 : slice_starts_with(text, "http://") ? 7 : 0;
	return scheme && text.len > scheme && text.ptr[scheme] != '/';
}

/* The URLs in a text, each once. */
static void add_links(struct slice text, struct arena *arena, struct provenance *out)
{
	for (size_t at = 0, end; (at = slice_find(text, SLICE_LITERAL("http"), at)) != (size_t)-1; at = end) {
		end = at + 4;
		while (end < text.len && (unsigned char)text.ptr[end] > ' ' && (unsigned char)text.ptr[end] < 0x7F &&
			!strchr("\"<>,", text.ptr[end]))
			end++;
		struct slice url = slice_sub(text, at, end);
		bool skip = out->n_links == PROVENANCE_MAX_LINKS || !is_url(url);
		for (size_t i = 0; i < out->n_links; i++)
			skip = skip || slice_eq_cstr(url, out->links[i]);
		if (!skip)
			out->links[out->n_links++] = arena_dup(arena, url);
	}
}

/* The words of the format for what DEP-3 tells of upstream. */
static void read_status(const struct fields *fields, struct arena *arena, struct provenance *out)
{
	struct slice forwarded = slice_trim(str_slice(&fields->text[FIELD_FORWARDED])),
		     origin = slice_trim(str_slice(&fields->text[FIELD_ORIGIN]));
	struct slice applied = slice_trim(str_slice(&fields->text[FIELD_APPLIED]));
	size_t links = out->n_links;
	if (applied.len || slice_starts_with(origin, "upstream") || slice_starts_with(origin, "backport")) {
		out->status = "backport";
		add_links(applied, arena, out);
	} else if (slice_starts_with(forwarded, "not-needed")) {
		out->status = "inappropriate";
	} else if (slice_starts_with(forwarded, "no")) {
		out->status = "pending";
	} else if (is_url(forwarded) || slice_starts_with(forwarded, "yes")) {
		out->status = "submitted";
		add_links(forwarded, arena, out);
	}
	add_links(origin, arena, out);
	if (out->status && out->n_links > links)
		out->status_link = out->links[links];
}

/* "[PATCH 1/5] " and its like go; what is too long ends with a whole word. */
static const char *title_of(struct slice text, struct arena *arena)
{
	text = slice_trim(text);
	while (slice_starts_with(text, "[")) {
		size_t end = slice_find(text, SLICE_LITERAL("]"), 0);
		if (end == (size_t)-1 || end + 1 == text.len)
			break;
		text = slice_trim(slice_sub(text, end + 1, text.len));
	}
	if (text.len > MAX_TITLE) {
		text.len = MAX_TITLE;
		while (text.len && text.ptr[text.len - 1] != ' ')
			text.len--;
		text = slice_trim(text);
	}
	return text.len ? arena_dup(arena, text) : NULL;
}

static void read_title(const struct fields *fields, struct arena *arena, struct provenance *out)
{
	struct slice whole = str_slice(&fields->text[FIELD_TITLE]), rest = whole, first,
		     body = slice_trim(str_slice(&fields->body));
	struct str why = STR_INIT;
	if (!slice_cut(&rest, '\n', &first))
		return;
	out->title = title_of(first, arena);
	str_add(&why, slice_trim(first.len > MAX_TITLE ? whole : rest));
	if (body.len)
		str_addf(&why, "%s" SLICE_FMT, why.len ? "\n\n" : "", SLICE_ARG(body));
	if (why.len)
		out->why = arena_dup(arena, str_slice(&why));
	str_release(&why);
}

static const char *first_line(const struct str *text, struct arena *arena)
{
	struct slice rest = str_slice(text), line;
	return slice_cut(&rest, '\n', &line) && slice_trim(line).len ? arena_dup(arena, slice_trim(line)) : NULL;
}

bool provenance_read(struct slice text, struct arena *arena, struct provenance *out)
{
	struct fields fields = { 0 };
	*out = (struct provenance){ 0 };
	collect(text, &fields);
	read_title(&fields, arena, out);
	out->author = first_line(&fields.text[FIELD_AUTHOR], arena);
	out->id = first_line(&fields.text[FIELD_RULE], arena);
	out->date = first_line(&fields.text[FIELD_DATE], arena);
	read_status(&fields, arena, out);
	add_links(str_slice(&fields.text[FIELD_BUG]), arena, out);
	for (size_t i = 0; i < FIELD_COUNT; i++)
		str_release(&fields.text[i]);
	str_release(&fields.body);
	return out->title != NULL;
}
