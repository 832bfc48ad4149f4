/* The profiles, the signatures and the compatibility tables, which are part of the binary. */
#ifndef TBUILD_DATA_EMBEDDED_H
#define TBUILD_DATA_EMBEDDED_H

#include "engine.h"

/* In the order of driver/data/INDEX. */
extern const struct embedded_file driver_files[];
extern const size_t driver_file_count;

#endif
