/* Paths that cannot be side by side after a run: two rules want one, or their names would be one. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/table.h"
#include "plan/planner.h"

/* A path at which a change has a file before or after the run. */
struct claim {
	const char *path;
	const struct change *change;
	bool makes; /* it is there afterwards, and was not before */
};

/* Of claims, their indices plus 1; 0: none. */
struct path_node {
	size_t first, second; /* those at this path */
	size_t first_made;    /* of those, the first that makes it */
	size_t first_beneath; /* the first that makes a path beneath */
	size_t folded[2];     /* the first that makes a path at or beneath some name that differs in case only, ... */
	struct slice spelled[2]; /* ... for two spellings: a path has at least one of them not in common */
};

/* All paths, by their folders' names. Node 0 is the root. */
struct clashes {
	struct claim *claims;
	size_t n_claims, claims_capacity;
	struct path_node *nodes;
	size_t n_nodes, nodes_capacity;
	struct table exact, folded; /* by the folder's node and the name: indices into `nodes` */
	struct arena keys;
};

/* The node of `name` in the folder that is node `folder`. With the case folded it is one for all spellings. */
static size_t node_in(struct clashes *c, size_t folder, struct slice name, bool folds)
{
	struct str key = STR_INIT;
	str_addf(&key, "%zu/", folder);
	for (size_t i = 0; i < name.len; i++)
		str_add_char(&key, folds ? (char)ascii_to_lower(name.ptr[i]) : name.ptr[i]);
	struct table *table = folds ? &c->folded : &c->exact;
	size_t node = table_get(table, str_slice(&key));
	if (!node) {
		struct path_node fresh = { 0 };
		node = c->n_nodes;
		VEC_PUSH(c->nodes, c->n_nodes, c->nodes_capacity, fresh);
		*table_at(table, slice_from(arena_dup(&c->keys, str_slice(&key)), key.len)) = node;
	}
	str_release(&key);
	return node;
}

static void note(size_t *first, size_t claim)
{
	*first = *first ? *first : claim;
}

static void note_spelling(struct path_node *node, struct slice name, size_t claim)
{
	size_t at = node->folded[0] && !slice_eq(node->spelled[0], name);
	if (node->folded[at])
		return;
	node->folded[at] = claim;
	node->spelled[at] = name;
}

static void add_claim(struct clashes *c, struct claim claim)
{
	VEC_PUSH(c->claims, c->n_claims, c->claims_capacity, claim);
	size_t number = c->n_claims, folder = 0;
	for (struct slice rest = slice_of(claim.path), name; slice_cut(&rest, '/', &name);) {
		size_t folded = claim.makes ? node_in(c, folder, name, true) : 0;
		if (claim.makes) {
			note_spelling(&c->nodes[folded], name, number);
			note(&c->nodes[folder].first_beneath, number);
		}
		folder = node_in(c, folder, name, false);
	}
	struct path_node *node = &c->nodes[folder];
	note(node->first ? &node->second : &node->first, number);
	if (claim.makes)
		note(&node->first_made, number);
}

static const char is_both[] = "would be a file and a folder";

struct clash {
	size_t with; /* the claim's index plus 1; 0: none */
	const char *what;
};

static void take(struct clash *clash, size_t with, const char *what)
{
	if (with && (!clash->with || with < clash->with))
		*clash = (struct clash){ with, what };
}

/* The first claim that cannot be beside this one, which makes its path. */
static struct clash clash_of(struct clashes *c, size_t number)
{
	const struct claim *claim = &c->claims[number - 1];
	struct clash found = { 0 };
	size_t at = 0;
	for (struct slice rest = slice_of(claim->path), name; slice_cut(&rest, '/', &name);) {
		const struct path_node *folded = &c->nodes[node_in(c, at, name, true)];
		take(&found, folded->folded[slice_eq(folded->spelled[0], name)], "differs only in case");
		at = node_in(c, at, name, false);
		if (rest.ptr)
			take(&found, c->nodes[at].first_made, is_both);
	}
	const struct path_node *own = &c->nodes[at];
	take(&found, own->first_beneath, is_both);
	take(&found, own->first == number ? own->second : own->first, "is created by both");
	return found;
}

/* Of which of the two paths `what` holds. */
static const char *culprit(const char *what, const char *a, const char *b)
{
	return what == is_both && strlen(a) < strlen(b) ? a : b;
}

static size_t owner_of(const struct change *change)
{
	return change->is_new || change->is_gone || change->new_path ? change->file_owner : change->rules[0];
}

static void add_clash(
	struct plan *plan, const struct claim *a, const struct claim *b, const char *what, size_t *capacity)
{
	size_t owners[] = { owner_of(a->change), owner_of(b->change) };
	struct str text = STR_INIT;
	str_addf(&text, "rules '%s' and '%s' conflict: '%s' %s", plan->rules[owners[0]].rule->id,
		plan->rules[owners[1]].rule->id, culprit(what, a->path, b->path), what);
	const char *detail = arena_dup(&plan->arena, str_slice(&text));
	str_release(&text);
	for (size_t i = 0; i < COUNT_OF(owners); i++) {
		struct finding finding = {
			.rule = owners[i], .path = i ? b->path : a->path, .verdict = VERDICT_CONFLICT, .detail = detail
		};
		VEC_PUSH(plan->findings, plan->n_findings, *capacity, finding);
	}
}

/* Tells of each claim one that it clashes with, so that what is told does not grow faster than the claims. */
static void tell(struct clashes *c, struct plan *plan)
{
	size_t capacity = plan->n_findings;
	for (size_t i = 1; i <= c->n_claims; i++) {
		const struct claim *claim = &c->claims[i - 1];
		struct clash clash = claim->makes ? clash_of(c, i) : (struct clash){ 0 };
		if (!clash.with)
			continue;
		const struct claim *other = &c->claims[clash.with - 1];
		bool is_told = other->makes && clash.with < i && clash_of(c, clash.with).with == i;
		if (other->change == claim->change || is_told)
			continue;
		bool is_first = i < clash.with || !other->makes;
		add_clash(plan, is_first ? claim : other, is_first ? other : claim, clash.what, &capacity);
	}
}

/* The paths at which the change has a file. */
static void add_change(struct clashes *c, const struct change *change)
{
	add_claim(c, (struct claim){ change->path, change, change->is_new });
	if (change->new_path)
		add_claim(c, (struct claim){ change->new_path, change, true });
}

static struct clashes clashes_new(void)
{
	struct clashes c = { 0 };
	struct path_node root = { 0 };
	VEC_PUSH(c.nodes, c.n_nodes, c.nodes_capacity, root);
	return c;
}

static void clashes_release(struct clashes *c)
{
	table_release(&c->exact);
	table_release(&c->folded);
	arena_release(&c->keys);
	free(c->nodes);
	free(c->claims);
}

void planner_settle_paths(struct planner *p)
{
	struct clashes c = clashes_new();
	size_t makes = 0;
	for (size_t i = 0; i < p->n_candidates; i++)
		makes += p->candidates[i].change.is_new || p->candidates[i].change.new_path;
	for (size_t i = 0; makes && i < p->n_candidates; i++)
		add_change(&c, &p->candidates[i].change);
	tell(&c, p->plan);
	clashes_release(&c);
}

const char *changes_clash(const struct change *changes, size_t count, const char **path, const char **other)
{
	struct clashes c = clashes_new();
	const char *what = NULL;
	for (size_t i = 0; i < count; i++)
		add_change(&c, &changes[i]);
	for (size_t i = 1; !what && i <= c.n_claims; i++) {
		const struct claim *claim = &c.claims[i - 1];
		struct clash clash = claim->makes ? clash_of(&c, i) : (struct clash){ 0 };
		if (!clash.with || c.claims[clash.with - 1].change == claim->change)
			continue;
		what = clash.what;
		const char *with = c.claims[clash.with - 1].path;
		*path = culprit(what, with, claim->path);
		*other = *path == with ? claim->path : with;
	}
	clashes_release(&c);
	return what;
}
