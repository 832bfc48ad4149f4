#include "cli/show/blame.h"

#include <stdlib.h>
#include <string.h>

#include "author/prove.h"
#include "base/alloc.h"
#include "base/path.h"
#include "cli/show/run_rules.h"
#include "commit/journal/history.h"
#include "text/change.h"

/* Of a line: nobody, an owner, or somebody by hand. */
#define ORIGINAL ((size_t)-1)
#define BY_HAND ((size_t)-2)

/* A run and its rules that wrote a line. */
struct owner {
	const struct run *run;
	const char *rules; /* "a, b"; NULL: which, or whether somebody by hand, is not known */
};

struct blame {
	const struct session *session;
	const char *path;
	struct owner *owners;
	size_t n_owners, owners_capacity;
	size_t *lines; /* [n_lines]: of the text as it is at this step */
	size_t n_lines;
	struct str troubles; /* of runs whose rules are not to be had, a line each */
	struct arena arena;
};

/* One of the rules of a run in this file, and what it alone changes there. */
struct part {
	const char *id;
	struct line_changes changes;
};

bool blame_knows(const struct journal *journal, const char *path)
{
	return journal_applied_to(journal, path, NULL) != NULL;
}

/* --- which rules -------------------------------------------------------------------------------------------------- */

static void find_changes(struct slice before, struct slice after, struct line_changes *out)
{
	struct source a, b;
	source_init(&a, "", before);
	source_init(&b, "", after);
	line_changes_find(&a, &b, out);
	source_release(&a);
	source_release(&b);
}

/* What the rule of the run makes of the text alone. */
static void fill_part(const struct blame *blame, const struct run_rules *rules, struct slice before, struct part *part)
{
	struct err ignored = ERR_INIT;
	struct rule_attempt attempt;
	const struct rule *rule = run_rules_find(rules, part->id);
	if (rule) {
		if (rule_attempt_run(rule, blame->path, before, &attempt, &ignored) && attempt.after.ptr)
			find_changes(before, str_slice(&attempt.after), &part->changes);
		rule_attempt_release(&attempt);
	}
	err_release(&ignored);
}

static bool meets(const struct line_changes *changes, const struct line_change *one)
{
	for (size_t i = 0; i < changes->count; i++)
		if (changes->items[i].before <= one->before_end && one->before <= changes->items[i].before_end)
			return true;
	return false;
}

static size_t owner_of(struct blame *blame, const struct run *run, const char *rules)
{
	for (size_t i = 0; i < blame->n_owners; i++)
		if (blame->owners[i].run == run &&
			(rules && blame->owners[i].rules ? strcmp(blame->owners[i].rules, rules) == 0
							 : rules == blame->owners[i].rules))
			return i;
	struct owner owner = { run, rules ? arena_strdup(&blame->arena, rules) : NULL };
	VEC_PUSH(blame->owners, blame->n_owners, blame->owners_capacity, owner);
	return blame->n_owners - 1;
}

/*
 * The rules whose own changes meet this one; all, where there are none and the text is as the run left it. `is_blind`:
 * what the rules do is not known.
 */
static size_t owner_of_change(struct blame *blame, const struct run *run, const struct part *parts, size_t n_parts,
	const struct line_change *change, bool is_drifted, bool is_blind)
{
	struct str met = STR_INIT, all = STR_INIT;
	for (size_t i = 0; i < n_parts; i++) {
		str_addf(&all, "%s%s", i ? ", " : "", parts[i].id);
		if (meets(&parts[i].changes, change))
			str_addf(&met, "%s%s", met.len ? ", " : "", parts[i].id);
	}
	size_t owner = met.len                  ? owner_of(blame, run, met.ptr)
		       : is_drifted && is_blind ? owner_of(blame, run, NULL)
		       : is_drifted             ? BY_HAND
						: owner_of(blame, run, all.ptr ? all.ptr : "");
	str_release(&met);
	str_release(&all);
	return owner;
}

/* --- from text to text -------------------------------------------------------------------------------------------- */

/* The lines become those of `after`; `owners` has one for each change. */
static void move_lines(struct blame *blame, const struct line_changes *changes, const size_t *owners, size_t n_after)
{
	size_t *lines = xcalloc(n_after + 1, sizeof(*lines));
	size_t from = 0, to = 0;
	for (size_t i = 0; i <= changes->count; i++) {
		const struct line_change *change = i < changes->count ? &changes->items[i] : NULL;
		size_t end = change ? change->after : n_after;
		while (to < end && from < blame->n_lines)
			lines[to++] = blame->lines[from++];
		for (; change && to < change->after_end; to++)
			lines[to] = owners[i];
		if (change)
			from = change->before_end;
	}
	free(blame->lines);
	blame->lines = lines;
	blame->n_lines = n_after;
}

static size_t count_lines(struct slice text)
{
	struct source source;
	source_init(&source, "", text);
	size_t count = source_line_count(&source);
	source_release(&source);
	return count;
}

/* Why lines are told of all rules of the run, or of nobody. */
static void add_trouble(struct blame *blame, const struct run *run, const struct run_rules *rules)
{
	if (run && !rules->set && rules->trouble.message)
		str_addf(&blame->troubles, "note: what each rule of run %lu did is not known: %s\n", run->number,
			rules->trouble.message);
}

static void step(struct blame *blame, const struct run *run, const struct run_file *file, struct slice before,
	struct slice after, bool is_drifted)
{
	struct run_rules of_run = { 0 };
	static const char *const no_rules = NULL;
	const char *const *rules = file && file->rules ? (const char *const *)file->rules : &no_rules;
	size_t n_parts = 0;
	while (rules[n_parts])
		n_parts++;
	struct part *parts = xcalloc(n_parts + 1, sizeof(*parts));
	struct line_changes changes = { 0 };
	find_changes(before, after, &changes);
	/* One rule alone has made all of it. */
	if (run && (n_parts > 1 || is_drifted))
		run_rules_load(run, &of_run);
	for (size_t i = 0; i < n_parts; i++) {
		parts[i].id = rules[i];
		fill_part(blame, &of_run, before, &parts[i]);
	}
	bool is_blind = of_run.set == NULL;
	add_trouble(blame, run, &of_run);
	run_rules_release(&of_run);
	size_t *owners = xcalloc(changes.count + 1, sizeof(*owners));
	for (size_t i = 0; i < changes.count; i++)
		owners[i] = run ? owner_of_change(blame, run, parts, n_parts, &changes.items[i], is_drifted, is_blind)
				: BY_HAND;
	move_lines(blame, &changes, owners, count_lines(after));
	for (size_t i = 0; i < n_parts; i++)
		line_changes_release(&parts[i].changes);
	line_changes_release(&changes);
	free(owners);
	free(parts);
}

/* Goes through the applied runs that changed the file. `now` becomes its text. */
static bool go_through(struct blame *blame, struct str *now, struct err *err)
{
	const struct journal *journal = &blame->session->journal;
	struct str before = STR_INIT, after = STR_INIT;
	bool ok = true, is_first = true, is_drifted;
	for (const struct run *run = journal->runs; ok && run < journal->runs + journal->n_runs; run++) {
		const struct run_file *file = run->state == RUN_APPLIED ? run_file_find(run, blame->path) : NULL;
		if (!file)
			continue;
		size_t slot = (size_t)(file - run->files);
		ok = history_before(blame->session->root, run, slot, &before, err) &&
		     history_after(blame->session->root, journal, run, slot, &after, &is_drifted, err);
		if (!ok)
			break;
		if (is_first) {
			blame->n_lines = count_lines(str_slice(&before));
			blame->lines = xcalloc(blame->n_lines + 1, sizeof(*blame->lines));
			for (size_t i = 0; i < blame->n_lines; i++)
				blame->lines[i] = ORIGINAL;
		} else if (!slice_eq(str_slice(now), str_slice(&before))) {
			step(blame, NULL, NULL, str_slice(now), str_slice(&before), true);
		}
		step(blame, run, file, str_slice(&before), str_slice(&after), is_drifted);
		str_clear(now);
		str_add(now, str_slice(&after));
		is_first = false;
	}
	str_release(&before);
	str_release(&after);
	return ok;
}

/* --- what is said ------------------------------------------------------------------------------------------------- */

static void add_runs(const struct blame *blame, struct str *text, struct json *object)
{
	const struct journal *journal = &blame->session->journal;
	struct json *runs = json_new_array();
	path_quote(slice_of(blame->path), text);
	str_add_char(text, '\n');
	for (const struct run *run = journal->runs; run < journal->runs + journal->n_runs; run++) {
		const struct run_file *file = run->state == RUN_APPLIED ? run_file_find(run, blame->path) : NULL;
		if (!file)
			continue;
		struct json *entry = json_new_object(), *rules = json_new_array();
		struct str time = STR_INIT;
		platform_format_time(run->time_ns, &time);
		str_addf(text, "  run %lu  %s  %s ", run->number, time.ptr, run->set);
		for (const char *const *id = file->rules; id && *id; id++) {
			str_addf(text, "%s%s", id == file->rules ? " " : ", ", *id);
			json_append_text(rules, slice_of(*id));
		}
		str_add_cstr(text, file->is_new    ? "  (made the file)\n"
				   : file->is_gone ? "  (removed the file)\n"
						   : "\n");
		json_put_number(entry, "run", (int64_t)run->number);
		json_put_cstr(entry, "time", time.ptr);
		json_put_cstr(entry, "set", run->set);
		json_put(entry, "rules", rules);
		json_append(runs, entry);
		str_release(&time);
	}
	json_put(object, "runs", runs);
}

static void add_line(const struct blame *blame, size_t index, struct slice line, struct str *text, struct json *lines)
{
	struct json *entry = json_new_object();
	size_t owner = blame->lines[index];
	struct str who = STR_INIT;
	if (owner == BY_HAND)
		str_add_cstr(&who, "by hand");
	else if (blame->owners[owner].rules)
		str_addf(&who, "run %lu %s", blame->owners[owner].run->number, blame->owners[owner].rules);
	else
		str_addf(&who, "run %lu, or by hand", blame->owners[owner].run->number);
	while (line.len && (line.ptr[line.len - 1] == '\n' || line.ptr[line.len - 1] == '\r'))
		line.len--;
	str_addf(text, "%6zu  %-30s | " SLICE_FMT "\n", index + 1, who.ptr, SLICE_ARG(line));
	json_put_number(entry, "line", (int64_t)index + 1);
	json_put_bool(entry, "by_hand", owner == BY_HAND);
	if (owner != BY_HAND) {
		json_put_number(entry, "run", (int64_t)blame->owners[owner].run->number);
		json_put_cstr(entry, "rules", blame->owners[owner].rules);
	}
	json_put_text(entry, "text", line);
	json_append(lines, entry);
	str_release(&who);
}

static void add_lines(const struct blame *blame, struct slice now, struct str *text, struct json *object)
{
	struct json *lines = json_new_array();
	struct source source;
	size_t last = ORIGINAL, n_written = 0;
	source_init(&source, blame->path, now);
	for (size_t i = 0; i < blame->n_lines; i++) {
		if (blame->lines[i] == ORIGINAL)
			continue;
		if (last == ORIGINAL || last + 1 != i)
			str_add_char(text, '\n');
		add_line(blame, last = i, source_line(&source, i), text, lines);
		n_written++;
	}
	if (!n_written)
		str_add_cstr(text,
			"\n"
			"None of the present lines are theirs: they only removed lines. `tpatch diff` shows these.\n");
	else
		str_add_cstr(text, "\n`tpatch show RULE` says why; `tpatch diff RUN` shows the lines before it.\n");
	source_release(&source);
	json_put(object, "lines", lines);
}

bool blame_file(const struct session *session, const char *path, struct str *text, struct json *object, struct err *err)
{
	struct blame blame = { .session = session, .path = path };
	struct str now = STR_INIT;
	bool ok = go_through(&blame, &now, err);
	if (ok) {
		json_put_cstr(object, "path", path);
		add_runs(&blame, text, object);
		add_lines(&blame, str_slice(&now), text, object);
		str_add(text, str_slice(&blame.troubles));
	}
	str_release(&now);
	str_release(&blame.troubles);
	free(blame.lines);
	free(blame.owners);
	arena_release(&blame.arena);
	return ok;
}
