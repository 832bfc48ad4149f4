/* What an edit is, in a few bytes. */
#include "op/op.h"

static void add_text(struct str *out, const struct def_text *text)
{
	str_addf(out, "%c%zu ", text->text.ptr ? 't' : '-', text->text.len);
	str_add(out, text->text);
}

static void add_texts(struct str *out, const struct def_text *texts, size_t count)
{
	str_addf(out, "[%zu ", count);
	for (size_t i = 0; i < count; i++)
		add_text(out, &texts[i]);
}

static void add_context(struct str *out, const struct context_def *context)
{
	str_addf(out, "(%d %zu ", (int)context->kind, context->n_parts);
	add_text(out, &context->pattern);
	for (size_t i = 0; i < context->n_parts; i++)
		add_context(out, &context->parts[i]);
}

struct hash edit_digest(const struct edit_def *def, const struct language *language)
{
	struct str out = STR_INIT;
	char hex[HASH_HEX_LEN + 1];
	hash_to_hex(def->hash, hex);
	str_addf(&out, "%s %s %d %s %d %zu ", language->name, def->op->name, def->flag, def->has_hash ? hex : "-",
		(int)def->pick, def->pick_number);
	add_text(&out, &def->match);
	add_text(&out, &def->regex);
	add_text(&out, &def->text);
	for (size_t i = 0; i < def->n_sets; i++) {
		add_text(&out, &def->sets[i].capture);
		add_text(&out, &def->sets[i].value);
	}
	for (size_t i = 0; i < def->n_where; i++) {
		str_addf(&out, "w%d ", (int)def->where[i].kind);
		add_text(&out, &def->where[i].capture);
		add_texts(&out, def->where[i].values, def->where[i].n_values);
	}
	add_context(&out, &def->context);
	struct hash digest = hash_of(str_slice(&out));
	str_release(&out);
	return digest;
}

void edit_digests(const struct edit_def *defs, size_t count, const struct language *language, struct str *out)
{
	for (size_t i = 0; i < count; i++) {
		char hex[HASH_HEX_LEN + 1];
		hash_to_hex(edit_digest(&defs[i], language), hex);
		str_addf(out, "%s%s", i ? "," : "", hex);
	}
}
