/*
 * From libyaml's events to a tree of nodes. The only file that includes yaml.h of libyaml.
 */
#include "format/yaml.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/sort.h"
#include "base/table.h"
#include "base/utf8.h"

/* A head is looked for in so many bytes, then in twice as many. */
#define HEAD_BYTES ((size_t)512)

struct anchor {
	char *name; /* owned */
	struct yaml_node *node;
};

/* A list or map whose end was not read yet. */
struct frame {
	struct yaml_node *node;
	const struct yaml_node **children; /* of a map: key, value, key, … */
	size_t count, capacity;
};

struct builder {
	yaml_parser_t parser;
	struct yaml_file *file;
	struct frame frames[YAML_MAX_DEPTH];
	size_t depth;
	struct anchor *anchors;
	size_t n_anchors, anchors_capacity;
	size_t n_nodes, n_bytes; /* so far, with aliases followed */
	size_t n_documents;
	const char *const *head; /* NULL, or the keys of the root that are read: the first other one ends it */
	bool is_cut;             /* that one was met */
	/* libyaml counts characters: the last place that was turned into bytes. */
	size_t cursor_character, cursor_byte;
	struct err *err;
};

static bool is_continuation(char c)
{
	return ((unsigned char)c & 0xC0) == 0x80;
}

/* The byte offset of a libyaml mark. Marks come in nearly ascending order, so the way from the last one is short. */
static size_t byte_of(struct builder *b, const yaml_mark_t *mark)
{
	struct slice text = b->file->text;
	size_t at = b->cursor_byte, character = b->cursor_character;
	for (; character < mark->index && at < text.len; character++)
		for (at++; at < text.len && is_continuation(text.ptr[at]); at++)
			;
	for (; character > mark->index && at > 0; character--)
		for (at--; at > 0 && is_continuation(text.ptr[at]); at--)
			;
	b->cursor_byte = at;
	b->cursor_character = character;
	return at;
}

static bool fail_at(struct builder *b, size_t offset, const char *message)
{
	err_set(b->err, ERR_PATCHSET, "%s", message);
	return yaml_err_at(b->file, offset, b->err);
}

static bool parser_failure(struct builder *b)
{
	const yaml_parser_t *parser = &b->parser;
	if (parser->error == YAML_MEMORY_ERROR)
		memory_exhausted();
	const char *problem = parser->problem ? parser->problem : "unknown error";
	size_t offset = byte_of(b, &parser->problem_mark);
	bool at_end = slice_trim(slice_sub(b->file->text, offset, b->file->text.len)).len == 0;
	/* A quote or bracket without its end shows at the end of the file, or at "---", a key without its colon a line
	 * later: where it begins helps. */
	if (parser->context && (at_end || strstr(problem, "could not find expected ':'") ||
				       strstr(problem, "found unexpected document indicator")))
		offset = byte_of(b, &parser->context_mark);
	err_set(b->err, ERR_PATCHSET, "not valid YAML: %s%s%s", problem, parser->context ? " " : "",
		parser->context ? parser->context : "");
	yaml_err_at(b->file, offset, b->err);
	const char *hint = yaml_syntax_hint(b->err->message, at_end ? '\0' : b->file->text.ptr[offset]);
	return hint ? err_hint(b->err, "%s", hint) : false;
}

/* Goes from `begin` past an anchor, a tag, and the spaces and comments after them, to the value itself. */
static size_t skip_properties(struct slice text, size_t begin, size_t end)
{
	size_t at = begin;
	while (at < end && strchr("&!", text.ptr[at])) {
		while (at < end && !strchr(" \t\n", text.ptr[at]))
			at++;
		while (at < end && strchr(" \t\n#", text.ptr[at])) {
			bool comment = text.ptr[at] == '#';
			for (at++; comment && at < end && text.ptr[at] != '\n'; at++)
				;
		}
	}
	return at;
}

/* Counts `node`, once more for an alias, against the limits on the whole file. */
static bool count_node(struct builder *b, const struct yaml_node *node, size_t offset)
{
	b->n_nodes += node->n_nodes;
	b->n_bytes += node->n_bytes;
	bool aliased = b->n_anchors > 0;
	if (b->n_nodes > YAML_MAX_NODES) {
		fail_at(b, offset,
			aliased ? "alias bomb: too many values once aliases are followed" : "too many values");
		return err_hint(b->err, "a file may have %d values", YAML_MAX_NODES);
	}
	if (b->n_bytes > YAML_MAX_TOTAL_BYTES) {
		fail_at(b, offset, "alias bomb: too much text once aliases are followed");
		return err_hint(b->err, "all texts together may have %zu bytes", YAML_MAX_TOTAL_BYTES);
	}
	return true;
}

/* Is `node` fit to be a key? */
static bool check_key(struct builder *b, const struct yaml_node *node, size_t offset)
{
	if (node->kind != YAML_KIND_TEXT) {
		fail_at(b, offset, "a key must be a string");
		return err_hint(b->err, "put a text that begins with '[' or '{' in quotes");
	}
	if (!node->text.len)
		return fail_at(b, offset, "a key is empty");
	if (!node->is_string && slice_eq_cstr(node->text, "<<")) {
		fail_at(b, offset, "merge keys ('<<') are not supported");
		return err_hint(b->err, "write the keys out, or give the whole value an anchor");
	}
	return true;
}

/* Puts a node, new or aliased, into the list or map that is open, or makes it the root. */
static bool attach(struct builder *b, const struct yaml_node *node, size_t offset)
{
	if (b->depth + node->height > YAML_MAX_DEPTH) {
		fail_at(b, offset, "lists and maps are nested too deeply");
		return err_hint(b->err, "at most %d levels are allowed", YAML_MAX_DEPTH);
	}
	if (!count_node(b, node, offset))
		return false;
	if (b->depth == 0) {
		b->file->root = node;
		return true;
	}
	struct frame *frame = &b->frames[b->depth - 1];
	if (frame->node->kind == YAML_KIND_MAP && frame->count % 2 == 0 && !check_key(b, node, offset))
		return false;
	VEC_PUSH(frame->children, frame->count, frame->capacity, node);
	return true;
}

static bool add_anchor(struct builder *b, const yaml_char_t *name, struct yaml_node *node)
{
	if (!name)
		return true;
	if (b->n_anchors == YAML_MAX_ANCHORS)
		return fail_at(b, node->begin, "too many anchors");
	struct anchor anchor = { xstrdup((const char *)name), node };
	VEC_PUSH(b->anchors, b->n_anchors, b->anchors_capacity, anchor);
	return true;
}

/* The core tags: "!" and str make a text a string; the others say what the value is without them. */
static bool check_tag(struct builder *b, const yaml_char_t *tag, const yaml_mark_t *place, struct yaml_node *node)
{
	static const char prefix[] = "tag:yaml.org,2002:";
	if (!tag)
		return true;
	struct slice name = slice_of((const char *)tag);
	bool core = slice_starts_with(name, prefix);
	if (core)
		name = slice_sub(name, sizeof(prefix) - 1, name.len);
	static const char *const scalars[] = { "str", "int", "float", "bool", "null" };
	bool fits =
		slice_eq_cstr(name, "!") || (core && slice_eq_cstr(name, node->kind == YAML_KIND_MAP ? "map" : "seq"));
	if (node->kind == YAML_KIND_TEXT) {
		fits = slice_eq_cstr(name, "!");
		for (size_t i = 0; core && !fits && i < COUNT_OF(scalars); i++)
			fits = slice_eq_cstr(name, scalars[i]);
		node->is_string = slice_eq_cstr(name, "!") || slice_eq_cstr(name, "str");
	}
	if (fits)
		return true;
	err_set(b->err, ERR_PATCHSET, "the tag '%s" SLICE_FMT "' does not fit %s", core ? "!!" : "",
		SLICE_ARG(utf8_excerpt(name)), yaml_kind_name(node->kind));
	yaml_err_at(b->file, byte_of(b, place), b->err);
	return err_hint(b->err, "put a text that begins with '!' in quotes");
}

static struct yaml_node *new_node(struct builder *b, enum yaml_kind kind, const yaml_event_t *event)
{
	struct yaml_node *node = arena_alloc(&b->file->arena, sizeof(*node));
	node->kind = kind;
	node->height = kind != YAML_KIND_TEXT;
	node->n_nodes = 1;
	size_t begin = byte_of(b, &event->start_mark);
	node->end = byte_of(b, &event->end_mark);
	/* Of a list or map the event ends where it begins, so the end of the file bounds the way to its first byte. */
	node->begin = skip_properties(b->file->text, begin, kind == YAML_KIND_TEXT ? node->end : b->file->text.len);
	yaml_place(b->file, node->begin, &node->line, &node->column);
	return node;
}

static enum yaml_style style_of(yaml_scalar_style_t style)
{
	switch (style) {
	case YAML_SINGLE_QUOTED_SCALAR_STYLE:
		return YAML_STYLE_SINGLE;
	case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
		return YAML_STYLE_DOUBLE;
	case YAML_LITERAL_SCALAR_STYLE:
		return YAML_STYLE_LITERAL;
	case YAML_FOLDED_SCALAR_STYLE:
		return YAML_STYLE_FOLDED;
	default:
		return YAML_STYLE_PLAIN;
	}
}

static bool take_scalar(struct builder *b, const yaml_event_t *event)
{
	struct yaml_node *node = new_node(b, YAML_KIND_TEXT, event);
	struct slice value = slice_from((const char *)event->data.scalar.value, event->data.scalar.length);
	node->style = style_of(event->data.scalar.style);
	node->is_string = node->style != YAML_STYLE_PLAIN;
	if (value.len > YAML_MAX_TEXT_BYTES) {
		fail_at(b, node->begin, "the text is too long");
		return err_hint(b->err, "a text may have %zu bytes", YAML_MAX_TEXT_BYTES);
	}
	node->text = slice_from(arena_dup(&b->file->arena, value), value.len);
	node->n_bytes = value.len;
	return check_tag(b, event->data.scalar.tag, &event->start_mark, node) &&
	       add_anchor(b, event->data.scalar.anchor, node) && attach(b, node, node->begin);
}

static bool take_alias(struct builder *b, const yaml_event_t *event)
{
	const char *name = (const char *)event->data.alias.anchor;
	size_t offset = byte_of(b, &event->start_mark);
	for (size_t i = b->n_anchors; i-- > 0;) {
		const struct anchor *anchor = &b->anchors[i];
		if (strcmp(anchor->name, name) != 0)
			continue;
		if (anchor->node->open)
			return fail_at(b, offset, "an alias is inside its own anchor");
		return attach(b, anchor->node, offset);
	}
	err_set(b->err, ERR_PATCHSET, "no anchor '&%s' comes before the alias '*%s'", name, name);
	yaml_err_at(b->file, offset, b->err);
	return err_hint(b->err, "put a text that begins with '*' in quotes");
}

static bool open_collection(struct builder *b, const yaml_event_t *event, enum yaml_kind kind)
{
	bool map = kind == YAML_KIND_MAP;
	struct yaml_node *node = new_node(b, kind, event);
	bool flow = map ? event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
			: event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
	node->style = flow ? YAML_STYLE_FLOW : YAML_STYLE_PLAIN;
	node->open = true;
	if (!check_tag(
		    b, map ? event->data.mapping_start.tag : event->data.sequence_start.tag, &event->start_mark, node))
		return false;
	if (!add_anchor(b, map ? event->data.mapping_start.anchor : event->data.sequence_start.anchor, node))
		return false;
	if (!attach(b, node, node->begin))
		return false;
	b->frames[b->depth++] = (struct frame){ .node = node };
	return true;
}

/* Hands the children of a frame to its node. */
static void settle_children(struct builder *b, struct frame *frame)
{
	struct yaml_node *node = frame->node;
	const struct yaml_node **items = arena_alloc(&b->file->arena, frame->count * sizeof(const struct yaml_node *));
	for (size_t i = 0; i < frame->count; i++) {
		items[i] = frame->children[i];
		node->n_nodes += items[i]->n_nodes;
		node->n_bytes += items[i]->n_bytes;
		if (items[i]->height >= node->height)
			node->height = items[i]->height + 1;
	}
	if (node->kind == YAML_KIND_LIST) {
		node->items = items;
		node->count = frame->count;
		return;
	}
	node->count = frame->count / 2;
	node->pairs = arena_alloc(&b->file->arena, node->count * sizeof(*node->pairs));
	for (size_t i = 0; i < node->count; i++)
		node->pairs[i] = (struct yaml_pair){ items[2 * i], items[2 * i + 1] };
}

static int compare_keys(const void *a, const void *b)
{
	const struct yaml_pair *x = a, *y = b;
	int order = slice_cmp(x->key->text, y->key->text);
	return order ? order : x->key->begin < y->key->begin ? -1 : x->key->begin > y->key->begin;
}

/* Sorted, because a file may hold more keys than can be compared each with each. */
static bool yaml_check_keys(const struct yaml_file *file, const struct yaml_node *map, struct err *err)
{
	struct yaml_pair *sorted = xcalloc(map->count + 1, sizeof(*sorted));
	if (map->count)
		memcpy(sorted, map->pairs, map->count * sizeof(*sorted));
	sort_stable(sorted, map->count, sizeof(*sorted), compare_keys);
	const struct yaml_node *first = NULL, *second = NULL;
	for (size_t i = 1; i < map->count; i++) {
		if (slice_eq(sorted[i - 1].key->text, sorted[i].key->text) &&
			(!second || sorted[i].key->begin < second->begin)) {
			first = sorted[i - 1].key;
			second = sorted[i].key;
		}
	}
	free(sorted);
	if (!second)
		return true;
	yaml_fail(file, second, err, "the key '" SLICE_FMT "' is given twice", SLICE_ARG(utf8_excerpt(second->text)));
	return err_hint(err, "it is already in line %zu", first->line);
}

static bool close_collection(struct builder *b, const yaml_event_t *event)
{
	struct frame *frame = &b->frames[--b->depth];
	struct yaml_node *node = frame->node;
	settle_children(b, frame);
	free(frame->children);
	frame->children = NULL;
	node->end = byte_of(b, &event->end_mark);
	node->open = false;
	return node->kind == YAML_KIND_LIST || yaml_check_keys(b->file, node, b->err);
}

static bool open_document(struct builder *b, const yaml_event_t *event)
{
	if (b->n_documents++ == 0)
		return true;
	fail_at(b, byte_of(b, &event->start_mark), "the file holds more than one YAML document");
	return err_hint(b->err, "write one patch set per file, without '---' between parts");
}

static bool take_event(struct builder *b, const yaml_event_t *event)
{
	switch (event->type) {
	case YAML_DOCUMENT_START_EVENT:
		return open_document(b, event);
	case YAML_SCALAR_EVENT:
		return take_scalar(b, event);
	case YAML_ALIAS_EVENT:
		return take_alias(b, event);
	case YAML_SEQUENCE_START_EVENT:
		return open_collection(b, event, YAML_KIND_LIST);
	case YAML_MAPPING_START_EVENT:
		return open_collection(b, event, YAML_KIND_MAP);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		return close_collection(b, event);
	default:
		return true;
	}
}

/* Is it a key of the root that does not belong to the head? */
static bool ends_head(const struct builder *b, const yaml_event_t *event)
{
	const struct frame *root = &b->frames[0];
	if (!b->head || b->depth != 1 || root->node->kind != YAML_KIND_MAP || root->count % 2 ||
		event->type != YAML_SCALAR_EVENT)
		return false;
	const char *const *key = b->head;
	while (*key && strcmp(*key, (const char *)event->data.scalar.value) != 0)
		key++;
	return !*key;
}

static bool build(struct builder *b)
{
	bool ok = true, end = false;
	while (ok && !end) {
		yaml_event_t event;
		if (!yaml_parser_parse(&b->parser, &event))
			return parser_failure(b);
		b->is_cut = ends_head(b, &event);
		end = b->is_cut || event.type == YAML_STREAM_END_EVENT;
		ok = b->is_cut ? close_collection(b, &event) : take_event(b, &event);
		yaml_event_delete(&event);
	}
	return ok;
}

static void builder_release(struct builder *b)
{
	for (size_t i = 0; i < b->depth; i++)
		free(b->frames[i].children);
	for (size_t i = 0; i < b->n_anchors; i++)
		free(b->anchors[i].name);
	free(b->anchors);
	yaml_parser_delete(&b->parser);
}

static void builder_begin(struct builder *b)
{
	if (!yaml_parser_initialize(&b->parser))
		memory_exhausted();
	yaml_parser_set_encoding(&b->parser, YAML_UTF8_ENCODING);
	struct slice text = b->file->text;
	yaml_parser_set_input_string(&b->parser, (const unsigned char *)(text.ptr ? text.ptr : ""), text.len);
}

/* Does the event name an anchor that is not before it in its document? Remembers those that are, in `names`. */
static bool lacks_anchor(const yaml_event_t *event, struct table *anchors, struct arena *names)
{
	const yaml_char_t *anchor = event->type == YAML_SCALAR_EVENT           ? event->data.scalar.anchor
				    : event->type == YAML_SEQUENCE_START_EVENT ? event->data.sequence_start.anchor
				    : event->type == YAML_MAPPING_START_EVENT  ? event->data.mapping_start.anchor
									       : NULL;
	if (anchor)
		*table_at(anchors, slice_of(arena_strdup(names, (const char *)anchor))) = 1;
	if (event->type == YAML_DOCUMENT_END_EVENT)
		table_release(anchors);
	return event->type == YAML_ALIAS_EVENT && !table_get(anchors, slice_of((const char *)event->data.alias.anchor));
}

bool yaml_is_well_formed(struct slice text, size_t *offset)
{
	struct yaml_file file = { .text = text };
	struct builder b = { .file = &file };
	struct table anchors = { 0 };
	struct arena names = { 0 };
	bool ok = true, end = false;
	size_t depth = 0;
	*offset = 0;
	builder_begin(&b);
	while (ok && !end) {
		yaml_event_t event;
		if (!yaml_parser_parse(&b.parser, &event))
			break;
		bool opens = event.type == YAML_SEQUENCE_START_EVENT || event.type == YAML_MAPPING_START_EVENT;
		bool closes = event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT;
		end = event.type == YAML_STREAM_END_EVENT;
		/* For each token, libyaml looks at all that is open around it. */
		depth = depth + opens - closes;
		ok = depth <= YAML_MAX_DEPTH && !lacks_anchor(&event, &anchors, &names);
		*offset = ok ? 0 : byte_of(&b, &event.start_mark);
		yaml_event_delete(&event);
	}
	if (b.parser.error == YAML_MEMORY_ERROR)
		memory_exhausted();
	if (b.parser.error != YAML_NO_ERROR)
		*offset = byte_of(&b, &b.parser.problem_mark);
	ok = ok && end;
	builder_release(&b);
	table_release(&anchors);
	arena_release(&names);
	return ok;
}

/* `head` and `*is_cut` as in struct builder. */
static bool parse(struct yaml_file *out, const char *path, struct slice text, const char *const *head, bool *is_cut,
	struct err *err)
{
	*out = (struct yaml_file){ .path = path };
	if (!yaml_text_read(out, text, err))
		return false;
	struct builder b = { .file = out, .head = head, .err = err };
	builder_begin(&b);
	bool ok = build(&b);
	*is_cut = b.is_cut;
	builder_release(&b);
	if (ok && !out->root) {
		err_set(err, ERR_PATCHSET, "the file holds no YAML value");
		return yaml_err_at(out, 0, err);
	}
	return ok;
}

bool yaml_file_parse(struct yaml_file *out, const char *path, struct slice text, struct err *err)
{
	bool is_cut;
	return parse(out, path, text, NULL, &is_cut, err);
}

/* A part that is too short shows: nothing ends the head in it. */
bool yaml_file_parse_head(
	struct yaml_file *out, const char *path, struct slice text, const char *const *keys, struct err *err)
{
	for (size_t len = HEAD_BYTES;; len *= 2) {
		size_t end = len < text.len ? len : text.len;
		bool is_cut = false, is_all = end == text.len;
		while (!is_all && end > 0 && text.ptr[end - 1] != '\n')
			end--;
		bool ok = parse(out, path, slice_sub(text, 0, end), keys, &is_cut, err);
		if (is_all || (ok && is_cut))
			return ok;
		yaml_file_release(out);
		err_release(err);
	}
}

void yaml_file_release(struct yaml_file *file)
{
	arena_release(&file->arena);
	*file = (struct yaml_file){ 0 };
}

const struct yaml_pair *yaml_find(const struct yaml_node *map, const char *key)
{
	for (size_t i = 0; map->kind == YAML_KIND_MAP && i < map->count; i++)
		if (slice_eq_cstr(map->pairs[i].key->text, key))
			return &map->pairs[i];
	return NULL;
}

bool yaml_is_null(const struct yaml_node *node)
{
	static const char *const spellings[] = { "", "~", "null", "Null", "NULL" };
	if (node->kind != YAML_KIND_TEXT || node->is_string)
		return false;
	for (size_t i = 0; i < COUNT_OF(spellings); i++)
		if (slice_eq_cstr(node->text, spellings[i]))
			return true;
	return false;
}

const char *yaml_kind_name(enum yaml_kind kind)
{
	return kind == YAML_KIND_TEXT ? "a text" : kind == YAML_KIND_LIST ? "a list" : "a map";
}

const char *yaml_library_version(void)
{
	return yaml_get_version_string();
}
