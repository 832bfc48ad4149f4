/*
 * What may come in the place of C's statements, and what has to be left there when they go: language.give_way. An
 * `if (x)`, `else` or `#pragma omp parallel` holds one statement, the one that follows; so may the last of each branch
 * of an #if, where conditions share one statement.
 */
#include "base/alloc.h"
#include "lang/c/look.h"

/* Tokens and directives looked at for one answer. Whoever goes further is told the safe one: yes. */
#define LOOK_MAX 100000
/* Conditionals within one another that are looked into. */
#define LOOK_MAX_DEPTH 200
/* Units between a `case` and its ':'. */
#define LABEL_MAX_UNITS 16
/* Units of a `return x;`. */
#define JUMP_MAX_UNITS 64

/* --- what is beside statements ------------------------------------------------------------------------------------ */

static bool ends_pragma(const struct c_look *look, uint32_t i)
{
	uint32_t hash = c_directive_before(look, i);
	return hash != TOKEN_NONE && c_is_about_next(look, hash);
}

/* `case x:` and its like, and no `public:`. */
static bool ends_label(const struct c_look *look, uint32_t i)
{
	return token_is(look->bytes, look->tokens, i, TOKEN_OPERATOR, ":") &&
	       c_ends_label(look->bytes, look->tokens, i) &&
	       !c_has_flag(look->bytes, look->tokens, token_before(look->tokens, i), C_ACCESS);
}

/* The first token of the label that ends with the ':' at `i`. */
static uint32_t label_begin(const struct c_look *look, uint32_t i)
{
	uint32_t first = token_before(look->tokens, i), at = first;
	for (size_t n = 0; n < LABEL_MAX_UNITS && at != TOKEN_NONE; n++) {
		if (c_is_word(look, at, "case"))
			return at;
		at = token_before(look->tokens, c_unit_begin(look->tokens, at));
	}
	return first;
}

static bool takes_statement(const struct c_look *look, uint32_t i)
{
	while (i != TOKEN_NONE && ends_label(look, i))
		i = token_before(look->tokens, label_begin(look, i));
	if (i == TOKEN_NONE)
		return false;
	return ends_pragma(look, i) || c_is_word(look, i, "else") || c_is_word(look, i, "do") ||
	       (token_is(look->bytes, look->tokens, i, TOKEN_CLOSE, ")") &&
		       c_ends_control(look->bytes, look->tokens, i));
}

/* The first token of the statement whose `;` is token `i`; TOKEN_NONE where it is too far back. */
static uint32_t statement_begin(const struct c_look *look, uint32_t i)
{
	uint32_t first = i;
	for (size_t n = 0; n < JUMP_MAX_UNITS && first != TOKEN_NONE; n++) {
		if (n && c_statement_start(look->bytes, look->tokens, first))
			return first;
		uint32_t before = token_before(look->tokens, first);
		first = before == TOKEN_NONE ? before : c_unit_begin(look->tokens, before);
	}
	return TOKEN_NONE;
}

/* Is `i` the `;` of a statement after which nothing goes on, such as `break;`? */
static bool ends_jump(const struct c_look *look, uint32_t i)
{
	static const char *const jumps[] = { "break", "co_return", "continue", "goto", "return", "throw" };
	bool is_semicolon = token_is(look->bytes, look->tokens, i, TOKEN_OPERATOR, ";"), is_jump = false;
	uint32_t first = is_semicolon ? statement_begin(look, i) : TOKEN_NONE;
	for (size_t k = 0; k < COUNT_OF(jumps); k++)
		is_jump |= first != TOKEN_NONE && c_is_word(look, first, jumps[k]);
	return is_jump && !takes_statement(look, token_before(look->tokens, first));
}

static bool is_else(const struct c_look *look, uint32_t i)
{
	return c_is_word(look, i, "else");
}

static bool is_do(const struct c_look *look, uint32_t i)
{
	return c_is_word(look, i, "do");
}

static bool closes_block(const struct c_look *look, uint32_t i)
{
	return token_is(look->bytes, look->tokens, i, TOKEN_CLOSE, "}");
}

/* --- how many statements there are -------------------------------------------------------------------------------- */

/* What statements are to the code beside them. `least`, `most`: how many there are, by the choice of branches. */
struct shape {
	size_t least, most;
	bool is_head;     /* the last is but a head, which takes what follows: `if (x)`, `else`, a #pragma */
	bool is_branch;   /* the first is an `else` */
	bool is_labelled; /* the first has a label */
	bool is_ended;    /* the last has its `;` or `}` */
	bool awaits_else; /* the last is an `if` that an `else` after it would belong to */
};

/* A way through statements. */
struct walk {
	struct c_look *look;
	uint32_t i, last;
	size_t n_do;    /* `do` without its `while` */
	size_t n_if;    /* `if` that an `else` may belong to */
	bool is_clean;  /* no statement has begun that has not ended */
	bool is_at_end; /* what was gone over last may be the end of a statement: an `else` and the like may follow */
	bool is_pragma; /* the last directive is about what follows, which has not come */
};

/* Is token `i` the last of a statement, apart from its `else`, `while` or `catch`? */
static bool is_last(const struct c_look *look, uint32_t begin, uint32_t i, uint32_t next)
{
	if (token_is(look->bytes, look->tokens, i, TOKEN_OPERATOR, ";"))
		return true;
	uint32_t head =
		begin < i && closes_block(look, i) ? c_block_head(look->bytes, look->tokens, begin) : TOKEN_NONE;
	return begin < i && closes_block(look, i) && !c_goes_on(look->bytes, look->tokens, next) &&
	       !token_is(look->bytes, look->tokens, head, TOKEN_OPEN, "[");
}

/* Over one token or bracket; does a statement end there? */
static bool walk_unit(struct walk *walk)
{
	struct c_look *look = walk->look;
	uint32_t begin = walk->i, end = c_unit_last(look->tokens, begin);
	end = end < walk->last ? end : walk->last - 1;
	uint32_t next = token_from(look->tokens, end + 1);
	walk->i = next;
	walk->is_clean = walk->is_pragma = false;
	walk->n_do += c_is_word(look, begin, "do");
	if (c_is_word(look, begin, "if"))
		walk->n_if++;
	else if (c_is_word(look, begin, "else"))
		walk->n_if -= walk->n_if > 0;
	walk->is_at_end = is_last(look, begin, end, next < walk->last ? next : TOKEN_NONE);
	if (!walk->is_at_end)
		return false;
	if (next < walk->last && (c_is_word(look, next, "else") || c_is_word(look, next, "catch")))
		return false;
	if (next < walk->last && walk->n_do && c_is_word(look, next, "while")) {
		walk->n_do--;
		return false;
	}
	walk->n_if = next < walk->last ? 0 : walk->n_if;
	return walk->is_clean = true;
}

static void walk_branch(struct walk *walk, bool is_inner, struct shape *out);

/* Over a conditional, from its #if. */
static void walk_conditional(struct walk *walk, struct shape *out)
{
	const struct token_list *tokens = walk->look->tokens;
	struct shape all = { .least = SIZE_MAX };
	bool has_else = false, goes_on = true;
	while (goes_on && walk->i < walk->last) {
		has_else |= c_is_else_branch(walk->look, walk->i);
		struct shape branch = { 0 };
		walk->i = token_from(tokens, tokens->items[walk->i].partner + 1);
		walk_branch(walk, true, &branch);
		all.least = branch.least < all.least ? branch.least : all.least;
		all.most = branch.most > all.most ? branch.most : all.most;
		goes_on = walk->i < walk->last && c_part_of(walk->look, walk->i) == BLOCK_BRANCHES;
	}
	if (walk->i < walk->last)
		walk->i = token_from(tokens, tokens->items[walk->i].partner + 1);
	out->least += has_else ? all.least : 0;
	out->most += all.most;
}

/* To the end, or with `is_inner` to the end of the branch of a conditional. */
static void walk_branch(struct walk *walk, bool is_inner, struct shape *out)
{
	struct c_look *look = walk->look;
	while (walk->i < walk->last && c_spend(look)) {
		enum block_part part = c_is_directive(look->tokens, walk->i) ? c_part_of(look, walk->i) : BLOCK_NO_PART;
		if (is_inner && (part == BLOCK_BRANCHES || part == BLOCK_CLOSES))
			return;
		if (part == BLOCK_OPENS && look->depth) {
			look->depth--;
			walk_conditional(walk, out);
			look->depth++;
		} else if (c_is_directive(look->tokens, walk->i)) {
			walk->is_pragma = c_is_about_next(look, walk->i);
			walk->i = token_from(look->tokens, look->tokens->items[walk->i].partner + 1);
		} else if (walk_unit(walk)) {
			out->least++;
			out->most++;
		}
	}
}

static struct shape shape_of(const struct statements *of, struct c_look *look)
{
	struct walk walk = { .look = look, .i = of->first, .last = of->last, .is_clean = true };
	struct shape shape = { 0 };
	if (of->first == of->last)
		return shape;
	walk.i = token_from(of->tokens, of->first);
	shape.is_branch = c_is_word(look, walk.i, "else");
	shape.is_labelled = c_is_word(look, walk.i, "case") ||
			    token_is(of->bytes, of->tokens, token_from(of->tokens, walk.i + 1), TOKEN_OPERATOR, ":");
	walk_branch(&walk, false, &shape);
	uint32_t last = token_before(of->tokens, of->last);
	bool is_open = !walk.is_clean && last != TOKEN_NONE;
	shape.is_head = walk.is_pragma || (is_open && takes_statement(look, last));
	bool is_label = is_open && token_is(of->bytes, of->tokens, last, TOKEN_OPERATOR, ":");
	shape.least += is_open && !shape.is_head && !is_label;
	shape.most += is_open && !shape.is_head && !is_label;
	shape.awaits_else = walk.n_if > 0;
	shape.is_ended = shape.most && !is_open;
	return shape;
}

/* The first token after the statement at `i`, without an `else` that is not its own. */
static uint32_t after_statement(struct c_look *look, uint32_t i)
{
	struct walk walk = { .look = look, .i = i, .last = (uint32_t)look->tokens->count };
	bool ends = false;
	while (!ends && walk.i < walk.last && c_spend(look)) {
		if (c_is_directive(look->tokens, walk.i))
			walk.i = token_from(look->tokens, look->tokens->items[walk.i].partner + 1);
		else
			ends = walk_unit(&walk) || (walk.is_at_end && c_is_word(look, walk.i, "else") && !walk.n_if);
	}
	return walk.i;
}

/* --- the judgement ------------------------------------------------------------------------------------------------ */

/* Is `while (x);`, which begins at `first`, the end of a `do { … }` or `do a();`? */
static bool ends_do(const struct c_look *look, uint32_t first, uint32_t before)
{
	if (!c_is_word(look, first, "while") || before == TOKEN_NONE)
		return false;
	uint32_t begin = TOKEN_NONE;
	if (closes_block(look, before))
		begin = look->tokens->items[before].partner;
	else if (token_is(look->bytes, look->tokens, before, TOKEN_OPERATOR, ";"))
		begin = statement_begin(look, before);
	return begin != TOKEN_NONE && is_do(look, token_before(look->tokens, begin));
}

/* The place of statements. */
struct place_of {
	struct c_look look;
	uint32_t before, next;
	bool is_all_of_macro;
};

static const char *refuse(const char **why, const char *what)
{
	*why = what;
	return NULL;
}

/* What has to be left where statements go and none come. */
static const char *go(struct place_of *at, uint32_t first, const struct shape *was, const char **why)
{
	if (!was->most && c_is_directive(at->look.tokens, first))
		return "";
	if (c_any_before(&at->look, at->before, ends_pragma))
		return refuse(why, "the #pragma before it is about it");
	if ((was->is_branch || was->awaits_else) && c_any_after(&at->look, at->next, is_else)) {
		/* `else if (x)` goes as the branch that it is; an `else` after one is of another `if`. */
		if (was->is_branch)
			return was->awaits_else ? "" : "else ;";
		return refuse(why, "the 'else' after it belongs to its 'if'");
	}
	if (was->is_branch || was->is_head)
		return "";
	if (at->is_all_of_macro || c_any_before(&at->look, at->before, takes_statement))
		return ";";
	return c_any_before(&at->look, at->before, ends_label) && c_any_after(&at->look, at->next, closes_block) ? ";"
														 : "";
}

/* "" where statements of the shape `come` may be in the place of those that were. */
static const char *come(
	struct place_of *at, const struct shape *was, const struct shape *comes, bool is_insertion, const char **why)
{
	if (was->is_branch != comes->is_branch && (was->is_branch || !is_insertion))
		return refuse(
			why, was->is_branch ? "it is the 'else' of an 'if'" : "an 'else' would come without its 'if'");
	bool has_any = comes->most || comes->is_head;
	if ((is_insertion ? has_any : was->awaits_else != comes->awaits_else) &&
		c_any_after(&at->look, at->next, is_else))
		return refuse(why, comes->awaits_else ? "it would take the 'else' after it"
						      : "the 'else' after it would lose its 'if'");
	if (comes->is_head && !was->is_head && !is_insertion)
		return refuse(why, "it would take the statement after it");
	bool is_one = at->is_all_of_macro || c_any_before(&at->look, at->before, takes_statement);
	if (is_one && (comes->least != was->least || comes->most != was->most || was->most > 1))
		return refuse(why, "there is room for one statement only");
	if (is_insertion && comes->most && !comes->is_labelled && c_any_before(&at->look, at->before, ends_jump))
		return refuse(why, "it would never run, after the statement before it");
	if (!comes->least && was->least && c_any_before(&at->look, at->before, ends_label) &&
		c_any_after(&at->look, at->next, closes_block))
		return refuse(why, "the label before it would have no statement");
	return "";
}

/* Does the '{' at token `open` hold items with commas between them: enumerators, or values? */
static bool opens_items(const struct c_look *look, uint32_t open)
{
	static const char *const others[] = { ";", ":", "}", NULL };
	uint32_t before = open;
	if (c_opens_enum(look->bytes, look->tokens, open))
		return true;
	for (size_t n = 0; n < LABEL_MAX_UNITS && token_is(look->bytes, look->tokens, before, TOKEN_OPEN, "{"); n++) {
		if (c_block_head(look->bytes, look->tokens, before) != TOKEN_NONE)
			return false;
		before = token_before(look->tokens, before);
	}
	return before != TOKEN_NONE && c_kind(look->tokens, before) != TOKEN_END &&
	       !slice_is_one_of(token_text(look->bytes, look->tokens, before), others);
}

/* Is the `)` at token `close` that of a macro, which may bring a comma? */
static bool ends_macro(const struct c_look *look, uint32_t close)
{
	uint32_t open = token_is(look->bytes, look->tokens, close, TOKEN_CLOSE, ")")
				? look->tokens->items[close].partner
				: TOKEN_NONE;
	uint32_t name = open == TOKEN_NONE ? open : token_before(look->tokens, open);
	return c_kind(look->tokens, name) == TOKEN_NAME &&
	       c_may_name_macro(token_text(look->bytes, look->tokens, name));
}

/* Why what comes cannot be an item of the list in which the place is; NULL where it is in none. */
static const char *why_no_item(const struct place_of *at, const struct statements *by, const struct c_look *by_look)
{
	const struct c_look *look = &at->look;
	uint32_t first = token_from(by->tokens, by->first), last = token_before(by->tokens, by->last);
	bool is_behind_comma = token_is(look->bytes, look->tokens, at->before, TOKEN_OPERATOR, ","),
	     is_first = token_is(look->bytes, look->tokens, at->before, TOKEN_OPEN, "{"),
	     is_last = token_is(look->bytes, look->tokens, at->next, TOKEN_CLOSE, "}");
	uint32_t open = is_first ? at->before : is_last ? look->tokens->items[at->next].partner : TOKEN_NONE;
	if (!is_behind_comma && (open == TOKEN_NONE || !opens_items(look, open)))
		return NULL;
	if (!is_first && !is_behind_comma && c_kind(look->tokens, at->before) != TOKEN_END &&
		!ends_macro(look, at->before) && !token_is(by->bytes, by->tokens, first, TOKEN_OPERATOR, ","))
		return "the item before it has no ',' at its end";
	bool is_open = !is_last && c_kind(by->tokens, last) != TOKEN_END && !ends_macro(by_look, last) &&
		       !token_is(by->bytes, by->tokens, last, TOKEN_OPERATOR, ",");
	return is_open ? "it has no ',' at its end" : NULL;
}

/* `{ a; };`: a block, with a `;` that is a statement of its own. That of `struct A { … };` is none. */
static bool has_own_semicolon(const struct statements *by, const struct c_look *look)
{
	uint32_t last = token_before(by->tokens, by->last), close = token_before(by->tokens, last);
	if (!token_is(by->bytes, by->tokens, last, TOKEN_OPERATOR, ";") || close == TOKEN_NONE ||
		!closes_block(look, close) || by->tokens->items[close].partner == TOKEN_NONE)
		return false;
	uint32_t open = by->tokens->items[close].partner, before = token_before(by->tokens, open);
	uint32_t head = c_block_head(by->bytes, by->tokens, open);
	return before == TOKEN_NONE || token_is(by->bytes, by->tokens, before, TOKEN_OPERATOR, ";") ||
	       (head != TOKEN_NONE && c_has_flag(by->bytes, by->tokens, head, C_CONTROL));
}

/* Does it begin with a word that only a statement begins with: `return x`? `= default` is none, nor `: public A`, nor
 * a label, `case 1` in the place of `CASE(1)`. */
static bool begins_statement(const struct statements *by)
{
	static const char *const others[] = { "case", "default", NULL };
	uint32_t first = token_from(by->tokens, by->first);
	const struct keyword *word = c_word_at(by->bytes, by->tokens, first);
	return word && word->flags & C_STATEMENT && !(word->flags & C_ACCESS) && word->prefix == BINDING_NONE &&
	       !slice_is_one_of(token_text(by->bytes, by->tokens, first), others);
}

/* The bracket around what is behind token `before`, or TOKEN_NONE. */
static uint32_t bracket_around(const struct c_look *look, uint32_t before)
{
	for (size_t n = 0; n < JUMP_MAX_UNITS && before != TOKEN_NONE; n++) {
		if (c_kind(look->tokens, before) == TOKEN_OPEN)
			return before;
		before = token_before(look->tokens, c_unit_begin(look->tokens, before));
	}
	return TOKEN_NONE;
}

/* Is what is behind token `before` an argument of a macro, which may be a statement: `CHECK(x, return 1)`? */
static bool is_in_macro(const struct c_look *look, uint32_t before)
{
	uint32_t open = bracket_around(look, before),
		 name = open == TOKEN_NONE ? open : token_before(look->tokens, open);
	return c_kind(look->tokens, name) == TOKEN_NAME &&
	       c_may_name_macro(token_text(look->bytes, look->tokens, name));
}

/* Is the name at `name` one that calls a function or a macro? */
static bool calls_function(const struct c_look *look, uint32_t name)
{
	static const char *const others[] = { "alignas", "decltype", "noexcept", "requires", "typeof", NULL };
	struct slice text =
		c_kind(look->tokens, name) == TOKEN_NAME ? token_text(look->bytes, look->tokens, name) : slice_of("_");
	return !c_may_name_macro(text) && !c_word_find(text) && !c_type_word(text) && !slice_is_one_of(text, others);
}

/* Is it a value: a literal alone, or a call? */
static bool is_value(const struct statements *old, const struct c_look *look)
{
	uint32_t first = token_from(old->tokens, old->first), last = token_before(old->tokens, old->last);
	enum token_kind kind = c_kind(old->tokens, first);
	uint32_t open = token_is(old->bytes, old->tokens, last, TOKEN_CLOSE, ")") ? old->tokens->items[last].partner
										  : TOKEN_NONE;
	if (kind == TOKEN_NUMBER || kind == TOKEN_STRING)
		return first == last;
	return open != TOKEN_NONE && open > first && calls_function(look, token_before(old->tokens, open));
}

/* Would a type come in the place of a value? Templates and `sizeof` take either. */
static bool would_lose_value(const struct statements *old, const struct statements *by, const struct place_of *at)
{
	static const char *const either[] = { "sizeof", "alignas", "alignof", "typeid", "va_arg", "_Alignas",
		"_Alignof", "__alignof__", NULL };
	const struct c_look *look = &at->look;
	uint32_t open = bracket_around(look, at->before),
		 name = open == TOKEN_NONE ? open : token_before(old->tokens, open);
	bool takes_either = token_is(old->bytes, old->tokens, open, TOKEN_OPEN, "<") ||
			    (c_kind(old->tokens, name) == TOKEN_NAME &&
				    slice_is_one_of(token_text(old->bytes, old->tokens, name), either));
	return !takes_either && !is_in_macro(look, at->before) && is_value(old, look) &&
	       c_is_no_value(by->bytes, by->tokens, by->first, by->last);
}

/* Does the text end with a call, without its `;`? */
static bool ends_with_call(const struct statements *by, const struct c_look *look)
{
	uint32_t last = token_before(by->tokens, by->last);
	bool is_call = token_is(by->bytes, by->tokens, last, TOKEN_CLOSE, ")") &&
		       by->tokens->items[last].partner != TOKEN_NONE;
	return is_call && calls_function(look, token_before(by->tokens, by->tokens->items[last].partner));
}

/* Would what comes run into the code after it? Not `TORCH_API`, which is before a declaration, nor `M(x)` or `public:`,
 * nor anything at the end of a macro. */
static bool lacks_semicolon(const struct statements *old, const struct statements *by, const struct shape *was,
	const struct shape *comes, const struct place_of *at, const struct c_look *look)
{
	uint32_t last = token_before(by->tokens, by->last);
	if (comes->is_ended || comes->is_head || !comes->most || c_kind(old->tokens, at->next) == TOKEN_END ||
		token_is(by->bytes, by->tokens, last, TOKEN_OPERATOR, ":"))
		return false;
	if (old->first == old->last)
		return c_statement_start(old->bytes, old->tokens, old->first) && ends_with_call(by, look);
	uint32_t end = c_unit_begin(by->tokens, last), name = end == last ? last : token_before(by->tokens, end);
	bool may_be_macro =
		c_kind(by->tokens, name) == TOKEN_NAME && c_may_name_macro(token_text(by->bytes, by->tokens, name));
	return was->is_ended && c_kind(by->tokens, last) != TOKEN_OPEN && !may_be_macro;
}

/* Does it end with a block or a `;`, and not with a braced value: `T{1}`? */
static bool ends_as_statement(const struct statements *by, const struct c_look *look)
{
	uint32_t last = token_before(by->tokens, by->last);
	if (last == TOKEN_NONE || !closes_block(look, last) || by->tokens->items[last].partner == TOKEN_NONE)
		return true;
	return c_block_head(by->bytes, by->tokens, by->tokens->items[last].partner) != TOKEN_NONE ||
	       token_is(by->bytes, by->tokens, token_before(by->tokens, last), TOKEN_OPERATOR, ";");
}

const char *c_give_way(const struct statements *old, const struct statements *by, const char **why)
{
	const struct token_list *tokens = old->tokens;
	struct place_of at = { .look = { old->bytes, tokens, LOOK_MAX, LOOK_MAX_DEPTH },
		.before = token_before(tokens, old->first),
		.next = token_from(tokens, old->last) };
	struct c_look by_look = { by->bytes, by->tokens, LOOK_MAX, LOOK_MAX_DEPTH };
	bool is_insertion = old->first == old->last, is_going = by->first == by->last;
	struct shape was = shape_of(old, &at.look), comes = shape_of(by, &by_look);
	if (old->is_part)
		return comes.most > 1 || (comes.is_ended && ends_as_statement(by, &by_look)) || comes.is_head ||
				       comes.is_branch || (begins_statement(by) && !is_in_macro(&at.look, at.before))
			       ? refuse(why, "it is a part of a statement, where no statement fits")
		       : would_lose_value(old, by, &at) ? refuse(why, "a value is needed, and what comes is none")
							: "";
	const char *why_not = is_insertion && !is_going ? why_no_item(&at, by, &by_look) : NULL;
	if (why_not)
		return refuse(why, why_not);
	if (lacks_semicolon(old, by, &was, &comes, &at, &by_look))
		return refuse(why, "it has no ';' at its end");
	if (ends_do(&at.look, old->first, at.before) &&
		(is_insertion || is_going || !c_is_word(&by_look, token_from(by->tokens, by->first), "while")))
		return refuse(why, "the 'do' before it would have no end");
	if (was.is_head && (was.awaits_else || comes.awaits_else))
		at.next = after_statement(&at.look, at.next);
	at.is_all_of_macro =
		c_begins_macro(old->bytes, tokens, old->first) && !is_insertion && c_kind(tokens, at.next) == TOKEN_END;
	if (!is_going && has_own_semicolon(by, &by_look) &&
		(c_any_after(&at.look, at.next, is_else) || c_any_before(&at.look, at.before, is_do)))
		return refuse(why, "the ';' after its block would part it from the 'else' or 'while' that follows");
	return is_going ? go(&at, old->first, &was, why) : come(&at, &was, &comes, is_insertion, why);
}
