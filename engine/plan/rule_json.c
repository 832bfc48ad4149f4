#include "plan/rule_json.h"

struct json *rule_result_json(const struct rule_result *result, const char *verdict)
{
	struct json *object = json_new_object();
	json_put_cstr(object, "id", result->rule->id);
	json_put_cstr(object, "title", result->rule->title);
	json_put_cstr(object, "verdict", verdict);
	json_put_cstr(object, "detail", result->detail);
	return object;
}

void rule_result_put_counts(const struct rule_result *result, struct json *object)
{
	json_put_cstr(object, "group", result->rule->group);
	if (result->taken_along)
		json_put_bool(object, "taken_along", true);
	if (result->needs) {
		struct json *needs = json_new_array();
		for (const char **need = result->needs; *need; need++)
			json_append_text(needs, slice_of(*need));
		json_put(object, "needs", needs);
	}
	json_put_number(object, "files", (int64_t)result->n_files);
	json_put_number(object, "places", (int64_t)result->n_edits);
	json_put_number(object, "applied_files", (int64_t)result->n_applied_files);
	json_put_number(object, "applied_places", (int64_t)result->n_applied_edits);
	if (result->n_declined_files) {
		json_put_number(object, "declined_files", (int64_t)result->n_declined_files);
		json_put_number(object, "declined_places", (int64_t)result->n_declined_edits);
	}
}
