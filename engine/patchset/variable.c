#include "patchset/variable.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "base/utf8.h"

const char *variable_type_name(enum variable_type type)
{
	static const char *const names[VARIABLE_TYPE_COUNT] = { "text", "version", "number", "choice" };
	return names[type];
}

static bool is_number(struct slice value)
{
	for (size_t i = 0; i < value.len; i++)
		if (value.ptr[i] < '0' || value.ptr[i] > '9')
			return false;
	return value.len > 0;
}

static bool is_of_type(const struct variable *variable, struct slice value)
{
	struct version version;
	switch (variable->type) {
	case VARIABLE_VERSION:
		return version_parse(&version, value, NULL);
	case VARIABLE_NUMBER:
		return is_number(value);
	case VARIABLE_CHOICE:
		return slice_is_one_of(value, variable->choices);
	default:
		return true;
	}
}

bool variable_check(const struct variable *variable, struct slice value, struct err *err)
{
	struct str choices = STR_INIT;
	for (size_t i = 0; i < value.len; i++) {
		if ((unsigned char)value.ptr[i] >= ' ')
			continue;
		err_set(err, ERR_USAGE, "variable '%s' must be one line of text", variable->name);
		return err_hint(err, "%s: %s", variable->name, variable->help);
	}
	if (is_of_type(variable, value))
		return true;
	if (variable->choices)
		err_set(err, ERR_USAGE, "variable '%s' cannot be '" SLICE_FMT "'", variable->name,
			SLICE_ARG(utf8_excerpt(value)));
	else
		err_set(err, ERR_USAGE, "variable '%s' must be a %s, not '" SLICE_FMT "'", variable->name,
			variable_type_name(variable->type), SLICE_ARG(utf8_excerpt(value)));
	for (size_t i = 0; variable->choices && variable->choices[i]; i++)
		str_addf(&choices, "%s%s", i ? ", " : " (one of ", variable->choices[i]);
	err_hint(err, "%s: %s%s%s", variable->name, variable->help, choices.ptr ? choices.ptr : "",
		choices.ptr ? ")" : "");
	str_release(&choices);
	return false;
}

/* The value of the last pair with the variable's name, or NULL. */
static const char *find_pair(const struct variable *variable, const char *const *pairs, const char **whole)
{
	const char *found = NULL;
	size_t len = strlen(variable->name);
	for (; pairs && *pairs; pairs++) {
		if (strncmp(*pairs, variable->name, len) != 0 || (*pairs)[len] != '=')
			continue;
		found = *pairs + len + 1;
		if (whole)
			*whole = *pairs;
	}
	return found;
}

static const char *find_setting(const struct variable *variable, const struct profile *profile)
{
	for (size_t i = profile ? profile->n_variables : 0; i-- > 0;)
		if (strcmp(profile->variables[i].name, variable->name) == 0)
			return profile->variables[i].value;
	return NULL;
}

static const char *find_case(const struct variable *variable, const struct variable_request *request)
{
	for (size_t i = 0; request->version && i < variable->n_cases; i++)
		if (version_range_may_have(variable->cases[i].versions, request->version, request->n_known))
			return variable->cases[i].value;
	return NULL;
}

void variable_choose(struct variable *variable, const struct variable_request *request)
{
	variable->value = variable->default_value;
	variable->given_by = "default";
	if (!request)
		return;
	const struct {
		const char *value, *given_by;
	} choices[] = {
		{ find_pair(variable, request->pairs, NULL), "--set" },
		{ find_setting(variable, request->profile), "profile" },
		{ find_case(variable, request), "by-version" },
	};
	for (size_t i = 0; i < COUNT_OF(choices); i++) {
		struct err unsuited = ERR_INIT;
		bool suits = choices[i].value && variable_check(variable, slice_of(choices[i].value), &unsuited);
		err_release(&unsuited);
		if (!suits)
			continue;
		variable->value = choices[i].value;
		variable->given_by = choices[i].given_by;
		return;
	}
}

static bool has_name(const struct variable *const *variables, size_t count, struct slice name)
{
	for (size_t i = 0; i < count; i++)
		if (slice_eq_cstr(name, variables[i]->name))
			return true;
	return false;
}

static bool fail_unknown(
	const struct variable *const *variables, size_t count, struct slice name, const char *set, struct err *err)
{
	const char **names = xcalloc(count + 1, sizeof(*names));
	struct str all = STR_INIT;
	for (size_t i = 0; i < count; i++) {
		names[i] = variables[i]->name;
		str_addf(&all, "%s%s", i ? ", " : "", names[i]);
	}
	const char *nearest = nearest_name(name, names, count);
	err_set(err, ERR_USAGE, "'%s' has no variable '" SLICE_FMT "'", set, SLICE_ARG(utf8_excerpt(name)));
	if (nearest)
		err_hint(err, "did you mean '%s'?", nearest);
	else if (count)
		err_hint(err, "choose from: %s", all.ptr);
	else
		err_hint(err, "it declares no variables");
	str_release(&all);
	free(names);
	return false;
}

bool variable_check_request(const struct variable_request *request, const struct variable *const *variables,
	size_t count, const char *set, struct err *err)
{
	for (const char *const *pair = request->pairs; pair && *pair; pair++) {
		struct slice rest = slice_of(*pair), name;
		slice_cut(&rest, '=', &name);
		if (!rest.ptr) {
			err_set(err, ERR_USAGE, "--set takes NAME=VALUE, not '%s'", *pair);
			return err_hint(err, "--set floor=3.10");
		}
		if (!has_name(variables, count, name)) {
			fail_unknown(variables, count, name, set, err);
			return err_about(&request->places, "set", *pair, err);
		}
	}
	for (size_t i = 0; i < count; i++) {
		const char *whole = NULL, *pair = find_pair(variables[i], request->pairs, &whole),
			   *setting = find_setting(variables[i], request->profile);
		if ((pair || setting) && !variable_check(variables[i], slice_of(pair ? pair : setting), err))
			return err_about(&request->places, "set", whole, err);
	}
	return true;
}
