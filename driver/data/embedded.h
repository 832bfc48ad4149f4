/*
 * The profiles, the signatures and the compatibility tables, which are part of the binary. driver.mk makes the table's
 * source from driver/data/INDEX with engine/patchset/embed.sh.
 */
#ifndef TBUILD_DATA_EMBEDDED_H
#define TBUILD_DATA_EMBEDDED_H

#include <stddef.h>

struct driver_data {
	const char *name;           /* "matrix.yaml" */
	const unsigned char *bytes; /* as they are in the file */
	size_t length;
};

/* In the order of INDEX. */
extern const struct driver_data driver_data[];
extern const size_t driver_data_count;

#endif
