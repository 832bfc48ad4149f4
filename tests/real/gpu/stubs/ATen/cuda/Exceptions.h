// Stand-in: an error ends the program.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#define AT_CUDA_CHECK(call)                                                                                            \
	do {                                                                                                           \
		cudaError_t status_ = (call);                                                                          \
		if (status_ != cudaSuccess) {                                                                          \
			std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status_));          \
			std::exit(3);                                                                                  \
		}                                                                                                      \
	} while (false)
#define C10_CUDA_CHECK_WO_DSA AT_CUDA_CHECK
#define C10_CUDA_KERNEL_LAUNCH_CHECK() AT_CUDA_CHECK(cudaGetLastError())
#define TORCH_CHECK(holds, ...)                                                                                        \
	do {                                                                                                           \
		if (!(holds)) {                                                                                        \
			std::fprintf(stderr, "%s:%d: " #holds "\n", __FILE__, __LINE__);                               \
			std::exit(3);                                                                                  \
		}                                                                                                      \
	} while (false)
#define TORCH_INTERNAL_ASSERT TORCH_CHECK
