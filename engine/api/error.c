/* Errors, and what else is no larger than a line. */
#include <stdlib.h>

#include "base/alloc.h"
#include "api/private.h"

/* The caller holds a pointer to `shown`, which is first: so it is the whole that is freed. */
struct held_error {
	struct tpatch_error shown;
	struct err err;
};

static enum tpatch_error_kind kind_of(enum err_kind kind)
{
	switch (kind) {
	case ERR_UNFIT:
		return TPATCH_ERROR_UNFIT;
	case ERR_IO:
		return TPATCH_ERROR_IO;
	case ERR_IO_TORN:
		return TPATCH_ERROR_TORN;
	case ERR_NONE:
	case ERR_USAGE:
	case ERR_PATCHSET:
		break;
	}
	return TPATCH_ERROR_USAGE;
}

void *embed_fail(struct err *err, struct tpatch_error **out)
{
	if (!out) {
		err_release(err);
		return NULL;
	}
	struct held_error *held = xcalloc(1, sizeof(*held));
	held->err = *err;
	*err = ERR_INIT;
	held->shown = (struct tpatch_error){
		.kind = kind_of(held->err.kind),
		.message = held->err.message,
		.file = held->err.file,
		.line = held->err.line,
		.column = held->err.column,
		.snippet = held->err.snippet,
		.hint = held->err.hint,
	};
	*out = &held->shown;
	return NULL;
}

void tpatch_error_free(struct tpatch_error *error)
{
	struct held_error *held = (struct held_error *)error;
	if (held)
		err_release(&held->err);
	free(held);
}

char *tpatch_error_format(const struct tpatch_error *error)
{
	struct str text = STR_INIT;
	err_format(&((const struct held_error *)error)->err, &text);
	return str_detach(&text);
}

const char *tpatch_version(void)
{
	return TPATCH_VERSION;
}

void tpatch_free(void *bytes)
{
	free(bytes);
}
