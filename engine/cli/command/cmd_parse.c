#include <limits.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "base/path.h"
#include "base/utf8.h"
#include "cmdline/exit.h"
#include "cli/option.h"
#include "cmdline/print.h"
#include "format/json.h"
#include "lang/document.h"
#include "lang/problem.h"
#include "platform/read.h"

/* Of output that is printed as it is made. */
#define PART_BYTES ((size_t)1 << 20)

extern const struct command command_parse;

/* What is shown of a node besides its place. */
struct node_view {
	uint32_t depth;       /* nodes around it */
	uint32_t n_arguments; /* NODE_ARGUMENT right below it */
};

/* Appends `text` on one line in double quotes; control bytes and what is not UTF-8 as C escapes. */
static void add_quoted(struct str *out, struct slice text)
{
	static const char letters[] = "abtnvfr"; /* bytes 7 to 13 */
	uint32_t code_point = 0;
	str_add_char(out, '"');
	for (size_t i = 0, len; i < text.len; i += len ? len : 1) {
		unsigned char c = (unsigned char)text.ptr[i];
		len = utf8_decode(text, i, &code_point);
		if (c == '"' || c == '\\')
			str_addf(out, "\\%c", c);
		else if (c >= '\a' && c <= '\r')
			str_addf(out, "\\%c", letters[c - '\a']);
		else if (!len || c < 0x20 || c == 0x7F)
			str_addf(out, "\\x%02X", c);
		else
			str_add_bytes(out, text.ptr + i, len);
	}
	str_add_char(out, '"');
}

/* The bytes of tokens [first, last). */
static struct slice span_text(const struct document *doc, uint32_t first, uint32_t last)
{
	if (first >= last)
		return SLICE_LITERAL("");
	return slice_sub(doc->source->bytes, doc->tokens.items[first].begin, doc->tokens.items[last - 1].end);
}

static uint32_t end_of(const struct document *doc, const struct node *node)
{
	return node->last > node->first ? doc->tokens.items[node->last - 1].end : doc->tokens.items[node->first].begin;
}

/* The token of the '(' of a command or call. */
static const struct token *open_of(const struct document *doc, const struct node *node)
{
	uint32_t i = node->head_last;
	while (i + 1 < node->last && token_is_layout(&doc->tokens.items[i]))
		i++;
	return &doc->tokens.items[i];
}

/* One per node; the caller frees them with free(). */
static struct node_view *views_of(const struct node_list *nodes)
{
	struct node_view *views = xcalloc(nodes->count, sizeof(*views));
	for (size_t i = 0; i < nodes->count; i++) {
		uint32_t parent = nodes->items[i].parent;
		if (parent == NODE_NONE)
			continue;
		views[i].depth = views[parent].depth + 1;
		views[parent].n_arguments += nodes->items[i].kind == NODE_ARGUMENT;
	}
	return views;
}

static void add_line_start(struct str *out, struct document *doc, uint32_t begin, uint32_t end)
{
	struct place place = source_place(doc->source, begin);
	str_addf(out, "%8u %8u %6zu:%-4zu ", (unsigned)begin, (unsigned)end, place.line, place.column);
}

/* What no person pages through is printed as it is made: a large file's tokens take many times its bytes. */
static bool print_part(const struct options *options, struct str *out, struct err *err)
{
	if (out->len < PART_BYTES || platform_is_terminal(STREAM_OUT))
		return true;
	bool ok = print_paged(options, str_slice(out), err);
	str_clear(out);
	return ok;
}

static bool add_token_lines(const struct options *options, struct str *out, struct document *doc, struct err *err)
{
	for (size_t i = 0; i < doc->tokens.count; i++) {
		const struct token *token = &doc->tokens.items[i];
		add_line_start(out, doc, token->begin, token->end);
		str_addf(out, "%-12s ", token_kind_name(token->kind));
		add_quoted(out, document_text(doc, i));
		str_add_char(out, '\n');
		if (!print_part(options, out, err))
			return false;
	}
	return true;
}

static bool add_node_lines(const struct options *options, struct str *out, struct document *doc, struct err *err)
{
	const struct node_list *nodes = document_nodes(doc);
	struct node_view *views = views_of(nodes);
	bool ok = true;
	for (size_t i = 0; i < nodes->count && ok; i++) {
		const struct node *node = &nodes->items[i];
		add_line_start(out, doc, doc->tokens.items[node->first].begin, end_of(doc, node));
		str_add_repeat(out, ' ', 2 * (size_t)views[i].depth);
		str_addf(out, "%s ", node_kind_name(node->kind));
		add_quoted(
			out, span_text(doc, node->first, node->head_last > node->first ? node->head_last : node->last));
		if (node->kind == NODE_COMMAND || node->kind == NODE_CALL)
			str_addf(out, ", '(' at %u, %u argument%s", (unsigned)open_of(doc, node)->begin,
				(unsigned)views[i].n_arguments, str_plural(views[i].n_arguments));
		str_add_char(out, '\n');
		ok = print_part(options, out, err);
	}
	free(views);
	return ok;
}

static void put_place(struct json *object, struct document *doc, uint32_t begin, uint32_t end)
{
	struct place place = source_place(doc->source, begin);
	json_put_number(object, "begin", begin);
	json_put_number(object, "end", end);
	json_put_number(object, "line", (int64_t)place.line);
	json_put_number(object, "column", (int64_t)place.column);
}

/* A document while it is printed as JSON. */
struct printed {
	struct document *doc;
	const struct node_view *views; /* of its nodes, where these are asked for */
};

static struct json *make_token(const void *ctx, size_t index)
{
	struct document *doc = ((const struct printed *)ctx)->doc;
	const struct token *token = &doc->tokens.items[index];
	struct json *object = json_new_object();
	json_put_cstr(object, "kind", token_kind_name(token->kind));
	put_place(object, doc, token->begin, token->end);
	if (token->partner != TOKEN_NONE)
		json_put_number(object, "partner", token->partner);
	json_put_text(object, "text", document_text(doc, index));
	return object;
}

static struct json *json_of_node(struct document *doc, const struct node *node, const struct node_view *view)
{
	struct json *object = json_new_object();
	json_put_cstr(object, "kind", node_kind_name(node->kind));
	put_place(object, doc, doc->tokens.items[node->first].begin, end_of(doc, node));
	if (node->parent != NODE_NONE)
		json_put_number(object, "parent", node->parent);
	if (node->kind == NODE_COMMAND || node->kind == NODE_CALL) {
		json_put_text(object, "name", span_text(doc, node->first, node->head_last));
		json_put_number(object, "open", open_of(doc, node)->begin);
		json_put_number(object, "arguments", view->n_arguments);
	} else if (node->kind == NODE_BLOCK) {
		json_put_text(object, "head", span_text(doc, node->first, node->head_last));
	} else {
		json_put_text(object, "text", span_text(doc, node->first, node->last));
	}
	return object;
}

static struct json *make_node(const void *ctx, size_t index)
{
	const struct printed *printed = ctx;
	return json_of_node(printed->doc, &printed->doc->nodes.items[index], &printed->views[index]);
}

/* The first place that is wrong; `what` is NULL where there is none. */
static struct problem first_problem(struct document *doc)
{
	const struct token_list *tokens = document_tokens(doc);
	struct problem first = { tokens->problem_offset, tokens->problem };
	struct problem_list all = { 0 };
	document_problems(doc, &all);
	for (size_t i = 0; i < all.count; i++)
		if (!first.what || all.items[i].offset < first.offset)
			first = all.items[i];
	problem_list_release(&all);
	return first;
}

static void add_json(struct str *out, struct document *doc, const struct options *options)
{
	document_tokens(doc);
	struct json *object = print_new_json();
	json_put_cstr(object, "language", doc->language->name);
	json_put_cstr(object, "path", doc->source->path);
	json_put_number(object, "bytes", (int64_t)doc->source->bytes.len);
	struct problem first = first_problem(doc);
	if (first.what) {
		struct json *problem = json_new_object();
		json_put_cstr(problem, "message", first.what);
		put_place(problem, doc, first.offset, first.offset);
		json_put(object, "problem", problem);
	}
	const char *key = options->tree ? "nodes" : "tokens";
	const struct node_list *nodes = options->tree ? document_nodes(doc) : NULL;
	struct node_view *views = nodes ? views_of(nodes) : NULL;
	struct printed printed = { doc, views };
	struct json_items items = { key, nodes ? nodes->count : doc->tokens.count, nodes ? make_node : make_token,
		&printed };
	json_put(object, key, json_new_array());
	json_print_items(object, &items, options->json == JSON_PRETTY, out);
	str_add_char(out, '\n');
	free(views);
	json_free(object);
}

static bool add_text(struct str *out, struct document *doc, const struct options *options, struct err *err)
{
	const struct token_list *tokens = document_tokens(doc);
	path_quote(slice_of(doc->source->path), out);
	str_addf(out, ": %s, %zu bytes, %zu tokens\n", doc->language->name, doc->source->bytes.len, tokens->count);
	struct problem first = first_problem(doc);
	if (first.what) {
		struct place place = source_place(doc->source, first.offset);
		path_quote(slice_of(doc->source->path), out);
		str_addf(out, ":%zu:%zu: %s\n", place.line, place.column, first.what);
	}
	return options->tree ? add_node_lines(options, out, doc, err) : add_token_lines(options, out, doc, err);
}

/* NULL with ERR_USAGE when `--language` names none. Without it, the path decides. */
static const struct language *choose_language(const struct options *options, const char *path, struct err *err)
{
	if (!options->language)
		return language_of_path(slice_of(path));
	const struct language *language = language_find(slice_of(options->language));
	if (language)
		return language;
	size_t count;
	const struct language *const *all = language_all(&count);
	const char **names = xcalloc(count, sizeof(*names));
	struct str known = STR_INIT;
	for (size_t i = 0; i < count; i++) {
		names[i] = all[i]->name;
		str_addf(&known, "%s%s", i ? ", " : "", names[i]);
	}
	const char *nearest = nearest_name(slice_of(options->language), names, count);
	err_set(err, ERR_USAGE, "unknown language '%s'", options->language);
	if (nearest)
		err_hint(err, "did you mean '%s'? known languages: %s", nearest, str_slice(&known).ptr);
	else
		err_hint(err, "known languages: %s", str_slice(&known).ptr);
	str_release(&known);
	free(names);
	return NULL;
}

static bool parse_file(const struct options *options, const char *path, struct err *err)
{
	struct str bytes = STR_INIT, out = STR_INIT;
	const struct language *language = choose_language(options, path, err);
	bool ok = language && platform_read_file(path, SOURCE_MAX_BYTES, &bytes, err);
	if (ok) {
		struct source source;
		struct document doc;
		document_open(&doc, &source, path, str_slice(&bytes), language);
		if (options->json == JSON_OFF)
			ok = add_text(&out, &doc, options, err);
		else
			add_json(&out, &doc, options);
		document_close(&doc, &source);
		ok = ok && print_paged(options, str_slice(&out), err);
	}
	str_release(&bytes);
	str_release(&out);
	return ok;
}

static int parse_run(const struct options *options, struct err *err)
{
	if (!options->n_arguments) {
		err_set(err, ERR_USAGE, "no file given");
		err_hint(err, "tpatch parse FILE..., or '-' for standard input");
		return exit_code_of(err);
	}
	for (size_t i = 0; i < options->n_arguments; i++)
		if (!parse_file(options, options->arguments[i], err))
			return exit_code_of(err);
	return EXIT_OK;
}

static const int parse_options[] = { OPTION_LANGUAGE, OPTION_TREE, OPTION_JSON, OPTION_NONE };

const struct command command_parse = {
	.name = "parse",
	.arguments = "FILE... ",
	.summary = "show files as the engine sees them: tokens, or commands and blocks",
	.help = "Prints the tokens of each FILE, one per line: byte offsets of its begin and end (the end\n"
		"is past the token), line:column, kind and text. '-' is standard input. The language is\n"
		"chosen by the file's name unless --language names one.\n"
		"\n"
		"--tree prints commands, arguments and blocks instead, indented by nesting.\n"
		"A command shows where its '(' is and how many arguments it has; in CMake a\n"
		"parenthesis among the arguments counts as one, as in CMake itself.\n"
		"--json prints one JSON document per FILE; with --json=compact each is on a line\n"
		"of its own.\n"
		"\n"
		"No file is refused. A line above the tokens names the first place that is wrong; bytes\n"
		"that the language does not allow are 'junk'.\n"
		"\n"
		"exit codes: 0 printed, 2 usage, 4 a file cannot be read\n"
		"\n"
		"examples\n"
		"  tpatch parse CMakeLists.txt\n"
		"  tpatch parse --tree --json=compact cmake/*.cmake\n"
		"  tpatch parse --language cmake - < draft\n",
	.options = parse_options,
	.max_arguments = INT_MAX,
	.run = parse_run,
};
