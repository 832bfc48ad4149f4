#include "platform/cuda.h"

#define MAJOR_ATTRIBUTE 75
#define MINOR_ATTRIBUTE 76

/* The functions that are asked; their types are those of cuda.h. */
struct cuda_driver {
	int (*init)(unsigned flags);
	int (*version)(int *version);
	int (*count)(int *count);
	int (*get)(int *device, int ordinal);
	int (*name)(char *name, int size, int device);
	int (*attribute)(int *value, int attribute, int device);
};

static bool load(cuda_function (*find)(void *library, const char *name), void *library, struct cuda_driver *cuda)
{
	cuda->init = (int (*)(unsigned))find(library, "cuInit");
	cuda->version = (int (*)(int *))find(library, "cuDriverGetVersion");
	cuda->count = (int (*)(int *))find(library, "cuDeviceGetCount");
	cuda->get = (int (*)(int *, int))find(library, "cuDeviceGet");
	cuda->name = (int (*)(char *, int, int))find(library, "cuDeviceGetName");
	cuda->attribute = (int (*)(int *, int, int))find(library, "cuDeviceGetAttribute");
	return cuda->init && cuda->version && cuda->count && cuda->get && cuda->name && cuda->attribute;
}

static bool ask_device(const struct cuda_driver *cuda, int ordinal, struct machine_gpu *gpu)
{
	int device;
	return cuda->get(&device, ordinal) == 0 && cuda->name(gpu->name, (int)sizeof(gpu->name), device) == 0 &&
	       cuda->attribute(&gpu->major, MAJOR_ATTRIBUTE, device) == 0 &&
	       cuda->attribute(&gpu->minor, MINOR_ATTRIBUTE, device) == 0;
}

void cuda_list_gpus(cuda_function (*find)(void *library, const char *name), void *library, struct machine_gpus *out)
{
	struct cuda_driver cuda;
	int count = 0;
	if (!load(find, library, &cuda) || cuda.version(&out->cuda_version) != 0 || cuda.init(0) != 0 ||
		cuda.count(&count) != 0)
		return;
	for (int i = 0; i < count && out->count < MACHINE_MAX_GPUS; i++)
		if (ask_device(&cuda, i, &out->items[out->count]))
			out->count++;
}
