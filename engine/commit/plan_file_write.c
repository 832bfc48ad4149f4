/* Writing plan files, in the format that is described at the top of plan_file.c. */
#include "commit/plan_file.h"

#include <string.h>

#include "base/mode.h"
#include "base/utf8.h"
#include "format/json.h"
#include "patchset/digest.h"
#include "plan/rule_json.h"

static void put_bytes(struct json *object, const char *key, struct slice bytes)
{
	struct str name = STR_INIT, hex = STR_INIT;
	if (utf8_is_valid(bytes)) {
		json_put_text(object, key, bytes);
		return;
	}
	str_addf(&name, "%s_hex", key);
	for (size_t i = 0; i < bytes.len; i++)
		str_addf(&hex, "%02x", (unsigned char)bytes.ptr[i]);
	json_put_text(object, name.ptr, str_slice(&hex));
	str_release(&name);
	str_release(&hex);
}

static void put_hash(struct json *object, const char *key, struct sha256 hash)
{
	char hex[SHA256_HEX_LEN + 1];
	sha256_to_hex(hash, hex);
	json_put_cstr(object, key, hex);
}

static struct json *ids_json(const struct plan *plan, const size_t *rules, size_t count)
{
	struct json *ids = json_new_array();
	for (size_t i = 0; i < count; i++)
		json_append_text(ids, slice_of(plan->rules[rules[i]].rule->id));
	return ids;
}

static struct json *owners_json(const struct plan *plan, size_t owner, size_t co_owner)
{
	return ids_json(plan, (const size_t[]){ owner, co_owner }, owner == co_owner ? 1 : 2);
}

static void put_operations(struct json *object, const struct plan *plan, const struct change *change)
{
	if (change->is_new || change->is_gone || change->new_path) {
		struct json *operation = json_new_object();
		json_put_cstr(operation, "kind", change->is_new ? "created" : change->is_gone ? "removed" : "renamed");
		if (change->new_path)
			put_bytes(operation, "new_path", slice_of(change->new_path));
		json_put(operation, "rules", owners_json(plan, change->file_owner, change->file_co_owner));
		json_put(object, "operation", operation);
	}
	if (change->changes_mode) {
		struct json *executable = json_new_object();
		json_put_bool(executable, "set", mode_is_executable(change->mode));
		json_put(executable, "rules", owners_json(plan, change->mode_owner, change->mode_co_owner));
		json_put(object, "executable", executable);
	}
}

static struct json *rule_json(const struct rule_result *result)
{
	struct json *object = rule_result_json(result, verdict_name(result->verdict));
	struct str edits = STR_INIT;
	if (result->n_files)
		rule_result_edits(result, &edits);
	if (edits.len)
		json_put_text(object, "edit_digests", str_slice(&edits));
	str_release(&edits);
	return object;
}

/* Of each rule: an edit that another one makes too is a place of both. Findings of a file are in the order of rules. */
static struct json *places_json(const struct plan *plan, const struct change *change)
{
	struct json *places = json_new_array();
	size_t at = plan_first_finding(plan, change->path);
	for (size_t i = 0; i < change->n_rules; i++) {
		size_t n_places = 0;
		for (; at < plan->n_findings && plan->findings[at].rule <= change->rules[i] &&
			strcmp(plan->findings[at].path, change->path) == 0;
			at++)
			if (plan->findings[at].rule == change->rules[i] &&
				plan->findings[at].verdict == VERDICT_WOULD_PATCH)
				n_places = plan->findings[at].n_edits;
		json_append_number(places, (int64_t)n_places);
	}
	return places;
}

static struct json *entry_json(const struct plan *plan, const struct change *change)
{
	struct json *object = json_new_object(), *edits = json_new_array();
	put_bytes(object, "path", slice_of(change->path));
	json_put(object, "rules", ids_json(plan, change->rules, change->n_rules));
	json_put(object, "places", places_json(plan, change));
	put_operations(object, plan, change);
	if (!change->is_new)
		put_hash(object, "before_hash", sha256_of(change->before));
	if (!change->is_gone)
		put_hash(object, "after_hash", sha256_of(change->after));
	for (size_t i = 0; i < change->n_edits; i++) {
		const struct edit *edit = &change->edits[i];
		struct json *item = json_new_object();
		json_put_cstr(item, "rule", plan->rules[edit->owner].rule->id);
		json_put_number(item, "offset", edit->begin);
		json_put_number(item, "length", edit->end - edit->begin);
		put_bytes(item, "text", edit->text);
		json_append(edits, item);
	}
	json_put(object, "edits", edits);
	return object;
}

void plan_file_write(
	const struct plan *plan, const struct target *target, const char *root, const char *tool, struct str *out)
{
	struct json *object = json_new_object(), *of = json_new_object(), *set = json_new_object(),
		    *rules = json_new_array(), *files = json_new_array();
	struct sha256 digest;
	patchset_digest(plan->set, &digest);
	json_put_number(object, "tpatch_plan", PLAN_FILE_FORMAT);
	json_put_cstr(object, "tpatch", tool);
	json_put_cstr(object, "root", root);
	json_put_cstr(of, "project", target->project->name);
	json_put_cstr(of, "version", target->label);
	json_put(object, "target", of);
	json_put_cstr(set, "name", plan->set->name);
	put_hash(set, "hash", digest);
	json_put(object, "set", set);
	for (size_t i = 0; i < plan->n_rules; i++)
		json_append(rules, rule_json(&plan->rules[i]));
	json_put(object, "rules", rules);
	for (size_t i = 0; i < plan->n_changes; i++)
		json_append(files, entry_json(plan, &plan->changes[i]));
	json_put(object, "files", files);
	json_print(object, true, out);
	str_add_char(out, '\n');
	json_free(object);
}
