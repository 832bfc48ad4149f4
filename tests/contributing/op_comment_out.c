/* comment-out: the lines of the match become comments. */
#include "op/insert.h"

static bool comment_out_compile(struct edit_rule *rule, struct err *err)
{
	if (rule->language->line_comment)
		return true;
	err_set(err, ERR_PATCHSET, "'comment-out' needs a language with comments to the end of the line; %s has none",
		rule->language->name);
	return def_text_fail(&rule->def->match, 0, err);
}

static bool comment_out_emit(struct op_run *run, const struct match *match, struct err *err)
{
	(void)err;
	struct slice bytes = run->doc->source->bytes;
	uint32_t begin, end;
	insert_statement(run, match, &begin, &end);
	for (uint32_t at = begin; at < end; at++)
		if (at == begin || bytes.ptr[at - 1] == '\n')
			edit_list_add(
				run->out, at, at, slice_of(run->doc->language->line_comment), run->owner, run->group);
	return true;
}

const struct op op_comment_out = {
	.name = "comment-out",
	.summary = "make a comment of the lines of what was matched",
	.value = OP_TRUE,
	.takes_code = true,
	.leaves_nothing = true,
	.compile = comment_out_compile,
	.emit = comment_out_emit,
};
