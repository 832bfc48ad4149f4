#define _XOPEN_SOURCE 700
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/digest/hash.h"
#include "platform/read.h"
#include "platform/write.h"

#define FILE_MAX_BYTES ((size_t)1 << 20)
#define CANARY "as it was\n"

_Noreturn void fuzz_fail(const char *file, int line, const char *what)
{
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
	abort();
}

struct fuzz_input fuzz_open(const uint8_t *data, size_t size)
{
	return (struct fuzz_input){ slice_from((const char *)data, size) };
}

uint8_t fuzz_byte(struct fuzz_input *input)
{
	if (!input->rest.len)
		return 0;
	uint8_t byte = (uint8_t)input->rest.ptr[0];
	input->rest = slice_sub(input->rest, 1, input->rest.len);
	return byte;
}

struct slice fuzz_part(struct fuzz_input *input)
{
	struct slice all = input->rest, mark = SLICE_LITERAL("\n%%\n");
	size_t at = slice_find(all, mark, 0);
	if (at == (size_t)-1) {
		input->rest = slice_sub(all, all.len, all.len);
		return all;
	}
	input->rest = slice_sub(all, at + mark.len, all.len);
	return slice_sub(all, 0, at);
}

const struct language *fuzz_language(struct fuzz_input *input)
{
	static const char *const names[] = { "cmake", "python", "text", "c", "starlark", "shell", "batch", "toml",
		"requirements", "json", "yaml" };
	const struct language *language = language_find(slice_of(names[fuzz_byte(input) % COUNT_OF(names)]));
	return language ? language : language_find(SLICE_LITERAL("text"));
}

struct slice fuzz_exact(struct slice bytes)
{
	char *copy = xmalloc(bytes.len);
	if (bytes.len)
		memcpy(copy, bytes.ptr, bytes.len);
	return slice_from(copy, bytes.len);
}

void fuzz_add_hashes(struct slice text, const struct slice *texts, size_t count,
	void (*add)(struct slice text, struct str *out), struct str *out)
{
	for (size_t at = 0; at < text.len; at++) {
		struct slice rest = slice_sub(text, at, text.len);
		size_t number = slice_starts_with(rest, "HASH") && rest.len > 4
					? (size_t)(unsigned char)rest.ptr[4] - '0'
					: count;
		if (number >= count) {
			str_add_char(out, text.ptr[at]);
			continue;
		}
		add(texts[number], out);
		at += 4;
	}
}

void fuzz_check_err(struct err *err)
{
	struct str text = STR_INIT;
	MUST(err->kind != ERR_NONE);
	MUST(err->message && err->message[0]);
	MUST(err->line || !err->column);
	err_format(err, &text);
	MUST(text.len && text.ptr[text.len - 1] == '\n');
	str_release(&text);
	err_release(err);
}

static void check_tokens(struct slice bytes, const struct token_list *tokens)
{
	uint32_t at = 0;
	for (size_t i = 0; i < tokens->count; i++) {
		const struct token *token = &tokens->items[i];
		bool may_be_empty =
			token->kind == TOKEN_END || token->kind == TOKEN_INDENT || token->kind == TOKEN_DEDENT;
		MUST(token->kind < TOKEN_KIND_COUNT);
		MUST(token->begin == at);
		MUST(token->end > token->begin || (may_be_empty && token->end == token->begin));
		at = token->end;
		if (token->partner == TOKEN_NONE)
			continue;
		MUST(token->partner < tokens->count);
		const struct token *partner = &tokens->items[token->partner];
		MUST(partner->partner == i);
		MUST(token->kind != TOKEN_OPEN || (partner->kind == TOKEN_CLOSE && token->partner > i));
		MUST(token->kind != TOKEN_INDENT || (partner->kind == TOKEN_DEDENT && token->partner > i));
		MUST(token->kind != TOKEN_CLOSE || partner->kind == TOKEN_OPEN);
		MUST(token->kind != TOKEN_DEDENT || partner->kind == TOKEN_INDENT);
	}
	MUST(at == bytes.len);
	MUST(!tokens->problem || tokens->problem_offset <= bytes.len);
}

/* C's braces and conditionals may overlap (lang/lang_c_tree.c); elsewhere a node lies within its parent. */
static void check_nodes(const struct language *language, const struct token_list *tokens, const struct node_list *nodes)
{
	bool may_overlap = slice_eq_cstr(slice_of(language->name), "c");
	for (size_t i = 0; i < nodes->count; i++) {
		const struct node *node = &nodes->items[i];
		MUST(node->kind < NODE_KIND_COUNT);
		MUST(node->first < node->last && node->last <= tokens->count);
		MUST(node->head_last >= node->first && node->head_last <= node->last);
		MUST(!token_is_layout(&tokens->items[node->first]));
		MUST(!token_is_layout(&tokens->items[node->last - 1]));
		MUST(i == 0 || node->first >= nodes->items[i - 1].first);
		if (node->parent == NODE_NONE)
			continue;
		MUST(node->parent < i);
		const struct node *parent = &nodes->items[node->parent];
		MUST(parent->first <= node->first && node->first < parent->last);
		MUST(may_overlap || node->last <= parent->last);
	}
}

/* The block that holds a token is the innermost one whose body does. */
static void check_blocks(struct document *doc)
{
	const struct node_list *nodes = document_nodes(doc);
	size_t step = doc->tokens.count / 64 + 1;
	for (size_t i = 0; i < doc->tokens.count; i += step) {
		uint32_t block = document_block_at(doc, (uint32_t)i);
		if (block == NODE_NONE)
			continue;
		MUST(block < nodes->count && nodes->items[block].kind == NODE_BLOCK);
		MUST(nodes->items[block].head_last <= i && i < nodes->items[block].last);
	}
}

void fuzz_check_language(const struct language *language, struct slice bytes)
{
	struct slice own = fuzz_exact(bytes);
	for (int pattern = 0; pattern <= 1; pattern++) {
		struct token_list tokens = { 0 };
		struct node_list nodes = { 0 };
		language->lex(own, pattern, &tokens);
		check_tokens(own, &tokens);
		if (language->is_statement)
			language->is_statement(own, &tokens);
		if (language->parse)
			language->parse(own, &tokens, &nodes);
		check_nodes(language, &tokens, &nodes);
		token_list_release(&tokens);
		node_list_release(&nodes);
	}
	struct source source;
	struct document doc;
	source_init(&source, "fuzz", own);
	document_init(&doc, &source, language);
	check_blocks(&doc);
	document_release(&doc);
	source_release(&source);
	free((char *)own.ptr);
}

/* --- a folder ----------------------------------------------------------------------------------------------------- */

static struct root *outer, *inner;

void fuzz_must_work(bool ok, const struct err *err)
{
	if (ok)
		return;
	fprintf(stderr, "%s\n", err->message ? err->message : "?");
	fuzz_fail(__FILE__, __LINE__, "the system or the engine says no");
}

/* fuzz.py and replay.py name a folder that they remove. */
struct root *fuzz_folder(void)
{
	const struct write_ops *ops = platform_write_ops();
	struct err err = ERR_INIT;
	struct str path = STR_INIT;
	const char *top = getenv("TPATCH_FUZZ_FOLDER");
	if (inner)
		return inner;
	str_addf(&path, "%s/tpatch-fuzz-XXXXXX", top ? top : "/dev/shm");
	MUST(mkdtemp(path.ptr));
	outer = root_open(path.ptr, &err);
	fuzz_must_work(outer && ops->make_dir(ops, outer, "in", &err) && ops->make_dir(ops, outer, "state", &err) &&
			       ops->create(ops, outer, "canary", SLICE_LITERAL(CANARY), 0644, false, &err),
		&err);
	struct str state = STR_INIT; /* where the key of this user's journals is made */
	str_addf(&state, "%s/state", path.ptr);
	MUST(setenv("XDG_STATE_HOME", state.ptr, 1) == 0);
	str_release(&state);
	str_add_cstr(&path, "/in");
	inner = root_open(path.ptr, &err);
	fuzz_must_work(inner != NULL, &err);
	str_release(&path);
	return inner;
}

bool fuzz_put(const char *path, struct slice bytes, uint32_t mode)
{
	const struct write_ops *ops = platform_write_ops();
	struct root *root = fuzz_folder();
	struct err err = ERR_INIT;
	bool ok = true;
	for (const char *slash = strchr(path, '/'); ok && slash; slash = strchr(slash + 1, '/')) {
		struct str folder = STR_INIT;
		struct file_stat st;
		str_add_bytes(&folder, path, (size_t)(slash - path));
		ok = root_stat(root, folder.ptr, &st, &err) &&
		     (st.type == FILE_DIRECTORY ||
			     (st.type == FILE_NONE && ops->make_dir(ops, root, folder.ptr, &err)));
		str_release(&folder);
	}
	ok = ok && ops->remove(ops, root, path, &err) && ops->create(ops, root, path, bytes, mode, false, &err) &&
	     ops->set_meta(ops, root, path, mode, 1000000007, &err);
	err_release(&err);
	return ok;
}

/* What there is in `folder`, the folders' own after what is in them. */
static void each_below(struct root *root, const char *folder,
	void (*each)(void *ctx, struct root *root, const char *path, bool is_folder), void *ctx)
{
	struct dir_list list = { 0 };
	struct err err = ERR_INIT;
	fuzz_must_work(root_list(root, folder, &list, &err), &err);
	for (size_t i = 0; i < list.count; i++) {
		struct str path = STR_INIT;
		str_addf(&path, "%s%s%s", folder, folder[0] ? "/" : "", list.entries[i].name);
		bool is_folder = list.entries[i].type == FILE_DIRECTORY;
		if (is_folder)
			each_below(root, path.ptr, each, ctx);
		each(ctx, root, path.ptr, is_folder);
		str_release(&path);
	}
	dir_list_release(&list);
}

static void remove_one(void *ctx, struct root *root, const char *path, bool is_folder)
{
	const struct write_ops *ops = ctx;
	struct err err = ERR_INIT;
	fuzz_must_work(is_folder ? ops->remove_dir(ops, root, path, &err) : ops->remove(ops, root, path, &err), &err);
}

void fuzz_clear(void)
{
	each_below(fuzz_folder(), "", remove_one, (void *)platform_write_ops());
}

struct state {
	bool journal;
	struct str *out;
};

static void describe(void *ctx, struct root *root, const char *path, bool is_folder)
{
	struct state *state = ctx;
	struct err err = ERR_INIT;
	struct str text = STR_INIT;
	struct file_stat st;
	char hex[HASH_HEX_LEN + 1] = "";
	if (slice_starts_with(slice_of(path), ".tpatch") && !state->journal)
		return;
	fuzz_must_work(root_stat(root, path, &st, &err), &err);
	if (!is_folder && root_read(root, path, FILE_MAX_BYTES, &text, &st, &err))
		hash_to_hex(hash_of(str_slice(&text)), hex);
	str_addf(state->out, "%s %d %o %s\n", path, (int)st.type, (unsigned)st.mode, hex);
	err_release(&err);
	str_release(&text);
}

void fuzz_state(bool journal, struct str *out)
{
	each_below(fuzz_folder(), "", describe, &(struct state){ journal, out });
}

void fuzz_check_outside(void)
{
	struct dir_list list = { 0 };
	struct str text = STR_INIT;
	struct err err = ERR_INIT;
	fuzz_must_work(
		root_list(outer, "", &list, &err) && root_read(outer, "canary", FILE_MAX_BYTES, &text, NULL, &err),
		&err);
	MUST(list.count == 3);
	MUST(slice_eq(str_slice(&text), SLICE_LITERAL(CANARY)));
	dir_list_release(&list);
	str_release(&text);
}
