/* A rule and what it comes to, as JSON: what plan files and all reports begin with. */
#ifndef TPATCH_PLAN_RULE_JSON_H
#define TPATCH_PLAN_RULE_JSON_H

#include "format/json.h"
#include "plan/plan.h"

/* `verdict` is the word for it, which after a run is another one. Free with json_free(). */
struct json *rule_result_json(const struct rule_result *result, const char *verdict);
/* Adds of how many files and places that is so, and what else decides about the rule. */
void rule_result_put_counts(const struct rule_result *result, struct json *object);

#endif
