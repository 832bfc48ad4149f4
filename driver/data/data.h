/* Reading the driver's YAML: where a file comes from, and what its maps may hold. */
#ifndef TBUILD_DATA_DATA_H
#define TBUILD_DATA_DATA_H

#include "engine.h"

/* The embedded file `name`. False if there is none. */
bool data_find(const char *name, struct slice *out);
/* data_find(), or what has other tables in place of the embedded ones. */
typedef bool data_finder(const char *name, struct slice *out);

/* A name that shells, CMake and the environment all take as it is: letters, digits and '_', no digit first. */
bool data_is_name(const char *text);

#endif
