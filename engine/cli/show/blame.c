#include "cli/show/blame.h"

#include <stdlib.h>
#include <string.h>

#include "author/prove.h"
#include "base/alloc.h"
#include "base/path.h"
#include "base/sort.h"
#include "base/table.h"
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
	struct table numbers; /* of the owners, plus 1, by run and rules */
	bool is_there;        /* the file, as it is at this step */
	size_t *lines;        /* [n_lines]: of its text */
	size_t n_lines;
	struct str problems; /* of runs whose rules are not to be had, a line each */
	struct arena arena;
};

/* One of the rules of a run in this file, and what it alone changes there. */
struct part {
	const char *id;
	const struct rule *rule; /* NULL: not to be had */
	struct line_changes changes;
};

/* What a run's rules did to a text. */
struct parts {
	struct part *items;
	size_t count;
	bool is_blind; /* what one of the rules did is not known */
	bool is_other; /* because it is not in the patch set any more, or another rule now */
	struct change
		made;      /* what they make of it together, their edits' owners being parts; `edits` NULL: not known */
	struct slice left; /* the text that they make; `ptr` NULL: not known */
};

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

static void find_rules(const struct run_rules *of_run, struct parts *parts)
{
	struct table known = { 0 };
	for (size_t i = 0; of_run->set && i < of_run->set->n_rules; i++)
		*table_at(&known, slice_of(of_run->set->rules[i]->id)) = i + 1;
	for (size_t i = 0; i < parts->count; i++) {
		size_t number = table_get(&known, slice_of(parts->items[i].id));
		parts->items[i].rule = number ? of_run->set->rules[number - 1] : NULL;
	}
	table_release(&known);
}

/* What the rule of the run makes of the text alone. */
static void fill_part(const struct blame *blame, struct slice before, struct part *part)
{
	struct err ignored = ERR_INIT;
	struct rule_attempt attempt;
	if (!part->rule)
		return;
	if (rule_attempt_run(part->rule, blame->path, before, &attempt, &ignored) && attempt.after.ptr)
		find_changes(before, str_slice(&attempt.after), &part->changes);
	rule_attempt_release(&attempt);
	err_release(&ignored);
}

struct owned_edit {
	size_t owner, edit;
};

static int by_owner(const void *a, const void *b)
{
	const struct owned_edit *x = a, *y = b;
	return (x->owner > y->owner) - (x->owner < y->owner);
}

/* What the edits of each part change, if they alone are made. */
static void fill_parts_of_edits(struct parts *parts)
{
	const struct change *made = &parts->made;
	struct source source;
	struct pieces old, new;
	struct owned_edit *order = xcalloc(2 * made->n_edits + 1, sizeof(*order));
	struct edit *alone = xcalloc(2 * made->n_edits + 1, sizeof(*alone));
	size_t n_owned = 0;
	source_init(&source, made->path, made->before);
	pieces_init(&old, &source, NULL, 0);
	pieces_init(&new, &source, made->edits, made->n_edits);
	for (size_t i = 0; i < made->n_edits; i++) {
		order[n_owned++] = (struct owned_edit){ made->edits[i].owner, i };
		if (made->edits[i].co_owner != made->edits[i].owner)
			order[n_owned++] = (struct owned_edit){ made->edits[i].co_owner, i };
	}
	sort_stable(order, n_owned, sizeof(*order), by_owner);
	for (size_t i = 0, at = 0; i < parts->count; i++) {
		size_t first = at;
		for (; at < n_owned && order[at].owner == i; at++) {
			alone[at] = made->edits[order[at].edit];
			pieces_set(&new, order[at].edit, true);
		}
		if (at > first)
			line_changes_of_pieces(&old, &new, alone + first, at - first, &parts->items[i].changes);
		for (size_t k = first; k < at; k++)
			pieces_set(&new, order[k].edit, false);
		pieces_forget_lines(&new);
	}
	pieces_release(&old);
	pieces_release(&new);
	source_release(&source);
	free(order);
	free(alone);
}

/* The same for all parts at once, as their edits beside each other tell it. False where these do not: a rule is not to
 * be had, three of them want the same edit, which names two, or two cannot both have theirs. */
static bool fill_parts_at_once(struct blame *blame, struct slice before, struct parts *parts)
{
	const struct rule **rules = xcalloc(parts->count + 1, sizeof(*rules));
	struct change made = { 0 };
	struct err ignored = ERR_INIT;
	bool ok = parts->count > 0;
	for (size_t i = 0; ok && i < parts->count; i++) {
		rules[i] = parts->items[i].rule;
		ok = rules[i] != NULL;
	}
	ok = ok && rules_make_change(rules, parts->count, blame->path, before, &blame->arena, &made, &ignored);
	for (size_t i = 0; ok && i < made.n_edits; i++)
		ok = !made.edits[i].has_more_owners;
	if (ok) {
		parts->made = made;
		if (made.n_edits)
			parts->left = made.after;
		fill_parts_of_edits(parts);
	}
	err_release(&ignored);
	free(rules);
	return ok;
}

/* The rule that makes the file, alone, says all of what it held; false where the run did not make it. */
static bool fill_whole(struct slice before, struct parts *parts)
{
	const struct rule *rule = parts->count == 1 ? parts->items[0].rule : NULL;
	if (!rule || !rule_makes_file(rule, &parts->left))
		return false;
	find_changes(before, parts->left, &parts->items[0].changes);
	return true;
}

/* Of a renamed file, what the rules changed was at the old path. */
static void judge_parts(const struct run_rules *rules, bool is_new, struct parts *parts)
{
	parts->is_blind = !rules->set;
	for (size_t i = 0; i < parts->count; i++) {
		const struct part *part = &parts->items[i];
		struct slice ignored;
		bool is_moved = part->rule && is_new && !rule_makes_file(part->rule, &ignored);
		bool is_idle = !part->rule || (part->rule->n_text_edits && !part->changes.count);
		parts->is_other = parts->is_other || (is_idle && !is_moved);
		parts->is_blind = parts->is_blind || is_idle || is_moved;
	}
}

static void fill_parts(
	struct blame *blame, const struct run_rules *rules, struct slice before, bool is_new, struct parts *parts)
{
	find_rules(rules, parts);
	if (!(is_new && fill_whole(before, parts)) && !fill_parts_at_once(blame, before, parts))
		for (size_t i = 0; i < parts->count; i++)
			fill_part(blame, before, &parts->items[i]);
	judge_parts(rules, is_new, parts);
}

/* Lines that a part changes. */
struct reach {
	size_t begin, end, part;
	size_t most; /* the largest `end` up to this one */
};

struct reaches {
	const struct parts *parts;
	struct reach *items; /* by `begin` */
	size_t count, capacity;
	size_t first; /* no change from here on meets one before it */
	size_t *met;  /* [count]: the parts that meet a change */
};

static int by_begin(const void *a, const void *b)
{
	const struct reach *x = a, *y = b;
	return (x->begin > y->begin) - (x->begin < y->begin);
}

static void collect_reaches(const struct parts *parts, struct reaches *out)
{
	*out = (struct reaches){ .parts = parts };
	for (size_t i = 0; i < parts->count; i++)
		for (size_t k = 0; k < parts->items[i].changes.count; k++) {
			const struct line_change *change = &parts->items[i].changes.items[k];
			struct reach reach = { .begin = change->before, .end = change->before_end, .part = i };
			VEC_PUSH(out->items, out->count, out->capacity, reach);
		}
	sort_stable(out->items, out->count, sizeof(*out->items), by_begin);
	for (size_t i = 0, most = 0; i < out->count; i++)
		out->items[i].most = most = out->items[i].end > most ? out->items[i].end : most;
	out->met = xcalloc(out->count + 1, sizeof(*out->met));
}

/* Appends the names of the parts, which are sorted, each once. A line names so many of them at most. */
static void add_names(const struct parts *parts, const size_t *sorted, size_t count, struct str *out)
{
	enum { MOST_NAMES = 20 };
	size_t n_names = 0;
	for (size_t i = 0; i < count; i++)
		if ((i == 0 || sorted[i] != sorted[i - 1]) && n_names++ < MOST_NAMES)
			str_addf(out, "%s%s", out->len ? ", " : "", parts->items[sorted[i]].id);
	if (n_names > MOST_NAMES)
		str_addf(out, " and %zu more", n_names - MOST_NAMES);
}

/* Appends the names of the parts that meet the change; changes are asked for in their order. */
static void add_met(struct reaches *reaches, const struct line_change *change, struct str *out)
{
	size_t n_met = 0;
	while (reaches->first < reaches->count && reaches->items[reaches->first].most < change->before)
		reaches->first++;
	for (size_t i = reaches->first; i < reaches->count && reaches->items[i].begin <= change->before_end; i++)
		if (reaches->items[i].end >= change->before)
			reaches->met[n_met++] = reaches->items[i].part;
	sort_stable(reaches->met, n_met, sizeof(*reaches->met), sort_order_numbers);
	add_names(reaches->parts, reaches->met, n_met, out);
}

static void add_all(const struct parts *parts, struct str *out)
{
	size_t *all = xcalloc(parts->count + 1, sizeof(*all));
	for (size_t i = 0; i < parts->count; i++)
		all[i] = i;
	add_names(parts, all, parts->count, out);
	free(all);
}

static void release_reaches(struct reaches *reaches)
{
	free(reaches->items);
	free(reaches->met);
}

static size_t owner_of(struct blame *blame, const struct run *run, const char *rules)
{
	struct str key = STR_INIT;
	str_addf(&key, "%lu%s%s", run->number, rules ? " " : "", rules ? rules : "");
	size_t len = key.len;
	size_t *number = table_at(&blame->numbers, slice_from(arena_take(&blame->arena, &key), len));
	if (!*number) {
		struct owner owner = { run, rules ? arena_strdup(&blame->arena, rules) : NULL };
		VEC_PUSH(blame->owners, blame->n_owners, blame->owners_capacity, owner);
		*number = blame->n_owners;
	}
	return *number - 1;
}

/* The rules whose own changes meet this one; all, where there are none and the text is as the run left it. */
static size_t owner_of_change(struct blame *blame, const struct run *run, struct reaches *reaches,
	const struct line_change *change, bool is_drifted)
{
	struct str names = STR_INIT;
	add_met(reaches, change, &names);
	bool is_met = names.len > 0;
	if (!is_met && !is_drifted)
		add_all(reaches->parts, &names);
	size_t owner = is_met || !is_drifted      ? owner_of(blame, run, names.len ? names.ptr : "")
		       : reaches->parts->is_blind ? owner_of(blame, run, NULL)
						  : BY_HAND;
	str_release(&names);
	return owner;
}

/* The edits of a run's rules as one goes down the lines of the text that they made. */
struct made_lines {
	const struct parts *parts;
	struct source *after;
	size_t next;           /* the first edit that may touch the line */
	size_t begin;          /* where what it put begins in that text */
	size_t *met, capacity; /* the parts that touch the line */
};

/* Did the edit, made at `begin`, make something of the line that begins at `from`? Not where it only took away the
 * lines above. */
static bool makes_line(const struct change *made, const struct edit *edit, size_t begin, size_t from)
{
	bool ends_line = edit->end > edit->begin && made->before.ptr[edit->end - 1] == '\n';
	return begin + edit->text.len > from || begin > from || (begin == from && !edit->text.len && !ends_line);
}

/* Appends the names of the parts whose edits made something of the line; lines are asked for in their order. */
static void add_makers(struct made_lines *lines, size_t line, struct str *out)
{
	const struct change *made = &lines->parts->made;
	size_t from = source_line_begin(lines->after, line), to = source_line_begin(lines->after, line + 1), n_met = 0;
	while (lines->next < made->n_edits) {
		const struct edit *edit = &made->edits[lines->next];
		size_t end = lines->begin + edit->text.len;
		if (lines->begin >= to)
			break;
		for (int i = 0; i < 2 && makes_line(made, edit, lines->begin, from); i++)
			VEC_PUSH(lines->met, n_met, lines->capacity, i ? edit->co_owner : edit->owner);
		if (end > to)
			break;
		lines->next++;
		if (lines->next < made->n_edits)
			lines->begin = end + (made->edits[lines->next].begin - edit->end);
	}
	sort_stable(lines->met, n_met, sizeof(*lines->met), sort_order_numbers);
	add_names(lines->parts, lines->met, n_met, out);
}

/*
 * Where the rules make the very text that the run left, their edits say line by line whose it is: two rules may have
 * changed neighbours. Sets `owners` of the change's lines where one does.
 */
static void set_makers(struct blame *blame, const struct run *run, struct made_lines *lines,
	const struct line_change *change, size_t *owners)
{
	struct str names = STR_INIT;
	for (size_t line = change->after; line < change->after_end; line++) {
		str_clear(&names);
		add_makers(lines, line, &names);
		if (names.len)
			owners[line] = owner_of(blame, run, names.ptr);
	}
	str_release(&names);
}

/* --- from text to text -------------------------------------------------------------------------------------------- */

/* The lines become those of `after`; `owners` has those of the lines in the changes. */
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
			lines[to] = owners[to];
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
static void add_problem(
	struct blame *blame, const struct run *run, const struct run_rules *rules, const struct parts *parts)
{
	const char *why = rules->problem.message;
	if (rules->set)
		why = parts->is_other ? "its patch set is not what it was" : NULL;
	if (run && why)
		str_addf(&blame->problems, "note: what each rule of run %lu did is not known: %s\n", run->number, why);
}

/* Whose are the changed lines of `after`? */
static void find_owners(struct blame *blame, const struct run *run, const struct parts *parts,
	const struct line_changes *changes, struct slice after, bool is_drifted, size_t *owners)
{
	struct reaches reaches;
	struct source source;
	bool is_made = parts->made.n_edits && slice_eq(parts->made.after, after);
	source_init(&source, "", after);
	struct made_lines lines = {
		.parts = parts, .after = &source, .begin = is_made ? parts->made.edits[0].begin : 0
	};
	collect_reaches(parts, &reaches);
	for (size_t i = 0; i < changes->count; i++) {
		const struct line_change *change = &changes->items[i];
		size_t owner = run ? owner_of_change(blame, run, &reaches, change, is_drifted) : BY_HAND;
		for (size_t line = change->after; line < change->after_end; line++)
			owners[line] = owner;
		if (is_made)
			set_makers(blame, run, &lines, change, owners);
	}
	free(lines.met);
	release_reaches(&reaches);
	source_release(&source);
}

static void step(struct blame *blame, const struct run *run, const struct run_file *file, struct slice before,
	struct slice after, bool is_drifted)
{
	struct run_rules of_run = { 0 };
	static const char *const no_rules = NULL;
	const char *const *rules = file && file->rules ? (const char *const *)file->rules : &no_rules;
	struct parts parts = { 0 };
	while (rules[parts.count])
		parts.count++;
	parts.items = xcalloc(parts.count + 1, sizeof(*parts.items));
	struct line_changes changes = { 0 };
	/* One rule alone has made all of it. */
	if (run && (parts.count > 1 || is_drifted))
		run_rules_load(run, &of_run);
	for (size_t i = 0; i < parts.count; i++)
		parts.items[i].id = rules[i];
	fill_parts(blame, &of_run, before, file && file->is_new, &parts);
	add_problem(blame, run, &of_run, &parts);
	/* The rules give again what the run left: what is otherwise now is by hand. */
	bool is_known = is_drifted && file && parts.left.ptr && hash_eq(hash_of(parts.left), file->after);
	struct slice left = is_known ? parts.left : after;
	find_changes(before, left, &changes);
	size_t n_left = count_lines(left), *owners = xcalloc(n_left + 1, sizeof(*owners));
	find_owners(blame, run, &parts, &changes, left, is_drifted && !is_known, owners);
	move_lines(blame, &changes, owners, n_left);
	if (is_known)
		step(blame, NULL, NULL, left, after, true);
	run_rules_release(&of_run);
	for (size_t i = 0; i < parts.count; i++)
		line_changes_release(&parts.items[i].changes);
	line_changes_release(&changes);
	free(owners);
	free(parts.items);
}

/* Goes through the applied runs that changed the file. `now` becomes its text. */
static bool go_through(struct blame *blame, struct str *now, struct err *err)
{
	const struct journal *journal = &blame->session->journal;
	struct str before = STR_INIT, after = STR_INIT;
	struct file_stat st;
	bool ok = true, is_first = true, is_drifted;
	for (const struct run *run = journal->runs; ok && run < journal->runs + journal->n_runs; run++) {
		const struct run_file *file = run->state == RUN_APPLIED ? run_file_find(run, blame->path) : NULL;
		if (!file)
			continue;
		size_t slot = (size_t)(file - run->files);
		ok = history_before(blame->session->root, run, slot, &before, err) &&
		     history_after(blame->session->root, journal, run, slot, &after, &st, &is_drifted, err);
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
		blame->is_there = st.type == FILE_REGULAR;
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
	if (!blame->is_there)
		str_add_cstr(text, "\nThe file is not there; `tpatch diff` shows what was changed.\n");
	else if (!n_written)
		str_add_cstr(text, "\n"
				   "These runs only removed lines from the file; `tpatch diff` shows them.\n");
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
		str_add(text, str_slice(&blame.problems));
	}
	str_release(&now);
	str_release(&blame.problems);
	free(blame.lines);
	free(blame.owners);
	table_release(&blame.numbers);
	arena_release(&blame.arena);
	return ok;
}
