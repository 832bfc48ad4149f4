/* Which brackets are a cast, and which hold parameters, as far as tokens tell without knowing the names. */
#include <string.h>

#include "lang/c/lang_c.h"

/* Units of a type looked at: none that is cast to is longer. */
#define TYPE_MAX_UNITS 32

static bool is_pointer(struct slice text)
{
	static const char *const signs[] = { "*", "&", "&&", NULL };
	return slice_is_one_of(text, signs);
}

/* What was read of the inside of a bracket. */
struct reading {
	bool has_name;
	bool is_type;     /* by its words */
	bool is_reserved; /* by the last of its names that are no words */
	size_t n_names;   /* of those */
	bool is_pointer;  /* ends in `*`, `&`, or the qualifiers of one */
	bool is_function; /* `(*)` was read: a type, if any */
};

/* The bracket at `open` in a type: `<int>` of a template, `(*)`, what is after that. False: it is no part of one. */
static bool read_bracket(struct slice bytes, const struct token_list *tokens, uint32_t open, struct reading *r)
{
	uint32_t star = token_from(tokens, open + 1);
	if (tokens->items[open].partner == TOKEN_NONE)
		return false;
	if (token_is(bytes, tokens, open, TOKEN_OPEN, "<"))
		return r->has_name && !r->is_pointer;
	if (token_is(bytes, tokens, open, TOKEN_OPEN, "[") || r->is_function)
		return (r->is_type || r->is_reserved) && (r->is_pointer || r->is_function);
	r->is_function = r->has_name && token_is(bytes, tokens, star, TOKEN_OPERATOR, "*") &&
			 token_from(tokens, star + 1) == tokens->items[open].partner;
	r->is_type |= r->is_function;
	return r->is_function;
}

static bool read_unit(struct slice bytes, const struct token_list *tokens, uint32_t i, struct reading *r)
{
	struct slice text = token_text(bytes, tokens, i);
	const struct keyword *word;
	unsigned flags;
	switch (tokens->items[i].kind) {
	case TOKEN_NAME:
		word = c_word_find(text);
		flags = c_type_word(text);
		if (r->is_function || (word && !(word->flags & C_TYPE)) ||
			(r->is_pointer && !(flags & C_WORD_QUALIFIER)))
			return false;
		if (flags == C_WORD_RESERVED || !(word || flags)) {
			r->is_reserved = flags == C_WORD_RESERVED;
			r->n_names++;
		}
		r->has_name = true;
		r->is_type |= flags & C_WORD_TYPE;
		return true;
	case TOKEN_OPERATOR:
		if (slice_eq_cstr(text, "::")) {
			r->is_type = r->is_reserved = false; /* `a_t::b` */
			r->n_names = 0;
			return !r->is_pointer;
		}
		r->is_pointer = r->has_name && !r->is_function && is_pointer(text);
		return r->is_pointer;
	case TOKEN_OPEN:
		return read_bracket(bytes, tokens, i, r);
	default:
		return false;
	}
}

/* What tokens [first, last) are, as a type: false where they can be none. */
static bool read_type(
	struct slice bytes, const struct token_list *tokens, uint32_t first, uint32_t last, struct reading *r)
{
	uint32_t i = token_from(tokens, first);
	*r = (struct reading){ 0 };
	for (size_t n = 0; i < last; n++, i = token_from(tokens, c_unit_last(tokens, i) + 1))
		if (n == TYPE_MAX_UNITS || !read_unit(bytes, tokens, i, r))
			return false;
	return true;
}

/* Does the bracket at `open` hold a type, and no expression: whatever its names mean, or by a reserved name alone? */
static unsigned holds_type(struct slice bytes, const struct token_list *tokens, uint32_t open)
{
	struct reading r;
	if (!read_type(bytes, tokens, open + 1, tokens->items[open].partner, &r))
		return 0;
	return r.is_type || r.is_pointer ? C_WORD_TYPE : r.is_reserved && r.n_names == 1 ? C_WORD_RESERVED : 0;
}

/* Does an operator end with token `last` that needs something after it? */
static bool ends_with_operator(struct slice bytes, const struct token_list *tokens, uint32_t first, uint32_t last)
{
	static const char *const suffixes[] = { "++", "--", "...", NULL };
	return c_kind(tokens, last) == TOKEN_OPERATOR &&
	       (first == last || !slice_is_one_of(token_text(bytes, tokens, last), suffixes));
}

bool c_is_no_value(struct slice bytes, const struct token_list *tokens, uint32_t first, uint32_t last)
{
	struct reading r;
	first = token_from(tokens, first);
	if (c_kind(tokens, first) == TOKEN_OPEN && token_from(tokens, c_unit_last(tokens, first) + 1) >= last) {
		bool is_round = token_is(bytes, tokens, first, TOKEN_OPEN, "(");
		return is_round ? holds_type(bytes, tokens, first) == C_WORD_TYPE
				: token_is(bytes, tokens, first, TOKEN_OPEN, "[");
	}
	if (ends_with_operator(bytes, tokens, first, token_before(tokens, last)))
		return true;
	return read_type(bytes, tokens, first, last, &r) && (r.is_type || r.is_pointer || r.n_names > 1);
}

/* May an operand begin with token `i`, but for names and literals? */
static bool begins_operand(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	static const char *const prefixes[] = { "-", "+", "*", "&", "~", "!", "++", "--", NULL };
	if (token_is(bytes, tokens, i, TOKEN_OPEN, "(") || c_kind(tokens, i) == TOKEN_CAPTURE)
		return true;
	return c_kind(tokens, i) == TOKEN_OPERATOR && slice_is_one_of(token_text(bytes, tokens, i), prefixes);
}

/* May a cast be behind token `i`? Not behind the name of a function, nor `sizeof` or `if`. */
static bool may_precede(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	static const char *const ends[] = { ".", "->", "...", ".*", "->*", NULL };
	static const char *const brackets[] = { "catch", "for", "if", "new", "sizeof", "switch", "while", NULL };
	struct slice text = i == TOKEN_NONE ? slice_of("") : token_text(bytes, tokens, i);
	switch (c_kind(tokens, i)) {
	case TOKEN_NAME:
		return c_word_find(text) && !slice_is_one_of(text, brackets) &&
		       c_word_find(text)->prefix != BINDING_OPERAND;
	case TOKEN_OPERATOR:
		return !slice_is_one_of(text, ends);
	case TOKEN_CLOSE:
		return slice_eq_cstr(text, ")");
	case TOKEN_OPEN:
	case TOKEN_END:
	case TOKEN_KIND_COUNT:
		return true;
	default:
		return false;
	}
}

bool c_is_cast(struct slice bytes, const struct token_list *tokens, uint32_t open)
{
	uint32_t close = tokens->items[open].partner, before = token_before(tokens, open);
	if (close == TOKEN_NONE || close < open || bytes.ptr[tokens->items[open].begin] != '(')
		return false;
	uint32_t next = token_from(tokens, close + 1);
	unsigned by = begins_operand(bytes, tokens, next) ? holds_type(bytes, tokens, open) : 0;
	if (!by)
		return false;
	if (c_statement_start(bytes, tokens, open))
		return true;
	/* `R (C::*f)(int) &` */
	bool is_qualified = c_kind(tokens, before) == TOKEN_CLOSE && is_pointer(token_text(bytes, tokens, next));
	/* `f(x)(n_t) - 1` calls. */
	bool may_call = by == C_WORD_RESERVED && token_is(bytes, tokens, before, TOKEN_CLOSE, ")") &&
			(tokens->items[before].partner == TOKEN_NONE ||
				holds_type(bytes, tokens, tokens->items[before].partner) != C_WORD_TYPE);
	return !is_qualified && !may_call && may_precede(bytes, tokens, before);
}

/* --- parameters -------------------------------------------------------------------------------------------------- */

/* Units of parameters looked at: the first few tell. */
#define PARAMETERS_MAX_UNITS 64
/* Units looked back at for the `{` of a class. */
#define CLASS_MAX_UNITS 1024
/* Units of what is before a declared name, as in `static const A<B> *f()`. */
#define DECLARED_MAX_UNITS 16

static bool is_plain_name(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	return c_kind(tokens, i) == TOKEN_NAME && !c_word_at(bytes, tokens, i);
}

/* Does the bracket at `open` hold parameters: `int x`, `A x`, `A &&`? What a macro takes may look so, too. */
static bool holds_parameters(struct slice bytes, const struct token_list *tokens, uint32_t open)
{
	uint32_t close = tokens->items[open].partner, last = open, i = token_from(tokens, open + 1), next;
	for (size_t n = 0; n < PARAMETERS_MAX_UNITS && i < close; n++, last = i, i = next) {
		next = token_from(tokens, c_unit_last(tokens, i) + 1);
		bool ends_item = next == close || token_is(bytes, tokens, next, TOKEN_OPERATOR, ",");
		struct slice text = token_text(bytes, tokens, i);
		if (c_kind(tokens, i) == TOKEN_NAME && c_type_word(text) && c_kind(tokens, next) == TOKEN_NAME)
			return true;
		if (c_kind(tokens, i) == TOKEN_OPERATOR && last != open && is_pointer(text) && ends_item)
			return true;
		if (is_plain_name(bytes, tokens, i) && is_plain_name(bytes, tokens, last))
			return true;
	}
	return false;
}

/* The name of the class whose `{` is token `open`; TOKEN_NONE where that opens no class. */
static uint32_t class_name(struct slice bytes, const struct token_list *tokens, uint32_t open)
{
	uint32_t name = TOKEN_NONE, i = c_block_head(bytes, tokens, open);
	while (i < open && !(c_has_flag(bytes, tokens, i, C_TYPE)))
		i = token_from(tokens, c_unit_last(tokens, i) + 1);
	if (i >= open || token_is(bytes, tokens, i, TOKEN_NAME, "namespace"))
		return TOKEN_NONE;
	for (i = token_from(tokens, i + 1); i < open; i = token_from(tokens, c_unit_last(tokens, i) + 1)) {
		if (token_is(bytes, tokens, i, TOKEN_OPERATOR, ":") || token_is(bytes, tokens, i, TOKEN_NAME, "final"))
			break;
		name = c_kind(tokens, i) == TOKEN_NAME ? i : name;
	}
	return name;
}

/* May the token be one of a class's members, outside brackets, rather than of a statement? */
static bool may_be_of_class(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	static const char *const declaring[] = { "default", "typedef", "using", NULL };
	const struct keyword *word = c_word_at(bytes, tokens, i);
	return !word || !(word->flags & C_STATEMENT) || word->flags & (C_ACCESS | C_TYPE) ||
	       word->prefix == BINDING_OPERAND || slice_is_one_of(token_text(bytes, tokens, i), declaring);
}

/* The `{` of the class among whose members token `i` may be, or TOKEN_NONE. */
static uint32_t class_around(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	for (size_t n = 0; n < CLASS_MAX_UNITS && i != TOKEN_NONE; n++) {
		if (c_kind(tokens, i) == TOKEN_OPEN)
			return token_is(bytes, tokens, i, TOKEN_OPEN, "{") ? i : TOKEN_NONE;
		if (!may_be_of_class(bytes, tokens, i))
			return TOKEN_NONE;
		i = token_before(tokens, c_unit_begin(tokens, i));
	}
	return TOKEN_NONE;
}

static bool is_same_name(struct slice bytes, const struct token_list *tokens, uint32_t a, uint32_t b)
{
	return a < tokens->count && b < tokens->count &&
	       slice_eq(token_text(bytes, tokens, a), token_text(bytes, tokens, b));
}

/* Token `i`, or what is before the `template <class T>` that it ends. */
static uint32_t before_template(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	uint32_t open = token_is(bytes, tokens, i, TOKEN_CLOSE, ">") ? tokens->items[i].partner : TOKEN_NONE;
	uint32_t word = open == TOKEN_NONE ? TOKEN_NONE : token_before(tokens, open);
	return token_is(bytes, tokens, word, TOKEN_NAME, "template") ? token_before(tokens, word) : i;
}

/* Is the name at token `name`, which begins a declaration if it is in a class, that of the class? */
static bool names_class_around(struct slice bytes, const struct token_list *tokens, uint32_t name)
{
	uint32_t before = token_before(tokens, name);
	if (token_is(bytes, tokens, before, TOKEN_OPERATOR, "~"))
		before = token_before(tokens, before);
	before = before_template(bytes, tokens, before);
	bool begins = token_is(bytes, tokens, before, TOKEN_OPERATOR, ";") ||
		      token_is(bytes, tokens, before, TOKEN_OPEN, "{") ||
		      token_is(bytes, tokens, before, TOKEN_CLOSE, "}") ||
		      (token_is(bytes, tokens, before, TOKEN_OPERATOR, ":") &&
			      c_has_flag(bytes, tokens, token_before(tokens, before), C_ACCESS)) ||
		      c_kind(tokens, before) == TOKEN_END;
	uint32_t open = begins ? class_around(bytes, tokens, before) : TOKEN_NONE;
	return open != TOKEN_NONE && is_same_name(bytes, tokens, class_name(bytes, tokens, open), name);
}

/* Does a statement begin with token `i`, or with a type before it: `A` of `A f`, of `const A *f`, of `A<B>::f`? */
static bool begins_declaration(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	for (size_t n = 0; n < DECLARED_MAX_UNITS; n++) {
		if (c_statement_start(bytes, tokens, i))
			return true;
		uint32_t before = token_before(tokens, i);
		const struct keyword *word = c_word_at(bytes, tokens, before);
		struct slice text = token_text(bytes, tokens, before);
		bool is_of_type = c_kind(tokens, before) == TOKEN_NAME ? !word || word->prefix == BINDING_OPERAND
				  : c_kind(tokens, before) == TOKEN_CLOSE
					  ? slice_eq_cstr(text, ">") && tokens->items[before].partner != TOKEN_NONE
					  : is_pointer(text) || slice_eq_cstr(text, "::");
		if (!is_of_type)
			return false;
		i = c_unit_begin(tokens, before);
	}
	return false;
}

/* Can what is behind the bracket that ends at `close` only be behind parameters? */
static bool is_behind_parameters(struct slice bytes, const struct token_list *tokens, uint32_t close)
{
	static const char *const words[] = { "const", "final", "noexcept", "override", "try", "volatile", NULL };
	uint32_t next = token_from(tokens, close + 1), value = token_from(tokens, next + 1);
	if (token_is(bytes, tokens, next, TOKEN_OPERATOR, "="))
		return token_is(bytes, tokens, value, TOKEN_NAME, "default") ||
		       token_is(bytes, tokens, value, TOKEN_NAME, "delete");
	return token_is(bytes, tokens, next, TOKEN_OPEN, "{") ||
	       (c_kind(tokens, next) == TOKEN_NAME && slice_is_one_of(token_text(bytes, tokens, next), words));
}

/* Does the bracket at `open` hold nothing, a type, or a `*` or `&`: `()`, `(int)`, `(A &&a)`? */
static bool may_hold_parameters(struct slice bytes, const struct token_list *tokens, uint32_t open)
{
	uint32_t close = tokens->items[open].partner, i = token_from(tokens, open + 1);
	if (i == close || holds_type(bytes, tokens, open))
		return true;
	for (size_t n = 0; n < PARAMETERS_MAX_UNITS && i < close; n++) {
		if (c_kind(tokens, i) == TOKEN_OPERATOR && is_pointer(token_text(bytes, tokens, i)))
			return true;
		i = token_from(tokens, c_unit_last(tokens, i) + 1);
	}
	return false;
}

/* c_declares() for the name of an operator. */
static bool declares_operator(struct slice bytes, const struct token_list *tokens, uint32_t name, uint32_t open)
{
	uint32_t before = token_before(tokens, name);
	if (holds_parameters(bytes, tokens, open) || holds_type(bytes, tokens, open) == C_WORD_TYPE ||
		is_behind_parameters(bytes, tokens, tokens->items[open].partner))
		return true;
	/* `A operator-(B)`; `a & operator=(b)` may be an expression */
	bool is_behind_type = !c_statement_start(bytes, tokens, name) && begins_declaration(bytes, tokens, name);
	return is_behind_type && !token_is(bytes, tokens, before, TOKEN_OPERATOR, "::") &&
	       (c_kind(tokens, before) == TOKEN_NAME || may_hold_parameters(bytes, tokens, open));
}

/* c_declares() for `A::A(` and `A::~A(`, where the `::` is token `colons`. */
static bool declares_special(
	struct slice bytes, const struct token_list *tokens, uint32_t colons, uint32_t name, uint32_t open)
{
	uint32_t class = token_before(tokens, colons);
	if (token_is(bytes, tokens, class, TOKEN_CLOSE, ">") && tokens->items[class].partner != TOKEN_NONE)
		class = token_before(tokens, tokens->items[class].partner);
	if (!is_same_name(bytes, tokens, class, name))
		return false;
	bool begins = begins_declaration(bytes, tokens, class);
	if (token_before(tokens, name) != colons)
		return begins; /* no `p->A::~A()` */
	uint32_t close = tokens->items[open].partner, next = token_from(tokens, close + 1);
	return holds_parameters(bytes, tokens, open) || is_behind_parameters(bytes, tokens, close) ||
	       (begins && token_is(bytes, tokens, next, TOKEN_OPERATOR, ":"));
}

bool c_declares(struct slice bytes, const struct token_list *tokens, uint32_t open)
{
	uint32_t close = tokens->items[open].partner, name = token_before(tokens, open);
	if (close == TOKEN_NONE || close < open || bytes.ptr[tokens->items[open].begin] != '(' ||
		c_kind(tokens, name) != TOKEN_NAME)
		return false;
	struct slice text = token_text(bytes, tokens, name);
	if (text.len > strlen("operator") && slice_starts_with(text, "operator") &&
		c_name_end(text, 0, true) == strlen("operator"))
		return declares_operator(bytes, tokens, name, open);
	uint32_t colons = token_before(tokens, name);
	if (token_is(bytes, tokens, colons, TOKEN_OPERATOR, "~"))
		colons = token_before(tokens, colons);
	return token_is(bytes, tokens, colons, TOKEN_OPERATOR, "::")
		       ? declares_special(bytes, tokens, colons, name, open)
		       : names_class_around(bytes, tokens, name);
}
