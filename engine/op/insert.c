/* The operations that put lines beside the line of a match: making that edit, and telling whether it was made. */
#include "op/insert.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "match/code.h"
#include "op/fit/fit.h"
#include "op/indent.h"

bool insert_compile(struct edit_rule *rule, struct err *err)
{
	if (rule->regex)
		return true;
	rule->template = def_text_pattern(&rule->def->text, rule->language, err);
	return rule->template && edit_rule_check_captures(rule, rule->template, &rule->def->text, err);
}

/* Do the lines fit between what is beside them, and does the statement with them fit where it was alone? */
static bool fits(struct op_run *run, const struct match *match, struct code_run whole, uint32_t at, struct slice lines,
	struct err *err)
{
	if (run->rule->regex || !fit_lines(run, match, at, lines, err))
		return run->rule->regex != NULL;
	/* Lines after the head of a block are in the block. */
	bool opens = insert_is_after(run) && code_kind(run->doc, whole.last - 1) == TOKEN_OPEN;
	return opens || fit_beside(run, match, whole, lines, err);
}

bool insert_emit(struct op_run *run, const struct match *match, struct err *err)
{
	struct source *source = run->doc->source;
	struct place place = source_place(source, match->begin);
	if (insert_is_in_directive(run, match)) {
		err_set(err, ERR_UNFIT, "no line can be inserted beside code inside a directive");
		err_hint(err, "exclude macros with \"not-inside: '#define $$$'\", or use 'replace'");
		return err_at(err, source->path, place.line, place.column);
	}
	uint32_t begin, end, at;
	struct code_run whole = insert_statement(run, match, &begin, &end);
	if (!insert_offset(run, match, &at)) {
		err_set(err, ERR_UNFIT,
			"no line can be inserted beside code that shares its line with the enclosing "
			"block");
		err_hint(err, "exclude the place by a condition, or use 'replace'");
		return err_at(err, source->path, place.line, place.column);
	}
	insert_step_over(run, match, false, &at);
	struct str text = STR_INIT;
	if (insert_is_after(run) && at == source->bytes.len && at > 0 && source->bytes.ptr[at - 1] != '\n') {
		/* The last line lacks its line end: it gets one, and the text takes over the lack. */
		struct slice eol = source_eol_at(source, begin);
		str_add(&text, eol);
		insert_lines(run, match, begin, &text);
		text.len -= eol.len;
	} else {
		insert_lines(run, match, begin, &text);
	}
	edit_list_add(run->out, at, at, str_slice(&text), run->owner, run->group);
	struct edit *edit = &run->out->items[run->out->count - 1];
	edit->stacks = insert_is_after(run) ? EDIT_STACKS_AFTER : EDIT_STACKS_BEFORE;
	edit->nearness = insert_nearness(run, match);
	indent_follow(run, run->out->count - 1, insert_anchor(run, match, begin));
	bool ok = fits(run, match, whole, at, str_slice(&text), err);
	str_release(&text);
	return ok;
}

/* The block that `token` is in, or whose head it is part of. */
static uint32_t block_of(struct document *doc, uint32_t token)
{
	const struct node_list *nodes = document_nodes(doc);
	size_t low = 0, high = nodes->count; /* the last node that begins at `token` or before it */
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (nodes->items[middle].first <= token)
			low = middle + 1;
		else
			high = middle;
	}
	for (uint32_t at = low ? (uint32_t)low - 1 : NODE_NONE; at != NODE_NONE; at = nodes->items[at].parent)
		if (nodes->items[at].kind == NODE_BLOCK)
			return token < nodes->items[at].head_last ? at : document_block_at(doc, token);
	return document_block_at(doc, token);
}

/* The block in which lines after code token `i` stand: that which it begins, or that around it. */
static uint32_t block_after(struct document *doc, size_t i)
{
	while (i > 0 && token_kind_is_border(code_kind(doc, i - 1)))
		i--;
	return i ? block_of(doc, doc->code[i - 1]) : NODE_NONE;
}

/* The block in which lines beside the statement `whole` stand. */
static uint32_t block_beside(const struct op_run *run, struct code_run whole)
{
	struct document *doc = run->doc;
	uint32_t last = doc->code[whole.last - 1], block = block_of(doc, last);
	enum block_part part = document_block_part(doc, whole.first);
	if (!insert_is_after(run) && (part == BLOCK_CLOSES || part == BLOCK_BRANCHES))
		return block_after(doc, whole.first);
	bool begins = insert_is_after(run) && block != NODE_NONE &&
		      doc->nodes.items[block].first >= doc->code[whole.first] &&
		      (last < doc->nodes.items[block].head_last || code_kind(doc, whole.last - 1) == TOKEN_OPEN);
	return begins ? block : document_block_at(doc, doc->code[whole.first]);
}

/* The block in which the lines of an edit stand, beside the statement `whole`. */
static uint32_t block_of_lines(const struct op_run *run, struct code_run whole)
{
	if (run->doc->language->is_by_block)
		return block_after(run->doc, insert_is_after(run) ? whole.last : whole.first);
	return block_beside(run, whole);
}

static bool same_code(const struct document *doc, struct code_run a, struct code_run b)
{
	if (a.last - a.first != b.last - b.first)
		return false;
	for (uint32_t i = 0; i < a.last - a.first; i++)
		if (!slice_eq(document_text(doc, doc->code[a.first + i]), document_text(doc, doc->code[b.first + i])))
			return false;
	return true;
}

static struct code_run head_of(const struct document *doc, uint32_t block)
{
	const struct node *node = &doc->nodes.items[block];
	return (struct code_run){ (uint32_t)code_index(doc, node->first), (uint32_t)code_index(doc, node->head_last) };
}

/* Is a block of C, such as a namespace, begun in the same words as another one, and no branch of something else? */
static bool is_begun_again(const struct document *doc, uint32_t a, uint32_t b)
{
	const struct language *language = doc->language;
	struct slice bytes = doc->source->bytes;
	uint32_t first = doc->nodes.items[a].first;
	return language->continues && !language->continues(bytes, &doc->tokens, first, NULL) &&
	       language->block_part(bytes, &doc->tokens, first) != BLOCK_BRANCHES &&
	       same_code(doc, head_of(doc, a), head_of(doc, b));
}

/* Is code in block `outer` there for all code in `inner`? */
static bool holds_for(const struct document *doc, uint32_t outer, uint32_t inner)
{
	for (; outer != NODE_NONE; outer = doc->nodes.items[outer].parent) {
		uint32_t at = inner;
		if (doc->nodes.items[outer].kind != NODE_BLOCK)
			continue;
		while (at != NODE_NONE && at != outer && !is_begun_again(doc, outer, at))
			at = doc->nodes.items[at].parent;
		if (at == NODE_NONE)
			return false;
	}
	return true;
}

/*
 * What is open around a place of a language of commands, outermost first: brackets, the commands that begin blocks or
 * their branches, and the label above.
 */
struct enclosure {
	size_t *items; /* indices into doc->code */
	size_t count, capacity;
	size_t n_shared; /* at the front, how many of them are open around `with`, too */
	const struct enclosure *with;
};

static void enclosure_leave(struct enclosure *open)
{
	open->count -= open->count > 0;
	open->n_shared = open->n_shared < open->count ? open->n_shared : open->count;
}

static void enclosure_enter(struct enclosure *open, size_t i)
{
	const struct enclosure *with = open->with;
	if (with && open->n_shared == open->count && open->count < with->count && with->items[open->count] == i)
		open->n_shared++;
	VEC_PUSH(open->items, open->count, open->capacity, i);
}

/* A label begins a part of the file, up to the next one. What is above the first belongs to all. */
static bool begins_part(const struct enclosure *open, const struct document *doc, size_t i)
{
	bool (*is_label)(const struct document *, size_t) = doc->language->is_label;
	return is_label && is_label(doc, i) && (!open->count || is_label(doc, open->items[open->count - 1]));
}

static void enclosure_step(struct enclosure *open, const struct document *doc, size_t i)
{
	const struct token *token = &doc->tokens.items[doc->code[i]];
	enum block_part part = document_block_part(doc, i);
	bool is_pair = token->partner != TOKEN_NONE;
	bool is_branch = part == BLOCK_BRANCHES || document_ends_arm(doc, i) || begins_part(open, doc, i);
	if (part == BLOCK_CLOSES || is_branch || (token->kind == TOKEN_CLOSE && is_pair))
		enclosure_leave(open);
	if (part == BLOCK_OPENS || is_branch || (token->kind == TOKEN_OPEN && is_pair))
		enclosure_enter(open, i);
}

/* Is one of the places, in order, run whenever the command `whole` is, as far as blocks and lines tell? */
static bool is_run_for_all(const struct op_run *run, struct code_run whole)
{
	struct document *doc = run->doc;
	struct enclosure around = { 0 }, open = { .with = &around };
	bool is = false;
	for (size_t i = 0; i < whole.first; i++)
		enclosure_step(&around, doc, i);
	for (size_t i = 0, k = 0; k < run->present->count && !is; i++) {
		for (; k < run->present->count && run->present->items[k].run.first == i; k++)
			is |= open.n_shared == open.count && !doc->language->is_bound(doc, i);
		enclosure_step(&open, doc, i);
	}
	free(around.items);
	free(open.items);
	return is;
}

/* Is a place of the lines one for all code of the block? */
static bool is_for_block(struct document *doc, const struct match *there, uint32_t block)
{
	if (doc->language->is_by_block)
		return block_after(doc, there->run.first) == block;
	return holds_for(doc, document_block_at(doc, doc->code[there->run.first]), block);
}

bool insert_is_in_block(const struct op_run *run, const struct match *match, uint32_t at, bool deeper)
{
	struct document *doc = run->doc;
	if (run->rule->regex)
		return true;
	uint32_t block = block_of_lines(run, insert_statement_of(doc, match->run));
	size_t i = document_code_at(doc, at);
	uint32_t there = doc->language->is_by_block ? block_after(doc, i)
			 : i < doc->n_code          ? document_block_at(doc, doc->code[i])
						    : NODE_NONE;
	return holds_for(doc, block, there) && (deeper || holds_for(doc, there, block));
}

/* Lines in another function, or in the branch of another condition, are none of these. Where statements belong to their
 * block, nor are those around it. */
bool insert_is_there(struct op_run *run, const struct match *match)
{
	struct document *doc = run->doc;
	bool is_there = false;
	if (run->rule->regex || !run->present->count)
		return run->present->count > 0;
	struct code_run whole = insert_statement_of(doc, match->run);
	if (doc->language->is_bound)
		return is_run_for_all(run, whole);
	uint32_t block = block_of_lines(run, whole);
	for (size_t i = 0; i < run->present->count && !is_there; i++)
		is_there = is_for_block(doc, &run->present->items[i], block);
	return is_there;
}

/* Has `there`, where the template fits, the captures that `match` would give it? */
static bool same_captures(const struct op_run *run, const struct match *match, const struct match *there)
{
	const struct pattern *template = run->rule->template;
	for (size_t i = 0; i < pattern_capture_count(template); i++) {
		size_t capture = pattern_capture_find(run->rule->pattern, pattern_capture_name(template, i));
		if (!same_code(run->doc, match->captures[capture], there->captures[i]))
			return false;
	}
	return true;
}

/* insert_place_at(), if that place has the captures of `match`. */
static const struct match *insert_at_border(const struct op_run *run, const struct match *match, size_t i)
{
	const struct match *there = insert_place_at(run, i);
	return there && same_captures(run, match, there) ? there : NULL;
}

/* Do the same lines stand there already, whatever their layout: right beside the statement, or where they would be put,
 * beside what others put there? */
static bool is_made_code(struct op_run *run, const struct match *match)
{
	struct code_run whole = insert_statement_of(run->doc, match->run);
	uint32_t at;
	if (insert_at_border(run, match, insert_is_after(run) ? whole.last : whole.first))
		return true;
	if (!insert_offset(run, match, &at))
		return false;
	if (insert_at_border(run, match, document_code_at(run->doc, at)))
		return true;
	return insert_step_over(run, match, true, &at) && insert_at_border(run, match, document_code_at(run->doc, at));
}

static bool bytes_are_at(const struct op_run *run, struct slice text, uint32_t at)
{
	struct slice bytes = run->doc->source->bytes;
	struct slice there = insert_is_after(run) ? slice_sub(bytes, at, at + text.len)
						  : slice_sub(bytes, at >= text.len ? at - text.len : 0, at);
	return slice_eq(slice_trim(there), slice_trim(text)) && there.len;
}

static bool is_made_bytes(struct op_run *run, const struct match *match)
{
	struct str text = STR_INIT;
	uint32_t at;
	insert_lines(run, match, match->begin, &text);
	insert_offset(run, match, &at);
	bool made = bytes_are_at(run, str_slice(&text), at) ||
		    (insert_step_over(run, match, true, &at) && bytes_are_at(run, str_slice(&text), at));
	str_release(&text);
	return made;
}

bool insert_is_made(struct op_run *run, const struct match *match)
{
	return run->rule->regex ? is_made_bytes(run, match) : is_made_code(run, match);
}

static bool counts(const struct op_run *run, const struct match *there)
{
	return !run->counts || run->counts[source_line_index(run->doc->source, there->begin)];
}

/* The same for lines of code, beside each other and in a block that they can be in. */
static bool code_is_within(struct op_run *run, const struct match *match, struct op_reach reach)
{
	struct document *doc = run->doc;
	uint32_t block = block_of_lines(run, insert_statement_of(doc, match->run));
	size_t from = code_index(doc, (uint32_t)token_list_from(&doc->tokens, reach.begin));
	for (size_t i = insert_places_before(run->present, from); i < run->present->count; i++) {
		const struct match *there = &run->present->items[i];
		if (there->end > reach.end)
			return false;
		if (counts(run, there) && is_for_block(doc, there, block) && same_captures(run, match, there))
			return true;
	}
	return false;
}

bool insert_is_left(struct op_run *run, const struct match *match, struct op_reach reach)
{
	struct str text = STR_INIT;
	if (insert_is_after(run))
		reach.begin = match->end;
	else
		reach.end = match->begin;
	if (!run->rule->regex && code_is_within(run, match, reach))
		return true;
	insert_lines(run, match, match->begin, &text);
	/* One line of code alone is that of a block. */
	bool is = left_has_lines(run, str_slice(&text), run->rule->regex ? 1 : 2, reach);
	str_release(&text);
	return is;
}
