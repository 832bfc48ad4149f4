/* Python's statements, as far as one tells: see grammar.h. */
#include "base/alloc.h"
#include "lang/problem.h"
#include "lang/python/grammar.h"

static const char NO_TARGET[] = "what is before the '=' cannot be assigned to";
static const char NO_ANNOTATION[] = "only a name, an attribute or a subscript can have a type";

static bool read_statement(struct parser *p);

/* What is behind a head's colon, on its line. */
static bool read_rest(struct parser *p)
{
	if (!python_expect(p, ":"))
		return false;
	if (p->i >= p->last)
		return true;
	if (p->depth >= PYTHON_MAX_DEPTH)
		return false;
	p->depth++;
	bool ok = read_statement(p);
	p->depth--;
	return ok;
}

/* --- names -------------------------------------------------------------------------------------------------------- */

static bool read_dotted_name(struct parser *p)
{
	do {
		if (!python_read(p, PYTHON_NAME))
			return false;
	} while (take(p, "."));
	return true;
}

/* `a`, `a as c, d`; with `dotted`, `a.b` as well. */
static bool read_imported(struct parser *p, bool dotted)
{
	do {
		if (is(p, p->i, ")"))
			return true;
		if (!(dotted ? read_dotted_name(p) : python_read(p, PYTHON_NAME)))
			return false;
		if (take(p, "as") && !python_read(p, PYTHON_NAME))
			return false;
	} while (take(p, ","));
	return true;
}

static bool read_import(struct parser *p)
{
	return read_imported(p, true);
}

static bool read_from(struct parser *p)
{
	bool is_relative = false;
	while (take(p, ".") || take(p, "..."))
		is_relative = true;
	if (!(is_relative && is(p, p->i, "import")) && !read_dotted_name(p))
		return false;
	if (!python_expect(p, "import"))
		return false;
	if (take(p, "("))
		return read_imported(p, false) && python_expect(p, ")");
	return take(p, "*") || read_imported(p, false);
}

static bool read_names(struct parser *p)
{
	do {
		if (!python_read(p, PYTHON_NAME))
			return false;
	} while (take(p, ","));
	return true;
}

/* --- heads of blocks ---------------------------------------------------------------------------------------------- */

static bool read_if(struct parser *p)
{
	return python_read(p, PYTHON_NAMED) && read_rest(p);
}

static bool read_for(struct parser *p)
{
	return python_read(p, PYTHON_TARGETS) && python_expect(p, "in") && python_read(p, PYTHON_VALUES) &&
	       read_rest(p);
}

static bool read_with_items(struct parser *p)
{
	do {
		if (is(p, p->i, ")"))
			return true;
		if (!python_read(p, PYTHON_TEST) || (take(p, "as") && !python_read(p, PYTHON_TARGET)))
			return false;
	} while (take(p, ","));
	return true;
}

/* The items of `with (a as b, c):` have brackets of their own, those of `with (a, b) as c:` and `with (yield):` not. */
static bool read_with(struct parser *p)
{
	struct parser bracketed = *p;
	if (take(&bracketed, "(") && read_with_items(&bracketed) && take(&bracketed, ")") &&
		is(&bracketed, bracketed.i, ":"))
		*p = bracketed;
	else if (!read_with_items(p))
		return false;
	return read_rest(p);
}

static bool read_except(struct parser *p)
{
	take(p, "*");
	if (!is(p, p->i, ":") && !python_read(p, PYTHON_VALUES))
		return false;
	return (!take(p, "as") || python_read(p, PYTHON_NAME)) && read_rest(p);
}

/* The name of a function or a class, and the type parameters that it may have, which are passed over: `f[T: int]`. */
static bool read_declared_name(struct parser *p)
{
	if (!python_read(p, PYTHON_NAME))
		return false;
	if (is(p, p->i, "["))
		pass_bracket(p);
	return true;
}

static bool read_def(struct parser *p)
{
	if (!read_declared_name(p))
		return false;
	if (!is(p, p->i, "("))
		return python_expect(p, "(");
	return python_read(p, PYTHON_PARAMETERS) && (!take(p, "->") || python_read(p, PYTHON_TEST)) && read_rest(p);
}

static bool read_class(struct parser *p)
{
	return read_declared_name(p) && (!is(p, p->i, "(") || python_read(p, PYTHON_ARGUMENTS)) && read_rest(p);
}

/* --- simple statements -------------------------------------------------------------------------------------------- */

static bool read_nothing(struct parser *p)
{
	(void)p;
	return true;
}

static bool read_decorator(struct parser *p)
{
	return python_read(p, PYTHON_NAMED);
}

static bool read_targets(struct parser *p)
{
	return python_read(p, PYTHON_TARGETS);
}

static bool read_return(struct parser *p)
{
	if (is(p, p->i, "yield"))
		return python_expect(p, NULL);
	return p->i >= p->last || python_read(p, PYTHON_VALUES);
}

static bool read_raise(struct parser *p)
{
	return read_return(p) && (!take(p, "from") || python_read(p, PYTHON_TEST));
}

static bool read_assert(struct parser *p)
{
	return python_read(p, PYTHON_TEST) && (!take(p, ",") || python_read(p, PYTHON_TEST));
}

static bool is_augmented(const struct parser *p, size_t i)
{
	static const char *const operators[] = {
		"+=", "-=", "*=", "/=", "//=", "%=", "@=", "&=", "|=", "^=", ">>=", "<<=", "**=", NULL
	};
	return is_any(p, i, operators);
}

/* An expression, an assignment or an annotation. */
static bool read_assignment(struct parser *p)
{
	if (!python_read(p, PYTHON_VALUES))
		return false;
	bool is_annotation = is(p, p->i, ":");
	if (is_annotation || is_augmented(p, p->i)) {
		if (!p->is_target || p->is_tuple)
			return fail(p, p->i, is_annotation ? NO_ANNOTATION : NO_TARGET);
		p->i++;
		if (!is_annotation)
			return python_read(p, PYTHON_VALUES);
		return python_read(p, PYTHON_TEST) && (!take(p, "=") || python_read(p, PYTHON_VALUES));
	}
	while (is(p, p->i, "=")) {
		if (!p->is_target)
			return fail(p, p->i, NO_TARGET);
		p->i++;
		if (!python_read(p, PYTHON_VALUES))
			return false;
	}
	return true;
}

static const struct {
	const char *word;
	bool (*read)(struct parser *p);
} statements[] = {
	{ "@", read_decorator },
	{ "assert", read_assert },
	{ "break", read_nothing },
	{ "class", read_class },
	{ "continue", read_nothing },
	{ "def", read_def },
	{ "del", read_targets },
	{ "elif", read_if },
	{ "else", read_rest },
	{ "except", read_except },
	{ "finally", read_rest },
	{ "for", read_for },
	{ "from", read_from },
	{ "global", read_names },
	{ "if", read_if },
	{ "import", read_import },
	{ "nonlocal", read_names },
	{ "pass", read_nothing },
	{ "raise", read_raise },
	{ "return", read_return },
	{ "try", read_rest },
	{ "while", read_if },
	{ "with", read_with },
};

/* `match x:` */
static bool read_match(struct parser *p)
{
	p->i += is_name(p, p->i) && is(p, p->i + 1, ":=") ? 2 : 0;
	return python_read(p, PYTHON_VALUES) && read_rest(p);
}

/* Is the word at hand, which is a keyword at the start of a statement alone, one here? */
static bool is_keyword(const struct parser *p)
{
	static const char *const no_operand[] = { "=", ".", ",", ":", "(", "[", NULL };
	const char *const *soft = p->doc->language->soft_keywords;
	if (!soft || !is_any(p, p->i, soft))
		return false;
	bool is_followed = p->i + 1 < p->last && !is_any(p, p->i + 1, no_operand) && !is_augmented(p, p->i + 1);
	return is_followed || is(p, p->i, "case") || (is(p, p->i, "match") && is(p, p->last - 1, ":")) ||
	       ((is(p, p->i, "print") || is(p, p->i, "exec")) && is(p, p->i + 1, "["));
}

/* `match x:`, Python 2's `print >>x, y` and `exec x`; `case (a, b): c` and `type X = a` are passed over. */
static bool read_keyword(struct parser *p)
{
	if (is(p, p->i, "case") || is(p, p->i, "type")) {
		p->i = p->last;
		return true;
	}
	if (take(p, "match"))
		return read_match(p);
	p->i++;
	take(p, ">>");
	return python_read(p, PYTHON_VALUES);
}

/* One statement, with what is on the line of its head. */
static bool read_statement(struct parser *p)
{
	static const char *const behind_async[] = { "def", "for", "with", NULL };
	struct parser expression = *p;
	if (is_keyword(p)) {
		if (read_keyword(p) && p->i >= p->last)
			return true;
		/* `print * 2` */
		bool ok = read_assignment(&expression) && expression.i >= expression.last;
		*p = ok ? expression : *p;
		return ok || !p->what;
	}
	p->i += is(p, p->i, "async") && is_any(p, p->i + 1, behind_async);
	for (size_t k = 0; k < COUNT_OF(statements); k++)
		if (take(p, statements[k].word))
			return statements[k].read(p);
	return read_assignment(p);
}

void python_statement_problem(const struct document *doc, size_t first, size_t last, struct problem_list *out)
{
	struct parser p = { .doc = doc, .first = first, .i = first, .last = last };
	if (read_statement(&p) && p.i < last)
		python_expect(&p, NULL);
	if (p.what)
		problem_list_add(out, p.at, p.what);
}
