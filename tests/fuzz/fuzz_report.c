/*
 * Every report of a run on a tree whose names and texts are made to hurt: what comes out is parsed again, and says the
 * same names. Files are parted by "%%"; the first line of each is its name, without the ending, which its first byte
 * chooses. The rules are those of tests/fuzz/rules/.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "base/shown.h"
#include "base/utf8.h"
#include "commit/commit.h"
#include "format/json.h"
#include "fuzz.h"
#include "report/report.h"
#include "tree/detect.h"

#define MAX_FILES 4

static const char *const endings[] = { ".cmake", ".py", ".txt", ".cu", ".bzl", ".sh", ".bat" };

static struct {
	struct patchset_library *library;
	const struct patchset *set;
} all;

static void begin(void)
{
	struct err err = ERR_INIT;
	all.library = patchset_library_load("tests/fuzz/rules", &err);
	fuzz_must_work(all.library != NULL, &err);
	all.set = patchset_library_find(all.library, PATCHSET_SET, SLICE_LITERAL("fuzz"));
	MUST(all.set);
}

static void put_files(struct fuzz_input *input)
{
	for (size_t i = 0; i < MAX_FILES && input->rest.len; i++) {
		struct fuzz_input part = { fuzz_part(input) };
		uint8_t kind = fuzz_byte(&part);
		struct slice text = part.rest, name;
		struct str path = STR_INIT;
		if (!slice_cut(&text, '\n', &name))
			continue;
		str_add(&path, name);
		str_add_cstr(&path, endings[kind % COUNT_OF(endings)]);
		if (path.len < 200 && !memchr(path.ptr, '\0', path.len) && path_leads_into_tree(str_slice(&path)))
			fuzz_put(path.ptr, text.ptr ? text : slice_from("", 0), 0644);
		str_release(&path);
	}
}

/* Only what a terminal or a runner's log prints as it is, besides tabs and line ends. */
static void check_shown(struct slice text)
{
	for (size_t at = 0; at < text.len;) {
		uint32_t c;
		size_t len = utf8_decode(text, at, &c);
		MUST(len);
		MUST(c == '\n' || c == '\t' || !shown_is_hidden(c));
		at += len;
	}
}

/* One command for each line, and nothing that a runner would obey but these. */
static void check_github(struct slice text)
{
	check_shown(text);
	for (struct slice line; slice_cut(&text, '\n', &line);) {
		if (!line.len && !text.ptr)
			break;
		MUST(slice_starts_with(line, "::error title=tpatch (") ||
			slice_starts_with(line, "::warning title=tpatch (") ||
			slice_starts_with(line, "::notice title=tpatch ("));
	}
}

/* The texts of `key` in all objects below `value`, in order. */
static void collect(const struct json *value, const char *key, struct str *out)
{
	struct slice text;
	for (size_t i = 0; i < json_count(value); i++) {
		const struct json *item = json_item(value, i);
		if (json_read_text(json_get(item, key), &text))
			str_addf(out, SLICE_FMT "\n", SLICE_ARG(text));
	}
}

/* As JSON can hold it. */
static void add_name(const char *name, struct str *out)
{
	struct json *object = json_new_object();
	struct str text = STR_INIT;
	struct err err = ERR_INIT;
	struct slice read;
	json_put_cstr(object, "path", name);
	json_print(object, false, &text);
	json_free(object);
	object = json_parse(str_slice(&text), "name", &err);
	MUST(object && json_read_text(json_get(object, "path"), &read));
	str_addf(out, SLICE_FMT "\n", SLICE_ARG(read));
	json_free(object);
	str_release(&text);
}

static struct json *parse(struct slice text)
{
	struct err err = ERR_INIT;
	struct json *value = json_parse(text, "report", &err);
	fuzz_must_work(value != NULL, &err);
	return value;
}

static void check_json(const struct report *report, struct slice text)
{
	struct json *value = parse(text);
	struct str wanted = STR_INIT, found = STR_INIT;
	for (size_t i = 0; i < report->plan->n_changes; i++)
		add_name(report->plan->changes[i].path, &wanted);
	collect(json_get(value, "changes"), "path", &found);
	MUST(slice_eq(str_slice(&wanted), str_slice(&found)));
	json_free(value);
	str_release(&wanted);
	str_release(&found);
}

static void check_sarif(const struct report *report, struct slice text)
{
	struct json *value = parse(text);
	const struct json *run = json_item(json_get(value, "runs"), 0), *results = json_get(run, "results");
	MUST(run && json_is_list(results));
	for (size_t i = 0; i < json_count(results); i++) {
		const struct json *place =
			json_get(json_item(json_get(json_item(results, i), "locations"), 0), "physicalLocation");
		struct slice uri;
		MUST(json_read_text(json_get(json_get(place, "artifactLocation"), "uri"), &uri));
		for (size_t k = 0; k < uri.len; k++)
			MUST(uri.ptr[k] > ' ' && uri.ptr[k] < 0x7F && !strchr("<>\"\\^`{|}", uri.ptr[k]));
	}
	MUST(json_count(json_get(json_get(json_get(run, "tool"), "driver"), "rules")) == report->plan->n_rules);
	json_free(value);
}

/* The data end where the page says, and nothing in them begins another element. */
static void check_html(struct slice text)
{
	struct slice mark = SLICE_LITERAL("application/json"), rest = text;
	size_t at = slice_find(rest, mark, 0), n = 0;
	MUST(at != (size_t)-1);
	for (; at != (size_t)-1; at = slice_find(text, mark, at + 1), n++) {
		size_t data = slice_find(text, SLICE_LITERAL(">"), at) + 1,
		       end = slice_find(text, SLICE_LITERAL("</script>"), data);
		MUST(end != (size_t)-1);
		rest = slice_sub(text, data, end);
		MUST(slice_find(rest, SLICE_LITERAL("<"), 0) == (size_t)-1);
		json_free(parse(rest));
	}
	MUST(n == 1);
}

/* Marks nest, and there is nothing that XML cannot hold. */
static void check_xml(struct slice text)
{
	size_t depth = 0;
	for (size_t at = 0; at < text.len;) {
		uint32_t c;
		size_t len = utf8_decode(text, at, &c);
		MUST(len && (c >= 0x20 || c == '\n' || c == '\t' || c == '\r') && c != 0xFFFE && c != 0xFFFF);
		at += len;
		if (c != '<')
			continue;
		size_t end = slice_find(text, SLICE_LITERAL(">"), at);
		MUST(end != (size_t)-1 && end > at);
		bool closes = text.ptr[at] == '/', is_empty = text.ptr[end - 1] == '/' || text.ptr[at] == '?';
		MUST(slice_find(slice_sub(text, at, end), SLICE_LITERAL("<"), 0) == (size_t)-1);
		MUST(!closes || depth);
		depth += closes ? (size_t)-1 : is_empty ? 0 : 1;
		at = end + 1;
	}
	MUST(depth == 0);
}

static void check_reports(const struct report *report)
{
	size_t count;
	const struct report_format *const *formats = report_format_all(&count);
	for (size_t i = 0; i < count; i++) {
		struct str text = STR_INIT;
		struct slice name = slice_of(formats[i]->name);
		formats[i]->print(report, &text);
		if (slice_eq_cstr(name, "json"))
			check_json(report, str_slice(&text));
		else if (slice_eq_cstr(name, "sarif"))
			check_sarif(report, str_slice(&text));
		else if (slice_eq_cstr(name, "gitlab"))
			json_free(parse(str_slice(&text)));
		else if (slice_eq_cstr(name, "github"))
			check_github(str_slice(&text));
		else if (slice_eq_cstr(name, "junit"))
			check_xml(str_slice(&text));
		else if (slice_eq_cstr(name, "html"))
			check_html(str_slice(&text));
		str_release(&text);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = fuzz_open(data, size);
	struct root *root = fuzz_folder();
	struct target target;
	struct plan plan = { 0 };
	struct err err = ERR_INIT;
	if (!all.library)
		begin();
	put_files(&input);
	MUST(fuzz_put("fuzz.txt", SLICE_LITERAL("1.0\n"), 0644));
	struct plan_options options = { .n_threads = 1 };
	fuzz_must_work(target_detect(root, all.library, "1.0", &target, &err), &err);
	if (plan_make(root, all.set, &target, &options, &plan, &err)) {
		check_reports(&(struct report){ .command = "check",
			.tool = "0",
			.root = root_path(root),
			.about = "",
			.selection = "",
			.target = &target,
			.plan = &plan,
			.recovery = &(struct commit_report){ 0 },
			.exit_code = 1,
			.verbose = true,
			.context = 3 });
	} else {
		MUST(err.kind == ERR_UNFIT);
		fuzz_check_err(&err);
	}
	plan_release(&plan);
	target_release(&target);
	fuzz_clear();
	return 0;
}
