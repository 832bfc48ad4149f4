/*
 * Reading a file's code tokens: units, separators, and what is a whole expression.
 *
 * Whether a run is a whole expression is judged by operator binding alone: it is one if its loosest operator binds
 * tighter than the operator on its left and no looser than the one on its right, or the other way round for operators
 * that group to the right.
 */
#include "match/code.h"

#include "base/sort.h"

const struct token *code_token(const struct document *doc, size_t i)
{
	return &doc->tokens.items[doc->code[i]];
}

enum token_kind code_kind(const struct document *doc, size_t i)
{
	return i < doc->n_code ? (enum token_kind)code_token(doc, i)->kind : TOKEN_KIND_COUNT;
}

bool code_is(const struct document *doc, size_t i, enum token_kind kind, const char *text)
{
	return code_kind(doc, i) == kind && slice_eq_cstr(document_text(doc, doc->code[i]), text);
}

bool code_is_separator(const struct document *doc, size_t i)
{
	const char *separator = doc->language->separator;
	return separator && code_is(doc, i, TOKEN_OPERATOR, separator);
}

bool code_is_list_word(const struct document *doc, size_t i)
{
	const char *word = doc->language->list_word;
	return word && code_is(doc, i, TOKEN_NAME, word);
}

/* Index into doc->code of the token `token`, which is a code token. */
size_t code_index(const struct document *doc, uint32_t token)
{
	return sort_lower_bound_u32(doc->code, doc->n_code, token);
}

size_t code_directive_end(const struct document *doc, size_t i)
{
	bool begins = token_is_directive(doc->language, &doc->tokens, doc->code[i]);
	return begins ? code_index(doc, code_token(doc, i)->partner) : 0;
}

/* One past the unit that begins at `i`: a token, or a bracket or indented block with all it holds. `i` itself if none
 * does. */
size_t code_unit_end(const struct document *doc, size_t i)
{
	const struct token *token;
	switch (code_kind(doc, i)) {
	case TOKEN_OPERATOR:
		return code_directive_end(doc, i) ? code_directive_end(doc, i) + 1 : i + 1;
	case TOKEN_NAME:
		/* Python's `lambda a, b:` and `for a, b in`: names and their commas, no operands. */
		token = code_token(doc, i);
		return token->partner == TOKEN_NONE || token->partner < doc->code[i]
			       ? i + 1
			       : code_index(doc, token->partner) + 1;
	case TOKEN_OPEN:
	case TOKEN_INDENT:
		token = code_token(doc, i);
		return token->partner == TOKEN_NONE ? i : code_index(doc, token->partner) + 1;
	case TOKEN_CLOSE:
	case TOKEN_DEDENT:
	case TOKEN_KIND_COUNT:
		return i;
	default:
		return i + 1;
	}
}

/* Is the bracket that opens at token `open` a cast, whatever the names mean? */
static bool is_sure_cast(const struct document *doc, uint32_t open)
{
	return doc->language->is_cast && open != TOKEN_NONE &&
	       doc->language->is_cast(doc->source->bytes, &doc->tokens, open);
}

/* Is token `i` the end of a head, a block or the name of a macro, and what is behind it begins anew: `-x` in
 * `if (c) -x;`? */
static bool ends_before_statement(const struct document *doc, size_t i)
{
	/* What is called at once may look so, too: `[] { }()`. */
	bool may_be = code_kind(doc, i + 1) == TOKEN_OPERATOR || code_is(doc, i, TOKEN_CLOSE, ")");
	return may_be && doc->language->statement_start && i + 1 < doc->n_code && !code_directive_end(doc, i + 1) &&
	       code_is_statement_start(doc, i + 1);
}

/* Does the token end an operand, so that what follows is a binary operator, a call or a subscript? */
static bool ends_operand(const struct document *doc, size_t i)
{
	int binding;
	switch (code_kind(doc, i)) {
	case TOKEN_NUMBER:
	case TOKEN_STRING:
	case TOKEN_TEXT:
	case TOKEN_BRACKET:
	case TOKEN_CAPTURE:
	case TOKEN_CAPTURE_LIST:
		return true;
	case TOKEN_CLOSE:
		return !is_sure_cast(doc, code_token(doc, i)->partner) && !ends_before_statement(doc, i);
	case TOKEN_NAME:
		return !doc->language->binding || (doc->language->binding(document_text(doc, doc->code[i]), TOKEN_NAME,
							   false) == BINDING_OPERAND &&
							  !ends_before_statement(doc, i));
	case TOKEN_OPERATOR:
		if (!doc->language->binding)
			return false;
		binding = doc->language->binding(document_text(doc, doc->code[i]), TOKEN_OPERATOR, false);
		return binding == BINDING_OPERAND /* `...` */ ||
		       (binding == BINDING_SUFFIX && i > 0 && ends_operand(doc, i - 1));
	default:
		return false;
	}
}

/* Are the brackets that open at `i` empty, and before an operand? Then they belong to the operator: `delete[] p`. */
static bool are_of_operator(const struct document *doc, size_t i)
{
	return code_unit_end(doc, i) == i + 2 && code_binding(doc, i + 2) == BINDING_OPERAND;
}

static bool is_operand(const struct document *doc, size_t i)
{
	enum token_kind kind = code_kind(doc, i);
	return kind == TOKEN_NUMBER || kind == TOKEN_STRING || kind == TOKEN_CAPTURE ||
	       (kind == TOKEN_NAME &&
		       doc->language->binding(document_text(doc, doc->code[i]), TOKEN_NAME, true) == BINDING_OPERAND);
}

/* Does the bracket that opens at `i`, where an operand is, make a cast of what follows it: `(int)x`? Before `-` or `(`
 * only is_sure_cast() tells a type from a value. */
static bool opens_cast(const struct document *doc, size_t i)
{
	size_t next = code_unit_end(doc, i);
	return doc->language->cast_binding && code_is(doc, i, TOKEN_OPEN, "(") && next > i + 2 &&
	       is_operand(doc, next) && !code_is_statement_start(doc, next);
}

/* Is it the `not` of Python's `is not`, which is one operator? */
static bool ends_operator(const struct document *doc, size_t i)
{
	return i > 0 && document_is(doc, i - 1, "is") && document_is(doc, i, "not");
}

/* How token `i` binds as part of an expression (language.h): BINDING_OPERAND, BINDING_NONE, or an operator's
 * tightness. */
int code_binding(const struct document *doc, size_t i)
{
	if (code_kind(doc, i) == TOKEN_OPEN && is_sure_cast(doc, doc->code[i]))
		return doc->language->cast_binding;
	bool after_operand = i > 0 && (ends_operand(doc, i - 1) || ends_operator(doc, i));
	if (code_kind(doc, i) == TOKEN_NAME && code_token(doc, i)->partner < doc->code[i])
		return BINDING_NONE; /* the `in` of a `for`: what follows begins anew */
	switch (code_kind(doc, i)) {
	case TOKEN_OPEN:
		if (after_operand)
			return BINDING_POSTFIX;
		return are_of_operator(doc, i) ? BINDING_NONE
		       : opens_cast(doc, i)    ? doc->language->cast_binding
					       : BINDING_OPERAND;
	case TOKEN_CLOSE:
		return BINDING_NONE;
	case TOKEN_NAME:
	case TOKEN_OPERATOR:
		return doc->language->binding(document_text(doc, doc->code[i]), code_kind(doc, i), !after_operand);
	case TOKEN_NUMBER:
	case TOKEN_STRING:
	case TOKEN_CAPTURE:
	case TOKEN_CAPTURE_LIST:
		return BINDING_OPERAND;
	default:
		return BINDING_NONE;
	}
}

/* What `loosest` is of the units before it becomes with the one that begins at `unit`; BINDING_OPERAND for no unit. */
int code_looser(const struct document *doc, size_t unit, int loosest)
{
	int binding = loosest == BINDING_NONE ? BINDING_NONE : code_binding(doc, unit);
	return binding < loosest ? binding : loosest;
}

/* The looser of `loosest` and the loosest operator of [first, last) outside brackets; BINDING_OPERAND for a single
 * operand, BINDING_NONE if it is no expression. */
static int loosest_binding(const struct document *doc, size_t first, size_t last, int loosest, size_t *steps)
{
	for (size_t i = first, next; i < last && loosest != BINDING_NONE; i = next > i ? next : i + 1) {
		loosest = code_looser(doc, i, loosest);
		next = code_unit_end(doc, i);
		++*steps;
	}
	return loosest;
}

bool code_is_argument_start(const struct document *doc, size_t i)
{
	if (i == 0 || code_is_separator(doc, i - 1))
		return true;
	enum token_kind before = code_kind(doc, i - 1);
	if (before == TOKEN_OPEN || token_kind_is_border(before))
		return true;
	return code_binding(doc, i - 1) == BINDING_NONE && before != TOKEN_CLOSE;
}

bool code_is_argument_end(const struct document *doc, size_t i)
{
	enum token_kind next = code_kind(doc, i);
	return next == TOKEN_CLOSE || next == TOKEN_END || next == TOKEN_KIND_COUNT || next == TOKEN_DEDENT ||
	       code_is_separator(doc, i) || code_is(doc, i, TOKEN_OPERATOR, ";");
}

/*
 * Is operand `i` no part of the expression after it: a macro's name before its body, or Python's soft keyword `match`,
 * which only is one at the start of a statement?
 */
static bool is_apart(const struct document *doc, size_t i)
{
	if (doc->language->statement_start)
		return code_is_statement_start(doc, i + 1);
	const char *const *soft = doc->language->soft_keywords;
	return soft && code_kind(doc, i) == TOKEN_NAME && document_is_one_of(doc, i, soft) &&
	       code_kind(doc, i + 1) != TOKEN_OPEN /* `print(x)` calls */ && code_is_statement_start(doc, i);
}

/* Is a cast's bracket right before `i`? */
static bool is_behind_cast(const struct document *doc, size_t i)
{
	bool may_be = doc->language->cast_binding && i > 0 && code_kind(doc, i - 1) == TOKEN_CLOSE;
	uint32_t open = may_be ? code_token(doc, i - 1)->partner : TOKEN_NONE;
	return open != TOKEN_NONE && code_binding(doc, code_index(doc, open)) == doc->language->cast_binding;
}

static int binding_on_the_left(const struct document *doc, size_t first)
{
	if (first == 0 || code_kind(doc, first - 1) == TOKEN_OPEN)
		return BINDING_NONE;
	int left = is_behind_cast(doc, first) ? doc->language->cast_binding : code_binding(doc, first - 1);
	return left == BINDING_OPERAND && is_apart(doc, first - 1) ? BINDING_NONE : left;
}

/* Of a capture: the pattern, too, has an operand right beside it (`$TYPE $NAME`), and that on the left is a capture. */
enum { CODE_JOINED_LEFT = 1, CODE_JOINED_RIGHT = 2, CODE_JOINED_CAPTURE = 4 };

/* May the bracket that ends at `i` be a cast of what begins with the token after it: `(char *)&x`, `(int)(x)`? */
static bool may_be_cast(const struct document *doc, size_t i)
{
	uint32_t open = code_token(doc, i)->partner;
	if (!doc->language->cast_binding || open == TOKEN_NONE || open + 1 >= doc->code[i] ||
		code_binding(doc, code_index(doc, open)) == BINDING_POSTFIX ||
		(doc->language->may_be_cast && !doc->language->may_be_cast(doc->source->bytes, &doc->tokens, open)))
		return false;
	return code_is(doc, i + 1, TOKEN_OPEN, "(") || !ends_operand(doc, i - 1) || is_sure_cast(doc, open);
}

/* Does the token at `first` go on with what a bracket ends before it: `- b` in `f(a) - b`, `[0]` in `f(a)[0]`? */
static bool goes_on_behind_bracket(const struct document *doc, size_t first, int begins)
{
	if (begins == doc->language->cast_binding && code_kind(doc, first) == TOKEN_NAME)
		return false; /* `(int)sizeof x` */
	return first > 0 && begins != BINDING_OPERAND && begins != BINDING_NONE &&
	       code_kind(doc, first - 1) == TOKEN_CLOSE && !code_is(doc, first, TOKEN_OPEN, "{") &&
	       !is_apart(doc, first - 1) && !may_be_cast(doc, first - 1);
}

/* Is the operator at `first` one between two operands: the `-` in `a++ - b`? */
static bool goes_on_behind_suffix(const struct document *doc, size_t first)
{
	return code_kind(doc, first) == TOKEN_OPERATOR && ends_operand(doc, first - 1);
}

static bool is_behind(const struct document *doc, size_t first, const char *sign)
{
	return first > 0 && code_is(doc, first - 1, TOKEN_OPERATOR, sign);
}

/* May an expression begin at `first` whose loosest operator is `inside`, for all that is on its left? */
static bool code_may_begin(const struct document *doc, size_t first, unsigned joined, int inside)
{
	int left = binding_on_the_left(doc, first), begins = code_binding(doc, first);
	if (left == BINDING_OPERAND || goes_on_behind_bracket(doc, first, begins) ||
		(left == BINDING_SUFFIX && goes_on_behind_suffix(doc, first)))
		/* two operands side by side: part of an implicit concatenation, or no expression at all */
		return joined & CODE_JOINED_LEFT;
	if (left >= BINDING_POSTFIX || ends_operator(doc, first))
		return false; /* `b` in `a.b` */
	/* `-x` in `2 ** -x`: nothing on its left can take it apart, as `*` does `-x - y` in `2 * -x - y` */
	bool is_prefixed = begins == inside && begins != BINDING_OPERAND && begins != BINDING_NONE;
	if (is_behind(doc, first, "?"))
		left = BINDING_NONE; /* what ends at the `:` may be anything */
	/* `(a)(b)` casts or calls */
	if (code_kind(doc, first) == TOKEN_OPEN && code_kind(doc, first - 1) == TOKEN_CLOSE && left == BINDING_NONE &&
		!is_apart(doc, first - 1) && may_be_cast(doc, first - 1))
		left = doc->language->cast_binding;
	return is_prefixed || left < inside || (left == inside && binding_groups_right(left));
}

/* Units of a branch of a conditional looked at for those in it. */
#define CONDITIONAL_MAX_UNITS 256

/* Has each `:` of [first, last) its `?` there, and each `?` its `:`? `may_lack`: the last `:` may not be there. */
static bool holds_conditionals(const struct document *doc, size_t first, size_t last, bool may_lack)
{
	size_t n_open = 0, i = first, next;
	for (size_t n = 0; n < CONDITIONAL_MAX_UNITS && i<last; n++, i = next> i ? next : i + 1) {
		next = code_unit_end(doc, i);
		bool ends = code_is(doc, i, TOKEN_OPERATOR, ":");
		if (ends && !n_open)
			return false;
		n_open += code_is(doc, i, TOKEN_OPERATOR, "?");
		n_open -= ends;
	}
	return may_lack || (i >= last && !n_open);
}

/* Is the run at `first` behind the `?` or `:` of a conditional, and may it be one itself, its loosest operator being
 * `inside`? */
static bool is_branch(const struct document *doc, size_t first, int inside)
{
	return (is_behind(doc, first, "?") || is_behind(doc, first, ":")) && inside <= code_binding(doc, first - 1) &&
	       !code_is_statement_start(doc, first);
}

/* Is [first, last), for which is_branch() holds, whole: `c ? d : e` in `a ? c ? d : e : b`, but not `e : b`? `right`
 * binds what is behind it. */
static bool is_whole_branch(const struct document *doc, size_t first, size_t last, int inside, int right)
{
	if (is_behind(doc, first, "?") && code_is(doc, last, TOKEN_OPERATOR, ":"))
		return holds_conditionals(doc, first, last, false);
	return holds_conditionals(doc, first, last, true) && (right == BINDING_OPERAND || right < inside);
}

/* Is [first, last) a part of a conditional with an assignment in it, such as `a ? b` in `a ? b = c : d`? `right` binds
 * what is behind it. */
static bool cuts_conditional(const struct document *doc, size_t first, size_t last, int inside, int right)
{
	bool is_alone = right == BINDING_NONE && binding_on_the_left(doc, first) == BINDING_NONE;
	return !is_alone && inside != BINDING_POWER && binding_groups_right(inside) &&
	       !holds_conditionals(doc, first, last, false);
}

/* code_is_whole() of a run whose loosest operator is `inside`, with operands beside it on the sides that `joined`
 * names. */
static bool code_is_whole_by(const struct document *doc, size_t first, size_t last, unsigned joined, int inside)
{
	if (inside == BINDING_NONE)
		return code_is_argument_start(doc, first) && code_is_argument_end(doc, last);
	int right = last < doc->n_code ? code_binding(doc, last) : BINDING_NONE;
	if (right == BINDING_OPERAND && !(joined & CODE_JOINED_RIGHT))
		return false;             /* two operands side by side */
	if (!ends_operand(doc, last - 1)) /* a run that ends in an operator: `const T *` may be an argument */
		return code_is_argument_start(doc, first) && code_is_argument_end(doc, last);
	bool may_begin = code_may_begin(doc, first, joined, inside);
	if (is_branch(doc, first, inside))
		return may_begin && is_whole_branch(doc, first, last, inside, right);
	if (cuts_conditional(doc, first, last, inside, right))
		return false;
	if (inside == BINDING_SUFFIX)
		inside = BINDING_POSTFIX; /* on its right nothing binds tighter: `p++->x` */
	return may_begin &&
	       (right == BINDING_OPERAND || right < inside || (right == inside && !binding_groups_right(right)));
}

bool code_is_whole_with(const struct document *doc, const struct code_growth *begun, size_t last, size_t *steps)
{
	if (!doc->language->binding)
		return true;
	int loosest = loosest_binding(doc, begun->last, last, begun->loosest, steps);
	return code_is_whole_by(doc, begun->first, last, 0, loosest);
}

/* --- a run that grows --------------------------------------------------------------------------------------------- */

bool code_is_member(const struct document *pattern, size_t capture)
{
	return capture > 0 && code_kind(pattern, capture - 1) == TOKEN_OPERATOR &&
	       code_binding(pattern, capture - 1) >= BINDING_POSTFIX;
}

struct code_growth code_growth_begin(const struct document *pattern, size_t capture, size_t first)
{
	unsigned left = capture > 0 && ends_operand(pattern, capture - 1) ? CODE_JOINED_LEFT : 0;
	if (capture > 0 && code_kind(pattern, capture - 1) == TOKEN_CAPTURE && !is_apart(pattern, capture - 1))
		left |= CODE_JOINED_CAPTURE;
	bool is_joined = capture + 1 < pattern->n_code && code_binding(pattern, capture + 1) == BINDING_OPERAND;
	return (struct code_growth){ .first = first,
		.last = first,
		.joined = left | (is_joined ? CODE_JOINED_RIGHT : 0),
		.loosest = BINDING_OPERAND };
}

static bool is_string(const struct document *doc, size_t i)
{
	return code_kind(doc, i) == TOKEN_STRING;
}

/*
 * Is the unit at `unit` an operand right after another one, but for literals that are joined so (`"a" B`)? Where the
 * pattern has an operand before the capture, they count too, and so does an operator that begins the run.
 */
static bool adds_operand(const struct document *doc, const struct code_growth *growth, size_t unit, int binding)
{
	bool joined = growth->joined & CODE_JOINED_LEFT;
	if (unit == growth->first)
		return joined && code_kind(doc, unit) == TOKEN_OPERATOR;
	return binding == BINDING_OPERAND && ends_operand(doc, unit - 1) && !is_behind_cast(doc, unit) &&
	       (joined || !(is_string(doc, unit - 1) || is_string(doc, unit)));
}

/* Several operands are a type: before a name (`$TYPE $NAME`), or an argument of their own. */
static bool may_be_type(const struct code_growth *growth)
{
	return growth->joined == CODE_JOINED_RIGHT;
}

/* Where brackets and not lines hold statements: `y` in `if (x) y;`. */
static bool begins_statement(const struct document *doc, size_t i)
{
	return doc->language->statement_start && code_is_statement_start(doc, i);
}

static bool declares_at(const struct document *doc, size_t i)
{
	return code_kind(doc, i) == TOKEN_OPEN && doc->language->declares_at &&
	       doc->language->declares_at(doc->source->bytes, &doc->tokens, doc->code[i]);
}

/*
 * Does the run, whose last unit is at `unit`, end with what is declared there, or its name: `operator=(A &&)`? Beside
 * an operand of the pattern, as in `$T $F($$$)`, that is meant.
 */
static bool ends_declaration(const struct document *doc, const struct code_growth *growth, size_t unit)
{
	return !growth->joined && ((code_kind(doc, unit) == TOKEN_NAME && declares_at(doc, growth->last)) ||
					  (unit > growth->first && declares_at(doc, unit)));
}

/* Does the run, right behind another capture, begin with a part of what that stands for: `char *b` in `const char *b`,
 * where `$TYPE $NAME` is looked for? */
static bool is_torn(const struct code_growth *growth)
{
	return growth->joined & CODE_JOINED_CAPTURE && growth->loosest < BINDING_SUFFIX;
}

bool code_growth_add(const struct document *doc, struct code_growth *growth)
{
	size_t unit = growth->last, next = code_unit_end(doc, unit);
	if (next == unit || token_kind_is_border(code_kind(doc, unit)) || code_is_separator(doc, unit) ||
		code_is(doc, unit, TOKEN_OPERATOR, ";") || (unit > growth->first && begins_statement(doc, unit)))
		return false;
	int binding = code_binding(doc, unit);
	growth->several = growth->several || adds_operand(doc, growth, unit, binding);
	growth->loosest = binding < growth->loosest ? binding : growth->loosest;
	growth->last = next;
	bool may_be = !growth->several || growth->loosest == BINDING_NONE || may_be_type(growth) ||
		      (!(growth->joined & CODE_JOINED_LEFT) && code_is_argument_start(doc, growth->first) &&
			      code_is_argument_end(doc, next));
	growth->is_whole = may_be && !is_torn(growth) &&
			   code_is_whole_by(doc, growth->first, next, growth->joined, growth->loosest) &&
			   !ends_declaration(doc, growth, unit);
	return true;
}

bool code_growth_may_go_on(const struct document *doc, const struct code_growth *growth)
{
	/* What is added only makes the loosest operator looser, or all of it one argument. */
	bool may_be = !growth->several || may_be_type(growth);
	return (may_be && code_may_begin(doc, growth->first, growth->joined, growth->loosest)) ||
	       code_is_argument_start(doc, growth->first);
}

/* --- statements --------------------------------------------------------------------------------------------------- */

/* May a block's head begin with the name at `first`: a keyword, or `case` where no expression goes on with it? */
static bool may_begin_head(const struct document *doc, size_t first)
{
	static const char *const signs[] = { "-", "*", NULL };
	const char *const *soft = doc->language->soft_keywords;
	return code_binding(doc, first) == BINDING_NONE ||
	       (soft && document_is_one_of(doc, first, soft) &&
		       (code_kind(doc, first + 1) != TOKEN_OPERATOR || document_is_one_of(doc, first + 1, signs)));
}

/* Does the ':' at `i` end a block head? It is the first one of its line outside of brackets; an annotated name is no
 * head. */
static bool ends_block_head(const struct document *doc, size_t i)
{
	uint32_t first, last;
	if (!code_is(doc, i, TOKEN_OPERATOR, ":") || !doc->language->binding)
		return false;
	document_line_of(doc, i, &first, &last);
	if (code_kind(doc, first) != TOKEN_NAME || !may_begin_head(doc, first))
		return false;
	size_t at = first, next = code_unit_end(doc, at);
	while (next > at && next <= i && !code_is(doc, at, TOKEN_OPERATOR, ":")) {
		at = next;
		next = code_unit_end(doc, at);
	}
	return at == i;
}

bool code_is_statement_start(const struct document *doc, size_t i)
{
	if (doc->language->statement_start)
		return i >= doc->n_code ||
		       doc->language->statement_start(doc->source->bytes, &doc->tokens, doc->code[i]);
	enum token_kind before = i == 0 ? TOKEN_END : code_kind(doc, i - 1);
	return token_kind_is_border(before) ||
	       (!doc->language->semicolon_adds && code_is(doc, i - 1, TOKEN_OPERATOR, ";")) ||
	       ends_block_head(doc, i - 1);
}

bool code_ends_case(const struct document *doc, size_t i)
{
	static const char *const ends[] = { ";;", ";&", ";;&", NULL };
	return code_kind(doc, i) == TOKEN_OPERATOR && document_is_one_of(doc, i, ends);
}

bool code_may_be_tuple(const struct document *doc, size_t close)
{
	uint32_t open = code_token(doc, close)->partner;
	size_t at = open == TOKEN_NONE ? 0 : code_index(doc, open);
	return code_is(doc, close, TOKEN_CLOSE, ")") && !(at > 0 && ends_operand(doc, at - 1));
}

size_t code_count_word(const struct document *doc, size_t first, size_t last, const char *word)
{
	size_t depth = 0, count = 0;
	for (size_t i = first; i < last; i++) {
		const struct token *token = &doc->tokens.items[doc->code[i]];
		depth = token->kind == TOKEN_OPEN ? depth + 1 : token->kind == TOKEN_CLOSE && depth ? depth - 1 : depth;
		count += !depth && slice_eq_cstr(document_text(doc, doc->code[i]), word);
	}
	return count;
}
