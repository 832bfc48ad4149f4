/* The CUDA driver library, whichever way the system loads it. Private to system/. */
#ifndef TBUILD_SYSTEM_CUDA_H
#define TBUILD_SYSTEM_CUDA_H

#include "system/system.h"

typedef void (*cuda_function)(void);

/* Fills `out` by the loaded `library`, whose functions `find` finds; NULL: it has none of that name. */
void cuda_list_gpus(cuda_function (*find)(void *library, const char *name), void *library, struct system_gpus *out);

#endif
