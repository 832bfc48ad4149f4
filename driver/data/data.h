/* Reading the driver's YAML: where a file comes from, and what its maps may hold. */
#ifndef TBUILD_DATA_DATA_H
#define TBUILD_DATA_DATA_H

#include "engine.h"

/* The embedded file `name`. False if there is none. */
bool data_find(const char *name, struct slice *out);

/* False with ERR_PATCHSET at the first key of `map` that is not among `count` names, with the nearest; or if it is no
 * map. */
bool data_check_keys(const struct yaml_file *file, const struct yaml_node *map, const char *const *names, size_t count,
	struct err *err);
/* The text under `key`, copied to `arena`; NULL in `*out` if there is none. False with ERR_PATCHSET when it is no
 * text. */
bool data_text(const struct yaml_file *file, const struct yaml_node *map, const char *key, struct arena *arena,
	const char **out, struct err *err);
/* The list of texts under `key`, NULL-terminated; a single text is a list of one. NULL in `*out` if there is none. */
bool data_list(const struct yaml_file *file, const struct yaml_node *map, const char *key, struct arena *arena,
	const char *const **out, struct err *err);
/* The whole number under `key`, from 1 to `most`; `*out` is left as it is if there is none. */
bool data_number(const struct yaml_file *file, const struct yaml_node *map, const char *key, uint64_t most,
	uint64_t *out, struct err *err);
/* Fails unless `text` is a range of versions (version_range_parse()); NULL is none, and fine. */
bool data_check_range(const struct yaml_file *file, const struct yaml_node *map, const char *key, struct err *err);

/* A name that shells, CMake and the environment all take as it is: letters, digits and '_', no digit first. */
bool data_is_name(const char *text);

/* Does the range `range` hold for the version `version`? False for what is no version. Both are texts that were
 * checked, or come from programs. */
bool data_in_range(const char *range, struct slice version);

#endif
