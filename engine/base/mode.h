/* POSIX permission bits (07777), as far as a patch changes them: the executable bit, as git keeps it, for all who may
 * read or for nobody. */
#ifndef TPATCH_BASE_MODE_H
#define TPATCH_BASE_MODE_H

#include <stdbool.h>
#include <stdint.h>

/* Of a file that is made, before its executable bit is set. */
#define NEW_FILE_MODE 0644u

bool mode_is_executable(uint32_t mode);
uint32_t mode_with_executable(uint32_t mode, bool executable);

#endif
