/* Python's expressions: see grammar.h. */
#include "lang/python/grammar.h"

static const char CUT[] = "a statement is incomplete";
static const char SIDE_BY_SIDE[] = "two operands side by side";
static const char PARAMETERS[] = "a parameter follows '**'";
static const char NO_DEFAULT[] = "a parameter without a default follows one with a default";
static const char NAMED[] = "a named argument outside of a call";
static const char UNPACKED[] = "'*' where a value is needed";
static const char NO_NAME[] = "what is before '=' is no name";
static const char NO_TARGET[] = "a name, an attribute or a subscript is needed";
static const char NAMED_TWICE[] = "':=' in a named argument needs brackets of its own";
static const char NO_BRACKETS[] = "':=' needs brackets of its own here";
static const char GENERATOR[] = "a generator beside other arguments needs brackets of its own";
static const char COMPREHENSION[] = "'for' after an expression outside of brackets";
static const char POSITIONAL[] = "an argument without a name follows one with a name";
static const char NO_VALUE[] = "a value is missing";
static const char KEYWORD[] = "a keyword where a value is needed";
static const char MISPLACED[] = "code that cannot follow what is before it";

static bool read_test(struct parser *p);
static bool read_primary(struct parser *p);

/* --- what is wrong ------------------------------------------------------------------------------------------------ */

/* An operand has to be at hand. Other checks tell of a separator with nothing before it, and of bytes that are no
 * Python. */
static bool fail_without_value(struct parser *p)
{
	if (p->i >= p->last)
		return fail(p, p->i, CUT);
	enum token_kind kind = kind_of(p, p->i);
	bool is_star = is(p, p->i, "*") || is(p, p->i, "**");
	bool is_told = is(p, p->i, ",") && (is(p, p->i - 1, ",") || kind_of(p, p->i - 1) == TOKEN_OPEN);
	if (is_told || kind == TOKEN_JUNK)
		return false;
	return fail(p, p->i, is_star ? UNPACKED : kind == TOKEN_NAME ? KEYWORD : NO_VALUE);
}

/* What is at hand cannot go on with what was read. */
static bool fail_behind(struct parser *p)
{
	if (p->i >= p->last)
		return fail(p, p->i, CUT);
	enum token_kind kind = kind_of(p, p->i);
	if (kind == TOKEN_JUNK)
		return false;
	bool is_operand = kind == TOKEN_NUMBER || kind == TOKEN_STRING || is_name(p, p->i);
	return fail(p, p->i,
		is_operand                ? SIDE_BY_SIDE
		: is(p, p->i, ":=")       ? NO_BRACKETS
		: begins_comprehension(p) ? COMPREHENSION
					  : MISPLACED);
}

bool python_expect(struct parser *p, const char *text)
{
	return (text && take(p, text)) || fail_behind(p);
}

/* --- expressions -------------------------------------------------------------------------------------------------- */

/* Operands and the operators between them that bind more tightly than a comparison. */
static bool read_arithmetic(struct parser *p)
{
	static const char *const prefixes[] = { "+", "-", "~", NULL };
	static const char *const between[] = { "+", "-", "*", "/", "//", "%", "@", "<<", ">>", "&", "^", "|", "**",
		NULL };
	for (bool is_alone = true;; is_alone = false) {
		for (; is_any(p, p->i, prefixes); p->i++)
			is_alone = false;
		is_alone = !take(p, "await") && is_alone;
		if (!read_primary(p))
			return false;
		p->is_target = p->is_target && is_alone;
		if (!is_any(p, p->i, between))
			return true;
		p->i++;
	}
}

static bool take_comparison(struct parser *p)
{
	static const char *const operators[] = { "<", ">", "==", ">=", "<=", "<>", "!=", "in", NULL };
	if (take(p, "is")) {
		take(p, "not");
		return true;
	}
	size_t is_not = is(p, p->i, "not") && is(p, p->i + 1, "in");
	bool is_there = is_any(p, p->i + is_not, operators);
	p->i += is_there ? is_not + 1 : 0;
	return is_there;
}

/* Comparisons, and `not`, `and` and `or` around them. */
static bool read_condition(struct parser *p)
{
	for (bool is_alone = true;; is_alone = false) {
		while (take(p, "not"))
			is_alone = false;
		if (!read_arithmetic(p))
			return false;
		for (; take_comparison(p); is_alone = false)
			if (!read_arithmetic(p))
				return false;
		p->is_target = p->is_target && is_alone;
		if (!take(p, "and") && !take(p, "or"))
			return true;
	}
}

/* What is known of the parameters before one. */
struct parameters {
	bool of_lambda, is_over, has_any, has_slash, has_star, has_default;
};

/* A name, or Python 2's names in brackets, with what stands behind it. */
static bool read_parameter(struct parser *p, struct parameters *before, bool may_lack_default)
{
	size_t name = p->i;
	if (kind_of(p, name) == TOKEN_OPEN)
		pass_bracket(p);
	else if (!python_read(p, PYTHON_NAME))
		return false;
	if (!before->of_lambda && take(p, ":")) {
		take(p, "*");
		if (!read_test(p))
			return false;
	}
	bool has_default = take(p, "=");
	if (before->has_default && !has_default && !may_lack_default)
		return fail(p, name, NO_DEFAULT);
	before->has_default |= has_default;
	return !has_default || read_test(p);
}

/* `*`, `/`, `*a`, `**a` or `a`, the one that follows `before`. */
static bool read_any_parameter(struct parser *p, struct parameters *before)
{
	size_t begin = p->i;
	bool is_star = take(p, "*"), is_slash = !is_star && take(p, "/");
	if ((is_star && before->has_star) || (is_slash && (before->has_slash || before->has_star || !before->has_any)))
		return fail(p, begin, MISPLACED);
	before->is_over = take(p, "**");
	before->has_star |= is_star;
	before->has_slash |= is_slash;
	before->has_any = true;
	if (is_slash || (is_star && is(p, p->i, ",")))
		return true;
	return read_parameter(p, before, before->has_star || before->is_over);
}

/* Up to the bracket of a `def`, or the colon of a lambda. */
static bool read_parameters(struct parser *p, bool of_lambda)
{
	struct parameters before = { .of_lambda = of_lambda };
	do {
		if (closes(p) || is(p, p->i, ":"))
			return true;
		if (before.is_over)
			return fail(p, p->i, PARAMETERS);
		if (!read_any_parameter(p, &before))
			return false;
	} while (take(p, ","));
	return true;
}

static bool read_parameters_of_def(struct parser *p)
{
	return read_parameters(p, false);
}

/* An expression without commas. */
static bool read_any_test(struct parser *p)
{
	bool is_lambda = take(p, "lambda");
	bool ok = is_lambda ? read_parameters(p, true) && python_expect(p, ":") && read_test(p) : read_condition(p);
	if (ok && !is_lambda && take(p, "if"))
		ok = read_condition(p) && python_expect(p, "else") && read_test(p);
	else if (!is_lambda)
		return ok;
	p->is_target = false;
	return ok;
}

static bool read_test(struct parser *p)
{
	if (p->depth >= PYTHON_MAX_DEPTH)
		return false;
	p->depth++;
	bool ok = read_any_test(p);
	p->depth--;
	return ok;
}

/* An expression with or without `name :=`. */
static bool read_named(struct parser *p)
{
	if (!is_name(p, p->i) || !is(p, p->i + 1, ":="))
		return read_test(p);
	p->i += 2;
	bool ok = read_test(p);
	p->is_target = false;
	return ok;
}

/* Targets of a `for`, `del` or `as`: names and the like with commas between them. */
static bool read_targets(struct parser *p)
{
	size_t first = p->i;
	do {
		if (p->i > first && (is(p, p->i, "in") || p->i >= p->last))
			return true;
		take(p, "*");
		size_t begin = p->i;
		if (!read_primary(p))
			return false;
		if (!p->is_target)
			return fail(p, begin, NO_TARGET);
	} while (take(p, ","));
	return true;
}

static bool read_comprehension(struct parser *p)
{
	while (begins_comprehension(p)) {
		take(p, "async");
		p->i++;
		if (!read_targets(p) || !python_expect(p, "in") || !read_condition(p))
			return false;
		while (take(p, "if"))
			if (!read_condition(p))
				return false;
	}
	p->is_target = false;
	return true;
}

/* Values with commas between them, up to what is no value. `is_bracketed`: each may have a `:=`, and there may be a
 * comprehension. */
static bool read_values(struct parser *p, bool is_bracketed)
{
	static const char *const ends[] = { "=", ":", NULL };
	bool are_targets = true, is_tuple = false;
	size_t begin = p->i;
	do {
		if (p->i > begin && (p->i >= p->last || closes(p) || is_any(p, p->i, ends)))
			break;
		bool is_unpacked = take(p, "*");
		if (!(is_unpacked ? read_arithmetic(p) : is_bracketed ? read_named(p) : read_test(p)))
			return false;
		are_targets &= p->is_target;
		if (is_bracketed && !is_unpacked && !is_tuple && begins_comprehension(p))
			return read_comprehension(p);
		is_tuple |= is(p, p->i, ",");
	} while (take(p, ","));
	p->is_target = are_targets;
	p->is_tuple = is_tuple || p->is_tuple;
	return is_bracketed || is_tuple || !is(p, begin, "*") || fail(p, begin, UNPACKED);
}

static bool read_yield(struct parser *p)
{
	p->is_target = false;
	if (take(p, "from"))
		return read_test(p);
	bool is_bare = p->i >= p->last || closes(p) || is(p, p->i, "=");
	bool ok = is_bare || read_values(p, false);
	p->is_target = false;
	return ok;
}

static bool read_list(struct parser *p)
{
	if (closes(p)) {
		p->is_target = true;
		return true;
	}
	return read_values(p, true);
}

static bool read_group(struct parser *p)
{
	size_t begin = p->i;
	if (take(p, "yield"))
		return read_yield(p);
	return read_list(p) && (p->is_tuple || !is(p, begin, "*") || fail(p, begin, UNPACKED));
}

/* The key and the value of a dict, or an item of a set; false in `*is_dict` for the latter. */
static bool read_entry(struct parser *p, bool *is_dict)
{
	*is_dict = take(p, "**");
	if (*is_dict || take(p, "*"))
		return read_arithmetic(p);
	if (!read_named(p))
		return false;
	*is_dict = take(p, ":");
	return !*is_dict || read_test(p);
}

static bool read_dict(struct parser *p)
{
	bool is_first = true, is_dict = true, is_pair;
	do {
		if (closes(p))
			break;
		size_t begin = p->i;
		if (!read_entry(p, &is_pair))
			return false;
		if (!is_first && is_pair != is_dict)
			return fail(p, begin, MISPLACED);
		bool is_unpacked = is(p, begin, "*") || is(p, begin, "**");
		if (begins_comprehension(p))
			return is_first && !is_unpacked ? read_comprehension(p) : fail_behind(p);
		is_dict = is_pair;
		is_first = false;
	} while (take(p, ","));
	p->is_target = false;
	return true;
}

/* `a`, `a:b:c` and the like. */
static bool read_slice(struct parser *p)
{
	if (take(p, "*"))
		return read_arithmetic(p);
	bool ok = is(p, p->i, ":") || read_named(p);
	for (int n = 0; ok && n < 2 && take(p, ":"); n++)
		ok = is(p, p->i, ":") || is(p, p->i, ",") || closes(p) || read_test(p);
	return ok;
}

static bool read_subscript(struct parser *p)
{
	do {
		if (!read_slice(p))
			return false;
	} while (take(p, ",") && !closes(p));
	return true;
}

/* What is known of the arguments before one. */
struct arguments {
	bool has_any, has_name, has_names; /* `a=b`, `**a` */
};

static bool read_plain_argument(struct parser *p, struct arguments *before)
{
	size_t begin = p->i;
	if (!read_named(p))
		return false;
	if (begins_comprehension(p)) {
		size_t at = p->i;
		if (before->has_any)
			return fail(p, at, GENERATOR);
		return read_comprehension(p) && (!is(p, p->i, ",") || fail(p, p->i, GENERATOR));
	}
	if (is(p, p->i, "="))
		return fail(p, p->i, NO_NAME);
	return !(before->has_name || before->has_names) || fail(p, begin, POSITIONAL);
}

static bool read_argument(struct parser *p, struct arguments *before)
{
	if (take(p, "**")) {
		before->has_names = true;
		return read_test(p);
	}
	if (is(p, p->i, "*")) {
		bool is_late = before->has_names;
		return is_late ? fail(p, p->i, POSITIONAL) : take(p, "*") && read_test(p);
	}
	if (!is_name(p, p->i) || !is(p, p->i + 1, "="))
		return read_plain_argument(p, before);
	before->has_name = true;
	p->i += 2;
	if (is(p, p->i, "*") || is(p, p->i, "**"))
		return fail(p, p->i - 1, UNPACKED);
	return read_test(p) && (!is(p, p->i, ":=") || fail(p, p->i, NAMED_TWICE));
}

static bool read_arguments(struct parser *p)
{
	struct arguments before = { 0 };
	do {
		if (closes(p))
			break;
		if (!read_argument(p, &before))
			return false;
		before.has_any = true;
	} while (take(p, ","));
	p->is_target = false;
	return true;
}

/* A bracket, at its opening token, whose inside `read` reads. */
static bool read_bracket(struct parser *p, bool (*read)(struct parser *p), bool is_call)
{
	if (p->depth >= PYTHON_MAX_DEPTH || p->doc->tokens.items[p->doc->code[p->i]].partner == TOKEN_NONE)
		return false;
	p->depth++;
	p->i++;
	bool ok = read(p);
	p->depth--;
	if (ok && !closes(p))
		return is(p, p->i, "=") && !is_call ? fail(p, p->i, NAMED) : fail_behind(p);
	p->i += ok;
	return ok;
}

static bool read_atom(struct parser *p)
{
	static const char *const constants[] = { "None", "True", "False", NULL };
	enum token_kind kind = kind_of(p, p->i);
	p->is_target = kind == TOKEN_NAME && !is_any(p, p->i, constants);
	p->is_tuple = false;
	if (kind == TOKEN_OPEN) {
		bool (*read)(struct parser * p) = is(p, p->i, "(")   ? read_group
						  : is(p, p->i, "[") ? read_list
								     : read_dict;
		bool is_list = is(p, p->i, "["), ok = read_bracket(p, read, false);
		p->is_tuple = p->is_tuple || is_list;
		return ok;
	}
	if (kind != TOKEN_NUMBER && kind != TOKEN_STRING && !is_name(p, p->i) && !is(p, p->i, "..."))
		return fail_without_value(p);
	p->i++;
	while (kind == TOKEN_STRING && kind_of(p, p->i) == TOKEN_STRING)
		p->i++;
	return true;
}

/* An operand with its calls, subscripts and attributes. */
static bool read_primary(struct parser *p)
{
	static const char *const later_words[] = { "async", "await", "nonlocal", NULL };
	bool ok = read_atom(p);
	while (ok) {
		bool is_call = is(p, p->i, "(") && kind_of(p, p->i) == TOKEN_OPEN;
		if (is_call) {
			ok = read_bracket(p, read_arguments, true);
		} else if (is(p, p->i, "[") && kind_of(p, p->i) == TOKEN_OPEN) {
			ok = read_bracket(p, read_subscript, false);
		} else if (take(p, ".")) {
			ok = is_name(p, p->i) || is_any(p, p->i, later_words) || fail_without_value(p);
			p->i += ok;
		} else {
			break;
		}
		p->is_target = !is_call;
		p->is_tuple = false;
	}
	return ok;
}

bool python_read(struct parser *p, enum python_part part)
{
	size_t begin = p->i;
	switch (part) {
	case PYTHON_NAME:
		p->i += is_name(p, begin);
		return p->i > begin || fail_without_value(p);
	case PYTHON_TEST:
		return read_test(p);
	case PYTHON_NAMED:
		return read_named(p);
	case PYTHON_VALUES:
		return take(p, "yield") ? read_yield(p) : read_values(p, false);
	case PYTHON_TARGETS:
		return read_targets(p);
	case PYTHON_TARGET:
		return read_primary(p) && (p->is_target || fail(p, begin, NO_TARGET));
	case PYTHON_ARGUMENTS:
		return read_bracket(p, read_arguments, true);
	case PYTHON_PARAMETERS:
		return read_bracket(p, read_parameters_of_def, true);
	}
	return false;
}
