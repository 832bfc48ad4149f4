/* The CUDA driver library, whichever way the system loads it. Private to platform/. */
#ifndef TPATCH_PLATFORM_CUDA_H
#define TPATCH_PLATFORM_CUDA_H

#include "platform/machine.h"

typedef void (*cuda_function)(void);

/* Fills `out` by the loaded `library`, whose functions `find` finds; NULL: it has none of that name. */
void cuda_list_gpus(cuda_function (*find)(void *library, const char *name), void *library, struct machine_gpus *out);

#endif
