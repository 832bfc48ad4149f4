/* delete: what was matched goes, and with it the lines that it filled. */
#include "op/remove.h"

static bool is_one_of(struct slice text, const char *const *words)
{
	for (; *words; words++)
		if (slice_eq_cstr(text, *words))
			return true;
	return false;
}

/*
 * In a language of words: is the match a command on whose result another one depends, as in `cd x || exit` or `if cmd;
 * then`? What is left of it without the command says something else, or takes the next line's in its place.
 */
static bool is_joined(const struct op_run *run, const struct match *match)
{
	static const char *const joints[] = { "||", "&&", "|", "|&", NULL }, *const askers[] = { "!", "if", "elif",
		"while", "until", NULL };
	const struct document *doc = run->doc;
	const struct language *language = doc->language;
	if (run->rule->regex || !language->block_part || language->widen || language->parse)
		return false;
	size_t before = match->run.first, after = match->run.last;
	while (before > 0 && doc->tokens.items[doc->code[before - 1]].kind == TOKEN_END)
		before--;
	bool same_line = before == match->run.first;
	struct slice left = before > 0 ? document_text(doc, doc->code[before - 1]) : slice_from("", 0);
	struct slice right = after < doc->n_code ? document_text(doc, doc->code[after]) : slice_from("", 0);
	return is_one_of(left, joints) || (same_line && is_one_of(left, askers)) || is_one_of(right, joints);
}

static bool delete_emit(struct op_run *run, const struct match *match, struct err *err)
{
	if (is_joined(run, match)) {
		struct place place = source_place(run->doc->source, match->begin);
		err_set(err, ERR_UNFIT,
			"'delete' cannot be done here: another command depends on the result of this one");
		err_hint(err, "match the whole line, or use 'replace'");
		return err_at(err, run->doc->source->path, place.line, place.column);
	}
	remove_match(run, match);
	return true;
}

const struct op op_delete = {
	.name = "delete",
	.summary = "remove the match, and the lines that it filled",
	.value = OP_TRUE,
	.takes_code = true,
	.takes_regex = true,
	.leaves_nothing = true,
	.emit = delete_emit,
};
