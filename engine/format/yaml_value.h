/* What is under the keys of a YAML map: texts, lists, numbers and ranges of versions, each with its error. */
#ifndef TPATCH_FORMAT_YAML_VALUE_H
#define TPATCH_FORMAT_YAML_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "format/yaml.h"

/* False with ERR_PATCHSET at the first key of `map` that is not among `count` names, with the nearest; or if it is no
 * map. */
bool yaml_known_keys(const struct yaml_file *file, const struct yaml_node *map, const char *const *names, size_t count,
	struct err *err);
/* The text under `key`, copied to `arena`; NULL in `*out` if there is none. False with ERR_PATCHSET when it is no
 * text. */
bool yaml_take_text(const struct yaml_file *file, const struct yaml_node *map, const char *key, struct arena *arena,
	const char **out, struct err *err);
/* The list of texts under `key`, NULL-terminated; a single text is a list of one. NULL in `*out` if there is none. */
bool yaml_take_list(const struct yaml_file *file, const struct yaml_node *map, const char *key, struct arena *arena,
	const char *const **out, struct err *err);
/* The whole number under `key`, from 1 to `most`; `*out` is left as it is if there is none. */
bool yaml_take_number(const struct yaml_file *file, const struct yaml_node *map, const char *key, uint64_t most,
	uint64_t *out, struct err *err);
/* Fails unless `text` is a range of versions (version_range_parse()); NULL is none, and fine. */
bool yaml_check_range(const struct yaml_file *file, const struct yaml_node *map, const char *key, struct err *err);

#endif
