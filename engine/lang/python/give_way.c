/*
 * What may come in the place of Python's statements, and whether they can go: language.give_way. An `else` and its like
 * belong to the `if`, loop or `try` before them, a decorator to the function or class after it. What shares its line
 * with a head or another statement has room for that one line.
 */
#include "lang/python/lang_python.h"

#include <string.h>

/* Those that may have branches after them, by what kind of branches; what has none; what is no block at all. */
enum head { HEAD_NONE, HEAD_IF, HEAD_LOOP, HEAD_TRY, HEAD_LAST, HEAD_OTHER };

static bool is_branch(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	static const char *const branches[] = { "elif", "else", "except", "finally", NULL };
	for (const char *const *word = branches; *word; word++)
		if (token_is(bytes, tokens, i, TOKEN_NAME, *word))
			return true;
	return false;
}

static enum head head_at(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	static const struct {
		const char *word;
		enum head head;
	} heads[] = { { "if", HEAD_IF }, { "elif", HEAD_IF }, { "for", HEAD_LOOP }, { "while", HEAD_LOOP },
		{ "try", HEAD_TRY }, { "except", HEAD_TRY }, { "else", HEAD_LAST }, { "finally", HEAD_LAST } };
	if (token_is(bytes, tokens, i, TOKEN_NAME, "async"))
		i = token_from(tokens, i + 1);
	for (size_t k = 0; k < sizeof(heads) / sizeof(*heads); k++)
		if (token_is(bytes, tokens, i, TOKEN_NAME, heads[k].word))
			return heads[k].head;
	const struct keyword *word = i < tokens->count && tokens->items[i].kind == TOKEN_NAME
					     ? python_word_find(token_text(bytes, tokens, i))
					     : NULL;
	return word && word->flags & PYTHON_BLOCK ? HEAD_OTHER : HEAD_NONE;
}

/* What statements are to those beside them. */
struct shape {
	size_t n_lines;
	bool has_block;
	bool is_branch;    /* the first is */
	bool has_orphan;   /* a branch that is not the first has nothing before it that it would be one of */
	bool is_decorated; /* the first is what a decorator may be before */
	bool is_decorator; /* the last is a decorator */
	enum head last;    /* of the last statement outside of blocks */
	size_t depth;      /* of blocks that have not ended */
};

/* A statement outside of blocks begins at token `i`. */
static void see_statement(const struct statements *of, uint32_t i, bool is_first, struct shape *shape)
{
	static const char *const defined[] = { "def", "class", "async" };
	bool is_decorator = token_is(of->bytes, of->tokens, i, TOKEN_OPERATOR, "@");
	bool is_later_branch = is_branch(of->bytes, of->tokens, i);
	if (is_first) {
		shape->is_branch = is_later_branch;
		shape->is_decorated = is_decorator;
		for (size_t k = 0; k < sizeof(defined) / sizeof(*defined); k++)
			shape->is_decorated |= token_is(of->bytes, of->tokens, i, TOKEN_NAME, defined[k]);
	}
	bool is_open = shape->last == HEAD_IF || shape->last == HEAD_LOOP || shape->last == HEAD_TRY ||
		       shape->last == HEAD_LAST;
	shape->has_orphan |= is_later_branch && !is_first && !is_open;
	shape->last = head_at(of->bytes, of->tokens, i);
	shape->has_block |= shape->last != HEAD_NONE;
	shape->is_decorator = is_decorator;
}

static struct shape shape_of(const struct statements *of)
{
	struct shape shape = { 0 };
	bool begins = true, is_first = true;
	for (uint32_t i = token_from(of->tokens, of->first); i < of->last; i = token_from(of->tokens, i + 1)) {
		enum token_kind kind = (enum token_kind)of->tokens->items[i].kind;
		if (is_first && token_kind_is_border(kind))
			continue; /* the indentation of the text */
		if (!token_kind_is_border(kind)) {
			shape.n_lines += begins;
			if (begins && !shape.depth)
				see_statement(of, i, is_first, &shape);
			is_first = false;
		}
		begins = token_kind_is_border(kind);
		shape.depth += kind == TOKEN_INDENT;
		shape.depth -= kind == TOKEN_DEDENT && shape.depth;
		shape.has_block |= kind == TOKEN_INDENT;
	}
	return shape;
}

/* The first token after the statements that is not their own end. */
static uint32_t token_after(const struct statements *old, size_t depth)
{
	const struct token_list *tokens = old->tokens;
	uint32_t next = token_from(tokens, old->last);
	while (old->first != old->last && next < tokens->count &&
		(tokens->items[next].kind == TOKEN_END || (depth && tokens->items[next].kind == TOKEN_DEDENT))) {
		depth -= tokens->items[next].kind == TOKEN_DEDENT;
		next = token_from(tokens, next + 1);
	}
	return next;
}

static bool is_border(const struct token_list *tokens, uint32_t i)
{
	return i >= tokens->count || token_kind_is_border((enum token_kind)tokens->items[i].kind);
}

/* The first token of the line that ends with token `end`, or TOKEN_NONE. */
static uint32_t line_that_ends(const struct token_list *tokens, uint32_t end)
{
	uint32_t first = TOKEN_NONE;
	if (end == TOKEN_NONE || tokens->items[end].kind != TOKEN_END)
		return first;
	for (uint32_t i = token_before(tokens, end); i != TOKEN_NONE && !is_border(tokens, i);
		i = token_before(tokens, i)) {
		if (tokens->items[i].kind == TOKEN_CLOSE && tokens->items[i].partner != TOKEN_NONE)
			i = tokens->items[i].partner;
		first = i;
	}
	return first;
}

/* The white space before token `i`, which begins its line. */
static struct slice indent_of(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	size_t end = tokens->items[i].begin, begin = end;
	while (begin > 0 && (bytes.ptr[begin - 1] == ' ' || bytes.ptr[begin - 1] == '\t'))
		begin--;
	return slice_sub(bytes, begin, end);
}

/* A generator without a value is written so: `return`, and a `yield` that never runs. */
static bool has_yield(const struct statements *of)
{
	for (uint32_t i = of->first; i < of->last; i++)
		if (token_is(of->bytes, of->tokens, i, TOKEN_NAME, "yield"))
			return true;
	return false;
}

/* Does `by` come right after a statement of its block after which nothing goes on, such as `a(); return`? */
static bool never_runs(const struct statements *old, const struct statements *by, uint32_t before)
{
	static const char *const jumps[] = { "return", "raise", "break", "continue", NULL };
	struct slice bytes = old->bytes;
	const struct token_list *tokens = old->tokens;
	uint32_t line = line_that_ends(tokens, before), last = line, first = token_from(by->tokens, by->first);
	while (first < by->last && token_kind_is_border((enum token_kind)by->tokens->items[first].kind))
		first = token_from(by->tokens, first + 1);
	if (line == TOKEN_NONE || first >= by->last || head_at(bytes, tokens, line) != HEAD_NONE || has_yield(by))
		return false;
	for (uint32_t i = line; i < before; i = token_from(tokens, i + 1))
		last = token_is(bytes, tokens, i, TOKEN_OPERATOR, ";") && i + 1 < before ? token_from(tokens, i + 1)
											 : last;
	return tokens->items[last].kind == TOKEN_NAME && slice_is_one_of(token_text(bytes, tokens, last), jumps) &&
	       slice_eq(indent_of(bytes, tokens, line), indent_of(by->bytes, by->tokens, first));
}

/* Does a statement right after token `before` begin a module, or the body of a function or class? */
static bool begins_body(struct slice bytes, const struct token_list *tokens, uint32_t before)
{
	static const char *const have[] = { "def", "class", "async", NULL };
	if (before == TOKEN_NONE)
		return true;
	if (tokens->items[before].kind != TOKEN_INDENT)
		return false;
	uint32_t head = line_that_ends(tokens, token_before(tokens, before));
	for (const char *const *word = have; *word; word++)
		if (token_is(bytes, tokens, head, TOKEN_NAME, *word))
			return true;
	return false;
}

/* Is the statement at token `i` a text and nothing else? It is a docstring where a body begins, in parentheses, too. */
static bool is_text(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	static const char prefixes[] = { 'r', 'R', 'u', 'U' };
	while (token_is(bytes, tokens, i, TOKEN_OPEN, "("))
		i = token_from(tokens, i + 1);
	if (i >= tokens->count || tokens->items[i].kind != TOKEN_STRING)
		return false;
	struct slice text = token_text(bytes, tokens, i);
	while (text.len && memchr(prefixes, text.ptr[0], sizeof(prefixes)))
		text = slice_sub(text, 1, text.len);
	while (i < tokens->count &&
		(tokens->items[i].kind == TOKEN_STRING || token_is(bytes, tokens, i, TOKEN_CLOSE, ")")))
		i = token_from(tokens, i + 1);
	return (slice_starts_with(text, "\"") || slice_starts_with(text, "'")) &&
	       (is_border(tokens, i) || token_is(bytes, tokens, i, TOKEN_OPERATOR, ";"));
}

struct texts {
	size_t n_docstrings, n_others;
};

/* The texts that are statements; `in_body`: a body begins with the first statement. */
static struct texts texts_of(const struct statements *of, bool in_body)
{
	struct texts texts = { 0 };
	bool begins = true, is_first = true;
	for (uint32_t i = token_from(of->tokens, of->first); i < of->last; i = token_from(of->tokens, i + 1)) {
		bool border = is_border(of->tokens, i);
		if (begins && !border) {
			bool is_doc =
				is_first ? in_body : begins_body(of->bytes, of->tokens, token_before(of->tokens, i));
			bool is_alone = is_text(of->bytes, of->tokens, i);
			texts.n_docstrings += is_alone && is_doc;
			texts.n_others += is_alone && !is_doc;
			is_first = false;
		}
		begins = border;
	}
	return texts;
}

/* Would a docstring be a mere text? */
static bool takes_docstring(const struct statements *old, const struct statements *by, uint32_t before, uint32_t next)
{
	if (old->first == old->last && next < old->tokens->count && old->tokens->items[next].kind == TOKEN_INDENT) {
		before = next; /* right after the head of the block */
		next = token_from(old->tokens, next + 1);
	}
	bool in_body = begins_body(old->bytes, old->tokens, before);
	if (old->first == old->last)
		return in_body && is_text(old->bytes, old->tokens, next);
	struct texts was = texts_of(old, in_body), comes = texts_of(by, in_body);
	return comes.n_docstrings < was.n_docstrings && comes.n_others > was.n_others;
}

/* Why what comes cannot be beside the branch that follows, or come as a branch; NULL: it can. */
static const char *why_not_with_branches(
	const struct shape *was, const struct shape *comes, bool is_insertion, bool is_followed)
{
	if (comes->has_orphan || (comes->is_branch && !was->is_branch))
		return "a branch would come without what it is a branch of";
	if (is_followed && is_insertion)
		return "what follows is a branch of what is before it";
	if (is_followed && (was->last != comes->last || was->is_branch != comes->is_branch))
		return "what follows is a branch of it";
	return NULL;
}

/* Do the statements end with the head of a block that would be left? */
static bool leaves_block(const struct statements *old, const struct shape *was, uint32_t next)
{
	const struct token_list *tokens = old->tokens;
	if (next < tokens->count && tokens->items[next].kind == TOKEN_INDENT)
		return true;
	return was->last != HEAD_NONE && !is_border(tokens, token_from(tokens, old->last)) &&
	       token_is(old->bytes, tokens, token_before(tokens, old->last), TOKEN_OPERATOR, ":");
}

const char *python_give_way(const struct statements *old, const struct statements *by, const char **why)
{
	struct slice bytes = old->bytes;
	const struct token_list *tokens = old->tokens;
	struct shape was = shape_of(old), comes = by->tokens ? shape_of(by) : (struct shape){ 0 };
	uint32_t before = token_before(tokens, old->first), next = token_after(old, was.depth);
	bool is_insertion = old->first == old->last, is_followed = is_branch(bytes, tokens, next);
	if (by->first == by->last) {
		*why = "its block would stay behind; an indented $$$ on a line of its own takes it along";
		if (leaves_block(old, &was, next))
			return NULL;
		*why = "what follows is a branch of it";
		return is_followed && was.last != HEAD_NONE && was.last != HEAD_OTHER && !was.is_branch ? NULL : "";
	}
	*why = "it is a part of a statement, where no statement fits";
	if (old->is_part)
		return NULL;
	bool shares_line =
		!is_insertion && ((before != TOKEN_NONE && !is_border(tokens, before)) ||
					 token_is(bytes, tokens, token_from(tokens, old->last), TOKEN_OPERATOR, ";"));
	*why = "it shares its line with other code, where there is room for one line only";
	if (shares_line && (comes.n_lines > 1 || comes.has_block || comes.is_decorator))
		return NULL;
	*why = "it would never run, after the statement before it";
	if (is_insertion && never_runs(old, by, before))
		return NULL;
	*why = "the decorator before it belongs to what follows";
	if (token_is(bytes, tokens, line_that_ends(tokens, before), TOKEN_OPERATOR, "@") &&
		!(is_insertion ? comes.is_decorator : comes.is_decorated))
		return NULL;
	*why = "it would decorate what follows";
	if (comes.is_decorator && !was.is_decorator && !is_insertion)
		return NULL;
	*why = "a docstring would no longer come first";
	if (comes.n_lines && takes_docstring(old, by, before, next))
		return NULL;
	*why = why_not_with_branches(&was, &comes, is_insertion, is_followed);
	return *why ? NULL : "";
}
